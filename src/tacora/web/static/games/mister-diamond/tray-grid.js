// @ts-check
// The tray: rows of places with arrow keys and a roving tabindex. It is built once and updated in place, so that focus stays.
// For a screen reader it is a toolbar, where keys go to the page. In a grid each place would come after its row and its column,
// which are no words of the game: places have numbers.

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
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
const TYPED = 900; // Milliseconds in which a second digit belongs to the first.
const DESCRIBED = 80; // Milliseconds between a description and the focus, so that a screen reader has them in this order.

export class TrayGrid {
  /**
   * @param {HTMLElement} root an empty element that becomes the tray
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
    this._typedAt = -Infinity; // When its last digit was pressed.
    /** Where the focus is about to go. @type {number | undefined} */
    this._next = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._going = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._nearing = undefined;
    /** Places that have a description. @type {Set<number>} */
    this._described = new Set();
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
    root.setAttribute("role", "toolbar");
    root.tabIndex = -1; // Focus may go to all of it, where Enter lifts nothing; from there the first arrow leads to a place.
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
      // The label is about this place alone; whose turn it is, the description of the tray tells.
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
    this._described.clear();
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
      row.className = "tray-row";
      row.append(...this._stones.slice(from, from + columns));
      rows.push(row);
    }
    this._root.replaceChildren(...rows);
    if (held) this.focus();
    this._near();
  }

  /**
   * Describe the neighbours of the current place, and of those that an arrow leads to: what is described only on arrival is read twice.
   * The others have no description, so that a step changes few nodes.
   */
  _near() {
    const near = new Set([this._at, ...this._sides(this._at).map(([, place]) => place)]);
    for (const place of this._described) if (!near.has(place)) this.at(place)?.removeAttribute("aria-description");
    for (const place of near) this._describe(place);
    this._described = near;
  }

  /** @param {number} place */
  _describe(place) {
    const button = this.at(place);
    if (button) change(button, "aria-description", this._neighbours(place) || null);
  }

  /**
   * The places around one.
   * @param {number} at
   */
  _sides(at) {
    const column = (at - 1) % this._columns;
    return /** @type {const} */ ([
      ["left", column > 0 ? at - 1 : 0],
      ["right", column < this._columns - 1 ? at + 1 : 0],
      ["above", at - this._columns],
      ["below", at + this._columns],
    ]).filter(([, place]) => place >= 1 && place <= this._stones.length);
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
    const { board, fixed } = this._standing;
    const sides = this._sides(at);
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
    this._still();
    this.at(this._at).tabIndex = -1;
    this._at = place;
    this.at(place).tabIndex = 0;
    clearTimeout(this._nearing);
    this._nearing = setTimeout(() => this._near(), DESCRIBED);
  }

  /** @param {number} place */
  _go(place) {
    this._still();
    if (this._described.has(place) || !this._neighbours(place)) return this.at(place).focus();
    this._describe(place);
    this._described.add(place);
    // A description that comes with the focus is read twice.
    this._soon(place, DESCRIBED);
  }

  /**
   * @param {number} place
   * @param {number} ms
   */
  _soon(place, ms) {
    this._still();
    this._next = place;
    this._going = setTimeout(() => {
      this._still();
      if (!this._root.contains(document.activeElement)) return;
      if (ms === TYPED) this._go(place);
      else this.at(place).focus();
    }, ms);
  }

  /** The focus stays, or has arrived. */
  _still() {
    clearTimeout(this._going);
    this._next = undefined;
  }

  /** @param {KeyboardEvent} event */
  _pressed(event) {
    if (event.altKey || event.metaKey) return;
    if ((event.key === "Enter" || event.key === " ") && this._next !== undefined) {
      event.preventDefault(); // It is meant for that place, not for the one that still has the focus.
      const place = this._next;
      this._still();
      this._typed = "";
      this.at(place).focus();
      this._lift(place);
      return;
    }
    const to = this._towards(event);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const outside = event.target === this._root;
    if (outside && ARROWS.has(event.key)) this._go(this._at);
    else if (to < 1 || to > this._stones.length) return;
    else if (this._typed && 10 * to <= this._stones.length) this._soon(to, TYPED);
    else if (to !== this._at || outside) this._go(to);
    else this._still();
  }

  /**
   * The place that a key leads to. Outside of the tray: stay. `undefined`: not a key of the tray.
   * @param {KeyboardEvent} event
   * @returns {number | undefined}
   */
  _towards({ key, ctrlKey, timeStamp }) {
    const columns = this._columns;
    const last = this._stones.length;
    if (/^[0-9]$/.test(key) && !ctrlKey) return this._number(key, timeStamp);
    this._typed = ""; // Any other key ends a number.
    const at = this._next ?? this._at;
    const column = (at - 1) % columns;
    switch (key) {
      case "ArrowLeft":
        return column ? at - 1 : 0;
      case "ArrowRight":
        return column < columns - 1 ? at + 1 : 0;
      case "ArrowUp":
        return at - columns;
      case "ArrowDown":
        return at + columns;
      case "Home":
        return ctrlKey ? 1 : at - column;
      case "End":
        return ctrlKey ? last : Math.min(last, at - column + columns - 1);
      case "PageUp":
        return column + 1;
      case "PageDown":
        return column + 1 + columns * Math.floor((last - 1 - column) / columns);
      default:
        return undefined;
    }
  }

  /**
   * A place by its number, typed. While a second digit may follow, the focus waits for it. What counts is when it was pressed: a screen
   * reader that is busy hands it on so late that the focus has gone to the first one alone.
   * @param {string} digit
   * @param {number} pressed
   */
  _number(digit, pressed) {
    const longer = pressed - this._typedAt < TYPED ? this._typed + digit : digit;
    this._typed = Number(longer) <= this._stones.length ? longer : digit;
    this._typedAt = pressed;
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
