// @ts-check
// Single-key shortcuts: defaults by language, which a player can remap or turn off (WCAG 2.1.4).

import * as storage from "./storage.js";
import { language, say } from "./words.js";

/** What a key can do at every table: questions that change nothing, in the order of the help. */
const QUESTIONS = /** @type {const} */ ([
  "repeat", "cave", "players", "mine", "waiting", "time", "more", "odds", "coach", "back", "forward", "kind", "help", "command",
]);

/** @typedef {(typeof QUESTIONS)[number] | (string & {})} Act one of these, or what a game adds */

/** @type {Act[]} */
let added = [];

/** Every act, those of the games first. */
export const acts = () => [...added, ...QUESTIONS];

/**
 * Have keys for acts of the games, too. Messages tell what they are (`ear-act-…`) and their keys (`ear-usual-…`).
 * @param {Act[]} more
 */
export function add(more) {
  added = more;
}

/**
 * The default key in this language: the first letter of what it does, or a punctuation key.
 * @param {Act} act
 */
function usual(act) {
  return say(`ear-usual-${act}`);
}

/** @returns {Partial<Record<Act, string>>} the player's own keys for this language */
function changed() {
  return storage.preferred(`keymap.${language}`, {});
}

/** Whether shortcuts are enabled. */
export function on() {
  return storage.preferred("keys", true);
}

/** @param {boolean} wanted */
export function turn(wanted) {
  storage.prefer("keys", wanted);
  document.dispatchEvent(new CustomEvent("keys"));
}

/**
 * The key of an act; empty if it has none.
 * @param {Act} act
 */
export function keyOf(act) {
  const own = changed();
  return own[act] ?? (Object.values(own).includes(usual(act)) ? "" : usual(act)); // A key of one's own comes first.
}

/**
 * What a key does.
 * @param {string} key
 * @returns {Act | undefined}
 */
export function actOf(key) {
  const wanted = key.toLocaleLowerCase();
  return wanted ? acts().find((act) => keyOf(act) === wanted) : undefined;
}

/**
 * Give an act another key, or none.
 * @param {Act} act
 * @param {string} key
 * @returns {Act | undefined} the act that has this key already; then nothing changes
 */
export function give(act, key) {
  const wanted = key.trim().toLocaleLowerCase();
  const other = wanted ? actOf(wanted) : undefined;
  if (other && other !== act) return other;
  storage.prefer(`keymap.${language}`, { ...changed(), [act]: wanted });
  document.dispatchEvent(new CustomEvent("keys"));
  return undefined;
}

/** Punctuation that speech synthesizers skip: spoken by name. @type {Record<string, string>} */
const SIGNS = { ",": "comma", ".": "stop", ";": "semicolon", "?": "question", "/": "slash", "+": "plus" };

/**
 * The spoken name of an act's key.
 * @param {Act} act
 */
export function named(act) {
  const key = keyOf(act);
  return SIGNS[key] ? say(`ear-sign-${SIGNS[key]}`) : key.toLocaleUpperCase();
}

/** Restore the default keys. */
export function reset() {
  storage.prefer(`keymap.${language}`, {});
  document.dispatchEvent(new CustomEvent("keys"));
}

/**
 * The act of a key event: without modifiers, within the table, not while typing, not in a dialog that has no use for them.
 * @param {KeyboardEvent} event
 * @returns {Act | undefined}
 */
export function meant(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented || event.isComposing || !on()) return undefined;
  const target = /** @type {HTMLElement} */ (event.target);
  const here = target === document.body || Boolean(target.closest?.("#main, .bar")); // In the bar is where the focus returns to after something was said.
  if (!here || target.closest("input, select, textarea, [contenteditable]") || document.querySelector("dialog[open]:not([data-keys])")) return undefined;
  return actOf(event.key);
}
