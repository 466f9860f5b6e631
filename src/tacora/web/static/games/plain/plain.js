// @ts-check
// Any game, before it has drawings of its own: the situation in sentences, and a button for each legal action.

// As all parts do, so that they share one bundle.
import "../../core/print.js";
import { ask, drawn, keyed, list, make, put } from "../../core/dom.js";
import { swatch } from "../../drawings/patterns.js";
import { chosen } from "../../play/choice.js";
import { TimeLeft } from "../../play/timeleft.js";
import { say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {{seat: number, action: string}} Choice */

const SKELETON = `
<h2 id="plain-ask" data-refuge tabindex="-1"></h2>
<div class="plain-time" hidden></div>
<div class="plain-choices"></div>
<section class="plain-lines" aria-labelledby="plain-title"><h3 id="plain-title"></h3><div class="plain-list"></div></section>`;

class PlainTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Situation | undefined} */
    this._situation = undefined;
    /** @type {TimeLeft | undefined} */
    this._time = undefined;
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.innerHTML = SKELETON;
    put(this._part("#plain-title"), say("plain-title"));
    this._time = new TimeLeft(this._part(".plain-time"));
  }

  /** @param {Situation} situation */
  show(situation) {
    const { table, step, thinking } = situation;
    if (!table || !step) return;
    this._situation = situation;
    const seats = (table.yours ?? []).filter((seat) => step.legal?.[seat]);
    const open = seats.some((seat) => chosen(situation, seat) === null);
    const left = thinking?.decision === step.decision ? (thinking?.left ?? 0) : (step.thinking ?? 0);
    put(this._part("#plain-ask"), open ? (step.asked ?? "") : step.decision ? say("plain-thinking", { left }) : step.say);
    keyed(
      this._part(".plain-choices"),
      seats,
      String,
      (seat) => make("div", { class: "plain-seat", role: "group" }, drawn(swatch(table.seats[seat]?.colour ?? seat, { size: 24, letter: table.seats[seat]?.letter }), "badge"), make("div", { class: "plain-buttons" })),
      (group, seat) => this._choices(group, seat, chosen(situation, seat)),
    );
    list(this._part(".plain-list"), "ul", [...(step.plain?.lines ?? [])]);
    this._time?.show(situation);
  }

  /**
   * @param {HTMLElement} group
   * @param {number} seat
   * @param {string | null} sealed
   */
  _choices(group, seat, sealed) {
    const { table, step } = /** @type {Situation} */ (this._situation);
    const alone = (table?.yours ?? []).length === 1;
    if (alone) group.setAttribute("aria-labelledby", "plain-ask");
    else group.setAttribute("aria-label", table?.seats[seat]?.name ?? "");
    keyed(
      /** @type {HTMLElement} */ (group.lastElementChild),
      [...(step?.legal?.[seat] ?? [])],
      (action) => action,
      (action) => {
        const button = make("button", { type: "button", class: "plain-choice" }, step?.plain?.actions?.[action] ?? action);
        button.addEventListener("click", () => this._decide(seat, action));
        return button;
      },
      (button, action) => {
        const pressed = String(action === sealed);
        if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
      },
    );
  }

  /**
   * @param {number} seat
   * @param {string} action
   */
  _decide(seat, action) {
    const decision = this._situation?.step?.decision;
    if (decision !== undefined && decision !== null) ask(this, { type: "decide", seat, decision, action });
  }

  /** @param {string} selector */
  _part(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }
}

customElements.define("plain-table", PlainTable);
