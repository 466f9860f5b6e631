// @ts-check
// A finished game, weighed on request: chances of victory, what cards, others and own decisions gave, and what mattered most.

import { announce } from "../speech/announcer.js";
import { make, put } from "../core/dom.js";
import { charted, chapters, fetched } from "./course.js";
import { badge, head, scrolling } from "./tables.js";
import { listening } from "../speech/listen.js";
import { language, say } from "../core/words.js";

/** @typedef {import("./course.js").Replay} Replay */
/** @typedef {{result: number, cards: number, others: number, errors: number}} Balance in whole points, which add up */
/** @typedef {{step: number | null, say: string}} Moment `step`: null if it is about the whole game */
/** @typedef {{chances: {step: number, shares: number[]}[], decisions: {step: number, seat: number, error: number}[]}} Review */
/**
 * @typedef {object} Reviewed
 * @property {Review} review
 * @property {Moment[][]} told by seat
 * @property {Moment[]} errors of the decisions that cost something, in their order
 * @property {Balance[]} rows by seat
 * @property {number[][]} percents the chances of all seats at each moment of the review, in whole percent that add up
 * @property {string} note what the figures mean, and how exactly they are known
 */
/** @typedef {(step: number) => HTMLElement} Leading a link or a button to a step */

const SMALL = 10; // Points below which a decimal is shown, as in the sentences.
const whole = new Intl.NumberFormat([language, "en"], { signDisplay: "exceptZero", maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat([language, "en"], { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat([language, "en"], { style: "percent", maximumFractionDigits: 0 });

/** A chance. @param {number} value in whole percent */
export const percent = (value) => percents.format(value / 100);

/** Points of victory, with a sign. @param {number} value */
const signed = (value) => whole.format(value).replace("-", "\u2212");

/** What a decision cost, in points of victory. @param {number} share */
export const cost = (share) => (Math.abs(100 * share) < SMALL ? tenths : whole).format(100 * share).replace("-", "\u2212");

/**
 * The offer to weigh a game, and then what came of it. What was weighed is shown again when one comes back to the page.
 * @param {Replay} replay
 * @param {Leading} leading
 * @param {{file?: Blob, atOnce?: boolean, found?: (found: Reviewed) => void}} [more] the record, if it is not one of this server;
 *   whether to weigh it unasked; what else to do with what was found
 */
export function review(replay, leading, { file, atOnce = false, found: done = () => {} } = {}) {
  const title = make("h3", { tabIndex: -1 }, say("review-title"));
  if (replay.unweighed) return make("section", { class: "review" }, title, make("p", { class: "small" }, replay.unweighed.say));
  const button = make("button", { type: "button" }, say("review-weigh"));
  const trouble = make("p", { className: "trouble", hidden: true });
  const section = make("section", { class: "review" }, title, make("p", { class: "small" }, say("review-about")), make("p", {}, button), trouble);
  const weigh = async (/** @type {boolean} */ asked) => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    trouble.hidden = true;
    put(button, say("review-weighing"));
    if (asked) announce(say("review-weighing"));
    try {
      const found = /** @type {any} */ (await (file
        ? fetched("/api/review", { method: "POST", body: await file.arrayBuffer() })
        : fetched(`/api/tables/${replay.table}/games/${replay.number}/review`)));
      const parts = weighed(replay, found, leading);
      if (document.activeElement === button) title.focus();
      while (title.nextSibling) title.nextSibling.remove(); // The heading stays, and with it the focus.
      section.append(...parts);
      if (asked) announce(say("review-done"));
      if (!file) remember(replay);
      done(found);
    } catch (error) {
      const text = /** @type {Error} */ (error).message;
      put(trouble, text);
      trouble.hidden = false;
      announce(text);
      put(button, say("review-weigh"));
      button.removeAttribute("aria-disabled");
    }
  };
  button.addEventListener("click", () => weigh(true));
  if (!file && (atOnce || remembered(replay))) weigh(false);
  return section;
}

/** The games that were weighed in this tab: the server has kept what it found, so they are at once again. */
const WEIGHED = "tacora.weighed";

/** @param {Replay} replay */
const name = ({ table, number }) => `${table}/${number}`;

/** @returns {string[]} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(WEIGHED) ?? "[]");
  } catch {
    return []; // No storage: then it is asked for again.
  }
}

/** @param {Replay} replay */
const remembered = (replay) => all().includes(name(replay));

/** @param {Replay} replay */
function remember(replay) {
  try {
    sessionStorage.setItem(WEIGHED, JSON.stringify([...all().filter((one) => one !== name(replay)), name(replay)].slice(-20)));
  } catch {
    // As above.
  }
}

/**
 * @param {Replay} replay
 * @param {Reviewed} found
 * @param {Leading} leading
 */
function weighed(replay, { review: { chances }, told, rows, percents: chanceRows, note }, leading) {
  const lines = replay.seats.map((seat, at) => ({ ...seat, values: chanceRows.map((row) => row[at]) }));
  const about = say("review-chances", { game: replay.game });
  const marks = chapters(replay).map(([, step], at) => ({ at: Math.max(0, chances.findIndex((moment) => moment.step >= step)), text: String(at + 1) }));
  return [
    make("p", { class: "small" }, note),
    balance(replay, rows),
    make("h4", {}, about),
    charted({ label: say("after-chart-label", { what: about }), lines, marks, written: percent }),
    make("p", {}, listening(lines)),
    make("details", {}, make("summary", {}, say("after-as-table")), course(replay, about, chances.map(({ step }, at) => ({ step, row: chanceRows[at] })), leading)),
    make("div", { class: "after-columns" }, ...replay.seats.map((seat, at) => verdicts(seat, rows[at], told[at], leading))),
  ];
}

/** @param {Replay} replay @param {Balance[]} rows */
function balance(replay, rows) {
  const parts = /** @type {const} */ (["result", "cards", "others", "errors"]);
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, say("review-title")),
    make("thead", {}, make("tr", {}, head("col", say("after-player")), ...parts.map((part) => head("col", say(`review-${part}`))))),
    make("tbody", {}, ...rows.map((row, at) =>
      make("tr", {}, head("row", ...badge(replay.seats[at])), ...parts.map((part) => make("td", {}, signed(row[part]))))))), say("review-title"));
}

/**
 * The chances as a table, a row for each decision.
 * @param {Replay} replay
 * @param {string} about
 * @param {{step: number, row: number[]}[]} chances in whole percent
 * @param {Leading} leading
 */
function course(replay, about, chances, leading) {
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, about),
    make("thead", {}, make("tr", {}, head("col", say("review-step")), ...replay.seats.map((seat) => head("col", ...badge(seat))), make("td", {}))),
    make("tbody", {}, ...chances.map(({ step, row }) =>
      make("tr", {}, head("row", String(step + 1)), ...row.map((value) => make("td", {}, percent(value))), make("td", {}, leading(step)))))), about);
}

/**
 * What there is to tell about one player.
 * @param {import("./podium.js").Player} player
 * @param {Balance} row
 * @param {Moment[]} told
 * @param {Leading} leading
 */
function verdicts(player, row, told, leading) {
  const adjusted = row.result - row.cards;
  return make("section", { class: "moments" },
    make("h4", {}, ...badge(player)),
    make("p", {}, say("review-adjusted", { points: say("review-points", { n: Math.abs(adjusted), shown: signed(adjusted) }) })),
    make("ol", { role: "list" }, ...told.map(({ step, say: text }) => make("li", {}, make("p", {}, text), ...(step === null ? [] : [leading(step)])))));
}
