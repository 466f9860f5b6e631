// @ts-check
// Announcements in live regions: one string at a time, in order, none lost, none repeated.
//
// Measured with a real screen reader: two changes close together lose the first, two regions changed together are spoken in
// any order, and the same text again is not spoken at all. So there is one queue for all regions, and a gap between changes.

// Milliseconds between two changes, in whichever region. With less, a busy machine loses every third: Chromium batches the events of
// changes, and Orca reads a region when it gets to the event, not when it changed.
const GAP = 800;
const MOVED = 350; // After the regions were moved in the tree: a screen reader has to find them again.

/** @typedef {"polite" | "assertive"} Region */

/** Polite text rotates through three regions: a screen reader that is late still finds the text before. */
const REGIONS = /** @type {Record<Region, string[]>} */ ({ polite: ["polite", "polite-2", "polite-3"], assertive: ["assertive"] });

/** @type {{where: Region, text: string}[]} */
const waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let last = "";
let turn = 0;

/**
 * Announce politely.
 * @param {string} text
 */
export function announce(text) {
  enqueue("polite", text);
}

/**
 * Announce assertively: a disaster, one's own time running out, a lost connection. Queued text comes first, in the same string.
 * @param {string} text
 */
export function alert(text) {
  enqueue("assertive", text);
}

/** Repeat the last announcement, unless another is queued. */
export function repeat() {
  if (!waiting.length) announce(last);
  return last;
}

/**
 * Join lines into one string, each punctuated as a sentence.
 * @param {string} text
 */
export function spoken(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line, at) => (at < lines.length - 1 && !/[.:;!?…»"]$/.test(line) ? `${line}.` : line)).join(" ");
}

/**
 * @param {Region} where
 * @param {string} text
 */
function enqueue(where, text) {
  const said = spoken(text);
  if (!said) return;
  waiting.push({ where, text: said });
  if (timer === undefined) next();
}

function next() {
  timer = undefined;
  if (!waiting.length) return;
  if (moved()) {
    timer = setTimeout(next, MOVED);
    return;
  }
  // Everything up to the last urgent text goes out at once, in order; the rest waits.
  const urgent = waiting.findLastIndex(({ where }) => where === "assertive");
  const batch = waiting.splice(0, urgent < 0 ? waiting.length : urgent + 1);
  last = batch.map(({ text }) => text).join(" ");
  put(urgent < 0 ? "polite" : "assertive", last);
  timer = setTimeout(next, GAP);
}

/**
 * A modal dialog makes the rest of the page inert, so the regions move into it, and back.
 * @returns {boolean} whether any was moved
 */
function moved() {
  const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const away = Object.values(REGIONS)
    .flat()
    .map((name) => document.getElementById(name))
    .filter((region) => region && region.parentElement !== home);
  for (const region of /** @type {HTMLElement[]} */ (away)) {
    region.textContent = ""; // Otherwise moving it would announce it again.
    home.append(region);
  }
  return away.length > 0;
}

/**
 * @param {Region} where
 * @param {string} text
 */
function put(where, text) {
  const names = REGIONS[where];
  const region = document.getElementById(names[turn++ % names.length]);
  // An unchanged text is not announced: a no-break space makes it differ.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
