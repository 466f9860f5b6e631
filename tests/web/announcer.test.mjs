// What a screen reader is given to say. Run: node --test tests/web/
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {{at: number, where: string, text: string}[]} */
let changes = [];
let now = 0;
let dialogs = [];
const body = place("body");
const regions = Object.fromEntries(["polite", "polite-2", "polite-3", "assertive"].map((id) => [id, region(id)]));

function place(name) {
  return { name, append: (element) => (element.parentElement = places.get(name)) };
}

const places = new Map([["body", body]]);

function region(where) {
  let text = "";
  return {
    parentElement: body,
    get textContent() {
      return text;
    },
    set textContent(value) {
      // As a browser does: the same text again is no change that anybody hears.
      if (value !== text && value) changes.push({ at: now, where: where.split("-")[0], text: value });
      text = value;
    },
  };
}

globalThis.document = /** @type {any} */ ({
  body,
  getElementById: (id) => regions[id],
  querySelectorAll: () => dialogs,
});
/** @type {Map<string, () => void>} */
const listeners = new Map();
globalThis.addEventListener = /** @type {any} */ ((event, act) => listeners.set(event, act));
performance.now = () => now;
mock.timers.enable({ apis: ["setTimeout"] });
const { afterFocus, alert, announce, moved, repeat, spoken } = await import("../../src/tacora/web/static/speech/announcer.js");

function pass(ms) {
  for (let n = 0; n < ms; n += 10) {
    now += 10;
    mock.timers.tick(10);
  }
}

const plain = (text) => text.replaceAll("\u00a0", "");
const heard = () => changes.map(({ text }) => plain(text));

beforeEach(() => {
  dialogs = [];
  pass(2000);
  changes = [];
});

test("texts of one string are sentences of their own, and a quotation may end one", () => {
  for (const text of ["Diamant", "Ana: “Good luck.”", "Léo : « Bravo ! »", "You are asked"]) announce(text);
  pass(900);
  assert.deepEqual(heard(), ["Diamant. Ana: “Good luck.” Léo : « Bravo ! » You are asked"]);
});

test("what is said slowly is said at once, one string each", () => {
  for (const text of ["One.", "Two.", "Three."]) {
    announce(text);
    pass(900);
  }
  assert.deepEqual(heard(), ["One.", "Two.", "Three."]);
});

test("what comes in a burst is joined, in order, nothing lost and nothing twice", () => {
  for (let n = 0; n < 10; n += 1) {
    announce(`Step ${n}.`);
    pass(n % 3 ? 10 : 50);
  }
  pass(2000);
  assert.equal(heard().join(" "), Array.from({ length: 10 }, (_, n) => `Step ${n}.`).join(" "));
});

test("two changes are never closer than the gap, whichever the region", () => {
  for (let n = 0; n < 40; n += 1) {
    (n % 7 === 3 ? alert : announce)(`Step ${n}.`);
    pass(10 + ((n * 37) % 90));
  }
  pass(2000);
  for (const [at, change] of changes.entries()) {
    if (at) assert.ok(change.at - changes[at - 1].at >= 800, `${change.at - changes[at - 1].at} ms`);
  }
  assert.equal(heard().join(" "), Array.from({ length: 40 }, (_, n) => `Step ${n}.`).join(" "));
});

test("nothing that belongs before an alert is said after it", () => {
  announce("A card.");
  mock.timers.tick(1);
  announce("Ana goes home.");
  alert("Snakes again.");
  announce("Expedition 2.");
  pass(3000);
  assert.deepEqual(changes.map(({ where }) => where), ["polite", "assertive", "polite"]);
  assert.deepEqual(heard(), ["A card.", "Ana goes home. Snakes again.", "Expedition 2."]);
});

test("what follows an alert gives it time to be taken", () => {
  alert("Snakes again.");
  announce("Expedition 2.");
  pass(3000);
  assert.ok(changes[1].at - changes[0].at >= 1600, `${changes[1].at - changes[0].at} ms`);
});

const LONG = "Place 42 is loose. The diamond is yours, on the ring of 4000 dollars. Elephant draws a ring of 1000 dollars.";

test("a long text has time to be taken before the next, a short one no more than the gap", () => {
  for (const [text, gap] of /** @type {[string, number][]} */ ([[LONG, 1600], [LONG.slice(0, 45), 1130], ["Place 7 is loose.", 800]])) {
    for (const next of [announce, alert]) {
      pass(3000);
      changes = [];
      announce(text);
      pass(100);
      next("Your turn.");
      pass(2000);
      assert.equal(changes[1].at - changes[0].at, gap, `${text} ${next.name}`);
    }
  }
});

test("what waits for a long text is in order, and one string", () => {
  announce(LONG);
  pass(1000);
  announce("Place 16 is fixed.");
  alert("Ten seconds left.");
  announce("Your turn.");
  pass(4000);
  assert.deepEqual(heard(), [LONG, "Place 16 is fixed. Ten seconds left.", "Your turn."]);
});

test("whoever presses something has heard enough of a long text", () => {
  assert.deepEqual([...listeners.keys()], ["keydown", "click", "input"]); // A screen reader may click, or move a slider, without a key.
  for (const before of [500, 1000]) {
    pass(3000);
    changes = [];
    announce(LONG);
    pass(100);
    announce("Place 16 is fixed.");
    pass(before - 100);
    listeners.get("keydown")?.();
    announce("Deeper.");
    pass(3000);
    assert.deepEqual(heard(), [LONG, "Place 16 is fixed. Deeper."]);
    assert.equal(changes[1].at - changes[0].at, Math.max(800, before));
  }
});

test("whoever presses something does not hear sooner what comes after an alert", () => {
  alert(LONG);
  pass(100);
  listeners.get("keydown")?.();
  announce("Expedition 2.");
  pass(3000);
  assert.equal(changes[1].at - changes[0].at, 1600);
});

test("a dialog that opens while a long text is taken is named once the regions are found again", () => {
  announce(LONG);
  pass(1000);
  places.set("menu", place("menu"));
  dialogs = [places.get("menu")];
  listeners.get("keydown")?.();
  moved();
  announce("Menu");
  pass(2000);
  assert.equal(changes[1].at - changes[0].at, 1000 - 10 + 350);
  dialogs = [];
  moved();
});

test("a focus that comes later and a long text are waited for side by side", () => {
  announce(LONG);
  pass(100);
  afterFocus(1900);
  announce("Which diamond?");
  pass(4000);
  assert.equal(changes[1].at - changes[0].at, 100 - 10 + 1900 + 800);
});

test("an alert alone is said at once", () => {
  alert("The connection is lost.");
  mock.timers.tick(1); // As soon as whoever called is done.
  assert.deepEqual(changes, [{ at: now, where: "assertive", text: "The connection is lost." }]);
});

test("where the page moves the focus, that is told before what was to be said, and before what was due", () => {
  announce("She may steal.");
  afterFocus();
  pass(790);
  assert.deepEqual(heard(), []);
  pass(100);
  assert.deepEqual(heard(), ["She may steal."]);
  announce("From whom?");
  pass(700);
  afterFocus();
  pass(790);
  assert.deepEqual(heard(), ["She may steal."]);
  pass(100);
  assert.deepEqual(heard(), ["She may steal.", "From whom?"]);
});

test("what is urgent does not wait for a focus that comes later, whichever was first", () => {
  alert("Snakes!");
  afterFocus(1900);
  pass(10);
  assert.deepEqual(heard(), ["Snakes!"]);
  pass(3000);
  afterFocus(1900);
  pass(10);
  alert("Gas!");
  pass(10);
  assert.deepEqual(heard(), ["Snakes!", "Gas!"]);
});

test("what is not urgent waits for a focus that comes later, also if something urgent was said meanwhile", () => {
  for (const before of [100, 0, -100]) {
    pass(5000);
    changes = [];
    if (before <= 0) alert("Snakes!");
    pass(-before);
    const since = now;
    afterFocus(1900);
    pass(before);
    if (before > 0) alert("Snakes!");
    announce("News.");
    pass(5000);
    assert.deepEqual(heard(), ["Snakes!", "News."]);
    assert.ok(changes[1].at - since >= 2700, `${changes[1].at - since} ms`);
  }
});

test("of two urgent texts the second waits for the gap alone, however long the first", () => {
  alert(LONG);
  pass(100);
  alert("Ten seconds left.");
  pass(2000);
  assert.equal(changes[1].at - changes[0].at, 800);
});

test("the same again is another text for the region", () => {
  announce("Your move.");
  pass(900);
  alert("Ten seconds left.");
  pass(1700);
  for (let n = 0; n < 3; n += 1) {
    announce("Your move.");
    pass(900);
  }
  assert.equal(changes.length, 5);
  assert.deepEqual(heard().filter((text) => text === "Your move.").length, 4);
});

test("a text that any region had last is another text for the next one", () => {
  for (const text of ["Your chest: 0.", "Your chest: 0.", "Your chest: 0.", "Deeper?", "A card.", "Your chest: 0.", "A card.", "Deeper?"]) {
    announce(text);
    pass(900);
  }
  const texts = changes.map(({ text }) => text);
  assert.equal(texts.length, 8);
  assert.deepEqual(texts.filter((text, at) => text === texts[at - 1]), []);
});

test("the last is repeated, and what waits is not said twice", () => {
  announce("One.");
  pass(900);
  assert.equal(repeat(), "One.");
  pass(10);
  announce("Two.");
  repeat();
  pass(900);
  assert.deepEqual(heard(), ["One.", "One.", "Two."]);
});

test("an alert is what is repeated, if it was the last", () => {
  alert("Snakes again.");
  pass(1700);
  repeat();
  pass(10);
  assert.deepEqual(changes.map(({ where, text }) => [where, plain(text)]), [["assertive", "Snakes again."], ["polite", "Snakes again."]]);
});

test("nothing is nothing", () => {
  announce("");
  alert(" \n ");
  pass(900);
  assert.deepEqual(changes, []);
});

test("lines become one string of sentences", () => {
  assert.equal(spoken("1. Ana: 2\n2. Ben: 1"), "1. Ana: 2. 2. Ben: 1");
  assert.equal(spoken("Nothing lies there.\nNobody is inside."), "Nothing lies there. Nobody is inside.");
});

test("while a dialog covers the page the regions go with it, silently, and come back", () => {
  announce("One.");
  pass(900);
  places.set("menu", place("menu"));
  dialogs = [places.get("menu")];
  announce("Two.");
  alert("Three.");
  assert.deepEqual(heard(), ["One."]);
  pass(900);
  assert.equal(regions.polite.parentElement.name, "menu");
  assert.deepEqual(heard(), ["One.", "Two. Three."]);
  dialogs = [];
  announce("Four.");
  pass(1700);
  assert.equal(regions.polite.parentElement.name, "body");
  assert.deepEqual(heard(), ["One.", "Two. Three.", "Four."]);
});

test("regions move as soon as a dialog opens or closes, empty, and what waits is kept", () => {
  announce("One.");
  pass(100);
  announce("Two.");
  places.set("menu", place("menu"));
  dialogs = [places.get("menu")];
  moved();
  assert.equal(regions.polite.parentElement.name, "menu");
  assert.deepEqual(Object.values(regions).map(({ textContent }) => textContent), ["", "", "", ""]);
  pass(900);
  assert.deepEqual(heard(), ["One.", "Two."]);
  dialogs = [];
  moved();
  assert.deepEqual(Object.values(regions).map(({ textContent }) => textContent), ["", "", "", ""]);
  pass(900);
  assert.deepEqual(heard(), ["One.", "Two."]);
  announce("Two.");
  pass(900);
  assert.deepEqual(heard(), ["One.", "Two.", "Two."]);
});
