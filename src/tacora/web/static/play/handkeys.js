// @ts-check
// Two private keys for each player on one keyboard: by position (`code`), not by what is printed on them.

/** @typedef {readonly [upper: string, lower: string]} Pair one for each of two decisions */

/** For up to four, up to six, up to eight players: as far apart as a keyboard allows. */
const PAIRS = /** @type {readonly Pair[][]} */ ([
  [["KeyQ", "KeyA"], ["KeyR", "KeyF"], ["KeyU", "KeyJ"], ["KeyP", "Semicolon"]],
  [["KeyQ", "KeyA"], ["KeyE", "KeyD"], ["KeyT", "KeyG"], ["KeyU", "KeyJ"], ["KeyO", "KeyL"], ["BracketLeft", "Quote"]],
  [["Digit1", "KeyQ"], ["Digit4", "KeyR"], ["Digit7", "KeyU"], ["Digit0", "KeyP"],
    ["KeyA", "KeyZ"], ["KeyF", "KeyV"], ["KeyJ", "KeyM"], ["Semicolon", "Slash"]],
]);

/** Two players with one pair of earphones have a third key each: hear again what the two others mean. */
export const AGAIN = ["KeyZ", "KeyV"];

/** What is printed on a key where it differs, by the usual keyboard of a language. */
const PRINTED = /** @type {Record<string, Record<string, string>>} */ ({
  fr: { KeyQ: "A", KeyA: "Q", KeyZ: "W", KeyM: ",", Semicolon: "M", Slash: "!", BracketLeft: "^", Quote: "ù" },
  de: { KeyZ: "Y", Semicolon: "Ö", Slash: "-", BracketLeft: "Ü", Quote: "Ä" },
  en: { Semicolon: ";", Slash: "/", BracketLeft: "[", Quote: "'" },
});

/**
 * The pairs for so many players, in their order.
 * @param {number} players
 * @returns {readonly Pair[]}
 */
export function pairs(players) {
  const found = PAIRS.find((list) => list.length >= players) ?? PAIRS[PAIRS.length - 1];
  return found.slice(0, players);
}

/** @type {Map<string, string> | null} */
let layout = null;

/**
 * Read the keyboard layout, where the browser has an API for it.
 * @returns {Promise<void>}
 */
export async function readLayout() {
  try {
    layout = (await /** @type {any} */ (navigator).keyboard?.getLayoutMap()) ?? null;
  } catch {
    layout = null; // Not allowed in an iframe, for instance; then the language is the best guess.
  }
}

/**
 * What is printed on a key.
 * @param {string} code
 */
export function printed(code) {
  if (code.startsWith("Digit")) return code.slice(5);
  const told = layout?.get(code);
  if (told) return told.toLocaleUpperCase();
  const usual = PRINTED[navigator.language.slice(0, 2)] ?? PRINTED.en;
  const canadian = navigator.language === "fr-CA";
  return (canadian ? PRINTED.en : usual)[code] ?? code.replace("Key", "");
}
