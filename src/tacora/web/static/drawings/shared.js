// @ts-check
/**
 * What every drawing is cut with. Colours are attributes with custom properties (strict content policies refuse style). Classes say
 * what a shape is, for forced colours in drawings.css: ground, floor, sheet (paper), worn (in a player's pattern), figure, cut (out of
 * a figure), ink (a line), mark (ornament), gem, text; edge, glow, shadow and halo are only for the eye.
 */

/** @typedef {{size?: number, label?: string, className?: string}} Frame width in pixels; without a label it is decoration */

/** `hue.rubyLight` is `var(--ruby-light, #ff5c96)`. @type {Record<string, string>} */
export const hue = Object.fromEntries(Object.entries({
  night: "#14121f", stone: "#2a2638", torch: "#ffb347", ember: "#e4572e", emberLight: "#ff9868", paper: "#f6ecd9", ink: "#1d1a26", figure: "#120f1a",
  ruby: "#c2185b", rubyLight: "#ff5c96", rubyDark: "#7d0c3a", diamond: "#8fd3ff", diamondLight: "#e6f6ff", diamondDark: "#3f8fc4", facet: "#2d6f9f",
  relic: "#d9a400", relicLight: "#ffd95a", relicGround: "#221a2b", wood: "#7a4a24", woodDark: "#4f2d15", woodLight: "#b07a45", iron: "#3b3745",
  glove: "#f6ecd9", face: "#3a3144", tent: "#e0b878", tentShade: "#b98a4c", velvet: "#4d1730", velvetLight: "#7a2c4c", velvetDark: "#2c0b1b",
  camp2: "#cfb98c", camp3: "#8d7450", camp4: "#5f4c35", mouth2: "#b8481f", mouth3: "#6a2f1d", mouthClosed: "#5d4d3c", crack: "#fff0cf", cardGlow: "#ffe0a3",
}).map(([name, value]) => [name, `var(--${name.replace(/[A-Z]|\d/g, (sign) => `-${sign.toLowerCase()}`)}, ${value})`]));

/** Colours of the eight players; css/tokens.css has them. */
export const PLAYERS = Array.from({ length: 8 }, (_, player) => `var(--player-${player})`);

const escaped = (text = "") => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const round = (number = 0) => Math.round(number * 100) / 100;
const near = (number = 0) => Math.round(number * 10) / 10;

/** A whole picture. @param {string} box "0 0 120 120", or only the width and height @param {string} body @param {Frame} [frame] @param {string} [is] its own class */
export function picture(box, body, { size, label, className = "" } = {}, is = "") {
  const view = box.split(" ").map(Number);
  const [width, height] = view.slice(-2);
  const sized = size ? ` width="${size}" height="${round((size * height) / width)}"` : "";
  const said = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[0, 0, ...view].slice(-4).join(" ")}"${sized} class="${["d", is, className].filter(Boolean).join(" ")}" ${said} focusable="false">${body}</svg>`;
}

/**
 * A shape; `is`: its class without d-. Shapes are written as points: "x,y" runs smooth, "x,y!" is a corner, "x,y,w" a band of
 * that width; "/" before them makes all edges straight, "|" stands between shapes; path data (from M) is taken as it is.
 */
export const path = (d = "", fill = "", is = "figure", more = "") => `<path class="d-${is}" d="${d.split("|").map(traced).join("")}" fill="${fill}"${more && ` ${more}`}/>`;

const pen = (colour = "", width = 0) => `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

/** A line with round ends. */
export const line = (d = "", colour = hue.ink, width = 2, is = "ink") => path(d, "none", `line d-${is}`, pen(colour, width));

/** Paper with an inked outline; a pattern on it is kept in forced colours. */
export const sheet = (d = "", fill = hue.glove, is = "sheet", width = 2.4, ink = hue.ink) => path(d, fill, fill.startsWith("url") ? "worn" : is, pen(ink, width));

/** The light margin that lifts sheets off a dark ground. */
export const halo = (/** @type {string[]} */ ...shapes) => path(shapes.join("|"), hue.paper, "halo", pen(hue.paper, 5.6));

/** A numeral or a word around x. @param {string | number} text */
export const words = (text, x = 0, y = 0, size = 16, fill = hue.ink, opacity = 1) =>
  `<text class="d-text" x="${x}" y="${y}" font-family="ui-serif,'Iowan Old Style','Palatino Linotype',Georgia,serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="${fill}"${opacity < 1 ? ` opacity="${round(opacity)}"` : ""}>${escaped(`${text}`)}</text>`;

export const at = (body = "", x = 0, y = 0, scale = 1, turn = 0) =>
  `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})${turn ? ` rotate(${turn})` : ""}">${body}</g>`;

const numbers = (text = "") => text.split(" ").map((point) => point.split(",").map(Number));

function band(text = "") {
  const points = numbers(text);
  const last = points.length - 1;
  const spot = (along = 0) => {
    const from = Math.max(0, Math.min(Math.floor(along), last - 1));
    const t = along - from;
    const [a, b, c, d] = [-1, 0, 1, 2].map((i) => points[Math.max(0, Math.min(last, from + i))]);
    return b.map((_, i) => b[i] + (t * (c[i] - a[i] + t * (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i] + t * (3 * b[i] - a[i] - 3 * c[i] + d[i])))) / 2);
  };
  const left = [];
  const right = [];
  for (let step = 0; step <= last * 6; step++) {
    const [x, y, width] = spot(step / 6);
    const [[px, py], [qx, qy]] = [spot(step / 6 - 0.01), spot(step / 6 + 0.01)];
    const half = Math.max(0, width) / 2 / Math.hypot(qx - px, qy - py);
    left.push(`${near(x - (qy - py) * half)} ${near(y + (qx - px) * half)}`);
    right.unshift(`${near(x + (qy - py) * half)} ${near(y - (qx - px) * half)}`);
  }
  const cap = (i = 0) => `A${points[i][2] / 2} ${points[i][2] / 2} 0 0 0 `;
  return `M${left.join("L")}${cap(last)}${right.join("L")}${cap()}${left[0]}Z`;
}

const traced = (text = "") => (/^M|^$/.test(text) ? text : text[0] === "/" ? facet(text.slice(1)) : /,.*,.* /.test(text.split(" ", 1) + " ") ? band(text) : outline(text));

function outline(text = "") {
  const points = numbers(text.replaceAll("!", ""));
  const sharp = text.split(" ").map((point) => point.endsWith("!"));
  const n = points.length;
  const pull = (i = 0, sign = 1) => points[i].map((value, axis) =>
    sharp[i] ? value : round(value + (sign * (points[(i + 1) % n][axis] - points[(i + n - 1) % n][axis])) / 6));
  return `M${points[0]}${points.map((_, i) => `C${pull(i)} ${pull((i + 1) % n, -1)} ${points[(i + 1) % n]}`).join("")}Z`;
}

const facet = (text = "") => `M${text.replaceAll(" ", "L")}Z`;

/** Several of something. @param {number} n @param {(i: number) => string} draw */
export const times = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join("");

export const disc = (x = 0, y = 0, r = 1) => `M${x} ${round(y - r)}a${r} ${r} 0 1 0 .01 0Z`;

/** A ruby in a box of 24: round. */
export const RUBY = path("/12,2 19,5 22,12 19,19 12,22 5,19 2,12 5,5", hue.ruby, "gem") + path("/12,2 5,5 2,12 7.5,12 9,9 12,7.5", hue.rubyLight, "edge")
  + path("/22,12 19,19 12,22 12,16.5 15,15 16.5,12", hue.rubyDark, "edge") + line("/12,7.5 15,9 16.5,12 15,15 12,16.5 9,15 7.5,12 9,9", hue.rubyDark, 1.1);

/** A diamond in a box of 24 by 32: a lozenge. */
export const DIAMOND = path("/12,1 23,12 12,31 1,12", hue.diamond, "gem") + path("/12,1 1,12 8,12|/8,12 16,12 12,31", hue.diamondLight, "edge")
  + path("/16,12 23,12 12,31", hue.diamondDark, "edge") + line("M1.5 12H22.5M12 1L8 12L12 30M12 1L16 12L12 30", hue.diamondDark, 1.1);

/** Stones one by one, diamonds first. */
export const stones = ({ diamonds = 0, rubies = 0 } = {}) => [...Array(diamonds).fill(DIAMOND), ...Array(rubies).fill(RUBY)];
