// @ts-check
// The gathering at a table, before the first game and between games: who sits, sitting down, inviting, starting.

import { ask, choices, drawn, focusAfter, keyed, make, put, reveal, unique } from "../core/dom.js";
import { follow, invitation, plainCode, poster, syllables } from "./share.js";
import { SeatDialog, Settings } from "./settings.js";
import { SitForm, freeColour, sitWish } from "./sitting.js";
import { BoxNote } from "./rules.js";
import { announce } from "../speech/announcer.js";
import { pawnOf } from "../core/marks.js";
import { Fireside } from "./fireside.js";
import { known, say } from "../core/words.js";
import * as storage from "../core/storage.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").TableFrame} TableFrame */
/** @typedef {import("../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../core/frames.js").Chair} Chair */

const fragment = new URLSearchParams(location.hash.slice(1));

class TableSeats extends HTMLElement {
  /** @type {Situation | null} */
  _situation = null;
  /** @type {number | null} */
  _chosen = null; // The seat that somebody is about to take.
  _more = false; // One more player at this device is sitting down.
  _watching = fragment.has("watch"); // Came to watch, and was not asked to sit.
  _sitAtOnce = fragment.has("sit"); // Gave a name already when the table was made.
  _sits = false; // Sits down by that name just now.
  _seatedBefore = 0;
  _made = false; // Made this table, and was seated without pressing anything here.

  constructor() {
    super();
    this._title = make("h2", { id: unique(), tabIndex: -1, className: "gather-title" });
    this._fire = new Fireside();
    this._facts = make("p", { className: "gather-facts small" });
    this._box = new BoxNote();
    this._evening = make("span");
    this._club = make("p", { className: "gather-club small", hidden: true }, this._evening, " ", make("a", {}, say("seats-club-link")));
    this._told = ""; // The facts as they were shown last.
    this._list = make("ol", { className: "seats" });
    this._watchers = make("p", { className: "small gather-watchers" });
    this._state = make("p", { className: "gather-state" });
    this._start = make("button", { type: "button" });
    this._start.addEventListener("click", () => this._begin());
    this._sitAfterAll = make("button", { type: "button" }, say("sit-button"));
    this._sitAfterAll.addEventListener("click", () => {
      this._watching = false;
      this._offer();
    });
    this._oneMore = make("button", { type: "button", className: "one-more" }, say("sit-more-title"));
    this._oneMore.addEventListener("click", () => {
      this._more = true;
      this._offer();
    });
    this._form = this._newForm();
    this._settings = new Settings();
    this._settle = make("details", { className: "gather-settle" }, make("summary", {}, say("settle-title")), this._settings.element);
    this._dialog = new SeatDialog();
    this._above = make("div", {});
    this._below = make("div", {});
    this._go = make("div", { className: "gather-go" }, this._state, this._start, this._sitAfterAll);
    /** @type {HTMLElement} */
    this._share = make("div");
  }

  _newForm() {
    return new SitForm(() => {
      this._more = false;
      this.dispatchEvent(new CustomEvent("stay", { bubbles: true }));
      this._render();
    });
  }

  /**
   * Show the form to somebody who asked for it. One that is leaving is not called back: a screen reader may hold what moves under it for dead,
   * and tell nothing of the focus inside.
   * @param {number | null} [seat]
   */
  _offer(seat = null) {
    if (this._form.leaving) this._form = this._newForm();
    if (seat !== null) this._form.seat = seat;
    this._render();
    this._form.focus();
  }

  /** @param {Situation & {table: TableFrame}} situation */
  _build(situation) {
    const code = situation.table.table;
    this.classList.add("camp", "gather");
    const who = make(
      "section",
      { className: "gather-who", "aria-labelledby": this._title.id },
      this._fire.element,
      make("div", { className: "gather-head" }, this._title, this._facts, this._box.element, this._club),
      this._above,
      this._list,
      this._watchers,
      make("p", { className: "gather-more" }, this._oneMore),
      this._below,
      this._go,
      this._settle,
    );
    this._share = situation.screen ? poster(code) : invitation(code);
    this.replaceChildren(make("div", { className: "gather-sheet" }, who, this._share), this._dialog.element);
  }

  /** @param {number} seat */
  placeOf(seat) {
    return this._list.children[seat];
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    if (!situation.table) return;
    const first = !this._situation;
    this._situation = situation;
    if (first) this._build(/** @type {any} */ (situation));
    const refused = news?.type === "error" && this._form.refused(news);
    if (this._sitAtOnce && situation.line === "here") this._sitDown(situation.table);
    this._render();
    if (refused) this._seatless();
  }

  /** Where the form is, it says why there is no seat: the note above it need not. */
  _seatless() {
    if (!this._form.here || !this._form.complains) return;
    const note = document.getElementById("trouble");
    if (note) note.hidden = true;
    this._form.begin(); // It comes only now if the page sat down by itself.
  }

  /** The page shows something else now: close the dialog, which would cover it. */
  clear() {
    this._dialog.shut();
  }

  /** @param {TableFrame} table */
  _sitDown(table) {
    this._sitAtOnce = false;
    const address = new URLSearchParams(location.hash.slice(1)); // Where nothing is stored, it keeps the token.
    address.delete("sit");
    history.replaceState(null, "", `${location.pathname}${address.size ? `#${address}` : ""}`);
    const name = storage.name();
    if (!name || table.yours?.length) return;
    this._made = this._sits = true;
    ask(this, sitWish(name, freeColour(table))).then(({ kept }) => {
      this._sits = false;
      if (kept) return;
      this._render();
      this._seatless();
    });
  }

  _begin() {
    const table = this._situation?.table;
    if (!table) return;
    ask(this, { type: "start", fill: table.seats.includes(null) });
  }

  _render() {
    const { table, screen, over, line } = /** @type {Situation & {table: TableFrame}} */ (this._situation);
    const mine = table.yours ?? [];
    const free = table.seats.filter((chair) => chair === null).length;
    const again = Boolean(over);
    const title = this._title;
    this.classList.toggle("compact", again);
    if (this._seatedBefore !== mine.length) {
      if (mine.length > this._seatedBefore) this._more = false;
      this._seatedBefore = mine.length;
    }
    const sitting = !screen && free > 0 && !this._sits && !this._sitAtOnce && (mine.length ? this._more : !this._watching);
    if (this._form.seat !== null && table.seats[this._form.seat] !== null) this._form.seat = null; // Somebody else has it, or it is gone.
    this._chosen = sitting ? this._form.seat : null;

    put(title, say(again ? "seats-again-title" : "seats-title"));
    const told = facts(table);
    put(this._facts, told);
    if (this._told && this._told !== told && !table.hosting) announce(say("seats-changed", { facts: told }), "table");
    this._told = told;
    this._box.show(table.game, table.edition);
    this._box.element.hidden = again || Boolean(table.hosting && !screen); // The host has it beside the choice.
    if (table.club) {
      const [games, deals] = [table.games ?? 0, table.deals ?? 0];
      put(this._evening, games < deals ? say("seats-club-next", { n: games + 1, deals }) : say("seats-club-over"));
      /** @type {HTMLAnchorElement} */ (this._club.lastElementChild).href = `/club/${table.club}`;
      this._club.hidden = false;
    }
    this._fire.show(table.seats.map((chair) => chair?.colour ?? null));
    this._rows(table, screen);
    const watchers = Math.max(0, (table.watchers ?? 0) - (mine.length ? 0 : 1));
    put(this._watchers, watchers ? say("seats-watchers", { n: watchers }) : "");
    this._watchers.hidden = !watchers || screen;

    const start = this._start;
    const kind = again || (table.games ?? 0) > 0 ? "seats-rematch" : "seats-start";
    reveal(start, Boolean(table.hosting), title);
    const [played, deals] = [table.games ?? 0, table.deals ?? 0];
    if (table.club && played < deals) put(start, say("seats-club-deal", { n: played + 1, deals }));
    else put(start, free ? say(`${kind}-fill`, { free }) : say(kind));
    start.classList.toggle("primary", !sitting);
    if (this._made && mine.length && table.hosting) {
      this._made = false;
      if (document.activeElement === document.body) focusAfter(start); // What comes next is named, and a key away.
    }
    reveal(this._sitAfterAll, !screen && !mine.length && free > 0 && this._watching, title);
    this._sitAfterAll.classList.toggle("primary", !table.hosting);
    put(this._state, this._waited(table, mine, free, sitting));
    this._state.hidden = !this._state.textContent;

    this._form.lost = line === "lost";
    if (sitting) this._form.show(table, mine.length > 0);
    // For the first player the form comes first; for one more at this device it is below the seats.
    this._form.place(sitting ? (mine.length ? this._below : this._above) : null, table.hosting ? start : title);
    reveal(this._oneMore, !screen && mine.length > 0 && free > 0 && !this._more, sitting ? this._form.field : title);

    reveal(this._settle, Boolean(table.hosting) && !screen && !again, title);
    this._settings.show(table);
    if (this._dialog.element.open) this._dialog.show(table);
    reveal(this._share, !again && (screen || free > 0 || !mine.length), title);
  }

  /**
   * Who is to start the game, and what this visitor may do until then.
   * @param {TableFrame} table
   * @param {number[]} mine
   * @param {number} free
   * @param {boolean} sitting
   */
  _waited(table, mine, free, sitting) {
    if (table.hosting) return sitting || !free ? "" : say("seats-waits-you");
    const host = table.host === undefined || table.host === null ? null : table.seats[table.host];
    const starts = host ? say("seats-waits-host", { name: host.name }) : say("seats-waits-opener");
    if (mine.length || sitting || this._situation?.screen) return starts;
    return `${say(free ? "seats-watching" : "seats-watching-full")} ${starts}`;
  }

  /**
   * @param {TableFrame} table
   * @param {boolean} screen
   */
  _rows(table, screen) {
    keyed(
      this._list,
      table.seats.map((chair, seat) => ({ chair, seat })),
      ({ seat }) => String(seat),
      ({ seat }) => this._row(seat),
      (row, { chair, seat }) => this._seat(row, table, chair, seat, screen),
    );
  }

  /** @param {number} seat */
  _row(seat) {
    const button = make("button", { type: "button", className: "seat-do" });
    button.addEventListener("click", () => this._pressed(seat));
    return make(
      "li",
      { className: "seat", tabIndex: -1 },
      drawn("", "seat-mark"),
      make("span", { className: "seat-letter" }),
      make("span", { className: "seat-who" }, make("strong", { className: "seat-name" }), make("span", { className: "seat-note small" })),
      make("span", { className: "seat-total" }),
      button,
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {TableFrame} table
   * @param {Chair | null} chair
   * @param {number} seat
   * @param {boolean} screen
   */
  _seat(row, table, chair, seat, screen) {
    const [mark, letter, who, total, button] = /** @type {HTMLElement[]} */ ([...row.children]);
    const colour = chair ? String(chair.colour) : "";
    if (mark.dataset.colour !== colour) {
      mark.dataset.colour = colour;
      mark.innerHTML = pawnOf(chair ? chair.colour : null);
    }
    row.classList.toggle("free", !chair);
    row.classList.toggle("chosen", !chair && seat === this._chosen);
    const mine = (table.yours ?? []).includes(seat);
    row.classList.toggle("mine", mine);
    row.classList.toggle("gone", Boolean(chair && !chair.bot && (chair.online === false || chair.away)));
    put(letter, chair?.letter ?? "");
    put(who.children[0], chair ? chair.name : say("seats-free"));
    put(who.children[1], chair ? note(table, chair, seat, mine, screen) : "");
    const points = table.totals?.[seat] ?? 0;
    put(total, chair && (table.games ?? 0) > 0 ? say("seats-points", { n: points }) : "");

    const editing = Boolean(chair && !screen && (table.hosting || mine));
    const botting = !chair && !screen && table.hosting && !table.club; // There they are the same at all tables.
    const sitting = !chair && !screen && !botting && !table.yours?.length;
    const number = seat + 1;
    const words = editing
      ? [say("seats-change"), say("seats-change-at", { number, name: chair?.name ?? "" })]
      : botting
        ? [say("seats-put-bot"), say("seats-put-bot-at", { number })]
        : [say("seats-sit-here"), say("seats-sit-here-at", { number })];
    put(button, words[0]);
    button.setAttribute("aria-label", words[1]);
    reveal(button, Boolean(editing || botting || sitting), row);
  }

  /** @param {number} seat */
  _pressed(seat) {
    const table = this._situation?.table;
    if (!table) return;
    if (table.seats[seat] || (table.hosting && !table.club)) {
      this._dialog.open(seat, table);
    } else {
      this._watching = false;
      this._offer(seat);
    }
  }

  /**
   * No such table: say so, and offer to join another.
   * @param {string} code of the table
   */
  refused(code) {
    this.hidden = false;
    if (this.classList.contains("shut")) return;
    this.classList.add("camp", "gather", "shut");
    const field = make("input", { id: unique(), autocapitalize: "none", spellcheck: false, autocomplete: "off" });
    const wrong = make("p", { className: "wrong", id: unique(), hidden: true });
    const form = make(
      "form",
      { className: "shut-form", noValidate: true },
      make("label", { htmlFor: field.id }, say("start-code")),
      make("p", { className: "join-row" }, field, make("button", { className: "primary" }, say("start-join"))),
      wrong,
    );
    /** @param {string} text */
    const complain = (text) => {
      put(wrong, text);
      wrong.hidden = !text;
      field.setAttribute("aria-invalid", String(Boolean(text)));
      if (!text) return field.removeAttribute("aria-describedby");
      field.setAttribute("aria-describedby", wrong.id);
      announce(text);
      field.focus();
    };
    field.addEventListener("input", () => complain(""));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const typed = plainCode(field.value);
      complain(typed ? await follow(typed) : say("start-code-empty"));
    });
    this.replaceChildren(
      make(
        "div",
        { className: "gather-sheet" },
        make(
          "section",
          { className: "gather-who" },
          make("h2", { className: "gather-title" }, say("door-title")),
          make("p", {}, `${say("door-wrong", { code: syllables(code) })} ${say("door-hint")}`),
          form,
          make("p", {}, make("a", { className: "button", href: "/" }, say("menu-leave"))),
        ),
      ),
    );
  }
}

/**
 * @param {TableFrame} table
 * @param {Chair} chair
 * @param {number} seat
 * @param {boolean} mine
 * @param {boolean} screen
 */
function note(table, chair, seat, mine, screen) {
  const notes = [];
  if (mine) notes.push(say("seats-you"));
  if (table.host === seat) notes.push(say("seats-host"));
  if (chair.bot && screen) return "";
  if (chair.bot) {
    notes.push(known(`temper-${chair.bot}`) ? say("seats-bot", { temper: say(`temper-${chair.bot}`) }) : chair.bot);
  } else if (chair.online === false) {
    notes.push(say("seats-offline"));
  } else if (chair.away) {
    notes.push(say("seats-away"));
  } else if (!mine && !screen) {
    notes.push(say("seats-online"));
  }
  if (chair.multiplier && chair.multiplier !== 1 && table.clock) notes.push(say("seats-time", { times: chair.multiplier }));
  return notes.join(" · ");
}

/** @param {TableFrame} table */
function facts(table) {
  const { options } = table;
  const told = [say(`edition-${table.edition}`)];
  const box = choices().boxes.find((each) => each.name === table.edition);
  // An option that is off, or has its usual value, has no message. An edition that is not listed has no box.
  for (const name of box?.options ?? Object.keys(options)) {
    const fact = options[name] === true ? `seats-fact-${name}` : `seats-fact-${name}-${options[name]}`;
    if (known(fact)) told.push(say(fact));
  }
  const game = choices().games.find((each) => each.name === table.game);
  if (options.odds === false && game?.odds) told.push(say("seats-fact-no-odds"));
  if (options.coach && table.coach) told.push(say("seats-fact-coach"));
  told.push(table.clock ? say("seats-fact-clock", { seconds: table.clock, end: table.absence ?? "wait" }) : say("seats-fact-no-clock"));
  return told.join(" · ");
}

customElements.define("table-seats", TableSeats);
