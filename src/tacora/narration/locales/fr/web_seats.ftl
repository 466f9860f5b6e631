### La réunion autour d’une table.

## Avec la page d’accueil

web-start-code = Code de la table
web-start-join = Rejoindre
web-start-code-empty = Tapez le code qu’on vous a donné.
web-start-no-table = Il n’y a pas de table { $code }. Une lettre est peut-être différente.
web-start-unreachable = Le serveur ne répond pas. Réessayez dans un instant.

## Une nouvelle table

web-new-title = Ouvrir une table
web-new-game = Jeu
web-new-name = Votre nom
web-new-seats = Joueurs, robots compris
web-new-box = Boîte
web-new-options = Boîte, options, horloge
web-new-relics = Avec les reliques
web-new-chests = Coffres cachés
web-new-odds = On peut demander les chances
web-new-coach = On peut demander conseil, même entre personnes
web-new-expert = Pour experts : une bague vide se retranche
web-new-notes = Avec des notes sur ce qui a été essayé
web-why-relics = Cinq reliques rejoignent les cartes, une de plus avant chaque expédition. Seul qui rentre seul les emporte.
web-why-chests = Personne ne voit combien de gemmes un autre a rapportées, jusqu’à la fin.
web-why-odds = Chacun peut demander avec quelle chance la prochaine carte met fin à l’expédition.
web-why-coach = Le conseil dit ce que ferait un champion. Seul contre des robots, on peut toujours le demander.
web-why-expert = Une bague encore vide à la fin coûte son prix.
web-why-notes = Là où un diamant s’est révélé fixé, une marque reste ; sans notes, c’est à vous de vous en souvenir.
web-new-listed = Ouverte à tous, visible sur la page d’accueil
web-box-schmidt-2005 = 15 trésors, et trois fois chacun : scorpions, serpents, gaz, éboulement et explosion. Pas de reliques.
web-box-tacora-2024 = 15 trésors, et trois fois chacun : araignées, serpents, lave, rochers et béliers. Cinq reliques valant de 5 à 12, si on le souhaite.
web-box-incan-gold-2006 = 15 trésors, et trois fois chacun : feu, momie, éboulement, serpents et araignées. Une relique s’ajoute avant chaque expédition : les trois premières prises comptent 5, les autres 10.
web-box-diamant-2016 = 15 trésors, et trois fois chacun : araignées, serpents, lave, rochers et béliers. Les cinq reliques dès le début : les trois premières prises comptent 5, les autres 10.
web-box-incan-gold-2020 = 15 trésors, et trois fois chacun : feu, momie, éboulement, serpents et araignées. Une relique s’ajoute avant chaque expédition et vaut ce qui est écrit dessus, de 5 à 12.
web-box-tiny = Deux trésors, un danger trois fois, une relique, deux expéditions : pour essayer.
web-box-ravensburger-1993 = 42 diamants sur un plateau, dont 16 fixes ; des bagues de six prix, et des vols parmi les cartes.
web-new-make = Ouvrir une table

## Les places

web-seats-title = Autour du feu
web-seats-again-title = Une autre partie ?
web-seats-free = Place libre
web-seats-you = vous
web-seats-bot = robot, { $temper }
web-seats-host = hôte
web-seats-online = présent
web-seats-offline = non connecté
web-seats-away = en pause
web-seats-time = { $times } × le temps
web-seats-points = { $n } jusqu’ici
web-seats-sit-here = S’asseoir ici
web-seats-sit-here-at = S’asseoir ici, place { $number }
web-seats-put-bot = Un robot
web-seats-put-bot-at = Mettre un robot à la place { $number }
web-seats-change = Modifier
web-seats-change-at = Modifier la place { $number }, { $name }
web-seats-bot-title = Un robot pour la place { $number }
web-seats-remove-bot = Retirer le robot
web-seats-free-seat = Libérer la place
web-seats-give-back = Rendre la place
web-seats-give-back-sure = Rendre la place de { $name } ?
web-seats-free-seat-sure = Libérer la place de { $name } ?
web-seats-then-free = N’importe qui pourra s’y asseoir.
web-seats-then-sitting-in = Un robot joue pour vous, jusqu’à ce que vous décidiez de nouveau.
web-seats-keep = La garder
web-seats-pass-host = Faire de { $name } l’hôte
web-seats-multiplier = Temps pour { $name }
web-seats-multiplier-times = { $times ->
    [1] comme tout le monde
   *[other] × { $times }
}
web-seats-start = Commencer
web-seats-start-fill = { $free ->
    [one] Commencer, un robot à la place libre
   *[other] Commencer, des robots aux { $free } places libres
}
web-seats-club-next = Soirée de club : la donne { $n } sur { $deals } vient ensuite.
web-seats-club-over = Soirée de club : toutes ses donnes sont jouées. Les parties suivantes à cette table sont pour le plaisir.
web-seats-club-deal = Jouer la donne { $n } sur { $deals }
web-seats-club-link = Tables et classement
web-seats-rematch = Rejouer
web-seats-rematch-fill = { $free ->
    [one] Rejouer, un robot à la place libre
   *[other] Rejouer, des robots aux { $free } places libres
}
web-seats-waits-host = { $name } lance la partie.
web-seats-waits-opener = La personne qui a ouvert la table lance la partie.
web-seats-waits-you = Vous lancez la partie quand tout le monde est assis.
web-seats-watching = Vous regardez.
web-seats-watching-full = Vous regardez. Toutes les places sont prises.
web-seats-latecomer = Une partie est en cours. Vous pouvez regarder, et prendre place ensuite.
web-seats-watchers = { $n ->
    [one] { $n } personne regarde
   *[other] { $n } personnes regardent
}
web-seats-changed = L’hôte a changé la table : { $facts }.
web-seats-fact-relics = reliques
web-seats-fact-chests-hidden = coffres cachés
web-seats-fact-expert = pour experts
web-seats-fact-notes = notes
web-seats-fact-no-odds = sans les chances
web-seats-fact-coach = conseil
web-seats-fact-clock = { $seconds } s par décision, { $end ->
    [leave] puis retour au camp ou hasard
    [bot] puis un robot joue
   *[wait] puis la table attend
}
web-seats-fact-no-clock = sans horloge

## Prendre place

web-sit-title = Prendre place
web-sit-title-at = Prendre la place { $number }
web-sit-more-title = Encore un joueur ici
web-sit-more-hint = Pour deux personnes ou plus qui partagent cet appareil.
web-sit-name = Votre nom
web-sit-more-name = Nom
web-sit-colour = Couleur
web-sit-button = Prendre place
web-sit-cancel = Pas maintenant
web-sit-name-empty = Il faut un nom, pour que les autres sachent qui joue.
web-sit-lost = La connexion est perdue pour l’instant. Vous prendrez place dès son retour.
web-colour-orange = orange, points
web-colour-sky = bleu ciel, rayures
web-colour-green = vert, chevrons
web-colour-yellow = jaune, damier
web-colour-blue = bleu, vagues
web-colour-vermilion = vermillon, croix
web-colour-purple = violet, anneaux
web-colour-grey = gris, uni
web-colour-taken = { $colour }, déjà à { $name }

## Partager

web-share-title = Inviter
web-share-code = Le code de cette table
web-share-how = Visez l’image avec un téléphone, envoyez le lien, ou dites le code.
web-share-join-at = Ou ouvrez { $address } et tapez le code.
web-share-copy = Copier le lien
web-share-send = Envoyer le lien
web-share-text = Venez dans la grotte : table { $code }.
web-share-qr = Code QR du lien vers cette table
web-share-screen = Montrer sur un écran partagé
web-share-local = Cette adresse ne marche que sur cet appareil. Pour les autres, lancez le serveur avec tacora serve --lan.
web-share-scan = Visez ici avec votre téléphone

## Temps et absence

web-settle-title = Boîte, options, horloge, robots
web-settle-clock = Horloge
web-settle-no-clock = Sans horloge
web-settle-seconds = { $n ->
    [one] { $n } seconde
   *[other] { $n } secondes
}
web-settle-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
web-settle-absence = Qui n’est pas là ou dépasse son temps
web-settle-wait = est attendu
web-settle-leave = rentre au camp ; à Mister Diamond : joue au hasard
web-settle-bot = est remplacé par un robot jusqu’à son retour
web-settle-thinking = Les robots réfléchissent un instant
web-settle-named = Montrer qui l’on attend, et pas seulement combien
web-settle-words = On peut écrire avec ses propres mots, pas seulement des phrases toutes faites

## Le menu

web-menu-speak-as = En tant que
web-menu-seat = Votre place
web-menu-table = Cette table
web-menu-hosting = Hôte
web-menu-watch = Copier le lien pour regarder
web-menu-leave = Vers la page d’accueil
web-door-title = Table introuvable
web-door-wrong = Il n’y a pas de table { $code }.
web-door-hint = Une lettre est peut-être différente, ou la table a été débarrassée.

# A game without drawings

web-plain-title = Où on en est
web-plain-thinking = { $left ->
    [0] Tout le monde a décidé
    [one] Une personne décide encore
   *[other] { $left } décident encore
}
web-plain-sealed = Scellé : { $action }.
