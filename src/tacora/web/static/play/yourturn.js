// @ts-check
// Whoever looks elsewhere sees in the title of the tab, on the icon of an installed page and, if wished, in a notice that the table waits for them.

import { say } from "../core/words.js";
import { notify, withdraw } from "./notices.js";

export class YourTurn {
  constructor() {
    this._title = document.title;
    this._awaited = false;
    document.addEventListener("visibilitychange", () => this._show());
  }

  /** @param {boolean} awaited whether somebody at this page is asked and has not decided */
  show(awaited) {
    if (awaited === this._awaited) return;
    this._awaited = awaited;
    this._show();
  }

  // Only while nobody looks: a title that changes is spoken.
  _show() {
    const calls = this._awaited && document.hidden;
    const title = calls ? say("your-turn", { title: this._title }) : this._title;
    if (document.title === title) return;
    document.title = title;
    if (calls) notify(title);
    else withdraw();
    // Not every browser has badges, and those that do refuse them for a page that is not installed.
    /** @type {Promise<void> | undefined} */ (calls ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {});
  }
}
