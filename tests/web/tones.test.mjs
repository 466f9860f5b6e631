// The sounds of the table. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST, NAMES, length, melody, sound } from "../../src/tacora/web/static/speech/tones.js";

const PLAYERS = Array.from({ length: 8 }, (_, colour) => `player-${colour}`);
const HAZARDS = ["spiders", "snakes", "lava", "boulders", "rams", "fire", "mummy", "rockfall", "scorpions", "gas", "explosion"];

test("every sound is short, can be heard, and is like no other", () => {
  const all = [...NAMES, ...PLAYERS];
  for (const name of all) {
    const tones = sound(name);
    assert.ok(tones.length, name);
    assert.ok(length(tones) <= LONGEST, `${name}: ${length(tones)} s`);
    for (const tone of tones) {
      assert.ok(tone.from >= 30 && tone.from <= 8000 && (tone.to ?? tone.from) >= 30, name);
      assert.ok((tone.gain ?? 1) > 0 && (tone.gain ?? 1) <= 4, name);
    }
  }
  assert.equal(new Set(all.map((name) => JSON.stringify(sound(name)))).size, all.length);
});

test("every hazard of every box has a sound", () => {
  for (const kind of HAZARDS) assert.ok(NAMES.includes(kind), kind);
});

test("what there is not is silent", () => {
  assert.deepEqual(sound("elephants"), []);
  assert.equal(length([]), 0);
});

test("a line of a chart rises where its values do, and is never long", () => {
  const tones = melody([0, 10, 5, 20], 0, 20, "sine");
  assert.deepEqual(tones.map(({ from }) => Math.round(from)), [220, 440, 311, 880]);
  assert.ok(length(melody(Array(200).fill(3), 0, 20, "sine")) <= 4.01);
});
