// @ts-check
// How a seat looks: the explorer of its player, or the outline of one that is still to come.

import { pawn } from "../drawings/people.js";

const OUTLINE =
  "M24 26C33 27 34 45 42 56L45 58V66H3V58L6 56C14 45 15 27 24 26ZM24 8a9 9 0 1 0 .01 0Z";

/** A free seat. */
export const FREE =
  '<svg viewBox="-3 -3 54 74" aria-hidden="true" focusable="false">' +
  `<path d="${OUTLINE}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="4 4" stroke-linejoin="round"/></svg>`;

/**
 * @param {number | null} colour null: a free seat
 * @returns {string}
 */
export function pawnOf(colour) {
  return colour === null ? FREE : pawn(colour);
}
