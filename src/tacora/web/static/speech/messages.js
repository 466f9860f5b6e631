// @ts-check
// What was told, to be read again: forwards and backwards, all of it or one kind.

/** @typedef {import("./announcer.js").Kind} Kind */
const KINDS = /** @type {const} */ (["all", "game", "table", "own"]);
const LONGEST = 400;

export class Messages {
  constructor() {
    /** The oldest first, each with the question that went with it. @type {{kind: Kind, text: string, asked: string}[]} */
    this._all = [];
    /** Which of them are read. @type {Kind | "all"} */
    this.kind = "all";
    /** The one that was read last; null: none since the newest came. @type {number | null} */
    this._reading = null;
  }

  /**
   * Keep a message.
   * @param {Kind} kind
   * @param {string} text
   * @param {string} [asked]
   */
  keep(kind, text, asked = "") {
    if (!text) return "";
    this._all.push({ kind, text, asked });
    if (this._all.length > LONGEST) this._all.shift();
    this._reading = null;
    return text;
  }

  /** Forget what was told to one player alone. */
  forgetOwn() {
    this._all = this._all.filter(({ kind }) => kind !== "own").map((message) => ({ ...message, asked: "" }));
    this._reading = null;
  }

  /**
   * The messages of a kind, the oldest first.
   * @param {number} most how many about the game may be told again: where remembering is the game, few
   * @param {Kind | "all"} [kind]
   */
  told(most, kind = this.kind) {
    let left = most;
    const may = [...this._all].reverse().filter((message) => message.kind !== "game" || left-- > 0);
    return may.reverse().flatMap(({ kind: one, text, asked }) => {
      if (kind === "all") return [asked ? `${text} ${asked}` : text];
      return [one === kind ? text : "", kind === "own" ? asked : ""].filter(Boolean);
    });
  }

  /** Turn to the next kind. */
  turn() {
    this.kind = KINDS[(KINDS.indexOf(this.kind) + 1) % KINDS.length];
    this._reading = null;
    return this.kind;
  }

  /**
   * Go one message forwards or backwards.
   * @param {number} step
   * @param {number} most
   * @returns {{text?: string, end?: "none" | "first" | "last"}} a message, and which end it was that was to be passed
   */
  read(step, most) {
    const told = this.told(most);
    const at = Math.min(this._reading ?? told.length, told.length) + step;
    if (!told.length) return { end: "none" };
    if (at < 0) return { end: "first", text: told[0] };
    this._reading = at < told.length ? at : null;
    return at < told.length ? { text: told[at] } : { end: "last" };
  }
}
