// What becomes of wishes while a line comes and goes. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";
import { Wishes } from "../../src/tacora/web/static/core/wishes.js";

/** Everything that is to be sent is. */
function post(wishes) {
  const due = wishes.due();
  for (const open of due) open.sent = true;
  return due.map(({ wish }) => wish.type);
}

/** A wish that was sent. */
function sent(wishes, wish) {
  const open = wishes.add(wish);
  open.sent = true;
  return open;
}

const decide = { type: "decide", seat: 0, decision: 3, action: "C" };
const EVERY = [
  decide, { type: "sit", name: "Ana", token: "t" }, { type: "settle", clock: 60 }, { type: "allow", seat: 1, multiplier: 2 },
  { type: "away", seat: 0, away: true }, { type: "ask", about: "cave", id: "ear" }, { type: "start" }, { type: "stand", seat: 0 },
  { type: "sit-bot", bot: "badger" }, { type: "pass-host", seat: 1 }, { type: "speak", seat: 0, phrase: "hello" },
  { type: "more-time", seat: 0, decision: 3 },
];

test("every wish has a name of its own, unless it came with one", () => {
  const wishes = new Wishes();
  const names = EVERY.map((wish) => wishes.add(wish).wish.id);
  assert.equal(new Set(names).size, EVERY.length);
  assert.ok(names.includes("ear"));
});

test("what is carried out and what is refused is told by its name", async () => {
  const wishes = new Wishes();
  const [one, two] = [sent(wishes, { type: "start" }), sent(wishes, { type: "start" })];
  wishes.hear({ type: "done", id: two.wish.id }, true);
  wishes.hear({ type: "error", id: one.wish.id, code: "too-soon", say: "" }, true);
  assert.deepEqual(await two.receipt, { kept: true });
  assert.deepEqual(await one.receipt, { kept: false, code: "too-soon" });
  assert.deepEqual(post(wishes), []);
});

test("what is made before the first greeting is sent after it, all of it and in order", () => {
  const wishes = new Wishes();
  for (const wish of EVERY) wishes.add(wish);
  assert.deepEqual(post(wishes), EVERY.map(({ type }) => type));
});

test("what is made without a line is kept if it cannot come too late, and is otherwise said to be unsent", async () => {
  for (const wish of EVERY) {
    const wishes = new Wishes();
    const open = wishes.add(wish);
    wishes.lost();
    const kept = ["decide", "withdraw", "sit"].includes(wish.type);
    if (!kept) assert.deepEqual(await open.receipt, { kept: false, code: "unsent" }, wish.type);
    assert.deepEqual(post(wishes), kept ? [wish.type] : []);
  }
});

test("what was not answered is repeated if twice is as good as once, and is otherwise said to be unsure", async () => {
  for (const wish of EVERY) {
    const wishes = new Wishes();
    const open = sent(wishes, wish);
    wishes.lost();
    const again = ["decide", "sit", "settle", "allow", "away", "ask"].includes(wish.type);
    assert.deepEqual(post(wishes), again ? [wish.type] : []);
    if (!again) assert.deepEqual(await open.receipt, { kept: false, code: "unsure" }, wish.type);
  }
});

test("of two wishes about the same thing the later one counts", async () => {
  const wishes = new Wishes();
  const first = sent(wishes, decide);
  sent(wishes, { type: "withdraw", seat: 0, decision: 3 });
  sent(wishes, { ...decide, seat: 1 });
  assert.deepEqual(await first.receipt, { kept: false, code: "replaced" });
  wishes.hear({ type: "done", id: first.wish.id }, true); // Of what does not count any more.
  wishes.lost();
  assert.deepEqual(post(wishes), ["withdraw", "decide"]);
});

test("who asks for a seat again asks with the same token, and can think better of it", async () => {
  const wishes = new Wishes();
  wishes.add({ type: "sit", name: "Ana", token: "first" });
  const again = wishes.add({ type: "sit", name: "Anna", token: "second" });
  assert.equal(again.wish.token, "first");
  wishes.withdraw("sit");
  assert.deepEqual(await again.receipt, { kept: false, code: "withdrawn" });
  assert.deepEqual(post(wishes), []);
});

test("a decision that was sent is not sent again once all were opened, but one that was not is", async () => {
  const wishes = new Wishes();
  const lost = sent(wishes, decide);
  wishes.add({ ...decide, seat: 1 });
  wishes.hear({ type: "step", decision: 3, events: [], view: {}, game: 1, say: "" }, false);
  wishes.hear({ type: "step", decision: 4, events: [], view: {}, game: 1, say: "" }, false);
  assert.deepEqual(await lost.receipt, { kept: false, code: "opened" });
  assert.deepEqual(post(wishes), ["decide"]);
});

test("when the table goes back to what was kept, nothing that was under way is, and decisions are sent again", async () => {
  const wishes = new Wishes();
  const [one, two] = [sent(wishes, decide), sent(wishes, { type: "start" })];
  wishes.hear({ type: "error", code: "too-fast", say: "" }, true); // About something else.
  assert.deepEqual(wishes.refused(), []);
  wishes.hear({ type: "error", code: "not-kept", say: "" }, true);
  assert.deepEqual(await two.receipt, { kept: false, code: "not-kept" });
  assert.deepEqual(wishes.refused(), [one]);
  assert.deepEqual(post(wishes), ["decide"]);
  wishes.hear({ type: "done", id: one.wish.id }, true);
  assert.deepEqual(await one.receipt, { kept: true });
});

test("a decision that is refused again and again while the table is read is counted, and sent again each time", () => {
  const wishes = new Wishes();
  const open = sent(wishes, decide);
  for (const times of [1, 2, 3]) {
    wishes.hear({ type: "error", id: open.wish.id, code: "not-kept", say: "" }, true);
    assert.deepEqual([wishes.refused(), open.refusals], [[open], times]);
    post(wishes);
    assert.deepEqual(wishes.refused(), []);
  }
});

test("a decision that the store refused is not sent again once all were opened", async () => {
  const wishes = new Wishes();
  const open = sent(wishes, decide);
  wishes.hear({ type: "error", code: "overtaken", say: "" }, true);
  wishes.hear({ type: "step", decision: 3, events: [], view: {}, game: 1, say: "" }, true);
  assert.deepEqual(wishes.refused(), [open]);
  wishes.hear({ type: "step", decision: 4, events: [], view: {}, game: 1, say: "" }, true);
  assert.deepEqual(await open.receipt, { kept: false, code: "opened" });
  assert.deepEqual(wishes.refused(), []);
});

test("what a seat decides is known from the wish until the receipt", () => {
  const wishes = new Wishes();
  assert.equal(wishes.decided(0, 3), undefined);
  const open = sent(wishes, decide);
  assert.equal(wishes.decided(0, 3), decide.action);
  assert.equal(wishes.decided(1, 3), undefined);
  assert.equal(wishes.decided(0, 4), undefined);
  const back = sent(wishes, { type: "withdraw", seat: 0, decision: 3 });
  assert.equal(wishes.decided(0, 3), null);
  wishes.hear({ type: "done", id: open.wish.id }, true); // Of what was replaced.
  assert.equal(wishes.decided(0, 3), null);
  wishes.hear({ type: "done", id: back.wish.id }, true);
  assert.equal(wishes.decided(0, 3), undefined);
});

test("where there is no way to a table, no wish is left waiting", async () => {
  const wishes = new Wishes();
  const [one, two] = [sent(wishes, decide), wishes.add({ type: "sit", name: "Ana", token: "t" })];
  wishes.over();
  assert.deepEqual([await one.receipt, await two.receipt].map(({ code }) => code), ["unsure", "unsent"]);
});
