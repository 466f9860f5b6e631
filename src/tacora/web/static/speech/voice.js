// @ts-check
// The browser's own speech, for whoever has no screen reader: it speaks what the announcer says. Off by default.

import { speakWith } from "./announcer.js";
import * as storage from "../core/storage.js";
import { language } from "../core/words.js";

/** Whether this browser can speak. */
export const canSpeak = () => "speechSynthesis" in globalThis;

/** The voices for the language of the page. */
export const voices = () => speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language));

/**
 * Say this after what is being said, also where it is urgent: what is broken off would be lost.
 * @param {string} text
 * @param {() => void} mute called where it is not said: there is no voice, or nobody has touched the page yet
 */
function speak(text, mute) {
  if (navigator.userActivation?.hasBeenActive === false) return mute(); // It would not speak, and not every browser says so.
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  utterance.rate = storage.preferred("aloud-rate", 1);
  utterance.voice = voices().find(({ voiceURI }) => voiceURI === storage.preferred("aloud-voice", "")) ?? null;
  utterance.onerror = ({ error }) => error === "canceled" || error === "interrupted" || mute();
  speechSynthesis.speak(utterance);
}

const hush = () => speechSynthesis.cancel();

/** Some browsers speak only after they were asked to by a finger or a key. */
const begin = () => speechSynthesis.speak(new SpeechSynthesisUtterance(" "));

/** Turn it on or off. A key stops what is being said, as with a screen reader. @param {boolean} on */
export function readAloud(on) {
  if (!canSpeak()) return;
  hush();
  speakWith(on ? speak : null);
  removeEventListener("keydown", hush, { capture: true });
  if (!on) return;
  addEventListener("keydown", hush, { capture: true });
  for (const kind of ["click", "keydown"]) addEventListener(kind, begin, { once: true });
}

if (storage.preferred("aloud", false)) readAloud(true);
