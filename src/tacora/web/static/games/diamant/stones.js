// @ts-check
// Amounts as stones: diamonds and rubies, by what the server says that a diamond counts (D5).

import { say } from "../../core/words.js";

/** @typedef {import("../../drawings/gems.js").Stones} Stones */

/**
 * An amount in as few stones as possible.
 * @param {number} amount
 * @param {{diamond: number}} view
 * @returns {Stones}
 */
export const stones = (amount, { diamond }) => ({ amount, diamonds: Math.floor(amount / diamond), rubies: amount % diamond });

/** The same in words. @param {number} amount @param {{diamond: number}} view */
export const inWords = (amount, view) => say("stones", { ...stones(amount, view) });
