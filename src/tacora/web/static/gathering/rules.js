// @ts-check
// Box, options and number of seats of a table, each explained where it is chosen.

import { choices, drawn, make, put, select, ticked, unique } from "../core/dom.js";
import { known, say } from "../core/words.js";

/** @typedef {import("../core/dom.js").Box} Box */
/** @typedef {import("../core/dom.js").Game} Game */
/** @typedef {Record<string, any> & {game: string, edition?: string, seats?: number}} Rules as the server takes them */

/** What is in a box: a small drawing and a sentence. */
export class BoxNote {
  constructor() {
    this._art = drawn("", "box-art"); // The game's own element, which comes with the other elements of the game.
    this.words = make("span", { id: unique() });
    this.element = make("p", { className: "box-note small" }, this._art, this.words);
    this._box = "";
  }

  /** @param {string} game @param {string} edition */
  show(game, edition) {
    if (this._box === edition) return;
    this._box = edition;
    const about = `box-${edition}`;
    this._art.replaceChildren(make(/** @type {"span"} */ (`box-${game}`), { edition }));
    put(this.words, known(about) ? say(about) : "");
    this.element.hidden = !this.words.textContent;
  }
}

/** The fields for the rules of a table, around two that a form has already. They dispatch no event of their own: listen for `change`. */
export class RulesFields {
  /**
   * @param {HTMLSelectElement} box
   * @param {HTMLSelectElement} seats
   */
  constructor(box, seats) {
    this._box = box;
    this._seats = seats;
    this._note = new BoxNote();
    this.note = this._note.element; // To be placed below the box.
    this.options = make("div", { className: "options" });
    box.setAttribute("aria-describedby", this._note.words.id);
    box.addEventListener("change", () => this._boxed());
    /** @type {Game | undefined} */
    this._game = undefined;
    /** @type {Map<string, HTMLInputElement>} */
    this._ticks = new Map();
    this._boxes = choices().boxes;
    this._games = choices().games;
  }

  get _chosen() {
    return this._boxes.find(({ name }) => name === this._box.value);
  }

  /** Show these rules; those left out are as usual. @param {Rules} rules */
  show(rules) {
    const game = this._games.find(({ name }) => name === rules.game);
    if (!game) return;
    const edition = rules.edition ?? game.usual;
    if (!this._boxes.some(({ name }) => name === edition)) {
      // A box that is not on offer, such as one for study: it stays, with as many seats.
      const { seats = 4 } = rules;
      this._boxes.push(/** @type {Box} */ ({ game: game.name, name: edition, least: seats, most: seats, options: game.options.map(({ name }) => name) }));
    }
    if (this._game !== game) {
      this._game = game;
      const boxes = this._boxes.filter((box) => box.game === game.name);
      this._box.replaceChildren(...boxes.map(({ name }) => make("option", { value: name }, say(`edition-${name}`))));
      const names = [...game.options.map(({ name }) => name), ...(game.odds ? ["odds"] : []), ...(game.coach ? ["coach"] : [])];
      this._ticks = new Map(names.map((name) => [name, make("input", { type: "checkbox", name })]));
      this.options.replaceChildren(...[...this._ticks].map(([name, tick]) => explained(name, tick)));
    }
    if (![...this._box.options].some(({ value }) => value === edition)) this._box.append(make("option", { value: edition }, say(`edition-${edition}`)));
    select(this._box, edition);
    for (const [name, tick] of this._ticks) {
      const second = game.options.find((option) => option.name === name)?.values[1];
      tick.checked = rules[name] === undefined ? name === "odds" : second ? rules[name] === second : Boolean(rules[name]);
    }
    this._boxed(rules.seats);
  }

  /** @param {number} [wanted] seats */
  _boxed(wanted = Number(this._seats.value || 4)) {
    const box = this._chosen;
    this._note.show(this._game?.name ?? "", this._box.value);
    if (!box) return;
    const counts = Array.from({ length: box.most - box.least + 1 }, (_, more) => String(box.least + more));
    if (counts.join() !== [...this._seats.options].map(({ value }) => value).join()) {
      this._seats.replaceChildren(...counts.map((n) => make("option", { value: n }, n)));
    }
    select(this._seats, String(Math.min(box.most, Math.max(box.least, wanted))));
    for (const [name, tick] of this._ticks) {
      const row = /** @type {HTMLElement} */ (tick.closest(".option"));
      row.hidden = !this._applies(name);
    }
  }

  /** @param {string} name */
  _applies(name) {
    return !this._game?.options.some((option) => option.name === name) || Boolean(this._chosen?.options.includes(name));
  }

  /** What is chosen. @returns {Rules} */
  get rules() {
    const told = [...this._ticks].filter(([name]) => this._applies(name)).map(([name, { checked }]) => {
      // A tick is a yes, or the second of two values.
      const [usual, other] = this._game?.options.find((option) => option.name === name)?.values ?? [];
      return [name, other ? (checked ? other : usual) : checked];
    });
    return { game: this._game?.name ?? "", edition: this._box.value, seats: Number(this._seats.value), ...Object.fromEntries(told) };
  }
}

/**
 * A checkbox with its label and, if there is one, a sentence on what it does.
 * @param {string} name
 * @param {HTMLInputElement} tick
 */
function explained(name, tick) {
  const why = `why-${name}`;
  const row = make("div", { className: "option" }, ticked(say(`new-${name}`), tick));
  if (known(why)) {
    const text = make("p", { id: unique(), className: "small why" }, say(why));
    tick.setAttribute("aria-describedby", text.id);
    row.append(text);
  }
  return row;
}
