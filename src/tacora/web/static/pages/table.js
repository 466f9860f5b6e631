// @ts-check
// The page of a table: the connection, the state of the table, and the parts that show it.

import "../core/register.js";
import "../core/print.js";
import { ask } from "../core/dom.js";
import { Line } from "../core/line.js";
import { PASSING } from "../core/wishes.js";
import { language, say } from "../core/words.js";
import { alert, announce } from "../speech/announcer.js";
import { History, mayBeTold } from "../play/history.js";
import { Ear } from "../speech/ear.js";
import { Menu } from "../play/menu.js";
import { Preferences } from "../play/preferences.js";
import * as storage from "../core/storage.js";
import { sitWish } from "../gathering/sitting.js";
import { sprite } from "../drawings/index.js";
import { preload } from "../core/preload.js";
import { compare, outdated, unloaded } from "./upgrade.js";
import { ELEMENTS, elementOf, elements } from "../games/elements.js";
import { MODULES } from "../games/modules.js";
import "../gathering/seats.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../core/wishes.js").Receipt} Receipt */
/**
 * A part of the page. It is rendered from the situation; `news` is what happens now and may be animated (null on arrival and after a
 * gap). It sends wishes with a `wish` event, which bubbles. One with many accessible nodes may `clear` itself when it is hidden.
 * @typedef {HTMLElement & {show: (situation: Situation, news: AnyFrame | null) => void, clear?: () => void}} Part
 * A part that animates is `busy` until it dispatches `settled`.
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
  underWay: (seat, decision) => line.decided(seat, decision),
};
document.body.classList.toggle("screen", situation.screen);

// A personal link has its token in the fragment, which browsers do not send. It is stored, and removed from the address.
const personal = fragment.get("seat");
if (personal) storage.keep(code, personal);
const atOnce = fragment.has("now"); // Play against bots, without further questions.
if (personal || atOnce) history.replaceState(null, "", location.pathname);

/** Identifies the listener: sentences depend on the language, and on who is "you". */
const listener = () => `${language} ${situation.screen ? "screen" : storage.owner(code)}`;
const told = new History(code, listener());
const line = new Line(code, situation.screen, told.since);
const ear = new Ear(situation);
ear.recall(told.told);
const menu = new Menu(line, situation, new Preferences(line, ear.commandLine).button);
main.querySelector("after-game")?.before(...elements());
const parts = /** @type {Part[]} */ ([...main.querySelectorAll(["table-seats", ...ELEMENTS, "after-game"].join())]);
const scenes = /** @type {Scene[]} */ (parts.filter((part) => ELEMENTS.includes(part.localName)));
/** @type {Record<string, () => Promise<unknown>>} */
const FETCHED = {
  ...MODULES,
  "after-game": () => import("../after/after.js"),
};
/** @type {Set<string>} */
const fetching = new Set();
const TRIES = 3; // Failed loads of a part before the page says so.
/** @type {Record<string, number>} */
const missed = {};
let greeted = false;
let complaint = ""; // The last error: not repeated with every attempt to reconnect.
/** @type {(() => void)[]} What waits until animations have settled. */
const later = [];
const PACE = 500; // Least milliseconds between two rendered steps: fast bots outrun eyes and screen readers.
/** @type {Situation["step"]} the step that is rendered; `situation.step` may be ahead of it */
let shown = null;
let shownAt = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding; // Until the next step may be rendered.
/** @type {AnyFrame[]} */
let held = []; // The frames that came meanwhile.
let rendering = false;
let homeless = false; // Focus was in a part that is hidden now, and has not been moved yet.
/** @type {number | undefined} */
let warning;
const waiting = /** @type {HTMLElement} */ (document.getElementById("waiting"));
// Most tables answer at once, and the notice would only flash.
setTimeout(() => {
  if (!situation.table && situation.line !== "refused") waiting.hidden = false;
}, 400);

line.addEventListener("frame", (event) => heard(/** @type {CustomEvent} */ (event).detail));
line.addEventListener("state", (event) => turned(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("wish", (event) => {
  const { detail } = /** @type {CustomEvent<{wish: import("../core/frames.js").Wish, receipt: Promise<Receipt>}>} */ (event);
  detail.receipt = line.send(detail.wish);
  detail.receipt.then((receipt) => {
    // The server explains its own refusals; questions are answered where they were asked.
    const ours = !receipt.kept && (receipt.code === "unsent" || receipt.code === "unsure") && detail.wish.type !== "ask";
    if (ours && line.state !== "refused") trouble(say(`wish-${receipt.code}`));
  });
});
main.addEventListener("stay", () => line.stay());
for (const scene of scenes) scene.addEventListener("settled", settled);

/** @param {AnyFrame} frame */
function heard(frame) {
  const live = greeted && situation.line === "here";
  const fresh = ear.hear(frame, situation.table);
  switch (frame.type) {
    case "table":
      situation.table = frame;
      there(elementOf(frame.game)); // Needed soon, if not now.
      if (frame.running) there("after-game");
      waiting.hidden = true;
      break;
    case "now":
      compare(frame.pages);
      if (!greeted) arrive();
      greeted = true;
      break;
    case "seated":
      storage.keep(code, frame.token, { seat: frame.seat });
      told.listener = listener();
      break;
    case "step":
      settled();
      situation.step = frame;
      situation.over = situation.clock = situation.thinking = null;
      if (fresh) later.push(() => told.add(frame));
      break;
    case "over":
      later.push(() => end(frame, live, fresh));
      break;
    case "thinking":
      situation.thinking = frame;
      break;
    case "clock":
      situation.clock = { ...frame, at: performance.now() };
      break;
    case "spoken":
      if (fresh) told.add(frame);
      break;
    case "error":
      if (frame.code === "other-version") outdated();
      else if (situation.line === "refused") refused(frame);
      else if (line.refusals && PASSING.has(frame.code)) unkept();
      else if (frame.say !== complaint || situation.line === "here") trouble(frame.say);
      if (frame.id === "sit") storage.forgetLast(code);
      complaint = frame.say;
      break;
  }
  show(live && fresh ? frame : null);
}

function settleIfCalm() {
  if (!scenes.some((scene) => scene.busy && !scene.hidden)) settled();
}

/** Run what waited for animations. While rendering or holding, not yet: both end with this. */
function settled() {
  if (rendering || holding !== undefined) return;
  for (const act of later.splice(0)) act();
}

/**
 * @param {import("../core/frames.js").OverFrame} over
 * @param {boolean} live
 * @param {boolean} fresh
 */
function end(over, live, fresh) {
  if (fresh) told.add(over);
  if (situation.step && situation.step.game !== over.game) return; // The next game has begun meanwhile.
  situation.over = over;
  show(live ? over : null);
}

/**
 * Whether a part is loaded; if not, load it. Elements of games and the podium are loaded on demand.
 * @param {string} part
 */
function there(part) {
  if (!(part in FETCHED) || customElements.get(part)) return true;
  if (!fetching.has(part)) {
    fetching.add(part);
    if (!missed[part]) preload(part);
    FETCHED[part]().then(
      () => show(null),
      () => again(part),
    );
  }
  return false;
}

/** Retry a part that failed to load: the server may be restarting, or have other files by now. @param {string} part */
function again(part) {
  missed[part] = (missed[part] ?? 0) + 1;
  if (missed[part] === TRIES) unloaded();
  setTimeout(() => fetching.delete(part) && show(null), 2000);
}

/**
 * Render now or, in a burst of steps, once the step before has been visible for a moment.
 * @param {AnyFrame | null} news
 */
function show(news) {
  const wait = shown && situation.step !== shown ? shownAt + PACE - performance.now() : 0;
  if (wait > 0 || holding !== undefined) {
    if (news) held.push(news);
    holding ??= setTimeout(release, wait);
    return;
  }
  render(news);
  settleIfCalm();
}

/** Render the outcome of all held steps in one task, the last one as news: one batch of events for a screen reader. */
function release() {
  holding = undefined;
  const steps = held.filter((frame) => frame.type === "step");
  held = [];
  if (steps.length > 1) render(null, steps.at(-2));
  render(steps.at(-1) === situation.step ? situation.step : null);
  settleIfCalm();
}

/**
 * @param {AnyFrame | null} news
 * @param {Situation["step"]} [step] the one to render, if it is not the last
 */
function render(news, step = situation.step) {
  const next = step !== shown;
  shown = step;
  rendering = true;
  // Decisions made in a part answer the step that it shows, not one that is held.
  const now = { ...situation, step };
  const playing = step?.view;
  /** @type {Record<string, boolean>} */
  const visible = {
    "table-seats": Boolean(situation.table) && !situation.table?.running && !later.length,
    [elementOf(situation.table?.game ?? "")]: Boolean(playing) && !situation.over,
    "after-game": Boolean(situation.over),
  };
  const focused = parts.find((part) => part.contains(document.activeElement));
  try {
    for (const part of parts) {
      if (!part.hidden && !visible[part.localName]) part.clear?.();
      part.hidden = !visible[part.localName];
      if (situation.table && !part.hidden && there(part.localName)) part.show(now, news);
    }
  } finally {
    rendering = false; // An error in one part must not block the podium.
  }
  homeless ||= Boolean(focused?.hidden);
  if (homeless) refuge();
  told.hidden = !playing;
  told.most = mayBeTold(situation);
  document.body.dataset.stage = situation.over ? "over" : situation.table?.running || later.length ? "playing" : "waiting";
  menu.show();
  if (next) shownAt = performance.now();
}

/** Move lost focus to the heading of the visible part, instead of the top of the page. */
function refuge() {
  if (parts.some((part) => !part.hidden && !customElements.get(part.localName))) return; // Still loading.
  const headings = ["[data-refuge]", "after-game h2", "table-seats h2"];
  const heading = headings
    .flatMap((one) => /** @type {HTMLElement[]} */ ([...main.querySelectorAll(one)]))
    .find((one) => !one.closest("[hidden]"));
  if (!heading) return;
  homeless = false;
  if (document.activeElement?.matches("body, [hidden] *")) {
    heading.setAttribute("tabindex", "-1");
    heading.focus();
  }
}

/** @param {Situation["line"]} state */
function turned(state) {
  if (state === situation.line) return; // Another attempt; the warning about the first loss still stands.
  situation.line = state;
  const note = /** @type {HTMLElement} */ (document.getElementById("line"));
  clearTimeout(warning);
  if (state === "lost") {
    // Short gaps are not announced.
    warning = setTimeout(() => {
      note.textContent = say("line-lost");
      note.hidden = false;
      alert(say("line-lost"));
    }, 1500);
  } else if (state === "here") {
    if (!note.hidden && greeted) ear.back();
    note.hidden = true;
    const complained = /** @type {HTMLElement} */ (document.getElementById("trouble"));
    if (complained.textContent === say("wish-unsent")) complained.hidden = true;
  } else if (state === "refused") {
    note.hidden = waiting.hidden = true;
  }
  show(null);
}

/** The first greeting is over. */
function arrive() {
  if (atOnce && situation.table?.hosting && !situation.table.running && !situation.table.yours?.length) {
    ask(main, sitWish(storage.name() || say("you-name"), null));
    ask(main, { type: "start", fill: true });
  }
}

/** The table cannot be reached: say so, with a link back. @param {import("../core/protocol.js").Trouble} frame */
function refused({ code, say: why }) {
  announce(why);
  if (code === "no-such-table") return; // The gathering shows that.
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  part("waiting-title").textContent = say("refused-lost");
  part("waiting-why").textContent = `${why.charAt(0).toLocaleUpperCase()}${why.slice(1)}.`;
  part("waiting-why").hidden = part("waiting-back").hidden = waiting.hidden = false;
}

/** Put the note into the topmost modal dialog, which would cover it, until that is closed. @param {HTMLElement} note */
function place(note) {
  const over = [...document.querySelectorAll("dialog:modal")].at(-1);
  const title = over?.querySelector("h2") ?? document.getElementById("title");
  if (title && title.nextElementSibling !== note) title.after(note);
  over?.addEventListener("close", () => place(note), { once: true });
}

/** The store refused a decision, which is sent again until it is kept: said once, and shown as long as it lasts. */
function unkept() {
  trouble(say("wish-again"), line.refusals === 1);
}

/**
 * @param {string} text
 * @param {boolean} [aloud]
 */
function trouble(text, aloud = true) {
  const note = /** @type {HTMLElement} */ (document.getElementById("trouble"));
  place(note);
  note.textContent = text;
  note.hidden = false;
  if (aloud) announce(text);
  setTimeout(() => {
    if (note.textContent === text) note.hidden = true;
  }, 8000);
}

line.open();
