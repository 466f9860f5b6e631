// @ts-check
// What stands for a box of Diamant: the back of its cards, a treasure, a hazard that it has and its relic, if it has one.

import { card } from "../../drawings/cards.js";

/** @type {Record<string, [string, (number | null)?]>} */
const BOXES = {
  "schmidt-2005": ["gas"],
  "tacora-2024": ["rams", 7],
  "incan-gold-2006": ["mummy", null],
  "diamant-2016": ["lava", null],
  "incan-gold-2020": ["fire", 12],
  tiny: ["snakes", 3],
};

class DiamantBox extends HTMLElement {
  static observedAttributes = ["edition"];

  attributeChangedCallback() {
    const edition = this.getAttribute("edition") ?? "";
    const [kind = "snakes", ...relics] = BOXES[edition] ?? [];
    const relic = relics.map((printed) => card({ type: "relic", printed }, { edition }));
    this.innerHTML = [card(null, { edition, face: "back" }), card({ type: "treasure", value: 17 }, { edition }), card({ type: "hazard", kind }, { edition }), ...relic].join("");
  }
}

customElements.define("box-diamant", DiamantBox);
