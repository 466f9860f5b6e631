// @ts-check
// The table of Mister Diamond: the tray, the card just drawn, and the rings before each player.

import "./box.js";
import { afterFocus, announce } from "../../speech/announcer.js";
import { IN_PLACE, LEAVING, anew, ask, keyed, list, put } from "../../core/dom.js";
import { swatch } from "../../drawings/patterns.js";
import { byPrice, drawn, gem, ring } from "./rings.js";
import { TrayGrid } from "./tray-grid.js";
import { TrayThefts } from "./tray-thefts.js";
import { TimeLeft } from "../../play/timeleft.js";
import { fly, tug, turnOver, wiggle } from "./tray-motion.js";
import { say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/protocol.js").MisterDiamondView} MisterView */
/** @typedef {import("../../core/frames.js").TableFrame} TableFrame */
/** @typedef {import("../../core/frames.js").StepFrame} StepFrame */
/** @typedef {import("../../core/protocol.js").MisterDiamondEvent} GameEvent */
/** @typedef {import("../../core/frames.js").AnyFrame} AnyFrame */

const GLANCE = 1800; // Milliseconds in which everybody can see which diamond was tried.

const SKELETON = `
<div class="tray-strip" aria-hidden="true"></div>
<div class="tray-now">
<div class="tray-card" aria-hidden="true"></div>
<div class="tray-words"><h2 id="tray-ask" data-refuge></h2><p class="unseen tray-drawn"></p><p class="tray-said"></p></div>
<div class="tray-time" hidden></div>
</div>
<div class="tray-thefts" role="dialog" aria-labelledby="tray-ask" hidden></div>
<section class="tray-board" aria-labelledby="tray-title"><h2 class="unseen" id="tray-title"></h2><div class="tray-grid"></div></section>
<section class="tray-players" aria-labelledby="tray-players-title"><h2 class="unseen" id="tray-players-title"></h2><ul></ul></section>
<section class="tray-facts" aria-labelledby="tray-facts-title"><h2 class="unseen" id="tray-facts-title"></h2><div class="tray-facts-list"></div></section>
<div class="tray-flights" aria-hidden="true"></div>`;

class TrayTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Situation | null} */
    this._situation = null;
    /** @type {StepFrame | null} the step that is shown */
    this._step = null;
    this._card = "";
    /** @type {string[]} what is shown before each player */
    this._owned = [];
    /** @type {number | undefined} */
    this._glance = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._leaving = undefined;
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.innerHTML = SKELETON;
    this._part("#tray-title").textContent = say("tray-title");
    this._part("#tray-players-title").textContent = say("tray-players");
    this._part("#tray-facts-title").textContent = say("tray-facts");
    this._grid = new TrayGrid(this._part(".tray-grid"), "tray-ask", (place) => this._lift(place));
    this._thefts = new TrayThefts(this._part(".tray-thefts"), (action) => this._decide(action));
    this._time = new TimeLeft(this._part(".tray-time"));
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    const { table, step } = situation;
    this._situation = situation;
    if (!table || !step) return;
    const view = /** @type {MisterView} */ (step.view);
    const moves = news?.type === "step" ? this._begin(step.events) : [];
    if (step !== this._step || news?.type === "error") this._settle();
    this._step = step;
    this._ask(table, view, step.say);
    this._tray(view);
    this._players(table, view);
    this._facts(view);
    this._time?.show(situation);
    if (news?.type === "step") this._moved(step.events, moves);
  }

  // What is drawn

  /**
   * @param {TableFrame} table
   * @param {MisterView} view
   * @param {string} said
   */
  _ask(table, view, said) {
    const seat = this._seat();
    const name = view.turn === null ? "" : nameOf(table, view.turn);
    const kind = view.card?.type ?? "none";
    const asked = seat === undefined ? `tray-wait-${kind}` : `tray-ask-${kind}${table.yours?.length === 1 ? "" : "-of"}`;
    put(this._part("#tray-ask"), say(asked, { name }));
    const price = view.card?.type === "ring" ? say("md-dollars", { n: view.card.price }) : "";
    put(this._part(".tray-drawn"), say(`tray-card-${kind}`, { price }));
    put(this._part(".tray-said"), said.replaceAll("\n", " "));
    const card = JSON.stringify(view.card);
    if (card !== this._card) this._part(".tray-card").innerHTML = drawn(view.card, { word: say("tray-theft"), dearest: dearest(view) });
    this._card = card;
    this.toggleAttribute("data-mine", seat !== undefined);
    this.dataset.card = kind;
    const legal = seat === undefined ? [] : (this._situation?.step?.legal?.[seat] ?? []);
    this._theft(kind === "theft" ? legal : [], view.thefts, table);
  }

  /**
   * The choice of a theft covers the tray like a dialog: focus moves from the tray into it, and back. It moves first: what it leaves
   * must still be there, or a screen reader does not tell where it went.
   * @param {readonly string[]} legal
   * @param {MisterView["thefts"]} thefts
   * @param {TableFrame} table
   */
  _theft(legal, thefts, table) {
    const board = this._part(".tray-board");
    const focus = document.activeElement;
    if (!legal.length) {
      clearTimeout(this._leaving);
      this._leaving = undefined;
      board.inert = false;
      if (this._thefts?.holds(focus)) this._grid?.focus();
      this._thefts?.clear();
      return;
    }
    const within = board.contains(focus) || focus === document.body;
    this._thefts?.show(legal, thefts, table);
    if (this._situation?.screen) return;
    if (within) {
      this._thefts?.focus();
      afterFocus();
    }
    this._leaving ??= setTimeout(() => (board.inert = true), LEAVING);
  }

  /** @param {MisterView} view */
  _tray(view) {
    this._grid?.show({ places: view.places, board: new Set(view.board), fixed: new Set(view.tried) });
  }

  /**
   * @param {TableFrame} table
   * @param {MisterView} view
   */
  _players(table, view) {
    let players = this._part(".tray-players ul");
    const owned = view.rings.map((rings, seat) => JSON.stringify([rings, view.scores[seat]]));
    // After a burst of turns many own something else.
    if (owned.filter((all, seat) => all !== this._owned[seat]).length > IN_PLACE) players = anew(players);
    this._owned = owned;
    const strip = this._part(".tray-strip");
    while (players.children.length > view.rings.length) players.lastElementChild?.remove();
    while (strip.children.length > view.rings.length) strip.lastElementChild?.remove();
    this.dataset.seats = String(view.rings.length);
    view.rings.forEach((rings, seat) => {
      const item = /** @type {HTMLElement} */ (players.children[seat] ?? players.appendChild(newPlayer()));
      const short = /** @type {HTMLElement} */ (strip.children[seat] ?? strip.appendChild(newShort()));
      const mine = table.yours?.includes(seat) ?? false;
      for (const element of [item, short]) {
        element.classList.toggle("mine", mine);
        element.classList.toggle("turn", view.turn === seat);
      }
      showPlayer(item, table, view, seat, rings, mine);
      const colour = table.seats[seat]?.colour ?? seat;
      draw(part(short, ".strip-mark"), `${colour}`, () => swatch(colour, { letter: table.seats[seat]?.letter }));
      put(part(short, ".strip-score"), figure(view.scores[seat]));
    });
  }

  /** @param {MisterView} view */
  _facts(view) {
    const cards = Object.values(view.unseen).reduce((sum, n) => sum + n, 0);
    const told = [
      ...(view.games > 1 ? [say("tray-game", { game: view.game, games: view.games })] : []),
      say("tray-cards", { n: cards, thefts: view.unseen["theft"] ?? 0 }),
      say("tray-stones", { n: view.board.length, fixed: view.fixed }),
      ...(view.expert ? [say("tray-expert")] : []),
      say(view.notes ? "tray-notes" : "tray-heart"),
    ];
    list(this._part(".tray-facts-list"), "ul", told);
  }

  // What happens

  /**
   * Positions before things move.
   * @param {GameEvent[]} events
   * @returns {(DOMRect | undefined)[]}
   */
  _begin(events) {
    return events.map((event) => {
      if (event.type === "lifted") return this._grid?.at(event.place)?.querySelector(".stone-gem")?.getBoundingClientRect();
      if (event.type === "stolen") return this._ringOf(event.victim, event.price)?.getBoundingClientRect();
      return undefined;
    });
  }

  /**
   * @param {GameEvent[]} events
   * @param {(DOMRect | undefined)[]} from
   */
  _moved(events, from) {
    const flights = this._part(".tray-flights");
    events.forEach((event, at) => {
      const start = from[at];
      if (event.type === "lifted" || event.type === "stuck") this._glanceAt(event.place, event.type);
      if (event.type === "stuck") wiggle(this._grid?.at(event.place)?.querySelector(".stone-gem"));
      if (event.type === "lifted" && start) fly(flights, gem(), start, this._ringOf(event.seat, event.price));
      if (event.type === "stolen" && start) fly(flights, gem(), start, this._ringOf(event.thief, event.price));
      if (event.type === "ring-drawn" || event.type === "theft-drawn") turnOver(this._part(".tray-card"));
    });
  }

  /**
   * For a moment everybody sees which place it was; then it is for memory.
   * @param {number} place
   * @param {string} how
   */
  _glanceAt(place, how) {
    const button = this._grid?.at(place);
    if (!button) return;
    button.dataset.just = how;
    if (how === "stuck") this._grid?.claw(place);
    clearTimeout(this._glance);
    this._glance = setTimeout(() => this._unglance(), GLANCE);
  }

  _unglance() {
    for (const button of this.querySelectorAll("[data-just]")) button.removeAttribute("data-just");
    this._grid?.unclaw();
  }

  /** A try was answered: clear its marks. */
  _settle() {
    this._unglance();
    for (const button of this.querySelectorAll(".stone.lifting")) button.classList.remove("lifting");
  }

  /**
   * The ring of this price that was filled last; where it is out of sight, its owner at the top.
   * @param {number} seat
   * @param {number} price
   */
  _ringOf(seat, price) {
    const player = this._part(".tray-players ul").children[seat];
    const shown = player?.querySelector(`[data-price="${price}"] .ring.set:last-of-type`) ?? player;
    const box = shown?.getBoundingClientRect();
    if (shown && box && box.bottom > 0 && box.top < innerHeight) return shown;
    return this._part(".tray-strip").children[seat];
  }

  /** Where focus goes that has lost its place. */
  refuge() {
    const { table, screen } = this._situation ?? {};
    if (!table?.yours?.length || screen) return null;
    return this._thefts?.choices ?? this._part(".tray-grid");
  }

  /**
   * A place in words.
   * @param {number} place
   */
  about(place) {
    return this._grid?.about(place) ?? "";
  }

  /** A player in full where that is in sight, or else at the top. @param {number} seat */
  placeOf(seat) {
    const whole = this._part(".tray-players ul").children[seat];
    const box = whole?.getBoundingClientRect();
    return box && box.height && box.top >= 0 && box.bottom <= innerHeight ? whole : this._part(".tray-strip").children[seat];
  }

  // What is asked for

  /** The seat of this page whose turn it is. */
  _seat() {
    const { step, table } = /** @type {Situation} */ (this._situation);
    const turn = step?.view.turn;
    return typeof turn === "number" && table?.yours?.includes(turn) && step?.legal?.[turn] ? turn : undefined;
  }

  /** @param {number} place */
  _lift(place) {
    const { table, step } = this._situation ?? {};
    if (!table || !step) return;
    const view = /** @type {MisterView} */ (step.view);
    const seat = this._seat();
    if (seat === undefined) {
      if (view.turn !== null) announce(say("tray-not-now", { name: nameOf(table, view.turn) }));
    } else if (view.card?.type !== "ring") {
      announce(say("tray-not-a-ring"));
    } else if (!step.legal?.[seat].includes(String(place))) {
      announce(say("tray-nothing-there", { place }));
    } else {
      const button = this._grid?.at(place);
      button?.classList.add("lifting");
      tug(button?.querySelector(".stone-gem"));
      this._decide(String(place));
    }
  }

  /** @param {string} action */
  _decide(action) {
    const seat = this._seat();
    const decision = this._situation?.step?.decision;
    if (seat === undefined || decision === undefined) return;
    ask(this, { type: "decide", seat, decision, action }).then((receipt) => !receipt.kept && receipt.code === "early" && this._settle());
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement}
   */
  _part(selector) {
    return part(this, selector);
  }
}

/**
 * @param {Element} root
 * @param {string} selector
 */
const part = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector));

/**
 * @param {TableFrame} table
 * @param {number} seat
 */
const nameOf = (table, seat) => table.seats[seat]?.name ?? "";

/**
 * A number with a minus sign instead of a hyphen.
 * @param {number} n
 */
const figure = (n) => String(n).replace("-", "\u2212");

/**
 * Redraw if the key has changed.
 * @param {HTMLElement} element
 * @param {string} key
 * @param {() => string} picture
 */
function draw(element, key, picture) {
  if (element.dataset.drawn === key) return;
  element.dataset.drawn = key;
  element.innerHTML = picture();
}

/**
 * The dearest ring there is at this table, as far as anybody has seen.
 * @param {MisterView} view
 */
function dearest(view) {
  const prices = [...Object.keys(view.unseen).map(Number), ...view.rings.flat().map(({ price }) => price)];
  return Math.max(1, ...prices.filter(Number.isFinite), view.card?.type === "ring" ? view.card.price : 0);
}

function newPlayer() {
  const item = document.createElement("li");
  item.className = "tray-player";
  item.innerHTML =
    `<h3><span class="mark" aria-hidden="true"></span><span class="who"></span> <span class="note"></span></h3>` +
    `<p class="money"><strong></strong><span class="unseen"></span> <span class="total"></span> <span class="plays"></span></p>` +
    `<ul class="rings"></ul>`;
  return item;
}

function newShort() {
  const short = document.createElement("span");
  short.className = "strip-player";
  short.innerHTML = `<span class="strip-mark"></span><span class="strip-score"></span>`;
  return short;
}

/**
 * @param {HTMLElement} item
 * @param {TableFrame} table
 * @param {MisterView} view
 * @param {number} seat
 * @param {import("../../core/protocol.js").Ring[]} rings
 * @param {boolean} mine
 */
function showPlayer(item, table, view, seat, rings, mine) {
  const chair = table.seats[seat];
  const colour = chair?.colour ?? seat;
  draw(part(item, ".mark"), `${colour}`, () => swatch(colour, { letter: chair?.letter }));
  put(part(item, ".who"), chair?.name ?? "");
  put(part(item, ".note"), mine && table.yours?.length === 1 ? say("tray-you") : presence(chair));
  const score = view.scores[seat];
  put(part(item, ".money strong"), figure(score));
  put(part(item, ".money .unseen"), ` ${say("md-dollars", { n: score }).replace(/^\S+\s*/, "")}`);
  put(part(item, ".total"), view.games > 1 ? say("tray-total", { total: view.standings[seat] }) : "");
  put(part(item, ".plays"), view.turn === seat ? say("tray-turn") : "");
  const groups = byPrice(rings);
  keyed(part(item, ".rings"), groups.length ? groups : [null], (group) => String(group?.price ?? "none"), newRings, showRings);
}

/** @param {import("../../core/frames.js").Chair | null | undefined} chair */
function presence(chair) {
  if (!chair || (chair.bot && !chair.sitting_in)) return "";
  if (chair.sitting_in) return say("tray-sitting-in", { bot: say(`bot-${chair.sitting_in.split(":")[0]}`) });
  if (chair.away) return say("tray-away");
  if (chair.online === false) return say("tray-offline");
  return chair.late ? say("tray-late") : "";
}

/** @typedef {{price: number, filled: number, empty: number} | null} Rings those of one price; null: there is none yet */

/** @param {Rings} group */
function newRings(group) {
  const item = document.createElement("li");
  if (!group) {
    item.className = "no-ring";
    item.textContent = say("tray-no-ring");
    return item;
  }
  item.dataset.price = String(group.price);
  item.innerHTML = `<span class="rings-drawn" aria-hidden="true"></span><span class="rings-price">${group.price}</span><span class="unseen"></span>`;
  return item;
}

/**
 * @param {HTMLElement} item
 * @param {Rings} group
 */
function showRings(item, group) {
  if (!group) return;
  const { filled, empty } = group;
  draw(part(item, ".rings-drawn"), `${filled} ${empty}`, () => ring(true).repeat(filled) + ring(false).repeat(empty));
  const said = [filled ? say("tray-rings-filled", { n: filled }) : "", empty ? say("tray-rings-empty", { n: empty }) : ""];
  put(part(item, ".unseen"), ` ${said.filter(Boolean).join(", ")}`);
}

customElements.define("tray-table", TrayTable);
