// @ts-check
// Announcements in live regions: one string at a time, in order, none lost, none repeated.
//
// Measured with a real screen reader: two changes close together lose the first, two regions changed together are spoken in
// any order, and the same text again is not spoken at all. So there is one queue for all regions, and a gap between changes.

// Milliseconds between two changes, in whichever region. With less, a busy machine loses every third: Chromium batches the events of
// changes, and Orca reads a region when it gets to the event, not when it changed.
const GAP = 800;
// After an urgent text. Of what waits, Orca speaks the polite first: on a busy machine, what belongs after a disaster came before it.
const AFTER_URGENT = 1600;
// After a long text, unless somebody presses something: Orca on a busy machine forgets a text that it has not come to when an urgent one
// follows, and may speak another one before it. Hardly anybody hears the next later for it, as a fast voice takes so long for a letter.
const LETTER = 25;
const AFTER_LONG = 1600;
const MOVED = 350; // After the regions were moved in the tree: a screen reader has to find them again.

/** @typedef {"polite" | "assertive"} Region */
/** @typedef {"game" | "table" | "own"} Kind what a message is about: the game, who comes and goes and what they say, or what concerns this player alone */

/** Polite text rotates through three regions: a screen reader that is late still finds the text before. */
const REGIONS = /** @type {Record<Region, string[]>} */ ({ polite: ["polite", "polite-2", "polite-3"], assertive: ["assertive"] });

/** The elements, kept: one may be within a dialog that is removed. @type {Map<string, HTMLElement>} */
const elements = new Map();

/** @param {string} name */
function element(name) {
  const there = elements.get(name) ?? document.getElementById(name);
  if (there) elements.set(name, there);
  return there;
}

/** @type {{where: Region, text: string}[]} */
const waiting = [];
/** @param {{where: Region}} text */
const isUrgent = ({ where }) => where === "assertive";
/** When the next text may come at the earliest. */
const due = { polite: 0, assertive: 0 };
let heard = 0; // When the last one will have been heard, if it is let to.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let last = "";
let shown = ""; // The text that was put last, in whichever region.
let turn = 0;

/** @type {(kind: Kind, text: string) => void} */
let keep = () => {};

/** Have somebody keep what names its kind, to be read again. @param {typeof keep} act */
export function keepWith(act) {
  keep = act;
}

/**
 * Announce politely.
 * @param {string} text
 * @param {Kind} [kind] where it is kept; without, it is an answer, or kept already, or nobody else's business
 */
export function announce(text, kind) {
  enqueue("polite", text, kind);
}

/**
 * Announce assertively: a disaster, one's own time running out, a lost connection. Queued text comes first, in the same string.
 * @param {string} text
 * @param {Kind} [kind]
 */
export function alert(text, kind) {
  enqueue("assertive", text, kind);
}

/** Repeat the last announcement, unless another is queued. */
export function repeat() {
  if (!waiting.length) announce(last);
  return last;
}

/** What was said last is not said again: somebody else listens now. */
export function forget() {
  last = "";
}

/**
 * The page moves the focus: that is told first. A screen reader that turns to it forgets what it was given just before.
 * @param {number} [awaited] milliseconds until it does so
 */
export function afterFocus(awaited = 0) {
  later(awaited + GAP, awaited ? ["polite"] : ["polite", "assertive"]); // What is urgent does not wait for one that is to come.
}

/** Somebody presses something: they have heard enough, and wait for an answer. */
function pressed() {
  heard = 0;
  schedule();
}

for (const press of ["keydown", "click", "input"]) addEventListener(press, pressed, { capture: true });

/**
 * Join lines into one string, each punctuated as a sentence.
 * @param {string} text
 */
export function spoken(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line, at) => (at < lines.length - 1 && !/[.:;!?…»"”]$/.test(line) ? `${line}.` : line)).join(" ");
}

/**
 * @param {Region} where
 * @param {string} text
 * @param {Kind} [kind]
 */
function enqueue(where, text, kind) {
  const said = spoken(text);
  if (!said) return;
  if (kind) keep(kind, said);
  waiting.push({ where, text: said });
  schedule();
}

/** Say what waits as soon as some of it may come; not before whoever calls is done: they may open a dialog, which takes the regions. */
function schedule() {
  clearTimeout(timer);
  if (waiting.length) timer = setTimeout(next, Math.max(0, soonest() - performance.now()));
}

function soonest() {
  return Math.max(heard, Math.min(...waiting.map(({ where }) => due[where])));
}

/** @param {number} wait milliseconds from now @param {Region[]} which */
function later(wait, which = ["polite", "assertive"]) {
  for (const where of which) due[where] = Math.max(due[where], performance.now() + wait);
  schedule();
}

function next() {
  if (moved()) return;
  // Everything up to the last urgent text goes out at once, in order; the rest waits.
  const urgent = waiting.findLastIndex(isUrgent);
  const batch = waiting.splice(0, urgent < 0 ? waiting.length : urgent + 1);
  last = spoken(batch.map(({ text }) => text).join("\n"));
  put(urgent < 0 ? "polite" : "assertive", last);
  heard = urgent < 0 ? performance.now() + Math.min(last.length * LETTER, AFTER_LONG) : 0;
  later(GAP, ["assertive"]);
  later(urgent < 0 ? GAP : AFTER_URGENT, ["polite"]);
}

/**
 * A modal dialog makes the rest of the page inert, so the regions move into it, and back. They move empty: a text that comes into the
 * tree again is spoken again.
 * @returns {boolean} whether any was moved; then what waits is said a little later
 */
export function moved() {
  const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const away = Object.values(REGIONS)
    .flat()
    .map(element)
    .filter((region) => region && region.parentElement !== home);
  for (const region of /** @type {HTMLElement[]} */ (away)) {
    region.textContent = "";
    home.append(region);
  }
  if (!away.length) return false;
  later(performance.now() < due.assertive ? GAP : MOVED);
  return true;
}

/**
 * Follow dialogs as they open and close: at once, not with the next text, since the page that one covers leaves the tree and comes back.
 * Then a screen reader often does not tell where the focus is: a dialog is named when it opens.
 * @param {(focus: Element | null) => void} closed is given what has the focus when one closes
 */
export function follow(closed) {
  new MutationObserver((changes) => {
    moved();
    for (const { target } of changes) {
      if (!(target instanceof HTMLDialogElement)) continue;
      if (target.open) announce(target.querySelector("h2")?.textContent ?? "");
      else closed(document.activeElement);
    }
  }).observe(document, { subtree: true, attributeFilter: ["open"] });
}

/** The browser's own voice, where it is on; `mute` is for what it cannot say. @type {((text: string, mute: () => void) => void) | null} */
let voice = null;

/** Speak with this voice instead of the regions, or with the regions again: never with both. @param {typeof voice} reader */
export function speakWith(reader) {
  voice = reader;
}

/**
 * @param {Region} where
 * @param {string} text
 */
function put(where, text) {
  if (voice) voice(text, () => write(where, text));
  else write(where, text);
}

/**
 * @param {Region} where
 * @param {string} text
 */
function write(where, text) {
  const names = REGIONS[where];
  const region = element(names[turn++ % names.length]);
  if (!region) return;
  // A text that any region had last, or that this one has, is not spoken: no-break spaces make it differ.
  shown = [text, `${text}\u00a0`, `${text}\u00a0\u00a0`].find((one) => one !== shown && one !== region.textContent) ?? text;
  region.textContent = shown;
}
