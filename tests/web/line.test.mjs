// When the connection to a table counts as lost. Run: node --test tests/web/
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {Record<string, ((event: any) => void)[]>} */
const heard = {};
const hear = (kind, act) => (heard[kind] ??= []).push(act);
const happens = (kind, event = {}) => (heard[kind] ?? []).forEach((act) => act(event));
/** @type {Socket[]} */
let sockets = [];

class Socket {
  static OPEN = 1;
  readyState = 0;
  /** @type {any[]} */
  sent = [];

  constructor() {
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  gives(type, more = {}) {
    this.onmessage({ data: JSON.stringify({ type, ...more }) });
  }
}

Object.assign(globalThis, {
  WebSocket: Socket,
  addEventListener: hear,
  location: { protocol: "http:", host: "here" },
  document: { visibilityState: "visible", addEventListener: hear, getElementById: () => null, documentElement: { lang: "en" } },
});
const { Line } = await import("../../src/tacora/web/static/core/line.js");

/** @type {string[]} */
let states = [];
/** @type {InstanceType<typeof Line>} */
let line;
const types = (socket) => socket.sent.map(({ type }) => type);
const newest = () => /** @type {Socket} */ (sockets.at(-1));

/** Time passes, and nobody sleeps. */
function pass(ms) {
  for (let n = 0; n < ms; n += 10) mock.timers.tick(10);
}

beforeEach(() => {
  mock.timers.reset(); // No line of a test before connects again.
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const kind of Object.keys(heard)) delete heard[kind];
  [sockets, states] = [[], []];
  line = new Line("vokomodi", false);
  line.addEventListener("state", ({ detail }) => detail !== states.at(-1) && states.push(detail));
  line.open();
  newest().opens();
  newest().gives("now");
});

test("a line that is silent is asked, and lost where no answer comes", () => {
  pass(15_500);
  assert.deepEqual(types(newest()), ["hello", "ping"]);
  pass(9_500);
  assert.deepEqual(states, ["connecting", "here"], "as long as the server would wait");
  pass(1_000);
  assert.deepEqual(states, ["connecting", "here", "lost"]);
});

test("a line that is asked and answers is there", () => {
  for (let n = 0; n < 3; n += 1) {
    pass(20_000);
    newest().gives("pong");
  }
  assert.deepEqual([states, sockets.length], [["connecting", "here"], 1]);
});

test("a lost line opens another socket, closes the old one, and goes on from what it had heard", () => {
  const old = newest();
  old.gives("step", { seq: 7 });
  old.onclose();
  pass(1_000);
  assert.deepEqual([sockets.length, old.readyState], [2, 3]);
  newest().opens();
  assert.equal(newest().sent[0].since, 7);
  newest().gives("now");
  old.onclose(); // Late.
  assert.deepEqual(states, ["connecting", "here", "lost", "here"]);
});

test("a line that the server closes is lost at once", () => {
  newest().onclose();
  assert.deepEqual(states, ["connecting", "here", "lost"]);
});

test("a page that opens asks nothing: it has just been greeted", () => {
  happens("pageshow", { persisted: false });
  pass(5_000);
  assert.deepEqual(types(newest()), ["hello"]);
  happens("pageshow", { persisted: true });
  assert.deepEqual(types(newest()), ["hello", "ping"], "one that was put away and comes back does");
});

test("a page that comes into sight asks at once, and does not wait as long", () => {
  happens("visibilitychange");
  assert.deepEqual(types(newest()), ["hello", "ping"]);
  pass(2_500);
  assert.deepEqual(states, ["connecting", "here"]);
  pass(1_000);
  assert.deepEqual(states, ["connecting", "here", "lost"]);
});

test("a device that knows that it is offline does not wait", () => {
  happens("offline");
  assert.deepEqual(states, ["connecting", "here", "lost"]);
});

test("what came while the page stood still is read before the line counts as lost", () => {
  pass(15_300);
  mock.timers.tick(10_000); // Its timer runs, and only then the frame that came long before.
  newest().gives("pong");
  pass(6_000);
  assert.deepEqual(states, ["connecting", "here"]);
  assert.equal(sockets.length, 1);
});
