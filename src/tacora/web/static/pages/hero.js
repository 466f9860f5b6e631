// @ts-check
// The picture on the start page: night over the mountain, the mouth of the cave lit from within, the camp before it.

import { chest, pawn, tent, torch } from "../drawings/people.js";
import { diamond, ruby } from "../drawings/gems.js";

/** @param {string} d @param {string} fill @param {string} [edge] */
const path = (d, fill, edge) =>
  `<path d="${d}" fill="${fill}"${edge ? ` stroke="${edge}" stroke-width="2.5" stroke-linejoin="round" vector-effect="non-scaling-stroke"` : ""}/>`;

/** Straight cuts. @param {string} points */
const cut = (points) => `M${points.replaceAll(" ", "L")}Z`;

/**
 * A drawing as a part of another.
 * @param {string} svg
 * @param {number} x
 * @param {number} y the foot
 * @param {number} width
 * @param {number} height
 */
const placed = (svg, x, y, width, height) =>
  svg.replace("<svg ", `<svg x="${x - width / 2}" y="${y - height}" width="${width}" height="${height}" `);

/** The light in the cave, sheet behind sheet: each hole smaller, lower and brighter. @type {[number, string, string][]} */
const LIGHT = [
  [1, "#0c0a14", "#6d5a78"],
  [0.86, "#2a1a24", "#4d2f35"],
  [0.72, "#4f2722", "#7d3f2c"],
  [0.585, "#8a3f1f", "#b3602c"],
  [0.45, "#cf7426", "#eb9a45"],
  [0.315, "#ffb347", "#ffd083"],
  [0.18, "#ffe3ac", "#fff4dc"],
];

/** A ragged arch around its foot. */
const MOUTH =
  "M-150 0C-153 -24 -161 -46 -158 -70C-156 -96 -154 -120 -146 -142C-138 -164 -122 -178 -112 -196Q-107 -184 -96 -180C-90 -192 -86 -212 -76 -226" +
  "C-66 -240 -46 -244 -30 -252Q-27 -236 -18 -226Q-4 -246 14 -258C28 -262 40 -248 56 -240Q58 -222 66 -212Q84 -212 96 -204C110 -196 116 -176 124 -160" +
  "C142 -140 150 -116 152 -90C154 -60 150 -30 150 0Z";

/**
 * The paper in front, torn off.
 * @param {number} height
 * @param {number} phase
 */
function torn(height, phase) {
  let d = `M-2200 660V${height}`;
  for (let x = -2200; x < 3400; x += 112) {
    const rise = 14 * Math.sin(x / 90 + phase) + 9 * Math.sin(x / 37);
    d += `S${x + 66} ${Math.round(height + rise)} ${x + 112} ${Math.round(height + rise / 2)}`;
  }
  return `${d}V660Z`;
}

/** @returns {string} */
export function hero() {
  const range = cut("-2200,560 -2200,380 -1900,340 -1700,372 -1500,316 -1320,350 -1160,300 -1000,356 -820,322 -600,360 -500,342 -380,300 -250,318 -90,258 0,290 92,226 180,262 300,150 352,178 470,84 540,128 612,52 700,118 752,96 868,206 930,180 1032,262 1110,236 1210,300 1300,272 1460,330 1600,296 1800,340 1980,310 2150,352 2400,300 2600,346 2900,318 3400,360 3400,560");
  const massif = cut("-2200,560 -2200,470 -1800,440 -1500,476 -1200,430 -900,468 -600,452 -420,470 -200,410 40,462 150,372 214,392 300,282 352,300 430,196 486,214 560,140 622,168 690,128 760,206 808,196 896,318 950,306 1050,404 1130,390 1240,452 1420,420 1800,462 2100,430 2400,470 2800,436 3400,466 3400,560");
  const spur = cut("-2200,560 -2200,500 -1500,510 -900,492 -300,486 0,505 210,470 300,478 372,430 430,440 444,560");
  const spur2 = cut("760,560 770,452 812,430 880,468 1010,462 1180,496 1500,480 2000,505 2700,490 3400,506 3400,560");
  const light = LIGHT.map(([scale, fill, edge]) => `<g transform="translate(600 500) scale(${scale})">${path(MOUTH, fill, edge)}</g>`).join("");
  const beam = path(cut("452,500 748,500 1010,640 190,640"), "#5a3023") + path(cut("520,500 682,500 830,640 370,640"), "#8a4a25") + path(cut("562,500 640,500 700,640 500,640"), "#c8772f");
  const stars = [
    [188, 64, 0.75], [330, 40, 0.4], [410, 96, 0.3], [770, 40, 0.55], [905, 92, 0.35], [1010, 44, 0.8], [1120, 140, 0.45], [1330, 80, 0.6], [1500, 180, 0.5], [1680, 90, 0.7], [1890, 200, 0.4], [2100, 120, 0.6],
  ].map(([x, y, scale]) => placed(diamond(), x, y, 24 * scale, 32 * scale)).join("");
  const ground = path("M-2200 500H3400V640H-2200Z", "#221d2d") + beam;
  const party = [
    [0, 486, 566, 76], [3, 562, 548, 66], [1, 648, 556, 70], [2, 724, 572, 78],
  ].map(([colour, x, foot, width]) => placed(pawn(colour), x, foot, width, width * 1.37)).join("");
  const camp = placed(tent(), 262, 556, 190, 160) + placed(chest(4, { open: true, letter: false }), 908, 574, 118, 102);
  const spill = placed(ruby(), 980, 578, 22, 22) + placed(diamond(), 842, 576, 16, 22) + placed(ruby(), 822, 586, 17, 17);
  const brand = placed(torch(), 424, 540, 46, 104) + placed(torch(), 790, 540, 46, 104);
  const near = path(torn(598, 0), "var(--hero-edge)") + path(torn(611, 1.3), "var(--hero-paper)");
  return (
    '<svg viewBox="0 0 1200 640" focusable="false" overflow="visible">' +
    `<g class="hero-stars">${stars}</g>` + path(range, "#1f1b2d", "#3c3550") + path(massif, "#2d2840", "#54495f") + light + ground +
    path(spur, "#251f33", "#4a3f55") + path(spur2, "#251f33", "#4a3f55") + beam + brand + camp + spill + party + near + "</svg>"
  );
}
