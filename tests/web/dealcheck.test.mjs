// The check of a deal against the vectors of docs/record-format.md and docs/protocol.md. Run by `node --test tests/web/`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { checked, fromHex, seedOf, shuffled, toHex } from "../../src/tacora/web/static/after/dealcheck.js";
import { digest, sha256 } from "../../src/tacora/web/static/after/sha256.js";

const SEED = fromHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
const TREASURES = "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17".split(" ");
const three = (...kinds) => kinds.flatMap((kind) => [kind, kind, kind]);

test("our SHA-256 is SHA-256, whatever the length", async () => {
  assert.equal(toHex(sha256(new TextEncoder().encode("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (const length of [0, 1, 31, 32, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    const told = createHash("sha256").update(bytes).digest("hex");
    assert.equal(toHex(sha256(bytes)), told, `${length} bytes`);
    assert.equal(toHex(await digest(bytes)), told, `${length} bytes, by the browser`);
  }
});

test("the commitment and a block are those of the record format", async () => {
  assert.equal(toHex(await digest(SEED)), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  const block = new Uint8Array([...new TextEncoder().encode("diamant cave 1"), 0, ...SEED, 0, 0, 0, 0]);
  assert.equal(toHex(await digest(block)), "ccd09435038c40dd935300f4bc178791a08112a6078b9700978438072260b258");
});

test("decks of Diamant", async () => {
  const schmidt = [...TREASURES, ...three("snakes", "scorpions", "rockfall", "gas", "explosion")];
  assert.equal(
    (await shuffled(schmidt, SEED, "diamant cave 1")).join(" "),
    "gas 7 11 explosion 7 scorpions rockfall rockfall rockfall 4 3 explosion 5 scorpions 5 gas 2 11 1 14 13 snakes snakes 9 17 15 gas explosion scorpions snakes",
  );
  const tacora = [...TREASURES, ...three("spiders"), "snakes", "snakes", ...three("lava", "boulders", "rams"), "R7"];
  assert.equal(
    (await shuffled(tacora, SEED, "diamant cave 2")).join(" "),
    "spiders snakes 5 snakes 2 1 rams 4 17 9 15 boulders 5 boulders 13 spiders lava boulders 11 lava 14 lava rams R7 spiders 7 rams 3 11 7",
  );
});

const PLACES = Array.from({ length: 42 }, (_, i) => String(i + 1));
const RINGS = [1000, 2000, 3000, 4000, 5000, 6000].flatMap((price) => Array(7).fill(String(price)));
const DECK =
  "3000 5000 2000 theft 4000 2000 6000 3000 2000 theft 1000 6000 4000 6000 6000 2000 theft 5000 3000 5000 1000 6000 1000 6000 5000 theft 3000 2000 1000 theft 4000 1000 4000 4000 5000 3000 3000 4000 4000 3000 6000 5000 1000 theft theft 2000 5000 1000 2000";

test("a game of Mister Diamond", async () => {
  const fixed = (await shuffled(PLACES, SEED, "mister diamond 1 fixed")).slice(0, 16);
  assert.equal(fixed.map(Number).sort((a, b) => a - b).join(" "), "4 6 10 13 16 19 20 24 25 31 32 35 37 40 41 42");
  assert.equal((await shuffled([...RINGS, ...Array(7).fill("theft")], SEED, "mister diamond 1 deck")).join(" "), DECK);
  assert.equal((await shuffled(["0", "1", "2", "3", "4", "5"], SEED, "mister diamond first"))[0], "4");
});

const OVER = {
  secret: "634657caacf7b91eb58c71a4d4c1e8a4eda0b5baef9c2f042e64647883c38fcb",
  luck: ["clover", "", ""],
  seed: "b51c4baf5fcfa4d9a5dd0148a680d84a85b9718a43ff06a6cda2641442abf1b1",
  promise: "d3c47865b83b4deecf7df2852f980278bdfc80c6c9c27cce9c8c469f1e5e5620",
  commitment: "d2d7efcca11291b312daddde3b40e23b4369995e936b65852bb094043246d659",
  again: false,
};

test("the example of the protocol, step by step", async () => {
  assert.equal(await seedOf(OVER.secret, OVER.luck), OVER.seed);
  const findings = await checked({ ...OVER, shuffles: [] });
  assert.deepEqual(findings.map(({ id, ok }) => [id, ok]), [["promise", true], ["seed", true], ["commitment", true]]);
});

test("any lie is found", async () => {
  const deck = [...RINGS, ...Array(7).fill("theft")];
  const seed = toHex(SEED);
  const honest = {
    seed, commitment: toHex(await digest(SEED)),
    shuffles: [
      { label: "mister diamond first", kind: "first", number: 1, items: ["0", "1", "2", "3", "4", "5"], came: ["4"], count: 1 },
      { label: "mister diamond 1 fixed", kind: "fixed", number: 1, items: PLACES, came: ["4", "42"], not_came: ["1", "5"], count: 16 },
      { label: "mister diamond 1 deck", kind: "deck", number: 1, items: deck, came: DECK.split(" ").slice(0, 5) },
    ],
  };
  const right = async (deal) => (await checked(deal)).map(({ ok }) => ok);
  assert.deepEqual(await right(honest), [true, true, true, true]);
  const [first, fixed, cards] = honest.shuffles;
  assert.deepEqual(await right({ ...honest, commitment: "00" }), [false, true, true, true]);
  assert.deepEqual(await right({ ...honest, shuffles: [{ ...first, came: ["3"] }] }), [true, false]);
  assert.deepEqual(await right({ ...honest, shuffles: [{ ...fixed, came: ["1"] }] }), [true, false]);
  assert.deepEqual(await right({ ...honest, shuffles: [{ ...fixed, not_came: ["4"] }] }), [true, false]);
  assert.deepEqual(await right({ ...honest, shuffles: [{ ...cards, came: ["3000", "theft"] }] }), [true, false]);
  assert.deepEqual((await checked({ ...OVER, luck: ["Clover", "", ""], shuffles: [] })).map(({ ok }) => ok), [true, false, true]);
});

test("cards that a table was given promise nothing about luck, and without a seed there is nothing to check", async () => {
  assert.deepEqual((await checked({ ...OVER, promise: "", secret: "", luck: [], shuffles: [] })).map(({ id }) => id), ["commitment"]);
  assert.deepEqual(await checked({ seed: null, commitment: null, shuffles: [] }), []);
});
