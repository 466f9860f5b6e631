### Help for the command line. Plain messages only: cli/words.py reads them without the Fluent library, to be quick.

help-tacora = Diamant and Mister Diamond, to play and to study: exact rules, replayable games.
help-cmd-play = Play in this terminal, by eye or by ear, against bots and with others at the keyboard.
help-cmd-replay = Tell a recorded game again, from its file or from standard input (-).
help-cmd-verify = Check how a recorded game was dealt: its seed against the commitment and the cards seen.
help-cmd-odds = The exact odds of a situation: give the cards turned so far, in order.
help-cmd-odds-more = A treasure is its value, a hazard its id, a relic R and its value (R alone where none is printed). For example: tacora odds 11 snakes 4 --inside 3

help-opt-lang = Language of all text; otherwise that of the system.
help-opt-help = Show this text and stop.
help-opt-version = Show the version and stop.
help-opt-edition = The box: { $editions }.
help-opt-relics = Play with relics, or without; otherwise as is usual for the box.
help-opt-chests = Whether the chests are open to all or hidden until the end.
help-opt-prices = Mister Diamond: the prices of the rings, with commas, each on equally many of the 42.
help-opt-people = Names of the people at this keyboard, with commas.
help-opt-bots = Bots for the other seats, with commas, or empty for none. Diamant: { $bots }. Mister Diamond: { $mister }.
help-opt-expert = Mister Diamond: empty rings count against you.
help-opt-notes = Mister Diamond: places known to be fixed are marked for all.
help-opt-games = Mister Diamond: how many games add up to the match.
help-opt-first = Mister Diamond: the seat that begins, from 0; otherwise it is drawn.
help-opt-odds = Whether players may ask for the odds.
help-opt-seed = Deal from this seed, 64 hexadecimal digits, instead of a secret one.
help-opt-plain = Only plain lines, no drawing and no colour.
help-opt-resume = Go on with the unfinished game played last.
help-opt-file = Keep the game in this file; with --resume, go on with the game in it.
help-opt-json = Print one JSON object instead of sentences.
help-opt-commitment = Compare with this commitment, noted before the game.
help-opt-inside = How many explorers are inside now.
help-opt-held = What each of them holds; otherwise as if the same number had been inside from the first card.
help-opt-path = Gems lying on the path; otherwise likewise.
help-opt-expedition = Which expedition it is: decides which relics are in the deck. Otherwise the first that fits the cards.
help-opt-removed = Hazards out of the game, with commas.
help-opt-gone = Relics turned in earlier expeditions, with commas.
help-opt-lying = How many of the relics turned still lie in the tunnel; otherwise all.
help-opt-taken = How many relics were brought home in earlier expeditions.

help-word-usage = Usage:
help-word-options = Options
help-word-commands = Commands
help-word-default = default: { $value }
help-word-command = COMMAND [ARGUMENTS]…
help-word-options-slot = [OPTIONS]
