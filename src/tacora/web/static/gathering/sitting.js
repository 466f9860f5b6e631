// @ts-check
// The form for a seat: a name, a colour with its pattern.

import { ask, drawn, focusAfter, focusFirst, leave, make, put, stay, unique } from "../core/dom.js";
import { player, swatch } from "../drawings/patterns.js";
import { announce } from "../speech/announcer.js";
import { say } from "../core/words.js";
import * as storage from "../core/storage.js";

/** @typedef {import("../core/frames.js").TableFrame} TableFrame */
/** @typedef {import("../core/protocol.js").Trouble} Trouble */

const ID = "sit"; // Errors about this wish carry it.
const AT_THE_NAME = new Set(["name-taken", "bad-name", "bad-frame"]);

/**
 * The wish for a seat.
 * @param {string} name
 * @param {number | null} colour
 * @param {number | null} [seat]
 * @returns {import("../core/protocol.js").Sit & {token: string}}
 */
export function sitWish(name, colour, seat = null) {
  return {
    type: "sit",
    id: ID,
    name,
    ...(colour === null ? {} : { colour }),
    ...(seat === null ? {} : { seat }),
    luck: storage.newLuck(),
    token: storage.newToken(),
  };
}

/**
 * The preferred colour if it is free, otherwise the first that is.
 * @param {TableFrame} table
 * @param {number} [liked]
 */
export function freeColour(table, liked = storage.preferred("colour", -1)) {
  const taken = new Set(table.seats.map((chair) => chair?.colour));
  const free = [0, 1, 2, 3, 4, 5, 6, 7].filter((colour) => !taken.has(colour));
  return free.includes(liked) ? liked : (free[0] ?? null);
}

export class SitForm {
  /** @param {() => void} cancelled */
  constructor(cancelled) {
    this._title = make("h2", { id: unique() });
    this._hint = make("p", { className: "small" }, say("sit-more-hint"));
    this._name = make("input", { id: unique(), maxLength: 40, autocomplete: "nickname", name: "name" });
    this._name.setAttribute("enterkeyhint", "go");
    this._label = make("label", { htmlFor: this._name.id });
    this._nameError = make("p", { id: unique(), className: "wrong", hidden: true });
    this._colourError = make("p", { id: unique(), className: "wrong", hidden: true });
    this._colours = make(
      "fieldset",
      { className: "colours", "aria-describedby": this._colourError.id },
      make("legend", {}, say("sit-colour")),
      make("div", { className: "swatches" }, ...[0, 1, 2, 3, 4, 5, 6, 7].map((colour) => this._swatch(colour))),
      this._colourError,
    );
    this._chosen = make("p", { className: "chosen-colour small" });
    this._colours.append(this._chosen);
    this._wrong = make("p", { className: "wrong", hidden: true });
    this._button = make("button", { className: "primary" }, say("sit-button"));
    this._cancel = make("button", { type: "button", className: "plain" }, say("sit-cancel"));
    this._cancel.addEventListener("click", cancelled);
    this.element = make(
      "form",
      { className: "sit", noValidate: true, "aria-labelledby": this._title.id },
      this._title,
      this._hint,
      make("p", { className: "field" }, this._label, this._name),
      this._nameError,
      this._colours,
      this._wrong,
      make("p", { className: "chips" }, this._button, this._cancel),
    );
    this.element.addEventListener("submit", (event) => this._submit(event));
    this._colours.addEventListener("change", () => {
      this._picked = true;
      this._touched();
    });
    this._name.addEventListener("input", () => this._complain(this._nameError, ""));
    /** @type {number | null} */
    this.seat = null;
    this._more = false;
    this._picked = false; // A colour was picked by hand.
    /** @type {[string, number | null] | null} */
    this._asked = null; // The name and the seat of the wish that is not answered yet.
    this._liked = storage.preferred("colour", -1);
    this.lost = false; // Whether disconnected.
    this._name.value = storage.name();
  }

  /** @param {number} colour */
  _swatch(colour) {
    const radio = make("input", { type: "radio", name: "colour", value: String(colour) });
    const word = make("span", { className: "unseen" });
    return make("label", { className: "swatch" }, radio, drawn(swatch(colour)), word);
  }

  _radios() {
    return /** @type {HTMLInputElement[]} */ ([...this._colours.querySelectorAll("input")]);
  }

  /**
   * @param {TableFrame} table
   * @param {boolean} more whether it is for one more player at this device
   */
  show(table, more) {
    if (more && !this._more) this._name.value = "";
    this._more = more;
    const usual = !more && this.seat === null;
    put(this._title, more ? say("sit-more-title") : this.seat === null ? say("sit-title") : say("sit-title-at", { number: this.seat + 1 }));
    this._title.className = usual ? "unseen" : ""; // The button says the same.
    put(this._label, say(more ? "sit-more-name" : "sit-name"));
    this._hint.hidden = this._cancel.hidden = !more;
    const chosen = this._radios().find((radio) => radio.checked);
    const best = freeColour(table, chosen ? Number(chosen.value) : this._liked);
    this._radios().forEach((radio, colour) => {
      const holder = table.seats.find((chair) => chair?.colour === colour);
      const name = say(player(colour).key);
      const word = /** @type {HTMLElement} */ (radio.parentElement?.lastElementChild);
      put(word, holder ? say("colour-taken", { colour: name, name: holder.name }) : name);
      radio.disabled = Boolean(holder);
      radio.checked = colour === best;
      radio.parentElement?.classList.toggle("taken", Boolean(holder));
    });
    this._touched();
  }

  _touched() {
    const chosen = this._radios().findIndex((radio) => radio.checked);
    put(this._chosen, chosen < 0 ? "" : say(player(chosen).key));
  }

  /** @param {Event} event */
  _submit(event) {
    event.preventDefault();
    const name = this._name.value.trim();
    this._complain(this._wrong, "");
    if (!name) {
      this._complain(this._nameError, say("sit-name-empty"));
      announce(say("sit-name-empty")); // Who pressed Enter in the field hears nothing of it by the focus.
      this.focus();
      return;
    }
    if (this.lost) {
      this._complain(this._wrong, say("sit-lost"));
      announce(say("sit-lost"));
    }
    const chosen = this._radios().findIndex((radio) => radio.checked);
    if (!this._more) {
      storage.rename(name);
      storage.prefer("colour", chosen);
    }
    this._asked = [name, this.seat];
    ask(this.element, sitWish(name, chosen < 0 ? null : chosen, this.seat));
  }

  /**
   * Show an error, if it is about this form.
   * @param {Trouble} error
   */
  refused(error) {
    if (error.id !== ID) return false;
    this._complain(this._wrong, ""); // It may still say `sit-lost`.
    if (error.code === "colour-taken" && !this._picked && this._asked) {
      // The default colour was taken meanwhile: try again without one.
      const [name, seat] = this._asked;
      this._asked = null;
      ask(this.element, sitWish(name, null, seat));
      return true;
    }
    if (AT_THE_NAME.has(error.code)) {
      this._complain(this._nameError, error.say);
      if (this.here) this.focus();
    } else if (error.code === "colour-taken") {
      this._complain(this._colourError, error.say);
    } else {
      this.seat = null; // It may be the trouble.
      this._complain(this._wrong, error.say);
    }
    return true;
  }

  /**
   * @param {HTMLElement} where
   * @param {string} text
   */
  _complain(where, text) {
    const sentence = text && text[0].toLocaleUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
    put(where, sentence);
    where.hidden = !text;
    if (where === this._nameError) {
      this._name.setAttribute("aria-invalid", String(Boolean(text)));
      if (text) this._name.setAttribute("aria-describedby", where.id);
      else this._name.removeAttribute("aria-describedby");
    }
  }

  /** Whether it says why there was no seat. */
  get complains() {
    return [this._nameError, this._colourError, this._wrong].some((error) => !error.hidden);
  }

  /** Where the name is typed. */
  get field() {
    return this._name;
  }

  /** Whether it is in sight, and not leaving. */
  get here() {
    return this.element.isConnected && !this.leaving;
  }

  /** Whether it is out of sight, and stays for screen readers a little longer. */
  get leaving() {
    return this.element.isConnected && this.element.classList.contains("leaving");
  }

  /** Focus the name, with the whole form in sight: somebody asked for it, or it has grown by an error. */
  focus() {
    this._name.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Where nothing has the focus the page begins with the name. */
  begin() {
    if (document.activeElement !== document.body) return;
    this.element.scrollIntoView({ block: "nearest" });
    focusFirst(this._name);
  }

  /**
   * Move the form, or remove it: hiding it would fire an accessibility event for every colour.
   * @param {HTMLElement | null} parent
   * @param {HTMLElement} refuge where the focus goes if it was within
   */
  place(parent, refuge) {
    const form = this.element;
    const within = form.contains(document.activeElement);
    if (parent) {
      stay(form);
      if (form.parentElement !== parent) {
        if (within) focusAfter(refuge);
        parent.append(form);
      }
    } else if (form.isConnected) {
      if (within) leave(form, refuge, () => form.remove());
      else if (this.here) form.remove();
      this.seat = null;
      this._more = false; // Whoever is asked for next has a name of their own.
      for (const error of [this._nameError, this._colourError, this._wrong]) this._complain(error, "");
    }
  }
}
