// @ts-check
// What a review adds to a replay: a bar of the chances beside the stage, marks on the steps, and a way from one decision that cost
// something to the next.

import { announce } from "../speech/announcer.js";
import { make, put } from "../core/dom.js";
import { player } from "../drawings/patterns.js";
import { cost, percent } from "./review.js";
import { language, say } from "../core/words.js";

/** @typedef {import("./review.js").Reviewed} Reviewed */
/** @typedef {import("./podium.js").Player} Player */
/** @typedef {{step: number, seat: number, error: number, say: string}} Mistake */

const LETTERED = 0.07; // Shares below this have no room for a letter.
const list = new Intl.ListFormat([language, "en"], { type: "unit", style: "long" });

export class Weighed {
  /**
   * @param {Player[]} seats
   * @param {number} steps
   * @param {Reviewed} found
   * @param {(step: number) => void} go shows a step, without telling it
   */
  constructor(seats, steps, found, go) {
    this._seats = seats;
    this._steps = steps;
    this._chances = found.review.chances.map(({ step, shares }, at) => ({ step, shares, percents: found.percents[at] }));
    const errors = found.review.decisions.filter(({ error }) => error < 0);
    /** @type {Mistake[]} in the order of the game */
    this._mistakes = errors.map(({ step, seat, error }, at) => ({ step, seat, error, say: found.errors[at].say }));
    this._go = go;
    this._at = -1; // The mistake that was gone to.
    this._step = 0;
    this.bar = make("div", { className: "chance-bar" });
    this.bar.setAttribute("role", "img");
    this._parts = seats.map(({ colour, letter }) => {
      const part = make("span", { className: "chance-part" }, make("span", { className: "chance-letter" }, letter));
      part.insertAdjacentHTML("afterbegin", `<svg aria-hidden="true" focusable="false"><rect width="100%" height="100%" fill="${player(colour).pattern}"/></svg>`);
      return part;
    });
    this.bar.append(...this._parts);
    this._told = make("p", { className: "cost-told" });
    this._before = this._way(-1, say("review-before"), "M17 4v16L5 12z");
    this._next = this._way(1, say("review-next"), "M7 4l12 8-12 8z");
    this.row = make("div", { className: "cost", role: "group", "aria-label": say("review-cost") },
      ...(this._mistakes.length ? [this._before, this._told, this._next] : [make("p", { className: "cost-told" }, say("review-none"))]));
    this.ticks = make("div", { className: "cost-ticks", "aria-hidden": "true" }, ...this._mistakes.map(({ step }) => {
      const tick = make("span", {});
      tick.style.setProperty("--at", String(step / Math.max(1, steps - 1)));
      return tick;
    }));
  }

  /**
   * @param {1 | -1} by
   * @param {string} label
   * @param {string} shape
   */
  _way(by, label, shape) {
    const button = make("button", { type: "button", "aria-label": label });
    button.insertAdjacentHTML("afterbegin", `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${shape}"/></svg>`);
    button.addEventListener("click", () => this.move(by));
    return button;
  }

  /** Mark the steps in the list of sentences. @param {HTMLElement} told */
  mark(told) {
    for (const { step, seat, error } of this._mistakes) {
      const text = say("review-mark", { name: this._seats[seat].name, points: cost(error) });
      told.children[step]?.firstElementChild?.append(" ", make("span", { className: "cost-mark" }, text));
    }
  }

  /** Show the chances at a step, and what a decision there cost. @param {number} step */
  show(step) {
    this._step = step;
    const now = this._chances.findLast((moment) => moment.step <= step) ?? this._chances[0];
    this._parts.forEach((part, seat) => {
      part.style.flexGrow = String(now.shares[seat]);
      part.classList.toggle("narrow", now.shares[seat] < LETTERED);
    });
    const told = this._seats.map(({ name }, seat) => say("review-share", { name, share: percent(now.percents[seat]) }));
    const label = say("review-bar", { chances: list.format(told) });
    if (this.bar.getAttribute("aria-label") !== label) this.bar.setAttribute("aria-label", label);
    this.bar.title = label;
    if (this._mistakes[this._at]?.step !== step) this._at = this._mistakes.findIndex((one) => one.step === step);
    put(this._told, this._mistakes[this._at]?.say ?? say("review-cost"));
    this._before.setAttribute("aria-disabled", String(this._target(-1) === undefined));
    this._next.setAttribute("aria-disabled", String(this._target(1) === undefined));
  }

  /** The mistake before or after this moment. @param {1 | -1} by @returns {number | undefined} */
  _target(by) {
    if (this._at >= 0) return this._mistakes[this._at + by] ? this._at + by : undefined;
    const at = by > 0 ? this._mistakes.findIndex(({ step }) => step > this._step) : this._mistakes.findLastIndex(({ step }) => step < this._step);
    return at < 0 ? undefined : at;
  }

  /** Go to the next decision that cost something, or to the one before. @param {1 | -1} by */
  move(by) {
    const to = this._target(by);
    if (to === undefined) return;
    this._at = to;
    this._go(this._mistakes[to].step);
    announce(this._mistakes[to].say);
  }
}
