### La table de Diamant dans un navigateur.

web-cave-camp = Camp
web-cave-expedition = Expédition { $expedition } sur { $expeditions }
web-cave-entrance = { $state ->
    [here] Grotte { $number } : le groupe est à l’intérieur
    [barricades] Grotte { $number } : barricadée
    [numbers] Grotte { $number } : explorée
   *[waiting] Grotte { $number } : en attente
}
web-cave-title = La grotte
web-cave-tunnel = La galerie, carte par carte
web-cave-card-treasure = { $lying ->
    [0] Trésor { $value }
   *[other] Trésor { $value }, il y reste { $lying }
}
web-cave-card-hazard = { $times ->
    [1] Danger : { $hazard }
   *[other] Danger : { $hazard }, le second
}
web-cave-card-relic = { $worth ->
    [none] Relique
   *[other] Relique { $worth }
}
web-cave-relic-name = Relique
web-cave-card-then = { $card } ; { $turn }
web-cave-turns = { $turn ->
    [left] la galerie tourne à gauche
   *[right] la galerie tourne à droite
}
web-cave-met = Dangers rencontrés
web-cave-met-none = Aucun danger rencontré
web-cave-removed = Hors du jeu
web-cave-removed-times = { $count ->
    [1] { $hazard }
   *[other] { $hazard }, { $count } cartes
}
web-cave-you-hold = En main
web-cave-each-holds = Chacun tient
web-cave-one-holds = { $name } tient
web-cave-on-path = Sur le chemin
web-cave-diamond = Un diamant vaut
web-cave-relics = { $count ->
    [one] Relique
   *[other] Reliques
}
web-cave-inside-count = À l’intérieur

## Ce qui vient de se passer

web-cave-enter = Expédition { $expedition }. Tout le monde entre.
web-cave-all-deeper = { $count ->
    [one] { $names } continue, sans personne d’autre.
   *[other] Tous continuent.
}
web-cave-some-leave = { $count ->
    [one] { $names } rentre au camp.
   *[other] { $names } rentrent au camp.
}
web-cave-brought = { $count ->
    [one] { $names } rapporte { $stones }.
   *[other] { $names } rapportent { $stones } chacun.
}
web-cave-brought-nothing = { $count ->
    [one] { $names } rentre les mains vides.
   *[other] { $names } rentrent les mains vides.
}
web-cave-brought-relics = { $count ->
    [one] Une relique en plus : { $worths }.
   *[other] Des reliques en plus : { $worths }.
}
web-cave-shared = { $rest ->
    [0] Chacun prend { $stones }. Il ne reste rien.
    [1] Chacun prend { $stones }. Un rubis reste sur la carte.
    [2] Chacun prend { $stones }. Deux rubis restent sur la carte.
    [3] Chacun prend { $stones }. Trois rubis restent sur la carte.
    [4] Chacun prend { $stones }. Quatre rubis restent sur la carte.
   *[other] Chacun prend { $stones }. { $rest } rubis restent sur la carte.
}
web-cave-alone = { $stones }, tout pour { $names }.
web-cave-too-little = Trop peu pour partager. Tout reste sur la carte.
web-cave-hazard-first = { $hazard }, une première fois.
web-cave-relic-found = { $worth ->
    [none] Une relique, pour qui sort seul.
   *[other] Une relique de valeur { $worth }, pour qui sort seul.
}
web-cave-disaster = { $hazard }, une seconde fois.
web-cave-lost = { $count ->
    [one] { $names } perd { $stones }.
    [2] { $names } perdent { $stones } chacun.
    [3] { $names } perdent { $stones } chacun.
   *[other] Les { $count } qui restaient perdent { $stones } chacun.
}
web-cave-lost-nothing = { $count ->
    [one] { $names } fuit, sans rien à perdre.
    [2] { $names } fuient, sans rien à perdre.
    [3] { $names } fuient, sans rien à perdre.
   *[other] Les { $count } qui restaient fuient, sans rien à perdre.
}
web-cave-all-home = Tous sont au camp.

## La décision

web-cave-decision = Votre décision
web-cave-decisions = Les décisions
web-cave-deeper = Plus loin
web-cave-go-camp = Camp
web-cave-key = touche { $key }
web-cave-question = Plus loin, ou retour au camp ?
web-cave-sealed = { $action ->
    [C] Plus loin. Vous pouvez encore changer d’avis.
   *[other] Au camp. Vous pouvez encore changer d’avis.
}
web-cave-confirmed = { $action ->
    [C] C’est noté : plus loin.
   *[other] C’est noté : au camp.
}
web-cave-you-rest = Vous êtes au camp. { $inside ->
    [1] Il en reste un à l’intérieur.
    [2] Il en reste deux à l’intérieur.
    [3] Il en reste trois à l’intérieur.
    [4] Il en reste quatre à l’intérieur.
    [5] Il en reste cinq à l’intérieur.
    [6] Il en reste six à l’intérieur.
    [7] Il en reste sept à l’intérieur.
   *[other] Il en reste { $inside } à l’intérieur.
}
web-cave-watching = Vous regardez.
web-cave-awaited = On vous attend
web-cave-waits-for = On attend { $names }
web-cave-thinking = { $left ->
    [0] Tous ont décidé
    [1] Encore un choix
    [2] Encore deux choix
    [3] Encore trois choix
    [4] Encore quatre choix
    [5] Encore cinq choix
    [6] Encore six choix
    [7] Encore sept choix
    [8] Encore huit choix
   *[other] Encore { $left } choix
}
web-cave-time = { $seconds ->
    [one] Encore { $seconds } seconde
   *[other] Encore { $seconds } secondes
}
web-cave-time-up = { $end ->
    [wait] Temps écoulé ; la table attend
   *[other] Temps écoulé
}
web-cave-time-soon = { $seconds ->
    [one] Votre temps finit dans { $seconds } seconde.
   *[other] Votre temps finit dans { $seconds } secondes.
}
web-cave-quick = Plus vite
web-cave-more-time = Plus de temps
web-cave-odds = Chances
web-cave-odds-wait = On compte les cartes…

## Le conseil

web-coach = Conseil
web-coach-on = Le conseil est là, et parle quand on vous demande de décider.
web-coach-off = Le conseil se tait.
web-coach-none = Cette table joue sans le conseil.

## Les joueurs

web-cave-players = Joueurs
web-cave-you = vous
web-cave-inside = dedans
web-cave-home = au camp
web-cave-bot = robot
web-cave-sitting-in = un robot remplace
web-cave-away = en pause
web-cave-offline = hors ligne
web-cave-late = hors délai
web-cave-hidden = ?
web-cave-chest = { $gems } au coffre
web-cave-chest-hidden = coffre caché
web-cave-trophies = { $count ->
    [one] relique { $worths }
   *[other] reliques { $worths }
}
