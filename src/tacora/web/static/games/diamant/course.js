// @ts-check
// The course of a finished game of Diamant: a line for each player, expedition by expedition, and what was lost in disasters.

import { make } from "../../core/dom.js";
import { badge, head, scrolling } from "../../after/tables.js";
import { say } from "../../core/words.js";

/** @typedef {import("../courses.js").Course} Course */
/** @typedef {import("../../after/podium.js").Player[]} Players */

/** @param {any} story @returns {Course} */
const course = (story) => ({
  title: say("after-course-diamant"),
  values: (seat) => [0, ...story.expeditions.map((/** @type {any} */ one) => one.scores[seat])],
  marks: story.expeditions.map((/** @type {any} */ one, /** @type {number} */ at) => ({ at: at + 1, text: String(one.number), hazard: one.hazard })),
  notes: story.relics.some(Boolean) ? [make("p", { class: "small" }, say("after-with-relics"))] : [],
  table: (seats) => [
    ...(story.lost.some(Boolean) ? [make("p", { class: "small" }, make("span", { class: "lost" }, "−"), ` ${say("after-lost-about")}`)] : []),
    expeditions(seats, story),
  ],
});

/**
 * @param {Players} seats
 * @param {any} story
 */
function expeditions(seats, story) {
  const rows = story.expeditions.map((/** @type {any} */ one) => {
    const ended = one.hazard ? say("after-ended-hazard", { hazard: say(`hazard-${one.hazard}`) }) : say(`after-ended-${one.ended}`);
    return make("tr", {}, head("row", String(one.number)), ...seats.map((_, seat) =>
      make("td", {}, String(one.scores[seat]), ...(one.lost[seat] ? [make("span", { class: "lost" }, ` −${one.lost[seat]}`)] : []))),
      make("td", { class: "ended" }, ended));
  });
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, say("after-course-diamant")),
    make("thead", {}, make("tr", {}, head("col", say("after-expedition")), ...seats.map((seat) => head("col", ...badge(seat))), make("th", { scope: "col", class: "ended" }, say("after-ended")))),
    make("tbody", {}, ...rows)));
}

/**
 * What each one lost in disasters.
 * @param {Players} seats
 * @param {any} story
 */
function losses(seats, story) {
  const most = Math.max(...story.lost);
  const body = most
    ? make("ul", { class: "bars", role: "list" }, ...seats.map((seat, at) => {
        const bar = make("span", { class: "bar-of", "aria-hidden": "true" });
        bar.style.setProperty("--part", String(story.lost[at] / most));
        return make("li", {}, make("span", { class: "bar-name" }, ...badge(seat)), bar, make("span", { class: "bar-value" }, say("gems", { n: story.lost[at] })));
      }))
    : make("p", {}, say("after-lost-none"));
  return make("section", { class: "losses" }, make("h3", {}, say("after-lost-title")), make("p", { class: "small" }, say("after-lost-about")), body);
}

/** @param {any} story @param {number} seat @returns {import("../courses.js").Figures} */
function figures({ expeditions }, seat) {
  const early = (/** @type {any} */ { left, home }) => left[seat] > 0 && left.some((/** @type {number} */ when, /** @type {number} */ other) => when > left[seat] && home[other] > home[seat]);
  const late = (/** @type {any} */ { left, ended }) => !left[seat] && ended === "hazard";
  return {
    home: expeditions.map((/** @type {any} */ { home }) => home[seat]),
    late: expeditions.filter(late).length,
    early: expeditions.filter(early).length,
  };
}

/** Where to jump to: each expedition. @param {any} story @returns {[string, number][]} */
const chapters = (story) =>
  story.expeditions.map((/** @type {any} */ one) => [say("replay-jump-expedition", { n: one.number }), one.step]);

// One object: for the namespace of a module esbuild would add a helper, and a chunk of its own for it.
/** @type {import("../courses.js").CourseTeller} */
export const teller = { course, losses, chapters, figures };
