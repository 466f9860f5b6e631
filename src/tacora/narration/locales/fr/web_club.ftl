### Une soirée de club.

web-club-title = Une soirée de club
web-club-about = Les mêmes donnes à plusieurs tables, comparées place contre place comme au bridge en duplicate. Aucune décision ne change une carte : ce que vous rapportez est comparé à ceux qui ont votre place aux autres tables.
web-club-seats = Places à chaque table
web-club-tables-wanted = Tables
web-club-deals = Donnes
web-club-language = Langue de la page
web-club-bots = Vous êtes l’hôte de toutes les tables, et à chaque table la première personne assise l’est aussi. Les places libres vont à des robots, sur une place le même à chaque table. On se compare à eux, mais ils ne sont pas classés.
web-club-back = Revenir à la soirée { $code }
web-club-open = Ouvrir la soirée
web-club-unreachable = Le serveur est injoignable. Ce que vous voyez est peut-être ancien ; cette page essaie encore.
web-club-facts = { $box } : { $tables } tables de { $seats } places, { $deals ->
    [one] une donne
   *[other] { $deals } donnes
}.
web-club-standings = Classement
web-club-counted = { $n ->
    [0] Aucune donne ne compte encore. Une donne compte quand chaque table qui participe l’a finie. Qui la commence plus tard n’est pas comparé.
    [one] Une donne sur { $deals } compte. Une donne compte quand chaque table qui participe l’a finie. Qui la commence plus tard n’est pas comparé.
   *[other] { $n } donnes sur { $deals } comptent. Une donne compte quand chaque table qui participe l’a finie. Qui la commence plus tard n’est pas comparé.
}
web-club-over = Toutes les donnes sont comptées.
web-club-how = À chaque donne, vous êtes comparé à tous ceux de votre place aux autres tables : 1 pour un meilleur score, un demi pour le même ; c’est la part de tout ce que vous pouviez gagner. Une donne que vous ne jouez pas à temps ne rapporte rien.
web-club-caption = { $n ->
    [one] Classement après une donne
   *[other] Classement après { $n } donnes
}
web-club-from = (à partir du rang { $n })
web-club-total = En tout
web-club-deal = Donne
web-club-deal-n = Donne { $n }
web-club-table = Table
web-club-table-n = Table { $n }
web-club-percent = { $n } %
web-club-absent = pas jouée à temps
web-club-tables = Tables
web-club-tables-caption = Qui est assis où. On compare ceux d’une même colonne.
web-club-seat = Place { $n }
web-club-you = { $name } (vous)
web-club-bot = { $name } (robot)
web-club-waits = pas commencé
web-club-plays = joue la { $n } sur { $deals }
web-club-between = a fini { $n } sur { $deals }
web-club-done = fini
web-club-late = { $n ->
    [one] (une donne compte sans elle)
   *[other] ({ $n } donnes comptent sans elle)
}
web-club-trust = Choisissez une table et asseyez-vous. Merci de ne pas regarder une table plus avancée que la vôtre, ni d’ouvrir ses parties finies : elle joue vos cartes.
web-club-finished = La table { $n } a fini la donne { $deal }.
web-club-leads = La donne { $n } compte. { $name } mène avec { $percent } %.
web-club-lead-shared = La donne { $n } compte. { $names } se partagent la tête avec { $percent } %.
web-club-won = Toutes les donnes sont comptées. { $name } remporte la soirée avec { $percent } %.
web-club-won-shared = Toutes les donnes sont comptées. { $names } remportent la soirée ensemble avec { $percent } %.
web-club-share = Entrer
web-club-share-how = Un seul lien pour tous ; chacun choisit une table ici.
web-club-qr = Code QR du lien vers cette soirée
web-club-copy = Copier le lien
web-club-screen = Montrer sur un écran partagé
web-club-place = Rang
web-club-who = Nom
