// @ts-check
// Tables of results, one row or column for each player.

import { drawn, make } from "../core/dom.js";
import { swatch } from "../drawings/patterns.js";
import { say } from "../core/words.js";

/** A player's swatch, letter and name. @param {import("./podium.js").Player} player */
export function badge({ name, letter, colour }) {
  return [drawn(swatch(colour, { size: 24, letter }), "badge"), make("span", {}, make("b", {}, letter), ` ${name}`)];
}

/**
 * A table that scrolls sideways if it is wider than the page; focusable for the keyboard.
 * @param {Node} table
 * @param {string} [label]
 */
export const scrolling = (table, label = say("after-as-table")) => make("div", { class: "scrolling", tabIndex: 0, role: "region", "aria-label": label }, table);

/** @param {string} scope @param {...(Node | string)} words */
export const head = (scope, ...words) => make("th", { scope }, ...words);
