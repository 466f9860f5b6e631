// @ts-check
// The coach, where the table allows it: what a champion would do, before a decision; whether it was close, after it. The sentences
// come from the server. Loaded when it is first turned on, and given what it needs: a module without imports splits no bundle.

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").Wish} Wish */
/**
 * @typedef {object} Tools
 * @property {typeof import("../speech/announcer.js").announce} announce
 * @property {typeof import("../core/dom.js").ask} ask
 * @property {typeof import("../core/dom.js").put} put
 * @property {typeof import("./choice.js").chosen} chosen
 */

export class CoachPanel {
  /**
   * @param {HTMLElement} prompt what the advice follows
   * @param {Tools} tools
   */
  constructor(prompt, tools) {
    this._tools = tools;
    /** @type {Situation | null} null while it is off */
    this._situation = null;
    this._asked = -1; // The decision that advice was asked for.
    /** @type {{decision: number, say: string, after: Record<string, string>} | null} */
    this._advice = null;
    this._text = document.createElement("div");
    this._text.className = "coach-text";
    this._after = this._text.appendChild(document.createElement("p"));
    this._before = this._text.appendChild(document.createElement("p"));
    prompt.after(this._text);
    // Decisions come from buttons, keys and the command line.
    document.addEventListener("wish", (event) => this._wished(/** @type {CustomEvent<{wish: Wish}>} */ (event).detail.wish));
  }

  /** @param {Situation} situation */
  show(situation) {
    this._situation = situation;
    const { table, step, line } = situation;
    const [seat = -1] = table?.yours ?? [];
    if (line !== "here" && this._advice?.decision !== this._asked) this._asked = -1; // The answer is lost with the connection.
    const decision = step?.decision ?? -1;
    if (this._advice && this._advice.decision !== decision) this._tools.put(this._before, "");
    const open = step?.legal?.[seat] !== undefined && this._tools.chosen(situation, seat) === null;
    if (open && line === "here" && this._asked !== decision) this._consult(decision);
    this._text.hidden = !this._before.textContent && !this._after.textContent;
  }

  /** It was turned off, or has nobody to speak to. */
  hide() {
    this._situation = this._advice = null;
    this._asked = -1;
    this._tools.put(this._before, "");
    this._tools.put(this._after, "");
    this._text.hidden = true;
  }

  /** Whether it will speak of the decision at hand. */
  get speaks() {
    return this._asked !== -1;
  }

  /** @param {number} decision */
  async _consult(decision) {
    this._asked = decision;
    const receipt = await this._tools.ask(document.body, { type: "ask", about: "coach", id: `coach-${decision}` });
    if (!receipt.kept || !receipt.answer || this._asked !== decision || !this._situation) return;
    this._advice = { decision, say: receipt.answer.say, after: receipt.answer.after ?? {} };
    this._tools.put(this._before, this._advice.say);
    this._tools.announce(this._advice.say, "own");
    this.show(this._situation);
  }

  /** @param {Wish} wish */
  _wished(wish) {
    if ((wish.type !== "decide" && wish.type !== "withdraw") || !this._situation || this._advice?.decision !== wish.decision) return;
    const after = wish.type === "decide" ? (this._advice.after[wish.action] ?? "") : "";
    this._tools.put(this._after, after);
    this._tools.put(this._before, after ? "" : this._advice.say);
    if (after) this._tools.announce(after, "own");
    this.show(this._situation);
  }
}
