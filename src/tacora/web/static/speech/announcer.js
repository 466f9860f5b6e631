// @ts-check
// What is said aloud by a screen reader: one string at a time, in order, none lost, none twice.
//
// Measured with a real screen reader: two changes close together lose the first, two regions changed together are spoken in
// any order, and the same text again is not spoken at all. So there is one queue for all regions, and a gap between changes.

// Milliseconds between two changes, in whichever region. Speaking a sentence takes longer; with less, a busy machine loses every
// third: Chromium tells of changes in bundles, and Orca reads a region when it comes to it, not when it changed.
const GAP = 800;
const MOVED = 350; // After the regions went to another place; a screen reader has to find them again.

/** @typedef {"polite" | "assertive"} Region */

/** What is said in one keeps standing while the next is said in another: who comes late to it still reads the right thing. */
const REGIONS = /** @type {Record<Region, string[]>} */ ({ polite: ["polite", "polite-2", "polite-3"], assertive: ["assertive"] });

/** @type {{where: Region, text: string}[]} */
const waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let last = "";
let turn = 0;

/**
 * Say something when there is time for it.
 * @param {string} text
 */
export function announce(text) {
  enqueue("polite", text);
}

/**
 * Say something at once: the end of an expedition, one's own time running out, a lost connection. What was waiting to be said
 * before it is said before it, in the same breath.
 * @param {string} text
 */
export function alert(text) {
  enqueue("assertive", text);
}

/** Say the last again; if something waits to be said, that is on its way already. */
export function repeat() {
  if (!waiting.length) announce(last);
  return last;
}

/**
 * Lines as one string: each ends like a sentence.
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
  // Up to the last thing that is urgent, everything is said at once and in order; what comes after it waits its turn.
  const urgent = waiting.findLastIndex(({ where }) => where === "assertive");
  const batch = waiting.splice(0, urgent < 0 ? waiting.length : urgent + 1);
  last = batch.map(({ text }) => text).join(" ");
  put(urgent < 0 ? "polite" : "assertive", last);
  timer = setTimeout(next, GAP);
}

/**
 * While a dialog covers the page, all else is silent: the regions go with it, and come back.
 * @returns {boolean} whether they were elsewhere until now
 */
function moved() {
  const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const away = Object.values(REGIONS)
    .flat()
    .map((name) => document.getElementById(name))
    .filter((region) => region && region.parentElement !== home);
  for (const region of /** @type {HTMLElement[]} */ (away)) {
    region.textContent = ""; // What was said is not said again because it moves.
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
  // The same text again would not be spoken: a no-break space makes it another.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
