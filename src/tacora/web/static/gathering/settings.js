// @ts-check
// The host's settings: box and options, the clock, what happens for an absent player, whether bots take a moment; and single seats.

import { ask, choice, choices, confirmed, dialog, drawn, keyed, labelled, make, put, reveal, select, ticked } from "../core/dom.js";
import { RulesFields } from "./rules.js";
import { pawnOf } from "../core/marks.js";
import { say } from "../core/words.js";

/** @typedef {import("../core/frames.js").TableFrame} TableFrame */

const CLOCKS = [15, 30, 45, 60, 90, 120, 300];
const MULTIPLIERS = [0.5, 1, 1.5, 2, 3, 5, 10];

/** @param {number} seconds */
export function duration(seconds) {
  return seconds >= 60 && seconds % 60 === 0
    ? say("settle-minutes", { n: seconds / 60 })
    : say("settle-seconds", { n: seconds });
}

/**
 * Options of the clock, with their labels.
 * @returns {[string, string][]}
 */
export function clocks() {
  return [["", say("settle-no-clock")], ...CLOCKS.map((n) => /** @type {[string, string]} */ ([String(n), duration(n)]))];
}

/**
 * What may happen when the time is up, or somebody is not there, with labels.
 * @returns {[string, string][]}
 */
export function absences() {
  return [
    ["wait", say("settle-wait")],
    ["leave", say("settle-leave")],
    ["bot", say("settle-bot")],
  ];
}

/** What a new clock comes with, unless something else is chosen: one that does nothing at its end is only noise. */
export const AT_ITS_END = "bot";

/** The settings as a form that takes effect at once. Box and options can be changed until the first card. */
export class Settings {
  constructor() {
    this._box = choice([]);
    this._seats = choice([]);
    this._rules = new RulesFields(this._box, this._seats);
    this._laid = make("div", {}, labelled(say("new-seats"), this._seats), labelled(say("new-box"), this._box), this._rules.note, this._rules.options);
    this._laid.addEventListener("change", (event) => {
      event.stopPropagation();
      ask(this.element, { type: "change-rules", rules: this._rules.rules }).then(({ kept }) => !kept && this._table && this._showRules(this._table));
    });
    /** @type {TableFrame | null} */
    this._table = null;
    this._clock = choice(clocks());
    this._clocked = false;
    this._absence = choice(absences());
    this._thinking = make("input");
    this._named = make("input");
    this._words = make("input");
    this.element = make(
      "div",
      { className: "settings" },
      this._laid,
      labelled(say("settle-clock"), this._clock),
      labelled(say("settle-absence"), this._absence),
      ticked(say("settle-thinking"), this._thinking),
      ticked(say("settle-named"), this._named),
      ticked(say("settle-words"), this._words),
    );
    this.element.addEventListener("change", () => this._settle());
  }

  _settle() {
    const clock = this._clock.value ? Number(this._clock.value) : null;
    if (clock && !this._clocked && this._absence.value === "wait") this._absence.value = AT_ITS_END;
    const absence = /** @type {import("../core/protocol.js").Settle["absence"]} */ (this._absence.value);
    ask(this.element, { type: "settle", clock, absence, thinking: this._thinking.checked, named: this._named.checked, words: this._words.checked });
  }

  /** @param {TableFrame} table */
  _showRules(table) {
    this._rules.show({ ...table.options, game: table.game, edition: table.edition, seats: table.seats.length });
  }

  /** @param {TableFrame} table */
  show(table) {
    this._table = table;
    reveal(this._laid, !table.running && !table.games && !table.again, this._clock);
    this._showRules(table);
    const clock = table.clock ? String(table.clock) : "";
    this._clocked = Boolean(table.clock);
    if (![...this._clock.options].some((option) => option.value === clock)) {
      this._clock.append(make("option", { value: clock }, duration(Number(clock))));
    }
    select(this._clock, clock);
    select(this._absence, table.absence ?? "wait");
    this._thinking.checked = table.thinking ?? true;
    this._named.checked = table.named ?? true;
    this._words.checked = table.words ?? false;
  }
}

/** What can be done with one seat, in a dialog: a bot for it, more time, the role of the host, taking it back. */
export class SeatDialog {
  constructor() {
    const { element, title, body, close } = dialog(say("close"));
    this.element = element;
    this._title = title;
    this._close = close;
    this._seat = 0;
    /** @type {TableFrame | null} */
    this._table = null;
    this._bots = make("div", { className: "bots" });
    this._times = choice(MULTIPLIERS.map((times) => [String(times), say("seats-multiplier-times", { times })]));
    this._times.addEventListener("change", () =>
      this._wish({ type: "allow", seat: this._seat, multiplier: Number(this._times.value) }, false),
    );
    this._time = labelled("", this._times);
    this._host = make("button", { type: "button" });
    this._host.addEventListener("click", () => this._wish({ type: "pass-host", seat: this._seat }));
    this._free = make("button", { type: "button" });
    this._free.addEventListener("click", () => this._stand());
    body.append(this._bots, this._time, make("p", { className: "stack" }, this._host, this._free));
  }

  /**
   * @param {number} seat
   * @param {TableFrame} table
   */
  open(seat, table) {
    this._seat = seat;
    this.show(table);
    this.element.showModal();
  }

  /** @param {TableFrame} table */
  show(table) {
    this._table = table;
    const seat = this._seat;
    const chair = table.seats[seat];
    const mine = (table.yours ?? []).includes(seat);
    const hosting = Boolean(table.hosting);
    put(this._title, chair ? chair.name : say("seats-bot-title", { number: seat + 1 }));
    reveal(this._bots, !chair && hosting && !table.running, this._close);
    keyed(
      this._bots,
      choices().characters[table.game] ?? [],
      (bot) => bot,
      (bot) => this._character(bot),
      () => {},
    );
    reveal(this._time, Boolean(chair && !chair.bot && hosting && table.clock), this._close);
    put(/** @type {Node} */ (this._time.firstElementChild), say("seats-multiplier", { name: chair?.name ?? "" }));
    select(this._times, String(chair?.multiplier ?? 1));
    reveal(this._host, Boolean(chair && !chair.bot && hosting && table.host !== seat), this._close);
    put(this._host, say("seats-pass-host", { name: chair?.name ?? "" }));
    reveal(this._free, Boolean(chair && (mine || (hosting && !table.running))), this._close);
    put(this._free, say(chair?.bot ? "seats-remove-bot" : mine ? "seats-give-back" : "seats-free-seat"));
  }

  /** @param {string} bot */
  _character(bot) {
    const button = make(
      "button",
      { type: "button", className: "bot" },
      drawn(pawnOf(null), "bot-mark"),
      make("span", {}, make("strong", {}, say(`bot-${bot}`)), make("span", { className: "small" }, say(`temper-${bot}`))),
    );
    button.addEventListener("click", () => this._wish({ type: "sit-bot", bot, seat: this._seat }));
    return button;
  }

  _stand() {
    const chair = this._table?.seats[this._seat];
    if (!this._table || !chair || chair.bot) this._wish({ type: "stand", seat: this._seat });
    else standUp(this.element, this._seat, () => this._table);
  }

  /** Close it: the table is not shown any more. */
  shut() {
    this._table = null;
    this.element.close();
  }

  /**
   * @param {import("../core/frames.js").Wish} wish
   * @param {boolean} [last]
   */
  _wish(wish, last = true) {
    ask(this.element, wish);
    if (last) this.element.close();
  }
}

/**
 * Give a person's seat back after confirmation, and close all dialogs. The answer is void if the question has changed meanwhile: a game
 * has begun, or somebody else sits there.
 * @param {HTMLElement} from
 * @param {number} seat
 * @param {() => TableFrame | null} now the current table
 */
export async function standUp(from, seat, now) {
  const question = leaving(seat, now());
  if (!question) return;
  if (!(await confirmed(question.sure, question.then, question.yes, say("seats-keep")))) return;
  const present = leaving(seat, now());
  if (question.sure !== present?.sure || question.then !== present.then) {
    if (present?.mine) await standUp(from, seat, now);
    return;
  }
  ask(from, { type: "stand", seat });
  for (const open of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog:modal"))) open.close();
  const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("table-seats:not([hidden]) .gather-title, #menu-open")]);
  places.at(-1)?.focus();
}

/**
 * What to ask before a seat is given back; null if it is free.
 * @param {number} seat
 * @param {TableFrame | null} table
 */
function leaving(seat, table) {
  const name = table?.seats[seat]?.name;
  if (!table || name === undefined) return null;
  const mine = (table.yours ?? []).includes(seat);
  return {
    mine,
    sure: say(mine ? "seats-give-back-sure" : "seats-free-seat-sure", { name }),
    then: say(table.running ? "seats-then-sitting-in" : "seats-then-free"),
    yes: say(mine ? "seats-give-back" : "seats-free-seat"),
  };
}
