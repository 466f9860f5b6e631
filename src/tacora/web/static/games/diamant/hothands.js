// @ts-check
// Several people decide in secret at one device: by two keys each, one after the other behind a curtain, or, two with one pair of
// earphones, by two keys of which each hears in one ear what they mean.

import { announce } from "../../speech/announcer.js";
import { ask, focusAfter, keyed, make, put, reveal, unique, visible } from "../../core/dom.js";
import { Curtain } from "../../play/curtain.js";
import { handCamp, handDeeper } from "../../drawings/people.js";
import { swatch } from "../../drawings/patterns.js";
import { AGAIN, pairs, printed, readLayout } from "../../play/handkeys.js";
import { SharedEarphones } from "../../play/sharedearphones.js";
import { clicked, whisper } from "../../speech/sounds.js";
import { motif } from "../../speech/tones.js";
import { prefer, preferred } from "../../core/storage.js";
import { say } from "../../core/words.js";
import { chosen } from "../../play/choice.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../../play/curtain.js").Player} Player */
/** @typedef {"keys" | "curtain" | "ears"} Mode */
/** @typedef {{decision: number, say: string, after: Record<string, string>, taken: string}} Advice `taken`: what was decided then */

const MODES = /** @type {const} */ (["keys", "curtain", "ears"]);

/** The two decisions, in the order of a pair of keys: the upper one leads deeper, the lower one to camp. */
const ACTIONS = /** @type {const} */ (["C", "L"]);

class HotHands extends HTMLElement {
  constructor() {
    super();
    /** @type {Situation | null} */
    this._situation = null;
    const touch = matchMedia("(hover: none) and (pointer: coarse)").matches;
    /** @type {Mode} */
    this._mode = preferred("hothands", touch || !preferred("keys", true) ? "curtain" : "keys");
    /** @type {number | undefined} */
    this._decision = undefined;
    /** @type {number | undefined} */
    this._game = undefined;
    /** Who has the device and decides. @type {number | null} */
    this._open = null;
    this._earphones = new SharedEarphones();
    /** What the coach told each seat that asked. @type {Map<number, Advice>} */
    this._advised = new Map();
    this._coached = () => visible(this) && this._consult();
    this._pressed = (/** @type {KeyboardEvent} */ event) => this._key(event);
  }

  connectedCallback() {
    document.addEventListener("keydown", this._pressed);
    document.addEventListener("coach", this._coached); // By key or word.
    if (this.childElementCount) return;
    this._prompt = make("p", { id: unique(), className: "hot-prompt" });
    this._switches = MODES.map((mode) => {
      const button = make("button", { type: "button", className: `plain hot-switch hot-to-${mode}` }, say(`hot-mode-${mode}`));
      button.addEventListener("click", () => {
        clicked();
        this._turn(mode);
      });
      return button;
    });
    this._tiles = make("ul", { className: "hot-tiles" });
    this._mine = make("button", { type: "button", className: "primary hot-mine" });
    this._mine.addEventListener("click", () => this._take(Number(this._mine?.dataset.seat)));
    const named = { role: "group", "aria-labelledby": this._prompt.id, tabIndex: -1 };
    this._choices = make("div", { className: "hot-choices", ...named }, choice("C", say("cave-deeper"), handDeeper()), choice("L", say("cave-go-camp"), handCamp()));
    this._choices.addEventListener("click", (event) => {
      const action = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.action;
      if (action && this._open !== null) this._chose(this._open, action);
    });
    // In the place of the button: a second tap decides nothing.
    this._advice = make("p", { className: "hot-advice", tabIndex: -1, hidden: true });
    this._coach = make("button", { type: "button", className: "hot-coach" }, say("hot-coach"));
    this._coach.addEventListener("click", () => this._consult());
    this._again = make("p", { className: "chips hot-again" });
    this._again.addEventListener("click", (event) => {
      const seat = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.seat;
      if (seat) this._take(Number(seat));
    });
    // Within a toolbar a screen reader passes single keys on to the page. Focus goes to all of it, where Enter decides nothing.
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-labelledby", this._prompt.id);
    this.tabIndex = -1;
    this._curtain = new Curtain((seat) => this._take(seat));
    this.append(this._prompt, this._tiles, this._mine, this._choices, this._coach, this._advice, this._again, make("p", { className: "chips hot-switches" }, ...this._switches), this._curtain.element);
    readLayout().then(() => this._draw());
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this._pressed);
    document.removeEventListener("coach", this._coached);
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    this._situation = situation;
    if (this._mode === "ears" && situation.table?.yours?.length !== 2) this._mode = "curtain";
    const decision = situation.step?.decision;
    if (situation.step?.game !== this._game) this._advised.clear();
    this._game = situation.step?.game;
    if (decision !== this._decision) {
      this._decision = decision;
      this._open = null;
      this._curtain?.lift();
      if (this._mode === "ears") this._whisper();
      else if (news) this._invite(news);
    }
    this._draw();
  }

  /** @param {string} text @param {boolean} soon */
  tick(text, soon) {
    this._curtain?.tick(text, soon);
  }

  // Who is asked

  /** @returns {Player[]} */
  _asked() {
    const { table, step } = this._situation ?? {};
    if (!table || step?.decision === undefined) return [];
    return (table.yours ?? [])
      .filter((seat) => step.legal?.[seat])
      .map((seat) => ({ seat, name: table.seats[seat]?.name ?? "", colour: table.seats[seat]?.colour ?? seat }));
  }

  /**
   * Whether this seat has decided: never what.
   * @param {number} seat
   */
  _has(seat) {
    return this._situation !== null && chosen(this._situation, seat) !== null;
  }

  /** @returns {Player | undefined} */
  _next() {
    return this._asked().find(({ seat }) => !this._has(seat));
  }

  /**
   * Say who gets the device: at first by the curtain, as for everybody after; later everybody looks at what happened before somebody takes it.
   * @param {AnyFrame} news
   */
  _invite(news) {
    const next = this._next();
    if (this._mode !== "curtain" || !next || this._asked().length < 2) return;
    if (news.type === "step" && news.events.some((/** @type {any} */ { type, expedition }) => type === "began" && expedition === 1)) this._drawFirst();
    else announce(`${say("hot-give", { name: next.name })}.`);
  }

  /** Draw the curtain once the first card is turned, unless somebody has taken the device before. */
  _drawFirst() {
    const decision = this._decision;
    const settled = () => {
      const next = this._next();
      const waits = this._decision === decision && this._open === null && this._mode === "curtain" && !this.hidden;
      if (waits && next && !this._asked().some(({ seat }) => this._has(seat))) this._curtain?.draw(next, []);
    };
    this.closest("cave-table")?.addEventListener("settled", settled, { once: true });
  }

  // What is drawn

  _draw() {
    if (!this._prompt || !this._tiles || !this._mine || !this._choices || !this._coach || !this._again || !this._switches) return;
    const asked = this._asked();
    const next = this._next();
    const keys = this._mode !== "curtain";
    this.dataset.mode = this._mode;
    if (!keys && asked.length === 1 && next) this._open = next.seat; // Nobody here to hide it from.
    const open = keys ? undefined : asked.find(({ seat }) => seat === this._open);
    put(this._prompt, this._text(asked, open, next));
    this._tiles.hidden = !keys;
    this._drawTiles(keys ? asked : []);
    reveal(this._choices, Boolean(open), this);
    this._drawAdvice(open?.seat);
    reveal(this._coach, Boolean(open && this._situation?.table?.coach && this._advised.get(open.seat)?.decision !== this._decision), this);
    reveal(this._mine, !keys && !open && Boolean(next), this);
    if (next && !keys) {
      put(this._mine, say("hot-i-am", { name: next.name }));
      this._mine.dataset.seat = String(next.seat);
    }
    this._drawAgain(keys || open ? [] : asked.filter(({ seat }) => this._has(seat)));
    const two = this._situation?.table?.yours?.length === 2;
    MODES.forEach((mode, at) => {
      const offered = asked.length > 0 && mode !== this._mode && (mode !== "ears" || two);
      reveal(/** @type {HTMLElement[]} */ (this._switches)[at], offered, this);
    });
  }

  /**
   * @param {Player[]} asked
   * @param {Player | undefined} open
   * @param {Player | undefined} next
   */
  _text(asked, open, next) {
    if (!asked.length) return say("hot-none");
    if (this._mode === "keys") return say("hot-keys-how");
    if (this._mode === "ears") return say("hot-ears-how");
    if (open) return say("hot-decide", { name: open.name });
    return next ? `${say("hot-give", { name: next.name })}. ${say("hot-look-away")}` : say("hot-all");
  }

  /** @param {Player[]} asked */
  _drawTiles(asked) {
    const list = /** @type {HTMLElement} */ (this._tiles);
    const hands = this._situation?.table?.yours?.length ?? 0;
    list.style.setProperty("--columns", String(hands > 4 ? Math.ceil(hands / 2) : hands));
    keyed(list, asked, ({ seat }) => String(seat), tile, (element, { seat, name, colour }) => {
      const [mark, who, caps, state] = /** @type {HTMLElement[]} */ ([...element.children]);
      drawOnce(mark, String(colour), () => swatch(colour, { letter: this._situation?.table?.seats[seat]?.letter }));
      put(who, name);
      const ears = this._mode === "ears";
      const codes = [...(this._pair(seat) ?? []), AGAIN[this._ear(seat)]];
      const names = ears ? [say("hot-ears-upper"), say("hot-ears-lower"), say("hot-ears-again")] : [say("cave-deeper"), say("cave-go-camp")];
      while (caps.children.length < names.length) caps.append(cap());
      while (caps.children.length > names.length) caps.lastElementChild?.remove();
      [...caps.children].forEach((cap, at) => {
        const [key, name] = cap.children;
        put(key, codes[at] ? printed(codes[at]) : "");
        put(name, names[at]);
      });
      element.classList.toggle("decided", this._has(seat));
      put(state, say(this._has(seat) ? "hot-decided" : "hot-thinks"));
    });
  }

  /** @param {Player[]} players */
  _drawAgain(players) {
    const line = /** @type {HTMLElement} */ (this._again);
    const held = line.contains(document.activeElement);
    keyed(
      line,
      players,
      ({ seat }) => String(seat),
      () => make("button", { type: "button" }),
      (button, { seat, name }) => {
        put(button, say("hot-again", { name }));
        button.dataset.seat = String(seat);
      },
    );
    if (held && !line.contains(document.activeElement)) focusAfter(this);
  }

  /** For whoever has the device: what the coach said, or whether their last decision was close. @param {number | undefined} open */
  _drawAdvice(open) {
    const line = /** @type {HTMLElement} */ (this._advice);
    const advice = open === undefined ? undefined : this._advised.get(open);
    const now = advice?.decision === this._decision;
    const after = advice?.after[advice.taken] ?? "";
    // Whoever has decided is done with it: "again" may be pressed by the next one.
    put(line, now ? (advice?.taken ? "" : (advice?.say ?? "")) : after && say("hot-coach-last", { told: after }));
    reveal(line, Boolean(line.textContent), this);
  }

  // What is done

  /**
   * Whoever has the device asks the coach, for themselves: the answer is read there, by eye or with the focus on it, announced to nobody,
   * and covered with the rest.
   */
  async _consult() {
    const [seat, decision] = [this._open, this._situation?.step?.decision];
    if (!this._asked().length) return this._idle();
    if (this._mode !== "curtain") return announce(say("hot-coach-pass"));
    if (seat === null || decision === undefined || this._curtain?.closed) return announce(say("hot-coach-who"));
    const told = this._advised.get(seat);
    if (told?.decision === decision) {
      if (!told.taken) this._advice?.focus();
      return;
    }
    const receipt = await ask(this, { type: "ask", about: "coach", seat, id: `coach-${decision}-${seat}` });
    if (!receipt.kept) return receipt.code === "unsent" ? announce(say("line-lost")) : undefined;
    if (!receipt.answer || decision !== this._decision) return;
    // Whoever is quicker than the coach has decided meanwhile.
    const taken = (this._situation && chosen(this._situation, seat)) ?? "";
    this._advised.set(seat, { decision, say: receipt.answer.say, after: receipt.answer.after ?? {}, taken });
    this._draw();
    if (this._open === seat) this._advice?.focus();
  }

  /** The coach is asked while nobody here is: there is nothing to keep from the others. */
  async _idle() {
    const receipt = await ask(this, { type: "ask", about: "coach", seat: this._situation?.table?.yours?.[0], id: "coach-idle" });
    announce((receipt.kept && receipt.answer?.say) || say("line-lost"));
  }

  /** @param {Mode} mode */
  _turn(mode) {
    this._mode = mode;
    this._open = null;
    prefer("hothands", mode);
    this._earphones.forget();
    this._draw();
    if (mode === "ears") this._tryEarphones();
  }

  // One pair of earphones

  /**
   * On which side a player listens: 0 on the left, 1 on the right.
   * @param {number} seat
   */
  _ear(seat) {
    return (this._situation?.table?.yours ?? []).indexOf(seat);
  }

  /** Each hears their own three notes, and not those of the other: otherwise the device mixes both sides. */
  _tryEarphones() {
    const { table } = this._situation ?? {};
    const [left, right] = (table?.yours ?? []).map((seat) => ({ name: table?.seats[seat]?.name ?? "", notes: motif(table?.seats[seat]?.colour ?? seat) }));
    announce(say("hot-ears-try", { left: left.name, right: right.name }));
    if (!whisper(left.notes, right.notes)) announce(say("hot-ears-mono"));
    const decision = this._situation?.step?.decision;
    setTimeout(() => {
      if (this._mode === "ears" && this._situation?.step?.decision === decision) this._whisper();
    }, 1500); // Once these are over; a decision that was asked for meanwhile has told its own.
  }

  /** A new decision: tell each what their keys mean. */
  _whisper() {
    const asked = this._asked().map(({ seat }) => this._ear(seat));
    if (asked.length) this._earphones.draw([asked.includes(0), asked.includes(1)]);
  }

  /**
   * What a key means, if that was told; otherwise it is told now.
   * @param {number} seat
   * @param {number} at
   * @returns {number | null}
   */
  _meaning(seat, at) {
    if (this._mode === "keys") return at;
    if (this._earphones.told) return this._earphones.meaning(this._ear(seat), at);
    announce(say(this._earphones.tell() ? "hot-ears-listen" : "hot-ears-mono"));
    return null;
  }

  /**
   * Somebody has the device.
   * @param {number} seat
   */
  _take(seat) {
    this._open = seat;
    this._draw();
    this._curtain?.lift();
    // On both choices, not on the button pressed last: that would give it away. Not on all of this, either: where the focus was there
    // before, a screen reader does not name it again.
    if (this._choices) focusAfter(this._choices);
  }

  /**
   * @param {number} seat
   * @param {string} action
   */
  _chose(seat, action) {
    const step = this._situation?.step;
    if (step?.decision === undefined || !step.legal?.[seat]?.includes(action)) return;
    ask(this, { type: "decide", seat, decision: step.decision, action });
    if (!this._has(seat)) return; // Too early for this question.
    this._open = null;
    const advice = this._advised.get(seat);
    if (advice?.decision === step.decision) advice.taken = action;
    else this._advised.delete(seat); // Whether the one before was close has been told.
    const next = this._next();
    this._draw();
    if (this._mode === "curtain" && next) {
      this._curtain?.draw(next, this._asked().filter((player) => this._has(player.seat)));
    }
  }

  // Keys

  /**
   * The two keys of a seat: the same for the whole game.
   * @param {number} seat
   */
  _pair(seat) {
    const yours = this._situation?.table?.yours ?? [];
    return pairs(yours.length)[yours.indexOf(seat)];
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (this._mode === "curtain" || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!visible(this) || document.querySelector("dialog[open]")) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea, [contenteditable]")) return;
    for (const { seat, name } of this._asked()) {
      const at = this._pair(seat)?.indexOf(event.code) ?? -1;
      const again = this._mode === "ears" && event.code === AGAIN[this._ear(seat)];
      if (at < 0 && !again) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      const meant = again ? null : this._meaning(seat, at);
      if (again) this._earphones.tell();
      if (meant === null) continue;
      this._chose(seat, ACTIONS[meant]);
      if (!this._has(seat)) continue;
      this._clench(seat);
      announce(say("hot-has-decided", { name }));
    }
  }

  /**
   * Animate the mark, the same whichever key was pressed.
   * @param {number} seat
   */
  _clench(seat) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const mark = this._tiles?.querySelector(`[data-key="${seat}"] .hot-mark`);
    mark?.animate([{ transform: "scale(1.25)" }, { transform: "scale(.94)", offset: 0.6 }, { transform: "none" }], { duration: 200 });
  }
}

/**
 * @param {string} action
 * @param {string} name
 * @param {string} drawing
 */
function choice(action, name, drawing) {
  const button = make("button", { type: "button", className: `hot-choice choice-${action}` });
  button.dataset.action = action;
  button.innerHTML = `<span class="hot-hand" aria-hidden="true">${drawing}</span>`;
  button.append(make("strong", {}, name));
  return button;
}

/** A key, and what it does. */
const cap = () => make("span", { className: "hot-cap" }, make("kbd"), " ", make("span"));

/** A player's place at the keyboard: mark, name, their keys, a word. */
function tile() {
  return make(
    "li",
    { className: "hot-tile" },
    make("span", { className: "hot-mark", "aria-hidden": "true" }),
    make("strong", { className: "hot-name" }),
    make("span", { className: "hot-caps" }),
    make("span", { className: "hot-state" }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {string} key
 * @param {() => string} picture
 */
function drawOnce(element, key, picture) {
  if (element.dataset.drawn === key) return;
  element.dataset.drawn = key;
  element.innerHTML = picture();
}

customElements.define("hot-hands", HotHands);
