### Ce qui se passe à une table de Diamant, et ce qui s'y trouve.

## Les choses

edition-schmidt-2005 = Diamant, Schmidt 2005
edition-tacora-2024 = Diamant, Tacora 2024
edition-incan-gold-2006 = Incan Gold, 2006
edition-diamant-2016 = Diamant, 2016
edition-incan-gold-2020 = Incan Gold, 2020
edition-tiny = Minuscule, pour l’étude

hazard-snakes = serpents
hazard-scorpions = scorpions
hazard-rockfall = éboulement
hazard-gas = nuage de gaz
hazard-explosion = explosion
hazard-spiders = araignées
hazard-lava = puits de lave
hazard-boulders = boules de pierre
hazard-rams = béliers
hazard-fire = incendie
hazard-mummy = momie
# Huit lettres au plus, pour une carte dessinée
hazard-snakes-short = serpents
hazard-scorpions-short = scorpion
hazard-rockfall-short = éboulis
hazard-gas-short = gaz
hazard-explosion-short = explos.
hazard-spiders-short = araignée
hazard-lava-short = lave
hazard-boulders-short = boules
hazard-rams-short = béliers
hazard-fire-short = incendie
hazard-mummy-short = momie

gems = { $n ->
    [one] { $n } gemme
   *[other] { $n } gemmes
}
stones = { $diamonds ->
    [0] { $rubies } rubis
    [one] { $rubies ->
        [0] { $diamonds } diamant
       *[other] { $diamonds } diamant et { $rubies } rubis
    }
   *[other] { $rubies ->
        [0] { $diamonds } diamants
       *[other] { $diamonds } diamants et { $rubies } rubis
    }
}
relics-worth = { $count ->
    [one] une relique de valeur { $worths }
   *[other] des reliques de valeur { $worths }
}
you = vous

## Ce qui se passe. $who est une liste de noms, $kind dit qui ils sont : me (moi), we (moi et d'autres), one, many.

began = Expédition { $expedition } sur { $expeditions }. Tout le monde entre.
began-relic-worth = Une relique de valeur { $worth } est mêlée à la pioche.
began-relics = { $count ->
    [one] Une relique est mêlée à la pioche.
   *[other] { $count } reliques sont mêlées à la pioche.
}
treasure-shared = { $rest ->
    [0] Trésor { $value } : { $share } chacun, rien ne reste.
    [one] Trésor { $value } : { $share } chacun, { $rest } reste sur la carte.
   *[other] Trésor { $value } : { $share } chacun, { $rest } restent sur la carte.
}
treasure-alone = Trésor { $value }, tout pour { $who }.
treasure-too-small = Trésor { $value } : trop peu pour partager, tout reste sur la carte.
hazard-met = { $Hazard }, une première fois. Sans conséquence.
relic-found = Une relique de valeur { $worth } repose dans la galerie.
disaster = { $lost ->
    [0] { $kind ->
        [me] { $Hazard }, une seconde fois. Vous fuyez, sans rien à perdre.
        [we] { $Hazard }, une seconde fois. { $Who } fuyez, sans rien à perdre.
        [one] { $Hazard }, une seconde fois. { $Who } fuit, sans rien à perdre.
       *[other] { $Hazard }, une seconde fois. { $Who } fuient, sans rien à perdre.
    }
   *[other] { $kind ->
        [me] { $Hazard }, une seconde fois. Vous fuyez et perdez { $gems }.
        [we] { $Hazard }, une seconde fois. { $Who } fuyez et perdez { $gems } chacun.
        [one] { $Hazard }, une seconde fois. { $Who } fuit et perd { $gems }.
       *[other] { $Hazard }, une seconde fois. { $Who } fuient et perdent { $gems } chacun.
    }
}
all-continue = { $kind ->
    [me] Vous continuez.
    [one] { $Who } continue.
   *[other] Tous continuent.
}
all-leave = { $kind ->
    [me] Vous sortez.
    [one] { $Who } sort.
   *[other] Tous sortent ensemble.
}
some-leave = { $kind ->
    [me] Vous sortez.
    [we] { $Who } sortez.
    [one] { $Who } sort.
   *[other] { $Who } sortent.
} { $others-kind ->
    [me] Vous continuez.
    [we] { $Others } continuez.
    [one] { $Others } continue.
   *[other] { $Others } continuent.
}
home-empty = { $kind ->
    [me] Vous rentrez les mains vides.
    [we] { $Who } rentrez les mains vides.
    [one] { $Who } rentre les mains vides.
   *[other] { $Who } rentrent les mains vides.
}
home-held = { $kind ->
    [me] Vous rapportez { $gems }.
    [we] { $Who } rapportez { $gems } chacun.
    [one] { $Who } rapporte { $gems }.
   *[other] { $Who } rapportent { $gems } chacun.
}
home-path = { $kind ->
    [me] Vous rapportez du chemin { $gems }.
    [we] { $Who } rapportez du chemin { $gems } chacun.
    [one] { $Who } rapporte du chemin { $gems }.
   *[other] { $Who } rapportent du chemin { $gems } chacun.
}
home-both = { $kind ->
    [me] Vous rapportez { $gems }, dont { $share } du chemin.
    [we] { $Who } rapportez { $gems } chacun, dont { $share } du chemin.
    [one] { $Who } rapporte { $gems }, dont { $share } du chemin.
   *[other] { $Who } rapportent { $gems } chacun, dont { $share } du chemin.
}
brought-trophies = { $kind ->
    [me] Personne d’autre ne sort : vous prenez { $relics }.
   *[other] Personne d’autre ne sort : { $who } prend { $relics }.
}
relics-stay = { $count ->
    [one] Plusieurs sortent à la fois : la relique reste.
   *[other] Plusieurs sortent à la fois : les reliques restent.
}
expedition-left = L’expédition { $expedition } est finie, tous sont au camp.
expedition-hazard = L’expédition { $expedition } est finie. Une carte quitte le jeu : { $hazard }.
gems-returned = { $n ->
    [one] { $n } gemme du chemin retourne à la réserve.
   *[other] { $n } gemmes du chemin retournent à la réserve.
}
relics-lost-count = { $count ->
    [one] Une relique est perdue pour de bon.
   *[other] { $count } reliques sont perdues pour de bon.
}
relics-lost = Perte définitive : { $relics }.
game-ended = { $kind ->
    [me] La partie est finie. Vous gagnez avec { $score }.
    [we] La partie est finie. { $Who } partagez la victoire avec { $score }.
    [one] La partie est finie. { $Who } gagne avec { $score }.
   *[other] La partie est finie. { $Who } partagent la victoire avec { $score }.
}
tie-broken = D’autres ont autant de points, mais moins de reliques.
game-paused = L’enregistrement s’arrête ici, entre deux expéditions.
game-open = L’enregistrement s’arrête ici, dans l’expédition { $expedition }.

## Ce qui se trouve sur la table

cave-none = Il n’y a personne dans une grotte en ce moment.
cave-where = Expédition { $expedition } sur { $expeditions }, profondeur : { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}.
cave-cards = La galerie : { $cards }.
cave-card-lying = { $card }, où il reste { $n }
cave-inside = { $kind ->
    [me] Il n’y a plus que vous à l’intérieur, avec { $gems } en main.
    [one] Il n’y a plus que { $who } à l’intérieur, avec { $gems } en main.
   *[other] À l’intérieur : { $who }, avec { $gems } en main chacun.
}
cave-path = { $n ->
    [0] Rien ne se trouve sur le chemin.
    [one] Sur le chemin : { $n } gemme.
   *[other] Sur le chemin : { $n } gemmes.
}
cave-relics = Dans la galerie, pour qui sort seul : { $relics }.
cave-hazards = { $count ->
    [0] Aucun danger rencontré.
    [one] Danger rencontré : { $hazards }.
   *[other] Dangers rencontrés : { $hazards }.
}
cave-removed = Hors du jeu : { $hazards }.
card-treasure = { $value }
card-relic = { $worth ->
    [none] relique
   *[other] relique { $worth }
}
entrances = Grottes : { $entrances }.
entrance-explored-numbers = { $number } explorée
entrance-explored-barricades = { $number } barricadée
entrance-open = { $number } ouverte
entrance-waiting = { $number } en attente
player-line = { $letter }, { $name } : { $chest }{ $trophies ->
    [none] {""}
   *[some] , { $relics }
}, { $where }.
chest-open = { $gems } au coffre
chest-hidden = coffre caché
where-inside = à l’intérieur
where-camp = au camp
mine-inside = Vous tenez { $held } dans la grotte, en danger. Votre coffre : { $chest }.
mine-camp = Vous êtes au camp. Votre coffre : { $chest }.
mine-trophies = Vos reliques : { $relics }.
mine-hidden = Les coffres sont cachés, et vous voyez tous cet écran : aucun total n’est montré avant la fin.
score-line = { $rank }. { $name } : { $score }{ $trophies ->
    [none] {""}
   *[some] {" "}({ $gems }, { $relics })
}

## Les probabilités

odds-danger = { $deadly ->
    [0] La prochaine carte ne peut pas finir l’expédition.
   *[other] La prochaine carte finit l’expédition : { $deadly } sur { $unseen }, soit { NUMBER($chance, style: "percent", maximumFractionDigits: 1) }.
}
odds-share = La prochaine carte rapporte à chacun { NUMBER($share, maximumFractionDigits: 2) } en moyenne.
odds-leaving = Sortir maintenant rapporte : { $list }.
odds-leaving-alone = { $gems } si un seul sort
odds-leaving-many = { $gems } chacun si { $n } sortent
odds-leaving-relics = { $gems } si un seul sort, reliques comprises
odds-off = Cette table joue sans les probabilités.

## Le conseil. $times : sur dix

coach-would = { $doubt ->
    [close] C’est serré, un champion { $choice ->
        [L] rentre
       *[C] continue
    } { $times } fois sur dix
    [some] Un champion { $choice ->
        [L] rentre
       *[C] continue
    } { $times } fois sur dix
   *[none] Un champion { $choice ->
        [L] rentre au camp
       *[C] continue
    }
}
coach-and = {" ; "}
coach-because = { $would } : { $reasons }.
coach-weighed = { $would } : { $reasons } ; mais { $against }.
coach-although = { $would }, même si { $against }.
coach-card = { $deadly ->
    [0] la prochaine carte est sûre et rapporte { $brings } en moyenne
    [one] une carte sur { $unseen } arrête tout, { $stake ->
        [0] mais il n’y a encore rien à perdre, et la prochaine
       *[other] la prochaine coûte donc { $costs } en moyenne et
    } rapporte { $brings }
   *[other] { $deadly } cartes sur { $unseen } arrêtent tout, { $stake ->
        [0] mais il n’y a encore rien à perdre, et la prochaine
       *[other] la prochaine coûte donc { $costs } en moyenne et
    } rapporte { $brings }
}
coach-path = { $n ->
    [0] rien n’est sur le chemin
    [one] une gemme est sur le chemin
   *[other] { $n } gemmes sont sur le chemin
}
coach-standing = { $last ->
    [yes] c’est la dernière grotte, et{" "}
   *[no] {""}
}{ $state ->
    [ahead] vous avez { $n } d’avance sur { $who }
    [behind] vous avez { $n } de retard sur { $who }
   *[level] vous êtes à égalité avec { $who }
}
coach-same = { $doubt ->
    [some] Un champion aurait le plus souvent fait de même, { $times } fois sur dix.
   *[none] Un champion aurait fait de même.
}
coach-close = C’était serré : un champion aurait fait ainsi { $times } fois sur dix.
coach-other = { $doubt ->
    [some] Un champion aurait fait ainsi { $times } fois sur dix.
   *[none] Un champion { $choice ->
        [L] aurait continué
       *[C] serait rentré au camp
    }.
}
coach-off = Cette table joue sans le conseil.
coach-one = Le conseil parle à ceux qui décident, à chacun pour soi.
coach-shared = Vous êtes plusieurs à lire cet écran, alors le conseil se tait : il ne parle qu’à une personne seule.
coach-nothing = Le conseil parle quand on vous demande de décider.

## Ce qui est demandé, et comment le dire en bref

deeper-or-camp = Vous avez { $gems } en main, { $path } sur le chemin. Plus loin, ou au camp ?
deeper-or-camp-brief = Plus loin, ou au camp ?
deeper-or-camp-all = { $who } : plus loin, ou au camp ?
began-brief = Expédition { $expedition }.
began-relic-worth-brief = Relique { $worth } en plus.
treasure-shared-brief = { $rest ->
    [0] { $value } : { $share } chacun.
   *[other] { $value } : { $share } chacun, reste { $rest }.
}
treasure-alone-brief = { $value }, tout pour { $who }.
treasure-too-small-brief = { $value } : tout reste.
hazard-met-brief = { $Hazard }, une fois.
relic-found-brief = Relique { $worth }.
disaster-brief = { $kind ->
    [me] { $Hazard }, deux fois. Vous perdez { $gems }.
    [we] { $Hazard }, deux fois. { $Who } perdez { $gems } chacun.
    [one] { $Hazard }, deux fois. { $Who } perd { $gems }.
   *[other] { $Hazard }, deux fois. { $Who } perdent { $gems } chacun.
}
all-continue-brief = { $kind ->
    [me] Vous continuez.
   *[other] Tous plus loin.
}
some-leave-brief = { $kind ->
    [me] Vous sortez.
    [we] { $Who } sortez.
    [one] { $Who } sort.
   *[other] { $Who } sortent.
}
home-both-brief = { $kind ->
    [me] { $gems } pour vous.
    [one] { $gems } de plus.
   *[other] { $gems } chacun.
}
home-held-brief = { $kind ->
    [me] { $gems } pour vous.
    [one] { $gems } de plus.
   *[other] { $gems } chacun.
}
home-path-brief = { $kind ->
    [me] { $gems } pour vous.
    [one] { $gems } de plus.
   *[other] { $gems } chacun.
}
home-empty-brief = Les mains vides.
brought-trophies-brief = Avec { $relics }.
relics-stay-brief = { $count ->
    [one] La relique reste.
   *[other] Les reliques restent.
}
expedition-left-brief = Expédition finie.
expedition-hazard-brief = Expédition finie. Sort du jeu : { $hazard }.
gems-returned-brief = Perdu sur le chemin : { $n }.
game-ended-brief = { $kind ->
    [me] La partie est finie. Vous gagnez avec { $score }.
    [we] La partie est finie. { $Who } gagnez avec { $score }.
    [one] La partie est finie. { $Who } gagne avec { $score }.
   *[other] La partie est finie. { $Who } gagnent avec { $score }.
}
tie-broken-brief = D’autres ont moins de reliques.
