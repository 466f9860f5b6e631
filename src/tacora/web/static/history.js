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
  }

  /** @param {boolean} hidden */
  set hidden(hidden) {
    this._section.hidden = hidden;
  }

  /** @param {boolean} byHeart whether the players have to remember by themselves */
  set byHeart(byHeart) {
    if (byHeart === this._byHeart) return;
    this._byHeart = byHeart;
    // A new list is one change for a screen reader, its lines one by one are as many as there are.
    const list = /** @type {HTMLElement} */ (this._list.cloneNode(false));
    list.append(...this._sentences.slice(0, this._most).map(line));
    this._list.replaceWith(list);
    this._list = list;
  }

  get _most() {
    return this._byHeart ? MEMORY : LONGEST;
  }

  /** @param {string} text */
  add(text) {
    if (!text) return;
    this._sentences.unshift(text);
    this._sentences.splice(LONGEST);
    this._list.prepend(line(text));
    if (this._list.childElementCount > this._most) this._list.lastElementChild?.remove();
  }
}

/** @param {string} text */
function line(text) {
  const item = document.createElement("li");
  item.textContent = text.replaceAll("\n", ". ");
  return item;
}
