// @ts-check
// What each game adds to the table by ear. It is loaded with the page, before the element of the game: speech waits for no drawing.

import { ear as diamant } from "./diamant/ear.js";
import { ear as misterDiamond } from "./mister-diamond/ear.js";
import { ear as plain } from "./plain/ear.js";

/**
 * What a game adds to the table by ear.
 * @typedef {object} GameEar
 * @property {Record<string, string[]>} commands what can be typed, and the messages that hold the words for it
 * @property {Record<string, string>} [decisions] the commands that decide something, and the decision
 * @property {import("../core/keys.js").Act[]} [keys] what its keys do that other games have no use for; its element hears them
 * @property {() => string[]} [aboutKeys] more lines for the help on keys
 * @property {(situation: Situation) => string} [waiting] who is waited for, where not all decide together
 * @property {(action: string, step: StepFrame | null) => string} [sealed] how a sealed decision is told; without it, it is opened at once
 * @property {(action: string) => string} [confirmed] the same in few words, right after it was sealed or changed
 * @property {(events: import("../core/frames.js").GameEvent[]) => boolean} [urgent] whether a step interrupts speech
 * @property {(event: import("../core/frames.js").GameEvent, colour: (seat: number) => number) => string[]} [sounds] the sounds of an event, one after the other
 * @property {(view: any) => number[]} [deciding] the seats that decide together
 * @property {(situation: Situation) => string[]} [choices] what may be decided, to be chosen by a number
 * @property {(n: number, situation: Situation) => {action: string} | {answer: string} | undefined} [number] the meaning of a typed number
 * @property {(n: number, situation: Situation) => string} [about] the answer to a number with a question mark
 *
 * @typedef {import("../core/frames.js").Situation} Situation
 * @typedef {import("../core/frames.js").StepFrame} StepFrame
 */

/** @type {Record<string, GameEar>} */
const EARS = { diamant, "mister-diamond": misterDiamond };

/** The acts by key that games add. They have their keys at every table, so that no key means two things. */
export const GAME_ACTS = Object.values(EARS).flatMap(({ keys }) => keys ?? []);

/** What a game adds by ear; nothing before the game is known. @param {string | undefined} game @returns {GameEar} */
export const earOf = (game) => (game === undefined ? { commands: {} } : (EARS[game] ?? plain));
