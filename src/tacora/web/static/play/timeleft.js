// @ts-check
// The time left for a decision, with a button to ask for more. Hidden at tables without a clock.

import { alert } from "../speech/announcer.js";
import { ask, put } from "../core/dom.js";
import { play } from "../speech/sounds.js";
import { say } from "../core/words.js";

const SHORT = 10; // Seconds at which it is said aloud.

export class TimeLeft {
  /** @param {HTMLElement} root an empty element */
  constructor(root) {
    this._root = root;
    root.innerHTML = `<span class="time-left"></span><button type="button" class="time-more"></button>`;
    this._text = /** @type {HTMLElement} */ (root.firstElementChild);
    this._more = /** @type {HTMLButtonElement} */ (root.lastElementChild);
    this._more.textContent = say("tray-more-time");
    this._more.addEventListener("click", () => this._ask());
    /** @type {import("../core/frames.js").Situation | null} */
    this._situation = null;
    /** @type {number | undefined} */
    this._timer = undefined;
    /** The clock that was warned of, so that each warns once. @type {ClockMoment | null} */
    this._warned = null;
  }

  /** @typedef {(import("../core/frames.js").ClockFrame & {at: number})} ClockMoment */

  /** @param {import("../core/frames.js").Situation} situation */
  show(situation) {
    this._situation = situation;
    this._root.hidden = !situation.table?.clock;
    clearInterval(this._timer);
    if (this._root.hidden) return;
    this._timer = setInterval(() => this._tick(), 500);
    this._tick();
  }

  /** The seats of this page that are asked. */
  _asked() {
    const { clock, step } = /** @type {import("../core/frames.js").Situation} */ (this._situation);
    return clock && clock.decision === step?.decision ? Object.keys(clock.seconds ?? {}).map(Number) : [];
  }

  _tick() {
    const { clock, step, table } = /** @type {import("../core/frames.js").Situation} */ (this._situation);
    if (!this._root.isConnected || this._root.closest("[hidden]")) clearInterval(this._timer);
    const mine = this._asked();
    if (mine.length) this._more.removeAttribute("aria-disabled");
    else this._more.setAttribute("aria-disabled", "true");
    if (!clock || clock.decision !== step?.decision) {
      put(this._text, "");
      return;
    }
    const given = mine.length ? Math.min(...Object.values(clock.seconds ?? {})) : clock.longest;
    const n = Math.max(0, Math.ceil(given - (performance.now() - clock.at) / 1000));
    put(this._text, n ? say("tray-time", { n }) : say("cave-time-up", { end: table?.absence ?? "wait" }));
    this._root.classList.toggle("short", mine.length > 0 && n <= SHORT);
    if (mine.length && n > 0 && n <= SHORT && given > SHORT && this._warned !== clock) {
      this._warned = clock;
      alert(say("tray-time-short", { n }), "own");
      play(["warning"]);
    }
  }

  _ask() {
    const decision = this._situation?.step?.decision;
    if (decision === undefined) return;
    for (const seat of this._asked()) ask(this._root, { type: "more-time", seat, decision });
  }
}
