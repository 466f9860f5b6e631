// @ts-check
// <deal-check>: a button that computes the deal again in the browser, and the findings, step by step.

import { announce } from "../speech/announcer.js";
import { make } from "../core/dom.js";
import { checked } from "./dealcheck.js";
import { say } from "../core/words.js";

/** @typedef {import("./dealcheck.js").DealFacts} DealFacts */

/** Nobody here knows what was promised before the game of a file. @param {DealFacts} deal */
const isFile = (deal) => deal.promise === undefined || deal.promise === null;

/** What is known of where a deal came from. @param {DealFacts} deal */
const about = (deal) => (isFile(deal) ? "check-about-file" : deal.luck?.length ? "check-about" : "check-about-fixed");

export class DealCheck extends HTMLElement {
  /**
   * @param {DealFacts} deal
   * @param {string[]} names
   */
  show(deal, names) {
    this._names = names;
    const before = this._deal;
    this._deal = deal;
    if (before) return;
    this.append(make("h3", {}, say("check-title")));
    if (!deal.seed) {
      this.append(make("p", { class: "small" }, say("check-nothing")));
      return;
    }
    const button = make("button", { type: "button" }, say("check-button"));
    button.addEventListener("click", () => this._check(button));
    this._result = make("div", { class: "check-result" });
    this.append(make("p", { class: "small" }, say(about(deal))), make("p", {}, button), this._result);
  }

  /** @param {HTMLButtonElement} button */
  async _check(button) {
    const deal = this._deal;
    if (!deal || !this._result || button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    this._result.replaceChildren(make("p", {}, say("check-running")));
    const findings = await checked(deal);
    const fair = findings.every((finding) => finding.ok);
    const verdict = say(`check-${fair ? "all-right" : "wrong"}${isFile(deal) ? "-file" : ""}`);
    const steps = findings.map(({ id, ok, number = 1, told, found }) => {
      const cards = told ? told.split(" ").length : 0;
      const text = id === "cave" ? say("check-cave", { number, n: cards }) : id === "deck" ? say("check-deck", { n: cards }) : say(id === "commitment" && isFile(deal) ? "check-commitment-file" : `check-${id}`);
      return make("li", { class: ok ? "good" : "bad" },
        make("span", { class: "check-sign", "aria-hidden": "true" }, ok ? "✓" : "✗"),
        make("div", {}, make("p", {}, text, " ", make("b", {}, say(ok ? "check-yes" : "check-no"))),
          make("details", {}, make("summary", {}, say("check-details")),
            make("dl", {}, make("dt", {}, say("check-came")), make("dd", {}, make("code", {}, told || "–")),
              make("dt", {}, say("check-dealt")), make("dd", {}, make("code", {}, found || "–"))))));
    });
    const luck = (deal.luck ?? []).map((text, seat) =>
      make("li", {}, say("check-luck", { name: this._names?.[seat] ?? String(seat) }), " ", make("code", {}, text || say("check-no-luck"))));
    this._result.replaceChildren(
      make("p", { class: `verdict ${fair ? "good" : "bad"}` }, verdict),
      ...(deal.again ? [make("p", {}, say("check-again"))] : []),
      make("ol", { class: "check-steps", role: "list" }, ...steps),
      ...(luck.length ? [make("ul", { class: "check-luck", role: "list" }, ...luck)] : []),
    );
    button.removeAttribute("aria-disabled");
    announce(verdict);
  }
}

customElements.define("deal-check", DealCheck);
