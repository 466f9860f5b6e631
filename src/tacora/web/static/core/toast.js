// @ts-check
// Spoken answers on the screen, for a sighted helper. Not a live region, so nothing is spoken twice.

import { make } from "./dom.js";

const LEAST = 5000; // Milliseconds, and some more for each character.
const PER_SIGN = 45;
const MOST = 15_000;

export class Toast {
  constructor() {
    this._element = make("p", { className: "toast", "aria-hidden": "true", hidden: true });
    document.body.append(this._element);
    addEventListener("pointerdown", () => this.hide());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
  }

  /** @param {string} text */
  show(text) {
    clearTimeout(this._timer);
    if (!text) return;
    this._element.textContent = text;
    const bar = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    this._element.style.setProperty("--bar-end", `${Math.max(0, bar)}px`); // Below the bar: not over the command line.
    this._element.hidden = false;
    this._timer = setTimeout(() => this.hide(), Math.min(MOST, LEAST + PER_SIGN * text.length));
  }

  hide() {
    clearTimeout(this._timer);
    this._element.hidden = true;
  }
}
