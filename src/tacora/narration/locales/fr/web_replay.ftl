### Revoir une partie, par un lien ou un fichier.

web-replay-title = Revoir
web-replay-of-game = Partie { $game } à la table { $table }
web-replay-of-file = Depuis un fichier
web-replay-open = Ouvrir une partie
web-replay-open-about = Choisissez le fichier d’une partie, ou déposez-le n’importe où sur cette page. Il reste à vous : rien n’en est gardé.
web-replay-choose = Choisir un fichier
web-replay-unread = Ce fichier ne se lit pas : { $name }
web-replay-too-large = Ce fichier a plus de { $most } ko. Ce n’est pas celui d’une partie.
web-replay-eyes = Vu par
web-replay-eyes-all = tout le monde
web-replay-controls = Parcourir la partie
web-replay-back = Reculer
web-replay-forward = Avancer
web-replay-first = Au début
web-replay-last = À la fin
web-replay-play = Lire
web-replay-pause = Pause
web-replay-speed = Vitesse
web-replay-step = Étape
web-replay-step-of = { $step } sur { $steps }
web-replay-opened = { $what }. { $steps } étapes, avec { $names }. Les flèches font avancer.
web-replay-keys-on = Les touches font avancer et jouer
web-replay-jump = Aller à
web-replay-jump-end = Résultat
web-replay-sentences = Ce qui s’est passé
web-replay-unfinished = Cette partie n’est pas finie.
web-replay-keys = Les flèches avancent et reculent, Espace lit et arrête, Début et Fin vont aux bouts.
web-replay-keys-weighed = Majuscule et les flèches vont d’une décision qui a coûté à la suivante.
web-replay-link = Copier un lien vers ce moment
refused-replay-too-long = cette partie a plus de { $most } décisions
refused-too-many-reviews = trop de parties étaient à peser à la fois ou en une minute ; veuillez réessayer dans une minute
refused-review-failed = cette partie n’a pas pu être pesée ; veuillez réessayer plus tard
refused-too-many-replays = au plus { $most } parties par minute peuvent être lues pour une adresse ; veuillez patienter un instant

## Sans réseau

web-offline-title = Vous êtes hors ligne
web-offline-about = Le chemin de la grotte est fermé : cet appareil n’a pas de réseau, ou le serveur ne répond pas.
web-offline-kept = Vos places sont gardées. Les tables attendent, et cette page réessaie d’elle-même.
web-offline-rules = En attendant : les règles.
web-offline-again = Réessayer
