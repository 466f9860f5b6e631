### Les parties jouées sur un appareil.

web-mine-title = Mes parties
web-mine-about = Ce qui a été joué sur cet appareil. Seul ce navigateur s’en souvient ; rien n’en est envoyé.
web-mine-none = Aucune partie n’a encore été jouée ici jusqu’au bout.
web-mine-games = { $n ->
    [one] { $n } partie.
   *[other] { $n } parties.
}
web-mine-won = Gagnées : { $won } ({ $share }).
web-mine-victories = Victoires
web-mine-victories-about = Par boîte et nombre de joueurs. Une victoire partagée compte.
web-mine-box-players = { $box }, { $n } joueurs
web-mine-of = { $n } sur { $all }
web-mine-brought = Gemmes par expédition
web-mine-brought-about = Ce que vous avez rapporté, en moyenne.
web-mine-expedition = Expédition { $n }
web-mine-timing = Quand vous êtes rentré
web-mine-timing-about = Toutes les expéditions ensemble. Trop tard : la catastrophe vous a trouvé dans la grotte. Trop tôt : quelqu’un qui est resté a rapporté davantage.
web-mine-late = Trop tard
web-mine-early = Trop tôt
web-mine-well = À temps
web-mine-list = Toutes les parties
web-mine-score = { $name } { $n }
web-mine-you-won = { $name } a gagné.
web-mine-you-were = { $name } : place { $rank }.
web-mine-look = Revoir et évaluer
web-mine-look-at = Revoir et évaluer la partie { $n } de la table { $code }
web-mine-export = Enregistrer dans un fichier
web-mine-delete = Tout effacer
web-mine-delete-sure = Effacer ce que cet appareil sait de vos parties ?
web-mine-delete-then = Les parties restent sur le serveur aussi longtemps qu’il les garde, mais cette liste disparaît.
web-mine-keep = Garder
