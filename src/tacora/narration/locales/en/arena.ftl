### What the arena says: bots against each other on the same deals.

arena-what = { $what }, { $players } at the table, { $deals } deals, { $games } games, seed { $seed }
arena-ratings = From best to worst
arena-pairs = Who beats whom
arena-column-rating = rating
arena-column-score = mean score
arena-column-against = against
arena-column-ahead = ahead
arena-column-difference = score difference
arena-column-clear = clear
arena-yes = yes
arena-no = no
arena-interrupted = Interrupted: { $done } of { $asked } deals are counted.
arena-speed = { $seconds } s, { $rate } games a second ({ $processes ->
    [one] { $processes } process
   *[other] { $processes } processes
})
