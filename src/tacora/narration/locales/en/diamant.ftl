### What happens at a table of Diamant, and what lies on it.

## Things

edition-schmidt-2005 = Diamant, Schmidt 2005
edition-tacora-2024 = Diamant, Tacora 2024
edition-incan-gold-2006 = Incan Gold, 2006
edition-diamant-2016 = Diamant, 2016
edition-incan-gold-2020 = Incan Gold, 2020
edition-tiny = Tiny, for study

hazard-snakes = snakes
hazard-scorpions = scorpions
hazard-rockfall = rockfall
hazard-gas = gas cloud
hazard-explosion = explosion
hazard-spiders = spiders
hazard-lava = lava pits
hazard-boulders = rolling boulders
hazard-rams = battering rams
hazard-fire = fire
hazard-mummy = mummy
# At most eight letters, for a drawn card
hazard-snakes-short = snakes
hazard-scorpions-short = scorpion
hazard-rockfall-short = rockfall
hazard-gas-short = gas
hazard-explosion-short = blast
hazard-spiders-short = spiders
hazard-lava-short = lava
hazard-boulders-short = boulders
hazard-rams-short = rams
hazard-fire-short = fire
hazard-mummy-short = mummy

gems = { $n ->
    [one] { $n } gem
   *[other] { $n } gems
}
stones = { $diamonds ->
    [0] { $rubies ->
        [one] { $rubies } ruby
       *[other] { $rubies } rubies
    }
    [one] { $rubies ->
        [0] { $diamonds } diamond
        [one] { $diamonds } diamond and { $rubies } ruby
       *[other] { $diamonds } diamond and { $rubies } rubies
    }
   *[other] { $rubies ->
        [0] { $diamonds } diamonds
        [one] { $diamonds } diamonds and { $rubies } ruby
       *[other] { $diamonds } diamonds and { $rubies } rubies
    }
}
relics-worth = { $count ->
    [one] a relic worth { $worths }
   *[other] relics worth { $worths }
}
you = you

## What happens. $who is a list of names, $kind says who they are: me, we (me and others), one, many.

began = Expedition { $expedition } of { $expeditions }. Everyone enters.
began-relic-worth = A relic worth { $worth } is shuffled into the deck.
began-relics = { $count ->
    [one] A relic is shuffled into the deck.
   *[other] { $count } relics are shuffled into the deck.
}
treasure-shared = { $rest ->
    [0] Treasure { $value }: { $share } each, nothing stays.
    [one] Treasure { $value }: { $share } each, { $rest } stays on the card.
   *[other] Treasure { $value }: { $share } each, { $rest } stay on the card.
}
treasure-alone = Treasure { $value }, all for { $who }.
treasure-too-small = Treasure { $value }: too little to share, it all stays on the card.
hazard-met = { $Hazard }, for the first time. Nothing happens.
relic-found = A relic worth { $worth } lies in the tunnel.
disaster = { $lost ->
    [0] { $kind ->
        [me] { $Hazard } again. You run, with nothing to lose.
        [one] { $Hazard } again. { $Who } runs, with nothing to lose.
       *[other] { $Hazard } again. { $Who } run, with nothing to lose.
    }
   *[other] { $kind ->
        [me] { $Hazard } again. You run and lose { $gems }.
        [one] { $Hazard } again. { $Who } runs and loses { $gems }.
       *[other] { $Hazard } again. { $Who } run and lose { $gems } each.
    }
}
all-continue = { $kind ->
    [me] You continue.
    [one] { $Who } continues.
   *[other] All continue.
}
all-leave = { $kind ->
    [me] You leave.
    [one] { $Who } leaves.
   *[other] All leave together.
}
some-leave = { $kind ->
    [one] { $Who } leaves.
   *[other] { $Who } leave.
} { $others-kind ->
    [one] { $Others } continues.
   *[other] { $Others } continue.
}
home-empty = { $kind ->
    [me] You go home with nothing.
    [one] { $Who } goes home with nothing.
   *[other] { $Who } go home with nothing.
}
home-held = { $kind ->
    [me] You bring home { $gems }.
    [one] { $Who } brings home { $gems }.
   *[other] { $Who } bring home { $gems } each.
}
home-path = { $kind ->
    [me] You bring home { $gems } from the path.
    [one] { $Who } brings home { $gems } from the path.
   *[other] { $Who } bring home { $gems } each from the path.
}
home-both = { $kind ->
    [me] You bring home { $gems }, { $share } of them from the path.
    [one] { $Who } brings home { $gems }, { $share } of them from the path.
   *[other] { $Who } bring home { $gems } each, { $share } of them from the path.
}
brought-trophies = { $kind ->
    [me] Alone on the way out, you take { $relics }.
   *[other] Alone on the way out, { $who } takes { $relics }.
}
relics-stay = { $count ->
    [one] Several leave at once: the relic stays.
   *[other] Several leave at once: the relics stay.
}
expedition-left = Expedition { $expedition } is over, all are at camp.
expedition-hazard = Expedition { $expedition } is over. One card leaves the game: { $hazard }.
gems-returned = { $n ->
    [one] { $n } gem on the path goes back to the bank.
   *[other] { $n } gems on the path go back to the bank.
}
relics-lost-count = { $count ->
    [one] A relic is lost for good.
   *[other] { $count } relics are lost for good.
}
relics-lost = Lost for good: { $relics }.
game-ended = { $kind ->
    [me] The game is over. You win with { $score }.
    [one] The game is over. { $Who } wins with { $score }.
   *[other] The game is over. { $Who } share the victory with { $score }.
}
tie-broken = Others have as many points, but fewer relics.
game-paused = The record ends here, between two expeditions.
game-open = The record ends here, in expedition { $expedition }.

## What lies on the table

cave-none = Nobody is in a cave now.
cave-where = Expedition { $expedition } of { $expeditions }, { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} deep.
cave-cards = The tunnel: { $cards }.
cave-card-lying = { $card } with { $n } left on it
cave-inside = { $kind ->
    [me] You are alone inside, holding { $gems }.
    [one] { $Who } is alone inside, holding { $gems }.
   *[other] Inside: { $who }, holding { $gems } each.
}
cave-path = { $n ->
    [0] Nothing lies on the path.
    [one] { $n } gem lies on the path.
   *[other] { $n } gems lie on the path.
}
cave-relics = In the tunnel for a lone leaver: { $relics }.
cave-hazards = { $count ->
    [0] No hazard met yet.
    [one] Hazard met: { $hazards }.
   *[other] Hazards met: { $hazards }.
}
cave-removed = Out of the game: { $hazards }.
card-treasure = { $value }
card-relic = { $worth ->
    [none] relic
   *[other] relic { $worth }
}
entrances = Caves: { $entrances }.
entrance-explored-numbers = { $number } explored
entrance-explored-barricades = { $number } barricaded
entrance-open = { $number } open
entrance-waiting = { $number } waiting
player-line = { $letter }, { $name }: { $chest }{ $trophies ->
    [none] {""}
   *[some] , { $relics }
}, { $where }.
chest-open = { $gems } in the chest
chest-hidden = chest hidden
where-inside = inside
where-camp = at camp
mine-inside = You hold { $held } in the cave, at risk. Your chest: { $chest }.
mine-camp = You are at camp. Your chest: { $chest }.
mine-trophies = Your relics: { $relics }.
mine-hidden = The chests are hidden, and all of you see this screen: nobody's total is shown before the end.
score-line = { $rank }. { $name }: { $score }{ $trophies ->
    [none] {""}
   *[some] {" "}({ $gems }, { $relics })
}

## Odds

odds-danger = { $deadly ->
    [0] The next card cannot end the expedition.
   *[other] The next card ends the expedition: { $deadly } in { $unseen }, or { NUMBER($chance, style: "percent", maximumFractionDigits: 1) }.
}
odds-share = The next card brings each explorer { NUMBER($share, maximumFractionDigits: 2) } on average.
odds-leaving = Leaving now brings: { $list }.
odds-leaving-alone = { $gems } alone
odds-leaving-many = { $gems } each if { $n } leave
odds-leaving-relics = { $gems } alone, relics included
odds-off = This table plays without odds.

## The coach. $times: of ten

coach-would = { $doubt ->
    [close] It is close, a champion goes { $choice ->
        [L] back
       *[C] deeper
    } { $times } times in ten
    [some] A champion goes { $choice ->
        [L] back
       *[C] deeper
    } { $times } times in ten
   *[none] A champion goes { $choice ->
        [L] back to camp
       *[C] deeper
    }
}
coach-and = {"; "}
coach-because = { $would }: { $reasons }.
coach-weighed = { $would }: { $reasons }; but { $against }.
coach-although = { $would }, even though { $against }.
coach-card = { $deadly ->
    [0] the next card is safe, and brings { $brings } on average
    [one] one of { $unseen } cards ends it, { $stake ->
        [0] but there is nothing to lose yet, and the next one
       *[other] so the next one costs { $costs } on average and
    } brings { $brings }
   *[other] { $deadly } of { $unseen } cards end it, { $stake ->
        [0] but there is nothing to lose yet, and the next one
       *[other] so the next one costs { $costs } on average and
    } brings { $brings }
}
coach-path = { $n ->
    [0] nothing lies on the path
    [one] one gem lies on the path
   *[other] { $n } gems lie on the path
}
coach-standing = { $last ->
    [yes] this is the last cave, and{" "}
   *[no] {""}
}{ $state ->
    [ahead] you are { $n } ahead of { $who }
    [behind] you are { $n } behind { $who }
   *[level] you are level with { $who }
}
coach-same = { $doubt ->
    [some] A champion would mostly have done the same, { $times } times in ten.
   *[none] A champion would have done the same.
}
coach-close = That was close: a champion would have done it { $times } times in ten.
coach-other = { $doubt ->
    [some] A champion would have done this { $times ->
        [one] once
       *[other] { $times } times
    } in ten.
   *[none] A champion would have gone { $choice ->
        [L] deeper
       *[C] back to camp
    }.
}
coach-off = This table plays without the coach.
coach-one = The coach speaks to those who decide, each for themselves.
coach-shared = Several of you read this screen, so the coach says nothing: it speaks to one player alone.
coach-nothing = The coach speaks when you are asked to decide.

## What is asked, and how things are told in short

deeper-or-camp = You hold { $gems }, { $path } on the path. Deeper or camp?
deeper-or-camp-brief = Deeper or camp?
deeper-or-camp-all = { $who }: deeper or camp?
began-brief = Expedition { $expedition }.
began-relic-worth-brief = Relic { $worth } joins.
treasure-shared-brief = { $rest ->
    [0] { $value }: { $share } each.
   *[other] { $value }: { $share } each, { $rest } left.
}
treasure-alone-brief = { $value }, all for { $who }.
treasure-too-small-brief = { $value }: it all stays.
hazard-met-brief = { $Hazard }, first.
relic-found-brief = Relic { $worth }.
disaster-brief = { $kind ->
    [me] { $Hazard } again. You lose { $gems }.
    [one] { $Hazard } again. { $Who } loses { $gems }.
   *[other] { $Hazard } again. { $Who } lose { $gems } each.
}
all-continue-brief = { $kind ->
    [me] You continue.
   *[other] All deeper.
}
some-leave-brief = { $kind ->
    [one] { $Who } leaves.
   *[other] { $Who } leave.
}
home-both-brief = { $kind ->
    [me] { $gems } for you.
    [one] { $gems } more.
   *[other] { $gems } each.
}
home-held-brief = { $kind ->
    [me] { $gems } for you.
    [one] { $gems } more.
   *[other] { $gems } each.
}
home-path-brief = { $kind ->
    [me] { $gems } for you.
    [one] { $gems } more.
   *[other] { $gems } each.
}
home-empty-brief = With nothing.
brought-trophies-brief = With { $relics }.
relics-stay-brief = { $count ->
    [one] The relic stays.
   *[other] The relics stay.
}
expedition-left-brief = Expedition over.
expedition-hazard-brief = Expedition over. Out: { $hazard }.
gems-returned-brief = { $n } lost on the path.
game-ended-brief = { $kind ->
    [me] The game is over. You win with { $score }.
    [one] The game is over. { $Who } wins with { $score }.
   *[other] The game is over. { $Who } win with { $score }.
}
tie-broken-brief = Others have fewer relics.
