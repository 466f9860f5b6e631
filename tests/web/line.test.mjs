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
  /** @type {string[]} */
  sent = [];

  constructor() {
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text).type);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  gives(type) {
    this.onmessage({ data: JSON.stringify({ type }) });
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

test("a line that is silent is asked, then connects again, and is lost where no answer comes to that, either", () => {
  pass(15_500);
  assert.deepEqual(newest().sent, ["hello", "ping"]);
  pass(6_500);
  assert.deepEqual([sockets.length, states], [2, ["connecting", "here", "connecting"]]);
  pass(6_500);
  assert.deepEqual(states, ["connecting", "here", "connecting", "lost"]);
});

test("a line that the server closes is lost at once", () => {
  newest().onclose();
  assert.deepEqual(states, ["connecting", "here", "lost"]);
});

test("a page that opens asks nothing: it has just been greeted", () => {
  happens("pageshow", { persisted: false });
  pass(5_000);
  assert.deepEqual(newest().sent, ["hello"]);
  happens("pageshow", { persisted: true });
  assert.deepEqual(newest().sent, ["hello", "ping"], "one that was put away and comes back does");
});

test("a page that comes into sight and has no answer connects again, and says nothing of it", () => {
  happens("visibilitychange");
  pass(2_500);
  assert.equal(sockets.length, 2);
  newest().opens();
  newest().gives("now");
  assert.deepEqual(states, ["connecting", "here", "connecting", "here"]);
});

test("a page that comes into sight without a network says so", () => {
  happens("visibilitychange");
  pass(2_500);
  newest().onclose();
  assert.deepEqual(states, ["connecting", "here", "connecting", "lost"]);
});

test("what came while the page stood still is read before the line counts as lost", () => {
  pass(15_300);
  mock.timers.tick(6_000); // Its timer runs, and only then the frame that came long before.
  newest().gives("pong");
  pass(6_000);
  assert.deepEqual(states, ["connecting", "here"]);
  assert.equal(sockets.length, 1);
});

test("what is wished for while it connects again is sent with the greeting", async () => {
  happens("visibilitychange");
  pass(2_500);
  line.send({ type: "start", fill: true });
  newest().opens();
  assert.deepEqual(newest().sent, ["hello"]);
  newest().gives("now");
  assert.deepEqual(newest().sent, ["hello", "start"]);
});
