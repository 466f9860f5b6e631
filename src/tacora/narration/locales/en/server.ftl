### Tables on a server: what they refuse, and the phrases that players may say.

refused-no-such-table = there is no table "{ $table }"
refused-no-such-game-here = table "{ $table }" has no finished game { $number }
refused-no-such-chair = nobody sits on seat { $given }
refused-luck-too-long = a text for luck has at most { $most } characters
refused-game-running = this cannot be done while a game is under way
refused-seats-free = { $free ->
    [one] { $free } seat is still free
   *[other] { $free } seats are still free
}; somebody has to sit there, or a bot
refused-table-full = all seats are taken
refused-seat-taken = that seat is not free
refused-colour-taken = that colour is not free
refused-owes-nothing = nothing is asked of this seat now
refused-not-legal = "{ $action }" is not possible now
refused-rules-settled = box and options are settled once a game was dealt
refused-seat-taken-beyond = there is no seat for { $name } at a table for { $most }
refused-bad-clock = a clock has from 1 to { $most } seconds, not { $given }
refused-bad-multiplier = time can be multiplied by { $least } to { $most }
refused-unknown-phrase = there is no phrase "{ $phrase }"; there are { $known }
refused-unknown-question = there is no question "{ $question }"; there are { $known }
refused-no-game = no game is under way
refused-too-late = this was decided already
refused-too-early = this is not asked yet
refused-hello-twice = "hello" comes once, and first
refused-hello-first = the first frame has to be "hello"
refused-not-kept = the server could not write this down; nothing has changed, please try again
refused-store-away = the server cannot reach what it has written down; the table waits, and goes on as soon as it can
refused-unreadable-log = this table’s log cannot be read here; a newer version of Tacora may have written it
refused-not-your-seat = seat { $given } is not yours
refused-not-host = only the host may do this
refused-overtaken = somebody else was quicker; please try again
refused-elsewhere = this table is played on another server just now; please try again
refused-no-such-evening = there is no club evening "{ $club }"
refused-no-same-deals = this game cannot be played with the same cards at several tables
refused-club-bots = on a club evening a free seat has the same bot at every table
refused-day-full = the deal of this day has been attempted { $most } times, which is all that is compared
refused-bad-frame = this cannot be read: { $detail }
refused-other-version = this server speaks version { $ours } of the protocol, not { $given }
refused-too-many-tables = at most { $most } tables an hour can be opened from one address
refused-body-too-large = a request has at most { $most } bytes
refused-phrases-only = at this table the host allows phrases only
refused-bad-words = what you say has 1 to { $most } visible characters
refused-no-clock = this table has no clock
refused-crowded = { $most } watch this table already
refused-broken = something went wrong in the server; it goes on from what was written down last
refused-not-text = a frame has to be text, not bytes
refused-too-soon = with bots at the table, the next game can begin { $seconds } seconds after the one before
refused-too-fast = at most { $most } frames a second can be sent
refused-too-many-connections = too many connections come from your network; please close one, or try again later
refused-too-many-catch-ups = too many connections come back at once; please try again in a moment
refused-too-many-requests = too many requests come from your network; please wait a moment
refused-too-many-words = that was much at once; please wait a moment before you say more
refused-too-many-writes = too much happens here at once; please wait a moment
refused-too-many-games = too many games were started in the last hour; please wait a while
refused-too-many-misses = too many tables that there are not were asked for from this address; please wait a minute
refused-wrong-host = this server is not known by that name
refused-wrong-origin = pages of other servers may not connect here
refused-server-full = this server is full; please try again later
refused-not-found = there is nothing at this address
refused-wrong-method = this cannot be done at this address
refused-bad-request = this request cannot be answered
refused-newer-store = { $file }: written by another version of tacora ({ $version })
refused-foreign-store = { $file }: belongs to another program
refused-bad-store = { $file }: cannot be used as a store ({ $detail })
refused-bad-store-address = the store is not an address such as postgresql://user@host:5432/database
refused-bad-store-option = { $option }: not an address such as postgresql://user@host:5432/database
refused-needs-postgres = this needs psycopg: pip install 'tacora[postgres]', or in a clone .venv/bin/pip install -e '.[postgres]'
refused-host-or-lan = --host and --lan cannot both be given
refused-file-or-store = --file and --store cannot both be given
refused-bad-origin = "{ $origin }" is not the address of a server, such as https://pages.example
refused-no-such-address = { $address }: cannot be listened on ({ $detail })
refused-port-taken = { $address }: another program listens there already; --port chooses another port
refused-file-served = { $file }: another server serves this file already; --file chooses another one
refused-no-store-named = { $variable } has to name the file or the database that keeps the tables
refused-leaving = this server process ends in a moment; the others go on
refused-not-started = the server could not start; the messages above tell why
refused-file-there = { $file }: there is such a file already
refused-copy-stopped = { $file }: the copy stopped ({ $detail }); nothing is lost, and the same command goes on from where it was

serve-store = Tables are kept in { $file }.
serve-open-to-all = Whoever can reach this machine can connect to this server.
serve-address = Open { $address }
serve-names = It answers to this name only, and a proxy has to ask for it: { $names }
serve-stop = Ctrl-C stops the server; every game goes on from where it was when it starts again.
serve-stopped = The server has stopped.
tables-copied = All tables are copied into { $file }.
tables-removed = { $count ->
    [one] { $count } table was removed.
   *[other] { $count } tables were removed.
}
tables-copying = Copying
tables-checking = Checking
tables-interrupted = Interrupted: { $done } of { $asked ->
        [one] { $asked } table was
       *[other] { $asked } tables were
    } gone through, and { $written ->
        [one] { $written } entry
       *[other] { $written } entries
    } written to { $file }. Nothing is lost, and the same command goes on from where it was.
tables-arrived = { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } with { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } in { $file }, read back and compared: { $added } new, { $continued } continued, { $present } there already; { $written ->
        [one] { $written } entry
       *[other] { $written } entries
    } written.
tables-left-differs = { $table }: not the same there: another table of this name, or this one, played on in both places; it was left as it is
tables-left-longer = { $table }: it has been played on there; it was left as it is
tables-left-held = { $table }: in use there; please repeat the command when it is not
tables-left-damaged = { $table }: entries are missing in the source; it was not copied
tables-left-changed = { $table }: not the same when it was read back
tables-column-table = table
tables-column-entries = entries
tables-column-opened = opened
tables-column-touched = touched

phrase-said = { $name }: { $phrase }
phrase-hello = Hello.
phrase-well-played = Well played.
phrase-good-luck = Good luck.
phrase-ouch = Ouch.
phrase-wait = Just a moment.
phrase-ready = I am ready.
phrase-thanks = Thank you.
phrase-again = Another game?
