// @ts-check
// The curtain: it covers everything while the device goes from hand to hand.

import { make, put, unique } from "../core/dom.js";
import { pawn } from "../drawings/people.js";
import { say } from "../core/words.js";

const PATIENCE = 400; // Milliseconds in which a second press by one player does not count for the next.

/** @typedef {{seat: number, name: string, colour: number}} Player */

export class Curtain {
  /** @param {(seat: number) => void} here called when somebody says that they have the device */
  constructor(here) {
    this._here = here;
    /** @type {Player | null} */
    this._next = null;
    this._since = 0;
    this._figure = make("span", { className: "curtain-figure", "aria-hidden": "true" });
    this._name = make("strong");
    const to = make("span", {}, say("hot-give-to"));
    this._title = make("h2", { id: unique() }, to, " ", this._name);
    this._time = make("p", { className: "curtain-time", hidden: true });
    this._mine = make("button", { type: "button", className: "primary" });
    this._again = make("p", { className: "chips curtain-again" });
    const sheet = make(
      "div",
      { className: "curtain-sheet camp" },
      this._figure,
      this._title,
      make("p", {}, say("hot-look-away"), " ", make("span", { className: "unseen" }, say("hot-headphones"))),
      this._time,
      // Within a toolbar a screen reader passes single keys on: questions are answered here, too.
      make("div", { className: "curtain-do", role: "toolbar", "aria-labelledby": this._title.id }, this._mine, this._again),
    );
    this.element = make("dialog", { className: "curtain", "aria-labelledby": this._title.id, "data-keys": "" }, sheet);
    this.element.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button && event.timeStamp - this._since > PATIENCE) this._here(Number(button.dataset.seat));
    });
  }

  get closed() {
    return this.element.open;
  }

  /**
   * Close the curtain until this player has the device.
   * @param {Player} next
   * @param {Player[]} again those who decided already and may change their mind
   */
  draw(next, again) {
    if (this._next?.seat !== next.seat) this._figure.innerHTML = pawn(next.colour);
    this._next = next;
    put(this._name, next.name);
    put(this._mine, say("hot-i-am", { name: next.name }));
    this._mine.dataset.seat = String(next.seat);
    const buttons = again.map(({ seat, name }) => {
      const button = make("button", { type: "button" }, say("hot-again", { name }));
      button.dataset.seat = String(seat);
      return button;
    });
    this._again.replaceChildren(...buttons);
    this._since = performance.now();
    if (!this.element.open) this.element.showModal();
    this._mine.focus();
  }

  /**
   * Show the time left, which runs on behind the curtain.
   * @param {string} text nothing where no clock runs
   * @param {boolean} soon whether it is nearly up
   */
  tick(text, soon) {
    put(this._time, text);
    this._time.hidden = !text;
    this._time.classList.toggle("soon", soon);
  }

  /** Open the curtain. */
  lift() {
    if (this.element.open) this.element.close();
  }
}
