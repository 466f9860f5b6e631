// @ts-check
/** Mister Diamond: the tray with its stones, seen from above, and the rings. */
import { DIAMOND, at, disc, halo, hue, line, path, picture, round, sheet, times, words } from "./shared.js";

/** @typedef {import("./shared.js").Frame} Frame */

/** The point at this distance and angle (from above). */
const around = (x = 0, y = 0, r = 0, angle = 0) => [round(x + r * Math.sin(angle)), round(y - r * Math.cos(angle))];

/** Corners of an octagon around 32,32. */
const octagon = (r = 0, turn = 0) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => around(32, 32, r, ((i + turn) * Math.PI) / 4));

/** The brilliant from above, around 32,32: girdle, eight kites, table. */
function brilliant() {
  const [girdle, table] = [octagon(23, 0.5), octagon(12.5)];
  const [rim, top] = [girdle, table].map((points) => `/${points.join(" ")}`);
  const kites = girdle.map((corner, i) => `/${corner} ${table[i]} ${girdle[(i + 7) % 8]}`);
  return path(rim, hue.diamond, "gem") + path([kites[4], kites[5], kites[6], top].join("|"), hue.diamondLight, "edge") + path(`${kites[0]}|${kites[1]}`, hue.diamondDark, "edge") + line([rim, top, ...kites].join("|"), hue.facet, 1.3);
}

const SOCKET = path(disc(32, 32, 27), hue.velvetLight, "edge") + path(disc(32, 32, 25.6), hue.velvetDark, "floor");
const HOLLOW = line("M32 20L44 32L32 44L20 32Z", hue.velvetLight, 1.6, "edge");
/** What shows only when a fixed stone is pulled: four claws that hold it. */
const CLAWS = times(4, (i) => `<g transform="rotate(${i * 90 + 45} 32 32)">${sheet("M27.6 2H36.4L35 17L32 20L29 17Z", hue.relic, "sheet", 1.8)}</g>`);

/** @param {{loose?: boolean, lifted?: boolean, taken?: boolean}} stone */
function seated({ loose = false, lifted = false, taken = false }) {
  if (taken) return SOCKET + HOLLOW;
  if (!lifted) return SOCKET + brilliant();
  if (!loose) return SOCKET + brilliant() + CLAWS;
  return SOCKET + HOLLOW + path(disc(34, 36, 21), hue.night, "shadow", 'opacity=".5"') + at(brilliant(), -4.8, -12.8, 1.15);
}

/**
 * A stone in its socket (64 by 64). Loose and fixed are the same drawing until lifted: lifted and loose it floats over the empty
 * socket, lifted and fixed the claws that hold it show. `taken`: the empty socket.
 * @param {{loose?: boolean, lifted?: boolean, taken?: boolean}} [state]
 * @param {Frame} [frame]
 */
export const stone = (state = {}, frame) => picture("-1 -8 66 72", seated(state), frame);

/**
 * A place of the tray (80 by 80): velvet, its number, the stone; `tried` (tables with notes): a chalk mark on a stone known to be fixed.
 * @param {{number: number, loose?: boolean, lifted?: boolean, taken?: boolean, tried?: boolean}} state
 * @param {Frame} [frame]
 */
export function place({ number, tried = false, ...state }, frame) {
  const ground = sheet("M6 1H74Q79 1 79 6V74Q79 79 74 79H6Q1 79 1 74V6Q1 1 6 1Z", hue.velvet, "ground", 2, hue.velvetLight);
  const chalk = tried ? line("M59 59L74 74M74 59L59 74", hue.ink, 7, "over") + line("M59 59L74 74M74 59L59 74", hue.paper, 3.6) : "";
  return picture("80 80", ground + at(seated(state), 11, 7, 0.98) + words(number, 12, 75, 17, hue.paper) + chalk, frame, "d-place");
}

/** Copper, silver, gold: plain and in the light. */
const METALS = [["#c9814d", "#f0b587"], ["#aab2c2", "#e4e9f2"], ["#d9a400", "#ffd95a"]];

/** A ring of tier 1 to 6 in a box of 96. */
function jewel(tier = 1, filled = false) {
  const [metal, shine] = METALS[Math.ceil(tier / 2) - 1].map((value, i) => `var(--metal-${i ? "light-" : ""}${Math.ceil(tier / 2)}, ${value})`);
  const width = 5 + tier * 0.9;
  const hoop = line(disc(48, 64, 25), hue.ink, width + 4) + line(disc(48, 64, 25), metal, width, "hoop") + line("M26.4 61A22 22 0 0 1 36 45.4", shine, 2.2, "edge");
  const stones = tier < 3 ? [] : tier < 5 ? [-1, 1] : [-2, -1, 1, 2];
  const shoulders = stones.map((i) => {
    const angle = Math.sign(i) * (0.42 + Math.abs(i) * 0.3);
    return sheet(disc(...around(48, 64, 25, angle), 5), tier % 2 ? hue.ruby : hue.diamond, "gem", 1.8);
  }).join("");
  const twist = tier % 2 ? "" : times(7, (i) => `M${around(48, 64, 25 - width / 2, 1.95 + i * 0.4)}L${around(48, 64, 25 + width / 2, 2.1 + i * 0.4)}`);
  const cup = "33,30! 37,40 44,45! 52,45! 59,40 63,30! 57,34 52,30! 48,35 44,30! 39,34";
  const gem = filled ? at(DIAMOND, 31, -2, 1.42) : line("M48 4L63 17L48 32L33 17Z", hue.relicLight, 1.8, "ghost").replace("/>", ' stroke-dasharray="1 5"/>');
  return hoop + (twist && line(twist, hue.ink, 1.6)) + shoulders + gem + sheet(cup, metal, "sheet", 2);
}

/** @param {string} body @param {Frame} [frame] */
function velvetCard(body, frame) {
  const ground = sheet("M9 2H87Q94 2 94 9V121Q94 128 87 128H9Q2 128 2 121V9Q2 2 9 2Z", hue.velvet, "ground", 2.4, hue.relic);
  return picture("96 130", ground + line("M12 7H84L89 12V118L84 123H12L7 118V12Z", hue.velvetLight, 1.2, "edge") + body, frame, "d-jewel");
}

/**
 * A ring card (96 by 130), empty or with its diamond; six rings, the dearer the richer.
 * @param {number} price in dollars
 * @param {Frame & {filled?: boolean, text?: string, dearest?: number}} [options] text: the price as written here ("3 000 $"); dearest: of this table, 6000 unless told
 */
export function ring(price, { filled = false, text = String(price), dearest = 6000, ...frame } = {}) {
  const tier = Math.max(1, Math.min(6, Math.ceil((price * 6) / dearest)));
  const numeral = words(text, 48, 119, Math.min(20, round(140 / text.length)), hue.paper);
  return velvetCard(at(jewel(tier, filled), 3.4, 8, 0.93) + numeral, frame);
}

/** The theft card (96 by 130); `name` is its word, translated. @param {Frame & {name?: string}} [options] */
export function theft({ name = "", ...frame } = {}) {
  const mask = "8,44! 22,36 36,38 48,44 60,38 74,36 88,44! 86,58 76,68 62,67 52,59 48,57 44,59 34,67 20,68 10,58";
  const eyes = "/20,51 30,46 39,53 29,58|/76,51 66,46 57,53 67,58";
  return velvetCard(halo(mask) + path(mask, hue.ink) + path(eyes, hue.paper, "cut") + at(DIAMOND, 33, 62, 1.25) + line("M24 88L30 83M72 88L66 83M22 98H29M74 98H67", hue.paper, 2.6)
    + (name && words(name, 48, 119, Math.min(17, round(140 / name.length)), hue.paper)), frame);
}

/** The back of a card of Mister Diamond (96 by 130). @param {Frame} [frame] */
export const ringBack = (frame) =>
  velvetCard(line("M48 12L84 65L48 118L12 65Z", hue.relic, 2, "mark") + line("M48 20L78 65L48 110L18 65Z", hue.velvetLight, 1.4, "edge")
    + [[20, 24], [76, 24], [20, 106], [76, 106]].map(([x, y]) => path(`/${x},${y - 9} ${x + 6},${y} ${x},${y + 9} ${x - 6},${y}`, hue.relic, "mark")).join("") + at(brilliant(), 20, 37, 0.875), frame);
