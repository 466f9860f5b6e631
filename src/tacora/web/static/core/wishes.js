// @ts-check
// Wishes on their way to a table. Each has one receipt: it was kept, or why not. None vanishes with a lost line, and none that
// would count twice is sent twice.

/** @typedef {import("./frames.js").Wish} Wish */
/**
 * What became of a wish. The code is that of the server's refusal, or one of ours: `unsent` (there was no line), `unsure` (the
 * line was lost before it was answered), `opened` (likewise, and since then everybody's decisions were), `replaced` (by a later
 * one) or `withdrawn`.
 * @typedef {{kept: true} | {kept: false, code: string}} Receipt
 */
/** @typedef {{wish: Wish, sent: boolean, receipt: Promise<Receipt>, settle: (receipt: Receipt) => void}} Open */

/** Sent when the line is back though they were made without one: they name what they answer, or carry a token. */
const KEPT = new Set(["decide", "withdraw", "sit"]);

/** Sent again if the line was lost before they were answered: they say how something is to be, or only ask. */
const REPEATED = new Set([...KEPT, "settle", "allow", "away", "ask"]);

/** Errors without an `id` that are about every wish under way: the table went back to what was kept before. */
const ABOUT_ALL = new Set(["not-kept", "overtaken", "broken"]);

export class Wishes {
  constructor() {
    /** @type {Map<string, Open>} by what they are about: of two about the same thing, the later one counts */
    this._open = new Map();
    this._count = 0;
  }

  /**
   * Take in a wish; it has an `id` from now on.
   * @param {Wish} wish
   * @returns {Open}
   */
  add(wish) {
    const named = { ...wish, id: wish.id ?? `w${++this._count}` };
    const about = subject(named);
    const before = this._open.get(about);
    // Asked again before it was answered, it is the same wish: the same token never takes two seats.
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
   * Nobody can be told of this wish now. Whether it waits for a line is another question if there was none yet.
   * @param {Open} open
   */
  unsent(open) {
    if (!KEPT.has(open.wish.type)) this._settle(open, { kept: false, code: "unsent" });
  }

  /** The line is lost: what was to be sent as soon as it was there is not sent any more. */
  lost() {
    for (const open of this._all()) if (!open.sent) this.unsent(open);
  }

  /** There is no line, and there will be none. */
  over() {
    for (const open of this._all()) this._settle(open, { kept: false, code: open.sent ? "unsure" : "unsent" });
  }

  /**
   * The line is there, perhaps again.
   * @returns {Open[]} what is to be sent now, in order
   */
  due() {
    for (const open of this._all()) {
      if (open.sent && !REPEATED.has(open.wish.type)) this._settle(open, { kept: false, code: "unsure" });
    }
    return this._all();
  }

  /**
   * Whatever a frame says about wishes.
   * @param {import("./frames.js").AnyFrame} frame
   * @param {boolean} greeted whether it is about now; otherwise it tells what happened while the line was lost
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
   * Somebody does not want it any more.
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
   * Decisions were opened while the line was lost: whether with one that was sent, the game itself tells. Sent again it would
   * be refused, even if it was kept.
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
 * What a wish is about.
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
