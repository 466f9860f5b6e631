### Ce que dit l’arène : des robots les uns contre les autres, sur les mêmes donnes.

arena-what = { $what }, { $players } à table, { $deals } donnes, { $games } parties, graine { $seed }
arena-ratings = Du meilleur au moins bon
arena-pairs = Qui bat qui
arena-column-rating = cote
arena-column-score = score moyen
arena-column-against = contre
arena-column-ahead = devant
arena-column-difference = écart de score
arena-column-clear = net
arena-yes = oui
arena-no = non
arena-interrupted = Interrompu : { $done } donnes sur { $asked } sont comptées.
arena-speed = { $seconds } s, { $rate } parties par seconde ({ $processes ->
    [one] { $processes } processus
   *[other] { $processes } processus
})
