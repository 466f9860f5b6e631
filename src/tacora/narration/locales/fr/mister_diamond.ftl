### Ce qui se passe à une table de Mister Diamond, et ce qui s'y trouve.

edition-ravensburger-1993 = Mister Diamond, Ravensburger 1993
md-dollars = { $n ->
    [one] { NUMBER($n, useGrouping: 0) } dollar
   *[other] { NUMBER($n, useGrouping: 0) } dollars
}

## Ce qui se passe

md-game = Partie { $game } sur { $games }.
md-began = { $kind ->
    [me] { $places } diamants, dont { $fixed } fixes. Vous commencez.
   *[other] { $places } diamants, dont { $fixed } fixes. { $Who } commence.
}
md-ring = { $kind ->
    [me] Vous tirez une bague de { $price }.
   *[other] { $Who } tire une bague de { $price }.
}
md-theft = { $kind ->
    [me] Vous tirez une carte vol.
   *[other] { $Who } tire une carte vol.
}
md-theft-idle = { $kind ->
    [me] Vous tirez une carte vol, mais vous n’avez rien à voler.
   *[other] { $Who } tire une carte vol, mais il n’y a rien à voler.
}{ $more ->
    [no] {""}
   *[yes] {" "}Une autre carte.
}
md-lifted = { $kind ->
    [me] La place { $place } est mobile. Le diamant est à vous, sur la bague de { $price }.
   *[other] La place { $place } est mobile. { $Who } pose le diamant sur la bague de { $price }.
}
md-stuck = { $kind ->
    [me] La place { $place } est fixe. Votre bague de { $price } reste vide.
   *[other] La place { $place } est fixe. La bague de { $price } reste vide.
}
md-stolen = { $kind ->
    [me] Vous volez un diamant de { $price }, chez { $victim }.
   *[other] { $victim-kind ->
        [me] { $Who } vole votre diamant de { $price }.
       *[other] { $Who } vole un diamant de { $price }, chez { $victim }.
    }
}{ $more ->
    [no] {""}
   *[yes] { $victim-kind ->
        [me] {" "}À vous de jouer.
       *[other] {" "}À la victime de jouer.
    }
}
md-declined = { $kind ->
    [me] Vous renoncez au vol.
   *[other] { $Who } renonce au vol.
}{ $more ->
    [no] {""}
   *[yes] {" "}Une autre carte.
}
md-game-ended = La partie { $game } est finie : { $scores }.
md-score = { $name } { $score }
md-ended = { $games ->
    [one] La partie est finie.
   *[other] La rencontre est finie.
} { $kind ->
    [me] Vous gagnez avec { $score }.
    [we] { $Who } partagez la victoire avec { $score }.
    [one] { $Who } gagne avec { $score }.
   *[other] { $Who } partagent la victoire avec { $score }.
}
md-paused = L’enregistrement s’arrête ici, avant qu’une carte soit tirée. Au suivant : { $name }.
md-open = L’enregistrement s’arrête ici. À décider : { $name }.

md-verify-cards-no = Les cartes tirées ne sont pas celles que donne la graine : partie { $game }, carte { $card }.
md-verify-places-no = Les places fixes ne sont pas celles que donne la graine : partie { $game }.

## Ce qui se trouve sur la table

md-board = { $n ->
    [one] Il reste { $n } diamant, à la place { $places }.
   *[other] Il reste { $n } diamants, aux places { $places }.
}
md-cards = { $n ->
    [0] Il ne reste pas de carte.
    [one] Il reste { $n } carte{ $thefts ->
        [0] {""}
       *[other] , un vol
    }.
   *[other] Il reste { $n } cartes, { $thefts ->
        [0] aucune de vol
        [one] dont une de vol
       *[other] dont { $thefts } de vol
    }.
}
md-notes = { $n ->
    [0] Les notes ne donnent encore aucune place fixe.
   *[other] Fixes, d’après les notes : { $places }.
}
md-drawn = La carte tirée : une bague de { $price }.
md-place-empty = Place { $place } : vide.
md-place-fixed = Place { $place } : un diamant fixe, d’après les notes.
md-place-standing = Place { $place } : un diamant s’y trouve.
md-rings = { $letter }, { $name } : { $score }. { $filled ->
    [none] Aucun diamant.
   *[other] Avec un diamant : { $filled }.
} { $empty ->
    [none] Aucune bague vide.
   *[other] Vides : { $empty }.
}
md-rings-mine = Vous avez { $score }. { $filled ->
    [none] Aucun diamant.
   *[other] Avec un diamant : { $filled }.
} { $empty ->
    [none] Aucune bague vide.
   *[other] Vides : { $empty }.
}
md-price-times = { $n } de { $price }
md-totals = Avant la partie { $game } sur { $games } : { $scores }.
md-rank = { $rank }. { $name } : { $score }

## La table dans un terminal

md-table = Mister Diamond{ $expert ->
    [yes] , pour experts
   *[no] {""}
}{ $notes ->
    [yes] , avec notes
   *[no] {""}
}{ $games ->
    [one] {""}
   *[other] , { $games } parties
}.
md-ask-place = Pour { $price }, quel diamant ? Un numéro, ou ? pour l’aide :{" "}
md-ask-place-of = { $name }, pour { $price }, quel diamant ? Un numéro, ou ? pour l’aide :{" "}
md-ask-theft = Que voler ? Un numéro, { $decline } pour ne rien voler, ou ? pour l’aide :{" "}
md-ask-theft-of = { $name }, que voler ? Un numéro, { $decline } pour ne rien voler, ou ? pour l’aide :{" "}
md-theft-choice = { $n } : { $price }, chez { $victim }
md-no-such-place = Il n’y a pas de place { $place } ; elles vont de 1 à { $most }.
md-no-diamond = Il n’y a pas de diamant à la place { $place }.
md-no-such-choice = Il n’y a pas de choix { $n }.

md-command-decline = renoncer d
md-command-board = reste w
md-command-mine = moi m
md-command-rings = bagues j
md-command-history = histoire h
md-command-rules = règles regles r
md-command-help = aide ?
md-command-quit = quitter q
md-help-place = un numéro : essayer cette place ; suivi d’un point d’interrogation, savoir ce qui s’y trouve
md-help-theft = un numéro : commettre ce vol de la liste
md-help-decline = ne pas utiliser un vol, et tirer encore
md-help-board = ce qui reste : les places avec un diamant, et les cartes
md-help-mine = vos bagues
md-help-rings = les bagues de tous
md-help-history = ce qui s’est passé depuis votre dernier tour ; si la table joue avec notes, un nombre donne autant de tours
md-help-rules = les règles en une page
md-help-help = cette liste
md-help-quit = s’arrêter là ; la partie est sauvegardée
bot-elephant = Éléphant
bot-squirrel = Écureuil
bot-goldfish = Poisson rouge
temper-elephant = n’oublie rien
temper-squirrel = oublie, au bout d’un moment, où il a cherché
temper-goldfish = oublie presque aussitôt

md-aid-sheet =
    Mister Diamond en une page.
    De 2 à 8 joueurs. 42 diamants sont sur le plateau, dont 16 fixes ; personne ne sait lesquels.
    À votre tour, vous tirez une carte.
    Bague : essayez de soulever un diamant, une seule fois. Mobile : il va sur la bague que vous venez de tirer. Fixe : il reste, et la bague reste vide.
    Vol : vous pouvez prendre un diamant sur la bague d’un autre joueur, pour une de vos bagues vides de même prix. La victime joue ensuite. Si vous ne pouvez ou ne voulez pas, vous tirez encore.
    Une bague garnie peut être volée ; une bague vide ne se garnit que par un vol.
    La partie finit avec la dernière carte, ou quand il ne reste que les diamants fixes.
    Une bague avec son diamant compte son prix. Pour les experts, une bague vide compte contre vous.
    Le plus de dollars l’emporte. Une table avec notes marque les places qui se sont révélées fixes ; sinon, souvenez-vous-en.

## Questions avant une partie

md-welcome = Tacora. Mister Diamond dans le terminal.
md-ask-expert = Pour experts, les bagues vides comptant contre vous ? o ou n, Entrée pour non :{" "}
md-ask-notes = Avec des notes qui marquent, pour tous, les places connues comme fixes ? o ou n, Entrée pour non :{" "}
md-ask-games = Combien de parties font la rencontre ? Entrée pour 1 :{" "}
md-ask-first = Qui commence ? Le numéro d’un siège à partir de 0, Entrée pour le tirer au sort :{" "}

## Ce qui est demandé, et comment le dire en bref

md-which-diamond = { $kind ->
    [me] Quel diamant ?
   *[other] { $Who } : quel diamant ?
}
md-steal-or-not = { $kind ->
    [me] Voler, ou pas ?
   *[other] { $Who } : voler, ou pas ?
}
md-ring-brief = { $kind ->
    [me] Votre bague : { $price }.
   *[other] { $Who } : une bague de { $price }.
}
md-lifted-brief = Le { $place } est mobile.
md-stuck-brief = Le { $place } est fixe.
md-theft-idle-brief = { $kind ->
    [me] Carte vol, rien à voler pour vous.
   *[other] { $Who } : carte vol, rien à voler.
}{ $more ->
    [no] {""}
   *[yes] {" "}Une autre carte.
}
md-stolen-brief = { $kind ->
    [me] Vous volez { $price } à { $victim }.
   *[other] { $victim-kind ->
        [me] { $Who } vous vole { $price }.
       *[other] { $Who } vole { $price } à { $victim }.
    }
}{ $more ->
    [no] {""}
   *[yes] { $victim-kind ->
        [me] {" "}À vous de jouer.
       *[other] {" "}À la victime de jouer.
    }
}
md-ended-brief = { $games ->
    [one] La partie est finie.
   *[other] La rencontre est finie.
} { $kind ->
    [me] Vous gagnez avec { $score }.
    [we] { $Who } gagnez avec { $score }.
    [one] { $Who } gagne avec { $score }.
   *[other] { $Who } gagnent avec { $score }.
}
