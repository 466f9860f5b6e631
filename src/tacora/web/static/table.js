// @ts-check
// A table: the line to it, what is known of it, and the parts of the page that show it.

import { Line } from "./line.js";
import { say } from "./words.js";
import { alert, announce } from "./announcer.js";
import { History } from "./history.js";
import { Menu } from "./menu.js";
import * as purse from "./purse.js";
import { sprite } from "./drawings/index.js";
import "./seats.js";
import "./cave.js";
import "./tray.js";
import "./after.js";

/** @typedef {import("./frames.js").Situation} Situation */
/** @typedef {import("./frames.js").AnyFrame} AnyFrame */
/**
 * A part of the page. It is shown how things are, and what just happened if it happens now (nothing on arrival or after
 * a gap, so that nothing is played again). It asks for things with a `wish` event, which bubbles.
 * @typedef {HTMLElement & {show: (situation: Situation, news: AnyFrame | null) => void}} Part
 * A part that takes a moment to show something is `busy` until it says `settled`.
 * @typedef {Part & {busy?: boolean}} Scene
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const code = main.dataset.table ?? "";
const fragment = new URLSearchParams(location.hash.slice(1));
document.body.insertAdjacentHTML("afterbegin", sprite());

/** @type {Situation} */
const situation = {
  table: null,
  step: null,
  thinking: null,
  clock: null,
  over: null,
  line: "connecting",
  screen: fragment.has("screen"),
};
document.body.classList.toggle("screen", situation.screen);

// A personal link carries its token behind the #, which no server ever sees; it is kept, and taken off the address.
const personal = fragment.get("seat");
if (personal) purse.keep(code, personal);
const atOnce = fragment.has("now"); // Against bots, without further questions.
if (personal || atOnce) history.replaceState(null, "", location.pathname);

const line = new Line(code);
const told = new History();
const menu = new Menu(line, situation);
const parts = /** @type {Part[]} */ ([...main.querySelectorAll("table-seats, cave-table, tray-table, after-game")]);
const scenes = /** @type {Scene[]} */ (parts.filter((part) => part.matches("cave-table, tray-table")));
let greeted = false;
/** @type {(() => void)[]} What is shown once the eye has seen what happened before it. */
const later = [];
/** @type {number | undefined} */
let warning;

line.addEventListener("frame", (event) => heard(/** @type {CustomEvent} */ (event).detail));
line.addEventListener("state", (event) => turned(/** @type {CustomEvent} */ (event).detail));
main.addEventListener("wish", (event) => line.send(/** @type {CustomEvent} */ (event).detail));
for (const scene of scenes) scene.addEventListener("settled", settled);

/** @param {AnyFrame} frame */
function heard(frame) {
  const live = greeted && situation.line === "here";
  switch (frame.type) {
    case "table":
      situation.table = /** @type {any} */ (frame);
      break;
    case "now":
      if (!greeted) arrive();
      greeted = true;
      break;
    case "seated":
      purse.keep(code, frame.token, { seat: frame.seat });
      break;
    case "step":
      settled();
      situation.step = /** @type {any} */ (frame);
      situation.over = situation.clock = situation.thinking = null;
      tell(frame);
      later.push(() => told.add(frame.say));
      break;
    case "over":
      announce(frame.say.replaceAll("\n", ". "));
      later.push(() => end(frame, live));
      break;
    case "thinking":
      situation.thinking = /** @type {any} */ (frame);
      break;
    case "clock":
      situation.clock = /** @type {any} */ ({ ...frame, at: performance.now() });
      break;
    case "spoken":
      told.add(frame.say);
      announce(frame.say);
      break;
    case "error":
      trouble(frame.say);
      break;
  }
  show(live ? frame : null);
  if (!scenes.some((scene) => scene.busy && !scene.hidden)) settled();
}

/** Nothing moves any more: now the rest may be shown. */
function settled() {
  for (const act of later.splice(0)) act();
}

/**
 * @param {AnyFrame} over
 * @param {boolean} live
 */
function end(over, live) {
  told.add(over.say);
  situation.over = /** @type {any} */ (over);
  const held = scenes.some((scene) => scene.contains(document.activeElement));
  show(live ? over : null);
  if (held) {
    // What had the focus is gone: it goes where the result is, not back to the top of the page.
    const heading = /** @type {HTMLElement | null} */ (main.querySelector("after-game h2"));
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }
}

/** @param {AnyFrame} step */
function tell(step) {
  const disaster = step.events.some((/** @type {any} */ event) => event.type === "disaster");
  (disaster ? alert : announce)(step.say);
}

/** @param {AnyFrame | null} news */
function show(news) {
  const playing = situation.step?.view;
  /** @type {Record<string, boolean>} */
  const visible = {
    "table-seats": !situation.table?.running && !later.length,
    "cave-table": Boolean(playing) && situation.table?.game === "diamant" && !situation.over,
    "tray-table": Boolean(playing) && situation.table?.game === "mister-diamond" && !situation.over,
    "after-game": Boolean(situation.over),
  };
  for (const part of parts) {
    part.hidden = !visible[part.localName];
    if (situation.table && !part.hidden) part.show(situation, news);
  }
  told.hidden = !playing;
  document.body.dataset.stage = situation.over ? "over" : situation.table?.running || later.length ? "playing" : "waiting";
  menu.show();
}

/** @param {Situation["line"]} state */
function turned(state) {
  const before = situation.line;
  situation.line = state;
  const note = /** @type {HTMLElement} */ (document.getElementById("line"));
  clearTimeout(warning);
  if (state === "lost" && before === "here") {
    // A gap that closes at once is not worth a word.
    warning = setTimeout(() => {
      note.textContent = say("line-lost");
      note.hidden = false;
      alert(say("line-lost"));
    }, 1500);
  } else if (state === "here") {
    if (!note.hidden && greeted) announce(say("line-back"));
    note.hidden = true;
  }
  show(null);
}

/** The first greeting is over. */
function arrive() {
  if (atOnce && situation.table?.hosting && !situation.table.running && !situation.table.yours?.length) {
    line.send({ type: "sit", name: purse.name() || say("you-name"), luck: purse.newLuck(), token: purse.newToken() });
    line.send({ type: "start", fill: true });
  }
}

/** @param {string} text */
function trouble(text) {
  const note = /** @type {HTMLElement} */ (document.getElementById("trouble"));
  note.textContent = text;
  note.hidden = false;
  announce(text);
  setTimeout(() => {
    if (note.textContent === text) note.hidden = true;
  }, 8000);
}

line.open();
