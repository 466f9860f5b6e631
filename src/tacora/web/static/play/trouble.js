// @ts-check
// The note that tells of trouble: what was refused, not sent, or is not kept yet.

import { announce } from "../speech/announcer.js";
import { say } from "../core/words.js";

const note = /** @type {HTMLElement} */ (document.getElementById("trouble"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let over;

/**
 * Tell of trouble, for a while.
 * @param {string} text
 * @param {boolean} [aloud]
 * @param {number} [stays] milliseconds
 */
export function trouble(text, aloud = true, stays = 8000) {
  place();
  note.textContent = text;
  note.hidden = false;
  if (aloud) announce(text, "own");
  clearTimeout(over);
  over = setTimeout(() => (note.hidden = true), stays);
}

/** What this tells is over. @param {string} message */
export function relieved(message) {
  if (note.textContent === say(message)) note.hidden = true;
}

/** Put the note into the topmost modal dialog, which would cover it, until that is closed. */
function place() {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const title = dialog?.querySelector("h2") ?? document.getElementById("title");
  if (title && title.nextElementSibling !== note) title.after(note);
  dialog?.addEventListener("close", place, { once: true });
}
