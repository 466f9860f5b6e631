// @ts-check
// The menu of a table: a break, links, the host's settings, and the way out. Phrases have a button and a dialog of their own.

import { aidOf, isDrawn } from "../games/elements.js";
import { ask, choice, choices, keyed, labelled, make, put, reveal, unique } from "../core/dom.js";
import { SeatDialog, Settings, standUp } from "../gathering/settings.js";
import { copy, linkTo } from "../gathering/share.js";
import { announce } from "../speech/announcer.js";
import { say } from "../core/words.js";
import * as storage from "../core/storage.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").TableFrame} TableFrame */

export class Menu {
  /**
   * @param {import("../core/line.js").Line} line
   * @param {Situation} situation
   * @param {HTMLElement} [more] the button that opens the preferences of this device
   */
  constructor(line, situation, more) {
    this._line = line;
    this._situation = situation;
    this._unknown = false; // Whether there is no such table.
    this._dialog = /** @type {HTMLDialogElement} */ (document.getElementById("menu"));
    for (const name of ["menu", "phrases", "help"]) opens(name);
    this._phrases = /** @type {HTMLElement} */ (document.getElementById("phrases-open"));
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("phrases"));
    line.addEventListener("frame", (event) => {
      const frame = /** @type {CustomEvent} */ (event).detail;
      if (frame.type === "error" && situation.line === "refused") this._unknown = frame.code === "no-such-table";
    });
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-language]"))) {
      link.addEventListener("click", () => link.setAttribute("href", link.getAttribute("href") + location.hash));
    }
    this._as = choice([]);
    this._as.id = unique();
    this._asField = labelled(say("menu-speak-as"), this._as);
    const phrases = make("p", { className: "chips" });
    for (const phrase of choices().phrases ?? []) {
      const button = make("button", { type: "button" }, say(`phrase-${phrase}`));
      button.addEventListener("click", () => {
        ask(dialog, { type: "speak", seat: this._speaker(), phrase });
        dialog.close();
      });
      phrases.append(button);
    }
    this._words = this._ownWords(dialog);
    this._title = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
    this._title.addEventListener("blur", () => this._title.removeAttribute("tabindex")); // Or a dialog that opens would begin with it.
    document.getElementById("phrases-body")?.replaceChildren(this._asField, phrases, this._words);

    this._mine = make("div");
    this._seat = section(say("menu-seat"), this._mine);

    const code = line.table;
    const link = make("button", { type: "button" }, say("copy-link"));
    link.addEventListener("click", () => copy(linkTo(code), link));
    const watch = make("button", { type: "button" }, say("menu-watch"));
    watch.addEventListener("click", () => copy(`${linkTo(code)}#watch`, watch));
    const screen = make("a", { className: "button", href: `/t/${code}#screen`, target: "_blank" }, say("share-screen"));
    const out = make("a", { className: "button", href: "/" }, say("menu-leave"));
    const table = section(say("menu-table"), make("p", { className: "chips" }, link, watch, screen, out));

    this._settings = new Settings();
    this._seats = make("ul", { className: "menu-seats" });
    this._hosting = section(say("menu-hosting"), this._settings.element, this._seats);
    this._seatDialog = new SeatDialog();
    document.body.append(this._seatDialog.element);
    const own = more ? [section(say("ear-device"), make("p", { className: "chips" }, more))] : [];
    document.getElementById("menu-body")?.replaceChildren(this._seat, ...own, this._hosting, table);
  }

  /** Render the current situation. */
  show() {
    const { table } = this._situation;
    if (this._unknown) this._shut();
    if (!table) return;
    const mine = table.yours ?? [];
    const refuge = /** @type {HTMLElement} */ (this._dialog.querySelector(".dialog-end button"));
    this._phrases.hidden = !mine.length || this._situation.screen;
    reveal(this._asField, mine.length > 1, refuge);
    if (!table.words && this._words.contains(document.activeElement)) {
      this._title.tabIndex = -1; // Nothing there is pressed by typing on.
      announce(say("words-off"));
    }
    reveal(this._words, Boolean(table.words), this._title);
    keyed(
      this._as,
      mine,
      String,
      (seat) => make("option", { value: String(seat) }),
      (option, seat) => put(option, table.seats[seat]?.name ?? ""),
    );
    reveal(this._seat, mine.length > 0, refuge);
    keyed(
      this._mine,
      mine,
      String,
      (seat) => this._own(seat),
      (part, seat) => {
        const [name, pause] = part.querySelectorAll("strong, [data-do=away]");
        put(name, table.seats[seat]?.name ?? "");
        put(pause, say(table.seats[seat]?.away ? "come-back" : "take-a-break"));
      },
    );
    reveal(this._hosting, Boolean(table.hosting), refuge);
    this._settings.show(table);
    const others = table.seats.flatMap((chair, seat) => (chair && !chair.bot ? [{ chair, seat }] : []));
    keyed(
      this._seats,
      others,
      ({ seat }) => String(seat),
      ({ seat }) => this._other(seat),
      (row, { chair, seat }) => {
        put(row.firstElementChild, `${chair.letter} ${chair.name}`);
        row.lastElementChild.setAttribute("aria-label", say("seats-change-at", { number: seat + 1, name: chair.name }));
      },
    );
    if (this._seatDialog.element.open) this._seatDialog.show(table);
    this._visitor(table, mine);
    this._aid(table);
    if (mine.length) remember(table.table, Boolean(table.running) || !table.games);
  }

  /** Whoever of this device says something. */
  _speaker() {
    return Number(this._as.value || (this._situation.table?.yours ?? [0])[0]);
  }

  /** A form to say anything, where the host allows it. @param {HTMLDialogElement} dialog */
  _ownWords(dialog) {
    const field = make("input", { type: "text", autocomplete: "off", enterKeyHint: "send", maxLength: 200 });
    const form = make("form", { className: "own-words" }, labelled(say("words"), field), make("button", {}, say("words-say")));
    dialog.addEventListener("close", () => (field.required = false));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      field.value = field.value.trim();
      field.required = !field.value; // Not before: screen readers would call an empty field invalid.
      if (!form.reportValidity()) return; // The browser says why.
      const words = field.value;
      ask(dialog, { type: "speak", seat: this._speaker(), words }).then(({ kept }) => kept && field.value === words && (field.value = ""));
      dialog.close();
    });
    return form;
  }

  /** @param {number} seat one's own */
  _own(seat) {
    const code = this._line.table;
    const pause = make("button", { type: "button", "data-do": "away" });
    pause.addEventListener("click", () => {
      ask(this._dialog, { type: "away", seat, away: !this._situation.table?.seats[seat]?.away });
      this._dialog.close();
    });
    const personal = make("button", { type: "button" }, say("copy-personal"));
    personal.addEventListener("click", () => copy(`${linkTo(code)}#seat=${storage.tokenOf(code, seat) ?? ""}&at=${seat}`, personal));
    const stand = make("button", { type: "button" }, say("stand-up"));
    stand.addEventListener("click", () => standUp(this._dialog, seat, () => this._situation.table));
    return make("div", { className: "menu-own" }, make("strong", {}), make("p", { className: "chips" }, pause, personal, stand));
  }

  /** @param {number} seat */
  _other(seat) {
    const button = make("button", { type: "button" }, say("seats-change"));
    button.addEventListener("click", () => {
      if (this._situation.table) this._seatDialog.open(seat, this._situation.table);
    });
    return make("li", {}, make("span", {}), button);
  }

  /**
   * Tell a visitor that a game is under way.
   * @param {TableFrame} table
   * @param {number[]} mine
   */
  _visitor(table, mine) {
    const note = document.getElementById("visitor");
    if (note) note.hidden = !(table.running && !mine.length && !this._situation.screen);
  }

  /** @param {TableFrame} table */
  _aid(table) {
    const help = /** @type {HTMLElement} */ (document.getElementById("help-body"));
    if (help.dataset.game === table.game) return;
    help.dataset.game = table.game;
    const book = make("p", {}, make("a", { href: `/rules/${table.game}`, target: "_blank" }, say("full-rules")));
    const learn = make("p", {}, make("a", { href: "/sounds", target: "_blank" }, say("ear-try")));
    help.replaceChildren(...aidOf(table.game).split("\n").map((text) => make("p", {}, text)), ...(isDrawn(table.game) ? [book] : []), learn);
  }

  /** No such table: the gathering says so. */
  _shut() {
    /** @type {any} */ (document.querySelector("table-seats"))?.refused(this._line.table);
  }
}

/**
 * Connect a dialog with its button. Escape and a click on the backdrop close it; the browser restores focus.
 * @param {string} name
 */
function opens(name) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(name));
  document.getElementById(`${name}-open`)?.addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/**
 * @param {string} title
 * @param {...Node} parts
 */
function section(title, ...parts) {
  const heading = make("h3", { id: unique() }, title);
  return make("section", { className: "menu-part", "aria-labelledby": heading.id }, heading, ...parts);
}

/** @type {boolean | null} */
let remembered = null;

/**
 * Keep a list of recent tables for the start page.
 * @param {string} code
 * @param {boolean} open false: its game is over, and nobody left anything off there
 */
function remember(code, open) {
  if (remembered === open) return;
  remembered = open;
  const before = storage.preferred("recent", /** @type {string[]} */ ([])).filter((other) => other !== code);
  storage.prefer("recent", open ? [code, ...before].slice(0, 6) : before);
}
