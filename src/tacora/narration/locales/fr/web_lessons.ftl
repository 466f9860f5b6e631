### Une première partie qui enseigne : ce qui se dit au bon moment.

web-lesson = Conseil
web-lesson-read = Compris
web-lesson-enough = Arrêter les conseils
web-lesson-first = Votre première partie vient avec des conseils ; le bouton « Arrêter les conseils » y met fin.
web-lesson-aloud = Conseil : { $text }

web-lesson-diamant-decision = Plus loin, ou retour au camp ? Chacun choisit en secret, puis tout se découvre à la fois. Ce que vous portez n’est à l’abri qu’au camp.
web-lesson-diamant-leftover = Ce qui ne se partage pas également reste sur sa carte. Qui rentre au camp le ramasse en chemin.
web-lesson-diamant-hazard = Le premier danger d’une sorte avertit. Le second de la même sorte met fin à l’expédition, et qui est dans la grotte perd ce qu’il porte.
web-lesson-diamant-alone = Quelqu’un est rentré seul et a donc eu tout ce qui était sur le chemin. Ceux qui rentrent ensemble se le partagent.
web-lesson-diamant-relic = Une relique ne se partage pas : elle va à qui rentre seul, et à personne si plusieurs rentrent ensemble.
web-lesson-diamant-disaster = Ce qui est dans les coffres y reste. Une carte de ce danger sort du jeu, et tous entrent dans la grotte suivante.
web-lesson-mister-diamond-lift = Choisissez un diamant à soulever. S’il est mobile, il va sur votre bague ; fixe, il reste, et votre bague reste vide.
web-lesson-mister-diamond-stuck = Celui-ci est fixe, et personne ne le marque : retenez l’endroit, les vôtres et ceux des autres.
web-lesson-mister-diamond-theft = Un vol : vous pouvez prendre un diamant sur la bague d’un autre pour une bague vide du même prix. Rien n’y oblige.
web-lesson-mister-diamond-stolen = Qui est volé joue ensuite, et la bague volée est de nouveau vide.
