### The pages in a browser. The server sends these messages as data; a page fills them in by itself.

## Every page

web-description = Diamant and Mister Diamond, to play together in a browser: a link, a name, and you are in the cave.
web-skip = Skip to the content
web-language = Language
# The language, in itself.
web-language-name = English
web-help = Help
web-menu = Menu
web-close = Close
web-labelled = { $label }: { $text }
web-full-rules = The full rules
web-stale-newer = Tacora has a newer version. Reload this page to get it.
web-stale-unloaded = A part of this page did not load. Reload it to try again.
web-stale-old = This browser is too old for Tacora, and not all of it will work. It takes Chrome or Edge 111, Firefox 121, Safari 16.4, or a newer one.
web-stale-reload = Reload
web-aid-diamant =
    Five times, everybody enters the cave together.
    A treasure is divided equally among those inside; what cannot be divided stays on its card.
    The first hazard of a kind is a warning. The second of the same kind ends the expedition: whoever is still inside loses what they hold.
    Before every card but the first, all decide in secret: deeper, or back to camp.
    Whoever leaves puts what they hold into the chest and divides what lies on the path with those who leave at the same moment.
    A relic belongs to whoever leaves alone.
    After five expeditions the fullest chest wins.
web-aid-mister-diamond =
    42 diamonds stand on the tray, 16 of them fixed; nobody knows which.
    On your turn you draw a card.
    A ring: try to lift one diamond, once. Loose, it is set on your ring; fixed, it stays, and your ring stays empty.
    A theft: you may take a diamond off another player's ring for an empty ring of yours of the same price. Whoever is robbed plays next.
    The game ends with the last card, or when only the fixed diamonds are left. A ring with a diamond counts its price; for experts an empty one counts against you.

## A table

web-table = Table
web-table-title = Table { $table }
web-history = What happened
web-you-name = Explorer
web-phrases = Say something
web-words = In your own words
web-words-say = Say it
web-words-off = The host allows phrases only from now on.
web-copy-link = Copy the link to this table
web-copy-personal = Copy the personal link to this seat
web-copied = Copied
web-take-a-break = Take a break
web-come-back = Come back
web-stand-up = Give the seat back
web-line-lost = The connection is lost. Trying again; nothing is lost.
web-wish-unsent = There is no connection just now: that was not sent. Please try again in a moment.
web-wish-unsure = The connection was lost just then. Please look whether it was done.
web-wish-again = The server could not write your decision down. It is sent again until it is kept.
web-wish-early = Too soon: this is a new question. Nothing is decided yet.
web-wish-late = Too late: everybody had decided.
web-notices = When it is your turn
web-notices-on = Show a notice while you look elsewhere and this page is open
web-notices-refused = The browser does not allow notices here. Its settings for this page can change that.
web-your-turn = Your turn · { $title }
web-missing = { $count ->
    [one] { $names } is not there.
   *[other] { $names } are not there.
}
web-missing-host = { $name } can let a bot play until they are back.
web-missing-do = Let a bot play until they are back
web-line-back = Connected again.
web-connecting = Connecting…
web-refused-lost = A dead end
web-refused-title = That did not work
web-refused-back = Back to the start
