// @ts-check
// What lies on the table of Mister Diamond: stones, rings, and the card just drawn.

import { picture } from "../../drawings/shared.js";
import { ring as ringCard, ringBack, stone, theft } from "../../drawings/tray.js";

/** @typedef {import("../../core/protocol.js").Ring} Ring */

/** A diamond as it stands on the tray: loose or fixed, they all look like this. */
export const gem = () => stone();

/** The socket that it stands in. */
export const socket = () => stone({ taken: true }, { className: "stone-socket" });

/** The claws that show when a fixed one is pulled. */
export const claws = () => stone({ lifted: true });

/** Hoop, claws and diamond of a small ring, in a box of 44 by 66. */
const HOOP = '<path class="d-ink" d="M22 30a16 16 0 1 0 .01 0Z" fill="none" stroke="var(--ink)" stroke-width="9"/>';
const GOLD =
  '<path class="ring-gold" d="M22 30a16 16 0 1 0 .01 0Z"/><path class="ring-seat" d="M14 28H30L27 34H17Z"/>' +
  '<path class="ring-stone" d="M22 1L34 14L22 33L10 14Z"/><path class="ring-light" d="M22 1L10 14H18ZM18 14H26L22 33Z"/>' +
  '<path class="ring-facet" d="M10 14H34M22 1L18 14L22 33L26 14Z"/>';
const BARE =
  '<path class="ring-bare" d="M22 30a16 16 0 1 0 .01 0Z"/><path class="ring-claws" d="M14 28H30L27 34H17ZM14 28L11 20M30 28L33 20M19 27L18 20M25 27L26 20"/>';

/**
 * A ring before a player.
 * @param {boolean} set whether it carries its diamond
 */
export const ring = (set) => picture("44 66", HOOP + (set ? GOLD : BARE), { className: set ? "ring set" : "ring" });

/**
 * The card just drawn.
 * @param {{type: "ring", price: number} | {type: "theft"} | null} card
 * @param {{word: string, dearest: number}} how the word for a theft, and the dearest price of this table
 */
export function drawn(card, { word, dearest }) {
  if (!card) return ringBack();
  return card.type === "ring" ? ringCard(card.price, { dearest }) : theft({ name: word });
}

/**
 * Rings by their price, the dearest first.
 * @param {readonly Ring[]} rings
 * @returns {{price: number, filled: number, empty: number}[]}
 */
export function byPrice(rings) {
  /** @type {Map<number, {price: number, filled: number, empty: number}>} */
  const found = new Map();
  for (const { price, set } of rings) {
    const group = found.get(price) ?? { price, filled: 0, empty: 0 };
    group[set ? "filled" : "empty"] += 1;
    found.set(price, group);
  }
  return [...found.values()].sort((one, other) => other.price - one.price);
}
