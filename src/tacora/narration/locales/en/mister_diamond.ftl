### What happens at a table of Mister Diamond, and what lies on it.

edition-ravensburger-1993 = Mister Diamond, Ravensburger 1993
md-dollars = { $n ->
    [one] { NUMBER($n, useGrouping: 0) } dollar
   *[other] { NUMBER($n, useGrouping: 0) } dollars
}

## What happens

md-game = Game { $game } of { $games }.
md-began = { $kind ->
    [me] { $places } diamonds, { $fixed } of them fixed. You begin.
   *[other] { $places } diamonds, { $fixed } of them fixed. { $Who } begins.
}
md-ring = { $kind ->
    [me] You draw a ring of { $price }.
   *[other] { $Who } draws a ring of { $price }.
}
md-theft = { $kind ->
    [me] You draw a theft card.
   *[other] { $Who } draws a theft card.
}
md-theft-idle = { $kind ->
    [me] You draw a theft card, but there is nothing for you to steal.
   *[other] { $Who } draws a theft card, but there is nothing to steal.
}{ $more ->
    [no] {""}
   *[yes] {" "}Another card.
}
md-lifted = { $kind ->
    [me] Place { $place } is loose. The diamond is yours, on the ring of { $price }.
   *[other] Place { $place } is loose. { $Who } sets the diamond on the ring of { $price }.
}
md-stuck = { $kind ->
    [me] Place { $place } is fixed. Your ring of { $price } stays empty.
   *[other] Place { $place } is fixed. The ring of { $price } stays empty.
}
md-stolen = { $kind ->
    [me] You steal the diamond of { $price } from { $victim }.
   *[other] { $victim-kind ->
        [me] { $Who } steals your diamond of { $price }.
       *[other] { $Who } steals the diamond of { $price } from { $victim }.
    }
}{ $more ->
    [no] {""}
   *[yes] { $victim-kind ->
        [me] {" "}You play next.
       *[other] {" "}The victim plays next.
    }
}
md-declined = { $kind ->
    [me] You do not steal.
   *[other] { $Who } does not steal.
}{ $more ->
    [no] {""}
   *[yes] {" "}Another card.
}
md-game-ended = Game { $game } is over: { $scores }.
md-score = { $name } { $score }
md-ended = { $games ->
    [one] The game is over.
   *[other] The match is over.
} { $kind ->
    [me] You win with { $score }.
    [one] { $Who } wins with { $score }.
   *[other] { $Who } share the victory with { $score }.
}
md-paused = The record ends here, before a card is drawn. Next: { $name }.
md-open = The record ends here. To decide: { $name }.

md-verify-cards-no = The cards drawn differ from those the seed deals: game { $game }, card { $card }.
md-verify-places-no = The fixed places differ from those the seed gives: game { $game }.

## What lies on the table

md-board = { $n ->
    [one] { $n } diamond stands, at place { $places }.
   *[other] { $n } diamonds stand, at the places { $places }.
}
md-cards = { $n ->
    [0] No card is left.
    [one] { $n } card is left{ $thefts ->
        [0] {""}
       *[other] , a theft
    }.
   *[other] { $n } cards are left, { $thefts ->
        [0] none of them a theft
        [one] one of them a theft
       *[other] { $thefts } of them thefts
    }.
}
md-notes = { $n ->
    [0] The notes name no fixed place yet.
   *[other] Fixed, by the notes: { $places }.
}
md-drawn = The card drawn: a ring of { $price }.
md-place-empty = Place { $place }: empty.
md-place-fixed = Place { $place }: a fixed diamond, by the notes.
md-place-standing = Place { $place }: a diamond stands there.
md-rings = { $letter }, { $name }: { $score }. { $filled ->
    [none] No diamond.
   *[other] With a diamond: { $filled }.
} { $empty ->
    [none] No empty ring.
   *[other] Empty: { $empty }.
}
md-rings-mine = You have { $score }. { $filled ->
    [none] No diamond.
   *[other] With a diamond: { $filled }.
} { $empty ->
    [none] No empty ring.
   *[other] Empty: { $empty }.
}
md-price-times = { $n } of { $price }
md-totals = Before game { $game } of { $games }: { $scores }.
md-rank = { $rank }. { $name }: { $score }

## The table in a terminal

md-table = Mister Diamond{ $expert ->
    [yes] , for experts
   *[no] {""}
}{ $notes ->
    [yes] , with notes
   *[no] {""}
}{ $games ->
    [one] {""}
   *[other] , { $games } games
}.
md-ask-place = For { $price }, which diamond? A number, or ? for help:{" "}
md-ask-place-of = { $name }, for { $price }, which diamond? A number, or ? for help:{" "}
md-ask-theft = Steal which? A number, { $decline } for none, or ? for help:{" "}
md-ask-theft-of = { $name }, steal which? A number, { $decline } for none, or ? for help:{" "}
md-theft-choice = { $n }: { $price } from { $victim }
md-no-such-place = There is no place { $place }; they go from 1 to { $most }.
md-no-diamond = No diamond stands at place { $place }.
md-no-such-choice = There is no choice { $n }.

md-command-decline = decline d
md-command-board = left w
md-command-mine = mine m
md-command-rings = rings p
md-command-history = history h
md-command-rules = rules r
md-command-help = help ?
md-command-quit = quit q
md-help-place = a number: try that place; with a question mark behind it, hear about it
md-help-theft = a number: commit that theft of the list
md-help-decline = leave a theft unused and draw again
md-help-board = what is left: the places with a diamond, and the cards
md-help-mine = your rings
md-help-rings = everybody's rings
md-help-history = what happened since your last turn; where the table plays with notes, a number tells that many turns
md-help-rules = the rules on one page
md-help-help = this list
md-help-quit = stop here; the game is saved
bot-elephant = Elephant
bot-squirrel = Squirrel
bot-goldfish = Goldfish
temper-elephant = forgets nothing
temper-squirrel = forgets where it looked, after a while
temper-goldfish = forgets almost at once

md-aid-sheet =
    Mister Diamond on one page.
    2 to 8 players. 42 diamonds stand on the tray, 16 of them fixed; nobody knows which.
    On your turn you draw a card.
    Ring: try to lift one diamond, once. Loose: it is set on the ring you drew. Fixed: it stays, and the ring stays empty.
    Theft: you may take a diamond off another player's ring for an empty ring of yours of the same price. Whoever is robbed plays next. If you cannot or will not, you draw again.
    A ring you filled can be robbed; an empty ring can be filled only by theft.
    The game ends with the last card, or when only the fixed diamonds are left.
    A ring with a diamond counts its price. For experts an empty ring counts against you.
    Most dollars wins. A table with notes marks the places that proved to be fixed; otherwise, remember them.

## Questions before a game

md-welcome = Tacora. Mister Diamond in the terminal.
md-ask-expert = For experts, with empty rings counting against you? y or n, Enter for no:{" "}
md-ask-notes = With notes that mark the places known to be fixed, for everybody? y or n, Enter for no:{" "}
md-ask-games = How many games add up to the match? Enter for 1:{" "}
md-ask-first = Who begins? The number of a seat from 0, Enter to draw it:{" "}

## What is asked, and how things are told in short

md-which-diamond = { $kind ->
    [me] Which diamond?
   *[other] { $Who }: which diamond?
}
md-steal-or-not = { $kind ->
    [me] Steal, or not?
   *[other] { $Who }: steal, or not?
}
md-ring-brief = { $kind ->
    [me] Your ring: { $price }.
   *[other] { $Who }: a ring of { $price }.
}
md-lifted-brief = { $place } is loose.
md-stuck-brief = { $place } is fixed.
md-theft-idle-brief = { $kind ->
    [me] Theft card, nothing for you to steal.
   *[other] { $Who }: theft card, nothing to steal.
}{ $more ->
    [no] {""}
   *[yes] {" "}Another card.
}
md-stolen-brief = { $kind ->
    [me] You steal { $price } from { $victim }.
   *[other] { $victim-kind ->
        [me] { $Who } steals your { $price }.
       *[other] { $Who } steals { $price } from { $victim }.
    }
}{ $more ->
    [no] {""}
   *[yes] { $victim-kind ->
        [me] {" "}You play next.
       *[other] {" "}The victim plays next.
    }
}
md-ended-brief = { $games ->
    [one] The game is over.
   *[other] The match is over.
} { $kind ->
    [me] You win with { $score }.
    [one] { $Who } wins with { $score }.
   *[other] { $Who } win with { $score }.
}
