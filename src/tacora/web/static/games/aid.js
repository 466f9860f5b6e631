// @ts-check
// The drawings of each game's aid sheet, each with the message of its caption.

import { card } from "../drawings/cards.js";
import { diamond, ruby } from "../drawings/gems.js";
import { ring, stone, theft } from "../drawings/tray.js";
import { say } from "../core/words.js";

const snakes = /** @type {const} */ ({ type: "hazard", kind: "snakes" });

/** @type {Record<string, () => [string, string][]>} */
const AIDS = {
  diamant: () => [
    [card({ type: "treasure", value: 17 }, { lying: { amount: 2, diamonds: 0, rubies: 2 } }), "card-treasure"],
    [card(snakes, { name: say("hazard-snakes-short") }), "card-hazard"],
    [card(snakes, { name: say("hazard-snakes-short"), cracked: true }), "card-disaster"],
    [card({ type: "relic", printed: 7 }, {}), "card-relic"],
    [ruby(), "ruby"],
    [diamond(), "diamond"],
  ],
  "mister-diamond": () => [
    [stone({ loose: true, lifted: true }), "stone-loose"],
    [stone({ loose: false, lifted: true }), "stone-fixed"],
    [ring(3000, { filled: true }), "ring"],
    [theft({ name: say("rules-theft-word") }), "theft"],
  ],
};

/** The drawings of a game's aid sheet, if it has any. @param {string} game */
export const aidPictures = (game) => AIDS[game]?.() ?? [];
