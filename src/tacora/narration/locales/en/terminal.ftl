### The table in a terminal: questions, commands, and what is said around a game.

## Commands: the word shown first, then others ("_" is a space), the keys last

command-continue = continue deeper c d
command-leave = leave camp l
command-cave = cave v
command-players = players p
command-mine = mine m
command-odds = odds o
command-coach = coach k
command-history = history h
command-rules = rules r
command-help = help ?
command-back = back b
command-quit = quit q

help-continue = go on to the next card
help-leave = go home with what you hold and your part of the path
help-cave = the tunnel, what lies there, who is inside
help-players = every player: chest, relics, inside or at camp
help-mine = what you hold and have
help-odds = the odds of the next card, and what leaving is worth
help-coach = what a champion would do, and why
help-history = what happened in this expedition; with a number, in that one
help-rules = the rules on one page
help-help = this list
help-back = back to the player before, to change a decision
help-quit = stop here; the game is saved
help-line = { $word } ({ $key }): { $what }

## Starting

diamant-welcome = Tacora. Diamant in the terminal.
menu-now = Enter: play at once, you against { $n } bots
menu-choose = 1: choose options and players
menu-rules = 2: the rules on one page
menu-other = { $key }: { $game } instead
game-diamant = Diamant
game-mister-diamond = Mister Diamond
menu-resume = { $n ->
    [one] { $key }: go on with your unfinished game
   *[other] { $key }: go on with one of your { $n } unfinished games
}
resume-line = { $n }. { $game }: { $players } ({ $file })
resume-ask = Which one? Enter for the last one played:{" "}
menu-quit = q: leave
menu-ask = Your choice:{" "}
ask-edition = Which edition? Enter for { $default }:{" "}
ask-relics = Play with relics? y or n, Enter for { $default }:{" "}
ask-chests = Chests open or hidden? o or h, Enter for open:{" "}
ask-people = Names of the people at this keyboard, with commas. Enter for just you:{" "}
ask-bots = How strong are the bots? A number, or bots with commas. Enter for { $default }; "none" for none:{" "}
ask-odds = May players ask for the odds? y or n, Enter for y:{" "}
ask-decision-of = { $name }, your choice:{" "}
ask-back = { $word } goes back one question.
answer-yes = yes y
answer-no = no n
answer-open = open o
answer-hidden = hidden h
answer-none = none
not-understood = "{ $text }" is not an answer here.
bots-known = All bots: { $bots }.

you-name = You
bot-tortoise = Tortoise
bot-magpie = Magpie
bot-badger = Badger
bot-champion = Champion
temper-tortoise = careful, goes home early
temper-magpie = drawn by what lies on the path
temper-badger = digs on when others leave
temper-champion = knows every chance, and cannot be read
strength-mixed = mixed
strength-easy = easy
strength-medium = medium
strength-hard = hard
strength-hardest = hardest
strength-line = { $n }. { $strength }: { $who }

table-edition = { $edition }{ $relics ->
    [yes] , with relics
   *[no] {""}
}, chests { $chests ->
    [hidden] hidden
   *[open] open
}.
table-players = At the table: { $players }.
table-commitment = The deal is fixed. Its commitment: { $commitment }.
resumed = Your game goes on where it was.
so-far = In this expedition so far:

## Deciding

ask-decision = Continue or leave? c or l, ? for help:{" "}
ask-secret = { $name }, in secret. Continue or leave? c or l, ? for help:{" "}
status = { $held ->
    [0] Nothing in hand
   *[other] { $held } in hand
}, { $path ->
    [0] nothing on the path.
   *[other] { $path } on the path.
}
sealed = { $name } has decided. { $left ->
    [one] { $left } still thinks.
   *[other] { $left } still think.
}
nobody-before = Nobody has decided before you.
taken-back = { $name } decides again.
no-such-secret = That is not a command here; ? lists them.
no-such-command = "{ $text }" is not a command here; ? lists them.
hidden-history = With hidden chests only this expedition is told again.
no-history = Nothing has happened there.

## Ends

scores-title = Final scores:
saved-for-later = The game is saved. { $command } goes on.
already-over = This game was already over.
sealed-already = Already decided: { $names }.
not-saved = The game could not be saved.
record-kept = Record: { $file }
record-contradicts = Careful: this record contradicts itself; tacora verify says where.
record-replay = tacora replay tells it again, tacora review weighs luck and decisions, tacora verify checks the deal.
seed-shown = The seed was { $seed }.

verify-replays = The record is sound: every decision fits the cards.
verify-commitment-yes = The seed matches the commitment.
verify-commitment-no = The seed does not match the commitment.
verify-commitment-none = No commitment to compare the seed with.
verify-cards-yes = The seed deals the cards that were seen.
verify-cards-no = The cards seen differ from those the seed deals: expedition { $expedition }, card { $card }.
verify-cards-none = The record does not say which cards were seen.
verify-no-seed = The record has no seed, so the deal cannot be checked.

## The rules on one page

aid-sheet =
    Diamant on one page.
    3 to 8 explorers, five caves. Most gems and relics at the end wins.
    Everyone enters together, and the first card is turned at once.
    Treasure: its gems are shared equally among all inside; what does not divide stays on the card.
    Hazard: the first of its kind is harmless. The second ends the expedition, and all inside lose what they hold.
    Before each further card all inside decide in secret: continue or leave.
    Whoever leaves puts what they hold in the chest, safe for good, and takes the gems on the path; several leavers share them equally.
    After a disaster one of the two equal hazard cards is removed. All other cards are shuffled for the next cave.
    Relics, where the table plays with them: only somebody who leaves alone takes those in the tunnel. They count at the end.
    A ruby is 1, a diamond is 5.
