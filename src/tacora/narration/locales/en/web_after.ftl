### What comes after a game: the podium, the course of it, the check of the deal.

## The podium

web-after-wins = { $kind ->
    [one] { $who } wins.
   *[other] { $who } share the victory.
}
web-after-rank = { $rank ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $rank }th
}
web-after-podium = The places
web-after-score-mister-diamond = { $n ->
    [one] { NUMBER($n, useGrouping: 0) } dollar
   *[other] { NUMBER($n, useGrouping: 0) } dollars
}
web-after-score-diamant = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
web-after-relics = { $n } of them for relics

## The course of the game

web-after-course-diamant = What everybody had after each expedition
web-after-course-mister = What everybody had after each turn
web-after-no-course = The course of the game could not be fetched.
web-after-try-again = Try again
web-after-as-table = The same as a table
web-after-chart-label = Line chart: { $what }. The table below it says the same.
web-after-player = Player
web-after-expedition = Expedition
web-after-turn = Turn
web-after-ended = How it ended
web-after-ended-left = All went home
web-after-ended-hazard = { $hazard }, twice
web-after-ended-open = Not over
web-after-with-relics = Relics counted.

## What was lost

web-after-lost-title = Left in the dark
web-after-lost-about = Gems lost in disasters
web-after-lost-none = Nobody lost a single gem.
web-after-hands-title = By hand
web-after-hands-lifted = Lifted
web-after-hands-stuck = Stuck
web-after-hands-again = Known, tried again
web-after-hands-stolen = Stolen
web-after-hands-robbed = Robbed

## Turning points. $kind is one or many.

web-after-moments = Turning points
web-after-see = See it
web-after-see-step = See step { $n }
web-moment-loss = Expedition { $expedition }: { $who } { $kind ->
    [one] loses { $n ->
        [one] 1 gem
       *[other] { $n } gems
    }
   *[other] lose { $n ->
        [one] 1 gem
       *[other] { $n } gems
    } each
}. The cause: { $hazard }. No disaster cost more.
web-moment-path = Expedition { $expedition }: { $who } { $kind ->
    [one] goes home alone and picks up { $n ->
        [one] 1 gem
       *[other] { $n } gems
    } on the way
   *[other] go home together and pick up { $n ->
        [one] 1 gem
       *[other] { $n } gems
    } each on the way
}.
web-moment-relic = Expedition { $expedition }: { $who } { $kind ->
    [one] leaves
   *[other] leave
} alone and { $count ->
    [one] takes a relic worth { $worth }
   *[other] takes { $count } relics worth { $worth }
}.
web-moment-lead = In expedition { $expedition } { $who } { $kind ->
    [one] takes the lead and keeps it
   *[other] take the lead and keep it
}.
web-moment-always = { $who } { $kind ->
    [one] leads
   *[other] lead
} from expedition { $expedition } to the end.
web-moment-regret = { $who } { $kind ->
    [one] is
   *[other] are
} short of victory by { $short } and left { $n } in the caves.
web-moment-no-loss = No disaster cost anybody a gem.
web-moment-theft = { $who } { $kind ->
    [one] takes
   *[other] take
} a diamond worth { $price } off { $victim }: the dearest theft.
web-moment-retry = { $who } { $kind ->
    [one] tries
   *[other] try
} place { $place } although all had seen that it is fixed.
web-moment-lead-turns = In turn { $turn } { $who } { $kind ->
    [one] takes the lead and keeps it
   *[other] take the lead and keep it
}.
web-moment-always-turns = { $who } { $kind ->
    [one] leads
   *[other] lead
} from turn { $turn } to the end.
web-moment-retries = Diamonds known to be fixed were tried again { $n } times.
web-moment-no-retries = Nobody tried a diamond that was known to be fixed.

## What can be done now

web-after-next = And now
web-after-daily-counted = This game was your attempt of the day. More games at this table are for fun: they are not compared.
web-after-daily = Results of the day
web-after-mine = My games
web-after-replay = Watch the replay
web-after-record = Download the record
web-after-same-cards = Same cards, other nerves
web-after-same-cards-about = A new table with exactly these cards. Whoever saw this game knows them.
web-after-new-table = The new table
web-after-go = Go there

## The check of the deal

web-check-title = Was the deal fair?
web-check-about = The cards were fixed before anybody sat down, and everybody's luck was mixed in. Your browser can compute all of it again.
web-check-about-fixed = The cards were fixed before anybody sat down. Your browser can compute all of it again.
web-check-about-file = Your browser can compute the cards again from the seed that stands in the record.
web-check-button = Check the deal
web-check-running = Computing
web-check-all-right = Everything matches. Nobody touched the cards.
web-check-wrong = Something does not match. These are not the cards that were promised.
web-check-all-right-file = Seed, commitment and cards of this file agree.
web-check-wrong-file = Seed, commitment and cards of this file do not agree.
web-check-commitment-file = The seed is the one of the commitment in the file.
web-check-nothing = These cards were written down by hand. There is no seed to check.
web-check-again = This deal was played before at another table: its cards were known to whoever knew that game.
web-check-yes = It matches.
web-check-no = It does not match.
web-check-promise = The table's secret is the one that was promised before anybody sat down.
web-check-seed = Secret and luck together make the seed.
web-check-commitment = The seed is the one that was promised before the first card.
web-check-cave = Expedition { $number }: the seed deals the { $n } cards that came.
web-check-deck = The seed deals the { $n } cards that were drawn.
web-check-fixed = The seed fixes the diamonds that proved to be fixed, and none that came off.
web-check-first = The seed chose who began.
web-check-came = Came
web-check-dealt = Dealt by the seed
web-check-details = The figures
web-check-luck = Luck of { $name }:
web-check-no-luck = none

## A game, weighed

web-review-title = Luck or judgement?
web-review-about = What the cards gave each player, what the others did, and what own decisions cost. It takes some seconds.
web-review-weigh = Weigh this game
web-review-weighing = Weighing …
web-review-done = Weighed. The result is below the heading “Luck or judgement?”.
web-review-result = Result
web-review-cards = Cards
web-review-others = Others
web-review-errors = Own decisions
web-review-chances = Chances of victory, if { $game ->
    [mister-diamond] nobody forgot anything from there on
   *[other] all played on like champions
}
web-review-step = Step
web-review-points = { $n ->
    [one] { $shown } point
   *[other] { $shown } points
}
web-review-adjusted = Without the luck of the cards: { $points }.
web-review-bar = Chances of victory: { $chances }
web-review-share = { $name } { $share }
web-review-mark = { $name }: { $points }
web-review-cost = Decisions that cost something
web-review-next = The next one
web-review-before = The one before
web-review-none = No decision cost anything that could be told from chance.

## Also in replays

web-replay-offline = The server does not answer. Please try again.
web-replay-jump-expedition = Expedition { $n }
web-replay-jump-game = Game { $n }
