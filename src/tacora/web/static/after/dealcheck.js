// @ts-check
// Verification of a deal in the browser. docs/protocol.md has the steps, docs/record-format.md the shuffle.

import { digest } from "./sha256.js";

/**
 * What was shuffled, in the order before, and what was seen of the result.
 * @typedef {{label: string, items: string[], kind: "cave" | "deck" | "fixed" | "first", number: number, came: string[],
 *   not_came?: string[], count?: number}} Shuffle
 * @typedef {{seed: string | null, commitment: string | null, shuffles: Shuffle[], promise?: string | null,
 *   secret?: string | null, luck?: string[], again?: boolean}} DealFacts
 * @typedef {{id: "promise" | "seed" | "commitment" | Shuffle["kind"], ok: boolean, number?: number, told: string,
 *   found: string}} Finding what was told, and what came out here
 */

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** @param {string} digits */
export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} data */
export function toHex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The items in the order that seed and label decide.
 * @param {string[]} items
 * @param {Uint8Array} seed
 * @param {string} label
 */
export async function shuffled(items, seed, label) {
  const order = [...items];
  const prefix = joined(bytes(label), new Uint8Array(1), seed);
  const number = new Uint8Array(4);
  for (let place = 0, block = 0; place < order.length - 1; block++) {
    new DataView(number.buffer).setUint32(0, block);
    for (const byte of await digest(joined(prefix, number))) {
      const left = order.length - place;
      if (byte >= 256 - (256 % left)) continue; // Rejection sampling: every place is equally likely.
      const drawn = place + (byte % left);
      [order[place], order[drawn]] = [order[drawn], order[place]];
      place += 1;
      if (place >= order.length - 1) break;
    }
  }
  return order;
}

/**
 * The seed that a table's secret and everybody's luck make.
 * @param {string} secret
 * @param {string[]} luck
 */
export async function seedOf(secret, luck) {
  const parts = await Promise.all(luck.map((text) => digest(bytes(text))));
  return toHex(await digest(joined(bytes("tacora deal\0"), fromHex(secret), ...parts)));
}

/**
 * All findings, in order; none without a seed.
 * @param {DealFacts} deal
 * @returns {Promise<Finding[]>}
 */
export async function checked(deal) {
  if (!deal.seed) return [];
  /** @type {Finding[]} */
  const findings = [];
  /** @param {Finding["id"]} id @param {string} told @param {string} found */
  const compare = (id, told, found) => findings.push({ id, ok: told.toLowerCase() === found, told, found });
  const seed = fromHex(deal.seed);
  if (deal.secret && deal.promise) {
    compare("promise", deal.promise, toHex(await digest(fromHex(deal.secret))));
    compare("seed", deal.seed, await seedOf(deal.secret, deal.luck ?? []));
  }
  if (deal.commitment) compare("commitment", deal.commitment, toHex(await digest(seed)));
  for (const shuffle of deal.shuffles) findings.push(dealt(shuffle, await shuffled(shuffle.items, seed, shuffle.label)));
  return findings;
}

/**
 * Whether what came is what the seed deals.
 * @param {Shuffle} shuffle
 * @param {string[]} order
 * @returns {Finding}
 */
function dealt({ kind, number, came, not_came = [], count }, order) {
  const top = order.slice(0, count ?? came.length);
  const ok =
    kind === "fixed"
      ? came.every((place) => top.includes(place)) && !not_came.some((place) => top.includes(place))
      : came.join(" ") === top.join(" ");
  const sorted = kind === "fixed" ? top.map(Number).sort((a, b) => a - b) : top;
  return { id: kind, ok, number, told: came.join(" "), found: sorted.join(" ") };
}
