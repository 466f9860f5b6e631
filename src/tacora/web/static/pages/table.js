// @ts-check
// The page of a table: the connection, the state of the table, and the parts that show it.

import "../core/register.js";
import "../core/print.js";
import "../speech/voice.js";
import { ask, focusAfter, focusFirst, make, put, reveal, whenAwaited } from "../core/dom.js";
import { Line } from "../core/line.js";
import { PASSING } from "../core/wishes.js";
import { language, say } from "../core/words.js";
import { afterFocus, alert, announce, follow } from "../speech/announcer.js";
import { Bubbles } from "../play/bubbles.js";
import { History, mayBeTold } from "../play/history.js";
import { Ear } from "../speech/ear.js";
import { Menu } from "../play/menu.js";
import { Missing } from "../play/missing.js";
import { Preferences } from "../play/preferences.js";
import { PressGuard } from "../play/pressguard.js";
import { soundSwitch } from "../play/soundswitch.js";
import { relieved, trouble } from "../play/trouble.js";
import { YourTurn } from "../play/yourturn.js";
import { chosen } from "../play/choice.js";
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
 * `placeOf` is where it shows a player. Focus that has lost its place goes to its `refuge`, where keys reach the page, or else to its
 * heading.
 * @typedef {HTMLElement & {show: (situation: Situation, news: AnyFrame | null) => void, clear?: () => void,
 *   placeOf?: (seat: number) => Element | null | undefined, refuge?: () => HTMLElement | null}} Part
 * A part that animates is `busy` until it dispatches `settled`.
 * @typedef {Part & {busy?: boolean, behind?: boolean, catchUp?: () => void}} Scene
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

// A personal link has its token in the fragment, which browsers do not send. It is stored, and removed from the address; where
// nothing can be stored, it stays there, so that the page can be loaded again.
const personal = fragment.getAll("seat");
const atOnce = fragment.has("now"); // Play against bots, without further questions.
if (personal.length || atOnce) history.replaceState(null, "", location.pathname);
const at = fragment.get("at"); // The seat of a personal link; older ones do not tell it.
for (const token of personal) keepToken(token, at && personal.length === 1 ? { seat: Number(at) } : undefined);

/**
 * @param {string} token
 * @param {{seat?: number}} [what]
 */
function keepToken(token, what) {
  if (storage.keep(code, token, what)) return;
  const all = storage.tokens(code).map((token) => ["seat", token]);
  history.replaceState(null, "", `${location.pathname}#${new URLSearchParams(all)}`);
}

/** Identifies the listener: sentences depend on the language, and on who is "you". */
const listener = () => `${language} ${situation.screen ? "screen" : storage.owner(code)}`;
const told = new History(code, listener());
const line = new Line(code, situation.screen, told.since);
const guard = new PressGuard();
const yourTurn = new YourTurn();
soundSwitch(/** @type {HTMLElement} */ (document.getElementById("sound-switch")));
const missing = new Missing(/** @type {HTMLElement} */ (document.querySelector("header.bar")));
const bubbles = new Bubbles((seat) => placeOf(seat));
const ear = new Ear(situation);
follow(focusAfter);
whenAwaited(afterFocus);
ear.recall(told.told);
const settings = make("button", { type: "button" }, say("ear-title"));
/** @type {HTMLDialogElement | undefined} the preferences of this device, made when somebody wants them */
let preferences;
settings.addEventListener("click", () => (preferences ??= new Preferences(line, ear.commandLine).element).showModal());
const menu = new Menu(line, situation, settings);
main.querySelector("after-game")?.before(...elements());
const parts = /** @type {Part[]} */ ([...main.querySelectorAll(["table-seats", ...ELEMENTS, "after-game"].join())]);
const scenes = /** @type {Scene[]} */ (parts.filter((part) => ELEMENTS.includes(part.localName)));
/** @type {Record<string, () => Promise<unknown>>} */
const FETCHED = {
  ...MODULES,
  "after-game": () => import("../after/after.js"),
  "lesson-note": () => import("../play/lessons.js"),
};
/** @type {Set<string>} */
const fetching = new Set();
const TRIES = 3; // Failed loads of a part before the page says so.
/** @type {Record<string, number>} */
const missed = {};
/** @type {string[] | "done" | undefined} what a first game has taught here so far; or this device has played before, or had enough of it */
let lessons;
const lesson = /** @type {any} */ (make(/** @type {"aside"} */ ("lesson-note"), { hidden: true }));
document.getElementById("trouble")?.before(lesson);
let greeted = false;
let joining = atOnce; // The gathering would only flash.
let complaint = ""; // The last error: not repeated with every attempt to reconnect.
/** @type {AnyFrame | null} why there was no seat, before there was a form that could say so */
let seatless = null;
/** @type {{step: Situation["step"], act: () => void}[]} What waits until the story of a step has been told. */
const later = [];
let due = 0; // How many of those need not wait any longer.
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
  if (tooEarly(detail.wish)) {
    detail.receipt = Promise.resolve({ kept: false, code: "early" });
    event.stopImmediatePropagation(); // The coach has nothing to say of it.
    return;
  }
  detail.receipt = line.send(detail.wish);
  if (situation.line === "lost" && (detail.wish.type === "decide" || detail.wish.type === "withdraw")) {
    ear.unsent(detail.wish);
    queueMicrotask(() => show(null)); // The table does not answer; what is decided shows, however it was told.
  }
  detail.receipt.then((receipt) => {
    if (!line.refusals) relieved("wish-again");
    // The server explains its own refusals; questions are answered where they were asked.
    const ours = !receipt.kept && (receipt.code === "unsent" || receipt.code === "unsure") && detail.wish.type !== "ask";
    if (ours && line.state !== "refused") trouble(say(`wish-${receipt.code}`));
  });
});
main.addEventListener("stay", () => line.stay());
// A personal link, or one for watching, that is pasted into an open table.
addEventListener("hashchange", () => {
  const pasted = new URLSearchParams(location.hash.slice(1));
  if (["seat", "screen", "watch"].some((what) => pasted.has(what))) location.reload();
});
// Speech is ahead of a page that holds steps back: whoever answers by key answers what was said. Pointers point at what is drawn.
for (const kind of ["keydown", "click"]) {
  addEventListener(kind, (event) => holding !== undefined && !(/** @type {PointerEvent} */ (event).pointerType) && release(), true);
}
ear.commandLine.element.addEventListener("left", (event) => {
  const refuge = haven() ?? main;
  if (/** @type {CustomEvent<boolean>} */ (event).detail) ear.commandLine.prefer(false, refuge);
  else refuge.focus();
});
for (const scene of scenes) scene.addEventListener("drawn", () => guard.stage(behind()));
for (const scene of scenes) scene.addEventListener("settled", (event) => settled(/** @type {CustomEvent} */ (event).detail));

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
      if (frame.club && !situation.screen) storage.prefer(`names.${code}`, (frame.yours ?? []).map((seat) => frame.seats[seat]?.name)); // For its page.
      break;
    case "now":
      compare(frame.pages);
      if (!greeted) arrive();
      greeted = true;
      break;
    case "seated":
      keepToken(frame.token, { seat: frame.seat });
      told.listener = listener();
      break;
    case "step":
      if (live && frame.decision !== situation.step?.decision) guard.asked();
      situation.step = frame;
      situation.over = situation.clock = situation.thinking = null;
      if (fresh) later.push({ step: frame, act: () => told.add(frame) });
      break;
    case "over":
      later.push({ step: situation.step, act: () => end(frame, live, fresh) });
      break;
    case "thinking":
      situation.thinking = frame;
      break;
    case "clock":
      situation.clock = { ...frame, at: performance.now() };
      break;
    case "spoken":
      if (fresh) told.add(frame);
      if (live && fresh) bubbles.say(frame.seat, situation.table?.seats[frame.seat]?.colour ?? frame.seat, frame.words || say(`phrase-${frame.phrase}`), frame.say);
      break;
    case "error":
      if (frame.code === "other-version") outdated();
      else if (situation.line === "refused") refused(frame);
      else if (line.refusals && PASSING.has(frame.code)) unkept();
      else if (frame.code === "no-game" && !situation.table?.running) break; // A click that came after the end, which is shown.
      else if (frame.code === "too-late" && situation.line === "here") ear.answer(say("wish-late")); // The reveal follows.
      else if (frame.say !== complaint || situation.line === "here") trouble(frame.say);
      if (frame.id === "sit") {
        storage.forgetLast(code);
        seatless = frame;
      }
      complaint = frame.say;
      break;
  }
  show(live && fresh ? frame : null);
}

/** Whether this device has played before, or sits at another table, too. */
function played() {
  return storage.preferred("games", []).length > 0 || storage.preferred("recent", /** @type {string[]} */ ([])).some((table) => table !== code);
}

/**
 * @param {Situation} now as it is rendered
 * @param {boolean} live
 */
function teach(now, live) {
  if (!now.step || !now.table?.yours?.length) return;
  lessons ??= storage.preferred("lessons", /** @type {string[] | "done"} */ (played() ? "done" : []));
  if (lessons === "done" || (!live && lessons.length) || !there("lesson-note")) return; // After a reload, nothing new has happened.
  const refuge = () => scenes.find((scene) => !scene.hidden)?.refuge?.() ?? main;
  lesson.show(now, { announce, make, put, reveal, say, prefer: storage.prefer, told: lessons, refuge });
}

/** Where a player is on the page. @param {number} seat */
function placeOf(seat) {
  const part = parts.find((part) => !part.hidden && part.placeOf);
  return part?.placeOf?.(seat);
}

/** After rendering: if nothing is being told, nothing need wait. */
function settleIfCalm() {
  if (!scenes.some((scene) => scene.busy && !scene.hidden)) due = later.length;
  settled(null);
}

/**
 * Run what waited for the story of a step. While rendering or holding, not yet: both end with this.
 * @param {Situation["step"]} step null: none has ended
 */
function settled(step) {
  if (step) due = Math.max(due, later.findLastIndex((one) => one.step === step) + 1);
  if (rendering || holding !== undefined) return;
  const acts = later.splice(0, due);
  due = 0;
  for (const { act } of acts) act();
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
  clearTimeout(holding);
  holding = undefined;
  const steps = held.filter((frame) => frame.type === "step");
  held = [];
  const before = steps.at(-2) ?? null;
  if (before) {
    render(null, before);
    settled(before); // It has no story.
  }
  render(steps.at(-1) === situation.step ? situation.step : null);
  settleIfCalm();
}

/**
 * @param {AnyFrame | null} news
 * @param {Situation["step"]} [step] the one to render, if it is not the last
 */
function render(news, step = situation.step) {
  const next = step !== shown;
  if (news && step && step.game !== shown?.game) scrollTo(0, 0); // Another game begins at the top.
  if (news && step?.decision !== shown?.decision) guard.shown();
  shown = step;
  rendering = true;
  // Decisions made in a part answer the step that it shows, not one that is held.
  const now = { ...situation, step };
  const playing = step?.view;
  const game = elementOf(situation.table?.game ?? "");
  /** @type {Record<string, boolean>} */
  const visible = {
    "table-seats": Boolean(situation.table) && !situation.table?.running && !later.length && !joining,
    [game]: Boolean(playing) && !situation.over,
    "after-game": Boolean(situation.over),
  };
  const focused = parts.find((part) => part.contains(document.activeElement));
  const begins = Boolean(news && situation.table?.yours?.length) && scenes.some((scene) => scene.hidden && visible[scene.localName]);
  // For style sheets: `:has()` would have them look at the whole page again whenever a card is drawn.
  main.dataset.shows = visible[game] ? game : "";
  try {
    for (const part of parts) {
      if (!part.hidden && !visible[part.localName]) part.clear?.();
      part.hidden = !visible[part.localName];
      if (situation.table && !part.hidden && there(part.localName)) part.show(now, news);
    }
  } finally {
    rendering = false; // An error in one part must not block the podium.
    guard.stage(behind());
  }
  homeless ||= Boolean(focused?.hidden) || (begins && document.activeElement === document.body);
  if (homeless) refuge();
  told.hidden = !playing;
  told.most = mayBeTold(situation);
  document.body.dataset.stage = situation.over ? "over" : situation.table?.running || later.length ? "playing" : "waiting";
  menu.show();
  missing.show(now);
  teach(now, Boolean(news));
  yourTurn.show(!situation.over && (situation.table?.yours ?? []).some((seat) => step?.legal?.[seat] && chosen(now, seat) === null));
  bubbles.place(); // Whoever said something may be elsewhere now.
  if (next) shownAt = performance.now();
}

/** Whether the scene that is shown has still to come to what is asked. */
function behind() {
  return scenes.some((scene) => !scene.hidden && scene.behind);
}

/**
 * Whether a decision was meant for an earlier question. It is ignored; whoever cannot see that is told.
 * @param {import("../core/frames.js").Wish} wish
 */
function tooEarly({ type }) {
  if (type !== "decide" && type !== "withdraw") return false;
  const waits = behind();
  guard.stage(waits);
  const back = type === "withdraw";
  const early = guard.press(shown !== situation.step, back);
  // Whoever presses has seen enough of the story before, and sees now what they are asked.
  if (early && waits && !guard.byKey) for (const scene of scenes) if (scene.behind) scene.catchUp?.();
  if (early && !back && (waits || guard.byKey)) ear.answer(say("wish-early")); // A finger may belong to a screen reader, too.
  return early;
}

const HEADINGS = ["[data-refuge]", "after-game h2", "table-seats h2"];

/** Move lost focus to where the keys of the visible part work, or to its heading, instead of the top of the page. */
function refuge() {
  if (parts.some((part) => !part.hidden && !customElements.get(part.localName))) return; // Still loading.
  const found = ear.commandLine.shown && scenes.some((scene) => !scene.hidden) ? ear.commandLine.field : haven();
  if (!found) return;
  const held = document.activeElement;
  homeless = Boolean(held?.matches("body, [hidden] *")); // Until something has the focus: what is found now may be gone by then.
  if (!held || !homeless) return;
  // A heading has nothing to press, so it can wait until what had the focus is gone: at once, a screen reader would not tell of it.
  if (found.matches(HEADINGS.join())) focusAfter(found);
  else focusFirst(found);
}

/** Where the keys of the visible part work, or else its heading. */
function haven() {
  const places = [
    ...scenes.map((scene) => (scene.hidden ? null : scene.refuge?.())),
    ...HEADINGS.flatMap((one) => /** @type {HTMLElement[]} */ ([...main.querySelectorAll(one)])),
  ];
  const found = places.find((one) => one && !one.closest("[hidden]")) ?? undefined;
  if (found && found.tabIndex < 0) found.setAttribute("tabindex", "-1");
  return found;
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
      alert(say("line-lost"), "table");
    }, 1500);
  } else if (state === "here") {
    if (!note.hidden && greeted) ear.back();
    note.hidden = true;
    relieved("wish-unsent");
  } else if (state === "refused") {
    note.hidden = waiting.hidden = true;
  }
  show(null);
}

/** The first greeting is over. */
function arrive() {
  if (atOnce && situation.table?.hosting && !situation.table.running && !situation.table.yours?.length) {
    ask(main, sitWish(storage.name() || say("you-name"), null))
      .then((seated) => (seated.kept ? ask(main, { type: "start", fill: true }) : seated)) // Without a seat there is nothing to begin.
      .then(({ kept }) => {
        joining = false;
        if (!kept) show(seatless);
      });
    return;
  }
  joining = false;
  // Whoever comes back to a game under way comes to where the keys work, as those do before whom it begins.
  if (situation.table?.running && situation.table.yours?.length && document.activeElement === document.body) {
    homeless = true;
    refuge();
  }
}

/** The table cannot be reached: say so, with a link back. @param {import("../core/protocol.js").Trouble} frame */
function refused({ code, say: why }) {
  announce(why);
  if (code === "no-such-table") return; // The gathering shows that.
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  part("waiting-title").textContent = say("refused-lost");
  part("waiting-why").textContent = why;
  part("waiting-why").hidden = part("waiting-back").hidden = waiting.hidden = false;
}

/** The store refused a decision, which is sent again until it is kept: said once, and shown as long as it lasts. */
function unkept() {
  trouble(say("wish-again"), line.refusals === 1, 15_000); // Longer than until it is sent again.
}

line.open();
