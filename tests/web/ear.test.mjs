// Words that are typed, keys that are pressed, and who comes and goes. Run: node --test tests/web/
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const LOCALES = new URL("../../src/tacora/narration/locales/", import.meta.url);

/** The plain messages of the files that pages take words to type and sentences from. */
function messages(language) {
  const found = {};
  for (const file of ["terminal", "mister_diamond", "server", "web_ear"]) {
    const text = readFileSync(new URL(`${language}/${file}.ftl`, LOCALES), "utf-8");
    for (const [, id, words] of text.matchAll(/^([a-z][a-z0-9-]*) = (?!\{ \$\w+ ->)(.+)$/gm)) {
      const parts = words.split(/\{ \$(\w+) \}/).map((part, at) => (at % 2 ? ["$", part] : part));
      found[id.replace(/^web-/, "")] = parts.length === 1 ? words : parts.filter((part) => part !== "");
    }
  }
  return found;
}

const [english, french] = [messages("en"), messages("fr")];
const typed = (id) => /^(md-)?command-|^ear-typed-/.test(id);
const words = { ...english };
for (const id of Object.keys(french).filter(typed)) words[`other-${id}`] = french[id];
words["md-dollars"] = [["$", "n"], " dollars"];
words["tray-steal"] = [["$", "price"], " from ", ["$", "name"]];
words["ear-sat"] = [["$", "names"], "+"];
words["ear-stood"] = [["$", "names"], "-"];
words["ear-gathering"] = [["$", "taken"], "/", ["$", "seats"], " ", ["$", "names"]];

const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) });
globalThis.document = /** @type {any} */ ({
  documentElement: { lang: "en" },
  getElementById: () => ({ textContent: JSON.stringify(words) }),
  dispatchEvent: () => true,
  querySelector: () => null,
  body: {},
});
const { understood, vocabulary } = await import("../../src/tacora/web/static/play/commandline.js");
const { ear: diamant } = await import("../../src/tacora/web/static/games/diamant/ear.js");
const { ear: tray } = await import("../../src/tacora/web/static/games/mister-diamond/ear.js");
const { ear: plain } = await import("../../src/tacora/web/static/games/plain/ear.js");
const { GAME_ACTS, earOf } = await import("../../src/tacora/web/static/games/ears.js");
const keys = await import("../../src/tacora/web/static/core/keys.js");
const { mayBeTold } = await import("../../src/tacora/web/static/play/history.js");
const { changes, gathering } = await import("../../src/tacora/web/static/play/presence.js");

test("words of both languages are understood", () => {
  for (const [text, command] of [
    ["continue", "continue"], ["Continuer", "continue"], ["deeper", "continue"], ["plus loin", "continue"], ["leave", "leave"],
    ["sortir", "leave"], ["camp", "leave"], ["who", "players"], ["qui", "players"], ["grotte", "cave"], ["cave", "cave"],
    ["chances", "odds"], ["répéter", "repeat"], ["merci", "phrase thanks"], ["?", "help"], ["v", "cave"],
  ]) {
    assert.equal(understood(diamant, text)?.command, command, text);
  }
  assert.deepEqual(understood(diamant, " history  2 "), { command: "history", rest: "2" });
});

test("a single letter never decides, for it may be another key of the page", () => {
  for (const letter of ["c", "l", "d", "s", "q", "b"]) assert.equal(understood(diamant, letter), null, letter);
  assert.equal(understood(tray, "d"), null);
});

test("what means nothing is nothing", () => {
  for (const text of ["", "xyzzy", "17", "17?", "plus", "plus tard", "camp ?", "deeper now"]) assert.equal(understood(diamant, text), null, text);
});

test("at the tray a number is a place, and asks with a question mark", () => {
  assert.deepEqual(understood(tray, "17"), { command: "number", rest: "17" });
  assert.deepEqual(understood(tray, "17 ?"), { command: "about", rest: "17" });
  assert.equal(understood(tray, "renoncer")?.command, "decline");
  assert.equal(understood(tray, "continue"), null);
});

test("where a game has no drawings, a number chooses from a list", () => {
  const situation = /** @type {any} */ ({ table: { yours: [1] }, step: { legal: { 1: ["bid 2", "bid 5"] }, plain: { actions: { "bid 2": "Two" } } } });
  assert.equal(understood(plain, "2")?.command, "number");
  assert.deepEqual(plain.choices(situation), ["1: Two.", "2: bid 5."]);
  assert.deepEqual(plain.number(2, situation), { action: "bid 5" });
  assert.equal(plain.number(3, situation), undefined);
});

test("a theft is what the table says that it is", () => {
  const thefts = [{ action: "steal 0 3000", victim: 0, price: 3000 }, { action: "steal 2 5000", victim: 2, price: 5000 }];
  const situation = /** @type {any} */ ({ table: { yours: [1], seats: [null, null, { name: "Cleo" }] }, step: { legal: { 1: ["steal 2 5000", "decline"] }, view: { thefts, card: { type: "theft" } } } });
  assert.deepEqual(tray.number(1, situation), { action: "steal 2 5000" });
  assert.deepEqual(tray.number(2, situation), { answer: "There is no theft 2.\n1: 5000 dollars from Cleo." });
});

test("before it is known which game it is, what every table understands is understood", () => {
  assert.equal(understood(earOf(undefined), "repeat")?.command, "repeat");
  assert.equal(understood(earOf(undefined), "17"), null);
});

test("a game needs no element to be heard", () => {
  assert.deepEqual(["diamant", "mister-diamond", "quarry"].map(earOf), [diamant, tray, plain]);
});

test("a step is heard in the order in which it happened", () => {
  const events = [
    { type: "revealed", leaving: [0, 2], continuing: [1] },
    { type: "went-home", seats: [0, 2], held: 3, share: 0 },
    { type: "disaster", card: { type: "hazard", kind: "snakes" }, victims: [1], lost: 3 },
    { type: "began", expedition: 2 },
    { type: "treasure-found", card: { type: "treasure", value: 7 }, share: 2 },
  ];
  const heard = events.flatMap((event) => diamant.sounds(event, (seat) => seat + 1));
  assert.deepEqual(heard, ["player-1", "player-3", "leaving", "snakes", "disaster", "treasure"]);
  assert.deepEqual(tray.sounds({ type: "stolen", thief: 1, victim: 0 }, (seat) => seat + 1), ["player-2", "theft"]);
  assert.deepEqual(tray.sounds({ type: "lifted", seat: 3 }, (seat) => seat), ["player-3", "treasure"]);
});

test("no word means two things at a table, in either language", () => {
  for (const own of [english, french]) {
    for (const game of ["command-", "md-command-"]) {
      const ids = Object.keys(own).filter((id) => id.startsWith(game) || id.startsWith("ear-typed-"));
      const all = ids.flatMap((id) => own[id].split(" "));
      assert.equal(new Set(all).size, all.length, all.filter((word, at) => all.indexOf(word) !== at).join(" "));
    }
  }
});

test("everything that can be typed is told", () => {
  assert.ok(vocabulary(diamant).length >= 20);
  assert.ok(vocabulary(diamant).some((line) => line.startsWith("continue: ")));
});

test("a game has keys of its own, which come first", () => {
  assert.equal(keys.actOf("d"), undefined);
  keys.add(GAME_ACTS);
  assert.deepEqual(keys.acts().slice(0, 3), ["deeper", "camp", "repeat"]);
  assert.equal(keys.actOf("D"), "deeper");
  assert.equal(keys.actOf("c"), "camp");
  assert.equal(keys.give("repeat", "d"), "deeper");
});

test("a key does one thing, can be given away, taken, and given back", () => {
  const usual = keys.acts().map((act) => keys.keyOf(act));
  assert.equal(new Set(usual).size, usual.length);
  assert.equal(keys.actOf("R"), "repeat");
  assert.equal(keys.give("repeat", "v"), "cave");
  assert.equal(keys.actOf("v"), "cave");
  assert.equal(keys.give("repeat", "X"), undefined);
  assert.equal(keys.actOf("x"), "repeat");
  assert.equal(keys.actOf("r"), undefined);
  assert.equal(keys.give("cave", ""), undefined);
  assert.equal(keys.actOf("v"), undefined);
  keys.reset();
  assert.equal(keys.actOf("r"), "repeat");
  assert.equal(keys.named("back"), "comma");
});

/** @param {any} target */
const press = (key, target = document.body, more = {}) => keys.meant(/** @type {any} */ ({ key, target, ...more }));
const within = (...selectors) => ({ closest: (asked) => (selectors.some((one) => asked.includes(one)) ? {} : null) });

test("keys work in the table alone, not while typing, and not at all if switched off", () => {
  document.body.closest = () => null;
  assert.equal(press("r"), "repeat");
  assert.equal(press("r", within("#main")), "repeat");
  assert.equal(press("r", within("header")), undefined);
  assert.equal(press("r", within("#main", "input")), undefined);
  assert.equal(press("r", document.body, { ctrlKey: true }), undefined);
  assert.equal(press("r", document.body, { defaultPrevented: true }), undefined);
  keys.turn(false);
  assert.equal(press("r"), undefined);
  keys.turn(true);
});

const chair = (name, more = {}) => ({ name, colour: 0, letter: "A", ...more });
const table = (seats, more = {}) => /** @type {any} */ ({ type: "table", table: "gelemazu", seats, yours: [], ...more });

test("who comes and goes is told in one sentence each", () => {
  const before = table([chair("Ana"), null, null]);
  assert.equal(changes(before, table([chair("Ana"), chair("Ben"), chair("Badger", { bot: "badger" })])), "Ben and Badger+");
  assert.equal(changes(before, table([null, null, null])), "Ana-");
  assert.equal(changes(before, table([chair("Eve"), null, null])), "Ana- Eve+");
  assert.equal(changes(before, table([chair("Ana", { online: false }), null, null])), "Ana is not connected any more.");
  assert.equal(changes(table([chair("Ana", { online: false })]), table([chair("Ana")])), "Ana is back.");
  assert.equal(changes(before, table([chair("Ana", { away: true, online: false }), null, null])), "Ana takes a break.");
  assert.equal(changes(before, table([chair("Ana", { sitting_in: "badger:3" }), null, null])), "Badger plays for Ana.");
  assert.equal(changes(before, table([chair("Ana"), null, null], { hosting: true })), "You are the host.");
});

test("nothing is said of what did not change, nor of oneself going offline", () => {
  const before = table([chair("Ana"), null], { yours: [0] });
  assert.equal(changes(before, table([chair("Ana"), null], { yours: [0], watchers: 3 })), "");
  assert.equal(changes(before, table([chair("Ana", { online: false }), null], { yours: [0] })), "");
  assert.equal(changes(table([null, null]), table([chair("Ana"), null], { yours: [0] })), "You sit at seat A as Ana.");
});

test("nothing is told again before the table is known, and no more than its memory while a game lasts", () => {
  const over = /** @type {any} */ ({ type: "over" });
  assert.equal(mayBeTold({ table: null, over: null }), 0);
  assert.equal(mayBeTold({ table: null, over }), 0);
  for (const memory of [0, 5]) {
    assert.equal(mayBeTold({ table: table([], { memory }), over: null }), memory);
    assert.equal(mayBeTold({ table: table([], { memory }), over }), mayBeTold({ table: table([]), over: null }));
  }
  assert.ok(mayBeTold({ table: table([]), over: null }) > 5);
});

test("whoever arrives hears who is there", () => {
  assert.equal(gathering(table([chair("Ana"), null, chair("Ben")])), "2/3 Ana and Ben");
});
