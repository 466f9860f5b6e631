// @ts-check
// The connection to a table: says hello, receives frames, and reconnects after sleep, a lost network or a restart of the server.

import { Wishes } from "./wishes.js";
import { language } from "./words.js";
import * as storage from "./storage.js";

const VERSION = 1; // Of the protocol.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const SILENCE = 15_000; // Milliseconds without a frame after which a ping is sent.
const ANSWER = 6_000; // To a socket that opens.
const PONG = 10_000; // As long as the server waits for one. On a machine with several times the work that it can do, it took six seconds and more.
const WOKEN = 3_000; // The same, for a page that was out of sight: its socket may be dead without knowing.
const LATE = 200; // For frames that came while the page stood still: its timers may run before they are read.
const TAKEOVER = 1_000; // Between two attempts while the process that played the table is gone, and no other has it yet.

/** Errors after which reconnecting is pointless. */
const FINAL = new Set(["no-such-table", "other-version", "wrong-origin"]);

/** The socket that guard.js opened while the scripts were loading, unless it has closed since. */
function early() {
  const page = /** @type {{earlySocket?: WebSocket}} */ (globalThis);
  const socket = page.earlySocket;
  page.earlySocket = undefined;
  return socket && socket.readyState <= WebSocket.OPEN ? socket : null;
}

/** Events: `frame` (detail: the frame) and `state` (detail: "connecting", "here", "lost" or "refused"). */
export class Line extends EventTarget {
  /**
   * @param {string} table
   * @param {boolean} screen a shared screen plays no seat, whatever tokens the browser has
   * @param {number} [since] sequence number of the last frame that need not be sent again
   */
  constructor(table, screen, since) {
    super();
    this.table = table;
    this.screen = screen;
    /** @type {"connecting" | "here" | "lost" | "refused"} */
    this.state = "connecting";
    /** @type {WebSocket | null} */
    this._socket = null;
    /** @type {number | undefined} */
    this._heard = since;
    this._wait = FIRST_WAIT;
    /** The process that plays the table, as another one says. */
    this._at = "";
    /** @type {number | undefined} */
    this._timer = undefined;
    /** @type {number | undefined} */
    this._watch = undefined;
    /** @type {number | undefined} */
    this._retry = undefined;
    this._wishes = new Wishes();
    const back = () => {
      if (document.visibilityState === "visible") this._wake();
    };
    document.addEventListener("visibilitychange", back);
    addEventListener("online", back);
    addEventListener("pageshow", ({ persisted }) => persisted && back());
    addEventListener("offline", () => this._lost());
  }

  /** Connect. */
  open() {
    this._drop();
    this._turn("connecting");
    const socket = early() ?? new WebSocket(this._address());
    this._socket = socket;
    this._listen(ANSWER);
    const greet = () => {
      if (socket !== this._socket) return socket.close();
      const wording = storage.preferred("wording", "normal");
      const hello = { type: "hello", table: this.table, tokens: storage.tokens(this.table), language, wording, version: VERSION, screen: this.screen, receipts: true };
      socket.send(JSON.stringify(this._heard === undefined ? hello : { ...hello, since: this._heard }));
    };
    if (socket.readyState === WebSocket.OPEN) greet();
    else socket.onopen = greet;
    socket.onmessage = (message) => {
      if (socket === this._socket) this._hear(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this._socket) this._lost();
    };
  }

  /** The table's code is in it for a proxy, which leads everybody at a table to the same process. */
  _address() {
    const at = this._at ? `?at=${encodeURIComponent(this._at)}` : "";
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(this.table)}${at}`;
  }

  /** Reconnect from the beginning, for instance with another token. */
  again() {
    this._heard = undefined;
    this._drop();
    this.open();
  }

  /** Reconnect and resume, for instance with another wording. */
  renew() {
    this._drop();
    this.open();
  }

  /**
   * Send a wish now or, if it may wait, once connected.
   * @param {import("./frames.js").Wish} wish
   * @returns its receipt, which resolves when the outcome is known
   */
  send(wish) {
    const open = this._wishes.add(wish);
    if (this.state === "here") this._post(open);
    else if (this.state === "refused") this._wishes.over();
    else if (this.state === "lost") this._wishes.unsent(open); // While connecting, it waits for the greeting.
    return open.receipt;
  }

  /**
   * What a seat decides by a wish that is under way; see `Wishes.decided`.
   * @param {number} seat
   * @param {number} decision
   */
  decided(seat, decision) {
    return this._wishes.decided(seat, decision);
  }

  /** How often the store has refused what is sent again soon; 0: nothing is. */
  get refusals() {
    return Math.max(0, ...this._wishes.refused().map(({ refusals }) => refusals));
  }

  /** Withdraw the wish for a seat. */
  stay() {
    this._wishes.withdraw("sit");
  }

  /** @param {import("./wishes.js").Open} open */
  _post(open) {
    const { wish } = open;
    if (wish.type === "sit" && wish.token) storage.keep(this.table, wish.token); // Before it is sent: the answer may be lost.
    open.sent = true;
    this._socket?.send(JSON.stringify(wish));
  }

  /** @param {import("./frames.js").AnyFrame} frame */
  _hear(frame) {
    this._listen(SILENCE);
    if ("seq" in frame && frame.seq !== undefined) this._heard = Math.max(this._heard ?? -1, frame.seq);
    this._wishes.hear(frame, this.state === "here");
    if (frame.type === "error") this._sendAgain();
    if (frame.type === "done") return;
    if (frame.type === "error" && frame.code === "elsewhere" && this.state !== "here") return this._follow(frame.at ?? "");
    if (frame.type === "now") {
      this._wait = FIRST_WAIT;
      this._at = "";
      for (const open of this._wishes.due()) this._post(open); // Before listeners of `state` add wishes of their own.
      this._turn("here");
    }
    if (frame.type === "error" && this.state !== "here" && FINAL.has(frame.code)) this._refused();
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    // Refused for now: the server does not read from this socket any more, so reconnect.
    if (frame.type === "error" && this.state !== "here" && this.state !== "refused") this._lost();
  }

  /** Send again what the store refused, later each time. After a lost connection, the greeting does it. */
  _sendAgain() {
    if (!this.refusals) return;
    clearTimeout(this._retry);
    const wait = Math.min(FIRST_WAIT * 1.7 ** (this.refusals - 1), LONGEST_WAIT);
    this._retry = setTimeout(() => {
      if (this.state === "here") for (const open of this._wishes.refused()) this._post(open);
    }, wait * (0.75 + Math.random() / 2));
  }

  /**
   * Do something about it if no frame comes for so long.
   * @param {number} patience
   */
  _listen(patience) {
    clearTimeout(this._watch);
    this._watch = setTimeout(() => {
      this._watch = setTimeout(() => this._silent(patience), LATE);
    }, patience);
  }

  /** @param {number} patience */
  _silent(patience) {
    if (patience === SILENCE && this._socket?.readyState === WebSocket.OPEN) {
      this._socket.send('{"type":"ping"}');
      this._listen(PONG);
    } else {
      this._lost();
    }
  }

  _wake() {
    if (this.state === "refused") return;
    if (this.state === "here" && this._socket?.readyState === WebSocket.OPEN) {
      this._socket.send('{"type":"ping"}');
      this._listen(WOKEN);
    } else if (this.state === "lost") {
      this._wait = FIRST_WAIT;
      this.open();
    }
  }

  _drop() {
    clearTimeout(this._watch);
    clearTimeout(this._timer);
    const socket = this._socket;
    this._socket = null;
    socket?.close();
  }

  _lost() {
    if (this.state === "refused") return;
    this._drop();
    this._at = "";
    this._wishes.lost();
    this._turn("lost");
    this._timer = setTimeout(() => this.open(), this._wait * (0.75 + Math.random() / 2));
    this._wait = Math.min(this._wait * 1.7, LONGEST_WAIT);
  }

  /**
   * Go to the process that plays the table; or, if it was not to be found there, come again until another one has it.
   * @param {string} at
   */
  _follow(at) {
    if (at && at !== this._at) {
      this._at = at;
      this.open();
    } else {
      this._wait = Math.min(this._wait, TAKEOVER);
      this._lost();
    }
  }

  _refused() {
    this._drop();
    this._wishes.over();
    this._turn("refused");
  }

  /** @param {"connecting" | "here" | "lost" | "refused"} state */
  _turn(state) {
    if (state === this.state && state !== "connecting") return;
    // Retries are not reported: the state stays "lost" until the table answers.
    if (!(state === "connecting" && this.state === "lost")) this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: this.state }));
  }
}
