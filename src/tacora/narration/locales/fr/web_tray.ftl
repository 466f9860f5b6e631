### La table de Mister Diamond dans un navigateur.

web-tray-title = Le plateau
web-tray-grid = Plateau de { $places } places
web-tray-ask-ring = Quel diamant ?
web-tray-ask-ring-of = { $name } : quel diamant ?
web-tray-ask-theft = Voler un diamant ?
web-tray-ask-theft-of = { $name } : voler un diamant ?
web-tray-wait-ring = { $name } choisit un diamant
web-tray-wait-theft = { $name } peut voler
web-tray-wait-none = On mélange les cartes
web-tray-card-ring = Une bague de { $price }
web-tray-card-theft = Un vol
web-tray-card-none = Pas encore de carte

## Les places, telles qu’elles sont lues

web-tray-place-standing = Place { $place }, un diamant
web-tray-place-fixed = Place { $place }, fixe d’après les notes
web-tray-place-empty = Place { $place }, vide
web-tray-near-empty = Vide { $sides }.
web-tray-near-fixed = Fixe { $sides }.
web-tray-side-left = à gauche
web-tray-side-right = à droite
web-tray-side-above = au-dessus
web-tray-side-below = au-dessous
web-tray-not-now = C’est à { $name } de jouer.
web-tray-not-a-ring = D’abord le vol : volez, ou renoncez.
web-tray-nothing-there = La place { $place } est vide.

## Un vol

web-tray-victim = Chez { $name }
web-tray-steal = { $price }, chez { $name }
web-tray-theft = Vol
web-tray-theft-choices = { $n ->
    [one] Un diamant à portée
   *[other] { $n } diamants à portée
}
web-tray-decline = Ne pas voler

## Les joueurs et leurs bagues

web-tray-players = Les bagues
web-tray-you = vous
web-tray-turn = joue
web-tray-total = { $total } en tout
web-tray-no-ring = Pas encore de bague
web-tray-rings-filled = { $n } avec diamant
web-tray-rings-empty = { $n ->
    [one] { $n } vide
   *[other] { $n } vides
}
web-tray-sitting-in = { $bot } joue à sa place
web-tray-away = en pause
web-tray-offline = hors ligne
web-tray-late = à court de temps

## Où en est la partie

web-tray-facts = La partie
web-tray-game = Partie { $game } sur { $games }
web-tray-stones = { $n ->
    [one] Un diamant sur le plateau, { $fixed } fixes
   *[other] { $n } diamants sur le plateau, dont { $fixed } fixes
}
web-tray-cards = { $n ->
    [0] Plus de carte
    [one] Encore une carte
   *[other] Encore { $n } cartes
}{ $thefts ->
    [0] {""}
    [one] , dont un vol
   *[other] , dont { $thefts } vols
}
web-tray-expert = Les bagues vides comptent contre vous
web-tray-notes = Avec notes : ce qui s’est révélé fixe est marqué
web-tray-heart = Sans notes : à vous de retenir ce qui tient
web-tray-time = { $n ->
    [one] Une seconde
   *[other] { $n } secondes
}
web-tray-time-short = { $n ->
    [one] Plus qu’une seconde.
   *[other] Plus que { $n } secondes.
}
web-tray-more-time = Plus de temps
