// @ts-check
// The pages of the rules: the drawings of the aid sheet, and printing.

import "../core/register.js";
import "../core/print.js";
import { drawn, make } from "../core/dom.js";
import { card } from "../drawings/cards.js";
import { diamond, ruby } from "../drawings/gems.js";
import { sprite } from "../drawings/index.js";
import { ring, stone, theft } from "../drawings/tray.js";
import { say } from "../core/words.js";

document.body.insertAdjacentHTML("afterbegin", sprite());

const snakes = /** @type {const} */ ({ type: "hazard", kind: "snakes" });
/** @type {Record<string, [string, string][]>} */
const PICTURES = {
  diamant: [
    [card({ type: "treasure", value: 17 }, { lying: { amount: 2, diamonds: 0, rubies: 2 } }), "card-treasure"],
    [card(snakes, { name: say("hazard-snakes-short") }), "card-hazard"],
    [card(snakes, { name: say("hazard-snakes-short"), cracked: true }), "card-disaster"],
    [card({ type: "relic", printed: 7 }, {}), "card-relic"],
    [ruby(), "ruby"],
    [diamond(), "diamond"],
  ],
  "mister-diamond": [
    [stone({ loose: true, lifted: true }), "stone-loose"],
    [stone({ loose: false, lifted: true }), "stone-fixed"],
    [ring(3000, { filled: true }), "ring"],
    [theft({ name: say("rules-theft-word") }), "theft"],
  ],
};

const game = document.getElementById("main")?.dataset.game ?? "";
document.getElementById("aid-cards")?.append(
  ...PICTURES[game].map(([svg, words]) => make("figure", { class: `aid-card aid-${words}` }, drawn(svg), make("figcaption", {}, say(`rules-${words}`)))),
);

/** @param {boolean} aidOnly */
function print(aidOnly) {
  document.body.classList.toggle("aid-only", aidOnly);
  window.print();
}
document.getElementById("print")?.addEventListener("click", () => print(false));
document.getElementById("print-aid")?.addEventListener("click", () => print(true));
addEventListener("afterprint", () => document.body.classList.remove("aid-only"));
