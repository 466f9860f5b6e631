// @ts-check
/** The dangers of the cave: one bold silhouette for each kind that any box has. */
import { at, hue, path, picture } from "./shared.js";
import { SILHOUETTES } from "./silhouettes.js";

/** Every kind there is a silhouette for. @type {readonly string[]} */
export const HAZARDS = Object.keys(SILHOUETTES);

/**
 * A hazard on a ground of ember; `bare`: the silhouette alone, in the colour of the text around it
 * (its cuts show `--behind`, which the page sets to the colour behind it; Canvas unless told).
 * @param {string} kind as editions.py names it; an unknown kind is drawn as a rockfall
 * @param {import("./shared.js").Frame & {bare?: boolean}} [options]
 */
export function hazard(kind, { bare, ...frame } = {}) {
  const figure = (SILHOUETTES[kind] ?? SILHOUETTES.rockfall)();
  if (bare) return picture("64 64", figure, frame, "d-bare");
  const ground = path("M8 1H72Q79 1 79 8V72Q79 79 72 79H8Q1 79 1 72V8Q1 1 8 1Z", hue.ember, "ground d-sheet");
  return picture("80 80", ground + at(figure, 8, 8), frame);
}
