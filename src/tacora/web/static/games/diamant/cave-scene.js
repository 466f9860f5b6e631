// @ts-check
// The cave as a picture: the tunnel's cards, the light around the newest one, and the explorers who stand there.

import { card as cardPicture } from "../../drawings/cards.js";
import { caveGround } from "../../drawings/camp.js";
import { pawn } from "../../drawings/people.js";
import { scaled } from "../../core/print.js";
import { stones } from "./stones.js";
import { spots as spotsOf } from "./tunnel.js";
import { say } from "../../core/words.js";

/** @typedef {import("./story.js").Picture} Picture */
/** @typedef {import("../../core/protocol.js").DiamantView["tunnel"][number]} Card */

/** Otherwise the scene follows the newest card, instead of showing the whole tunnel. */
const wide = () => matchMedia(scaled("(width >= 760px) and (height >= 560px) and (orientation: landscape)"));
let wideEnough = wide();
document.addEventListener("print", () => (wideEnough = wide()));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [is] its class
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, is = "") {
  const element = document.createElement(tag);
  if (is) element.className = is;
  return element;
}

export class Scene {
  constructor() {
    this.stage = make("div", "stage");
    this.stage.setAttribute("aria-hidden", "true");
    this._ground = make("div", "stage-ground");
    this._edges = make("div", "rocks edges");
    this._floor = make("div", "rocks floor");
    this._cards = make("div", "cards");
    this._pawns = make("div", "pawns");
    this.stage.append(this._ground, this._edges, this._floor, this._cards, this._pawns);
    /** @type {HTMLElement[]} */
    this._cells = [];
    /** @type {Map<number, HTMLElement>} */
    this._explorers = new Map();
    this._expedition = 0;
    this._drawn = "";
    /** @type {Picture | null} */
    this._picture = null;
    /** @type {number[]} */
    this._colours = [];
    /** @type {HTMLElement[]} */
    this._fresh = []; // Put somewhere for the first time.
    this._watch = new ResizeObserver(() => this._place());
    this._watch.observe(this.stage);
    document.addEventListener("print", () => this._place());
    /** @type {HTMLElement | null} */
    this._words = null;
    this._along = 0; // Pixels by which the tunnel was drawn along.
    this._reach = 0; // The most of them: its first card comes into sight.
    this._drawAlong();
  }

  /** Where the scene follows the newest card, a pointer draws the tunnel along to see the others. */
  _drawAlong() {
    let from = 0;
    let moved = 0;
    this.stage.addEventListener("pointerdown", ({ clientX }) => {
      from = clientX - this._along;
      moved = 0;
    });
    this.stage.addEventListener("pointermove", ({ clientX, pointerId, buttons }) => {
      if (!buttons || !this._reach) return;
      const along = Math.min(Math.max(clientX - from, 0), this._reach);
      moved = Math.max(moved, Math.abs(along - this._along));
      if (along === this._along) return;
      this._along = along;
      if (moved > 2 && !this.stage.hasPointerCapture(pointerId)) this.stage.setPointerCapture(pointerId);
      this.stage.classList.add("drawn-along");
      this._place();
    });
    // What was drawn along is not a tap.
    this.stage.addEventListener("click", (event) => moved > 2 && event.stopImmediatePropagation(), true);
  }

  /** The words that stand over the top of the cave where it is wide: no card goes under them. @param {HTMLElement} words */
  under(words) {
    this._words = words;
    this._watch.observe(words);
  }

  /**
   * @param {Picture} picture
   * @param {number[]} colours of the seats
   */
  draw(picture, colours) {
    if (this._expedition !== picture.expedition || picture.tunnel.length < this._cells.length) {
      for (const cell of this._cells) cell.remove();
      this._cells = [];
      this._expedition = picture.expedition;
    }
    this._picture = picture;
    this._colours = colours;
    const last = picture.tunnel.length - 1;
    if (picture.tunnel.length !== this._cells.length) {
      this._along = 0;
      this.stage.classList.remove("drawn-along");
    }
    picture.tunnel.forEach((card, at) => {
      let cell = this._cells[at];
      if (!cell) {
        cell = make("div", "cell");
        this._cards.append(cell);
        this._cells.push(cell);
      }
      this._face(cell, card, at, last - at, picture);
    });
    this._gather(picture);
    this.stage.classList.toggle("out", Boolean(picture.dark));
    this._place();
  }

  /** The newest card, to turn it or to let gems fly from it. */
  get newest() {
    return this._cells.at(-1) ?? null;
  }

  /** @param {number} seat */
  explorer(seat) {
    return this._explorers.get(seat) ?? null;
  }

  /** The cards on which gems lie, for gems to fly from. */
  rich() {
    return this._cells.filter((_, at) => (this._picture?.lying[at] ?? 0) > 0);
  }

  /**
   * @param {HTMLElement} cell
   * @param {Card} card
   * @param {number} at
   * @param {number} behind
   * @param {Picture} picture
   */
  _face(cell, card, at, behind, picture) {
    const lit = behind === 0 ? 1 : Math.max(0, 0.75 - 0.14 * (behind - 1));
    const lying = picture.lying[at] ?? 0;
    const cracked = Boolean(picture.doomed && behind === 0);
    const facts = JSON.stringify([card, behind === 0, lit, lying, cracked]);
    if (cell.dataset.facts === facts) return;
    cell.dataset.facts = facts;
    cell.className = `cell ${card.type}${behind === 0 ? " newest" : ""}${cracked ? " cracked" : ""}`;
    const name = behind > 0 ? "" : card.type === "hazard" ? hazardName(card.kind) : card.type === "relic" ? say("cave-relic-name") : "";
    cell.innerHTML = cardPicture(card, { edition: picture.edition, name, lying: stones(lying, picture), lit, cracked });
  }

  /** @param {Picture} picture */
  _gather(picture) {
    for (const [seat, element] of this._explorers) {
      if (!picture.inside.includes(seat) || element.dataset.colour !== String(this._colours[seat])) {
        element.remove();
        this._explorers.delete(seat);
      }
    }
    for (const seat of picture.inside) {
      if (this._explorers.has(seat)) continue;
      const element = make("div", "explorer");
      element.dataset.colour = String(this._colours[seat]);
      element.innerHTML = pawn(this._colours[seat] ?? seat);
      this._explorers.set(seat, element);
      this._pawns.append(element);
    }
  }

  _place() {
    const picture = this._picture;
    const { clientWidth, clientHeight } = this.stage;
    if (!picture || !clientWidth || !clientHeight) return;
    // Its padding is reserved for words: no card goes there.
    const style = getComputedStyle(this.stage);
    const [west, above, east, south] = [style.paddingLeft, style.paddingTop, style.paddingRight, style.paddingBottom].map(parseFloat);
    const north = wideEnough.matches ? Math.max(above, (this._words?.offsetHeight ?? 0) + 8) : above;
    const [width, height] = [clientWidth - west - east, clientHeight - north - south];
    const spots = spotsOf(picture);
    const newest = spots.at(-1) ?? { x: -0.4, y: 0, dx: 1, dy: 0, turn: 0 };
    const follow = !wideEnough.matches;
    const big = follow ? 1.9 : 1.5;
    const foot = follow ? 0.7 : 0.72; // Room under the newest card, where the explorers stand, in cells.
    const shift = ((big - 1) / 2) * 1.08;
    const [nx, ny] = [newest.x + newest.dx * shift, newest.y + newest.dy * shift];
    let cell, left, top;
    const least = 24; // Pixels, however little room there is.
    if (follow) {
      cell = Math.max(least, Math.min(width / 4, height / (big + foot + 0.25)));
      left = width / 2 - nx * cell;
      this._reach = Math.max(0, cell * 0.75 - left - (spots[0]?.x ?? 0) * cell);
      left += Math.min(this._along, this._reach);
      top = height / 2 - (ny + foot / 2) * cell;
    } else {
      this._reach = 0;
      const xs = [...spots.map(({ x }) => x), nx + big / 2 - 0.5, 2.4];
      const ys = [...spots.map(({ y }) => y), ny - big / 2 + 0.5, ny + big / 2 - 0.5 + foot];
      const [right, low, high] = [Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      cell = Math.max(least, Math.min(width / (right + 1.5), height / (high - low + 1.2), height / 3.4));
      left = Math.max(cell * 0.75, (width - right * cell) / 2);
      top = height / 2 - ((low + high) / 2) * cell;
    }
    this.stage.classList.toggle("follows", this._reach > 0);
    left += west;
    top += north;
    this._cells.forEach((element, at) => {
      const isNewest = at === spots.length - 1;
      const { x, y } = isNewest ? { x: nx, y: ny } : spots[at];
      this._put(element, left + x * cell, top + y * cell, cell * (isNewest ? big : 0.95));
    });
    this._rocks(spots, { nx, ny, left, top, cell, big });
    this._stand({ x: left + nx * cell, y: top + ny * cell, size: big * cell, cell, beside: newest.dy < 0, width: clientWidth });
    this._settle();
    const ground = JSON.stringify([clientWidth, clientHeight, Math.round(left + nx * cell), Math.round(top + ny * cell), Boolean(picture.dark)]);
    if (ground !== this._drawn) {
      this._drawn = ground;
      this._ground.innerHTML = caveGround(clientWidth, clientHeight, {
        x: (left + nx * cell) / clientWidth,
        y: (top + ny * cell) / clientHeight,
        out: Boolean(picture.dark),
      });
    }
  }

  /**
   * @param {HTMLElement} element
   * @param {number} x of its middle
   * @param {number} y
   * @param {number} size
   */
  _put(element, x, y, size) {
    if (!element.style.width) {
      element.style.transition = "none";
      this._fresh.push(element);
    }
    element.style.width = `${size}px`;
    element.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
  }

  /** New elements appear in their places, and only those that were there move: the page is laid out once for all of them. */
  _settle() {
    if (!this._fresh.length) return;
    void this.stage.offsetWidth;
    for (const element of this._fresh) element.style.transition = "";
    this._fresh = [];
  }

  /**
   * The explorers stand before the newest card; on both sides of it where the tunnel comes from below.
   * @param {{x: number, y: number, size: number, cell: number, beside: boolean, width: number}} where
   */
  _stand({ x, y, size, cell, beside, width }) {
    const all = [...this._explorers.values()];
    const tall = cell * 0.66;
    const wide = (tall * 54) / 74;
    const half = Math.ceil(all.length / 2);
    const rows = beside ? [all.slice(0, half), all.slice(half)] : [all];
    rows.forEach((row, side) => {
      const room = beside ? Math.min(cell * 1.6, (width - size) / 2) : Math.min(cell * 3.2, width - 8);
      const step = Math.min(wide * 1.06, (room - wide) / Math.max(1, row.length - 1));
      const length = (row.length - 1) * step + wide;
      const middle = beside ? x + (side ? 1 : -1) * (size / 2 + length / 2 + 2) : x;
      const start = Math.min(Math.max(middle - length / 2, 2), width - length - 2) + wide / 2;
      row.forEach((element, at) => {
        const foot = beside ? y + size / 2 - tall * 0.5 : y + size / 2 + tall * 0.46;
        this._put(element, start + at * step, foot + (at % 2) * tall * 0.08, wide);
      });
    });
  }

  /**
   * The tunnel cut into the rock: the same shapes twice, the light edge below, the floor above.
   * @param {import("./tunnel.js").Spot[]} spots
   * @param {{nx: number, ny: number, left: number, top: number, cell: number, big: number}} where
   */
  _rocks(spots, { nx, ny, left, top, cell, big }) {
    const places = [];
    // The way in, from the camp to the first card.
    for (let x = -0.7; left + (x + 0.7) * cell > 0; x -= 0.7) places.unshift({ x, y: 0, size: 1.1, lit: 0 });
    spots.slice(0, -1).forEach(({ x, y }, at) => places.push({ x, y, size: 1.34, lit: Math.max(0, 1 - 0.3 * (spots.length - 1 - at)) }));
    if (spots.length) places.push({ x: nx, y: ny, size: big + 0.36, lit: 1 });
    for (const [layer, more] of /** @type {const} */ ([[this._edges, 0.05], [this._floor, 0]])) {
      while (layer.childElementCount > places.length) layer.lastElementChild?.remove();
      places.forEach(({ x, y, size, lit }, at) => {
        let rock = /** @type {HTMLElement | undefined} */ (layer.children[at]);
        if (!rock) {
          rock = make("div", "rock");
          layer.append(rock);
        }
        rock.style.setProperty("--lit", `${Math.round(lit * 100)}%`);
        this._put(rock, left + x * cell, top + y * cell, (size + more) * cell);
      });
    }
  }
}

/**
 * The name of a hazard as it fits on a card.
 * @param {string} kind
 */
function hazardName(kind) {
  const name = say(`hazard-${kind}`);
  return capital(name.length <= 10 ? name : say(`hazard-${kind}-short`));
}
