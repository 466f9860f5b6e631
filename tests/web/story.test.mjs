// A step told as pictures. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";

import { ending, story } from "../../src/tacora/web/static/games/diamant/story.js";

const SNAKES = { type: "hazard", kind: "snakes" };
const treasure = (value) => ({ type: "treasure", value });
const tell = (event) => event.type;

const before = {
  edition: "tacora-2024", with_relics: true, chests_kept: "open", entrances: "barricades", expedition: 1, expeditions: 5,
  inside: [0, 1, 2], held: 3, tunnel: [treasure(11), SNAKES], lying: [2, 0], relics: [], unseen: {}, chests: [0, 0, 0],
  trophies: [[], [], []], removed: [], over: false, places: [[0, 0], [1, 0], [1, -1]],
};
const disaster = {
  events: [
    { type: "revealed", leaving: [2], continuing: [0, 1] },
    { type: "went-home", seats: [2], held: 3, share: 2, rest: 0, lying: [0, 0] },
    { type: "disaster", card: SNAKES, victims: [0, 1], lost: 3 },
    { type: "expedition-ended", expedition: 1, how: "hazard", returned: 0, removed: SNAKES },
    { type: "began", expedition: 2, seats: 3 },
    { type: "treasure-found", card: treasure(7), explorers: 3, share: 2, rest: 1 },
  ],
  view: { ...before, expedition: 2, held: 2, tunnel: [treasure(7)], lying: [1], chests: [0, 0, 5], removed: [SNAKES], places: [[0, 0], [1, 0]] },
};

test("the beats of a disaster, in order: a breath, all hands at once, the way home, the card, the dark, a new cave", () => {
  const beats = story(before, disaster, tell).map((moment) => moment.beat);
  assert.deepEqual(beats, ["breath", "open", "home", "turn", "doom", "hold", "enter", "turn", "share"]);
});

test("nothing is given away before it happens", () => {
  const moments = story(before, disaster, tell);
  assert.equal(moments[0].picture.opened, null);
  assert.deepEqual(moments[0].picture.chests, [0, 0, 0]);
  assert.deepEqual(moments[1].picture.opened, { leaving: [2], continuing: [0, 1] });
  assert.deepEqual(moments[2].picture.inside, [0, 1]);
  assert.deepEqual(moments[2].picture.lying, [0, 0]);
  assert.equal(moments[3].picture.doomed, true);
  assert.deepEqual(moments[3].picture.removed, []);
});

test("a card that is turned has a place, also in a cave that is left meanwhile", () => {
  for (const { picture } of story(before, disaster, tell)) assert.ok(picture.places.length >= picture.tunnel.length);
  const doom = story(before, disaster, tell).find(({ beat }) => beat === "doom").picture;
  assert.deepEqual(doom.places[doom.tunnel.length - 1], [1, -1]);
});

test("it ends with what lies on the table", () => {
  const last = story(before, disaster, tell).at(-1).picture;
  for (const [fact, value] of Object.entries(disaster.view)) assert.deepEqual(last[fact], value, fact);
});

test("the last headline stands, with what led to it; who leaves is told once", () => {
  const { headline, recap } = ending(disaster, before, tell);
  assert.equal(headline, "treasure-found");
  assert.equal(recap, "went-home disaster expedition-ended began");
});

test("a remainder lies where the table says", () => {
  const step = {
    events: [{ type: "revealed", leaving: [0, 1, 2], continuing: [] }, { type: "went-home", seats: [0, 1, 2], held: 3, share: 0, rest: 2, lying: [1, 1] }],
    view: { ...before, inside: [], lying: [0, 0] },
  };
  assert.deepEqual(story({ ...before, lying: [2, 0] }, step, tell).at(-1).picture.lying, [1, 1]);
});
