### The gathering at a table.

## With the start page

web-start-code = Code of the table
web-start-join = Join
web-start-code-empty = Type the code that somebody told you.
web-start-no-table = There is no table { $code }. Perhaps one letter is different.
web-start-unreachable = The server does not answer. Please try again in a moment.

## A new table

web-new-title = Make a table
web-new-game = Game
web-new-name = Your name
web-new-seats = Players, with bots
web-new-box = Box
web-new-options = Box, options, clock
web-new-relics = With relics
web-new-chests = Hidden chests
web-new-odds = Odds may be asked for
web-new-coach = The coach may be asked even among people
web-new-expert = For experts: empty rings count against you
web-new-notes = With notes of what was tried
web-why-relics = Five relics join the cards, one more before each expedition. Only somebody who leaves alone takes them.
web-why-chests = Nobody sees how many gems another has brought home until the end.
web-why-odds = Anybody may ask how likely the next card is to end the expedition.
web-why-coach = It tells what a champion would do. Alone against bots it can always be asked.
web-why-expert = A ring that is still empty at the end costs its price.
web-why-notes = Places where a diamond was found to be fixed stay marked; without, you remember them.
web-new-listed = Open to all, shown on the start page
web-box-schmidt-2005 = 15 treasures, and scorpions, snakes, gas, rockfall and explosion three times each. No relics.
web-box-tacora-2024 = 15 treasures, and spiders, snakes, lava, boulders and rams three times each. Five relics worth 5 to 12, if wished.
web-box-incan-gold-2006 = 15 treasures, and fire, mummy, rockfall, snakes and spiders three times each. A relic joins before each expedition: the first three taken count 5, the others 10.
web-box-diamant-2016 = 15 treasures, and spiders, snakes, lava, boulders and rams three times each. All five relics from the start: the first three taken count 5, the others 10.
web-box-incan-gold-2020 = 15 treasures, and fire, mummy, rockfall, snakes and spiders three times each. A relic joins before each expedition, worth the 5 to 12 on it.
web-box-tiny = Two treasures, one hazard three times, one relic, two expeditions: to try things out.
web-box-ravensburger-1993 = 42 diamonds on a tray, 16 of them fixed; rings of six prices, and thefts among the cards.
web-new-make = Make a table

## Seats

web-seats-title = Around the fire
web-seats-again-title = Another game?
web-seats-free = Free seat
web-seats-you = you
web-seats-bot = bot, { $temper }
web-seats-host = host
web-seats-online = here
web-seats-offline = not connected
web-seats-away = on a break
web-seats-time = { $times } × the time
web-seats-points = { $n } so far
web-seats-sit-here = Sit here
web-seats-sit-here-at = Sit here, seat { $number }
web-seats-put-bot = A bot
web-seats-put-bot-at = Put a bot on seat { $number }
web-seats-change = Change
web-seats-change-at = Change seat { $number }, { $name }
web-seats-bot-title = A bot for seat { $number }
web-seats-remove-bot = Take the bot away
web-seats-free-seat = Free the seat
web-seats-give-back = Give the seat back
web-seats-give-back-sure = Give the seat of { $name } back?
web-seats-free-seat-sure = Free the seat of { $name }?
web-seats-then-free = Anybody can sit down there then.
web-seats-then-sitting-in = A bot plays on for you, until you decide something yourself again.
web-seats-keep = Keep it
web-seats-pass-host = Make { $name } the host
web-seats-multiplier = Time for { $name }
web-seats-multiplier-times = { $times ->
    [1] as everybody
   *[other] × { $times }
}
web-seats-start = Start
web-seats-start-fill = { $free ->
    [one] Start, a bot takes the free seat
   *[other] Start, bots take the { $free } free seats
}
web-seats-club-next = Club evening: deal { $n } of { $deals } comes next.
web-seats-club-over = Club evening: all its deals are played. More games at this table are for fun.
web-seats-club-deal = Play deal { $n } of { $deals }
web-seats-club-link = Tables and standings
web-seats-rematch = Play again
web-seats-rematch-fill = { $free ->
    [one] Play again, a bot takes the free seat
   *[other] Play again, bots take the { $free } free seats
}
web-seats-waits-host = { $name } starts the game.
web-seats-waits-opener = Whoever opened the table starts the game.
web-seats-waits-you = You start the game when everybody sits.
web-seats-watching = You are watching.
web-seats-watching-full = You are watching. All seats are taken.
web-seats-latecomer = A game is under way. You can watch, and sit down afterwards.
web-seats-watchers = { $n ->
    [one] { $n } watches
   *[other] { $n } watch
}
web-seats-changed = The host changed the table: { $facts }.
web-seats-fact-relics = relics
web-seats-fact-chests-hidden = hidden chests
web-seats-fact-expert = for experts
web-seats-fact-notes = notes
web-seats-fact-no-odds = no odds
web-seats-fact-coach = coach
web-seats-fact-clock = { $seconds } s for each decision, { $end ->
    [leave] then home or at random
    [bot] then a bot plays
   *[wait] then the table waits
}
web-seats-fact-no-clock = no clock

## Sitting down

web-sit-title = Sit down
web-sit-title-at = Sit down, seat { $number }
web-sit-more-title = One more player here
web-sit-more-hint = For two or more who share this device.
web-sit-name = Your name
web-sit-more-name = Name
web-sit-colour = Colour
web-sit-button = Sit down
web-sit-cancel = Not now
web-sit-name-empty = A name is needed, so that others know who plays.
web-sit-lost = The connection is lost just now. You sit down as soon as it is back.
web-colour-orange = orange, dots
web-colour-sky = sky blue, stripes
web-colour-green = green, chevrons
web-colour-yellow = yellow, checks
web-colour-blue = blue, waves
web-colour-vermilion = vermilion, crosses
web-colour-purple = purple, rings
web-colour-grey = grey, plain
web-colour-taken = { $colour }, taken by { $name }

## Sharing

web-share-title = Invite others
web-share-code = The code of this table
web-share-how = Point a phone at the picture, send the link, or tell the code.
web-share-join-at = Or open { $address } and type the code.
web-share-copy = Copy the link
web-share-send = Send the link
web-share-text = Come into the cave: table { $code }.
web-share-qr = QR code of the link to this table
web-share-screen = Show on a shared screen
web-share-local = This address works on this device only. For others, start the server with tacora serve --lan.
web-share-scan = Point your phone here

## Time and absence

web-settle-title = Box, options, clock, bots
web-settle-clock = Clock
web-settle-no-clock = No clock
web-settle-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}
web-settle-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
web-settle-absence = Whoever is not there or out of time
web-settle-wait = is waited for
web-settle-leave = goes home; in Mister Diamond: plays at random
web-settle-bot = is played by a bot until back
web-settle-thinking = Bots think for a moment
web-settle-named = Show who is still awaited, not only how many
web-settle-words = Players may write in their own words, not only phrases

## The menu

web-menu-speak-as = As
web-menu-seat = Your seat
web-menu-table = This table
web-menu-hosting = Host
web-menu-watch = Copy the link for watching
web-menu-leave = To the start page
web-door-title = No such table
web-door-wrong = There is no table { $code }.
web-door-hint = Perhaps one letter is different, or the table was cleared away.

# A game without drawings

web-plain-title = How things stand
web-plain-thinking = { $left ->
    [0] Everybody has decided
    [one] One still decides
   *[other] { $left } still decide
}
web-plain-sealed = Sealed: { $action }.
