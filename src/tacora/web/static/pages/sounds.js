// @ts-check
// The page on which the sounds are learnt. Its texts are in the HTML; here its buttons play, and its fields are filled in.

import "../core/register.js";
import "../core/print.js";
import { soundSettings } from "../play/soundsettings.js";
import { demonstrate, hush } from "../speech/sounds.js";
import { SIGNALS, melody, sound } from "../speech/tones.js";

const COURSE = [0, 3, 3, 9, 14, 14, 20]; // What a player may have had, expedition by expedition.

document.getElementById("sound-fields")?.append(...soundSettings());
document.getElementById("main")?.addEventListener("click", (event) => {
  const name = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.sound;
  if (!name) return;
  hush(); // Whoever goes through them fast hears the one pressed last.
  if (name === "course") demonstrate(melody(COURSE, 0, 20, "sine"));
  else demonstrate(sound(name), SIGNALS.has(name) ? "signals" : "events");
});
