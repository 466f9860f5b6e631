// @ts-check
// Each game in three drawings, for the start page.

import { card } from "../drawings/cards.js";
import { ring, stone } from "../drawings/tray.js";

import "./diamant/box.js";
import "./mister-diamond/box.js";

const edition = "tacora-2024";

/** @type {Record<string, () => string[]>} */
const ART = {
  diamant: () => [card({ type: "treasure", value: 17 }, { edition }), card({ type: "hazard", kind: "snakes" }, { edition }), card({ type: "relic", printed: 7 }, { edition })],
  "mister-diamond": () => [ring(3000, { filled: true }), stone(), ring(6000, { filled: false })],
};

/** The drawings of a game, if it has any. @param {string} game */
export const artOf = (game) => (ART[game]?.() ?? []).join("");
