// @ts-check
// The form that makes a table.

import { choices, make, put } from "../core/dom.js";
import { clocks } from "../gathering/settings.js";
import { say } from "../core/words.js";
import * as storage from "../core/storage.js";

/** @typedef {{game: string, name: string, least: number, most: number, options: (string | undefined)[]}} Box */
/** @typedef {{name: string, usual: string, odds: boolean, options: {name: string, values: string[]}[]}} Game */

/**
 * Open a table, store its host's token, and go there. Resolves to what went wrong, or to an empty text.
 * @param {object} wanted
 * @param {string} how the fragment: what the page of the table does first
 * @returns {Promise<string>}
 */
export async function openTable(wanted, how) {
  try {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const told = await answer.json();
    if (!answer.ok) return told.say;
    storage.keep(told.table, told.host, { host: true });
    location.href = `/t/${told.table}${how}`;
    return "";
  } catch {
    return say("start-unreachable");
  }
}

/** The form for a table with choices. */
export class NewTable {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this._form = form;
    this._boxes = /** @type {Box[]} */ (choices().boxes);
    this._games = /** @type {Game[]} */ (choices().games);
    this._seats = /** @type {HTMLSelectElement} */ (form.elements.namedItem("seats"));
    this._box = /** @type {HTMLSelectElement} */ (form.elements.namedItem("edition"));
    this._wrong = /** @type {HTMLElement} */ (document.getElementById("new-wrong"));
    const clock = /** @type {HTMLSelectElement} */ (form.elements.namedItem("clock"));
    clock.replaceChildren(...clocks().map(([value, text]) => make("option", { value }, text)));
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    name.value = storage.name();
    form.addEventListener("change", (event) => {
      if (/** @type {HTMLInputElement} */ (event.target).name === "game") this._game();
      if (event.target === this._box) this._boxed();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._make();
    });
    this._game();
  }

  /** @param {string} name */
  _ticked(name) {
    return /** @type {HTMLInputElement} */ (this._form.elements.namedItem(name)).checked;
  }

  get _chosen() {
    return String(new FormData(this._form).get("game"));
  }

  _game() {
    const game = this._chosen;
    const boxes = this._boxes.filter((box) => box.game === game);
    const usual = this._games.find(({ name }) => name === game)?.usual;
    this._box.replaceChildren(
      ...boxes.map((box) => make("option", { value: box.name, selected: box.name === usual }, say(`edition-${box.name}`))),
    );
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this._form.querySelectorAll("[data-game]"))) {
      part.hidden = part.dataset.game !== game;
    }
    this._boxed();
  }

  _boxed() {
    const box = this._boxes.find((each) => each.name === this._box.value);
    if (!box) return;
    const before = Number(this._seats.value || 4);
    const counts = Array.from({ length: box.most - box.least + 1 }, (_, more) => box.least + more);
    this._seats.replaceChildren(...counts.map((n) => make("option", { value: String(n) }, String(n))));
    this._seats.value = String(Math.min(box.most, Math.max(box.least, before)));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this._form.querySelectorAll("[data-option]"))) {
      part.hidden = part.dataset.game !== box.game || !box.options.includes(part.dataset.option);
    }
  }

  _wanted() {
    const box = this._boxes.find((each) => each.name === this._box.value);
    const game = this._games.find((each) => each.name === this._chosen);
    const open = (game?.options ?? []).filter(({ name }) => box?.options.includes(name));
    // A tick is a yes, or the second of two values.
    const options = open.map(({ name, values: [usual, other] }) => [name, other ? (this._ticked(name) ? other : usual) : this._ticked(name)]);
    const clock = String(new FormData(this._form).get("clock"));
    return {
      rules: {
        game: this._chosen,
        edition: this._box.value,
        seats: Number(this._seats.value),
        ...Object.fromEntries(options),
        ...(game?.odds ? { odds: this._ticked("odds") } : {}),
      },
      manners: { clock: clock ? Number(clock) : null, thinking: this._ticked("thinking") },
      listed: this._ticked("listed"),
    };
  }

  async _make() {
    const name = String(new FormData(this._form).get("name")).trim();
    if (name) storage.rename(name);
    const wrong = await openTable(this._wanted(), name ? "#sit" : "");
    put(this._wrong, wrong);
    this._wrong.hidden = !wrong;
  }
}
