// @ts-check
// Sonification of the chart of a finished game: each player's motif, then the line as tones, higher for more.

import { announce } from "./announcer.js";
import { make, put } from "../core/dom.js";
import { demonstrate, hush } from "./sounds.js";
import { melody, motif, voice } from "./tones.js";
import { say } from "../core/words.js";

/** @typedef {import("../after/chart.js").Line} Line */

/**
 * A button that plays the lines of a chart, and stops them.
 * @param {Line[]} lines
 */
export function listening(lines) {
  const button = make("button", { type: "button", className: "listen" }, say("ear-listen"));
  const all = lines.flatMap((line) => line.values);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];
  const stop = () => {
    timers.forEach(clearTimeout);
    timers = [];
    hush();
    put(button, say("ear-listen"));
  };
  button.addEventListener("click", () => {
    if (timers.length) {
      stop();
      return;
    }
    put(button, say("ear-listen-stop"));
    let wait = 0;
    for (const { name, letter, colour, values } of lines) {
      // The name first, and time to hear it; then the motif, then the line.
      timers.push(setTimeout(() => {
        if (!button.isConnected) return stop();
        announce(say("ear-listen-line", { name, letter, first: values[0] ?? 0, last: values.at(-1) ?? 0 }));
      }, wait));
      wait += 2500;
      const tones = [...motif(colour), ...melody(values, low, high, voice(colour)).map((tone) => ({ ...tone, at: tone.at + 0.45 }))];
      timers.push(setTimeout(() => demonstrate(tones), wait));
      wait += 1000 * (0.45 + Math.min(0.22 * values.length, 4)) + 600;
    }
    timers.push(setTimeout(stop, wait));
  });
  return button;
}
