### The pages with the rules.

web-rules-diamant = Diamant
web-rules-mister-diamond = Mister Diamond
web-rules-title = How to play { $game }
web-rules-about = The rules, numbered, as Tacora plays them.
web-rules-aid = Aid sheet
web-rules-contents = Contents
web-rules-other = The other game
web-rules-print = Print
web-rules-print-aid = Print the aid sheet
web-rules-play = Play now
web-rules-card-treasure = Treasure: divided
web-rules-card-hazard = Hazard: a warning
web-rules-card-disaster = The same again: out
web-rules-card-relic = Relic: who leaves alone
web-rules-ruby = 1 gem
web-rules-diamond = 5 gems
web-rules-stone-loose = Loose: it is yours
web-rules-stone-fixed = Fixed: it stays
web-rules-ring = Set: counts its price
web-rules-theft = Theft: same price only
web-rules-theft-word = Theft
