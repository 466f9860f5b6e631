### The deal of the day.

web-daily-title = The cave of the day
web-daily-about = One deal a day, the same for everybody on this server, against the same bots. No decision changes a card. What you bring home is compared with all others, expedition by expedition.
web-daily-name = Your name
web-daily-name-first = Say first under which name you play.
web-daily-play = Play the cave of the day
web-daily-trust = One attempt counts for each device and day; that nobody tries twice is on trust. Others see your name and your result once they have played.
web-daily-against = Against { $bots }.
web-daily-others = { $n ->
    [0] Nobody has played it yet.
    [one] One attempt so far.
   *[other] { $n } attempts so far.
}
web-daily-begun = Your attempt has begun, and waits for you.
web-daily-left = The next one comes in { $hours } h { $minutes } min.
web-daily-look = Replay and review
web-daily-review = Luck or judgement? My game of yesterday
web-daily-go-on = Go on
web-daily-share = Copy the result to share it
web-daily-share-text = Tacora, the cave of { $date }: { $percent }%, place { $rank } of { $n }.
web-daily-caption = Results of { $date }
web-daily-field = The score compares expedition by expedition: who brings more each time comes before who brings more in all. The bots’ rows are what each of them brings home in your place.
web-daily-place = Place
web-daily-who = Name
web-daily-percent = Score
web-daily-percent-of = { $n }%
web-daily-total = Gems
web-daily-leg = Exp. { $n }
web-daily-leg-name = Expedition { $n }
web-daily-bot = { $name } (bot)
web-daily-you = (you)
web-daily-yesterday = Yesterday, { $date }
web-daily-seed = The seed of that deal:
web-daily-fair = Is it the same deal for all?
web-daily-fair-about = This is the promise of today’s deal (SHA-256 of its seed). Every table of today shows the same one, and every finished game checks it. The percentage: in each expedition you are compared with everybody else, 1 for more gems, a half for as many; the share of all you could have won.
