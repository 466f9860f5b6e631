// What was told and is read again. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

import { Messages } from "../../src/tacora/web/static/speech/messages.js";

const ALL = Infinity;

function told(...messages) {
  const kept = new Messages();
  for (const message of messages) kept.keep(...message);
  return kept;
}

test("backwards from the newest, forwards again, and each end is said", () => {
  const kept = told(["game", "one"], ["table", "two"], ["own", "three"]);
  assert.deepEqual([-1, -1, -1].map((step) => kept.read(step, ALL).text), ["three", "two", "one"]);
  assert.deepEqual(kept.read(-1, ALL), { end: "first", text: "one" });
  assert.equal(kept.read(1, ALL).text, "two");
  assert.equal(kept.read(1, ALL).text, "three");
  assert.deepEqual(kept.read(1, ALL), { end: "last" });
  assert.equal(kept.read(-1, ALL).text, "three");
  assert.deepEqual(told().read(-1, ALL), { end: "none" });
});

test("whoever reads and is told something new begins with that", () => {
  const kept = told(["game", "one"], ["game", "two"]);
  kept.read(-1, ALL);
  kept.read(-1, ALL);
  kept.keep("game", "three");
  assert.equal(kept.read(-1, ALL).text, "three");
});

test("one kind is read alone, and a question is one's own", () => {
  const kept = told(["game", "A disaster.", "Deeper?"], ["table", "Ana sits down."], ["own", "Sealed."]);
  const kinds = ["all", "game", "table", "own"];
  const read = Object.fromEntries(kinds.map((kind) => [kind, kept.told(ALL, kind)]));
  assert.deepEqual(read, {
    all: ["A disaster. Deeper?", "Ana sits down.", "Sealed."],
    game: ["A disaster."],
    table: ["Ana sits down."],
    own: ["Deeper?", "Sealed."],
  });
  assert.deepEqual(kinds.map(() => kept.turn()), ["game", "table", "own", "all"]);
});

test("where remembering is the game, few messages about it are told again, and all others", () => {
  const kept = told(["game", "one"], ["table", "two"], ["game", "three"], ["game", "four"]);
  assert.deepEqual(kept.told(2), ["two", "three", "four"]);
  assert.deepEqual(kept.told(0), ["two"]);
});

test("what was told to one player alone is forgotten, and so are the questions", () => {
  const kept = told(["game", "A disaster.", "Deeper?"], ["own", "Sealed: deeper."]);
  kept.read(-1, ALL);
  kept.forgetOwn();
  assert.deepEqual(kept.told(ALL), ["A disaster."]);
  assert.deepEqual(kept.told(ALL, "own"), []);
});

test("nothing empty is kept, and no more than 400", () => {
  const kept = new Messages();
  assert.equal(kept.keep("game", ""), "");
  for (let at = 0; at < 401; at += 1) assert.equal(kept.keep("game", `${at}`), `${at}`);
  assert.equal(kept.told(ALL).length, 400);
  assert.equal(kept.told(ALL)[0], "1");
});
