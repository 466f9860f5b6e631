// @ts-check
// The form that makes a table.

import { make, put } from "../core/dom.js";
import { RulesFields } from "../gathering/rules.js";
import { AT_ITS_END, absences, clocks } from "../gathering/settings.js";
import { say } from "../core/words.js";
import * as storage from "../core/storage.js";

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
    const kept = storage.keep(told.table, told.host, { host: true });
    // Where nothing can be stored, the token goes along in the fragment, which browsers do not send.
    location.href = `/t/${told.table}${kept ? how : `${how || "#"}${how && "&"}seat=${told.host}`}`;
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
    const box = /** @type {HTMLSelectElement} */ (form.elements.namedItem("edition"));
    this._fields = new RulesFields(box, /** @type {HTMLSelectElement} */ (form.elements.namedItem("seats")));
    box.closest(".field")?.after(this._fields.note, this._fields.options);
    this._wrong = /** @type {HTMLElement} */ (document.getElementById("new-wrong"));
    const clock = /** @type {HTMLSelectElement} */ (form.elements.namedItem("clock"));
    clock.replaceChildren(...clocks().map(([value, text]) => make("option", { value }, text)));
    const absence = /** @type {HTMLSelectElement} */ (form.elements.namedItem("absence"));
    absence.replaceChildren(...absences().map(([value, text]) => make("option", { value, selected: value === AT_ITS_END }, text)));
    const end = /** @type {HTMLElement} */ (absence.closest(".field"));
    clock.addEventListener("change", () => (end.hidden = !clock.value));
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    name.value = storage.name();
    form.addEventListener("change", (event) => {
      if (/** @type {HTMLInputElement} */ (event.target).name === "game") this._game();
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
    this._fields.show({ game: this._chosen });
  }

  _wanted() {
    const clock = String(new FormData(this._form).get("clock"));
    return {
      rules: this._fields.rules,
      manners: {
        clock: clock ? Number(clock) : null,
        ...(clock ? { absence: String(new FormData(this._form).get("absence")) } : {}),
        thinking: this._ticked("thinking"),
      },
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
