// @ts-check
// Wishes under way. Each gets exactly one receipt: carried out, or why not. A lost connection drops none silently, and only
// idempotent ones are sent again.

/** @typedef {import("./frames.js").Wish} Wish */
/**
 * The outcome of a wish. The code is the server's, or one of ours: `unsent` (not connected), `unsure` (disconnected before the
 * answer), `opened` (likewise, and decisions have been opened since), `replaced` (by a later wish) or `withdrawn`.
 * @typedef {{kept: true} | {kept: false, code: string}} Receipt
 */
/** @typedef {{wish: Wish, sent: boolean, receipt: Promise<Receipt>, settle: (receipt: Receipt) => void}} Open */

/** Kept while disconnected, and sent later: they name the decision that they answer, or carry a token. */
const KEPT = new Set(["decide", "withdraw", "sit"]);

/** Sent again if disconnected before the answer: they are idempotent. */
const REPEATED = new Set([...KEPT, "settle", "allow", "away", "ask"]);

/** Errors without an `id` that fail every wish under way: the table was read again from its log. */
const ABOUT_ALL = new Set(["not-kept", "overtaken", "broken"]);

export class Wishes {
  constructor() {
    /** @type {Map<string, Open>} by subject; a later wish replaces an earlier one about the same */
    this._open = new Map();
    this._count = 0;
  }

  /**
   * Register a wish and give it an `id`.
   * @param {Wish} wish
   * @returns {Open}
   */
  add(wish) {
    const named = { ...wish, id: wish.id ?? `w${++this._count}` };
    const about = subject(named);
    const before = this._open.get(about);
    // A repeated wish for a seat keeps its token, so that it never takes two.
    if (named.type === "sit" && before?.wish.type === "sit") named.token = before.wish.token;
    if (before) this._settle(before, { kept: false, code: "replaced" });
    /** @type {(receipt: Receipt) => void} */
    let settle = () => {};
    const receipt = new Promise((/** @type {(receipt: Receipt) => void} */ resolve) => (settle = resolve));
    const open = { wish: named, sent: false, receipt, settle };
    this._open.set(about, open);
    return open;
  }

  /**
   * Not connected: fail this wish, unless it may wait.
   * @param {Open} open
   */
  unsent(open) {
    if (!KEPT.has(open.wish.type)) this._settle(open, { kept: false, code: "unsent" });
  }

  /** Disconnected: fail what waited for the greeting, unless it may wait longer. */
  lost() {
    for (const open of this._all()) if (!open.sent) this.unsent(open);
  }

  /** Refused for good: fail everything. */
  over() {
    for (const open of this._all()) this._settle(open, { kept: false, code: open.sent ? "unsure" : "unsent" });
  }

  /**
   * Connected, or reconnected.
   * @returns {Open[]} what is to be sent now, in order
   */
  due() {
    for (const open of this._all()) {
      if (open.sent && !REPEATED.has(open.wish.type)) this._settle(open, { kept: false, code: "unsure" });
    }
    return this._all();
  }

  /**
   * Settle the wishes that a frame answers.
   * @param {import("./frames.js").AnyFrame} frame
   * @param {boolean} greeted false: the frame is about the time before this connection
   */
  hear(frame, greeted) {
    switch (frame.type) {
      case "done":
      case "seated":
      case "answer":
        this._answered(frame.id, { kept: true });
        break;
      case "error":
        if (frame.id !== undefined) this._answered(frame.id, { kept: false, code: frame.code });
        else if (greeted && ABOUT_ALL.has(frame.code)) this._refuse(frame.code);
        break;
      case "step":
      case "over":
        if (!greeted) this._opened(frame.type === "step" ? frame.decision : undefined);
        break;
    }
  }

  /**
   * Withdraw the wishes of this type.
   * @param {Wish["type"]} type
   */
  withdraw(type) {
    for (const open of this._all()) if (open.wish.type === type) this._settle(open, { kept: false, code: "withdrawn" });
  }

  _all() {
    return [...this._open.values()];
  }

  /**
   * @param {string | null | undefined} id
   * @param {Receipt} receipt
   */
  _answered(id, receipt) {
    const open = this._all().find(({ wish, sent }) => sent && wish.id === id);
    if (open) this._settle(open, receipt);
  }

  /** @param {string} code */
  _refuse(code) {
    for (const open of this._all()) if (open.sent) this._settle(open, { kept: false, code });
  }

  /**
   * Decisions were opened while disconnected. Whether a sent one was among them, the game tells; sent again it would be refused
   * even then.
   * @param {number | undefined} next what is to be decided now
   */
  _opened(next) {
    for (const open of this._all()) {
      const { wish, sent } = open;
      const past = (wish.type === "decide" || wish.type === "withdraw") && wish.decision !== next;
      if (past && sent) this._settle(open, { kept: false, code: "opened" });
    }
  }

  /**
   * @param {Open} open
   * @param {Receipt} receipt
   */
  _settle(open, receipt) {
    const about = subject(open.wish);
    if (this._open.get(about) === open) this._open.delete(about);
    open.settle(receipt);
  }
}

/**
 * The subject of a wish: of two wishes about the same, the later one counts.
 * @param {Wish} wish
 */
function subject(wish) {
  switch (wish.type) {
    case "decide":
    case "withdraw":
      return `decision of ${wish.seat}`;
    case "allow":
    case "away":
      return `${wish.type} ${wish.seat}`;
    case "ask":
      return `ask ${wish.about} ${wish.id}`;
    case "sit":
    case "settle":
      return wish.type;
    default:
      return `${wish.type} ${wish.id}`;
  }
}
