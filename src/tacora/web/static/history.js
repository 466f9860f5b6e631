// @ts-check
// What happened, as a plain list: the newest first, for eyes and for browsing; it does not speak by itself.

const LONGEST = 400;

export class History {
  constructor() {
    this._section = /** @type {HTMLElement} */ (document.getElementById("history"));
    this._list = /** @type {HTMLElement} */ (document.getElementById("history-list"));
    /** @type {string[]} */
    this.sentences = [];
  }

  /** @param {boolean} hidden */
  set hidden(hidden) {
    this._section.hidden = hidden;
  }

  /** @param {string} text */
  add(text) {
    if (!text) return;
    this.sentences.push(text);
    const item = document.createElement("li");
    item.textContent = text.replaceAll("\n", ". ");
    this._list.prepend(item);
    if (this._list.childElementCount > LONGEST) this._list.lastElementChild?.remove();
  }
}
