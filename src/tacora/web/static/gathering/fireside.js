// @ts-check
// The picture over the seats: a campfire, and around it everybody who has sat down.

import { pawn } from "../drawings/people.js";
import { FREE } from "../core/marks.js";

const FLAME = "M0 0C-30 -6 -34 -34 -18 -52C-16 -42 -12 -40 -8 -38C-14 -60 0 -78 6 -88C8 -70 26 -60 28 -34C29 -14 18 -3 0 0Z";

/** @param {string} d @param {string} fill @param {string} [more] */
const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;

/** @param {number} scale @param {string} fill @param {string} is */
const flame = (scale, fill, is) => `<g transform="translate(320 168) scale(${scale})"><path class="${is}" d="${FLAME}" fill="${fill}"/></g>`;

/** @param {number} r @param {string} fill */
const glow = (r, fill) => `<circle cx="320" cy="132" r="${r}" fill="${fill}"/>`;

/**
 * The position of a seat's figure: seats run from left to right, half of them on each side of the fire.
 * @param {number} seat
 * @param {number} seats
 */
function place(seat, seats) {
  const left = Math.ceil(seats / 2);
  const side = seat < left ? -1 : 1;
  const rank = seat < left ? left - 1 - seat : seat - left;
  return { x: 320 + side * (82 + rank * 58), y: 180 - (rank % 2) * 9, width: 52 };
}

/** The night, the light and the fire. */
function ground() {
  const hills = path("M0 132L70 86L130 110L214 52L282 92L346 64L430 110L522 70L640 130V210H0Z", "#1f1b2d", 'stroke="#3c3550" stroke-width="2"');
  const earth = path("M0 172Q160 154 320 158T640 170V210H0Z", "#2a2638", 'stroke="#4a3f55" stroke-width="2"');
  const lit = path("M190 178Q320 150 450 178Q320 204 190 178Z", "#6d3a26") + path("M250 176Q320 160 390 176Q320 192 250 176Z", "#b0622b");
  const logs = '<path d="M284 176L356 166M284 166L356 176" fill="none" stroke="#4f2d15" stroke-width="11" stroke-linecap="round"/><path d="M286 164L354 174" fill="none" stroke="#7a4a24" stroke-width="9" stroke-linecap="round"/>';
  return (
    path("M0 0H640V210H0Z", "#14121f") + hills + glow(168, "#241a27") + glow(118, "#3b2126") + glow(74, "#632f20") + earth + lit + logs +
    flame(1.12, "#e4572e", "fire-outer") + flame(0.76, "#ffb347", "fire-inner") + flame(0.4, "#ffe9c2", "fire-heart")
  );
}

/** The fireside; `show` draws who is there. */
export class Fireside {
  constructor() {
    this.element = document.createElement("div");
    this.element.className = "fireside";
    this.element.setAttribute("aria-hidden", "true");
    this._drawn = "";
  }

  /** @param {(number | null)[]} colours of those who sit, seat by seat */
  show(colours) {
    const wanted = JSON.stringify(colours);
    if (wanted === this._drawn) return;
    const before = /** @type {(number | null)[]} */ (JSON.parse(this._drawn || "[]"));
    this._drawn = wanted;
    const people = colours.map((colour, seat) => {
      const { x, y, width } = place(seat, colours.length);
      const fresh = before.length && colour !== null && before[seat] !== colour ? " came" : "";
      const figure = colour === null ? FREE : pawn(colour);
      const height = width * (74 / 54);
      return `<g class="guest${colour === null ? " free" : fresh}">${figure.replace("<svg ", `<svg x="${x - width / 2}" y="${y - height + 8}" width="${width}" height="${height}" `)}</g>`;
    });
    this.element.innerHTML = `<svg viewBox="0 0 640 210" preserveAspectRatio="xMidYMid slice" focusable="false">${ground()}${people.join("")}</svg>`;
  }
}
