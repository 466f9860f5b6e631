### The table of Mister Diamond in a browser.

web-tray-title = The tray
web-tray-grid = Tray with { $places } places
web-tray-ask-ring = Which diamond?
web-tray-ask-ring-of = { $name }: which diamond?
web-tray-ask-theft = Steal a diamond?
web-tray-ask-theft-of = { $name }: steal a diamond?
web-tray-wait-ring = { $name } chooses a diamond
web-tray-wait-theft = { $name } may steal
web-tray-wait-none = The cards are shuffled
web-tray-card-ring = A ring of { $price }
web-tray-card-theft = A theft
web-tray-card-none = No card yet

## Places, as they are read aloud

web-tray-place-standing = Place { $place }, a diamond stands
web-tray-place-fixed = Place { $place }, fixed by the notes
web-tray-place-empty = Place { $place }, empty
web-tray-near-empty = Empty { $sides }.
web-tray-near-fixed = Fixed { $sides }.
web-tray-side-left = on the left
web-tray-side-right = on the right
web-tray-side-above = above
web-tray-side-below = below
web-tray-not-now = { $name } plays now.
web-tray-not-a-ring = First the theft: steal, or do not.
web-tray-nothing-there = Place { $place } is empty.

## A theft

web-tray-victim = From { $name }
web-tray-steal = { $price } from { $name }
web-tray-theft = Theft
web-tray-theft-choices = { $n ->
    [one] One diamond within reach
   *[other] { $n } diamonds within reach
}
web-tray-decline = Do not steal

## Players and their rings

web-tray-players = Rings
web-tray-you = you
web-tray-turn = to play
web-tray-total = { $total } in all
web-tray-no-ring = No ring yet
web-tray-rings-filled = { $n } with a diamond
web-tray-rings-empty = { $n } empty
web-tray-sitting-in = { $bot } sits in
web-tray-away = on a break
web-tray-offline = not connected
web-tray-late = out of time

## How the table stands

web-tray-facts = The game
web-tray-game = Game { $game } of { $games }
web-tray-stones = { $n ->
    [one] One diamond stands, { $fixed } fixed
   *[other] { $n } diamonds stand, { $fixed } of them fixed
}
web-tray-cards = { $n ->
    [0] No card left
    [one] One card left
   *[other] { $n } cards left
}{ $thefts ->
    [0] {""}
    [one] , one of them a theft
   *[other] , { $thefts } of them thefts
}
web-tray-expert = Empty rings count against you
web-tray-notes = With notes: what proved fixed is marked
web-tray-heart = No notes: remember what stays
web-tray-time = { $n ->
    [one] One second
   *[other] { $n } seconds
}
web-tray-time-short = { $n ->
    [one] One second left.
   *[other] { $n } seconds left.
}
web-tray-more-time = More time
