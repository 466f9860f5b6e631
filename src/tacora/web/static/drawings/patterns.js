// @ts-check
/** The eight looks of a player: a colour and its pattern, never one without the other. The letter comes from the seat. */
import { PLAYERS, disc, hue, line, path, picture, sheet, words } from "./shared.js";

/** @typedef {{colour: string, key: string, pattern: string}} Player CSS colour, key of the name ("colour-orange"), CSS paint of the pattern */

/** Name, and what is repeated on it in a square of 12. */
const LOOKS = /** @type {const} */ ([
  ["orange", () => path(disc(3, 3, 2.6) + disc(9, 9, 2.6), hue.ink, "mark")],
  ["sky", () => line("M-3 9L9 -3M-3 21L21 -3M3 15L15 3", hue.ink, 3, "mark")],
  ["green", () => line("M-1 5L6 -1L13 5M-1 17L6 11L13 17M-1 5", hue.ink, 3, "mark")],
  ["yellow", () => path("M0 0H6V12H12V6H0Z", hue.ink, "mark")],
  ["blue", () => line("M-3 3Q0 -1.5 3 3T9 3T15 3M-3 9Q0 4.5 3 9T9 9T15 9", hue.paper, 2, "mark")],
  ["vermilion", () => line("M6 2.5V9.5M2.5 6H9.5", hue.paper, 3, "mark")],
  ["purple", () => line(disc(6, 6, 3.6), hue.ink, 2.2, "mark")],
  ["grey", () => ""],
]);

/** The look of a player. @param {number} colour 0 to 7, as the server counts @returns {Player} */
export function player(colour) {
  const [name] = LOOKS[colour % 8];
  return { colour: PLAYERS[colour % 8], key: `colour-${name}`, pattern: `url(#pattern-${colour % 8})` };
}

/** The invisible sprite with `#pattern-0` … `#pattern-7`; every page inserts it once, before the first drawing. */
export function defs() {
  const patterns = LOOKS.map(([, mark], colour) =>
    `<pattern id="pattern-${colour}" width="12" height="12" patternUnits="userSpaceOnUse"><rect class="d-player" width="12" height="12" fill="${PLAYERS[colour]}"/>${mark()}</pattern>`);
  return `<svg class="d-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>${patterns.join("")}</defs></svg>`;
}

/**
 * A swatch of a player's pattern (48 by 48), for score lines and choices of colour: with the letter, where it is somebody's.
 * @param {number} colour
 * @param {import("./shared.js").Frame & {letter?: string}} [options]
 */
export function swatch(colour, { letter = "", ...frame } = {}) {
  const held = letter && sheet(disc(24, 24, 13), hue.paper) + words(letter, 24, 30.6, 19);
  return picture("48 48", sheet("M6 2H42Q46 2 46 6V42Q46 46 42 46H6Q2 46 2 42V6Q2 2 6 2Z", player(colour).pattern) + held, frame);
}
