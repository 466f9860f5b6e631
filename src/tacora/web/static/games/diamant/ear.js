// @ts-check
// Diamant by ear: what can be typed, and what is told of decisions.

import { say } from "../../core/words.js";

/** @type {import("../ears.js").GameEar} */
export const ear = {
  commands: {
    continue: ["command-continue"],
    leave: ["command-leave"],
    cave: ["command-cave", "ear-typed-cave"],
    players: ["command-players", "ear-typed-players"],
    mine: ["command-mine"],
    odds: ["command-odds"],
    coach: ["command-coach"],
    history: ["command-history"],
    rules: ["command-rules"],
    help: ["command-help"],
    withdraw: ["command-back"],
    quit: ["command-quit"],
  },
  decisions: { continue: "C", leave: "L" },
  keys: ["deeper", "camp"],
  confirmed: (action) => say("cave-confirmed", { action }),
  sealed: (action) => say("cave-sealed", { action }),
  urgent: (events) => events.some(({ type }) => type === "disaster"),
  sounds(event, colour) {
    switch (event.type) {
      case "went-home":
        return [.../** @type {number[]} */ (event.seats).map((seat) => `player-${colour(seat)}`), "leaving"];
      case "treasure-found":
        return ["treasure"];
      case "relic-found":
        return ["relic"];
      case "hazard-met":
        return [event.card.kind];
      case "disaster":
        return [event.card.kind, "disaster"];
      default:
        return [];
    }
  },
  deciding: (view) => view.inside,
};
