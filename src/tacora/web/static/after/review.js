// @ts-check
// A finished game, weighed on request: chances of victory, what cards, others and own decisions gave, and what mattered most.

import { announce } from "../speech/announcer.js";
import { make, put } from "../core/dom.js";
import { charted, chapters, fetched } from "./course.js";
import { badge, head, scrolling } from "./tables.js";
import { listening } from "../speech/listen.js";
import { language, say } from "../core/words.js";

/** @typedef {import("./course.js").Replay} Replay */
/** @typedef {{result: number, cards: number, others: number, errors: number, adjusted: number}} Balance */
/** @typedef {{review: {seats: Balance[], chances: {step: number, shares: number[]}[]}, told: {step: number, say: string}[][]}} Reviewed */
/** @typedef {(step: number) => HTMLElement} Leading a link or a button to a step */

const whole = new Intl.NumberFormat([language, "en"], { signDisplay: "exceptZero", maximumFractionDigits: 0 });
const shares = new Intl.NumberFormat([language, "en"], { style: "percent", maximumFractionDigits: 0 });

/** Points of victory, with a sign. @param {number} share */
const points = (share) => whole.format(100 * share).replace("-", "\u2212");

/**
 * The offer to weigh a game, and then what came of it.
 * @param {Replay} replay
 * @param {Leading} leading
 * @param {Blob} [file] the record, if it is not one of this server
 */
export function review(replay, leading, file) {
  if (!replay.reviewable) return "";
  const title = make("h3", { tabIndex: -1 }, say("review-title"));
  const button = make("button", { type: "button" }, say("review-weigh"));
  const trouble = make("p", { className: "trouble", hidden: true });
  const section = make("section", { class: "review" }, title, make("p", { class: "small" }, say("review-about")), make("p", {}, button), trouble);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    trouble.hidden = true;
    put(button, say("review-weighing"));
    announce(say("review-weighing"));
    try {
      const found = /** @type {any} */ (await (file
        ? fetched("/api/review", { method: "POST", body: await file.arrayBuffer() })
        : fetched(`/api/tables/${replay.table}/games/${replay.number}/review`)));
      const parts = weighed(replay, found, leading);
      if (document.activeElement === button) title.focus();
      while (title.nextSibling) title.nextSibling.remove(); // The heading stays, and with it the focus.
      section.append(...parts);
      announce(say("review-done"));
    } catch (error) {
      const text = /** @type {Error} */ (error).message;
      put(trouble, text);
      trouble.hidden = false;
      announce(text);
      put(button, say("review-weigh"));
      button.removeAttribute("aria-disabled");
    }
  });
  return section;
}

/**
 * @param {Replay} replay
 * @param {Reviewed} found
 * @param {Leading} leading
 */
function weighed(replay, { review: { seats, chances }, told }, leading) {
  const lines = replay.seats.map((seat, at) => ({ ...seat, values: chances.map((moment) => Math.round(100 * moment.shares[at])) }));
  const marks = chapters(replay).map(([, step], at) => ({ at: Math.max(0, chances.findIndex((moment) => moment.step >= step)), text: String(at + 1) }));
  return [
    make("p", { class: "small" }, say("review-note", { fair: Math.round(100 / seats.length) })),
    balance(replay, seats),
    make("h4", {}, say("review-chances")),
    charted({ label: say("after-chart-label", { what: say("review-chances") }), lines, marks, written: (value) => shares.format(value / 100) }),
    make("p", {}, listening(lines)),
    make("details", {}, make("summary", {}, say("after-as-table")), course(replay, chances, leading)),
    make("div", { class: "after-columns" }, ...replay.seats.map((seat, at) => verdicts(seat, seats[at], told[at], leading))),
  ];
}

/** @param {Replay} replay @param {Balance[]} seats */
function balance(replay, seats) {
  const parts = /** @type {const} */ (["result", "cards", "others", "errors"]);
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, say("review-title")),
    make("thead", {}, make("tr", {}, head("col", say("after-player")), ...parts.map((part) => head("col", say(`review-${part}`))))),
    make("tbody", {}, ...seats.map((seat, at) =>
      make("tr", {}, head("row", ...badge(replay.seats[at])), ...parts.map((part) => make("td", {}, points(seat[part]))))))), say("review-title"));
}

/**
 * The chances as a table, a row for each decision.
 * @param {Replay} replay
 * @param {{step: number, shares: number[]}[]} chances
 * @param {Leading} leading
 */
function course(replay, chances, leading) {
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, say("review-chances")),
    make("thead", {}, make("tr", {}, head("col", say("review-step")), ...replay.seats.map((seat) => head("col", ...badge(seat))), make("td", {}))),
    make("tbody", {}, ...chances.map(({ step, shares: all }) =>
      make("tr", {}, head("row", String(step + 1)), ...all.map((share) => make("td", {}, shares.format(share))), make("td", {}, leading(step)))))), say("review-chances"));
}

/**
 * What there is to tell about one player.
 * @param {import("./podium.js").Player} player
 * @param {Balance} seat
 * @param {{step: number, say: string}[]} told
 * @param {Leading} leading
 */
function verdicts(player, seat, told, leading) {
  return make("section", { class: "moments" },
    make("h4", {}, ...badge(player)),
    make("p", {}, say("review-adjusted", { points: points(seat.adjusted) })),
    make("ol", { role: "list" }, ...told.map(({ step, say: text }) => make("li", {}, make("p", {}, text), leading(step)))));
}
