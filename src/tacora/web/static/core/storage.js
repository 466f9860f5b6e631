// @ts-check
// Browser storage: tokens of seats, a name, preferences. A token is sent to its table alone.

/** @type {Map<string, string>} Fallback where localStorage fails; lasts as long as the page. */
const unkept = new Map();

/**
 * @param {string} key
 * @param {any} otherwise
 */
function read(key, otherwise) {
  try {
    return JSON.parse(unkept.get(key) ?? localStorage.getItem(`tacora.${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {boolean} whether it outlasts this page
 */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`tacora.${key}`, text);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, text); // One can still play; to come back later, there is the personal link.
    return false;
  }
}

/**
 * Read from sessionStorage, which lasts as long as the tab.
 * @param {string} what
 * @returns {any}
 */
export function noted(what) {
  try {
    return JSON.parse(sessionStorage.getItem(`tacora.${what}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} what
 * @param {any} value
 */
export function note(what, value) {
  try {
    sessionStorage.setItem(`tacora.${what}`, JSON.stringify(value));
  } catch {
    // Best effort: without it, a reload shows less.
  }
}

/** @typedef {{token: string, seat?: number, host?: boolean}} Key */

/**
 * @param {string} table
 * @returns {Key[]}
 */
function keys(table) {
  return read(`keys.${table}`, []);
}

/**
 * The tokens for a table.
 * @param {string} table
 * @returns {string[]}
 */
export function tokens(table) {
  return keys(table).map((key) => key.token);
}

/**
 * A fingerprint of this browser's tokens for a table. No token can be recovered from it.
 * @param {string} table
 */
export function owner(table) {
  let mark = 0x811c9dc5; // FNV-1a.
  for (const letter of tokens(table).sort().join()) mark = Math.imul(mark ^ letter.charCodeAt(0), 0x01000193);
  return (mark >>> 0).toString(36);
}

/**
 * The token of a seat, for its personal link.
 * @param {string} table
 * @param {number} seat
 */
export function tokenOf(table, seat) {
  const kept = keys(table).filter((key) => !key.host);
  return (kept.find((key) => key.seat === seat) ?? kept.find((key) => key.seat === undefined))?.token;
}

/**
 * @param {string} table
 * @param {string} token
 * @param {{seat?: number, host?: boolean}} [what] the seat it is for, if known, or the role of the host
 * @returns {boolean} whether it outlasts this page; if not, the address has to carry it
 */
export function keep(table, token, what = {}) {
  const kept = keys(table).filter((key) => key.token !== token && (what.seat === undefined || key.seat !== what.seat));
  return write(`keys.${table}`, [...kept, { token, ...what }].slice(-9));
}

/**
 * Forget the latest token, if no seat was given for it.
 * @param {string} table
 */
export function forgetLast(table) {
  const kept = keys(table);
  const last = kept.at(-1);
  if (last && last.seat === undefined && !last.host) write(`keys.${table}`, kept.slice(0, -1));
}

/** The name used last. */
export function name() {
  return /** @type {string} */ (read("name", ""));
}

/** @param {string} name */
export function rename(name) {
  write("name", name);
}

/**
 * A preference, such as sound or wording.
 * @template T
 * @param {string} what
 * @param {T} otherwise
 * @returns {T}
 */
export function preferred(what, otherwise) {
  return read(`prefer.${what}`, otherwise);
}

/**
 * @param {string} what
 * @param {any} value
 */
export function prefer(what, value) {
  write(`prefer.${what}`, value);
}

/** An unguessable token for a seat. Made by the client, so that the wish for a seat is idempotent. */
export function newToken() {
  return words(24);
}

/** This player's contribution to the seed of a deal. */
export function newLuck() {
  return words(12);
}

/** @param {number} bytes */
function words(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...drawn)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
