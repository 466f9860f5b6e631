// @ts-check
// Replay of a game, step by step: from a table's link or from the file of a record.

import "../core/register.js";
import "../core/print.js";
import "../speech/voice.js";
import { announce, spoken } from "../speech/announcer.js";
import { anew, drawn, make, put, select } from "../core/dom.js";
import { chapters, course, fetched, losses, moments, next } from "../after/course.js";
import { sprite } from "../drawings/index.js";
import { torch } from "../drawings/people.js";
import { podium } from "../after/podium.js";
import { review } from "../after/review.js";
import * as keyboard from "../core/keys.js";
import { Weighed } from "../after/weighed.js";
import * as storage from "../core/storage.js";
import "../games/all.js";
import { ELEMENTS, elementOf, elements } from "../games/elements.js";
import { listed, say } from "../core/words.js";

/** @typedef {import("../after/course.js").Replay} Replay */
/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {HTMLElement & {show: (situation: Situation, news: any) => void}} Part */

const LARGEST = 256; // kB, the limit of the server.
const LEAST_PAUSE = 1200; // Milliseconds for which a step stays, and some more for each character.
const PER_SIGN = 14;
const LONGEST_PAUSE = 4500;

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function part(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`no ${id}`);
  return element;
}

const main = part("main", HTMLElement);
const slider = part("slider", HTMLInputElement);
const eyes = part("eyes", HTMLSelectElement);
const speed = part("speed", HTMLSelectElement);
const play = part("play", HTMLButtonElement);
let told = part("told", HTMLOListElement);
const chooser = part("file", HTMLInputElement);
const trouble = part("trouble", HTMLElement);
const { table = "", game = "" } = main.dataset;

document.body.insertAdjacentHTML("afterbegin", sprite());
part("stage", HTMLElement).append(...elements());
part("open", HTMLElement).prepend(drawn(torch(), "open-torch"));

/** @type {Replay | null} */
let replay = null;
/** @type {File | null} */
let file = null;
let step = 0;
/** @type {number | undefined} */
let timer;
let asked = 0;
/** @type {Weighed | null} */
let weighed = null;
let shownGames = 0; // And reviews of them.

// Loading

/**
 * Fetch the game as one seat, or everybody, saw it.
 * @param {string} seat
 * @param {File | null} [from]
 */
async function load(seat, from = file) {
  asked += 1;
  const mine = asked;
  const query = seat ? `?seat=${encodeURIComponent(seat)}` : "";
  document.body.classList.add("reading");
  try {
    const found = from
      ? await fetched(`/api/replay${query}`, { method: "POST", body: await text(from) })
      : await fetched(`/api/tables/${encodeURIComponent(table)}/games/${encodeURIComponent(game)}/replay${query}`);
    if (mine !== asked) return;
    const other = !replay || from !== file;
    [replay, file] = [found, from];
    trouble.hidden = true;
    begin(other);
  } catch (error) {
    if (mine !== asked) return;
    const text = /** @type {Error} */ (error).message;
    trouble.textContent = from ? `${from.name}\n${text}` : text;
    trouble.hidden = false;
    eyes.value = replay?.seen_by === null || !replay ? "" : String(replay.seen_by);
    announce(trouble.textContent);
  } finally {
    if (mine === asked) document.body.classList.remove("reading");
  }
}

/** @param {File} from */
async function text(from) {
  if (from.size > LARGEST * 1024) throw new Error(say("replay-too-large", { most: LARGEST }));
  try {
    return await from.arrayBuffer();
  } catch {
    throw new Error(say("replay-unread", { name: from.name }));
  }
}

chooser.addEventListener("change", () => {
  if (chooser.files?.[0]) load("", chooser.files[0]);
  chooser.value = "";
});
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    const carried = /** @type {DragEvent} */ (event).dataTransfer;
    if (!carried?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop" && carried.files[0]) load("", carried.files[0]);
  });
}

// Rendering

/** @param {boolean} other whether it is another game than before */
function begin(other) {
  if (!replay) return;
  const { seats, steps, seen_by } = replay;
  if (other) eyes.replaceChildren(make("option", { value: "" }, say("replay-eyes-all")), ...seats.map(({ name, letter }, seat) => make("option", { value: String(seat) }, `${letter} ${name}`)));
  select(eyes, seen_by === null ? "" : String(seen_by));
  slider.max = String(steps.length - 1);
  told = anew(told, ...steps.map(({ say: sentence }, at) => {
    const button = make("button", { type: "button", class: "told-step", tabIndex: -1 }, sentence);
    button.addEventListener("click", () => user(at));
    return make("li", {}, button);
  }));
  weighed?.mark(told);
  part("replay", HTMLElement).hidden = false;
  if (file) part("replay-of", HTMLElement).textContent = file.name;
  if (other) {
    pause();
    step = file ? 0 : wanted();
    part("link", HTMLElement).hidden = Boolean(file) || !navigator.clipboard;
    unweigh();
    ending();
    jumps();
  }
  go(Math.min(step, steps.length - 1), false);
  if (!other) return;
  const opened = say("replay-opened", { what: part("replay-of", HTMLElement).textContent ?? "", steps: steps.length, names: listed(seats.map(({ name }) => name)) });
  announce(`${opened} ${spoken(steps[step].say)}`);
}

/** The result and what can be done with the game. */
function ending() {
  if (!replay) return;
  const now = shownGames; // A review takes a while, and another game may be shown when it comes.
  const after = part("after", HTMLElement);
  const links = [];
  if (!file) links.push(make("a", { class: "button", href: `/t/${table}` }, `${say("table")} ${table}`));
  const leading = (/** @type {number} */ at) => {
    const button = make("button", { type: "button", "aria-label": say("after-see-step", { n: at + 1 }) }, say("after-see"));
    button.addEventListener("click", () => {
      user(at);
      part("stage", HTMLElement).scrollIntoView({ block: "start" });
    });
    return button;
  };
  const story = make("div", { class: "after-story camp" },
    course(replay),
    make("div", { class: "after-columns" }, losses(replay), moments(replay, leading)),
    review(replay, leading, { file: file ?? undefined, atOnce: address().has("weighed"), found: (reviewed) => now === shownGames && found(reviewed) }),
    next(replay, { links, ...(file ? { file } : {}) }));
  const result = replay.over ? podium(replay.game, replay.seats, replay.over, replay.story.relics ?? []) : make("p", { class: "unfinished" }, say("replay-unfinished"));
  after.replaceChildren(result, story);
}

/** A review came: show what it adds to the steps. @param {import("../after/review.js").Reviewed} reviewed */
function found(reviewed) {
  if (!replay) return;
  unweigh();
  weighed = new Weighed(replay.seats, replay.steps.length, reviewed, (at) => go(at, at === step + 1));
  part("stage", HTMLElement).append(weighed.bar);
  part("stage", HTMLElement).classList.add("weighed");
  part("transport", HTMLElement).prepend(weighed.row);
  slider.after(weighed.ticks);
  part("keys-weighed", HTMLElement).hidden = false;
  weighed.mark(told);
  go(step, false);
}

/** Another game is shown, or another review of it. */
function unweigh() {
  shownGames += 1;
  for (const element of [weighed?.bar, weighed?.row, weighed?.ticks]) element?.remove();
  part("stage", HTMLElement).classList.remove("weighed");
  part("keys-weighed", HTMLElement).hidden = true;
  weighed = null;
}

function jumps() {
  if (!replay) return;
  const { steps, over } = replay;
  const places = [...chapters(replay)];
  if (over) places.push([say("replay-jump-end"), steps.length - 1]);
  part("jump", HTMLElement).replaceChildren(...places.map(([text, at]) => {
    const button = make("button", { type: "button", "data-step": String(at) }, text);
    button.addEventListener("click", () => user(at));
    return button;
  }));
}

/** @param {number} at @param {boolean} live whether it follows the step before, and may be animated */
function go(at, live) {
  if (!replay) return;
  step = at;
  const { steps } = replay;
  const now = steps[at];
  const shown = situation(at);
  for (const element of /** @type {NodeListOf<Part>} */ (document.querySelectorAll(ELEMENTS.join()))) {
    element.hidden = element.localName !== elementOf(replay.game);
    if (!element.hidden) element.show(shown, live ? shown.step : null);
  }
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", spoken(now.say));
  put(part("count", HTMLElement), say("replay-step-of", { step: at + 1, steps: steps.length }));
  put(part("said", HTMLElement), now.say);
  for (const [id, end] of /** @type {[string, number][]} */ ([["first", 0], ["back", 0], ["forward", steps.length - 1], ["last", steps.length - 1]])) {
    part(id, HTMLButtonElement).setAttribute("aria-disabled", String(at === end));
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#jump button"))) button.removeAttribute("aria-current");
  const chapter = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#jump button"))].filter((button) => Number(button.dataset.step) <= at).at(-1);
  chapter?.setAttribute("aria-current", "step");
  [...told.children].forEach((item, i) => {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    if (i === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    const stop = i === at ? 0 : -1; // The list is one tab stop; the arrow keys go on from there.
    if (button.tabIndex !== stop) button.tabIndex = stop;
  });
  const current = /** @type {HTMLElement | undefined} */ (told.children[at]);
  if (current && !told.contains(document.activeElement)) told.scrollTop += current.getBoundingClientRect().top - told.getBoundingClientRect().top - told.clientHeight / 4;
  weighed?.show(at);
  if (!file) history.replaceState(null, "", `#${new URLSearchParams({ step: String(at), ...(eyes.value ? { seat: eyes.value } : {}), ...(weighed ? { weighed: "1" } : {}) })}`);
}

/** @param {number} at @returns {Situation} */
function situation(at) {
  const { game: kind, edition, options, seats, steps } = /** @type {Replay} */ (replay);
  const { events, view, say: sentence, plain } = steps[at];
  return {
    table: { type: "table", table, game: kind, edition, options, seats, yours: [], games: 1, running: true },
    step: { type: "step", game: 1, events, view, legal: {}, say: sentence, plain },
    thinking: null, clock: null, over: null, line: "here", screen: false, replay: true,
  };
}

/** What the fragment of the address asks for. */
const address = () => new URLSearchParams(location.hash.slice(1));

/** The step that the address asks for. */
function wanted() {
  const at = Number(address().get("step"));
  return Number.isInteger(at) && at >= 0 ? at : 0;
}

// Controls

/** @param {number} to */
function user(to) {
  if (!replay) return;
  const at = Math.max(0, Math.min(to, replay.steps.length - 1));
  if (at === step) return;
  go(at, at === step + 1);
  if (document.activeElement !== slider) announce(replay.steps[at].say);
}

function pause() {
  clearTimeout(timer);
  timer = undefined;
  play.dataset.playing = "false";
  part("play-word", HTMLElement).textContent = say("replay-play");
}

function toggle() {
  if (!replay) return;
  if (timer !== undefined) {
    pause();
    return;
  }
  if (step === replay.steps.length - 1) user(0);
  play.dataset.playing = "true";
  part("play-word", HTMLElement).textContent = say("replay-pause");
  wait();
}

function wait() {
  if (!replay) return;
  const length = Math.min(LONGEST_PAUSE, LEAST_PAUSE + PER_SIGN * replay.steps[step].say.length);
  timer = setTimeout(() => {
    if (!replay) return;
    user(step + 1);
    if (step < replay.steps.length - 1) wait();
    else pause();
  }, length / Number(speed.value));
}

play.addEventListener("click", toggle);
slider.addEventListener("input", () => user(Number(slider.value)));
/** @type {Record<string, () => number>} */
const ways = { first: () => 0, back: () => step - 1, forward: () => step + 1, last: () => Infinity };
for (const [id, to] of Object.entries(ways)) part(id, HTMLButtonElement).addEventListener("click", () => user(to()));
eyes.addEventListener("change", () => load(eyes.value));
const single = part("keys", HTMLInputElement);
single.checked = keyboard.on();
single.addEventListener("change", () => keyboard.turn(single.checked));
speed.value = storage.preferred("replay-speed", "1");
speed.addEventListener("change", () => storage.prefer("replay-speed", speed.value));

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!replay || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (target.closest("input, select, textarea, .tray-grid, .scrolling, dialog")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  const line = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const item = target.closest("#told > li");
  if (item && line) {
    event.preventDefault();
    const next = line > 0 ? item.nextElementSibling : item.previousElementSibling;
    /** @type {HTMLElement | null | undefined} */ (next?.firstElementChild)?.focus();
    return;
  }
  if (!keyboard.on()) return;
  /** @type {Record<string, () => void>} */
  const keys = event.shiftKey ? { ArrowRight: () => weighed?.move(1), ArrowLeft: () => weighed?.move(-1) } : { ArrowRight: () => user(step + 1), ArrowLeft: () => user(step - 1), Home: () => user(0), End: () => user(Infinity), " ": toggle };
  if (!keys[event.key] || (event.shiftKey && !weighed)) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("hashchange", () => user(wanted()));
// In another language, at the same step.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-language]"))) {
  link.addEventListener("click", () => (link.hash = location.hash));
}
part("link", HTMLButtonElement).addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  put(part("link", HTMLElement), say("copied"));
  announce(say("copied"));
  setTimeout(() => put(part("link", HTMLElement), say("replay-link")), 3000);
});

if (table) load(address().get("seat") ?? "");
