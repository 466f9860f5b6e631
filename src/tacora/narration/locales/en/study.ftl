### What the commands for study say: simulate and sweep.

study-compiling = Compiling for this machine; this is kept, and takes a few seconds the first time.
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
review-what = { $n } players, { $games } games played out from each situation, seed { $seed }
review-column-player = player
review-column-result = result
review-column-cards = cards
review-column-others = others
review-column-own = own decisions
review-note = In points of victory against a fair share, which is { $fair } of 100. Cards, others and own decisions add up to the result; they are known to about four points. The judge plays like a champion, who is not perfect either.
review-adjusted = { $name }: without the luck of the cards, { $points } points.
review-nothing = No decision and no card that made much of a difference.
review-decision = Expedition { $expedition }, { $cards ->
    [one] one card
   *[other] { $cards } cards
} deep: { $name } went { $chosen ->
    [L] to the camp; going deeper
   *[C] deeper; the camp
} was worth { $points } points more.
review-lucky = The best card: { $fatal ->
    [yes] { $card } for the second time
   *[no] { $kind ->
        [treasure] treasure { $card }
       *[other] { $card }
    }
} in expedition { $expedition }, which gave { $points } points.
review-unlucky = The worst card: { $fatal ->
    [yes] { $card } for the second time
   *[no] { $kind ->
        [treasure] treasure { $card }
       *[other] { $card }
    }
} in expedition { $expedition }, which cost { $points } points.
