### La donne du jour.

web-daily-title = La grotte du jour
web-daily-about = Une donne par jour, la même pour tout le monde sur ce serveur, contre les mêmes robots. Aucune décision ne change une carte. Ce que vous rapportez est comparé à tous les autres, expédition par expédition.
web-daily-name = Votre nom
web-daily-name-first = Dites d’abord sous quel nom vous jouez.
web-daily-play = Jouer la grotte du jour
web-daily-trust = Une seule tentative compte par appareil et par jour ; que personne n’essaie deux fois est affaire de confiance. Les autres voient votre nom et votre résultat une fois qu’ils ont joué.
web-daily-against = Contre { $bots }.
web-daily-others = { $n ->
    [0] Personne ne l’a encore jouée.
    [one] Une tentative jusqu’ici.
   *[other] { $n } tentatives jusqu’ici.
}
web-daily-begun = Votre tentative a commencé et vous attend.
web-daily-left = La prochaine vient dans { $hours } h { $minutes } min.
web-daily-look = Revoir et évaluer
web-daily-review = Chance ou jugement ? Ma partie d’hier
web-daily-go-on = Continuer
web-daily-share = Copier le résultat pour le partager
web-daily-share-text = Tacora, la grotte du { $date } : { $percent } %, place { $rank } sur { $n }.
web-daily-caption = Résultats du { $date }
web-daily-field = Le score compare expédition par expédition : qui rapporte plus à chaque fois passe avant qui rapporte plus en tout. Les lignes des robots disent ce que chacun d’eux rapporte à votre place.
web-daily-place = Place
web-daily-who = Nom
web-daily-percent = Score
web-daily-percent-of = { $n } %
web-daily-total = Gemmes
web-daily-leg = Exp. { $n }
web-daily-leg-name = Expédition { $n }
web-daily-bot = { $name } (robot)
web-daily-you = (vous)
web-daily-yesterday = Hier, { $date }
web-daily-seed = La graine de cette donne :
web-daily-fair = Est-ce la même donne pour tous ?
web-daily-fair-about = Voici l’engagement de la donne d’aujourd’hui (SHA-256 de sa graine). Chaque table d’aujourd’hui montre le même, et chaque partie finie le vérifie. Le pourcentage : à chaque expédition, vous êtes comparé à tous les autres, 1 pour plus de gemmes, un demi pour autant ; c’est la part de tout ce que vous pouviez gagner.
