// @ts-check
/** What the players hold: pawns, chests, hands, the torch and the tent. */
import { DIAMOND, PLAYERS, RUBY, at, disc, halo, hue, line, path, picture, sheet, words } from "./shared.js";

/** @typedef {import("./shared.js").Frame} Frame */

/** The cloth of a player (needs defs() of patterns.js in the page), the colour, and the letter where nobody sits. */
const worn = (colour = 0) => `url(#pattern-${colour % 8})`;
const plain = (colour = 0) => PLAYERS[colour % 8];
const letterOf = (colour = 0) => "ABCDEFGH"[colour % 8];

const BODY = "24,26! 30,27! 33,34 36,45 42,56! 45,58! 45,66! 3,66! 3,58! 6,56! 12,45 15,34 18,27!";
const HEAD = disc(24, 21, 10);
const HAT = "2,15! 8,14 14,13! 15,6 19,2 24,4! 29,2 33,6 34,13! 40,14 46,15! 42,19 33,20.6 24,21 15,20.6 6,19";

const explorer = (fill = hue.ember, hat = fill) => halo(BODY, HEAD, HAT) + sheet(BODY, fill) + sheet(HEAD, hue.face, "floor") + sheet(HAT, hat) + line("M14.4 13.6Q24 16.4 33.6 13.6", hue.ink, 2.6);

/** An explorer with a hat, in the player's pattern (48 by 70). @param {number} colour @param {Frame} [frame] */
export const pawn = (colour, frame) => picture("-3 -3 54 74", explorer(worn(colour), plain(colour)), frame);

const badge = (letter = "", x = 0, y = 0, r = 0) => sheet(disc(x, y, r), hue.paper) + words(letter, x, y + r * 0.5, r * 1.45);

/**
 * A player's chest (120 by 100): the pattern on lid and boards, the letter on the lock. `letter: false` leaves the lock blank.
 * @param {number} colour
 * @param {Frame & {open?: boolean, letter?: string | false}} [options]
 */
export function chest(colour, { open = false, letter = letterOf(colour), ...frame } = {}) {
  const fill = worn(colour);
  const box = "/10,50 110,50 106,96 14,96";
  const lid = open ? "/12,42 22,8 98,8 108,42" : "8,50! 10,30 18,18 32,12 60,10 88,12 102,18 110,30 112,50!";
  const inside = open ? sheet("/10,50 14,40 106,40 110,50", hue.night) + at(DIAMOND, 30, 27, 0.95, -8) + at(RUBY, 50, 34) + at(DIAMOND, 66, 26, 1, 6) + at(RUBY, 20, 38, 0.8) + at(RUBY, 84, 37, 0.9) : "";
  const iron = (d = "") => path(d, hue.iron);
  const bands = open ? "" : iron("M24 14.6L32 12V50H22ZM96 14.6L88 12V50H98Z");
  const lock = letter ? badge(letter, 60, open ? 68 : 56, 17) : sheet("46,44! 74,44! 74,60 60,70 46,60", hue.iron);
  return picture("120 104", halo(box, lid) + sheet(lid, open ? hue.woodDark : fill) + bands + inside + sheet(box, fill) + iron("M22 50H32L33 96H24ZM98 50H88L87 96H96Z") + iron("M10 50H110L109.6 55H10.4Z") + lock, frame);
}

/**
 * The closed fist that everybody shows until all have decided (96 by 112): a glove with a patterned cuff and the letter.
 * @param {number} colour
 * @param {Frame & {letter?: string}} [options]
 */
export function fist(colour, { letter = letterOf(colour), ...frame } = {}) {
  const glove = plain(colour);
  const back = "12,36! 84,34! 86,56 80,74 72,82! 26,82! 16,72 10,56";
  const cuff = "20,78! 48,81 78,78! 88,110! 48,113 10,110!";
  const fingers = [[11, 16, 58], [29, 10, 57], [47, 11, 57], [65, 18, 57]].map(([x, y, end]) => `M${x} ${y + 9}a9.5 9.5 0 0 1 19 0V${end - 5}q0 5 -5 5H${x + 5}q-5 0 -5 -5Z`);
  const thumb = "14,50,15 18,60,18 32,67,18 48,65,16 58,61,13";
  return picture("-2 4 102 114", [halo(back, cuff, thumb, ...fingers), sheet(back, glove), ...fingers.map((d) => sheet(d, glove)), sheet(thumb, glove),
    sheet(cuff, worn(colour)), badge(letter, 48, 97, 13.6)].join(""), frame);
}

/** Flame and stick, in a box of 48 by 96. */
const TORCH = [
  sheet("19,46! 29,46! 27,92 24,95 21,92", hue.wood),
  sheet("/13,36 35,36 32,50 16,50", hue.iron, "figure"),
  path("24,38! 13,36 8,27 11,17! 14,21! 15,11 26,0! 27,9 33,13 34,20! 37,15! 41,25 36,35", hue.ember),
  path("24,38! 16,35 14,28 17,22! 20,25! 24,11! 28,20 33,25 32,32", hue.torch, "glow"),
  path("24,38! 20,35 20,30 24,23! 28,30 28,35", hue.paper, "cut"),
  line("M18 43H30", hue.woodLight, 2, "edge"),
].join("");

/** The torch alone (48 by 96). @param {Frame} [frame] */
export const torch = (frame) => picture("2 -2 44 100", TORCH, frame);

/** Deeper: an open palm that holds the torch (120 by 120). @param {Frame} [frame] */
export function handDeeper(frame) {
  const palm = "20,86! 30,80 40,80 54,86! 78,88! 84,98 76,108 58,113 40,110 30,106!";
  const fingers = ["66,103,13 82,104,12 94,102,11", "68,97,13 88,97,12.4 104,93,11", "68,92,13 92,89,12 112,82,10.4", "66,88,12.6 88,81,12 106,71,10"];
  const thumb = "34,88,15 42,80,14 52,73,12.6 66,71,10.6";
  const sleeve = "/2,88 20,78 34,108 14,120 0,120";
  return picture("120 122", [halo(palm, sleeve, thumb, ...fingers), at(TORCH, 34, 4, 0.98), ...fingers.reverse().map((d) => sheet(d)), sheet(palm),
    line("M52 97Q62 93 74 95"), sheet(thumb), path("38,94! 30,92 32,84 40,80 46,84!", hue.glove, "patch"), sheet(sleeve, hue.ember), line("M9 92L24 116", hue.paper, 2, "edge")].join(""), frame);
}

/** Camp: a fist around the pawn (120 by 120); with a colour, that player's pawn. @param {Frame & {colour?: number}} [options] */
export function handCamp({ colour, ...frame } = {}) {
  const back = "58,56! 78,53 94,58 100,72! 98,90 84,104 62,102!";
  const sleeve = "/90,102 108,78 121,84 121,123 104,123";
  const wrist = "78,104! 98,66! 116,84! 100,112!";
  const fingers = [[42, 63], [37, 74], [38, 85], [43, 96]].map(([x, y]) => `${x},${y},11.4 ${x + 16},${y - 1},12.4 78,${y},12`);
  const thumb = "90,68,15 82,57,14 68,53,12.4 54,56,10.6";
  const figure = colour === undefined ? explorer() : explorer(worn(colour), plain(colour));
  return picture("120 122", [halo(wrist, sleeve, back), at(figure, 22, 2, 1.7), sheet(wrist), sheet(back), ...fingers.reverse().map((d) => sheet(d)),
    path("73,56! 90,58 97,72 96,86 90,99 74,101!", hue.glove, "patch"), sheet(thumb), sheet(sleeve, hue.ember), line("M100 104L115 84", hue.paper, 2, "edge")].join(""), frame);
}

/** The tent of those who are home (96 by 80). @param {Frame} [frame] */
export function tent(frame) {
  const cloth = "48,12! 58,34 71,55 90,74! 6,74! 25,55 38,34";
  return picture("-2 -2 100 84", [halo(cloth), line("M48 14V3", hue.ink, 3), path("/49,0 65,5.4 49,11", hue.ember), sheet(cloth, hue.tent),
    path("48,14! 57,34 70,55 88,73! 66,73! 52,40", hue.tentShade, "edge"), sheet("48,26! 54,50 64,74! 32,74! 42,50", hue.night, "floor"),
    sheet("48,26! 44,48 40,60 24,74! 34,74! 44,66 50,50", hue.paper), line("M1 76H95", hue.ink, 3.4)].join(""), frame);
}
