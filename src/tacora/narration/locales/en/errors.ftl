### Why something was refused. One line each: first the place, then the cause.

place-expedition = expedition { $n }
place-decision = decision { $n }
place-card = card { $n }
place-seat = seat { $n }
place-and-cause = { $place }: { $cause }

refused-seat-count = { $least } to { $most } players are needed, not { $given }
refused-unknown-game = there is no game "{ $name }"; there are { $known }
refused-no-kernel = the simulator does not play { $name }; the arena does
refused-unknown-edition = there is no edition "{ $edition }"; there are { $known }
refused-no-relics = the box { $edition } has no relics
refused-without-relics = "{ $text }" is a relic, and this game has none: add --relics
refused-duplicate-relics = a deal that no decision changes is played without relics
refused-not-in-deck = "{ $text }" is not in the deck at this moment
refused-too-few-cards = too few cards: number { $needed } is needed, but is not written down
refused-nobody-decides = nobody has a decision to make
refused-not-inside = a decision of somebody who is not inside
refused-no-decision = a decision is missing
refused-not-a-decision = "{ $given }" is neither continue nor leave
refused-unknown-field = unknown field "{ $field }" in { $path }
refused-missing-field = field "{ $field }" is missing in { $path }
refused-wrong-type = { $path } should be { $expected ->
    [str] a text
    [int] a whole number
    [array] a list
    [object] an object
    [object-or-array] an object or a list
    [bool] true or false
    [null] nothing
    [float] a fraction
    [bool-or-int-or-str] true, false, a whole number or a text
   *[other] { $expected }
}, not { $given ->
    [str] a text
    [int] a whole number
    [array] a list
    [object] an object
    [object-or-array] an object or a list
    [bool] true or false
    [null] nothing
    [float] a fraction
   *[other] { $given }
}
refused-unknown-value = "{ $value }" is not possible in { $path }
refused-wrong-length = { $path } should have { $bound ->
    [most] at most { $n }
    [below] fewer than { $n }
    [least] at least { $n }
    [above] more than { $n }
   *[exactly] { $n }
} { $n ->
    [one] sign or entry
   *[other] signs or entries
}
refused-out-of-range = { $path } should be { $bound ->
    [most] at most { $n }
    [below] less than { $n }
    [least] at least { $n }
   *[above] more than { $n }
}
refused-wrong-signs = { $path } has characters that it cannot have, or not enough of them
refused-number-too-large = { $path } is a number with too many digits
refused-not-an-option = { $path } has no such option: { $field }
refused-bad-shape = { $path }: { $detail }
refused-empty = there is nothing in it
refused-not-utf8 = this is not text in UTF-8: byte { $byte }
refused-field-twice = the field "{ $field }" stands there twice
refused-not-json = this is not JSON from line { $line }, column { $column } on
refused-json-cut = its end is missing
refused-json-deep = it is nested too deep
refused-json-value = it has a value that is not JSON
refused-bad-name = a name has 1 to { $most } visible characters
refused-bad-seed = the seed should be 64 hexadecimal digits, not "{ $text }"
refused-bad-commitment = the commitment should be 64 hexadecimal digits, not "{ $text }"
refused-seed-or-deal = { $given ->
    [0] there is neither a seed nor a deal; one of them is needed
   *[other] there are both a seed and a deal; only one of them can be true
}
refused-turned-without-seed = "turned" goes with a seed only
refused-no-such-expedition = a game has { $most } expeditions
refused-unknown-card-typed = there is no card "{ $text }" in { $edition }, where the hazards are { $hazards }
refused-unknown-card = there is no card "{ $text }" in { $edition }
refused-after-the-end = the game is already over
refused-expedition-over = this expedition is already over
refused-expedition-open = expedition { $open } is not over yet
refused-letter-count = "{ $text }" has { $given ->
    [one] { $given } letter
   *[other] { $given } letters
}, but there are { $expected } seats
refused-unknown-letter = "{ $letter }" is none of C, L and -
refused-already-home = "{ $letter }" but { $name } is already at camp
refused-must-decide = "{ $letter }" for { $name }, but whoever is inside has to decide
refused-unknown-bot = there is no bot "{ $bot }"; there are { $known }
refused-bot-parameter = { $expected ->
    [none] bot "{ $bot }": this bot takes no number
    [theft] bot "{ $bot }": best, weighed, dearest, any or never is needed behind the second colon
    [count] bot "{ $bot }": a whole number from 1 to 999999 is needed behind the colon
    [file] bot "{ $bot }": the name of a file is needed behind the colon
   *[probability] bot "{ $bot }": a probability from 0 to 1 is needed behind the colon
}
refused-no-file = { $file }: there is no such file
refused-unknown-limit = there is no limit called "{ $given }"; perhaps { $near }
refused-bad-limit = { $limit }: "{ $given }" is not a number above 0
refused-bad-whole-limit = { $limit }: "{ $given }" is not a whole number above 0
refused-bad-network = "{ $given }" is neither an address nor a network such as 10.0.0.0/8
refused-bad-node = "{ $given }" is not a name of a process: letters, digits, points, hyphens and underscores, at most 63
refused-bad-host-name = "{ $given }" is not the name of a server, such as tacora.example
refused-unreadable-file = { $file }: cannot be read ({ $detail })
refused-copy-to-itself = { $file }: the tables are there already; a copy needs another place
refused-unwritable-file = { $file }: cannot be written ({ $detail })
refused-name-taken = somebody is called "{ $name }" already; choose another name
refused-nothing-to-resume = there is no unfinished game to go on with
refused-not-a-save = { $file }: this is not a saved game ({ $detail })
refused-record-not-save = { $over ->
    [yes] { $file }: this game is over; tacora replay tells it again
   *[no] { $file }: this is a record, not a saved game; tacora replay tells it
}
refused-save-not-record = this is a saved game, not a record; tacora play --resume --file goes on with it
refused-bad-sealed = the sealed decision "{ $text }" of seat "{ $whose }" cannot be
refused-save-without-seed = a saved game needs its seed
refused-resume-alone = --resume goes on with a saved game as it was; leave out { $option }
refused-impossible-tunnel = this tunnel cannot be: the expedition ended at card { $at }
refused-no-folder = { $folder }: there is no such folder
refused-game-in-use = { $file }: this game is being played elsewhere
refused-output = the output cannot be written ({ $detail })
refused-file-exists = { $file }: there is such a file already; --resume goes on with the game in it
refused-cannot-be-out = "{ $text }" cannot be out of the game by then, or not so often
refused-not-a-hazard = "{ $text }" is not a hazard
refused-not-a-relic = "{ $text }" is not a relic
refused-too-many-removed = before expedition { $before } at most { $most } hazards can be removed, not { $given }
refused-too-many-taken = { $given } relics cannot have been taken by now
refused-too-many-lying = { $given } relics cannot lie in the tunnel, { $turned } were turned
refused-usage-no-value = option { $option } takes no value
refused-usage-option = there is no option { $option }{ $hint ->
    [none] {""}
   *[some] ; perhaps { $hint }
}
refused-usage-command = there is no command "{ $given }"; there are { $known }
refused-usage-missing = { $name } is missing
refused-usage-choice = { $name }: "{ $given }" is none of { $choices }
refused-usage-number = { $name }: "{ $given }" is not a whole number in { $range }
refused-usage-value = option { $option } needs a value
refused-usage-extra = too much: { $given }
refused-usage-other = { $detail }
refused-no-locales = { $folder }: TACORA_LOCALES has to name a folder
refused-bad-locale = { $folder }: the name of a folder of messages is the code of a language that is not there yet, such as de or pt-BR
refused-bad-message = { $file }: the message { $message } is missing or cannot be used

## Mister Diamond

place-game = game { $n }
refused-bad-prices = prices should be different, from 1 to 1000000, and divide { $rings } rings evenly, not { $given }
refused-not-prices = --prices needs whole numbers with commas, not "{ $text }"
refused-bad-games = a match has from 1 to { $most } games, not { $given }
refused-no-such-seat = there is no seat { $given }; they go from 0 to { $most }
refused-no-such-place = there is no place { $given }; they go from 1 to { $most }
refused-fixed-count = { $expected } places are fixed, not { $given }
refused-place-twice = place { $given } is fixed twice
refused-no-such-game = this match has { $most ->
    [one] { $most } game
   *[other] { $most } games
}
refused-not-your-turn = it is the turn of seat { $turn }
refused-not-possible = "{ $action }" does not answer the card "{ $drawn }"
refused-unknown-decision = "{ $text }" is neither a place nor "steal SEAT PRICE" nor "decline"
refused-expected-place = "{ $text }" but { $name } drew a ring of { $drawn } and has to name a place
refused-expected-theft = "{ $text }" but { $name } drew a theft card: "steal SEAT PRICE" or "decline"
refused-no-diamond-there = "{ $text }" but no diamond stands there
refused-no-such-theft = "{ $text }" but { $name } cannot steal that
refused-wrong-game = { $option } is not an option of { $which }

## Study

refused-not-simulated = seat { $at }: the simulator does not know the bot "{ $bot }"; tacora arena plays any bot
refused-not-a-strategy = the simulator knows no bot "{ $bot }" for this game, only { $known }; tacora arena plays any bot, --edition chooses the game
refused-no-gpu = there is no NVIDIA GPU that can be used here
refused-needs-study = this needs NumPy, Numba and matplotlib: pip install 'tacora[study]', or in a clone .venv/bin/pip install -e '.[study]'
refused-needs-cluster = this needs Dask: pip install 'tacora[cluster]', or in a clone .venv/bin/pip install -e '.[cluster]'
refused-cluster-away = no Dask scheduler answers at { $address } ({ $detail })
refused-cluster-empty = the scheduler at { $address } has no workers: dask worker { $address } starts some
refused-cluster-version = { $where } has another Tacora ({ $theirs }) than this program ({ $ours }): install the same one everywhere
refused-cluster-bot = a worker has another { $bot } than this program, or none: put the same file there, and start the workers again
refused-cluster-gpu = on a cluster games are played by processors: leave out --device gpu
refused-cluster-killed = several workers at { $address } died of the same piece of work, perhaps for lack of memory ({ $detail })
refused-cluster-lost = the scheduler at { $address } is gone; what had come back by then counts
refused-cluster-waiting = no worker is left at { $address }: waiting for one; Ctrl-C ends it with what is done
refused-not-reviewable = this game cannot be weighed: only Diamant and Mister Diamond can
refused-no-coach = this game has no coach
refused-review-not-over = this game is not over: only a finished one is weighed
refused-review-too-long = this match has { $given } games: to weigh it would take too long, { $most } are the most
refused-not-solvable = this game cannot be solved: only Diamant can
refused-strategy-for-another = this strategy is for { $box } with { $seats } players, not for { $here } with { $given }
refused-not-a-strategy-file = { $file } is not a strategy written by tacora solve
refused-no-champion = there is no champion for { $box } with { $seats } players
refused-not-progress = { $file } is not a .progress file of tacora solve
refused-strategy-is-there = { $file } is there already: go on with --resume, or name another file
refused-other-seed = { $file } was learnt with --seed { $seed }: go on with that one, or leave --seed out
refused-other-progress = { $file } is the progress of another game, or of another number of players
refused-not-a-table-file = { $file } is not a table written by numpy.save
refused-bad-table = { $file }: a table needs { $size } numbers
refused-not-probability = { $file }: number { $place } is { $given }, which is not a probability from 0 to 1
refused-picture-kind = { $file }: the name of a picture ends in one of { $known }
refused-not-a-range = "{ $text }" is not a range such as gems:1..40 or random:0..1..0.05
refused-bad-range = "{ $text }" is not a rising range of at most { $most } values
refused-not-players = --players needs whole numbers with commas, not "{ $text }"

## Arena

refused-too-few-bots = an arena needs at least 2 bots, not { $given }
refused-too-few-deals = { $given } deals are too few: it takes { $least } until every two bots have met twice
refused-guest-module = bot "{ $bot }": there is no module "{ $module }"
refused-guest-import = bot "{ $bot }": the module "{ $module }" cannot be imported ({ $detail })
refused-guest-class = bot "{ $bot }": there is no class "{ $name }" in the module "{ $module }"
refused-guest-choose = bot "{ $bot }": the class "{ $name }" has no method "choose"
refused-guest-making = bot "{ $bot }": cannot be made ({ $detail })
refused-bot-raised = deal { $deal }: the bot "{ $bot }" failed ({ $detail }); --seed { $seed } plays it again
refused-bot-illegal = deal { $deal }: the bot "{ $bot }" answered { $given }, which is not allowed there; --seed { $seed } plays it again
refused-process-died = a process died while it played; --processes 1 --seed { $seed } shows where
