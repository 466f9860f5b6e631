### La table à l’oreille : annonces, réponses, touches, mots à taper, sons, et réglages de l’appareil.

## Qui vient, qui part

web-ear-sat = { $count ->
    [one] { $names } prend place.
   *[other] { $names } prennent place.
}
web-ear-you-sat = Vous êtes à la place { $letter }, sous le nom { $name }.
web-ear-renamed = { $name } s’appelle maintenant { $now }.
web-ear-stood = { $count ->
    [one] { $names } se lève.
   *[other] { $names } se lèvent.
}
web-ear-offline = { $name } n’est plus en ligne.
web-ear-back = { $name } est de retour.
web-ear-away = { $name } fait une pause.
web-ear-sits-in = { $bot } joue à la place de { $name }.
web-ear-late = Temps écoulé pour { $name }.
web-ear-you-host = Vous êtes l’hôte de cette table.
web-ear-gathering = { $taken ->
    [0] Table { $table }. Personne n’est encore assis ; { $seats } places sont libres.
    [one] Table { $table }. { $taken } place prise sur { $seats } : { $names }.
   *[other] Table { $table }. { $taken } places prises sur { $seats } : { $names }.
}
web-ear-awaited = Tous les autres ont décidé. On vous attend.

## Réponses

web-ear-nothing-asked = Rien n’est demandé à personne pour l’instant.
web-ear-no-clock = À cette table, le temps n’est pas compté.
web-ear-no-time-runs = Le temps ne court pas en ce moment.
web-ear-time = { $seconds ->
    [one] Il vous reste { $seconds } seconde.
   *[other] Il vous reste { $seconds } secondes.
}
web-ear-time-others = { $seconds ->
    [one] Il reste aux autres { $seconds } seconde au plus.
   *[other] Il reste aux autres { $seconds } secondes au plus.
}
web-ear-more-asked = Du temps est demandé en plus.
web-ear-history-none = Il ne s’est encore rien passé.
web-ear-unsent = La connexion est perdue. Ceci est gardé, et envoyé dès qu’elle revient.
web-ear-history-first = Rien n’est redit d’avant.
web-ear-history-last = C’était le plus récent.
web-ear-kind-all = Tous les messages.
web-ear-kind-game = Le jeu.
web-ear-kind-table = La table.
web-ear-kind-own = Les vôtres.

## Touches

web-ear-key-line = { $key } : { $what }.
web-ear-act-deeper = plus loin
web-ear-act-camp = retour au camp
web-ear-act-repeat = redire la dernière phrase
web-ear-act-cave = ce qu’il y a sur la table
web-ear-act-players = tous les joueurs
web-ear-act-mine = ce qui est à vous
web-ear-act-waiting = ce qui est demandé, et qui l’on attend
web-ear-act-time = temps restant
web-ear-act-more = demander plus de temps
web-ear-act-odds = les chances de la prochaine carte
web-ear-act-coach = le conseil, oui ou non
web-ear-act-back = reculer dans ce qui s’est passé
web-ear-act-forward = avancer dans ce qui s’est passé
web-ear-act-kind = choisir les messages à parcourir
web-ear-act-help = les touches
web-ear-act-command = aller à la ligne de commande
# One key each, no two alike.
web-ear-usual-deeper = p
web-ear-usual-camp = c
web-ear-usual-repeat = r
web-ear-usual-cave = g
web-ear-usual-players = j
web-ear-usual-mine = m
web-ear-usual-waiting = a
web-ear-usual-time = t
web-ear-usual-more = +
web-ear-usual-odds = o
web-ear-usual-coach = k
web-ear-usual-back = ,
web-ear-usual-forward = ;
web-ear-usual-kind = f
web-ear-usual-help = ?
web-ear-usual-command = /
web-ear-sign-comma = virgule
web-ear-sign-stop = point
web-ear-sign-semicolon = point-virgule
web-ear-sign-question = point d’interrogation
web-ear-sign-slash = barre oblique
web-ear-sign-plus = plus
web-ear-help-grid = Sur le plateau : les flèches vont de place en place, un numéro va à cette place, Entrée soulève.
web-ear-help-more = Le menu permet de changer ou de couper les touches.
web-ear-keys-off = Les touches simples sont coupées.

## Mots à taper, d’abord celui qui est montré, puis d’autres ; aucun mot n’a deux sens

web-ear-typed-cave = voir plateau
web-ear-typed-players = qui
web-ear-typed-repeat = répéter repeter
web-ear-typed-time = temps
web-ear-typed-waiting = attente
web-ear-typed-more = délai delai
web-ear-typed-start = commencer
web-ear-typed-words = dire
web-ear-typed-hello = bonjour salut
web-ear-typed-well-played = bravo
web-ear-typed-good-luck = chance
web-ear-typed-ouch = aïe aie
web-ear-typed-wait = attendez
web-ear-typed-ready = prêt pret
web-ear-typed-thanks = merci
web-ear-typed-again = revanche
web-ear-types = { $word } : { $what }.
web-ear-types-phrase = { $word } dit : { $phrase }
web-ear-types-number = Un numéro essaie cette place ; suivi d’un point d’interrogation, il dit ce qui s’y trouve.
web-ear-typing-continue = plus loin dans la grotte
web-ear-typing-leave = retour au camp
web-ear-typing-cave = ce qu’il y a sur la table
web-ear-typing-players = tous les joueurs
web-ear-typing-mine = ce qui est à vous
web-ear-typing-odds = les chances de la prochaine carte
web-ear-typing-coach = le conseil, oui ou non
web-ear-typing-history = ce qui s’est passé en dernier ; avec un nombre, autant de fois
web-ear-typing-rules = les règles en bref
web-ear-typing-help = cette liste
web-ear-typing-withdraw = reprendre votre décision
web-ear-typing-decline = ne pas voler
web-ear-typing-repeat = redire la dernière phrase
web-ear-typing-time = temps restant
web-ear-typing-waiting = ce qui est demandé, et qui l’on attend
web-ear-typing-more = demander plus de temps
web-ear-typing-start = distribuer les cartes, si vous êtes l’hôte
web-ear-typing-words = ce que vous écrivez ensuite, si l’hôte permet vos propres mots
web-ear-typing-quit = comment s’arrêter
web-ear-quit = Pour vous arrêter, fermez cette page. Votre place vous reste.
web-ear-not-understood = « { $text } » n’est pas un mot connu ici. Tapez aide pour la liste.
web-ear-not-now = Pas maintenant.
web-ear-withdrawn = Décision reprise.
web-ear-nothing-sealed = Vous n’avez pas encore décidé.
web-ear-several = Plusieurs jouent sur cet appareil : décidez en secret, avec les boutons ou les touches de la page.
web-ear-watching = Vous n’avez pas de place à cette table.
web-ear-theft-choice = { $n } : { $what }.
web-ear-no-such-theft = Il n’y a pas de vol { $n }.
web-ear-no-such-place = Il n’y a pas de place { $place } ; elles vont de 1 à { $places }.

## Ce que chacun règle pour son appareil

web-ear-title = Sons, mots, touches, grands caractères
web-ear-device = Cet appareil
web-ear-speech = Ce qui est dit
web-ear-wording = Formulation
web-ear-wording-short = brève
web-ear-wording-normal = normale
web-ear-wording-full = complète
web-ear-aloud = Lire à haute voix
web-ear-aloud-on = Le navigateur lit à haute voix, pour qui n’a pas de lecteur d’écran
web-ear-aloud-voice = Voix
web-ear-aloud-none = Ce navigateur n’a pas de voix pour cette langue.
web-ear-aloud-usual = celle d’habitude
web-ear-aloud-rate = Vitesse
web-ear-print = Grands caractères
web-ear-print-size = Taille des lettres et des motifs
web-ear-print-usual = habituelle
web-ear-print-large = grande
web-ear-print-larger = très grande
web-ear-sounds = Sons
web-ear-sounds-on = Jouer les sons
web-ear-volume = Volume de ce qui se passe
web-ear-volume-signals = Volume de votre tour et des avertissements
web-ear-vibrate = Vibrer à votre tour et en cas de catastrophe, si l’appareil le peut
web-ear-try = Apprendre les sons
web-ear-command-title = Ligne de commande
web-ear-command-on = Montrer une ligne où taper des mots
web-ear-command = Commande
web-ear-command-do = Envoyer
web-ear-missed = { $count ->
    [one] Un message plus ancien, puis :
   *[other] { $count } messages plus anciens, puis :
}
web-ear-command-empty = La ligne est vide.
web-ear-command-closed = La ligne de commande est fermée ; { $key } la rouvre.
web-ear-command-hint = Des mots comme continuer, sortir, qui, aide
web-ear-keys = Touches
web-ear-keys-on = Les touches simples agissent quand la table a le focus
web-ear-keys-change = Changer les touches
web-ear-keys-about = Un signe pour chacune ; un champ vide coupe cette touche.
web-ear-keys-taken = { $key } est déjà la touche pour : { $what }. Choisissez-en une autre.
web-ear-keys-reset = Revenir aux touches habituelles

## Le cours d’une partie en sons

web-ear-listen = Écouter le cours de la partie
web-ear-listen-stop = Arrêter
web-ear-listen-line = { $letter }, { $name }, de { $first } à { $last }.
