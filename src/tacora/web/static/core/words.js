// @ts-check
// The messages of the page, in its language. The server sends them as data; here only the facts are filled in.

/** @typedef {string | Array<string | any[]>} Pattern */

/** @type {Record<string, Pattern>} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang || "en";
const LOCALES = [language, "en"]; // A browser may lack the data for a language of ours.

const plurals = new Intl.PluralRules(LOCALES);
const numbers = new Intl.NumberFormat(LOCALES, { useGrouping: false });

/**
 * The message with these facts filled in.
 * @param {string} message
 * @param {Record<string, string | number>} [facts]
 * @returns {string}
 */
export function say(message, facts = {}) {
  const pattern = WORDS[message];
  if (pattern === undefined) throw new Error(`no message ${message}`);
  return filled(pattern, facts);
}

/**
 * Whether there is such a message.
 * @param {string} message
 */
export function known(message) {
  return message in WORDS;
}

/**
 * Names as a conjunction, such as "A, B and C".
 * @param {string[]} items
 */
export function listed(items) {
  return new Intl.ListFormat(LOCALES, { type: "conjunction" }).format(items.map(isolated));
}

/**
 * @param {Pattern} pattern
 * @param {Record<string, string | number>} facts
 * @returns {string}
 */
function filled(pattern, facts) {
  if (typeof pattern === "string") return pattern;
  return pattern.map((part) => (typeof part === "string" ? part : chosen(part, facts))).join("");
}

/**
 * @param {any[]} part
 * @param {Record<string, string | number>} facts
 */
function chosen([kind, name, usual, variants], facts) {
  const fact = facts[name];
  if (fact === undefined) throw new Error(`no fact ${name}`);
  if (kind === "$") return typeof fact === "number" ? numbers.format(fact) : isolated(fact);
  const exact = variants[String(fact)];
  const plural = typeof fact === "number" ? variants[plurals.select(fact)] : undefined;
  return filled(exact ?? plural ?? variants[usual], facts);
}

/** Text that runs from right to left, isolated so that it does not turn its neighbours round. @param {string} text */
const isolated = (text) => (/[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);
