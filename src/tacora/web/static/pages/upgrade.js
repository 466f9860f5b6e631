// @ts-check
// Version skew: a page says when the server has other files, and offers to reload.

import { say } from "../core/words.js";
import { announce } from "../speech/announcer.js";

/** The version of this page, from the path of its files. */
const VERSION = new URL(import.meta.url).pathname.split("/")[2];

/**
 * Say that this page is older than the server, if it is.
 * @param {string | undefined} version of the pages that the server has
 */
export function compare(version) {
  if (version && version !== VERSION) outdated();
}

/** This page is older than the server. */
export function outdated() {
  offer(say("stale-newer"));
}

/** A part of this page failed to load. */
export function unloaded() {
  const note = /** @type {HTMLElement} */ (document.getElementById("stale"));
  if (note.hidden) offer(note.dataset.unloaded ?? "");
}

/** @param {string} why */
function offer(why) {
  const note = /** @type {HTMLElement} */ (document.getElementById("stale"));
  const text = /** @type {HTMLElement} */ (document.getElementById("stale-why"));
  if (!note.hidden && text.textContent === why) return;
  text.textContent = why;
  /** @type {HTMLElement} */ (note.querySelector("[data-reload]")).hidden = false;
  note.hidden = false;
  announce(why);
}
