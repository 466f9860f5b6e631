### A club evening.

web-club-title = A club evening
web-club-about = The same deals at several tables, scored seat against seat as in duplicate bridge. No decision changes a card: what you bring home is compared with those who have your seat at the other tables.
web-club-seats = Seats at each table
web-club-tables-wanted = Tables
web-club-deals = Deals
web-club-language = Language of the page
web-club-bots = You host all tables, and at each table so does whoever sits down first. Free seats are filled with bots, on one seat the same at every table. They are compared with, but not ranked.
web-club-back = Back to the evening { $code }
web-club-open = Open the evening
web-club-unreachable = The server cannot be reached. What you see may be old; this page keeps trying.
web-club-facts = { $box }: { $tables } tables with { $seats } seats each, { $deals ->
    [one] one deal
   *[other] { $deals } deals
}.
web-club-standings = Standings
web-club-counted = { $n ->
    [0] No deal is counted yet. A deal counts once every table that takes part has finished it. Who begins it later is not compared.
   *[other] { $n } of { $deals } deals counted. A deal counts once every table that takes part has finished it. Who begins it later is not compared.
}
web-club-over = All deals are counted.
web-club-how = In each deal you are compared with everybody on your seat at the other tables: 1 for a higher score, a half for the same; the share of all you could have won. A deal that you do not play in time brings nothing.
web-club-caption = { $n ->
    [one] Standings after one deal
   *[other] Standings after { $n } deals
}
web-club-from = (from place { $n })
web-club-total = In all
web-club-deal = Deal
web-club-deal-n = Deal { $n }
web-club-table = Table
web-club-table-n = Table { $n }
web-club-percent = { $n }%
web-club-absent = not played in time
web-club-tables = Tables
web-club-tables-caption = Who sits where. Those in one column are compared.
web-club-seat = Seat { $n }
web-club-you = { $name } (you)
web-club-bot = { $name } (bot)
web-club-waits = not begun
web-club-plays = plays { $n } of { $deals }
web-club-between = has finished { $n } of { $deals }
web-club-done = finished
web-club-late = { $n ->
    [one] (one deal counts without it)
   *[other] ({ $n } deals count without it)
}
web-club-trust = Choose a table and sit down. Please do not watch a table that is ahead of yours, nor open its finished games: it plays your cards.
web-club-finished = Table { $n } has finished deal { $deal }.
web-club-leads = Deal { $n } is counted. { $name } leads with { $percent }%.
web-club-lead-shared = Deal { $n } is counted. { $names } share the lead with { $percent }%.
web-club-won = All deals are counted. { $name } wins the evening with { $percent }%.
web-club-won-shared = All deals are counted. { $names } win the evening together with { $percent }%.
web-club-share = Come in
web-club-share-how = One link for everybody; each chooses a table here.
web-club-qr = QR code of the link to this evening
web-club-copy = Copy the link
web-club-screen = Show it on a shared screen
web-club-place = Place
web-club-who = Name
