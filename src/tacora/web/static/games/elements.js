// @ts-check
// Which element shows which game. A game without one is shown as sentences and a list of legal actions.

import { known, say } from "../core/words.js";

/** @type {Record<string, string>} */
const DRAWN = { diamant: "cave-table", "mister-diamond": "tray-table" };

const PLAIN = "plain-table";

/** The elements of all games. */
export const ELEMENTS = [...Object.values(DRAWN), PLAIN];

/** An element for each game, all hidden. */
export const elements = () => ELEMENTS.map((name) => Object.assign(document.createElement(name), { hidden: true }));

/** The element that shows a game. @param {string} game */
export const elementOf = (game) => DRAWN[game] ?? PLAIN;

/** Whether a game has drawings and a rule book of its own. @param {string} game */
export const isDrawn = (game) => game in DRAWN;

/** The rules of a game on one page. @param {string} game */
export const aidOf = (game) => say(known(`aid-${game}`) ? `aid-${game}` : `${game}-aid-sheet`);
