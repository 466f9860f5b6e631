### Les pages dans un navigateur. Le serveur envoie ces messages comme données ; la page les remplit elle-même.

## Toutes les pages

web-description = Diamant et Mister Diamond, à jouer ensemble dans un navigateur : un lien, un nom, et vous voilà dans la grotte.
web-skip = Aller au contenu
web-language = Langue
# The language, in itself.
web-language-name = Français
web-help = Aide
web-menu = Menu
web-close = Fermer
web-labelled = { $label } : { $text }
web-full-rules = Les règles complètes
web-stale-newer = Tacora a une nouvelle version. Rechargez cette page pour l’obtenir.
web-stale-unloaded = Une partie de cette page n’a pas été chargée. Rechargez-la pour réessayer.
web-stale-old = Ce navigateur est trop ancien pour Tacora, et tout n’y marchera pas. Il faut Chrome ou Edge 111, Firefox 121, Safari 16.4, ou plus récent.
web-stale-reload = Recharger
web-aid-diamant =
    Cinq fois, tout le monde entre ensemble dans la grotte.
    Un trésor se divise également entre ceux qui sont à l’intérieur ; ce qui ne se divise pas reste sur sa carte.
    Le premier danger d’une sorte est un avertissement. Le second de la même sorte met fin à l’expédition : ceux qui sont encore à l’intérieur perdent ce qu’ils portent.
    Avant chaque carte sauf la première, chacun décide en secret : plus loin, ou retour au camp.
    Qui sort met dans son coffre ce qu’il porte et partage ce qui reste sur le chemin avec ceux qui sortent au même moment.
    Une relique va à qui sort seul.
    Après cinq expéditions, le coffre le plus plein gagne.
web-aid-mister-diamond =
    42 diamants sont sur le plateau, dont 16 fixes ; personne ne sait lesquels.
    À votre tour, vous tirez une carte.
    Une bague : essayez de soulever un diamant, une seule fois. Mobile, il va sur votre bague ; fixe, il reste, et votre bague reste vide.
    Un vol : vous pouvez prendre un diamant sur la bague d’un autre pour une bague vide à vous, du même prix. La victime joue ensuite.
    La partie finit avec la dernière carte, ou quand il ne reste que les diamants fixes. Une bague avec son diamant compte son prix ; pour experts, une bague vide se retranche.

## Une table

web-table = Table
web-table-title = Table { $table }
web-history = Ce qui s’est passé
web-you-name = Explorateur
web-phrases = Dire quelque chose
web-words = Avec vos propres mots
web-words-say = Dire
web-words-off = L’hôte ne permet plus que les phrases toutes faites.
web-copy-link = Copier le lien de cette table
web-copy-personal = Copier le lien personnel de cette place
web-copied = Copié
web-take-a-break = Faire une pause
web-come-back = Revenir
web-stand-up = Rendre la place
web-line-lost = La connexion est perdue. Nouvel essai en cours ; rien n’est perdu.
web-wish-unsent = Pas de connexion pour l’instant : rien n’a été envoyé. Réessayez dans un moment.
web-wish-unsure = La connexion s’est perdue à ce moment. Regardez si c’est fait.
web-wish-again = Le serveur n’a pas pu noter votre décision. Elle est renvoyée jusqu’à ce qu’elle le soit.
web-wish-early = Trop tôt : c’est une nouvelle question. Rien n’est encore décidé.
web-wish-late = Trop tard : tout le monde avait décidé.
web-notices = Quand c’est à vous
web-notices-on = Afficher une notification quand vous regardez ailleurs et que cette page est ouverte
web-notices-refused = Le navigateur n’autorise pas les notifications ici. Ses réglages pour cette page peuvent changer cela.
web-your-turn = À vous · { $title }
web-missing = { $count ->
    [one] { $names } n’est pas là.
   *[other] { $names } ne sont pas là.
}
web-missing-host = { $name } peut faire jouer un robot en attendant.
web-missing-do = Faire jouer un robot en attendant
web-line-back = Connexion rétablie.
web-connecting = Connexion…
web-refused-lost = Un cul-de-sac
web-refused-title = Cela n’a pas marché
web-refused-back = Retour à l’accueil
