// @ts-check
// Diamant by ear: what can be typed, and what is told of decisions.

import { say } from "../../core/words.js";

/** @type {import("../ears.js").GameEar} */
export const ear = {
  commands: {
    continue: ["command-continue", "ear-typed-deeper"],
    leave: ["command-leave", "ear-typed-camp"],
    cave: ["command-cave", "ear-typed-cave"],
    players: ["command-players", "ear-typed-players"],
    mine: ["command-mine"],
    odds: ["command-odds"],
    history: ["command-history"],
    rules: ["command-rules"],
    help: ["command-help"],
    withdraw: ["command-back"],
    quit: ["command-quit"],
  },
  decisions: { continue: "C", leave: "L" },
  keys: ["deeper", "camp"],
  sealed: (action) => say("cave-sealed", { action }),
  urgent: (events) => events.some(({ type }) => type === "disaster"),
  deciding: (view) => view.inside,
};
