### The Diamant table in a browser.

web-cave-camp = Camp
web-cave-expedition = Expedition { $expedition } of { $expeditions }
web-cave-entrance = { $state ->
    [here] Cave { $number }: the party is inside
    [barricades] Cave { $number }: barricaded
    [numbers] Cave { $number }: explored
   *[waiting] Cave { $number }: waiting
}
web-cave-title = The cave
web-cave-tunnel = The tunnel, card by card
web-cave-card-treasure = { $lying ->
    [0] Treasure { $value }
   *[other] Treasure { $value }, { $lying } left on it
}
web-cave-card-hazard = { $times ->
    [1] Hazard: { $hazard }
   *[other] Hazard: { $hazard }, the second
}
web-cave-card-relic = { $worth ->
    [none] Relic
   *[other] Relic { $worth }
}
web-cave-relic-name = Relic
web-cave-card-then = { $card }; { $turn }
web-cave-turns = { $turn ->
    [left] the tunnel turns left
   *[right] the tunnel turns right
}
web-cave-met = Hazards met
web-cave-met-none = No hazard met yet
web-cave-removed = Out of the game
web-cave-removed-times = { $count ->
    [1] { $hazard }
   *[other] { $hazard }, { $count } cards
}
web-cave-you-hold = You hold
web-cave-each-holds = Each holds
web-cave-one-holds = { $name } holds
web-cave-on-path = On the path
web-cave-diamond = A diamond counts
web-cave-relics = { $count ->
    [one] Relic
   *[other] Relics
}
web-cave-inside-count = Inside

## What just happened

web-cave-enter = Expedition { $expedition }. Everyone enters.
web-cave-all-deeper = { $count ->
    [one] { $names } continues, alone.
   *[other] All continue.
}
web-cave-some-leave = { $count ->
    [one] { $names } goes to camp.
   *[other] { $names } go to camp.
}
web-cave-brought = { $count ->
    [one] { $names } brings home { $stones }.
   *[other] { $names } bring home { $stones } each.
}
web-cave-brought-nothing = { $count ->
    [one] { $names } comes home with nothing.
   *[other] { $names } come home with nothing.
}
web-cave-brought-relics = { $count ->
    [one] A relic comes along: { $worths }.
   *[other] Relics come along: { $worths }.
}
web-cave-shared = { $rest ->
    [0] Each takes { $stones }. Nothing is left over.
    [one] Each takes { $stones }. One ruby is left on the card.
    [2] Each takes { $stones }. Two rubies are left on the card.
    [3] Each takes { $stones }. Three rubies are left on the card.
    [4] Each takes { $stones }. Four rubies are left on the card.
   *[other] Each takes { $stones }. { $rest } rubies are left on the card.
}
web-cave-alone = { $stones }, all for { $names }.
web-cave-too-little = Too little to share. It stays on the card.
web-cave-hazard-first = { $hazard }, for the first time.
web-cave-relic-found = { $worth ->
    [none] A relic, for whoever leaves alone.
   *[other] A relic worth { $worth }, for whoever leaves alone.
}
web-cave-disaster = { $hazard } again.
web-cave-lost = { $count ->
    [one] { $names } loses { $stones }.
    [2] { $names } lose { $stones } each.
    [3] { $names } lose { $stones } each.
   *[other] All { $count } inside lose { $stones } each.
}
web-cave-lost-nothing = { $count ->
    [one] { $names } runs, with nothing to lose.
    [2] { $names } run, with nothing to lose.
    [3] { $names } run, with nothing to lose.
   *[other] All { $count } inside run, with nothing to lose.
}
web-cave-all-home = All are at camp.

## The decision

web-cave-decision = Your decision
web-cave-decisions = The decisions
web-cave-deeper = Deeper
web-cave-go-camp = Camp
web-cave-key = key { $key }
web-cave-question = Deeper, or back to camp?
web-cave-sealed = { $action ->
    [C] Deeper. You can still change your mind.
   *[other] To camp. You can still change your mind.
}
web-cave-confirmed = { $action ->
    [C] Sealed: deeper.
   *[other] Sealed: to camp.
}
web-cave-you-rest = You are at camp. { $inside ->
    [1] One is still inside.
    [2] Two are still inside.
    [3] Three are still inside.
    [4] Four are still inside.
    [5] Five are still inside.
    [6] Six are still inside.
    [7] Seven are still inside.
   *[other] { $inside } are still inside.
}
web-cave-watching = You watch.
web-cave-awaited = Waiting for you
web-cave-waits-for = Waiting for { $names }
web-cave-thinking = { $left ->
    [0] All have decided
    [1] One still thinks
    [2] Two still think
    [3] Three still think
    [4] Four still think
    [5] Five still think
    [6] Six still think
    [7] Seven still think
    [8] Eight still think
   *[other] { $left } still think
}
web-cave-time = { $seconds ->
    [one] { $seconds } second left
   *[other] { $seconds } seconds left
}
web-cave-time-up = { $end ->
    [wait] Time is up; the table waits
   *[other] Time is up
}
web-cave-time-soon = { $seconds ->
    [one] Your time ends in { $seconds } second.
   *[other] Your time ends in { $seconds } seconds.
}
web-cave-quick = Faster
web-cave-more-time = More time
web-cave-odds = Odds
web-cave-odds-wait = Counting the cards…

## The coach

web-coach = Coach
web-coach-on = The coach is on, and speaks when you are asked to decide.
web-coach-off = The coach is off.
web-coach-none = This table plays without the coach.

## Players

web-cave-players = Players
web-cave-you = you
web-cave-inside = inside
web-cave-home = at camp
web-cave-bot = bot
web-cave-sitting-in = a bot sits in
web-cave-away = away
web-cave-offline = offline
web-cave-late = out of time
web-cave-hidden = ?
web-cave-chest = { $gems } in the chest
web-cave-chest-hidden = chest hidden
web-cave-trophies = { $count ->
    [one] relic { $worths }
   *[other] relics { $worths }
}
