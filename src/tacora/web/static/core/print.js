// @ts-check
// Large print, on every page: text, patterns and targets grow together, and media queries are scaled, so that the layout is that of
// a smaller screen, as with browser zoom.

import * as storage from "./storage.js";

export const SIZES = /** @type {const} */ (["usual", "large", "larger"]);

/** @typedef {(typeof SIZES)[number]} Size */

/** @type {Record<Size, number>} The same as in css/large-print.css. */
const TIMES = { usual: 1, large: 1.25, larger: 1.5 };

/** @type {Map<CSSMediaRule, string>} every condition before it was scaled */
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
 * Scale the lengths of a media condition to the print size.
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
