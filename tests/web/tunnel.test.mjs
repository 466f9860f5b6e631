// The tunnel's layout, over thousands of random tunnels. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

import { WALL, layout } from "../../src/tacora/web/static/games/diamant/tunnel.js";

/** A small generator, so that a failure can be had again. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Tunnels of up to 30 cards: without hazards, with nothing else, and everything between. */
function* tunnels(count = 6000) {
  for (let seed = 0; seed < count; seed++) {
    const draw = random(seed);
    const length = 1 + Math.floor(draw() * 30);
    const danger = [0, 1, draw(), draw()][seed % 4];
    yield Array.from({ length }, () => ({ type: draw() < danger ? "hazard" : draw() < 0.8 ? "treasure" : "relic" }));
  }
}

const told = (cards) => cards.map((card) => card.type[0]).join("");

/** Every tunnel of up to 12 cards, as hazards or not: none is left to luck. */
function* short() {
  for (let length = 0; length <= 12; length++)
    for (let bits = 0; bits < 2 ** length; bits++)
      yield Array.from({ length }, (_, at) => ({ type: (bits >> at) & 1 ? "hazard" : "treasure" }));
}

const LAID = [...short(), ...tunnels()].map((cards) => ({ cards, spots: layout(cards) }));

function check(property) {
  for (const { cards, spots } of LAID) property(cards, spots);
}

test("the first card lies at the entrance", () => {
  assert.deepEqual(layout([{ type: "treasure" }]), [{ x: 0, y: 0, turn: 0, dx: 1, dy: 0 }]);
  assert.deepEqual(layout([]), []);
});

test("every card has a place, and no two have the same", () => {
  check((cards, spots) => {
    assert.equal(spots.length, cards.length);
    assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, cards.length, told(cards));
  });
});

test("the tunnel never runs into the camp", () => {
  check((cards, spots) => assert.ok(spots.every(({ x }) => x >= 0), told(cards)));
});

test("each card lies beside the one before", () => {
  check((cards, spots) => {
    for (let at = 1; at < spots.length; at++) {
      const [before, here] = [spots[at - 1], spots[at]];
      assert.equal(Math.abs(here.x - before.x) + Math.abs(here.y - before.y), 1, told(cards));
      assert.deepEqual([here.dx, here.dy], [here.x - before.x, here.y - before.y]);
    }
  });
});

test("it turns at every hazard, and otherwise only at the wall of the cave", () => {
  check((cards, spots) => {
    cards.forEach((card, at) => {
      const { dx, dy, y, turn } = spots[at];
      if (card.type === "hazard") assert.notEqual(turn, 0, told(cards));
      else if (turn !== 0) assert.ok(dy !== 0 && Math.abs(y) === WALL, told(cards));
      const next = spots[at + 1];
      if (!next) return;
      const straight = next.dx === dx && next.dy === dy;
      assert.equal(straight, turn === 0, told(cards));
      if (turn) assert.deepEqual([next.dx, next.dy], turn > 0 ? [-dy + 0, dx] : [dy, -dx + 0], told(cards));
    });
  });
});

test("it stays within the walls", () => {
  check((cards, spots) => {
    for (const { x, y } of spots) assert.ok(Math.abs(y) <= WALL && x < Math.max(cards.length, 1), told(cards));
  });
});

test("a card once laid is never moved", () => {
  for (const cards of tunnels(400)) {
    const whole = layout(cards);
    for (let length = 0; length < cards.length; length++)
      assert.deepEqual(layout(cards.slice(0, length)), whole.slice(0, length), told(cards));
  }
});
