### The start page.

web-start-tagline = Two games of nerve and memory, at one table, wherever you are.
web-start-needs-script = This page needs JavaScript. Without it, the rules can be read, but not played.
web-start-play = Play now
web-start-play-diamant = Play now: Diamant
web-start-play-mister-diamond = Play now: Mister Diamond
web-start-strength = Three bots. How strong?
web-start-who = { $name }: { $temper }.
web-start-company = { $names }, one of each.
web-start-opening = The table is being laid …
web-start-players = { $least } to { $most } players
web-start-rules = How to play
web-start-goon-title = Where you left off
web-start-goon = Go on at table { $code }
web-start-join-title = Join a table
web-start-code-hint = Four syllables, such as ba-ki-to-lu.
web-start-lobby-title = Open tables
web-start-lobby-empty = No table is open to all just now. Make one.
web-start-lobby-free = { $free ->
    [0] full
    [one] { $free } seat free
   *[other] { $free } seats free
}
web-start-lobby-running = playing
web-start-lobby-nobody = Nobody sits there yet.
web-start-lobby-here = { $n ->
    [0] nobody is there just now
    [one] { $n } person is there now
   *[other] { $n } people are there now
}
web-start-sit = Sit down
web-start-sit-at = Sit down at table { $code }
web-start-watch = Watch
web-start-watch-at = Watch table { $code }
web-start-back = Go on
web-start-more = More
web-start-daily = The cave of the day
web-start-daily-about = One deal a day, the same for everybody.
web-start-club = A club evening
web-start-club-about = The same deals at several tables, scored seat against seat.
web-start-mine = My games
web-start-install = Install Tacora
web-start-replay = Replay a game from a file
web-start-rules-diamant = How to play Diamant
web-start-rules-mister-diamond = How to play Mister Diamond
web-about-diamant = Into the cave together. Deeper for more, or home with what you hold?
web-about-mister-diamond = 42 diamonds, 16 of them fixed. Lift, miss, remember.
