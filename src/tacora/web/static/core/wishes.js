// @ts-check
// Wishes under way. Each gets exactly one receipt: carried out, or why not. A lost connection drops none silently, and only
// idempotent ones are sent again. A decision that the store refused is sent again, too, until it is kept or comes too late.

/** @typedef {import("./frames.js").Wish} Wish */
/**
 * The outcome of a wish. The code is the server's, or one of ours: `unsent` (not connected), `unsure` (disconnected before the
 * answer), `opened` (likewise, and decisions have been opened since), `replaced` (by a later wish), `withdrawn` or `early`
 * (meant for an earlier question).
 * @typedef {{kept: true, answer?: import("./protocol.js").Answer} | {kept: false, code: string}} Receipt `answer`: to a question
 */
/**
 * `refusals`: how often the store has refused it.
 * @typedef {{wish: Wish, sent: boolean, refusals: number, receipt: Promise<Receipt>, settle: (receipt: Receipt) => void}} Open
 */

/** Kept while disconnected, and sent later: they name the decision that they answer, or carry a token. */
const KEPT = new Set(["decide", "withdraw", "sit"]);

/** Sent again if disconnected before the answer: they are idempotent. */
const REPEATED = new Set([...KEPT, "settle", "change-rules", "allow", "away", "ask"]);

/** Sent again after one of `PASSING`: they name the decision that they answer. */
const RETRIED = new Set(["decide", "withdraw"]);

/** Errors of a store that may take the same wish a little later. */
export const PASSING = new Set(["not-kept", "overtaken"]);

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
    const open = { wish: named, sent: false, refusals: 0, receipt, settle };
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
   * What a seat decides by a wish that is under way.
   * @param {number} seat
   * @param {number} decision
   * @returns {string | null | undefined} null: its decision is withdrawn; undefined: nothing is under way
   */
  decided(seat, decision) {
    const wish = this._open.get(`decision of ${seat}`)?.wish;
    if (!wish || !("decision" in wish) || wish.decision !== decision) return undefined;
    return wish.type === "decide" ? wish.action : null;
  }

  /** What the store refused and is to be sent again. */
  refused() {
    return this._all().filter(({ sent, refusals }) => !sent && refusals);
  }

  /**
   * Settle the wishes that a frame answers, or have them sent again.
   * @param {import("./frames.js").AnyFrame} frame
   * @param {boolean} greeted false: the frame is about the time before this connection
   */
  hear(frame, greeted) {
    switch (frame.type) {
      case "done":
      case "seated":
        this._answered(frame.id, { kept: true });
        break;
      case "answer":
        this._answered(frame.id, { kept: true, answer: frame });
        break;
      case "error":
        if (frame.id !== undefined && frame.id !== null) this._refuse(frame.code, frame.id);
        else if (greeted && ABOUT_ALL.has(frame.code)) this._refuse(frame.code);
        break;
      case "step":
      case "over":
        this._opened(frame.type === "step" ? frame.decision : undefined, greeted);
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

  /**
   * @param {string} code
   * @param {string} [id] of the wish; without it, all that were sent are refused
   */
  _refuse(code, id) {
    for (const open of this._all()) {
      if (!open.sent || (id !== undefined && open.wish.id !== id)) continue;
      if (PASSING.has(code) && RETRIED.has(open.wish.type)) Object.assign(open, { sent: false, refusals: open.refusals + 1 });
      else this._settle(open, { kept: false, code });
    }
  }

  /**
   * Decisions were opened. Whether one that was sent before a gap was among them, the game tells; sent again it would be refused
   * even then, and so would one that the store refused.
   * @param {number | undefined} next what is to be decided now
   * @param {boolean} greeted
   */
  _opened(next, greeted) {
    for (const open of this._all()) {
      const { wish, sent, refusals } = open;
      const past = (wish.type === "decide" || wish.type === "withdraw") && wish.decision !== next;
      if (past && (greeted ? !sent && refusals : sent)) this._settle(open, { kept: false, code: "opened" });
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
    case "change-rules":
      return wish.type;
    default:
      return `${wish.type} ${wish.id}`;
  }
}
