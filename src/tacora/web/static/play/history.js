// @ts-check
// What happened, as a plain list: the newest first, for eyes and for browsing; it does not speak by itself.

const LONGEST = 400;
const MEMORY = 5; // Where memory is the game, the list goes back no further than a moment, until the game is over.

export class History {
  constructor() {
    this._section = /** @type {HTMLElement} */ (document.getElementById("history"));
    this._list = /** @type {HTMLElement} */ (document.getElementById("history-list"));
    /** @type {string[]} the newest first */
    this._sentences = [];
    this._byHeart = false;
    this._unwritten = 0;
  }

  /** @param {boolean} hidden */
  set hidden(hidden) {
    this._section.hidden = hidden;
  }

  /** @param {boolean} byHeart whether the players have to remember by themselves */
  set byHeart(byHeart) {
    if (byHeart === this._byHeart) return;
    this._byHeart = byHeart;
    this._unwritten = 0;
    this._rewrite();
  }

  get _most() {
    return this._byHeart ? MEMORY : LONGEST;
  }

  /** @param {string} text */
  add(text) {
    if (!text) return;
    this._sentences.unshift(text);
    this._sentences.splice(LONGEST);
    this._unwritten += 1;
    if (this._unwritten === 1) queueMicrotask(() => this._write());
  }

  /** Sentences that come together are written together. */
  _write() {
    const fresh = this._sentences.slice(0, this._unwritten);
    this._unwritten = 0;
    if (fresh.length > 2) return this._rewrite();
    this._list.prepend(...fresh.map(line));
    while (this._list.childElementCount > this._most) this._list.lastElementChild?.remove();
  }

  /** A new list is one change for a screen reader; its lines, one by one, are as many as there are. */
  _rewrite() {
    const list = /** @type {HTMLElement} */ (this._list.cloneNode(false));
    list.append(...this._sentences.slice(0, this._most).map(line));
    this._list.replaceWith(list);
    this._list = list;
  }
}

/** @param {string} text */
function line(text) {
  const item = document.createElement("li");
  item.textContent = text.replaceAll("\n", ". ");
  return item;
}
