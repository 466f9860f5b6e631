// @ts-check
// How each game tells the course of a finished game; a game that is not listed has its steps alone.

import { teller as diamant } from "./diamant/course.js";
import { teller as misterDiamond } from "./mister-diamond/course.js";

/** @typedef {import("../after/podium.js").Player[]} Players */

/**
 * A chart, and the same as a table.
 * @typedef {object} Course
 * @property {string} title
 * @property {(seat: number) => number[]} values of a player
 * @property {import("../after/chart.js").Course["marks"]} marks
 * @property {Node[]} notes about the chart
 * @property {(seats: Players) => Node[]} table
 *
 * What each expedition brought a player home, how often they stayed too long (and lost what they held), and how often they left too
 * early (and somebody who stayed brought home more).
 * @typedef {{home: number[], late: number, early: number}} Figures
 *
 * What a game tells of its course, out of the story that the server composed.
 * @typedef {object} CourseTeller
 * @property {(story: any) => Course} course
 * @property {(seats: Players, story: any) => Node} losses
 * @property {(story: any, seat: number) => Figures} [figures] for one's own statistics
 * @property {(story: any) => [string, number][]} chapters what to jump to, and the step
 */

/** @type {Record<string, CourseTeller>} */
const COURSES = { diamant, "mister-diamond": misterDiamond };

/** @param {string} game @returns {CourseTeller | undefined} */
export const courseOf = (game) => COURSES[game];
