// @ts-check
// Which element shows which game. A game that has none here shows as sentences and a list of what is legal.

import { known, say } from "../core/words.js";

/** @type {Record<string, string>} */
const DRAWN = { diamant: "cave-table", "mister-diamond": "tray-table" };

export const PLAIN = "plain-table";

/**
 * What a game adds to the table by ear; the class of its element has it as `ear`.
 * @typedef {object} GameEar
 * @property {Record<string, string[]>} commands what can be typed, and the messages that hold the words for it
 * @property {Record<string, string>} [decisions] the commands that decide something, and the decision
 * @property {import("../core/keys.js").Act[]} [keys] keys that other games have no use for
 * @property {() => string[]} [aboutKeys] what else is to be told of keys
 * @property {(situation: Situation) => string} [waiting] who is waited for, where not all decide together
 * @property {(action: string, step: StepFrame | null) => string} [sealed] how a sealed decision is told; without it, it is opened at once
 * @property {(events: import("../core/frames.js").GameEvent[]) => boolean} [urgent] whether a step is worth interrupting whatever is said
 * @property {(view: any) => number[]} [deciding] the seats that decide together
 * @property {(situation: Situation) => string[]} [choices] what may be decided, to be chosen by a number
 * @property {(n: number, situation: Situation) => {action: string} | {answer: string} | undefined} [number] what a number means that is typed
 * @property {(n: number, situation: Situation) => string} [about] the answer to a number with a question mark
 *
 * @typedef {import("../core/frames.js").Situation} Situation
 * @typedef {import("../core/frames.js").StepFrame} StepFrame
 */

/** What a game adds by ear, once its element is there. @param {string | undefined} game @returns {GameEar} */
export const earOf = (game) => /** @type {any} */ (customElements.get(elementOf(game ?? "")))?.ear ?? { commands: {} };

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
