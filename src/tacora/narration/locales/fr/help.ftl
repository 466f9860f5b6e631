### Aide de la ligne de commande. Messages simples seulement : cli/words.py les lit sans la bibliothèque Fluent, pour aller vite.

help-tacora = Diamant et Mister Diamond, pour jouer et pour étudier : règles exactes, parties rejouables.
help-cmd-play = Jouer dans ce terminal, à l’œil ou à l’oreille, contre des robots et à plusieurs au clavier.
help-cmd-replay = Raconter une partie enregistrée, depuis son fichier ou l’entrée standard (-).
help-cmd-verify = Contrôler la donne d’une partie enregistrée : sa graine, l’engagement et les cartes vues.
help-cmd-odds = Les probabilités exactes d’une situation : donnez les cartes retournées, dans l’ordre.
help-cmd-odds-more = Un trésor est sa valeur, un danger son nom anglais, une relique R et sa valeur (R seul si rien n’est imprimé). Par exemple : tacora odds 11 snakes 4 --inside 3

help-opt-lang = Langue de tous les textes ; sinon celle du système.
help-opt-help = Afficher ce texte et s’arrêter.
help-opt-version = Afficher la version et s’arrêter.
help-opt-edition = La boîte : { $editions }.
help-opt-relics = Jouer avec ou sans reliques ; sinon comme il est d’usage pour la boîte.
help-opt-chests = Coffres ouverts à tous, ou cachés jusqu’à la fin.
help-opt-prices = Mister Diamond : les prix des bagues, avec des virgules, chacun sur autant des 42.
help-opt-people = Noms des personnes à ce clavier, avec des virgules.
help-opt-bots = Robots pour les autres places, avec des virgules, ou vide pour aucun. Diamant : { $bots }. Mister Diamond : { $mister }.
help-opt-expert = Mister Diamond : les bagues vides comptent contre vous.
help-opt-notes = Mister Diamond : les places connues comme fixes sont marquées pour tous.
help-opt-games = Mister Diamond : combien de parties font la rencontre.
help-opt-first = Mister Diamond : le siège qui commence, à partir de 0 ; sinon il est tiré au sort.
help-opt-odds = Si les joueurs peuvent demander les probabilités.
help-opt-seed = Donner à partir de cette graine, 64 chiffres hexadécimaux, au lieu d’une graine secrète.
help-opt-plain = Des lignes simples seulement, sans dessin ni couleur.
help-opt-resume = Reprendre la dernière partie inachevée.
help-opt-file = Garder la partie dans ce fichier ; avec --resume, reprendre celle qui s’y trouve.
help-opt-json = Afficher un objet JSON au lieu de phrases.
help-opt-commitment = Comparer avec cet engagement, noté avant la partie.
help-opt-inside = Combien d’explorateurs sont à l’intérieur.
help-opt-held = Ce que chacun d’eux tient ; sinon comme si le même nombre était à l’intérieur depuis la première carte.
help-opt-path = Gemmes sur le chemin ; sinon de même.
help-opt-expedition = De quelle expédition il s’agit : décide des reliques dans la pioche. Sinon la première qui va avec les cartes.
help-opt-removed = Dangers hors du jeu, avec des virgules.
help-opt-gone = Reliques retournées dans les expéditions précédentes, avec des virgules.
help-opt-lying = Combien des reliques retournées restent dans la galerie ; sinon toutes.
help-opt-taken = Combien de reliques ont été rapportées dans les expéditions précédentes.

help-word-usage = Usage :
help-word-options = Options 
help-word-commands = Commandes 
help-word-default = par défaut : { $value }
help-word-command = COMMANDE [ARGUMENTS]…
help-word-options-slot = [OPTIONS]
