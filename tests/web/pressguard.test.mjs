// How long a press still belongs to the question before. Run: node --test tests/web/
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

let now = 0;
/** @type {Record<string, ((event: any) => void)[]>} */
let heard = {};
const flags = new Set();
globalThis.performance = /** @type {any} */ ({ now: () => now });
globalThis.addEventListener = /** @type {any} */ ((kind, act, first = false) => (heard[`${kind} ${first}`] ??= []).push(act));
globalThis.document = /** @type {any} */ ({
  body: { toggleAttribute: (name, on) => (on ? flags.add(name) : flags.delete(name)) },
});
mock.timers.enable({ apis: ["setTimeout"] });
const { PressGuard } = await import("../../src/tacora/web/static/play/pressguard.js");

/** @type {PressGuard} */
let guard;

function wait(ms) {
  now += ms;
  mock.timers.tick(ms);
}

/** An event, for those who hear of it before the page does, or for those who hear of it after. */
function dispatch(kind, event = {}, first = kind !== "click") {
  for (const act of heard[`${kind} ${first}`] ?? []) act({ button: 0, timeStamp: now, ...event });
}

/** A click on a choice. @returns {boolean} whether it was meant for something else */
function click({ lags = false, back = false, made = now } = {}) {
  dispatch("pointerdown");
  dispatch("click", { timeStamp: made }, true);
  const early = guard.press(lags, back);
  dispatch("click");
  return early;
}

/** A key. @returns {boolean} whether it was meant for something else */
function key({ back = false } = {}) {
  dispatch("keydown", { key: "d" });
  return guard.press(false, back);
}

/** A question comes, is spoken and drawn. */
function question() {
  guard.asked();
  guard.shown();
}

beforeEach(() => {
  wait(10_000);
  heard = {};
  guard = new PressGuard();
});

test("how long ago a decision was made counts, not when a busy device comes to it", () => {
  question();
  wait(1_000);
  const first = now;
  wait(500);
  assert.equal(click({ made: first }), false);
  wait(600);
  assert.equal(click({ back: true, made: first + 180 }), true, "the second half of a double tap, handled late");
  assert.equal(click({ back: true, made: first + 450 }), false, "on purpose, handled as late");
});

for (const [press, name] of /** @type {const} */ ([[click, "click"], [key, "key"]])) {
  test(`a ${name} is no answer to a question that came less than 250 ms ago`, () => {
    question();
    wait(249);
    assert.equal(press(), true);
    wait(1);
    assert.equal(press(), false);
  });

  test(`a ${name} that comes 250 ms after a question is an answer, though the page is too busy for its timers`, () => {
    question();
    now += 249; // And no timer has come.
    assert.equal(press(), true);
    now += 1;
    assert.equal(press(), false);
  });

  test(`a ${name} within 450 ms of the last decision is its second half, also when the next question comes meanwhile`, () => {
    question();
    wait(250);
    assert.equal(press(), false);
    wait(50);
    question();
    wait(399);
    assert.equal(press(), true);
    wait(1);
    assert.equal(press(), false);
  });

  test(`a ${name} takes nothing back within 450 ms`, () => {
    question();
    wait(250);
    press();
    wait(449);
    assert.equal(press({ back: true }), true);
    wait(1);
    assert.equal(press({ back: true }), false);
  });
}

test("what ends the story of the last expedition is half of a double click, too", () => {
  question();
  guard.stage(true);
  wait(1_000);
  assert.equal(click(), true);
  guard.stage(false);
  assert.ok(flags.has("data-early"));
  wait(449);
  assert.equal(click(), true);
  wait(1);
  assert.ok(!flags.has("data-early"));
  assert.equal(click(), false);
});

test("a finger that came down at one question does not answer the next", () => {
  question();
  wait(1_000);
  dispatch("pointerdown");
  question();
  wait(1_000);
  assert.equal(guard.press(false, false), true);
});

test("a pointer points at what is drawn, a key answers what was said", () => {
  question();
  wait(1_000);
  assert.equal(click({ lags: true }), true);
  assert.equal(key(), false);
});
