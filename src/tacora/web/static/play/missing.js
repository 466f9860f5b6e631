// @ts-check
// Somebody for whom the table waits is not there: everybody whom that holds up sees who, and the host sees the remedy beside it.

import { ask, make, put, reveal } from "../core/dom.js";
import { announce } from "../speech/announcer.js";
import { earOf } from "../games/ears.js";
import { listed, say } from "../core/words.js";

/** @typedef {import("../core/frames.js").Situation} Situation */

const GRACE = 4000; // Milliseconds: whoever loads a page again is back before.

export class Missing {
  /** @param {HTMLElement} bar */
  constructor(bar) {
    this._note = make("p");
    this._do = make("button", { type: "button" }, say("missing-do"));
    this._do.addEventListener("click", () => this._letPlay());
    this._element = make("div", { className: "missing", hidden: true }, this._note, this._do);
    bar.append(this._element);
    this._refuge = /** @type {HTMLElement} */ (bar.querySelector("#menu-open"));
    /** @type {Situation | null} */
    this._situation = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
    this._told = ""; // What stands there, and was said.
  }

  /** @param {Situation} situation */
  show(situation) {
    this._situation = situation;
    const text = this._text();
    if (!text) {
      clearTimeout(this._timer);
      this._timer = undefined;
      if (this._told) reveal(this._element, false, this._refuge);
      this._told = "";
    } else if (this._told && this._told !== text) this._tell();
    else if (!this._told) this._timer ??= setTimeout(() => this._tell(), GRACE);
  }

  _tell() {
    const text = this._text();
    this._timer = undefined;
    this._told = text;
    if (!text) return;
    put(this._note, text);
    this._do.hidden = !this._situation?.table?.hosting || this._situation.screen;
    reveal(this._element, true);
    announce(text, "table");
  }

  _text() {
    const { table, step, thinking, over } = /** @type {Situation} */ (this._situation);
    if (!table?.running || over || step?.decision === undefined || (table.absence ?? "wait") !== "wait") return "";
    const { view } = step;
    const told = thinking?.decision === step.decision && thinking.awaited?.length ? thinking.awaited : null;
    const awaited = told ?? earOf(table.game).deciding?.(view) ?? (typeof view?.turn === "number" ? [view.turn] : []);
    const gone = awaited.flatMap((/** @type {number} */ seat) => {
      const chair = table.seats[seat];
      const absent = chair && !chair.bot && !chair.sitting_in && (chair.online === false || chair.away);
      return absent && !table.yours?.includes(seat) ? [chair.name] : [];
    });
    if (!gone.length) return "";
    const host = table.hosting || typeof table.host !== "number" ? null : table.seats[table.host];
    const who = say("missing", { count: gone.length, names: listed(gone) });
    return host && !gone.includes(host.name) ? `${who} ${say("missing-host", { name: host.name })}` : who;
  }

  _letPlay() {
    const { table } = /** @type {Situation} */ (this._situation);
    if (table) ask(this._element, { type: "settle", clock: table.clock ?? null, absence: "bot", thinking: table.thinking ?? true, named: table.named ?? true, words: table.words ?? false });
  }
}
