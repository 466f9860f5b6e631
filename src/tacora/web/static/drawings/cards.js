// @ts-check
/** The cards of the tunnel, in a box of 120: one family, but each box of the game has its own colours, corners, frieze and back. */
import { DIAMOND, RUBY, at, disc, hue, line, path, picture, round, stones, times, words } from "./shared.js";
import { SILHOUETTES } from "./silhouettes.js";

/**
 * @typedef {{type: "treasure", value: number} | {type: "hazard", kind: string} | {type: "relic", printed?: number | null}} Card as the server tells it
 * @typedef {[string, string, string, string, number[][], string, (light: string, back: string) => string]} Look
 *   ground of treasures, ornament on it, ground of the back, ornament on it, a corner (left to top, in tenths), what the
 *   frieze repeats every 12, the motif of the back in a box of 64
 */

const ROUND = [[0, 10], [1, 6], [3, 3], [6, 1], [10, 0]];
const CHAMFER = [[0, 10], [10, 0]];
const STEPS = [[0, 10], [5, 10], [5, 5], [10, 5], [10, 0]];
const SCOOP = [[0, 10], [4, 9], [7, 7], [9, 4], [10, 0]];
const TOOTH = [[0, 10], [3, 9], [3, 3], [9, 3], [10, 0]];

const drawn = (fill = "", d = "") => path(d, fill, "mark");
/** Rays around 32,32. */
const rays = (n = 0, from = 0, to = 0, wide = 0) => times(n, (i) => `|/${[[from, -wide], [to, 0], [from, wide]].map(([r, a]) => {
  const angle = ((i + a) * 2 * Math.PI) / n;
  return `${round(32 + r * Math.sin(angle))},${round(32 - r * Math.cos(angle))}`;
}).join(" ")}`);

/** @type {Record<string, Look>} */
const LOOKS = {
  "schmidt-2005": ["#35466b", "#8ea6d6", "#22325a", "#b9cbf2", ROUND, "M1 1H5V7H1ZM7 3H11V5H7Z", (light) =>
    drawn(light,
      "14,56,3.4 30,36,3.4 47,15,3.4|50,56,3.4 34,36,3.4 17,15,3.4|33,5! 46,8 55,17 59,31! 50,20 42,13|31,5! 18,8 9,17 5,31! 14,20 22,13") + at(DIAMOND, 22, 34, 0.86)],
  "tacora-2024": ["#553a66", "#c79be0", "#3a2450", "#dcb6f0", CHAMFER, "M0 7L4 1L6 4L8 2L12 7Z", (light, back) =>
    drawn(light, "/1,61 12,47 16,48 25,24 29,28 33,25 36,28 40,24 48,45 52,46 63,61") + path("/20,38 24,42 28,37 32,44 37,38 40,43 44.4,37 46,41 41,49 37,45 32,52 28,44 24,49 18.4,44", back, "cut") + drawn(hue.torch, "32,23 28,20 27,14 33,3! 35,9 38,14 36,20|22,18! 18,12 20,8 24,13|42,18! 41,11 45,7 46,12")],
  "incan-gold-2006": ["#6b3f1c", "#e0a552", "#4d2a10", "#f0bd6a", STEPS, "M0 7V4H3V1H9V4H12V7Z", (light) =>
    drawn(light, "/2,60 2,54 8,54 8,47 14,47 14,40 20,40 20,33 26,33 26,60|/62,60 62,54 56,54 56,47 50,47 50,40 44,40 44,33 38,33 38,60|M29 36H35V39H29ZM29 42H35V45H29ZM29 48H35V51H29ZM29 54H35V60H29Z") + at(drawn(light, rays(12, 9.5, 15, 0.3) + "|" + disc(32, 32, 7)), 0, -15)],
  "diamant-2016": ["#1d5560", "#6cc5c2", "#113b45", "#9fe3dd", SCOOP, "M6 0L10 4L6 8L2 4Z", (light) =>
    drawn(light, "M25 5H39V9H25Z|/22,17 26,10 38,10 42,17|M18 50H46V56H18Z|M20 18H23V49H20ZM41 18H44V49H41Z|18,14,2 24,2,2 40,2,2 46,14,2") + drawn(hue.torch, "32,47 26,44 25,37 29,32! 30,35! 33,22! 38,33 39,40 37,45")],
  "incan-gold-2020": ["#3b5a2b", "#a9d06f", "#25401c", "#c4e48c", TOOTH, "M0 7Q6 -5 12 7H9Q6 1 3 7Z", (light, back) =>
    drawn(light, rays(16, 23, 31, 0.38) + "|" + disc(32, 32, 21)) + path("M20 25H29V30H20ZM35 25H44V30H35Z|/32,28 35,39 29,39|M24 43H40V48H24ZM16 33H22V36H16ZM42 33H48V36H42Z|M24 16H40V19H24Z", back, "cut") + drawn(light, "M28 43H29.6V48H28ZM31.2 43H32.8V48H31.2ZM34.4 43H36V48H34.4Z|M23 26.4H26V28.6H23ZM38 26.4H41V28.6H38Z")],
  tiny: ["#4b4754", "#b9b3c4", "#35323d", "#cfc9da", ROUND, "M5 3H7V5H5Z", (light) =>
    drawn(light, "6,60! 8,34 18,14 32,8 46,14 56,34 58,60! 46,60! 45,40 39,28 32,25 25,28 19,40 18,60!") + at(RUBY, 20, 36)],
};

/** All four corners, as points. @param {number[][]} corner @param {number} inset @returns {string[]} */
const corners = (corner, inset) => [0, 1, 2, 3].flatMap((side) => (side % 2 ? [...corner].reverse() : corner).map(([x, y]) =>
  [side % 3 ? 120 - inset - x : inset + x, side < 2 ? inset + y : 120 - inset - y].join()));

/** Where the cave of a card ends above and below, from side to side. */
const ROOF = " 117,34! 110,24 101,27 95,19 84,22! 81,28 77,20! 62,17 48,20! 44,25 41,19! 30,20 22,26 14,23 8,29 3,36!";
const FLOOR = "3,95! 16,91 30,93 46,90 62,92 80,89 98,92 117,90! ";

/** @param {string[]} points */
const sharp = (points) => points.map((point) => `${point}!`).join(" ");

const CRACK = "/46,3 55,17 47,31 63,47 53,62 68,79 58,95 65,117 75,117 68,96 82,80 63,62 76,46 57,31 67,16 58,3|/58,47 82,40 95,27 83,44 66,50|/57,62 36,68 22,84 34,65 55,59|/70,80 88,86 104,84 88,90 69,85";

/**
 * A card. `name`: its word, translated, on hazards and relics; `lying`: gems left on a treasure; `lit`: 1 beside the party, 0 at the
 * entrance (words stay readable); `cracked`: second of its kind; `face: "back"`: `card` may be null; `worth`: of a relic that prints none.
 * @param {Card | null} card
 * @param {import("./shared.js").Frame & {edition?: string, name?: string, lying?: import("./gems.js").Stones, lit?: number, cracked?: boolean, face?: "front" | "back", worth?: number}} [options]
 */
export function card(card, { edition = "tacora-2024", name = "", lying, lit = 1, cracked = false, face = "front", worth, ...frame } = {}) {
  const known = LOOKS[edition] ? edition : "tacora-2024";
  const [tint, trim, under, over, corner, unit, motif] = LOOKS[known];
  const [ground, mark, back, light] = [tint, trim, under, over].map((value, i) => `var(--${known}-${["ground", "mark", "back", "light"][i]}, ${value})`);
  const kind = face === "back" || !card ? "back" : card.type;
  const square = (inset = 2) => `/${corners(corner, inset).join(" ")}`;
  const shade = lit < 1 ? path(square(), hue.night, "glow", `opacity="${round((1 - lit) * 0.5)}"`) : "";
  const near = lit >= 0.9 && kind !== "back";
  const border = (colour = mark) => line(square(), near ? hue.cardGlow : colour, near ? 3 : 2, "rim");
  const frieze = (y = 0, fill = mark, turn = 1) =>
    `<g transform="translate(14.4 ${y}) scale(.95 ${turn})">${times(8, (i) => at(path(unit, fill, "mark"), i * 12))}</g>`;
  const floor = FLOOR + sharp(corners(corner, 2.6).slice(corner.length * 2));
  const fade = 0.8 + 0.2 * lit;
  let body = path(square(), { back, treasure: ground, hazard: hue.ember, relic: hue.relicGround }[kind], "ground");
  if (kind === "back" || !card) {
    body += line(square(8), light, 1.2, "mark") + frieze(13, light) + frieze(107, light, -1) + at(motif(light, back), 23, 23, 1.16) + shade + border(light);
  } else if (card.type === "treasure") {
    const roof = sharp(corners(corner, 2.6).slice(0, corner.length * 2)) + ROOF;
    const rock = [roof, floor].map((d, i) => path(d, mark, "edge", `opacity=".55" transform="translate(0 ${i ? -1.2 : 1.2})"`) + path(d, back, "floor"));
    body += rock.join("") + frieze(8) + laid(lying) + shade + border() + words(card.value, 60, 81, 62, hue.paper, fade);
  } else if (card.type === "hazard") {
    const figure = (SILHOUETTES[card.kind] ?? SILHOUETTES.rockfall)();
    const edge = figure.replaceAll(hue.figure, hue.emberLight).replaceAll("d-figure", "d-edge");
    body += at(edge, 20.4, 9.4, 1.25) + at(figure, 21.6, 10.6, 1.25) + (cracked ? path(CRACK, hue.night, "edge", 'transform="translate(1.6 1.2)"') + path(CRACK, hue.crack, "crack") : "") + shade
      + (name && path(floor, hue.figure, "floor") + words(name, 60, 111, Math.min(19, round(200 / name.length)), hue.paper, fade)) + border();
  } else {
    const value = card.printed ?? worth;
    const down = name ? 0 : 9;
    body += (value == null ? at(MASK, 26.7, 11 + down, 1.04) : "") + at(path(rays(20, 26, 31, 0.3), hue.relic, "mark") + line(disc(32, 32, 22.4), hue.relic, 2.2, "mark"), 19.6, 10 + down, 1.26)
      + shade + line(square(7), hue.relic, 2, "rim") + border(hue.relic) + (value == null ? "" : words(value, 60, 63 + down, 38, hue.relicLight, fade)) + (name && words(name, 60, 107, 15, hue.relicLight, fade));
  }
  return picture("120 120", body, frame, `d-card d-${kind}`);
}

/** The stones on a card, in the middle of its foot. */
function laid(/** @type {import("./gems.js").Stones} */ lying = { amount: 0, diamonds: 0, rubies: 0 }) {
  const all = stones(lying);
  if (all.length > 5) return at(DIAMOND, 30, 89, 0.75) + at(RUBY, 46, 95, 0.75) + words(lying.amount, 80, 111, 22, hue.paper);
  return all.map((stone, i) => at(stone, 60.5 - all.length * 9.5 + i * 19, stone === RUBY ? 95 : 89, 0.75)).join("");
}

/** The face of a relic that prints no number. */
const MASK = path("18,14! 32,10 46,14! 47,32 42,44 32,52 22,44 17,32", hue.relic) + path("M21 24H30V28H21ZM34 24H43V28H34ZM32 27L35 36H29ZM26 40H38V43H26ZM22 17H42V19H22Z", hue.relicGround, "cut");
