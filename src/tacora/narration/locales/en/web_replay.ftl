### The replay of a game, from a link or a file.

web-replay-title = Replay
web-replay-of-game = Game { $game } at table { $table }
web-replay-of-file = From a file
web-replay-open = Open a record
web-replay-open-about = Choose the file of a game, or drop it anywhere on this page. It stays a file: nothing of it is kept.
web-replay-choose = Choose a file
web-replay-unread = This file cannot be read: { $name }
web-replay-too-large = This file has more than { $most } kB. It is no record of a game.
web-replay-eyes = Seen by
web-replay-eyes-all = everybody
web-replay-controls = Step through the game
web-replay-back = Back
web-replay-forward = Forward
web-replay-first = To the beginning
web-replay-last = To the end
web-replay-play = Play
web-replay-pause = Pause
web-replay-speed = Speed
web-replay-step = Step
web-replay-step-of = { $step } of { $steps }
web-replay-opened = { $what }. { $steps } steps, with { $names }. The arrow keys step.
web-replay-keys-on = Keys step and play
web-replay-jump = Jump to
web-replay-jump-end = Result
web-replay-sentences = What happened
web-replay-unfinished = This game is not over.
web-replay-keys = Arrow keys step, Space plays and pauses, Home and End go to the ends.
web-replay-keys-weighed = Shift with the arrow keys goes from one decision that cost something to the next.
web-replay-link = Copy a link to this moment
refused-replay-too-long = this record has more than { $most } decisions
refused-too-many-reviews = too many games were to be weighed at once or within a minute; please try again in a minute
refused-review-failed = this game could not be weighed; please try again later
refused-too-many-replays = at most { $most } records a minute can be read for one address; please wait a moment

## Without a network

web-offline-title = You are offline
web-offline-about = The way to the cave is closed: this device has no network, or the server does not answer.
web-offline-kept = Your seats are safe. Tables wait, and this page looks again by itself.
web-offline-rules = Meanwhile: the rules.
web-offline-again = Look again
