### Plusieurs personnes sur un appareil : deux touches chacun, ou l’appareil passé derrière un rideau.

web-hot-mode-keys = Plutôt deux touches chacun
web-hot-mode-curtain = Plutôt passer l’appareil
web-hot-keys-how = Appuyez sur une de vos deux touches. Appuyez encore pour changer d’avis.
web-hot-decided = c’est choisi
web-hot-thinks = réfléchit
web-hot-has-decided = { $name } a choisi.
web-hot-give = Passez l’appareil à { $name }
web-hot-give-to = Passez l’appareil à
web-hot-look-away = Les autres regardent ailleurs.
web-hot-headphones = À l’oreille : un casque pour qui tient l’appareil.
web-hot-i-am = C’est moi, { $name }
web-hot-decide = { $name } : plus loin, ou retour au camp ?
web-hot-all = Vous avez tous choisi.
web-hot-again = Encore { $name }
web-hot-none = On ne demande rien à personne ici.
