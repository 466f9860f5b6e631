// @ts-check
// What a first game teaches, by game.

import { diamant } from "./diamant/lessons.js";
import { misterDiamond } from "./mister-diamond/lessons.js";

/** @type {Record<string, (step: import("../core/frames.js").StepFrame, seat: number) => string[]>} */
const LESSONS = { diamant, "mister-diamond": misterDiamond };

/** The lessons of a game for a step; each is the message `lesson-GAME-NAME`. @param {string} game */
export const lessonsOf = (game) => LESSONS[game] ?? (() => []);
