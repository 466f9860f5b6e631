// @ts-check
// The table by ear: announcements, questions by key or typed word, and sounds. The sentences come from the server; here they are put
// in order, each spoken once.

import { GAME_ACTS, earOf } from "../games/ears.js";
import { aidOf } from "../games/elements.js";
import { Messages } from "./messages.js";
import { afterFocus, alert, announce, forget, keepWith, repeat, spoken } from "./announcer.js";
import { ask, choices } from "../core/dom.js";
import { CommandLine, understood, vocabulary } from "../play/commandline.js";
import * as keys from "../core/keys.js";
import { mayBeTold, nameOf } from "../play/history.js";
import { chosen } from "../play/choice.js";
import { changes, gathering, stillThinking } from "../play/presence.js";
import * as storage from "../core/storage.js";
import * as sounds from "./sounds.js";
import { Toast } from "../core/toast.js";
import { say } from "../core/words.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../core/frames.js").GameEvent} GameEvent */
/** @typedef {import("../core/frames.js").TableFrame} TableFrame */

/** @typedef {import("./announcer.js").Kind} Kind */
const MISSED = 3; // Most of the messages that came while the page was loaded again: more are for the keys that read them.
const UNOPENED = 250; // Milliseconds for which a decision waits to be confirmed: where it was the last, its result says more.

keys.add(GAME_ACTS);

export class Ear {
  /** @param {Situation} situation */
  constructor(situation) {
    this._situation = situation;
    this._greeted = false;
    this._returns = false; // Whether the game was told here before the page was loaded.
    /** @type {string[]} sentences that came while disconnected, or while the page was loaded again */
    this._missed = [];
    /** @type {Set<string>} the names of news that was told already */
    this._known = new Set();
    this._messages = new Messages();
    this._result = "";
    this._awaited = -1;
    this._sealed = "";
    /** What this player had decided when it was told last. @type {string | null} */
    this._confirmed = null;
    this._toast = new Toast();
    this._passing = false; // Whether it tells how things stand.
    this.commandLine = new CommandLine((text) => this._typed(text));
    document.querySelector("header.bar")?.append(this.commandLine.element);
    keepWith((kind, text) => this._messages.keep(kind, text));
    // On the window: handlers closer to the target come first.
    addEventListener("keydown", (event) => this._key(event));
  }

  // Announcements

  /**
   * A frame that is about to be shown.
   * @param {AnyFrame} frame
   * @param {TableFrame | null} before the table until now
   * @returns {boolean} false: it was told already
   */
  hear(frame, before) {
    switch (frame.type) {
      case "table":
        if (before?.yours?.length === 1 && (frame.yours?.length ?? 0) > 1) this._share();
        if (before && this._greeted) this._tell(this._messages.keep("table", changes(before, /** @type {TableFrame} */ (frame))));
        return true;
      case "now":
        this._now();
        return true;
      case "step":
        return this._step(frame);
      case "over":
        this._result = spoken(frame.say);
        return this._once(nameOf(frame)) && this._news(frame.say);
      case "spoken":
        return this._once(nameOf(frame)) && this._news(frame.say, false, "", "table");
      case "thinking":
        this._thinking(frame);
        return true;
      case "answer":
        if (frame.id === "ear") this.answer(frame.say, true);
        if (frame.id === "arrival") this._arrive(spoken(frame.say));
        return true;
    }
    return true;
  }

  /**
   * Restore what was told before a reload, the oldest first.
   * @param {import("../play/history.js").Told[]} told
   */
  recall(told) {
    this._returns = told.some(({ name }) => !name.startsWith("spoken "));
    for (const { name, text } of told) if (this._once(name)) this._messages.keep(name.startsWith("spoken ") ? "table" : "game", spoken(text));
  }

  /** Another player is at this device from now on: what was told to one alone is not read again. */
  _share() {
    this._messages.forgetOwn();
    forget();
  }

  /** Reconnected after a gap that was announced. */
  back() {
    this._missed.unshift(this._messages.keep("table", say("line-back")));
  }

  /**
   * Speak an answer, and show it to a sighted helper.
   * @param {string} text
   * @param {boolean} [passing] it is about how things stand, which is another matter with the next step
   */
  answer(text, passing = false) {
    announce(text);
    this._toast.show(text);
    this._passing = passing;
  }

  /** The greeting is over; what follows happens now. */
  _now() {
    if (this._greeted) {
      announce(this._missed.splice(0).join("\n"));
      return;
    }
    this._greeted = true;
    const { table, step } = this._situation;
    const most = storage.preferred("wording", /** @type {string} */ ("normal")) === "full" ? 1 : MISSED; // Each says how things stand then.
    const all = this._missed.splice(0);
    const missed = all.slice(-most);
    announce([all.length > most ? say("ear-missed", { count: all.length - most }) : "", ...missed].join("\n"));
    if (table?.running && step) this._wish({ type: "ask", about: "cave", id: "arrival" });
    else if (this._result) announce(missed.includes(this._result) ? "" : this._result);
    else if (table) announce(gathering(table));
  }

  /**
   * Whoever comes to a game under way hears how things stand, and what they are asked or who is.
   * @param {string} stands
   */
  _arrive(stands) {
    const { step } = this._situation;
    announce([stands, this._question() || (step?.decision === undefined ? "" : this._waiting((action) => this._decided(action)))].join("\n"));
  }

  /** @param {import("../core/frames.js").StepFrame} step */
  _step(step) {
    if (!this._once(nameOf(step))) return false;
    const { table } = this._situation;
    const urgent = this._game.urgent?.(step.events);
    this._news(step.say, urgent, step.asked);
    if (this._passing) this._toast.hide();
    if (!this._live) return true;
    const asked = (table?.yours ?? []).some((seat) => step.legal?.[seat]);
    const colour = (/** @type {number} */ seat) => table?.seats[seat]?.colour ?? seat;
    const heard = /** @type {GameEvent[]} */ (step.events).flatMap((event) => this._game.sounds?.(event, colour) ?? []);
    sounds.play([...heard, ...(asked ? ["turn"] : [])]);
    if (urgent) sounds.shake("disaster");
    else if (asked) sounds.shake("turn");
    return true;
  }

  /** @param {import("../core/frames.js").ThinkingFrame} thinking */
  _thinking(thinking) {
    const { table, step } = this._situation;
    const own = JSON.stringify([thinking.decision, thinking.sealed ?? {}]);
    if (own !== this._sealed && Object.keys(thinking.sealed ?? {}).length && this._live) sounds.play(["sealed"]);
    this._sealed = own;
    this._confirm(thinking);
    if (!table || !step || step.decision !== thinking.decision || table.yours?.length !== 1) return;
    const [seat] = table.yours;
    const open = step.legal?.[seat] && !thinking.sealed?.[seat];
    if (!open || thinking.left !== 1 || this._awaited === thinking.decision) return;
    this._awaited = thinking.decision;
    if (!this._greeted) return; // Whoever arrives is asked anyway.
    // Announced only if other people are waiting, not bots.
    const people = this._game.deciding?.(step.view).some((other) => other !== seat && !table.seats[other]?.bot);
    if (!people) return;
    if (storage.preferred("wording", /** @type {string} */ ("normal")) !== "short") this._tell(this._messages.keep("own", say("ear-awaited")));
  }

  /**
   * Tell the only player here what they have sealed, changed or taken back, however they did it.
   * @param {import("../core/frames.js").ThinkingFrame} thinking
   */
  _confirm({ decision }) {
    const live = this._live;
    const tell = () => {
      const { table, step, thinking } = this._situation;
      const { confirmed, sealed } = this._game;
      if (thinking?.decision !== decision || step?.decision !== decision || table?.yours?.length !== 1) return;
      const action = thinking.sealed?.[table.yours[0]] ?? null;
      const told = JSON.stringify([decision, action]);
      const before = this._confirmed;
      this._confirmed = told;
      if (!live || told === before || !sealed) return;
      if (action) this._tell(this._messages.keep("own", (confirmed ?? sealed)(action, step)));
      else if (before?.startsWith(`[${decision},`)) this._tell(this._messages.keep("own", [say("ear-withdrawn"), this._question()].filter(Boolean).join(" ")));
    };
    if (live) setTimeout(tell, UNOPENED);
    else queueMicrotask(tell); // Once the situation has it.
  }

  /** What the game of this table adds. */
  get _game() {
    return earOf(this._situation.table?.game);
  }

  /** Whether frames tell what happens now, rather than what was missed. */
  get _live() {
    return this._greeted && this._situation.line === "here";
  }

  /**
   * A sentence about the game: spoken, and kept to be read again.
   * @param {string} text
   * @param {boolean} [urgent]
   * @param {string} [asked] the question to this player, spoken in the same string
   * @param {Kind} [kind]
   */
  _news(text, urgent = false, asked = "", kind = "game") {
    const said = this._messages.keep(kind, spoken(text), asked);
    if (!said) return true;
    if (this._greeted) this._tell(asked ? `${said} ${asked}` : said, urgent);
    else if (this._returns) this._missed.push(said);
    return true;
  }

  /**
   * @param {string} text
   * @param {boolean} [urgent]
   */
  _tell(text, urgent = false) {
    if (!text) return;
    if (!this._live) this._missed.push(text);
    else if (urgent) alert(text);
    else announce(text);
  }

  /** @param {string} what */
  _once(what) {
    if (this._known.has(what)) return false;
    this._known.add(what);
    return true;
  }

  // Questions

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Escape") this._escape(event);
    const act = keys.meant(event);
    if (!act || GAME_ACTS.includes(act)) return;
    event.preventDefault();
    if (act === "command") this.commandLine.open();
    else this.ask(act);
  }

  /**
   * What is typed goes first, then the line, if a key brings it back.
   * @param {KeyboardEvent} event
   */
  _escape(event) {
    const line = this.commandLine;
    this._toast.hide();
    if (event.repeat || event.isComposing || event.target !== line.field) return;
    event.preventDefault();
    if (line.clear()) return announce(say("ear-command-empty"));
    const again = keys.on() && keys.keyOf("command") !== "";
    line.element.dispatchEvent(new CustomEvent("left", { detail: again }));
    afterFocus();
    if (again) announce(say("ear-command-closed", { key: keys.named("command") }));
  }

  /**
   * A decision that waits for the line is said to be kept, lest it be pressed again, which takes it back; to several here, what it is
   * is not said.
   * @param {import("../core/frames.js").Wish} wish
   */
  unsent(wish) {
    const alone = this._situation.table?.yours?.length === 1;
    const withdrawn = wish.type === "withdraw" ? say("ear-withdrawn") : "";
    this.answer([alone && ("action" in wish ? this._decided(wish.action) : withdrawn), say("ear-unsent")].filter(Boolean).join(" "), true);
  }

  /** How one's own decision is told in few words. @param {string} action */
  _decided(action) {
    const { confirmed, sealed } = this._game;
    return (confirmed ?? sealed)?.(action, this._situation.step) ?? "";
  }

  /**
   * A question, by key or by word.
   * @param {string} act
   */
  ask(act) {
    switch (act) {
      case "repeat":
        this._toast.show(repeat());
        break;
      case "cave":
      case "players":
      case "mine":
      case "odds":
        this._askTable(act);
        break;
      case "coach":
        this._coach();
        break;
      case "waiting":
        this.answer(this._waiting());
        break;
      case "time":
        this.answer(this._time());
        break;
      case "more":
        this._moreTime();
        break;
      case "back":
        this._read(-1);
        break;
      case "forward":
        this._read(1);
        break;
      case "kind":
        this._turn();
        break;
      case "help":
        this.answer(this._help());
        break;
    }
  }

  /** @param {string} about */
  _askTable(about) {
    const { table, step } = this._situation;
    if (!step) return this.answer(table ? gathering(table) : say("line-lost"));
    this._wish({ type: "ask", about, id: "ear" }).then((receipt) => {
      if (!receipt.kept && receipt.code === "unsent") this.answer(say("line-lost"));
    });
  }

  /** Turn the coach on or off, whose panel belongs to the game. */
  _coach() {
    const { table, step } = this._situation;
    if (!table?.coach) return this.answer(say("coach-none"));
    if (!step || !table.yours?.length) return this._askTable("coach"); // It speaks to those who decide.
    document.dispatchEvent(new CustomEvent("coach"));
  }

  /** @param {import("../core/frames.js").Wish} wish */
  _wish(wish) {
    return ask(document.body, wish);
  }

  /** The question that this player has not answered yet. */
  _question() {
    const { table, step } = this._situation;
    const open = (table?.yours ?? []).some((seat) => step?.legal?.[seat] && chosen(this._situation, seat) === null);
    return (open && step?.asked) || "";
  }

  /** @param {import("../games/ears.js").GameEar["sealed"]} [sealed] how one's own decision is told */
  _waiting(sealed = this._game.sealed) {
    const { table, step, line } = this._situation;
    if (!table || step?.decision === undefined || !table.running) return say("ear-nothing-asked");
    const question = this._question();
    const { waiting } = this._game;
    const [own, ...others] = table.yours ?? [];
    const action = own === undefined || others.length ? null : chosen(this._situation, own);
    if (action && line === "lost" && this._situation.underWay?.(own, step.decision) !== undefined) return [this._decided(action), say("ear-unsent")].filter(Boolean).join(" ");
    if (waiting) return question || waiting(this._situation);
    const count = `${stillThinking(this._situation, Boolean(question) && table.yours?.length === 1)}.`;
    return [action ? sealed?.(action, step) : question, count].filter(Boolean).join(" ");
  }

  _time() {
    const { table, step, clock } = this._situation;
    if (!table?.clock) return say("ear-no-clock");
    if (!clock || clock.decision !== step?.decision) return say("ear-no-time-runs");
    const own = Object.values(clock.seconds ?? {});
    const gone = (performance.now() - clock.at) / 1000;
    const seconds = Math.max(0, Math.ceil((own.length ? Math.min(...own) : clock.longest) - gone));
    return say(own.length ? "ear-time" : "ear-time-others", { seconds });
  }

  _moreTime() {
    const { table, step, clock } = this._situation;
    const asked = (table?.yours ?? []).filter((seat) => step?.legal?.[seat]);
    const decision = step?.decision;
    if (!table?.clock || !clock || !asked.length || decision === undefined) return this.answer(this._time());
    Promise.all(asked.map((seat) => this._wish({ type: "more-time", seat, decision }))).then((receipts) => {
      if (receipts.every(({ kept }) => kept)) this.answer(say("ear-more-asked"));
    });
  }

  /** Read other messages. */
  _turn() {
    const kind = this._messages.turn();
    this.answer(`${say(`ear-kind-${kind}`)} ${this._messages.told(mayBeTold(this._situation)).at(-1) ?? say("ear-history-none")}`);
  }

  /** @param {number} step */
  _read(step) {
    if (!this._situation.table) return this.answer(say("line-lost"));
    const { text = "", end } = this._messages.read(step, mayBeTold(this._situation));
    const ends = { none: say("ear-history-none"), first: say("ear-history-first"), last: say("ear-history-last") };
    this.answer([end ? ends[end] : "", text].filter(Boolean).join(" "));
  }

  _help() {
    const lines = keys.acts().filter((act) => keys.keyOf(act) && this._useful(act)).map((act) =>
      say("ear-key-line", { key: keys.named(act), what: say(`ear-act-${act}`) }));
    return [keys.on() ? "" : say("ear-keys-off"), ...lines, ...(this._game.aboutKeys?.() ?? []), say("ear-help-more")].filter(Boolean).join("\n");
  }

  /** @param {keys.Act} act */
  _useful(act) {
    const { table } = this._situation;
    if (act === "odds") return Boolean(table?.options.odds && choices().games.find(({ name }) => name === table.game)?.odds);
    if (act === "coach") return Boolean(table?.coach);
    return !GAME_ACTS.includes(act) || Boolean(this._game.keys?.includes(act));
  }

  // The command line

  /** @param {string} text */
  _typed(text) {
    const { table } = this._situation;
    const game = this._game;
    if (!table) return this.answer(say("line-lost"));
    const typed = understood(game, text);
    if (!typed) return this.answer(say("ear-not-understood", { text: text.slice(0, 40) }));
    const { command, rest } = typed;
    if (command === "words" && rest) return this._speak({ words: rest });
    if (command.startsWith("phrase ")) return this._speak({ phrase: command.slice(7) });
    if (game.decisions?.[command]) return this._decide(game.decisions[command]);
    switch (command) {
      case "withdraw":
        return this._withdraw();
      case "number":
        return this._number(Number(rest));
      case "about":
        return this.answer(game.about?.(Number(rest), this._situation) || this._choices());
      case "start":
        this._wish({ type: "start", fill: true });
        return;
      case "history":
        return this.answer(this._messages.told(mayBeTold(this._situation), "game").slice(-(Number(rest) || 3)).join("\n") || say("ear-history-none"));
      case "rules":
        return this.answer(aidOf(table.game));
      case "words":
        return this.answer(say("ear-typing-words"));
      case "quit":
        return this.answer(say("ear-quit"));
      case "help":
        return this.answer([...(game.choices?.(this._situation) ?? []), ...vocabulary(game)].join("\n"));
      default:
        return this.ask(command);
    }
  }

  /** The only seat of this page. Several players at one device decide in secret, not by typing. */
  _seat() {
    const yours = this._situation.table?.yours ?? [];
    if (yours.length > 1) this.answer(say("ear-several"));
    else if (!yours.length) this.answer(say("ear-watching"));
    return yours.length === 1 ? yours[0] : undefined;
  }

  /** @param {string} action */
  _decide(action) {
    const seat = this._seat();
    const { step } = this._situation;
    if (seat === undefined) return;
    if (step?.decision === undefined || !step.legal?.[seat]?.includes(action)) return this.answer(`${say("ear-not-now")} ${this._waiting()}`);
    const { decision } = step;
    this._wish({ type: "decide", seat, decision, action });
  }

  _withdraw() {
    const seat = this._seat();
    const { step } = this._situation;
    if (seat === undefined) return;
    if (step?.decision === undefined || chosen(this._situation, seat) === null) return this.answer(say("ear-nothing-sealed"));
    this._wish({ type: "withdraw", seat, decision: step.decision });
  }

  /** @param {{phrase: string} | {words: string}} what */
  _speak(what) {
    const [seat] = this._situation.table?.yours ?? [];
    if (seat === undefined) return this.answer(say("ear-watching"));
    this._wish({ type: "speak", seat, ...what });
  }

  /** @param {number} n */
  _number(n) {
    if (this._seat() === undefined) return;
    const meant = this._game.number?.(n, this._situation);
    if (meant && "action" in meant) return this._decide(meant.action);
    this.answer(meant?.answer || this._choices());
  }

  /** What is asked, and what may be decided. */
  _choices() {
    return [this._question(), ...(this._game.choices?.(this._situation) ?? [])].filter(Boolean).join("\n") || this._waiting();
  }
}
