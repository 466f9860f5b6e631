// When a first game of Diamant teaches what. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

const { diamant } = await import("../../src/tacora/web/static/games/diamant/lessons.js");

/** A step with these events, after which nobody is asked. @param {...object} events */
const told = (...events) => diamant(/** @type {any} */ ({ events }), 0);

test("leaving alone is a lesson for whoever gained by it", () => {
  assert.deepEqual(told({ type: "went-home", seats: [1], share: 3, trophies: [] }), ["alone"]);
  assert.deepEqual(told({ type: "went-home", seats: [1], share: 0, trophies: [5] }), ["alone"]);
  assert.deepEqual(told({ type: "went-home", seats: [1], share: 0, trophies: [] }), [], "with nothing there is nothing to learn");
  assert.deepEqual(told({ type: "went-home", seats: [1, 2], share: 3, trophies: [] }), [], "two are not alone");
});

test("gems on the path are a lesson when some were left there", () => {
  assert.deepEqual(told({ type: "treasure-found", value: 7, rest: 2 }), ["leftover"]);
  assert.deepEqual(told({ type: "treasure-found", value: 6, rest: 0 }), []);
});

test("what ends an expedition comes before everything else", () => {
  assert.deepEqual(told({ type: "hazard-met" }, { type: "disaster" })[0], "disaster");
});

test("a decision is a lesson for whoever is asked", () => {
  const step = /** @type {any} */ ({ events: [], legal: { 2: ["C", "L"] } });
  assert.deepEqual([diamant(step, 2), diamant(step, 0)], [["decision"], []]);
});
