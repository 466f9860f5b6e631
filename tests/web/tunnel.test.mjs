// The way from card to card, out of the places that the server sends. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

import { spots } from "../../src/tacora/web/static/games/diamant/tunnel.js";

const cards = (count) => Array.from({ length: count }, () => ({ type: "treasure", value: 5 }));

test("the first card lies at the entrance, and the tunnel comes to it from the camp", () => {
  assert.deepEqual(spots({ tunnel: cards(1), places: [[0, 0], [1, 0]] }), [{ x: 0, y: 0, dx: 1, dy: 0, turn: 0 }]);
  assert.deepEqual(spots({ tunnel: [], places: [[0, 0]] }), []);
});

test("a turn is told as whoever walks there would tell it", () => {
  const places = [[0, 0], [1, 0], [1, -1], [2, -1], [2, 0], [3, 0]];
  assert.deepEqual(spots({ tunnel: cards(5), places }), [
    { x: 0, y: 0, dx: 1, dy: 0, turn: 0 },
    { x: 1, y: 0, dx: 1, dy: 0, turn: -1 },
    { x: 1, y: -1, dx: 0, dy: -1, turn: 1 },
    { x: 2, y: -1, dx: 1, dy: 0, turn: 1 },
    { x: 2, y: 0, dx: 0, dy: 1, turn: -1 },
  ]);
});

test("a picture on the way has fewer cards, or one more, than the table in the end", () => {
  const places = [[0, 0], [1, 0], [1, 1]];
  assert.equal(spots({ tunnel: cards(1), places }).length, 1);
  assert.deepEqual(spots({ tunnel: cards(3), places }).at(-1), { x: 1, y: 1, dx: 0, dy: 1, turn: 0 });
});
