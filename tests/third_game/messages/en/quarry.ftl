game-quarry = Quarry
edition-pocket = Quarry
bot-miser = Miser
bot-mule = Mule
temper-miser = spends little
temper-mule = pulls for what it sees
quarry-welcome = Quarry: bid for stones, some of them unseen.
quarry-aid-sheet =
    Five stones, two face down. Bid a token for each, all at once.
    The highest bid that nobody else made takes the stone.
    Every token can be bid once. Most points win.
quarry-table = Quarry, { $players } players.
quarry-laid = The row: { $row }.
quarry-hidden = face down
quarry-sold = Stone { $place } is worth { $stone }: { $bids }. { $kind ->
    [me] It is yours
   *[one] It goes to { $who }
}.
quarry-unsold = Stone { $place } is worth { $stone }: { $bids }. Nobody gets it.
quarry-ended = { $kind ->
    [me] You win
    [we] { $who } share the victory
    [one] { $who } wins
   *[many] { $who } share the victory
} with { $score }.
quarry-asked = { $kind ->
    [one] What does { $who } bid for stone { $place }?
   *[me] What do you bid for stone { $place }?
}
quarry-row = Stone { $place } of the row { $row }.
quarry-hand = Your tokens: { $tokens }.
quarry-player = { $name }: { $score } points, tokens { $tokens }
quarry-bid = Bid { $token }
quarry-rank = { $rank }. { $name }: { $score }
quarry-open = The game stands at stone { $place }.
quarry-difference = Stone { $place } is not the one that the seed lays.
