// @ts-check
// A first game that teaches: a sentence or two at the right moment, shown and spoken, until somebody has enough of it or the game is
// over; then never again on this device. Loaded for a first game only, and given what it needs: it splits no bundle.

import { lessonsOf } from "../games/lessons.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/**
 * @typedef {object} Tools
 * @property {typeof import("../speech/announcer.js").announce} announce
 * @property {typeof import("../core/dom.js").make} make
 * @property {typeof import("../core/dom.js").put} put
 * @property {typeof import("../core/dom.js").reveal} reveal
 * @property {typeof import("../core/words.js").say} say
 * @property {typeof import("../core/storage.js").prefer} prefer
 * @property {string[]} told the lessons that this device has had
 * @property {() => HTMLElement | null} refuge where the focus goes when a lesson that had it is gone
 */

const READ = 8000; // Milliseconds until a lesson may be taken for read when the game goes on.

class LessonNote extends HTMLElement {
  _since = 0;
  _ended = false;
  /** @type {Situation["step"]} */
  _step = null;

  /** @param {Tools} tools */
  _build({ make, say }) {
    this.setAttribute("role", "note");
    this.setAttribute("aria-label", say("lesson"));
    this._text = make("p", {});
    const read = make("button", { type: "button" }, say("lesson-read"));
    read.addEventListener("click", () => this._hide());
    const enough = make("button", { type: "button", className: "plain" }, say("lesson-enough"));
    enough.addEventListener("click", () => this._end());
    this.replaceChildren(this._text, make("div", { className: "chips" }, read, enough));
    const bar = document.querySelector("header.bar");
    // Below the bar, which has the command line or has not. In the next frame, as in after/course.js.
    const below = () => this.style.setProperty("--bar-end", `${bar?.clientHeight}px`);
    if (bar) new ResizeObserver(() => requestAnimationFrame(below)).observe(bar);
  }

  /**
   * @param {Situation} situation as it is rendered
   * @param {Tools} tools
   */
  show(situation, tools) {
    const { table, step, screen, over } = situation;
    this._tools = tools;
    const [seat = -1, ...others] = table?.yours ?? [];
    if (over && !this._ended && tools.told.length) this._end(); // Not after a game of others.
    if (over || this._ended || !table || !step || screen || seat < 0 || others.length || step === this._step) return;
    this._step = step;
    const name = lessonsOf(table.game)(step, seat).find((one) => !tools.told.includes(`${table.game}-${one}`));
    if (!name) {
      if (performance.now() > this._since + READ) this._hide();
      return;
    }
    if (!this._text) this._build(tools);
    const first = !tools.told.length;
    const text = tools.say(`lesson-${table.game}-${name}`);
    tools.told.push(`${table.game}-${name}`);
    tools.prefer("lessons", tools.told);
    tools.put(/** @type {HTMLElement} */ (this._text), text);
    this._since = performance.now();
    tools.reveal(this, true);
    tools.announce(first ? `${tools.say("lesson-first")} ${text}` : tools.say("lesson-aloud", { text }), "own");
  }

  _hide() {
    this._tools?.reveal(this, false, this._tools.refuge() ?? undefined);
  }

  _end() {
    this._ended = true;
    this._tools?.prefer("lessons", "done");
    this._hide();
  }
}

customElements.define("lesson-note", LessonNote);
