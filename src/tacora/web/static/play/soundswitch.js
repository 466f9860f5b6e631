// @ts-check
// The switch for sounds, in sight at every table. The preferences have volumes and samples.

import * as storage from "../core/storage.js";
import * as sounds from "../speech/sounds.js";

/** @param {HTMLElement} button */
export function soundSwitch(button) {
  const show = () => button.setAttribute("aria-pressed", String(sounds.on()));
  button.addEventListener("click", () => {
    storage.prefer("sounds", !sounds.on());
    if (sounds.on()) sounds.play(["turn"]);
    else sounds.hush();
    show();
  });
  // The preferences change it, too.
  document.addEventListener("change", show);
  show();
}
