### The table by ear: announcements, answers, keys, words to type, sounds, and what is settled for a device.

## Who comes and goes

web-ear-sat = { $count ->
    [one] { $names } sits down.
   *[other] { $names } sit down.
}
web-ear-you-sat = You sit at seat { $letter } as { $name }.
web-ear-renamed = { $name } is called { $now } now.
web-ear-stood = { $count ->
    [one] { $names } gets up.
   *[other] { $names } get up.
}
web-ear-offline = { $name } is not connected any more.
web-ear-back = { $name } is back.
web-ear-away = { $name } takes a break.
web-ear-sits-in = { $bot } plays for { $name }.
web-ear-late = { $name } is out of time.
web-ear-you-host = You are the host.
web-ear-gathering = { $taken ->
    [0] Table { $table }. Nobody sits here yet; { $seats } seats are free.
    [one] Table { $table }. { $taken } of { $seats } seats is taken: { $names }.
   *[other] Table { $table }. { $taken } of { $seats } seats are taken: { $names }.
}
web-ear-awaited = All others have decided. You are awaited.

## Answers

web-ear-nothing-asked = Nobody is asked anything now.
web-ear-no-clock = There is no clock at this table.
web-ear-no-time-runs = No time runs now.
web-ear-time = { $seconds ->
    [one] You have { $seconds } second left.
   *[other] You have { $seconds } seconds left.
}
web-ear-time-others = { $seconds ->
    [one] The others have at most { $seconds } second left.
   *[other] The others have at most { $seconds } seconds left.
}
web-ear-more-asked = More time is asked for.
web-ear-history-none = Nothing has happened yet.
web-ear-unsent = The connection is lost. This is kept, and sent as soon as it is back.
web-ear-history-first = Nothing is told from before.
web-ear-history-last = That was the latest.
web-ear-kind-all = All messages.
web-ear-kind-game = The game.
web-ear-kind-table = The table.
web-ear-kind-own = Your own.

## Keys

web-ear-key-line = { $key }: { $what }.
web-ear-act-deeper = deeper
web-ear-act-camp = back to camp
web-ear-act-repeat = say the last again
web-ear-act-cave = what lies on the table
web-ear-act-players = all players
web-ear-act-mine = what is yours
web-ear-act-waiting = what is asked, and who is awaited
web-ear-act-time = time left
web-ear-act-more = ask for more time
web-ear-act-odds = the odds of the next card
web-ear-act-coach = the coach, on or off
web-ear-act-back = back in what happened
web-ear-act-forward = forward in what happened
web-ear-act-kind = which messages these go through
web-ear-act-help = the keys
web-ear-act-command = to the command line
# One key each, no two alike.
web-ear-usual-deeper = d
web-ear-usual-camp = c
web-ear-usual-repeat = r
web-ear-usual-cave = v
web-ear-usual-players = p
web-ear-usual-mine = m
web-ear-usual-waiting = w
web-ear-usual-time = t
web-ear-usual-more = +
web-ear-usual-odds = o
web-ear-usual-coach = k
web-ear-usual-back = ,
web-ear-usual-forward = .
web-ear-usual-kind = f
web-ear-usual-help = ?
web-ear-usual-command = /
web-ear-sign-comma = comma
web-ear-sign-stop = full stop
web-ear-sign-semicolon = semicolon
web-ear-sign-question = question mark
web-ear-sign-slash = slash
web-ear-sign-plus = plus
web-ear-help-grid = On the tray: arrows from place to place, a number goes to that place, Enter lifts.
web-ear-help-more = Keys can be changed or turned off in the menu.
web-ear-keys-off = Single keys are turned off.

## Words to type, the one shown first and other ways; no word means two things

web-ear-typed-cave = look tray
web-ear-typed-players = who
web-ear-typed-repeat = repeat
web-ear-typed-time = time
web-ear-typed-waiting = waiting
web-ear-typed-more = more
web-ear-typed-start = start
web-ear-typed-words = say
web-ear-typed-hello = hello hi
web-ear-typed-well-played = bravo
web-ear-typed-good-luck = luck
web-ear-typed-ouch = ouch
web-ear-typed-wait = wait
web-ear-typed-ready = ready
web-ear-typed-thanks = thanks
web-ear-typed-again = rematch
web-ear-types = { $word }: { $what }.
web-ear-types-phrase = { $word } says: { $phrase }
web-ear-types-number = A number tries that place; with a question mark behind it, you hear about it.
web-ear-typing-continue = deeper into the cave
web-ear-typing-leave = back to camp
web-ear-typing-cave = what lies on the table
web-ear-typing-players = all players
web-ear-typing-mine = what is yours
web-ear-typing-odds = the odds of the next card
web-ear-typing-coach = the coach, on or off
web-ear-typing-history = the last things that happened; with a number, that many
web-ear-typing-rules = the rules in short
web-ear-typing-help = this list
web-ear-typing-withdraw = take your decision back
web-ear-typing-decline = do not steal
web-ear-typing-repeat = say the last again
web-ear-typing-time = time left
web-ear-typing-waiting = what is asked, and who is awaited
web-ear-typing-more = ask for more time
web-ear-typing-start = deal the cards, if you are the host
web-ear-typing-words = what you write after it, where the host allows your own words
web-ear-typing-quit = how to stop
web-ear-quit = Close this page to stop. Your seat is kept for you.
web-ear-not-understood = “{ $text }” is not a word that is known here. Type help for those that are.
web-ear-not-now = Not now.
web-ear-withdrawn = Taken back.
web-ear-nothing-sealed = You have not decided yet.
web-ear-several = Several play at this device: decide with the buttons or keys of the page, in secret.
web-ear-watching = You have no seat at this table.
web-ear-theft-choice = { $n }: { $what }.
web-ear-no-such-theft = There is no theft { $n }.
web-ear-no-such-place = There is no place { $place }; they go from 1 to { $places }.

## What each player settles for a device

web-ear-title = Sound, words, keys, large print
web-ear-device = This device
web-ear-speech = What is said
web-ear-wording = Wording
web-ear-wording-short = short
web-ear-wording-normal = normal
web-ear-wording-full = full
web-ear-aloud = Read aloud
web-ear-aloud-on = Let the browser read aloud, for whoever has no screen reader
web-ear-aloud-voice = Voice
web-ear-aloud-none = This browser has no voice for this language.
web-ear-aloud-usual = the usual one
web-ear-aloud-rate = Speed
web-ear-print = Large print
web-ear-print-size = Size of letters and patterns
web-ear-print-usual = usual
web-ear-print-large = large
web-ear-print-larger = very large
web-ear-sounds = Sounds
web-ear-sounds-on = Play sounds
web-ear-volume = Volume of what happens
web-ear-volume-signals = Volume of your turn and of warnings
web-ear-vibrate = Vibrate at your turn and at a disaster, where the device can
web-ear-try = Learn the sounds
web-ear-command-title = Command line
web-ear-command-on = Show a line to type words into
web-ear-command = Command
web-ear-command-do = Send
web-ear-missed = { $count ->
    [one] One older message, and then:
   *[other] { $count } older messages, and then:
}
web-ear-command-empty = The line is empty.
web-ear-command-closed = The command line is closed; { $key } opens it again.
web-ear-command-hint = Words such as continue, leave, who, help
web-ear-keys = Keys
web-ear-keys-on = Single keys work while the table has the focus
web-ear-keys-change = Change the keys
web-ear-keys-about = One sign for each; an empty field turns that key off.
web-ear-keys-taken = { $key } is already the key for: { $what }. Choose another.
web-ear-keys-reset = The usual keys again

## The course of a game as tones

web-ear-listen = Listen to the course
web-ear-listen-stop = Stop
web-ear-listen-line = { $letter }, { $name }, from { $first } to { $last }.
