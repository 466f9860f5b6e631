// @ts-check
/** The two grounds: the camp in daylight, with its five entrances, and the cave, sheet behind sheet of paper around one torch. */
import { at, hue, line, path, picture, round, sheet, words } from "./shared.js";

/** @typedef {{number: number, state: "open" | "now" | "closed"}} Entrance open: still to come; now: the expedition under way; closed: over */

/** An arch in a box of 80 by 96, its foot at 96. */
const ARCH = "3,96! 4,62 9,38 22,19 40,11 55,17 69,33 76,58 77,96!";
/** The same, smaller or larger on the same foot. */
const arch = (scale = 1, fill = "", is = "") => at(path(ARCH, fill, is), 40 - 40 * scale, 96 - 96 * scale, scale);

const PLANKS = [["-6,48 82,76 79,89 -9,61", "-3,58 76,81"], ["85,46 89,58 1,92 -3,80", "82,54 5,84"]];

/** @param {Entrance} entrance @param {boolean} numbered the box lays numbers on its entrances */
function mouth({ number, state }, numbered) {
  const ledge = path("-10,96! 90,96! 82,102 40,104 -2,102", hue.camp3, "edge");
  const stone = ledge + arch(1.12, hue.camp3, "ground") + arch(1.06, hue.paper, "edge");
  if (state === "now") {
    return ledge + arch(1.2, hue.ember, "now") + arch(1.1, hue.night, "floor") + arch(0.96, hue.mouth3, "glow") + arch(0.84, hue.mouth2, "glow") + arch(0.72, hue.torch, "glow") + words(number, 40, 88, 52, hue.night);
  }
  if (state === "open") {
    const tile = numbered ? sheet("/16,42 65,39 66,86 15,88", hue.paper) : "";
    return stone + arch(1, hue.night, "floor") + tile + words(number, 40.5, 79, 42, numbered ? hue.ink : hue.paper);
  }
  const boards = numbered ? "" : PLANKS.map(([board, grain]) =>
    sheet(`/${board}`, hue.wood, "sheet", 2.2, hue.woodDark) + line(`M${grain.replace(" ", "L")}`, hue.woodLight, 1.4, "edge")).join("");
  return stone + arch(1, hue.mouthClosed, "floor") + words(number, 40, numbered ? 79 : 49, numbered ? 42 : 34, hue.paper) + boards;
}

/** A sheet with a torn edge, `depth` from its straight one. */
function torn(length = 0, depth = 0, phase = 0, upright = true) {
  const points = [];
  for (let along = 0; along <= length; along += 40) {
    const across = depth + 7 * Math.sin(along / 46 + phase) + 4 * Math.sin(along / 17 + 2 * phase);
    points.push((upright ? [across, along] : [along, across]).map(round).join());
  }
  points[0] += "!";
  points[points.length - 1] += "!";
  return `${upright ? `0,${length}` : `${length},0`}! 0,0! ${points.join(" ")}`;
}

/**
 * The camp: a sheet of daylight before a cliff with the entrances; upright (260 by 720) beside the cave, or lying
 * (720 by 200) above it. `marks` as the box has it: numbers lie on what is to come, or barricades close what is over.
 * @param {import("./shared.js").Frame & {entrances: Entrance[], marks?: "numbers" | "barricades", lying?: boolean}} options
 */
export function camp({ entrances, marks = "barricades", lying = false, ...frame }) {
  const depths = lying ? [178, 170, 160, 34] : [244, 235, 226, 92];
  const sheets = [hue.camp4, hue.camp3, hue.camp2, hue.paper].map((fill, i) => path(torn(720, depths[i], [3, 1.4, 0, 5][i], !lying), fill, i > 2 ? "ground" : "floor"));
  const gap = 720 / entrances.length;
  const mouths = entrances.map((entrance, i) => {
    const [along, shift] = [gap * (i + 0.5), 9 * Math.sin(i * 2.1)];
    return at(mouth(entrance, marks === "numbers"), lying ? along - 40 : 118 + shift, lying ? 50 + shift / 2 : along - 52);
  });
  return picture(lying ? "720 200" : "260 720", sheets.join("") + mouths.join(""), frame, "d-camp");
}

const DEPTHS = ["#6a4535", "#55393a", "#41303d", "#302839", "#221d2d", "#14121f"];
const EDGES = ["", "#a06a48", "#7d5348", "#5c454f", "#433a4d", "#2f293b"];

/**
 * The cave: sheets of paper with a ragged hole in each, the farther the lighter, around the torch. Fills w by h, cut off where the place is narrower.
 * @param {number} w
 * @param {number} h
 * @param {{x?: number, y?: number, out?: boolean}} [torch] where it burns, as parts of the width and the height; out: it has gone out
 */
export function caveGround(w, h, { x = 0.56, y = 0.52, out = false } = {}) {
  const layers = DEPTHS.map((_, depth) => {
    const colour = `var(--cave-${out ? 5 : depth}, ${DEPTHS[out ? 5 : depth]})`;
    if (!depth) return `<rect class="d-floor" width="${w}" height="${h}" fill="${colour}"/>`;
    const hole = ragged(w, h, x + (0.5 - x) * depth * 0.12, y + (0.5 - y) * depth * 0.12, 0.13 + depth * 0.085, depth);
    return path(`M-9 -9H${w + 9}V${h + 9}H-9Z|${hole}`, colour, "floor", `fill-rule="evenodd" stroke="var(--cave-edge-${depth}, ${EDGES[depth]})" stroke-width="${round(Math.min(w, h) / 420)}"`);
  });
  return picture(`${w} ${h}`, layers.join(""), {}, "d-cave").replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ');
}

/** A hole like a cave seen from inside: stalactites above, stalagmites below. */
function ragged(w = 0, h = 0, x = 0, y = 0, size = 0, seed = 0) {
  const chance = (i = 0) => { const s = Math.sin(i * 91.7 + seed * 37.3) * 4375.5; return s - Math.floor(s); };
  const [wide, high] = [size * w * 1.12, size * h * 1.08];
  const edge = (sign = 0) => {
    const points = [];
    const n = Math.max(7, Math.round(15 * Math.min(1.1, Math.sqrt(w / h))));
    for (let i = 0; i <= n; i++) {
      const u = -1 + (2 * i) / n;
      const reach = Math.max(0.2, (1 - Math.abs(u) ** 3.6) ** 0.5) * high * (0.86 + 0.16 * Math.sin(i * 1.3 + seed * 2 + sign) + 0.1 * chance(i + sign));
      const [px, py] = [w * x + u * wide, h * y + sign * reach];
      const spike = i > 1 && i < n - 1 && chance(i * 3 + 7 + sign) < (sign < 0 ? 0.4 : 0.22);
      if (!spike) points.push(`${round(px)},${round(py)}`);
      else {
        const half = (wide / 26) * (0.7 + chance(i + 20));
        const tip = high * (sign < 0 ? 0.16 + 0.3 * chance(i + 40) : 0.1 + 0.14 * chance(i + 50));
        for (const [side, part] of [[-1, 0], [-0.35, 0.5], [0, 1], [0.35, 0.5], [1, 0]]) points.push(`${round(px + side * half)},${round(py - sign * tip * part)}${part === 1 ? "!" : ""}`);
      }
    }
    return points;
  };
  return [...edge(-1), ...edge(1).reverse()].join(" ");
}
