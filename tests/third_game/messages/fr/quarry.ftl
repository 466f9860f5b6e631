game-quarry = Carrière
edition-pocket = Carrière
bot-miser = Avare
bot-mule = Mule
temper-miser = dépense peu
temper-mule = tire ce qu’elle voit
quarry-welcome = Carrière : misez sur des pierres, dont deux cachées.
quarry-aid-sheet =
    Cinq pierres, deux cachées. Misez un jeton sur chacune, tous à la fois.
    La plus haute mise que personne d’autre n’a faite prend la pierre.
    Chaque jeton se mise une fois. Le plus de points gagne.
quarry-table = Carrière, { $players } joueurs.
quarry-laid = La rangée : { $row }.
quarry-hidden = cachée
quarry-sold = La pierre { $place } vaut { $stone } : { $bids }. { $kind ->
    [me] Elle est à vous
   *[one] Elle va à { $who }
}.
quarry-unsold = La pierre { $place } vaut { $stone } : { $bids }. Personne ne l’a.
quarry-ended = { $kind ->
    [me] Vous gagnez
    [we] { $who } partagent la victoire
    [one] { $who } gagne
   *[many] { $who } partagent la victoire
} avec { $score }.
quarry-asked = { $kind ->
    [one] Que mise { $who } sur la pierre { $place } ?
   *[me] Que misez-vous sur la pierre { $place } ?
}
quarry-row = Pierre { $place } de la rangée { $row }.
quarry-hand = Vos jetons : { $tokens }.
quarry-player = { $name } : { $score } points, jetons { $tokens }
quarry-bid = Miser { $token }
quarry-rank = { $rank }. { $name } : { $score }
quarry-open = La partie en est à la pierre { $place }.
quarry-difference = La pierre { $place } n’est pas celle que pose la graine.
