### La table dans un terminal : questions, commandes, et ce qui se dit autour d'une partie.

## Commandes : d'abord le mot affiché, puis d'autres (« _ » est une espace), les touches en dernier

command-continue = continuer plus_loin c p
command-leave = sortir camp s
command-cave = grotte g
command-players = joueurs j
command-mine = moi m
command-odds = chances o
command-coach = conseil k
command-history = histoire h
command-rules = règles regles r
command-help = aide ?
command-back = retour b
command-quit = quitter q

help-continue = avancer jusqu’à la carte suivante
help-leave = rentrer avec ce que vous tenez et votre part du chemin
help-cave = la galerie, ce qui s’y trouve, qui est à l’intérieur
help-players = chaque joueur : coffre, reliques, à l’intérieur ou au camp
help-mine = ce que vous tenez et possédez
help-odds = les chances de la prochaine carte, et ce que rapporte la sortie
help-coach = ce que ferait un champion, et pourquoi
help-history = ce qui s’est passé dans cette expédition ; avec un numéro, dans celle-là
help-rules = les règles en une page
help-help = cette liste
help-back = revenir au joueur précédent, pour changer une décision
help-quit = s’arrêter là ; la partie est sauvegardée
help-line = { $word } ({ $key }) : { $what }

## Commencer

diamant-welcome = Tacora. Diamant dans le terminal.
menu-now = Entrée : jouer tout de suite, vous contre { $n } robots
menu-choose = 1 : choisir les options et les joueurs
menu-rules = 2 : les règles en une page
menu-other = { $key } : plutôt { $game }
game-diamant = Diamant
game-mister-diamond = Mister Diamond
menu-resume = { $n ->
    [one] { $key } : reprendre votre partie inachevée
   *[other] { $key } : reprendre une de vos { $n } parties inachevées
}
resume-line = { $n }. { $game } : { $players } ({ $file })
resume-ask = Laquelle ? Entrée pour la dernière jouée :{" "}
menu-quit = q : quitter
menu-ask = Votre choix :{" "}
ask-edition = Quelle édition ? Entrée pour { $default } :{" "}
ask-relics = Jouer avec les reliques ? o ou n, Entrée pour { $default } :{" "}
ask-chests = Coffres ouverts ou cachés ? o ou c, Entrée pour ouverts :{" "}
ask-people = Noms des personnes à ce clavier, avec des virgules. Entrée pour vous seulement :{" "}
ask-bots = De quelle force sont les robots ? Un numéro, ou des robots avec des virgules. Entrée pour { $default } ; « aucun » pour aucun :{" "}
ask-odds = Peut-on demander les chances ? o ou n, Entrée pour o :{" "}
ask-decision-of = { $name }, votre choix :{" "}
ask-back = { $word } revient à la question précédente.
answer-yes = oui o
answer-no = non n
answer-open = ouverts o
answer-hidden = cachés caches c
answer-none = aucun
not-understood = « { $text } » n’est pas une réponse ici.
bots-known = Tous les robots : { $bots }.

you-name = Vous
bot-tortoise = Tortue
bot-magpie = Pie
bot-badger = Blaireau
bot-champion = Champion
temper-tortoise = prudente, rentre tôt
temper-magpie = attirée par ce qui reste sur le chemin
temper-badger = creuse encore quand les autres sortent
temper-champion = connaît toutes les chances et reste insondable
strength-mixed = mélange
strength-easy = facile
strength-medium = moyen
strength-hard = difficile
strength-hardest = extrême
strength-line = { $n }. { $strength } : { $who }

table-edition = { $edition }{ $relics ->
    [yes] , avec reliques
   *[no] {""}
}, coffres { $chests ->
    [hidden] cachés
   *[open] ouverts
}.
table-players = À la table : { $players }.
table-commitment = La donne est fixée. Son engagement : { $commitment }.
resumed = Votre partie reprend où elle en était.
so-far = Jusqu’ici dans cette expédition :

## Décider

ask-decision = Continuer ou sortir ? c ou s, ? pour l’aide :{" "}
ask-secret = { $name }, en secret. Continuer ou sortir ? c ou s, ? pour l’aide :{" "}
status = { $held ->
    [0] Rien en main
   *[other] { $held } en main
}, { $path ->
    [0] rien sur le chemin.
   *[other] { $path } sur le chemin.
}
sealed = La décision est prise : { $name }. { $left ->
    [one] Il en manque { $left }.
   *[other] Il en manque { $left }.
}
nobody-before = Personne n’a décidé avant vous.
taken-back = Décision à reprendre : { $name }.
no-such-secret = Ce n’est pas une commande ici ; ? en donne la liste.
no-such-command = « { $text } » n’est pas une commande ici ; ? en donne la liste.
hidden-history = Avec des coffres cachés, seule cette expédition est redite.
no-history = Il ne s’y est rien passé.

## Fins

scores-title = Scores finaux :
saved-for-later = La partie est sauvegardée. { $command } la reprend.
already-over = Cette partie était déjà finie.
sealed-already = Décisions déjà prises : { $names }.
not-saved = La partie n’a pas pu être sauvegardée.
record-kept = Enregistrement : { $file }
record-contradicts = Attention : cet enregistrement se contredit ; tacora verify dit où.
record-replay = tacora replay le raconte, tacora review pèse chance et décisions, tacora verify contrôle la donne.
seed-shown = La graine était { $seed }.

verify-replays = L’enregistrement tient : chaque décision va avec les cartes.
verify-commitment-yes = La graine correspond à l’engagement.
verify-commitment-no = La graine ne correspond pas à l’engagement.
verify-commitment-none = Aucun engagement auquel comparer la graine.
verify-cards-yes = La graine donne bien les cartes qui ont été vues.
verify-cards-no = Les cartes vues ne sont pas celles que donne la graine : expédition { $expedition }, carte { $card }.
verify-cards-none = L’enregistrement ne dit pas quelles cartes ont été vues.
verify-no-seed = L’enregistrement n’a pas de graine : la donne ne peut pas être contrôlée.

## Les règles en une page

aid-sheet =
    Diamant en une page.
    De 3 à 8 explorateurs, cinq grottes. À la fin, le plus de gemmes et de reliques l’emporte.
    Tout le monde entre ensemble, et la première carte est retournée aussitôt.
    Trésor : ses gemmes sont partagées également entre tous ceux qui sont à l’intérieur ; ce qui ne se divise pas reste sur la carte.
    Danger : le premier de chaque sorte est sans effet. Le second finit l’expédition, et tous ceux qui sont à l’intérieur perdent ce qu’ils tiennent.
    Avant chaque carte suivante, tous à l’intérieur décident en secret : continuer ou sortir.
    Qui sort met ce qu’il tient au coffre, en sûreté pour de bon, et prend les gemmes du chemin ; plusieurs sortants les partagent également.
    Après une catastrophe, l’une des deux cartes de danger égales est retirée. Toutes les autres cartes sont mêlées pour la grotte suivante.
    Reliques, si la table joue avec : seul celui qui sort sans autre sortant prend celles de la galerie. Elles comptent à la fin.
    Un rubis vaut 1, un diamant vaut 5.
