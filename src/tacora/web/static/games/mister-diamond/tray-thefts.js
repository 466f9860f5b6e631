// @ts-check
// A theft: whose ring, and which. The choices are those the table allows; they stay in place while they are the same.

import { swatch } from "../../drawings/patterns.js";
import { ring } from "./rings.js";
import { say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").TableFrame} TableFrame */
/** @typedef {import("../../core/protocol.js").MisterDiamondView["thefts"]} Thefts */

export class TrayThefts {
  /**
   * @param {HTMLElement} root
   * @param {(action: string) => void} decide
   */
  constructor(root, decide) {
    this._root = root;
    this._shown = "";
    root.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.action) decide(button.dataset.action);
    });
    root.addEventListener("keydown", (event) => this._pressed(event));
  }

  /** All choices together, where Enter chooses none; null: there is no theft to decide. @returns {HTMLElement | null} */
  get choices() {
    return this._root.querySelector("[role=toolbar]");
  }

  focus() {
    this.choices?.focus();
  }

  /** @param {Element | null} focus */
  holds(focus) {
    return this._root.contains(focus);
  }

  /** The theft is decided. */
  clear() {
    this._root.hidden = true;
    this._shown = "";
    this._root.replaceChildren();
  }

  /**
   * Arrows go from choice to choice, as in any toolbar. Escape leads to the one that steals nothing: it does not make it, in case it was
   * pressed once too often.
   * @param {KeyboardEvent} event
   */
  _pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const buttons = [...this._root.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const onwards = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") /** @type {HTMLElement | null} */ (this._root.querySelector(".theft-decline"))?.focus();
    if (!onwards) return;
    event.preventDefault();
    buttons[Math.max(0, at + onwards)]?.focus();
  }

  /**
   * @param {readonly string[]} legal the legal actions
   * @param {Thefts} thefts what these actions mean
   * @param {TableFrame} table
   */
  show(legal, thefts, table) {
    const shown = JSON.stringify([legal, table.seats.map((chair) => [chair?.name, chair?.colour])]);
    if (shown === this._shown) return;
    const held = this.holds(document.activeElement);
    this._shown = shown;
    this._root.hidden = false;
    // Within a toolbar a screen reader passes single keys on to the page.
    const choices = document.createElement("div");
    choices.className = "theft-choices";
    choices.setAttribute("role", "toolbar");
    choices.setAttribute("aria-label", say("tray-theft-choices", { n: thefts.length }));
    choices.tabIndex = -1;
    choices.append(...this._victims(thefts, table), ...this._others(legal));
    this._root.replaceChildren(choices);
    if (held) choices.focus();
  }

  /**
   * @param {Thefts} thefts
   * @param {TableFrame} table
   */
  _victims(thefts, table) {
    const victims = [...new Set(thefts.map(({ victim }) => victim))];
    return victims.map((victim) => {
      const name = table.seats[victim]?.name ?? "";
      const group = document.createElement("div");
      group.className = "theft-victim";
      group.setAttribute("role", "group");
      const heading = document.createElement("h3");
      heading.id = `theft-${victim}`;
      heading.innerHTML = `<span class="mark" aria-hidden="true">${swatch(table.seats[victim]?.colour ?? victim, { letter: table.seats[victim]?.letter })}</span>`;
      heading.append(Object.assign(document.createElement("span"), { textContent: say("tray-victim", { name }) }));
      group.setAttribute("aria-labelledby", heading.id);
      const buttons = thefts.filter((theft) => theft.victim === victim).reverse().map(({ action, price }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.action = action;
        button.innerHTML = `${ring(true)}<span aria-hidden="true">${price}</span><span class="unseen"></span>`;
        const said = say("tray-steal", { price: say("md-dollars", { n: price }), name });
        /** @type {HTMLElement} */ (button.lastElementChild).textContent = said;
        return button;
      });
      group.append(heading, ...buttons);
      return group;
    });
  }

  /** @param {readonly string[]} legal */
  _others(legal) {
    if (!legal.includes("decline")) return [];
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("tray-decline") });
    button.className = "theft-decline";
    button.dataset.action = "decline";
    return [button];
  }
}
