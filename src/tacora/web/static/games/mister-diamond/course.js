// @ts-check
// The course of a finished match of Mister Diamond: a line for each player, turn by turn, and what each hand did.

import { make } from "../../core/dom.js";
import { badge, head, scrolling } from "../../after/tables.js";
import { say } from "../../core/words.js";

/** @typedef {import("../courses.js").Course} Course */
/** @typedef {import("../../after/podium.js").Player[]} Players */

/** @param {any} story @returns {Course} */
const course = (story) => ({
  title: say("after-course-mister"),
  values: (seat) => story.turns.map((/** @type {any} */ one) => one.scores[seat]),
  marks: story.turns.filter((/** @type {any} */ _, /** @type {number} */ at) => at && at % 10 === 0).map((/** @type {any} */ one) => ({ at: one.step, text: String(one.step) })),
  notes: [],
  table: (seats) => [turns(seats, story)],
});

/**
 * @param {Players} seats
 * @param {any} story
 */
function turns(seats, story) {
  const rows = story.turns.slice(1).map((/** @type {any} */ one) =>
    make("tr", {}, head("row", String(one.step)), ...seats.map((_, seat) => make("td", {}, String(one.scores[seat])))));
  return scrolling(make("table", {},
    make("caption", { class: "unseen" }, say("after-course-mister")),
    make("thead", {}, make("tr", {}, head("col", say("after-turn")), ...seats.map((seat) => head("col", ...badge(seat))))),
    make("tbody", {}, ...rows)));
}

/**
 * What each hand did.
 * @param {Players} seats
 * @param {any} story
 */
function losses(seats, story) {
  const columns = ["lifted", "stuck", "again", "stolen", "robbed"];
  return make("section", { class: "losses" }, make("h3", {}, say("after-hands-title")),
    scrolling(make("table", {},
      make("thead", {}, make("tr", {}, head("col", say("after-player")), ...columns.map((name) => head("col", say(`after-hands-${name}`))))),
      make("tbody", {}, ...seats.map((seat, at) =>
        make("tr", {}, head("row", ...badge(seat)), ...columns.map((name) => make("td", {}, String(story.hands[at][name])))))))));
}

/** Where to jump to: each game of a match. @param {any} story @returns {[string, number][]} */
const chapters = (story) =>
  story.games?.length > 1 ? story.games.map((/** @type {number} */ at, /** @type {number} */ n) => [say("replay-jump-game", { n: n + 1 }), at]) : [];

// One object: for the namespace of a module esbuild would add a helper, and a chunk of its own for it.
/** @type {import("../courses.js").CourseTeller} */
export const teller = { course, losses, chapters };
