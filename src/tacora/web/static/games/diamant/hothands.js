// @ts-check
// Several people decide in secret at one device: by two keys each, or one after the other behind a curtain.

import { announce } from "../../speech/announcer.js";
import { ask, keyed, make, put, reveal } from "../../core/dom.js";
import { Curtain } from "../../play/curtain.js";
import { handCamp, handDeeper } from "../../drawings/people.js";
import { swatch } from "../../drawings/patterns.js";
import { pairs, printed, readLayout } from "../../play/handkeys.js";
import { prefer, preferred } from "../../core/storage.js";
import { say } from "../../core/words.js";
import { chosen } from "../../play/choice.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../../play/curtain.js").Player} Player */
/** @typedef {"keys" | "curtain"} Mode */

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
    /** Who has the device and decides. @type {number | null} */
    this._open = null;
    this._pressed = (/** @type {KeyboardEvent} */ event) => this._key(event);
  }

  connectedCallback() {
    document.addEventListener("keydown", this._pressed);
    if (this.childElementCount) return;
    this._prompt = make("p", { className: "hot-prompt", tabIndex: -1 });
    this._switch = make("button", { type: "button", className: "plain hot-switch" });
    this._switch.addEventListener("click", () => this._turn(this._mode === "keys" ? "curtain" : "keys"));
    this._tiles = make("ul", { className: "hot-tiles" });
    this._mine = make("button", { type: "button", className: "primary hot-mine" });
    this._mine.addEventListener("click", () => this._take(Number(this._mine?.dataset.seat)));
    this._choices = make("div", { className: "hot-choices" }, choice("C", say("cave-deeper"), handDeeper()), choice("L", say("cave-go-camp"), handCamp()));
    this._choices.addEventListener("click", (event) => {
      const action = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.action;
      if (action && this._open !== null) this._chose(this._open, action);
    });
    this._again = make("p", { className: "chips hot-again" });
    this._again.addEventListener("click", (event) => {
      const seat = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.seat;
      if (seat) this._take(Number(seat));
    });
    this._curtain = new Curtain((seat) => this._take(seat));
    this.append(this._prompt, this._tiles, this._mine, this._choices, this._again, this._switch, this._curtain.element);
    readLayout().then(() => this._draw());
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this._pressed);
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    this._situation = situation;
    const decision = situation.step?.decision;
    if (decision !== this._decision) {
      this._decision = decision;
      this._open = null;
      this._curtain?.lift();
      if (news) this._invite();
    }
    this._draw();
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

  /** Announce who gets the device. */
  _invite() {
    const next = this._next();
    if (this._mode === "curtain" && next && this._asked().length > 1) announce(`${say("hot-give", { name: next.name })}.`);
  }

  // What is drawn

  _draw() {
    if (!this._prompt || !this._tiles || !this._mine || !this._choices || !this._again || !this._switch) return;
    const asked = this._asked();
    const next = this._next();
    const keys = this._mode === "keys";
    this.dataset.mode = this._mode;
    if (!keys && asked.length === 1 && next) this._open = next.seat; // Nobody here to hide it from.
    const open = keys ? undefined : asked.find(({ seat }) => seat === this._open);
    put(this._prompt, this._text(asked, open, next));
    this._tiles.hidden = !keys;
    this._drawTiles(keys ? asked : []);
    reveal(this._choices, Boolean(open), this._prompt);
    reveal(this._mine, !keys && !open && Boolean(next), this._prompt);
    if (next && !keys) {
      put(this._mine, say("hot-i-am", { name: next.name }));
      this._mine.dataset.seat = String(next.seat);
    }
    this._drawAgain(keys || open ? [] : asked.filter(({ seat }) => this._has(seat)));
    this._switch.hidden = !asked.length;
    put(this._switch, say(keys ? "hot-mode-curtain" : "hot-mode-keys"));
  }

  /**
   * @param {Player[]} asked
   * @param {Player | undefined} open
   * @param {Player | undefined} next
   */
  _text(asked, open, next) {
    if (!asked.length) return say("hot-none");
    if (this._mode === "keys") return say("hot-keys-how");
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
      drawOnce(mark, String(colour), () => swatch(colour));
      put(who, name);
      const pair = this._pair(seat);
      [...caps.children].forEach((cap, at) => put(/** @type {Element} */ (cap.firstElementChild), pair ? printed(pair[at]) : ""));
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
    if (held && !line.contains(document.activeElement)) this._prompt?.focus();
  }

  // What is done

  /** @param {Mode} mode */
  _turn(mode) {
    this._mode = mode;
    this._open = null;
    prefer("hothands", mode);
    this._draw();
  }

  /**
   * Somebody has the device.
   * @param {number} seat
   */
  _take(seat) {
    this._open = seat;
    this._draw();
    this._curtain?.lift();
    this._prompt?.focus(); // Not on the button pressed last: that would give it away.
  }

  /**
   * @param {number} seat
   * @param {string} action
   */
  _chose(seat, action) {
    const step = this._situation?.step;
    if (step?.decision === undefined || !step.legal?.[seat]?.includes(action)) return;
    ask(this, { type: "decide", seat, decision: step.decision, action });
    this._open = null;
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
    if (this._mode !== "keys" || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.checkVisibility() || document.querySelector("dialog[open]")) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.("input, select, textarea, [contenteditable]")) return;
    for (const { seat, name } of this._asked()) {
      const at = this._pair(seat)?.indexOf(event.code) ?? -1;
      if (at < 0) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      this._chose(seat, ACTIONS[at]);
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

/** A player's place at the keyboard: mark, name, two keys, a word. */
function tile() {
  const cap = (/** @type {string} */ name) => make("span", { className: "hot-cap" }, make("kbd"), " ", make("span", {}, name));
  return make(
    "li",
    { className: "hot-tile" },
    make("span", { className: "hot-mark", "aria-hidden": "true" }),
    make("strong", { className: "hot-name" }),
    make("span", { className: "hot-caps" }, cap(say("cave-deeper")), cap(say("cave-go-camp"))),
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
