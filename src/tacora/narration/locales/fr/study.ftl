### Ce que disent les commandes d’étude : simulate et sweep.

study-compiling = Compilation pour cette machine ; le résultat est gardé, cela peut prendre une minute la première fois.
study-playing = Parties
study-interrupted = Interrompu : { $done } parties sur { $asked } sont comptées.
study-sweep-interrupted = Interrompu : { $done } points sur { $asked } sont faits.
study-what = { $game }, { $n ->
    [one] { $games } partie
   *[other] { $games } parties
}, graine { $seed }
study-with-relics = avec reliques
study-with-chests-hidden = coffres cachés
study-with-expert = pour experts
study-with-notes = avec notes
study-sweep-what = { $strategy } contre { $against }, { $game }, { $n ->
    [one] { $games } partie
   *[other] { $games } parties
} par point, graine { $seed }
study-sweep-best = { $n } joueurs : la plus grande part de victoires est { $share }, avec { $bot }.
study-speed = { $seconds } s, { $rate } parties par seconde ({ $device ->
    [gpu] processeur graphique
    [cluster] { $threads ->
        [one] { $threads } fil d’une grappe
       *[other] { $threads } fils d’une grappe
    }
   *[cpu] { $threads ->
        [one] { $threads } fil
       *[other] { $threads } fils
    }
})
study-from-to = { $low } à { $high }
study-column-seat = place
study-column-bot = robot
study-column-mean = moyenne
study-column-margin = marge
study-column-sd = écart type
study-column-q5 = 5 %
study-column-q25 = 25 %
study-column-q50 = médiane
study-column-q75 = 75 %
study-column-q95 = 95 %
study-column-wins = victoires
study-column-interval = intervalle à 95 %
study-expedition = expédition
study-cards = cartes retournées
study-disasters = catastrophes
study-cards-drawn = cartes tirées : { $mean }
study-lifted = diamants soulevés : { $mean }
study-stuck = diamants trouvés fixes : { $mean }
study-stolen = vols : { $mean }
study-thefts-unused = cartes de vol non utilisées : { $mean }

plot-sweep-title = Victoires de { $strategy } selon son paramètre
plot-note = Bandes : intervalles à 95 %. Pointillés : la part de chacun si tous se valaient.
plot-line = { $players } joueurs, le mieux à { $value } : { $share }
plot-victories = part des victoires
plot-simulation-title = Scores et victoires
plot-score = score
plot-not-below = parties avec au moins ce score

## solve et exploit

solve-what = { $game }, { $n } joueurs, graine { $seed }
solve-learning = Apprentissage
solve-walks = parcours
solve-interrupted = Interrompu après { $done } parcours. Pour continuer : --resume { $file }
solve-keeping = Interrompu : ce qui est appris est gardé, cela prend quelques secondes…
solve-enough = Elle a déjà fait { $done } parcours, que --walks compte aussi : rien de plus n’est appris.
solve-nothing = Interrompu avant d’avoir rien appris : aucun fichier n’est écrit.
solve-kept = Gardé dans { $file }. Pour y jouer : { $bot }
solve-fair = Avec de nouvelles cartes ; une part équitable entre { $n } est { $fair }.
solve-match = rencontre
solve-against = elle contre { $n } { $bot }
solve-by = { $bot } contre { $n } comme elle
exploit-what = Une réponse à { $bot }, { $game }, { $n } joueurs, graine { $seed }
exploit-interrupted = Interrompu après { $done } parcours : voici ce qui était appris.
exploit-nothing = Interrompu avant d’avoir rien appris.
exploit-found = Contre une table pleine de { $bot }, qui le connaît gagne au moins { $share } au lieu de { $fair } : un gain de { $gain } ({ $low } à { $high }).
exploit-too-little = Cette réponse n’a pas assez appris pour le dire : elle gagne { $share } contre une table pleine de { $bot }, et { $fair } serait équitable. Essayez plus de --walks.

## review

review-weighing = Pesée
review-what = { $n } joueurs, { $games } parties au plus jouées jusqu’au bout depuis chaque situation, graine { $seed }
review-column-player = joueur
review-column-result = résultat
review-column-cards = cartes
review-column-others = les autres
review-column-own = ses décisions
review-note = En points de victoire par rapport à une part égale, qui est de { $fair } sur 100. Les cartes, les autres et ses propres décisions font ensemble le résultat de chacun ; ce qu’ont donné les cartes et les autres est connu à { $margin } près environ. Une décision l’est mieux, car tous ses choix rencontrent le même hasard : elle est dite avec sa propre marge, et seulement où l’écart dépasse le hasard. { $game ->
    [mister-diamond] Le juge n’oublie rien et vole le plus cher, et n’est pas parfait non plus.
   *[other] Le juge joue en champion, et n’est pas parfait non plus.
}
review-few = Avec { $games } parties par situation, les petites erreurs ne se distinguent pas du hasard et ne comptent pas : qui en a fait paraît meilleur qu’avec plus de parties.
review-points = { $n ->
    [one] { $shown } point
   *[other] { $shown } points
}
review-adjusted = { $name } : sans la chance des cartes, { $points }.
review-nothing = Ni décision ni carte qui ait beaucoup compté.
review-rating = { $name }, dans cette partie : { $rating ->
    [champion] des décisions de champion
    [strong] de très bonnes décisions
    [sound] de bonnes décisions
    [lively] des décisions d’instinct
   *[carefree] des décisions au petit bonheur
}. { $n ->
    [one] Une seule, qui a coûté { $points }.
   *[other] { $n } en tout, qui ont coûté { $points } chacune en moyenne.
}
review-decision = Expédition { $expedition }, après { $cards ->
    [one] une carte
   *[other] { $cards } cartes
}, { $name } : { $chosen ->
    [L] le camp, mais aller plus loin
   *[C] plus loin, mais le camp
} valait { $points } de plus, à { $margin } près.
review-lucky = La meilleure carte : { $fatal ->
    [yes] { $card } pour la seconde fois
   *[no] { $kind ->
        [treasure] trésor de { $card }
       *[other] { $card }
    }
}, dans l’expédition { $expedition }, qui a donné { $points }.
review-unlucky = La pire carte : { $fatal ->
    [yes] { $card } pour la seconde fois
   *[no] { $kind ->
        [treasure] trésor de { $card }
       *[other] { $card }
    }
}, dans l’expédition { $expedition }, qui a coûté { $points }.

## review of Mister Diamond: what was done, and what would have been better

review-md-lift = Tour { $turn }, { $name } : essai de la place { $place }{ $chosen ->
    [new] , qui était nouvelle ; une place que l’on savait fixe, pour que la partie continue,
   *[seen] , qui s’était révélée fixe ; une nouvelle place
} valait { $points } de plus, à { $margin } près.
review-md-theft = Tour { $turn }, { $name } : { $done } ; { $better } valait { $points } de plus, à { $margin } près.
review-md-took = { $form ->
    [done] vol de { $price } à { $victim }
   *[better] prendre { $price } à { $victim }
}
review-md-took-nothing = { $form ->
    [done] aucun vol
   *[better] ne rien prendre
}
review-md-memory = { $name }, mémoire : { $n ->
    [0] aucun essai
    [one] un essai
   *[other] { $n } essais
} sur ce qui s’était révélé fixe ; sans aucune mémoire, c’en eût été { $blind } en moyenne.
review-md-lucky = La meilleure chance : { $what ->
    [loose] le diamant de la place { $place }, trouvé mobile par { $name }
    [fixed] le diamant de la place { $place }, trouvé fixe par { $name }
    [theft] une carte de vol pour { $name }
   *[ring] une bague de { $price } pour { $name }
} au tour { $turn }, qui a donné { $points }.
review-md-unlucky = La pire malchance : { $what ->
    [loose] le diamant de la place { $place }, trouvé mobile par { $name }
    [fixed] le diamant de la place { $place }, trouvé fixe par { $name }
    [theft] une carte de vol pour { $name }
   *[ring] une bague de { $price } pour { $name }
} au tour { $turn }, qui a coûté { $points }.
