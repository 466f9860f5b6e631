// @ts-check
// The command line: the words of the terminal, in every language of ours, and a few more.

import { make, reveal, unique } from "../core/dom.js";
import * as storage from "../core/storage.js";
import { known, say } from "../core/words.js";

/** @typedef {import("../games/ears.js").GameEar} GameEar */

/** What can be typed at every table, and the messages that hold the words for it. @type {Record<string, string[]>} */
const COMMANDS = {
  repeat: ["ear-typed-repeat"],
  time: ["ear-typed-time"],
  waiting: ["ear-typed-waiting"],
  more: ["ear-typed-more"],
  start: ["ear-typed-start"],
  words: ["ear-typed-words"],
  "phrase hello": ["ear-typed-hello"],
  "phrase well-played": ["ear-typed-well-played"],
  "phrase good-luck": ["ear-typed-good-luck"],
  "phrase ouch": ["ear-typed-ouch"],
  "phrase wait": ["ear-typed-wait"],
  "phrase ready": ["ear-typed-ready"],
  "phrase thanks": ["ear-typed-thanks"],
  "phrase again": ["ear-typed-again"],
};

/** Commands that need a whole word: as a shortcut of the page, the same letter may mean something else. */
const WHOLE = ["withdraw", "quit", "start", "words"];

/** @typedef {{command: string, rest: string}} Typed */

/**
 * The words for a command, the full one first.
 * @param {GameEar} game
 * @param {string} command
 * @param {string[]} messages
 * @param {string} whose "" for the words of this page's language, "other-" for those of the others
 */
function words(game, command, messages, whose) {
  const all = messages.flatMap((message) => (known(`${whose}${message}`) ? say(`${whose}${message}`).split(/\s+/) : [])).map((word) => word.replaceAll("_", " "));
  return all.filter((word) => word.length > 1 || word === "?" || (!whose && !WHOLE.includes(command) && !game.decisions?.[command]));
}

/**
 * Parse a line as a command or, where the game takes them, a number.
 * @param {GameEar} game
 * @param {string} text
 * @returns {Typed | null} null: not understood
 */
export function understood(game, text) {
  const given = text.trim().replace(/^\//, "").replace(/\s+/g, " "); // The key that leads here, as in many a chat.
  const line = given.toLocaleLowerCase();
  const number = /^(\d{1,4})\s*(\?)?$/.exec(line);
  if (number && game.number) return { command: number[2] ? "about" : "number", rest: number[1] };
  for (const whose of ["", "other-"]) {
    for (const [command, messages] of Object.entries({ ...game.commands, ...COMMANDS })) {
      // A decision stands alone: with a question mark behind it, it is a question.
      const word = words(game, command, messages, whose).find((each) => line === each || (!game.decisions?.[command] && line.startsWith(`${each} `)));
      if (word) return { command, rest: given.slice(word.length).trim() };
    }
  }
  return null;
}

/**
 * Every command with what it does.
 * @param {GameEar} game
 */
export function vocabulary(game) {
  return Object.entries({ ...game.commands, ...COMMANDS }).map(([command, messages]) => {
    const [word] = words(game, command, messages, "");
    const [kind, phrase] = command.split(" ");
    return kind === "phrase" ? say("ear-types-phrase", { word, phrase: say(`phrase-${phrase}`) }) : say("ear-types", { word, what: say(`ear-typing-${kind}`) });
  });
}

/** Events: `left` (somebody is done with it; detail: whether it goes). */
export class CommandLine {
  /** @param {(text: string) => void} typed */
  constructor(typed) {
    /** @type {string[]} */
    this._before = [];
    this._at = 0;
    this._field = make("input", {
      id: unique(), type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: false, enterKeyHint: "send", maxLength: 220,
    });
    const hint = make("span", { id: unique(), className: "small command-hint" }, say("ear-command-hint"));
    this._field.setAttribute("aria-describedby", hint.id);
    this.element = make(
      "form",
      { className: "command" },
      make("label", { htmlFor: this._field.id }, say("ear-command")),
      this._field,
      make("button", {}, say("ear-command-do")),
      hint,
    );
    this.shown = storage.preferred("commandline", false);
    this.element.hidden = !this.shown;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this._field.value.trim();
      this._field.value = "";
      if (!text) return;
      this._before.push(text);
      this._at = this._before.length;
      typed(text);
    });
    this._field.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step || !this._before.length) return;
      event.preventDefault();
      this._at = Math.max(0, Math.min(this._before.length, this._at + step));
      this._field.value = this._before[this._at] ?? "";
    });
  }

  /**
   * Show it or not, also in the pages that come.
   * @param {boolean} wanted
   * @param {HTMLElement} [refuge] where the focus goes that was in it
   */
  prefer(wanted, refuge) {
    this.shown = wanted;
    storage.prefer("commandline", wanted);
    reveal(this.element, wanted, refuge);
  }

  /** Remove what is typed. @returns {boolean} whether there was something */
  clear() {
    const typed = this._field.value !== "";
    this._field.value = "";
    this._at = this._before.length;
    return typed;
  }

  /** Go there, whether it was shown or not. */
  open() {
    if (!this.shown) this.prefer(true);
    this._field.focus();
  }

  /** Where words are typed. */
  get field() {
    return this._field;
  }
}
