### Les tables sur un serveur : ce qu’elles refusent, et les phrases que les joueurs peuvent dire.

refused-no-such-table = il n’y a pas de table « { $table } »
refused-no-such-game-here = la table « { $table } » n’a pas de partie { $number } terminée
refused-no-such-chair = personne n’est assis à la place { $given }
refused-luck-too-long = un texte porte-bonheur a au plus { $most } caractères
refused-game-running = ce n’est pas possible pendant une partie
refused-seats-free = { $free ->
    [one] { $free } place est encore libre
   *[other] { $free } places sont encore libres
} ; quelqu’un doit s’y asseoir, ou un robot
refused-table-full = toutes les places sont prises
refused-seat-taken = cette place n’est pas libre
refused-colour-taken = cette couleur n’est pas libre
refused-owes-nothing = rien n’est demandé à cette place pour l’instant
refused-not-legal = « { $action } » n’est pas possible maintenant
refused-rules-settled = la boîte et les options ne changent plus après la première donne
refused-seat-taken-beyond = il n’y a pas de place pour { $name } à une table de { $most }
refused-bad-clock = une horloge a de 1 à { $most } secondes, et non { $given }
refused-bad-multiplier = le temps peut être multiplié par { $least } à { $most }
refused-unknown-phrase = il n’y a pas de phrase « { $phrase } » ; il y a { $known }
refused-unknown-question = il n’y a pas de question « { $question } » ; il y a { $known }
refused-no-game = aucune partie n’est en cours
refused-too-late = c’est déjà décidé
refused-too-early = ce n’est pas encore demandé
refused-hello-twice = « hello » vient une seule fois, et en premier
refused-hello-first = le premier message doit être « hello »
refused-not-kept = le serveur n’a pas pu le noter ; rien n’a changé, veuillez réessayer
refused-store-away = le serveur n’accède plus à ce qu’il a noté ; la table attend, et reprendra dès que possible
refused-unreadable-log = le journal de cette table ne peut pas être lu ici ; une version plus récente de Tacora l’a peut-être écrit
refused-not-your-seat = la place { $given } n’est pas la vôtre
refused-not-host = seul l’hôte peut le faire
refused-overtaken = quelqu’un a été plus rapide ; veuillez réessayer
refused-elsewhere = cette table est jouée sur un autre serveur en ce moment ; veuillez réessayer
refused-no-such-evening = il n’y a pas de soirée de club « { $club } »
refused-no-same-deals = ce jeu ne se joue pas avec les mêmes cartes à plusieurs tables
refused-club-bots = lors d’une soirée de club, une place libre a le même robot à chaque table
refused-day-full = la donne de ce jour a été tentée { $most } fois, et l’on n’en compare pas davantage
refused-bad-frame = ceci est illisible : { $detail }
refused-other-version = ce serveur parle la version { $ours } du protocole, et non { $given }
refused-too-many-tables = au plus { $most } tables par heure peuvent être ouvertes depuis une adresse
refused-body-too-large = une requête a au plus { $most } octets
refused-phrases-only = à cette table, l’hôte ne permet que les phrases toutes faites
refused-bad-words = ce que vous dites a de 1 à { $most } caractères visibles
refused-no-clock = cette table n’a pas d’horloge
refused-crowded = { $most } personnes regardent déjà cette table
refused-broken = le serveur a eu un problème ; il reprend à ce qui a été noté en dernier
refused-not-text = un message doit être un texte, et non des octets
refused-too-soon = avec des robots à la table, la partie suivante peut commencer { $seconds } secondes après la précédente
refused-too-fast = au plus { $most } messages par seconde peuvent être envoyés
refused-too-many-connections = trop de connexions viennent de votre réseau ; fermez-en une, ou réessayez plus tard
refused-too-many-catch-ups = trop de connexions reviennent à la fois ; veuillez réessayer dans un instant
refused-too-many-requests = trop de demandes viennent de votre réseau ; veuillez attendre un instant
refused-too-many-words = cela fait beaucoup à la fois ; veuillez attendre un instant avant d’en dire plus
refused-too-many-writes = il se passe trop de choses à la fois ici ; veuillez attendre un instant
refused-too-many-games = trop de parties ont commencé depuis une heure ; veuillez attendre un peu
refused-too-many-misses = trop de tables qui n’existent pas ont été demandées depuis cette adresse ; veuillez attendre une minute
refused-wrong-host = ce serveur n’est pas connu sous ce nom
refused-wrong-origin = les pages d’autres serveurs ne peuvent pas se connecter ici
refused-server-full = ce serveur est plein ; veuillez réessayer plus tard
refused-not-found = il n’y a rien à cette adresse
refused-wrong-method = ce n’est pas possible à cette adresse
refused-bad-request = cette requête n’a pas de réponse
refused-newer-store = { $file } : a été écrit par une autre version de tacora ({ $version })
refused-foreign-store = { $file } : appartient à un autre programme
refused-bad-store = { $file } : ne peut pas servir de réserve ({ $detail })
refused-bad-store-address = la réserve n’est pas une adresse comme postgresql://user@host:5432/database
refused-bad-store-option = { $option } : pas une adresse comme postgresql://user@host:5432/database
refused-needs-postgres = il faut pour cela psycopg : pip install 'tacora[postgres]', ou dans un clone .venv/bin/pip install -e '.[postgres]'
refused-host-or-lan = --host et --lan ne vont pas ensemble
refused-file-or-store = --file et --store ne vont pas ensemble
refused-bad-origin = « { $origin } » n’est pas l’adresse d’un serveur, comme https://pages.example
refused-no-such-address = { $address } : impossible d’y écouter ({ $detail })
refused-port-taken = { $address } : un autre programme y écoute déjà ; --port en choisit un autre
refused-file-served = { $file } : un autre serveur sert déjà ce fichier ; --file en choisit un autre
refused-no-store-named = { $variable } doit nommer le fichier ou la base qui garde les tables
refused-leaving = ce processus du serveur s’arrête dans un instant ; les autres continuent
refused-not-started = le serveur n’a pas pu démarrer ; les messages ci-dessus disent pourquoi
refused-file-there = { $file } : ce fichier existe déjà
refused-copy-stopped = { $file } : la copie s’est arrêtée ({ $detail }) ; rien n’est perdu, et la même commande reprend où elle en était

serve-store = Les tables sont gardées dans { $file }.
serve-open-to-all = Quiconque atteint cette machine peut se connecter à ce serveur.
serve-address = Ouvrez { $address }
serve-names = Il ne répond qu’à ce nom, qu’un mandataire doit donner : { $names }
serve-stop = Ctrl-C arrête le serveur ; chaque partie reprendra où elle en était à son redémarrage.
serve-stopped = Le serveur est arrêté.
tables-copied = Toutes les tables sont copiées dans { $file }.
tables-removed = { $count ->
    [one] { $count } table a été enlevée.
   *[other] { $count } tables ont été enlevées.
}
tables-copying = Copie
tables-checking = Vérification
tables-interrupted = Interrompu : { $done } sur { $asked ->
        [one] { $asked } table parcourue
       *[other] { $asked } tables parcourues
    }, et { $written ->
        [one] { $written } entrée écrite
       *[other] { $written } entrées écrites
    } dans { $file }. Rien n’est perdu, et la même commande reprend où elle en était.
tables-arrived = { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } avec { $entries ->
        [one] { $entries } entrée
       *[other] { $entries } entrées
    } dans { $file }, relues et comparées : { $added ->
        [one] { $added } nouvelle
       *[other] { $added } nouvelles
    }, { $continued ->
        [one] { $continued } complétée
       *[other] { $continued } complétées
    }, { $present } déjà là ; { $written ->
        [one] { $written } entrée écrite
       *[other] { $written } entrées écrites
    }.
tables-left-differs = { $table } : elle y est différente : une autre table de ce nom, ou celle-ci, où l’on a joué des deux côtés ; elle a été laissée telle quelle
tables-left-longer = { $table } : on y a continué à jouer ; elle a été laissée telle quelle
tables-left-held = { $table } : en usage là-bas ; veuillez répéter la commande quand elle ne le sera plus
tables-left-damaged = { $table } : des entrées manquent dans la source ; elle n’a pas été copiée
tables-left-changed = { $table } : différente à la relecture
tables-column-table = table
tables-column-entries = entrées
tables-column-opened = ouverte
tables-column-touched = touchée

phrase-said = { $name } : { $phrase }
phrase-hello = Bonjour.
phrase-well-played = Bien joué.
phrase-good-luck = Bonne chance.
phrase-ouch = Aïe.
phrase-wait = Un instant.
phrase-ready = Je suis prêt.
phrase-thanks = Merci.
phrase-again = Une autre partie ?
