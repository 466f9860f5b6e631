// @ts-check
// The tray: an ARIA grid with arrow keys and a roving tabindex. It is built once and updated in place, so that focus stays.

import { listed, say } from "../../core/words.js";
import { claws, gem, socket } from "./rings.js";
import { scaled } from "../../core/print.js";

/**
 * @typedef {object} Standing
 * @property {number} places how many there are, numbered from 1
 * @property {ReadonlySet<number>} board places whose diamond stands
 * @property {ReadonlySet<number>} fixed places known to be fixed, where the table plays with notes
 */

const NARROW = 6;
const WIDE = 7;
const TYPED = 900; // Milliseconds in which a second digit belongs to the first.

export class TrayGrid {
  /**
   * @param {HTMLElement} root an empty element that becomes the grid
   * @param {string} describedBy the id of what says whose turn it is
   * @param {(place: number) => void} lift called with the place that was pressed
   */
  constructor(root, describedBy, lift) {
    this._root = root;
    this._lift = lift;
    /** @type {HTMLButtonElement[]} */
    this._stones = [];
    this._columns = 0;
    this._at = 1;
    /** @type {MediaQueryList | undefined} */
    this._wide = undefined;
    this._typed = "";
    this._typedAt = 0;
    /** @type {Standing | null} */
    this._standing = null;
    const arrange = () => this._arrange();
    const watch = () => {
      this._wide?.removeEventListener("change", arrange);
      this._wide = matchMedia(scaled("(width >= 48rem)"));
      this._wide.addEventListener("change", arrange);
      arrange();
    };
    watch();
    document.addEventListener("print", watch);
    root.setAttribute("role", "grid");
    root.setAttribute("aria-describedby", describedBy);
    root.addEventListener("keydown", (event) => this._pressed(event));
    root.addEventListener("focusin", (event) => this._entered(/** @type {HTMLElement} */ (event.target)));
    root.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) this._lift(Number(button.dataset.place));
    });
  }

  /** @param {Standing} standing */
  show(standing) {
    this._standing = standing;
    if (this._stones.length !== standing.places) this._make(standing.places);
    for (const [at, button] of this._stones.entries()) {
      const place = at + 1;
      /** @type {string} */
      const state = !standing.board.has(place) ? "empty" : standing.fixed.has(place) ? "fixed" : "standing";
      change(button, "data-state", state);
      if (state === "fixed") this.claw(place);
      // The label is about this place alone; whose turn it is, the description of the grid tells.
      change(button, "aria-label", say(`tray-place-${state}`, { place }));
    }
    this._near();
  }

  /**
   * The button of a place.
   * @param {number} place
   */
  at(place) {
    return this._stones[place - 1];
  }

  /**
   * Show the claws that hold a diamond.
   * @param {number} place
   */
  claw(place) {
    const button = this.at(place);
    if (!button || button.querySelector(".stone-claws")) return;
    const held = document.createElement("span");
    held.className = "stone-claws";
    held.innerHTML = claws();
    button.append(held);
  }

  /** Hide them again, except on places that the notes mark. */
  unclaw() {
    for (const held of this._root.querySelectorAll(".stone:not([data-state='fixed']) .stone-claws")) held.remove();
  }

  /** Focus the current place. */
  focus() {
    this.at(this._at)?.focus();
  }

  /** @param {number} places */
  _make(places) {
    this._at = 1;
    this._columns = 0;
    this._root.setAttribute("aria-label", say("tray-grid", { places }));
    this._stones = Array.from({ length: places }, (_, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "stone";
      button.tabIndex = at ? -1 : 0;
      button.dataset.place = String(at + 1);
      button.innerHTML = `${socket()}<span class="stone-gem">${gem()}</span><span class="stone-number" aria-hidden="true">${at + 1}</span>`;
      return button;
    });
    this._arrange();
  }

  /** Lay the places out in rows; the numbers stay the same. */
  _arrange() {
    const columns = this._wide?.matches ? WIDE : NARROW;
    if (columns === this._columns || !this._stones.length) return;
    const held = this._root.contains(document.activeElement);
    this._columns = columns;
    this._root.dataset.columns = String(columns);
    const rows = [];
    for (let from = 0; from < this._stones.length; from += columns) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      // A name of its own: computed from its cells it would change with each of them, which is one more event.
      row.setAttribute("aria-label", say("tray-row", { first: from + 1, last: Math.min(from + columns, this._stones.length) }));
      for (const button of this._stones.slice(from, from + columns)) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.append(button);
        row.append(cell);
      }
      rows.push(row);
    }
    this._root.replaceChildren(...rows);
    if (held) this.focus();
    this._near();
  }

  /** Describe the neighbours of the focused place. */
  _near() {
    const button = this.at(this._at);
    if (button) change(button, "aria-description", this._neighbours(this._at) || null);
  }

  /**
   * A place in words: its state, and its neighbours.
   * @param {number} place
   */
  about(place) {
    return `${this.at(place)?.getAttribute("aria-label") ?? ""}. ${this._neighbours(place)}`.trim();
  }

  /**
   * Which of the places around it are empty, or fixed as far as is known.
   * @param {number} at
   */
  _neighbours(at) {
    if (!this._standing) return "";
    const { board, fixed, places } = this._standing;
    const column = (at - 1) % this._columns;
    const sides = /** @type {const} */ ([
      ["left", column > 0 ? at - 1 : 0],
      ["right", column < this._columns - 1 ? at + 1 : 0],
      ["above", at - this._columns],
      ["below", at + this._columns],
    ]).filter(([, place]) => place >= 1 && place <= places);
    const empty = sides.filter(([, place]) => !board.has(place)).map(([side]) => say(`tray-side-${side}`));
    const stuck = sides.filter(([, place]) => board.has(place) && fixed.has(place)).map(([side]) => say(`tray-side-${side}`));
    const said = [
      empty.length ? say("tray-near-empty", { sides: listed(empty) }) : "",
      stuck.length ? say("tray-near-fixed", { sides: listed(stuck) }) : "",
    ].filter(Boolean);
    return said.join(" ");
  }

  /** @param {HTMLElement} target */
  _entered(target) {
    const place = Number(target.closest("button")?.dataset.place);
    if (!place) return;
    const before = this.at(this._at);
    before.tabIndex = -1;
    before.removeAttribute("aria-description");
    this._at = place;
    this.at(place).tabIndex = 0;
    this._near();
  }

  /** @param {number} place */
  _go(place) {
    const before = this._at;
    this._at = place;
    this._near(); // Before it is focused, so that it is read with the place.
    this._at = before;
    this.at(place).focus();
  }

  /** @param {KeyboardEvent} event */
  _pressed(event) {
    if (event.altKey || event.metaKey) return;
    const to = this._towards(event);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== this._at && to >= 1 && to <= this._stones.length) this._go(to);
  }

  /**
   * The place that a key leads to. Outside of the tray: stay. `undefined`: not a key of the tray.
   * @param {KeyboardEvent} event
   * @returns {number | undefined}
   */
  _towards({ key, ctrlKey }) {
    const columns = this._columns;
    const last = this._stones.length;
    const column = (this._at - 1) % columns;
    if (/^[0-9]$/.test(key) && !ctrlKey) return this._number(key);
    this._typed = ""; // Any other key ends a number.
    switch (key) {
      case "ArrowLeft":
        return column ? this._at - 1 : 0;
      case "ArrowRight":
        return column < columns - 1 ? this._at + 1 : 0;
      case "ArrowUp":
        return this._at - columns;
      case "ArrowDown":
        return this._at + columns;
      case "Home":
        return ctrlKey ? 1 : this._at - column;
      case "End":
        return ctrlKey ? last : Math.min(last, this._at - column + columns - 1);
      case "PageUp":
        return column + 1;
      case "PageDown":
        return column + 1 + columns * Math.floor((last - 1 - column) / columns);
      default:
        return undefined;
    }
  }

  /**
   * A place by its number, typed.
   * @param {string} digit
   */
  _number(digit) {
    const now = performance.now();
    const longer = now - this._typedAt < TYPED ? this._typed + digit : digit;
    this._typed = Number(longer) <= this._stones.length ? longer : digit;
    this._typedAt = now;
    return Number(this._typed);
  }
}

/**
 * Set or remove an attribute, if it differs.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function change(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
