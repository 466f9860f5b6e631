### A first game that teaches: what is said at the right moments.

web-lesson = Tip
web-lesson-read = Got it
web-lesson-enough = No more tips
web-lesson-first = Tips come with your first game; the button “No more tips” ends them.
web-lesson-aloud = Tip: { $text }

web-lesson-diamant-decision = Deeper, or back to camp? Everybody chooses in secret, then all is shown at once. What you hold is safe only in camp.
web-lesson-diamant-leftover = What cannot be divided equally stays on its card. Whoever goes back to camp picks it up on the way.
web-lesson-diamant-hazard = The first hazard of a kind is a warning. The second of the same kind ends the expedition, and all inside lose what they hold.
web-lesson-diamant-alone = Somebody left alone, and so had everything on the path for themselves. Those who leave together divide it.
web-lesson-diamant-relic = A relic is not divided: it goes to whoever leaves alone, and to nobody if several leave together.
web-lesson-diamant-disaster = What is in the chests stays there. One card of this hazard is taken out of the game, and everybody enters the next cave.
web-lesson-mister-diamond-lift = Pick a diamond to lift. A loose one goes on your ring; a fixed one stays, and your ring stays empty.
web-lesson-mister-diamond-stuck = That one is fixed, and nobody marks it: remember the place, yours and those of the others.
web-lesson-mister-diamond-theft = A theft: you may take a diamond from somebody’s ring for an empty ring of yours of the same price. You need not.
web-lesson-mister-diamond-stolen = Whoever is robbed plays next, and the robbed ring is empty again.
