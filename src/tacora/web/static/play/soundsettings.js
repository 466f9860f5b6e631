// @ts-check
// The fields for the sounds of this device: on or off, how loud, and vibration.

import { labelled, make, ticked } from "../core/dom.js";
import * as storage from "../core/storage.js";
import { say } from "../core/words.js";
import * as sounds from "../speech/sounds.js";

/** The fields, each with its label. */
export function soundSettings() {
  const on = make("input", { checked: sounds.on() });
  on.addEventListener("change", () => {
    storage.prefer("sounds", on.checked);
    if (on.checked) sounds.play(["turn"]);
    else sounds.hush();
  });
  const { events, signals } = sounds.volumes();
  const shakes = make("input", { checked: sounds.shakes() });
  shakes.addEventListener("change", () => storage.prefer("vibrate", shakes.checked));
  return [
    ticked(say("ear-sounds-on"), on),
    labelled(say("ear-volume"), volume("volume", events, "treasure")),
    labelled(say("ear-volume-signals"), volume("volume-signals", signals, "turn")),
    ticked(say("ear-vibrate"), shakes),
  ];
}

/**
 * @param {string} name
 * @param {number} value
 * @param {string} sample the sound that is played on a change
 */
function volume(name, value, sample) {
  const field = make("input", { type: "range", min: "0", max: "100", step: "10", value: String(value) });
  field.addEventListener("change", () => {
    storage.prefer(name, Number(field.value));
    sounds.play([sample]);
  });
  return field;
}
