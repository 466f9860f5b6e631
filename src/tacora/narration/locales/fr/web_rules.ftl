### Les pages des règles.

web-rules-diamant = Diamant
web-rules-mister-diamond = Mister Diamond
web-rules-title = Comment jouer à { $game }
web-rules-about = Les règles, numérotées, telles que Tacora les joue.
web-rules-aid = Aide de jeu
web-rules-contents = Sommaire
web-rules-other = L’autre jeu
web-rules-print = Imprimer
web-rules-print-aid = Imprimer l’aide de jeu
web-rules-play = Jouer
web-rules-card-treasure = Trésor : on partage
web-rules-card-hazard = Danger : avertis
web-rules-card-disaster = Le même : dehors
web-rules-card-relic = Relique : qui sort seul
web-rules-ruby = 1 gemme
web-rules-diamond = 5 gemmes
web-rules-stone-loose = Libre : il est à vous
web-rules-stone-fixed = Fixé : il reste
web-rules-ring = Sertie : compte son prix
web-rules-theft = Vol : au même prix
web-rules-theft-word = Vol
