// @ts-check
// Large print, on every page: letters, patterns and targets grow together, and the page is laid out as on a screen that is
// smaller by as much, as if the browser had magnified it.

import * as storage from "./storage.js";

export const SIZES = /** @type {const} */ (["usual", "large", "larger"]);

/** @typedef {(typeof SIZES)[number]} Size */

/** @type {Record<Size, number>} The same as in css/large-print.css. */
const TIMES = { usual: 1, large: 1.25, larger: 1.5 };

/** @type {Map<CSSMediaRule, string>} every condition as it was written */
const written = new Map();

/** @returns {Size} */
export function size() {
  const wanted = storage.preferred("print", /** @type {Size} */ ("usual"));
  return SIZES.includes(wanted) ? wanted : "usual";
}

/** @param {Size} wanted */
export function print(wanted) {
  storage.prefer("print", wanted);
  apply();
}

/**
 * A condition about the screen, for letters of this size.
 * @param {string} condition
 */
export function scaled(condition) {
  return condition.replace(/([\d.]+)(px|rem|em)\b/g, (_, length, unit) => `${Number(length) * TIMES[size()]}${unit}`);
}

function apply() {
  for (const one of SIZES) document.body.classList.toggle(`print-${one}`, one === size() && one !== "usual");
  if (size() === "usual" && !written.size) return;
  for (const sheet of document.styleSheets) rescale(sheet.cssRules);
  document.dispatchEvent(new CustomEvent("print"));
}

/** @param {CSSRuleList} rules */
function rescale(rules) {
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue;
    if (!written.has(rule)) written.set(rule, rule.media.mediaText);
    rule.media.mediaText = scaled(/** @type {string} */ (written.get(rule)));
    rescale(rule.cssRules);
  }
}

apply();
