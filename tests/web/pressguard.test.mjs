// How long a press still belongs to the question before. Run: node --test tests/web/
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

let now = 0;
/** @type {Record<string, ((event: any) => void)[]>} */
let heard = {};
const flags = new Set();
globalThis.performance = /** @type {any} */ ({ now: () => now });
globalThis.addEventListener = /** @type {any} */ ((kind, act) => (heard[kind] ??= []).push(act));
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

function dispatch(kind, event = {}) {
  for (const act of heard[kind] ?? []) act({ button: 0, ...event });
}

/** A click on a choice. @returns {boolean} whether it was meant for something else */
function click({ lags = false, back = false } = {}) {
  dispatch("pointerdown");
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

for (const [press, name] of /** @type {const} */ ([[click, "click"], [key, "key"]])) {
  test(`a ${name} is no answer to a question that came less than 250 ms ago`, () => {
    question();
    wait(249);
    assert.equal(press(), true);
    wait(1);
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
