// @ts-check
// Tables of what a game brought, one row or column for each player.

import { drawn, make } from "../core/dom.js";
import { swatch } from "../drawings/patterns.js";
import { say } from "../core/words.js";

/** A player in a few signs. @param {import("./podium.js").Player} player */
export function badge({ name, letter, colour }) {
  return [drawn(swatch(colour, { size: 24 }), "badge"), make("span", {}, make("b", {}, letter), ` ${name}`)];
}

/** A table that may be wider than its page. @param {Node} table */
export const scrolling = (table) => make("div", { class: "scrolling", tabIndex: 0, role: "region", "aria-label": say("after-as-table") }, table);

/** @param {string} scope @param {...(Node | string)} words */
export const head = (scope, ...words) => make("th", { scope }, ...words);
