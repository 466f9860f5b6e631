// @ts-check
/** Rubies (round) and diamonds (lozenges). */
import { DIAMOND, RUBY, at, picture, round, stones, words } from "./shared.js";

/** A ruby. @param {number} [size] width in pixels @param {string} [label] */
export const ruby = (size, label) => picture("24 24", RUBY, { size, label });

/** A diamond, taller than a ruby of the same width. @param {number} [size] width in pixels @param {string} [label] */
export const diamond = (size, label) => picture("24 32", DIAMOND, { size, label });

/** @typedef {{amount: number, diamonds: number, rubies: number}} Stones */

/**
 * An amount: diamonds and rubies side by side while there are at most five, then a pile with a numeral.
 * The picture is 32 high and as wide as it needs to be.
 * @param {Stones} amount
 * @param {{height?: number, label?: string}} [options] height in pixels
 */
export function gems({ amount, diamonds, rubies }, { height, label } = {}) {
  const all = stones({ diamonds, rubies });
  let body = "";
  let width = Math.max(1, all.length * 26 - 2);
  if (all.length <= 5) {
    body = all.map((stone, i) => at(stone, i * 26, stone === RUBY ? 7 : 0)).join("");
  } else {
    const digits = String(amount).length;
    width = 62 + digits * 16;
    body = pile(rubies > 0) + words(amount, 58 + digits * 8, 27, 28, "currentColor");
  }
  return picture(`${width} 32`, body, { size: height && round((height * width) / 32), label });
}

const pile = (rubies = false) =>
  at(DIAMOND, 15, 0, 0.8) + at(DIAMOND, 0, 12, 0.62, -14) + at(DIAMOND, 31, 10, 0.68, 12) + at(rubies ? RUBY : DIAMOND, 17, rubies ? 14 : 10, rubies ? 0.72 : 0.6);
