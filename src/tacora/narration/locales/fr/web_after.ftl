### Ce qui vient après une partie : le podium, son déroulement, la vérification de la donne.

## Le podium

web-after-wins = { $kind ->
    [one] { $who } gagne.
   *[other] { $who } se partagent la victoire.
}
web-after-rank = { $rank ->
    [1] 1er
   *[other] { $rank }e
}
web-after-podium = Le classement
web-after-score-mister-diamond = { $n ->
    [one] { NUMBER($n, useGrouping: 0) } dollar
   *[other] { NUMBER($n, useGrouping: 0) } dollars
}
web-after-score-diamant = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
web-after-relics = dont { $n } de reliques

## Le déroulement

web-after-course-diamant = Ce que chacun avait après chaque expédition
web-after-course-mister = Ce que chacun avait après chaque tour
web-after-no-course = Le déroulement de la partie n’a pas pu être chargé.
web-after-try-again = Réessayer
web-after-as-table = La même chose en tableau
web-after-chart-label = Courbes : { $what }. Le tableau qui suit dit la même chose.
web-after-player = Joueur
web-after-expedition = Expédition
web-after-turn = Tour
web-after-ended = Comment elle finit
web-after-ended-left = Tous sont rentrés
web-after-ended-hazard = { $hazard }, deux fois
web-after-ended-open = Pas finie
web-after-with-relics = Reliques comprises.

## Ce qui fut perdu

web-after-lost-title = Resté dans le noir
web-after-lost-about = Gemmes perdues dans les catastrophes
web-after-lost-none = Personne n’a perdu la moindre gemme.
web-after-hands-title = Main par main
web-after-hands-lifted = Soulevés
web-after-hands-stuck = Fixes
web-after-hands-again = Connus, retentés
web-after-hands-stolen = Volés
web-after-hands-robbed = Perdus par vol

## Les tournants. $kind vaut one ou many.

web-after-moments = Les tournants
web-after-see = Revoir
web-after-see-step = Revoir l’étape { $n }
web-moment-loss = Expédition { $expedition } : { $who } { $kind ->
    [one] perd { $n ->
        [one] { $n } gemme
       *[other] { $n } gemmes
    }
   *[other] perdent chacun { $n ->
        [one] { $n } gemme
       *[other] { $n } gemmes
    }
}. La cause : { $hazard }. Aucune catastrophe n’a coûté plus.
web-moment-path = Expédition { $expedition } : { $who } { $kind ->
    [one] rentre et ramasse en chemin { $n ->
        [one] { $n } gemme
       *[other] { $n } gemmes
    }
   *[other] rentrent ensemble et ramassent en chemin { $n ->
        [one] { $n } gemme
       *[other] { $n } gemmes
    } chacun
}.
web-moment-relic = Expédition { $expedition } : { $who } { $kind ->
    [one] sort
   *[other] sortent
} sans compagnie avec { $count ->
    [one] une relique qui vaut { $worth }
   *[other] { $count } reliques qui valent { $worth }
}.
web-moment-lead = À l’expédition { $expedition }, { $who } { $kind ->
    [one] prend la tête et la garde
   *[other] prennent la tête et la gardent
}.
web-moment-always = { $who } { $kind ->
    [one] mène
   *[other] mènent
} de l’expédition { $expedition } jusqu’à la fin.
web-moment-regret = { $who } { $kind ->
    [one] manque
   *[other] manquent
} la victoire de { $short }, avec { $n } restées dans les grottes.
web-moment-no-loss = Aucune catastrophe n’a coûté une gemme à quiconque.
web-moment-theft = { $who } { $kind ->
    [one] prend
   *[other] prennent
} un diamant à { $price } sur une bague : le vol le plus cher. La victime : { $victim }.
web-moment-retry = { $who } { $kind ->
    [one] essaie
   *[other] essaient
} la place { $place }, alors que tous l’avaient vue fixée.
web-moment-lead-turns = Au tour { $turn }, { $who } { $kind ->
    [one] prend la tête et la garde
   *[other] prennent la tête et la gardent
}.
web-moment-always-turns = { $who } { $kind ->
    [one] mène
   *[other] mènent
} du tour { $turn } jusqu’à la fin.
web-moment-retries = Des diamants que l’on savait fixes ont été retentés { $n } fois.
web-moment-no-retries = Personne n’a retenté un diamant que l’on savait fixe.

## Et maintenant

web-after-next = Et maintenant
web-after-daily-counted = Cette partie était votre essai du jour. Les suivantes à cette table sont pour le plaisir : elles ne sont pas comparées.
web-after-daily = Résultats du jour
web-after-mine = Mes parties
web-after-replay = Revoir la partie
web-after-record = Télécharger la partie
web-after-same-cards = Mêmes cartes, autres nerfs
web-after-same-cards-about = Une nouvelle table avec exactement ces cartes. Qui a vu cette partie les connaît.
web-after-new-table = La nouvelle table
web-after-go = Y aller

## La vérification de la donne

web-check-title = La donne était-elle honnête ?
web-check-about = Les cartes étaient fixées avant que quiconque s’assoie, et la chance de chacun y a été mêlée. Votre navigateur peut tout recalculer.
web-check-about-fixed = Les cartes étaient fixées avant que quiconque s’assoie. Votre navigateur peut tout recalculer.
web-check-about-file = Votre navigateur peut recalculer les cartes à partir de la graine notée dans la partie.
web-check-button = Vérifier la donne
web-check-running = Calcul en cours
web-check-all-right = Tout concorde. Personne n’a touché aux cartes.
web-check-wrong = Quelque chose ne concorde pas. Ce ne sont pas les cartes promises.
web-check-all-right-file = La graine, l’engagement et les cartes de ce fichier concordent.
web-check-wrong-file = La graine, l’engagement et les cartes de ce fichier ne concordent pas.
web-check-commitment-file = La graine est celle de l’engagement noté dans le fichier.
web-check-nothing = Ces cartes ont été écrites à la main. Il n’y a pas de graine à vérifier.
web-check-again = Cette donne avait déjà servi à une autre table : qui connaissait cette partie connaissait les cartes.
web-check-yes = Cela concorde.
web-check-no = Cela ne concorde pas.
web-check-promise = Le secret de la table est celui qui a été promis avant que quiconque s’assoie.
web-check-seed = Le secret et la chance de chacun donnent la graine.
web-check-commitment = La graine est celle qui a été promise avant la première carte.
web-check-cave = Expédition { $number } : la graine donne les { $n } cartes qui sont venues.
web-check-deck = La graine donne les { $n } cartes qui furent tirées.
web-check-fixed = La graine fixe les diamants qui ont résisté, et aucun de ceux qui sont venus.
web-check-first = La graine a choisi qui commençait.
web-check-came = Venues
web-check-dealt = Données par la graine
web-check-details = Les chiffres
web-check-luck = Chance de { $name } :
web-check-no-luck = aucune

## Une partie pesée

web-review-title = Chance ou jugement ?
web-review-about = Ce que les cartes ont donné à chacun, ce qu’ont fait les autres, ce qu’ont coûté les décisions de chacun. Cela prend quelques secondes.
web-review-weigh = Peser cette partie
web-review-weighing = Pesée en cours…
web-review-done = C’est pesé. Le résultat se trouve sous le titre « Chance ou jugement ? ».
web-review-result = Résultat
web-review-cards = Cartes
web-review-others = Les autres
web-review-errors = Ses décisions
web-review-chances = Chances de victoire, si { $game ->
    [mister-diamond] personne n’oubliait plus rien
   *[other] tous jouaient la suite en champions
}
web-review-step = Étape
web-review-points = { $n ->
    [one] { $shown } point
   *[other] { $shown } points
}
web-review-adjusted = Sans la chance des cartes : { $points }.
web-review-bar = Chances de victoire : { $chances }
web-review-share = { $name } { $share }
web-review-mark = { $name } : { $points }
web-review-cost = Décisions qui ont coûté
web-review-next = La suivante
web-review-before = La précédente
web-review-none = Aucune décision n’a rien coûté que l’on puisse distinguer du hasard.

## Also in replays

web-replay-offline = Le serveur ne répond pas. Veuillez réessayer.
web-replay-jump-expedition = Expédition { $n }
web-replay-jump-game = Partie { $n }
