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
  }

  /**
   * @param {readonly string[]} legal the legal actions; empty: no theft to decide
   * @param {Thefts} thefts what these actions mean
   * @param {TableFrame} table
   * @returns {"here" | "gone" | "gone with the focus"}
   */
  show(legal, thefts, table) {
    const shown = JSON.stringify([legal, table.seats.map((chair) => [chair?.name, chair?.colour])]);
    const held = this._root.contains(document.activeElement);
    if (!legal.length) {
      this._root.hidden = true;
      this._shown = "";
      this._root.replaceChildren();
      return held ? "gone with the focus" : "gone";
    }
    if (shown === this._shown) return "here";
    this._shown = shown;
    this._root.hidden = false;
    this._root.replaceChildren(...this._victims(thefts, table), ...this._others(legal));
    if (held) this._root.querySelector("button")?.focus();
    return "here";
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
      heading.innerHTML = `<span class="mark" aria-hidden="true">${swatch(table.seats[victim]?.colour ?? victim)}</span>`;
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
