### Pourquoi une chose est refusée. Une ligne : d'abord l'endroit, puis la cause.

place-expedition = expédition { $n }
place-decision = décision { $n }
place-card = carte { $n }
place-seat = siège { $n }
place-and-cause = { $place } : { $cause }

refused-seat-count = il faut de { $least } à { $most } joueurs, pas { $given }
refused-unknown-game = il n’y a pas de jeu « { $name } » ; il y a { $known }
refused-no-kernel = le simulateur ne joue pas à { $name } ; l’arène, si
refused-unknown-edition = il n’y a pas d’édition « { $edition } » ; il y a { $known }
refused-no-relics = la boîte { $edition } n’a pas de reliques
refused-without-relics = « { $text } » est une relique, et cette partie n’en a pas : ajoutez --relics
refused-duplicate-relics = une donne qu’aucune décision ne change se joue sans reliques
refused-not-in-deck = « { $text } » n’est pas dans la pioche à ce moment
refused-too-few-cards = trop peu de cartes : il faut la carte { $needed }, et elle n’est pas notée
refused-nobody-decides = personne n’a de décision à prendre
refused-not-inside = une décision de quelqu’un qui n’est pas à l’intérieur
refused-no-decision = il manque une décision
refused-not-a-decision = « { $given } » n’est ni continuer ni sortir
refused-unknown-field = champ inconnu « { $field } » dans { $path }
refused-missing-field = il manque le champ « { $field } » dans { $path }
refused-wrong-type = { $path } devrait être { $expected ->
    [str] un texte
    [int] un nombre entier
    [array] une liste
    [object] un objet
    [object-or-array] un objet ou une liste
    [bool] true ou false
    [null] rien
    [float] un nombre à virgule
    [bool-or-int-or-str] true, false, un nombre entier ou un texte
   *[other] { $expected }
}, pas { $given ->
    [str] un texte
    [int] un nombre entier
    [array] une liste
    [object] un objet
    [object-or-array] un objet ou une liste
    [bool] true ou false
    [null] rien
    [float] un nombre à virgule
   *[other] { $given }
}
refused-unknown-value = « { $value } » n’est pas possible dans { $path }
refused-wrong-length = { $path } devrait avoir { $bound ->
    [most] au plus { $n }
    [below] moins de { $n }
    [least] au moins { $n }
    [above] plus de { $n }
   *[exactly] { $n }
} { $n ->
    [one] signe ou élément
   *[other] signes ou éléments
}
refused-out-of-range = { $path } devrait être { $bound ->
    [most] au plus { $n }
    [below] moins de { $n }
    [least] au moins { $n }
   *[above] plus de { $n }
}
refused-wrong-signs = { $path } contient des caractères qui n’y ont pas leur place, ou en a trop peu
refused-number-too-large = { $path } est un nombre qui a trop de chiffres
refused-not-an-option = { $path } n’a pas cette option : { $field }
refused-bad-shape = { $path } : { $detail }
refused-empty = il n’y a rien dedans
refused-not-utf8 = ce n’est pas du texte en UTF-8 : octet { $byte }
refused-field-twice = le champ « { $field } » s’y trouve deux fois
refused-not-json = ce n’est plus du JSON à partir de la ligne { $line }, colonne { $column }
refused-json-cut = il en manque la fin
refused-json-deep = les imbrications sont trop profondes
refused-json-value = il contient une valeur qui n’est pas du JSON
refused-bad-name = un nom a de 1 à { $most } caractères visibles
refused-bad-seed = la graine devrait avoir 64 chiffres hexadécimaux, pas « { $text } »
refused-bad-commitment = l’engagement devrait avoir 64 chiffres hexadécimaux, pas « { $text } »
refused-seed-or-deal = { $given ->
    [0] il n’y a ni graine ni cartes (« seed », « deal ») ; il faut l’une ou l’autre
   *[other] il y a à la fois une graine et des cartes (« seed », « deal ») ; une seule peut être vraie
}
refused-turned-without-seed = « turned » ne va qu’avec une graine
refused-no-such-expedition = une partie compte { $most } expéditions
refused-unknown-card-typed = il n’y a pas de carte « { $text } » dans { $edition }, dont les dangers sont { $hazards }
refused-unknown-card = il n’y a pas de carte « { $text } » dans { $edition }
refused-after-the-end = la partie est déjà finie
refused-expedition-over = cette expédition est déjà finie
refused-expedition-open = l’expédition { $open } n’est pas encore finie
refused-letter-count = « { $text } » a { $given ->
    [one] { $given } lettre
   *[other] { $given } lettres
}, mais il y a { $expected } sièges
refused-unknown-letter = « { $letter } » n’est ni C, ni L, ni -
refused-already-home = « { $letter } » mais { $name } est déjà au camp
refused-must-decide = « { $letter } » pour { $name }, mais qui est à l’intérieur doit décider
refused-unknown-bot = il n’y a pas de robot « { $bot } » ; il y a { $known }
refused-bot-parameter = { $expected ->
    [none] robot « { $bot } » : ce robot ne prend pas de nombre
    [theft] robot « { $bot } » : il faut best, weighed, dearest, any ou never après les seconds deux points
    [count] robot « { $bot } » : il faut un nombre entier de 1 à 999999 après les deux points
    [file] robot « { $bot } » : il faut le nom d’un fichier après les deux points
   *[probability] robot « { $bot } » : il faut une probabilité de 0 à 1 après les deux points
}
refused-no-file = { $file } : ce fichier n’existe pas
refused-unknown-limit = il n’y a pas de limite « { $given } » ; peut-être { $near }
refused-bad-limit = { $limit } : « { $given } » n’est pas un nombre supérieur à 0
refused-bad-whole-limit = { $limit } : « { $given } » n’est pas un nombre entier supérieur à 0
refused-bad-network = « { $given } » n’est ni une adresse ni un réseau tel que 10.0.0.0/8
refused-bad-node = « { $given } » n’est pas un nom de processus : lettres, chiffres, points, tirets et soulignés, 63 au plus
refused-bad-host-name = « { $given } » n’est pas le nom d’un serveur, tel que tacora.example
refused-unreadable-file = { $file } : lecture impossible ({ $detail })
refused-copy-to-itself = { $file } : les tables y sont déjà ; une copie demande un autre endroit
refused-unwritable-file = { $file } : écriture impossible ({ $detail })
refused-name-taken = quelqu’un s’appelle déjà « { $name } » ; choisissez un autre nom
refused-nothing-to-resume = il n’y a pas de partie inachevée à reprendre
refused-not-a-save = { $file } : ce n’est pas une partie sauvegardée ({ $detail })
refused-record-not-save = { $over ->
    [yes] { $file } : cette partie est finie ; tacora replay la raconte
   *[no] { $file } : c’est un enregistrement, pas une partie sauvegardée ; tacora replay le raconte
}
refused-save-not-record = c’est une partie sauvegardée, pas un enregistrement ; tacora play --resume --file la reprend
refused-bad-sealed = la décision scellée « { $text } » du siège « { $whose } » est impossible
refused-save-without-seed = une partie sauvegardée a besoin de sa graine
refused-resume-alone = --resume reprend une partie telle qu’elle était ; enlevez { $option }
refused-impossible-tunnel = cette galerie est impossible : l’expédition a fini à la carte { $at }
refused-no-folder = { $folder } : ce dossier n’existe pas
refused-game-in-use = { $file } : cette partie se joue ailleurs
refused-output = la sortie ne peut pas être écrite ({ $detail })
refused-file-exists = { $file } : ce fichier existe déjà ; --resume reprend la partie qui s’y trouve
refused-cannot-be-out = « { $text } » ne peut pas être déjà hors du jeu, ou pas si souvent
refused-not-a-hazard = « { $text } » n’est pas un danger
refused-not-a-relic = « { $text } » n’est pas une relique
refused-too-many-removed = avant l’expédition { $before }, au plus { $most } dangers peuvent être retirés, pas { $given }
refused-too-many-taken = { $given } reliques ne peuvent pas encore être prises
refused-too-many-lying = { $given } reliques ne peuvent pas être dans la galerie, { $turned } ont été retournées
refused-usage-no-value = l’option { $option } ne prend pas de valeur
refused-usage-option = il n’y a pas d’option { $option }{ $hint ->
    [none] {""}
   *[some]  ; peut-être { $hint }
}
refused-usage-command = il n’y a pas de commande « { $given } » ; il y a { $known }
refused-usage-missing = il manque { $name }
refused-usage-choice = { $name } : « { $given } » n’est aucun de { $choices }
refused-usage-number = { $name } : « { $given } » n’est pas un nombre entier dans { $range }
refused-usage-value = l’option { $option } demande une valeur
refused-usage-extra = en trop : { $given }
refused-usage-other = { $detail }
refused-no-locales = { $folder } : TACORA_LOCALES doit désigner un dossier
refused-bad-locale = { $folder } : le nom d’un dossier de messages est le code d’une langue nouvelle, par exemple de ou pt-BR
refused-bad-message = { $file } : le message { $message } manque ou est inutilisable

## Mister Diamond

place-game = partie { $n }
refused-bad-prices = les prix doivent être différents, de 1 à 1000000, et partager également { $rings } bagues, pas { $given }
refused-not-prices = --prices demande des nombres entiers avec des virgules, pas « { $text } »
refused-bad-games = une rencontre a de 1 à { $most } parties, pas { $given }
refused-no-such-seat = il n’y a pas de siège { $given } ; ils vont de 0 à { $most }
refused-no-such-place = il n’y a pas de place { $given } ; elles vont de 1 à { $most }
refused-fixed-count = { $expected } places sont fixes, pas { $given }
refused-place-twice = la place { $given } est fixe deux fois
refused-no-such-game = cette rencontre a { $most ->
    [one] { $most } partie
   *[other] { $most } parties
}
refused-not-your-turn = c’est le tour du siège { $turn }
refused-not-possible = « { $action } » ne répond pas à la carte « { $drawn } »
refused-unknown-decision = « { $text } » n’est ni une place, ni « steal SIÈGE PRIX », ni « decline »
refused-expected-place = « { $text } » mais { $name } a tiré une bague de { $drawn } et doit nommer une place
refused-expected-theft = « { $text } » mais { $name } a tiré une carte vol : « steal SIÈGE PRIX » ou « decline »
refused-no-diamond-there = « { $text } » mais il n’y a pas de diamant à cette place
refused-no-such-theft = « { $text } » mais { $name } ne peut pas voler cela
refused-wrong-game = { $option } n’est pas une option de { $which }

## Étude

refused-not-simulated = place { $at } : le simulateur ne connaît pas le robot « { $bot } » ; tacora arena fait jouer n’importe quel robot
refused-not-a-strategy = le simulateur ne connaît pas le robot « { $bot } » pour ce jeu, seulement { $known } ; tacora arena fait jouer n’importe quel robot, --edition choisit le jeu
refused-no-gpu = il n’y a ici aucune carte NVIDIA utilisable
refused-needs-study = il faut pour cela NumPy, Numba et matplotlib : pip install 'tacora[study]', ou dans un clone .venv/bin/pip install -e '.[study]'
refused-needs-cluster = il faut pour cela Dask : pip install 'tacora[cluster]', ou dans un clone .venv/bin/pip install -e '.[cluster]'
refused-cluster-away = aucun ordonnanceur Dask ne répond à { $address } ({ $detail })
refused-cluster-empty = l’ordonnanceur à { $address } n’a personne pour travailler : dask worker { $address } y remédie
refused-cluster-version = { $where } a une autre version de Tacora ({ $theirs }) que ce programme ({ $ours }) : installez partout la même
refused-cluster-bot = un des processus a un autre { $bot } que ce programme, ou aucun : mettez-y le même fichier et relancez les processus
refused-cluster-gpu = sur une grappe, ce sont les processeurs qui jouent : sans --device gpu
refused-cluster-killed = plusieurs processus à { $address } sont morts du même travail, peut-être faute de mémoire ({ $detail })
refused-cluster-lost = l’ordonnanceur à { $address } a disparu ; ce qui était revenu compte
refused-cluster-waiting = plus aucun processus ne travaille à { $address } : on en attend un ; Ctrl-C termine avec ce qui est fait
refused-not-reviewable = ce jeu ne peut pas être pesé : seuls Diamant et Mister Diamond le peuvent
refused-no-coach = ce jeu n’a pas de conseil
refused-review-not-over = cette partie n’est pas terminée : seule une partie finie est pesée
refused-review-too-long = cette rencontre compte { $given } parties : la peser prendrait trop de temps, { $most } sont le maximum
refused-not-solvable = ce jeu ne peut pas être résolu : Diamant seul le peut
refused-strategy-for-another = cette stratégie est faite pour { $box } à { $seats } joueurs, pas pour { $here } à { $given }
refused-not-a-strategy-file = { $file } n’est pas une stratégie écrite par tacora solve
refused-no-champion = il n’y a pas de champion pour { $box } à { $seats } joueurs
refused-not-progress = { $file } n’est pas un fichier .progress de tacora solve
refused-strategy-is-there = { $file } existe déjà : continuez avec --resume, ou nommez un autre fichier
refused-other-seed = { $file } est appris avec --seed { $seed } : continuez avec celle-là, ou sans --seed
refused-other-progress = { $file } vient d’un autre jeu, ou d’un autre nombre de joueurs
refused-not-a-table-file = { $file } n’est pas une table écrite par numpy.save
refused-bad-table = { $file } : une table a besoin de { $size } nombres
refused-not-probability = { $file } : le nombre { $place } est { $given }, qui n’est pas une probabilité de 0 à 1
refused-picture-kind = { $file } : le nom d’une image se termine par { $known }
refused-not-a-range = « { $text } » n’est pas un intervalle comme gems:1..40 ou random:0..1..0.05
refused-bad-range = « { $text } » n’est pas un intervalle croissant d’au plus { $most } valeurs
refused-not-players = --players demande des nombres entiers séparés par des virgules, et non « { $text } »

## Arène

refused-too-few-bots = une arène demande au moins 2 robots, pas { $given }
refused-too-few-deals = { $given } donnes ne suffisent pas : il en faut { $least } pour que tous les robots se rencontrent deux fois
refused-guest-module = robot « { $bot } » : il n’y a pas de module « { $module } »
refused-guest-import = robot « { $bot } » : le module « { $module } » ne peut pas être importé ({ $detail })
refused-guest-class = robot « { $bot } » : il n’y a pas de classe « { $name } » dans le module « { $module } »
refused-guest-choose = robot « { $bot } » : la classe « { $name } » n’a pas de méthode « choose »
refused-guest-making = robot « { $bot } » : impossible à créer ({ $detail })
refused-bot-raised = donne { $deal } : le robot « { $bot } » a échoué ({ $detail }) ; --seed { $seed } la rejoue
refused-bot-illegal = donne { $deal } : le robot « { $bot } » a répondu { $given }, ce qui n’y est pas permis ; --seed { $seed } la rejoue
refused-process-died = un processus est mort en jouant ; --processes 1 --seed { $seed } montre où
