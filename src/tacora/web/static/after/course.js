// @ts-check
// The course of a finished game: chart, the same as a table, what was lost, turning points; and what can be done next.

import { announce } from "../speech/announcer.js";
import { make } from "../core/dom.js";
import { chart } from "./chart.js";
import "./checking.js";
import { listening } from "../speech/listen.js";
import { courseOf } from "../games/courses.js";
import * as storage from "../core/storage.js";
import { language, say } from "../core/words.js";

/**
 * A game as `GET /api/tables/TABLE/games/N/replay` and `POST /api/replay` tell it (src/tacora/server/http/replays.py).
 * @typedef {object} Replay
 * @property {string} game
 * @property {string} edition
 * @property {Record<string, any>} options
 * @property {import("./podium.js").Player[]} seats
 * @property {number | null} seen_by
 * @property {(import("./podium.js").Result & {say: string}) | null} over
 * @property {{events: import("../core/frames.js").GameEvent[], view: any, say: string, decisions: Record<string, string> | null, plain?: import("../core/protocol.js").Plain}[]} steps
 * @property {any} story
 * @property {import("./dealcheck.js").DealFacts} check
 * @property {string | null} table
 * @property {number | null} number
 * @property {string | null} record
 * @property {{code: string, say: string} | null} unweighed why it cannot be weighed
 */

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Replay>}
 */
export async function fetched(address, options) {
  let answer;
  try {
    answer = await fetch(address, { ...options, headers: { "Accept-Language": language } });
  } catch {
    throw new Error(say("replay-offline"));
  }
  const told = await answer.json().catch(() => ({ say: say("replay-offline") }));
  if (!answer.ok) throw new Error(told.say);
  return told;
}

/**
 * The chart with its table.
 * @param {Replay} replay
 */
export function course({ game, seats, story }) {
  const told = courseOf(game)?.course(story);
  if (!told) return "";
  const lines = {
    label: say("after-chart-label", { what: told.title }),
    lines: seats.map((seat, at) => ({ ...seat, values: told.values(at) })),
    marks: told.marks,
  };
  return make("section", { class: "course" },
    make("h3", {}, told.title),
    ...told.notes,
    charted(lines),
    make("p", {}, listening(lines.lines)),
    make("details", {}, make("summary", {}, say("after-as-table")), ...told.table(seats)));
}

/**
 * A chart that is as wide as its place.
 * @param {import("./chart.js").Course} lines
 */
export function charted(lines) {
  const holder = make("div", { class: "chart-holder" });
  let width = 0;
  const draw = () => {
    // The chart scales with the root font size, which large print and shared screens increase.
    const now = Math.floor((holder.clientWidth * 16) / parseFloat(getComputedStyle(document.documentElement).fontSize));
    if (!now || now === width) return;
    width = now;
    holder.innerHTML = chart(lines, width);
  };
  // In the next frame: a chart changes the height of the page, and with it perhaps its own width; within one frame browsers call that an error.
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(holder);
  return holder;
}

/**
 * What each one lost, or what each hand did.
 * @param {Replay} replay
 */
export const losses = ({ game, seats, story }) => courseOf(game)?.losses(seats, story) ?? "";

/**
 * The chapters to jump to, each with its first step.
 * @param {Replay} replay
 */
export const chapters = ({ game, story }) => courseOf(game)?.chapters(story) ?? [];

/**
 * Turning points, each with a link to its step.
 * @param {Replay} replay
 * @param {(step: number) => HTMLElement} leading a link or a button to a step
 */
export function moments({ story }, leading) {
  if (!story.moments.length) return "";
  return make("section", { class: "moments" }, make("h3", {}, say("after-moments")),
    make("ol", { role: "list" }, ...story.moments.map((/** @type {any} */ { step, say: text }) =>
      make("li", {}, make("p", {}, text), ...(step === null ? [] : [leading(step)])))));
}

/**
 * The record, the same cards again, and the check of the deal.
 * @param {Replay} replay
 * @param {{file?: Blob, links?: HTMLElement[], commitment?: string, repeat?: boolean}} [more] the commitment as this page was shown it
 */
export function next(replay, { file, links = [], commitment, repeat = true } = {}) {
  const { table, number, record, check } = replay;
  const download = make("a", { class: "button", href: record ?? (file ? URL.createObjectURL(file) : "#"), download: "" }, say("after-record"));
  const parts = [make("p", { class: "chips" }, ...links, ...(record || file ? [download] : []))];
  if (table && number && repeat) parts.push(again(`${table}/${number}`));
  const deal = /** @type {import("./checking.js").DealCheck} */ (document.createElement("deal-check"));
  deal.show(commitment ? { ...check, commitment } : check, replay.seats.map((seat) => seat.name));
  return make("section", { class: "next" }, make("h3", {}, say("after-next")), ...parts, deal);
}

/** @param {string} game TABLE/N */
function again(game) {
  const button = make("button", { type: "button" }, say("after-same-cards"));
  const answer = make("div", { class: "again-answer" });
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    try {
      const opened = /** @type {any} */ (await fetched("/api/tables", { method: "POST", body: JSON.stringify({ again: game }) }));
      const kept = storage.keep(opened.table, opened.host, { host: true });
      const mine = `/t/${opened.table}${kept ? "" : `#seat=${opened.host}`}`;
      const link = `${location.origin}/t/${opened.table}`;
      const copy = make("button", { type: "button" }, say("copy-link"));
      copy.addEventListener("click", () => navigator.clipboard?.writeText(link).then(() => (copy.textContent = say("copied"))));
      answer.replaceChildren(
        make("p", {}, `${say("after-new-table")} `, make("a", { href: mine }, link)),
        make("p", { class: "chips" }, make("a", { class: "button primary", href: mine }, say("after-go")), ...(navigator.clipboard ? [copy] : [])));
      announce(`${say("after-new-table")} ${opened.table}`);
    } catch (trouble) {
      const text = /** @type {Error} */ (trouble).message;
      answer.replaceChildren(make("p", { class: "trouble" }, text));
      announce(text);
      button.removeAttribute("aria-disabled");
    }
  });
  return make("div", { class: "again" }, make("p", {}, button), make("p", { class: "small" }, say("after-same-cards-about")), answer);
}
