### La page d’accueil.

web-start-tagline = Deux jeux de cran et de mémoire, à une même table, où que vous soyez.
web-start-needs-script = Cette page a besoin de JavaScript. Sans lui, on peut lire les règles, mais pas jouer.
web-start-play = Jouer maintenant
web-start-play-diamant = Jouer maintenant : Diamant
web-start-play-mister-diamond = Jouer maintenant : Mister Diamond
web-start-strength = Trois robots. De quelle force ?
web-start-who = { $name } : { $temper }.
web-start-company = { $names }, un de chaque.
web-start-opening = On dresse la table…
web-start-players = { $least } à { $most } joueurs
web-start-rules = Comment jouer
web-start-goon-title = Là où vous en étiez
web-start-goon = Continuer à la table { $code }
web-start-join-title = Rejoindre une table
web-start-code-hint = Quatre syllabes, comme ba-ki-to-lu.
web-start-lobby-title = Tables ouvertes
web-start-lobby-empty = Aucune table n’est ouverte à tous en ce moment. Ouvrez-en une.
web-start-lobby-free = { $free ->
    [0] complète
    [one] { $free } place libre
   *[other] { $free } places libres
}
web-start-lobby-running = en jeu
web-start-lobby-nobody = Personne n’y est encore assis.
web-start-lobby-here = { $n ->
    [0] personne n’est là en ce moment
    [one] { $n } personne est là
   *[other] { $n } personnes sont là
}
web-start-sit = S’asseoir
web-start-sit-at = S’asseoir à la table { $code }
web-start-watch = Regarder
web-start-watch-at = Regarder la table { $code }
web-start-back = Continuer
web-start-more = Et aussi
web-start-daily = La grotte du jour
web-start-daily-about = Une donne par jour, la même pour tout le monde.
web-start-club = Une soirée de club
web-start-club-about = Les mêmes donnes à plusieurs tables, comparées place contre place.
web-start-mine = Mes parties
web-start-install = Installer Tacora
web-start-replay = Revoir une partie depuis un fichier
web-start-rules-diamant = Comment jouer à Diamant
web-start-rules-mister-diamond = Comment jouer à Mister Diamond
web-about-diamant = Tous ensemble dans la grotte. Plus loin pour gagner plus, ou au camp avec ce que vous portez ?
web-about-mister-diamond = 42 diamants, dont 16 fixes. Soulever, rater, retenir.
