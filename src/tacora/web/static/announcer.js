// @ts-check
// What is said aloud by a screen reader: one sentence at a time, in order, none lost, none twice.

const GAP = 150; // Two changes closer together than this lose the first of them.

/** @type {string[]} */
const waiting = [];
/** @type {number | undefined} */
let timer;
let odd = false;

/**
 * Say something when there is time for it.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  if (timer === undefined) next();
}

/**
 * Say something at once: the end of an expedition, time running out, a lost connection.
 * @param {string} text
 */
export function alert(text) {
  put("assertive", text);
}

function next() {
  const text = waiting.splice(0).join(" ");
  timer = undefined;
  if (!text) return;
  put("polite", text);
  timer = setTimeout(next, GAP);
}

/**
 * @param {string} where
 * @param {string} text
 */
function put(where, text) {
  const region = document.getElementById(where);
  odd = !odd; // The same text again would not be spoken: a no-break space makes it another.
  if (region) region.textContent = odd ? text : `${text}\u00a0`;
}
