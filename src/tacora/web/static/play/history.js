// @ts-check
// The written history: a plain list, newest first, and no live region. The sentences of the latest game survive a reload, in
// sessionStorage.

import { anew } from "../core/dom.js";
import * as storage from "../core/storage.js";

const LONGEST = 400;

/** @typedef {import("../core/frames.js").StepFrame | import("../core/frames.js").OverFrame | import("../core/protocol.js").Spoken} NewsFrame */
/** @typedef {{name: string, text: string}} Told a sentence, and the name of the news that it tells */
/**
 * What sessionStorage has: the listener (language, and seats or screen), the game, sequence numbers of its first and last step, and the
 * sentences, newest first.
 * @typedef {{listener: string, game: number, first: number | null, last: number | null, told: Told[]}} Kept
 */

/**
 * A key that is unique at a table.
 * @param {NewsFrame} frame
 */
export function nameOf(frame) {
  return `${frame.type} ${frame.seq ?? `before the end of ${/** @type {import("../core/frames.js").StepFrame} */ (frame).game}`}`;
}

/**
 * How many of the latest sentences may be shown: none before the table is known, few where remembering is part of the game.
 * @param {Pick<import("../core/frames.js").Situation, "table" | "over">} situation
 */
export function mayBeTold({ table, over }) {
  if (!table) return 0;
  return over ? LONGEST : (table.memory ?? LONGEST);
}

export class History {
  /**
   * @param {string} table
   * @param {string} listener sentences for another listener are not shown; the table sends them again
   */
  constructor(table, listener) {
    this._section = /** @type {HTMLElement} */ (document.getElementById("history"));
    this._list = /** @type {HTMLElement} */ (document.getElementById("history-list"));
    this._place = `told.${table}`;
    /** @type {Kept} */
    this._kept = { listener, game: 0, first: null, last: null, told: [], ...storage.noted(this._place) };
    this.listener = listener;
    this._sentences = this._kept.told.map(({ text }) => text); // The newest first.
    this._most = 0; // Nothing is shown before it is known.
    this._unwritten = 0;
  }

  /** With another listener, the next reload requests the game from its first step. */
  set listener(/** @type {string} */ listener) {
    if (this._kept.listener !== listener) this._kept = { ...this._kept, listener, last: this._kept.first, told: [] };
  }

  /** What was told before a reload, the oldest first. */
  get told() {
    return [...this._kept.told].reverse();
  }

  /** The sequence number before the last known step: the server sends that step again, and with it the state. */
  get since() {
    return this._kept.last === null ? undefined : this._kept.last - 1;
  }

  /** @param {boolean} hidden */
  set hidden(hidden) {
    this._section.hidden = hidden;
  }

  /**
   * The list is short where remembering is part of the game.
   * @param {number} most how many sentences may be shown
   */
  set most(most) {
    if (most === this._most) return;
    this._most = most;
    this._unwritten = 0;
    this._rewrite();
  }

  /** @param {NewsFrame} frame */
  add(frame) {
    const other = this._kept.game;
    this._keep(frame);
    if (other && this._kept.game !== other) {
      this._sentences = [];
      this._unwritten = 0;
      this._rewrite();
    }
    if (!frame.say) return;
    this._sentences.unshift(frame.say);
    this._sentences.splice(LONGEST);
    this._unwritten += 1;
    if (this._unwritten === 1) queueMicrotask(() => this._write());
  }

  /** @param {NewsFrame} frame */
  _keep(frame) {
    if (frame.type !== "spoken") {
      if (frame.game !== this._kept.game) this._kept = { ...this._kept, game: frame.game, first: null, told: [] };
      this._kept.first ??= frame.seq ?? null;
      this._kept.last = frame.seq ?? this._kept.last;
    }
    this._kept.told.unshift({ name: nameOf(frame), text: frame.say });
    this._kept.told.splice(LONGEST);
  }

  /** Batched: sentences of one task are written together. */
  _write() {
    storage.note(this._place, this._kept);
    const fresh = this._sentences.slice(0, Math.min(this._unwritten, this._most));
    this._unwritten = 0;
    if (fresh.length > 2) return this._rewrite();
    this._list.prepend(...fresh.map(line));
    while (this._list.childElementCount > this._most) this._list.lastElementChild?.remove();
  }

  /** Anew, instead of one event for each line. */
  _rewrite() {
    this._list = anew(this._list, ...this._sentences.slice(0, this._most).map(line));
  }
}

/** @param {string} text */
function line(text) {
  const item = document.createElement("li");
  item.textContent = text.replaceAll("\n", ". ");
  return item;
}
