// @ts-check
// Large print: letters, patterns and targets grow together, on every page.

import * as purse from "./purse.js";

export const SIZES = /** @type {const} */ (["usual", "large", "larger"]);

/** @typedef {(typeof SIZES)[number]} Size */

/** @returns {Size} */
export function size() {
  return purse.preferred("print", /** @type {Size} */ ("usual"));
}

/** @param {Size} wanted */
export function print(wanted) {
  purse.prefer("print", wanted);
  apply();
}

function apply() {
  for (const one of SIZES) document.body.classList.toggle(`print-${one}`, one === size() && one !== "usual");
}

apply();
