// The browser's own voice. Run: node --test tests/web/
import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** @type {string[]} what the browser was told to say and has not said yet */
let saying = [];
/** @type {Map<string, (() => void)[]>} */
const listeners = new Map();
const browser = /** @type {any} */ (globalThis);
browser.addEventListener = (event, act) => listeners.set(event, [...(listeners.get(event) ?? []), act]);
browser.removeEventListener = () => {};
browser.document = { documentElement: { lang: "en" }, getElementById: () => null, querySelectorAll: () => [] };
Object.defineProperty(browser, "navigator", { value: { userActivation: { hasBeenActive: true } } });
browser.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
browser.speechSynthesis = {
  getVoices: () => [],
  speak: ({ text }) => saying.push(text),
  cancel: () => (saying = []),
};
mock.timers.enable({ apis: ["setTimeout"] });
const { alert, announce } = await import("../../src/tacora/web/static/speech/announcer.js");
const { readAloud } = await import("../../src/tacora/web/static/speech/voice.js");

test("what is urgent breaks off nothing that is being said, and a key breaks off all of it", () => {
  readAloud(true);
  announce("You go deeper.");
  mock.timers.tick(2000);
  alert("Snakes again.");
  mock.timers.tick(2000);
  assert.deepEqual(saying, ["You go deeper.", "Snakes again."]);
  for (const act of listeners.get("keydown") ?? []) act();
  assert.deepEqual(saying.filter((text) => text.trim()), []);
});
