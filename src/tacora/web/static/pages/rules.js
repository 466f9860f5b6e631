// @ts-check
// The pages of the rules: the drawings of the aid sheet, and printing.

import "../core/register.js";
import "../core/print.js";
import { drawn, make } from "../core/dom.js";
import { sprite } from "../drawings/index.js";
import { aidPictures } from "../games/aid.js";
import { say } from "../core/words.js";

document.body.insertAdjacentHTML("afterbegin", sprite());

const game = document.getElementById("main")?.dataset.game ?? "";
document.getElementById("aid-cards")?.append(
  ...aidPictures(game).map(([svg, words]) => make("figure", { class: `aid-card aid-${words}` }, drawn(svg), make("figcaption", {}, say(`rules-${words}`)))),
);

/** @param {boolean} aidOnly */
function print(aidOnly) {
  document.body.classList.toggle("aid-only", aidOnly);
  window.print();
}
document.getElementById("print")?.addEventListener("click", () => print(false));
document.getElementById("print-aid")?.addEventListener("click", () => print(true));
addEventListener("afterprint", () => document.body.classList.remove("aid-only"));
