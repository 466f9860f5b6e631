### What the commands for study say: simulate and sweep.

study-compiling = Compiling for this machine; this is kept, and can take a minute the first time.
study-playing = Playing
study-interrupted = Interrupted: { $done } of { $asked } games are counted.
study-sweep-interrupted = Interrupted: { $done } of { $asked } points are done.
study-what = { $game }, { $n ->
    [one] { $games } game
   *[other] { $games } games
}, seed { $seed }
study-with-relics = with relics
study-with-chests-hidden = chests hidden
study-with-expert = for experts
study-with-notes = with notes
study-sweep-what = { $strategy } against { $against }, { $game }, { $n ->
    [one] { $games } game
   *[other] { $games } games
} for each point, seed { $seed }
study-sweep-best = { $n } players: the largest share of victories is { $share }, with { $bot }.
study-speed = { $seconds } s, { $rate } games a second ({ $device ->
    [gpu] GPU
    [cluster] { $threads ->
        [one] { $threads } thread of a cluster
       *[other] { $threads } threads of a cluster
    }
   *[cpu] { $threads ->
        [one] { $threads } thread
       *[other] { $threads } threads
    }
})
study-from-to = { $low } to { $high }
study-column-seat = seat
study-column-bot = bot
study-column-mean = mean
study-column-margin = margin
study-column-sd = sd
study-column-q5 = 5%
study-column-q25 = 25%
study-column-q50 = median
study-column-q75 = 75%
study-column-q95 = 95%
study-column-wins = victories
study-column-interval = 95% interval
study-expedition = expedition
study-cards = cards turned
study-disasters = disasters
study-cards-drawn = cards drawn: { $mean }
study-lifted = diamonds lifted: { $mean }
study-stuck = diamonds found fixed: { $mean }
study-stolen = thefts: { $mean }
study-thefts-unused = theft cards not used: { $mean }

plot-sweep-title = Victories of { $strategy }, by its parameter
plot-note = Bands: 95% intervals. Dotted: the share of everybody if all were equal.
plot-line = { $players } players, best at { $value }: { $share }
plot-victories = share of victories
plot-simulation-title = Scores and victories
plot-score = score
plot-not-below = games with at least this score

## solve and exploit

solve-what = { $game }, { $n } players, seed { $seed }
solve-learning = Learning
solve-walks = walks
solve-interrupted = Interrupted after { $done } walks. To go on: --resume { $file }
solve-keeping = Interrupted: keeping what was learnt, which takes some seconds…
solve-enough = It has made { $done } walks already, and --walks counts those, too: nothing more is learnt.
solve-nothing = Interrupted before anything was learnt: no file was written.
solve-kept = Kept in { $file }. To play it: { $bot }
solve-fair = With fresh cards; a fair share among { $n } is { $fair }.
solve-match = match
solve-against = it against { $n } { $bot }
solve-by = { $bot } against { $n } of it
exploit-what = An answer to { $bot }, { $game }, { $n } players, seed { $seed }
exploit-interrupted = Interrupted after { $done } walks: this is what was learnt so far.
exploit-nothing = Interrupted before anything was learnt.
exploit-found = Against a table full of { $bot }, whoever knows it wins at least { $share } instead of { $fair }: a gain of { $gain } ({ $low } to { $high }).
exploit-too-little = This answer has not learnt enough to tell: it wins { $share } against a table full of { $bot }, and { $fair } would be fair. Try more --walks.

## review

review-weighing = Weighing
review-what = { $n } players, { $games } games at most played out from each situation, seed { $seed }
review-column-player = player
review-column-result = result
review-column-cards = cards
review-column-others = others
review-column-own = own decisions
review-note = In points of victory against a fair share, which is { $fair } of 100. Cards, others and own decisions add up to the result; what cards and others gave is known to about { $margin }. A decision is known better, because all its choices meet the same chance: it is told with a margin of its own, and only where the difference is more than chance. { $game ->
    [mister-diamond] The judge forgets nothing and robs the dearest, which is not perfect either.
   *[other] The judge plays like a champion, who is not perfect either.
}
review-few = With { $games } games from each situation, small errors cannot be told from chance and are not counted: who made some looks better than with more games.
review-points = { $n ->
    [one] { $shown } point
   *[other] { $shown } points
}
review-adjusted = { $name }: without the luck of the cards, { $points }.
review-nothing = No decision and no card that made much of a difference.
review-rating = In this game { $name } decided { $rating ->
    [champion] like a champion
    [strong] very well
    [sound] well
    [lively] by instinct
   *[carefree] on a whim
}: { $n ->
    [one] one decision, which cost { $points }.
   *[other] { $n } decisions, which cost { $points } each on average.
}
review-decision = Expedition { $expedition }, { $cards ->
    [one] one card
   *[other] { $cards } cards
} deep: { $name } went { $chosen ->
    [L] to the camp; going deeper
   *[C] deeper; the camp
} was worth { $points } more, give or take { $margin }.
review-lucky = The best card: { $fatal ->
    [yes] { $card } for the second time
   *[no] { $kind ->
        [treasure] treasure { $card }
       *[other] { $card }
    }
} in expedition { $expedition }, which gave { $points }.
review-unlucky = The worst card: { $fatal ->
    [yes] { $card } for the second time
   *[no] { $kind ->
        [treasure] treasure { $card }
       *[other] { $card }
    }
} in expedition { $expedition }, which cost { $points }.

## review of Mister Diamond: what was done, and what would have been better

review-md-lift = Turn { $turn }: { $name } tried place { $place }{ $chosen ->
    [new] , which was new; one that was known to be fixed, so that the game goes on,
   *[seen] , which had proved to be fixed; a new place
} was worth { $points } more, give or take { $margin }.
review-md-theft = Turn { $turn }: { $name } { $done }; { $better } was worth { $points } more, give or take { $margin }.
review-md-took = { $form ->
    [done] took { $price } from { $victim }
   *[better] to take { $price } from { $victim }
}
review-md-took-nothing = { $form ->
    [done] took nothing
   *[better] to take nothing
}
review-md-memory = Memory: { $n ->
    [0] { $name } never tried
    [one] { $name } tried once
   *[other] { $name } tried { $n } times
} what had proved to be fixed; without any memory it would have been { $blind } times on average.
review-md-lucky = The best luck: { $what ->
    [loose] the diamond of place { $place }, which { $name } found to be loose
    [fixed] the diamond of place { $place }, which { $name } found to be fixed
    [theft] a theft card for { $name }
   *[ring] a ring of { $price } for { $name }
} in turn { $turn }, which gave { $points }.
review-md-unlucky = The worst luck: { $what ->
    [loose] the diamond of place { $place }, which { $name } found to be loose
    [fixed] the diamond of place { $place }, which { $name } found to be fixed
    [theft] a theft card for { $name }
   *[ring] a ring of { $price } for { $name }
} in turn { $turn }, which cost { $points }.
