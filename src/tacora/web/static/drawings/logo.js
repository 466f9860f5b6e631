// @ts-check
/** The sign of Tacora: a cave whose mouth is cut like a diamond, and one explorer in its light. */
/** @typedef {import("./shared.js").Frame} Frame */
import { at, hue, path, picture, round } from "./shared.js";

const EXPLORER = "60,46! 62.4,44.6 64.6,45.4! 65.4,48.6! 69.4,49.6! 65.4,51.4! 65,55 63.6,56.6! 67,60 69,70 72,85! 48,85! 51,70 53,60 56.4,56.6! 55,55 54.6,51.4! 50.6,49.6! 54.6,48.6! 55.4,45.4! 57.6,44.6";

/** A lozenge around 60,62. */
const lozenge = (r = 0, fill = "", is = "glow") =>
  path(`/${[[0, -1.12], [0.93, -0.2], [0, 1.2], [-0.93, -0.2]].map(([x, y]) => `${round(60 + r * x)},${round(62 + r * y)}`).join(" ")}`, fill, is);

/** Lozenges one in another, the innermost lit, in a box of 120. */
const sign = () =>
  lozenge(47, hue.diamond, "ground") + lozenge(43.4, hue.night, "floor") + lozenge(37.6, "var(--cave-2, #41303d)") + lozenge(32, hue.mouth3) + lozenge(26.4, hue.ember) + lozenge(20.6, hue.torch)
  + path(EXPLORER, hue.night);

/** The same for a few pixels: two lozenges and a larger explorer. */
const mark = () =>
  lozenge(50, hue.diamond, "ground") + lozenge(42, hue.ember, "floor") + lozenge(34, hue.torch) + at(path(EXPLORER, hue.night), -37, -45, 1.62);

/** The emblem alone (120 by 120), without a ground. @param {Frame} [frame] */
export const emblem = (frame) => picture("12 5 96 116", sign(), frame);

/**
 * The icon (512 by 512). `maskable`, for the manifest: the ground fills the square and the sign keeps to the safe circle; else the
 * mark for tabs, without a ground, drawn for 16 pixels.
 * @param {Frame & {maskable?: boolean}} [options]
 */
export const icon = ({ maskable = false, ...frame } = {}) =>
  picture("512 512", maskable ? path("M0 0H512V512H0Z", hue.night, "floor") + at(sign(), 256 - 60 * 3.5, 249 - 62 * 3.5, 3.5) : at(mark(), 256 - 60 * 4.4, 247 - 62 * 4.4, 4.4), frame);

/** The letters, cut with a knife, each in a box 60 high: outline and width. @type {[string, number][]} */
const LETTERS = [
  ["/0,0 52,0 50,13 33,11 34,60 19,60 19,11 2,13", 50],
  ["/22,0 34,0 56,60 40,60 28,24 16,60 0,60", 58],
  ["/46,4 44,17 31,12 20,18 15,30 20,43 32,49 46,43 48,55 31,61 13,55 1,40 1,22 12,6 29,-1", 54],
  ["/29,-4 58,28 29,64 0,28|/29,15 17,28 29,44 41,28", 63],
  ["/0,0 30,0 44,8 46,22 38,33 54,60 36,60 24,37 15,36 15,60 0,60|/15,11 15,26 26,26 31,19 27,11", 56],
  ["/22,0 34,0 56,60 40,60 28,24 16,60 0,60", 58],
];

/** The wordmark (430 by 120): the emblem and the name, in the colour of the text around it; a label names it. @param {Frame & {emblem?: boolean}} [options] */
export function logo({ emblem: withSign = true, ...frame } = {}) {
  let x = withSign ? 104 : 2;
  const letters = LETTERS.map(([d, width]) => {
    const letter = at(path(d, "currentColor", "name", 'fill-rule="evenodd"'), x, 32);
    x += width;
    return letter;
  });
  return picture(`${x + 4} 122`, (withSign ? at(sign(), -10, 0) : "") + letters.join(""), frame);
}
