// @ts-check
// Mister Diamond by ear: what can be typed, whose turn it is, and places and thefts by number.

import { say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/protocol.js").MisterDiamondView} View */

/** @type {import("../ears.js").GameEar} */
export const ear = {
  commands: {
    decline: ["md-command-decline"],
    cave: ["md-command-board", "ear-typed-cave"],
    players: ["md-command-rings", "ear-typed-players"],
    mine: ["md-command-mine"],
    history: ["md-command-history"],
    rules: ["md-command-rules"],
    help: ["md-command-help"],
    quit: ["md-command-quit"],
  },
  decisions: { decline: "decline" },
  aboutKeys: () => [say("ear-help-grid")],
  waiting: ({ table, step }) => say(`tray-wait-${step?.view.card?.type ?? "none"}`, { name: table?.seats[step?.view.turn]?.name ?? "" }),
  sounds(event, colour) {
    switch (event.type) {
      case "lifted":
        return [`player-${colour(event.seat)}`, "treasure"];
      case "stuck":
        return [`player-${colour(event.seat)}`, "stuck"];
      case "stolen":
        return [`player-${colour(event.thief)}`, "theft"];
      default:
        return [];
    }
  },
  choices: (situation) => [...thefts(situation), ...(situation.step ? [say("ear-types-number")] : [])],
  number(n, situation) {
    const { table, step } = situation;
    const open = theftsOpen(situation);
    if (open.length) {
      const action = open[n - 1]?.action;
      return action ? { action } : { answer: [say("ear-no-such-theft", { n }), ...thefts(situation)].join("\n") };
    }
    const legal = step?.legal?.[table?.yours?.[0] ?? -1];
    if (legal && !legal.includes(String(n)) && step?.view.card?.type === "ring") return { answer: about(n, situation) };
    return { action: String(n) };
  },
  about,
};

/** The thefts that are open to this player. @param {Situation} situation @returns {View["thefts"]} */
function theftsOpen({ table, step }) {
  const legal = (table?.yours ?? []).flatMap((seat) => step?.legal?.[seat] ?? []);
  return (/** @type {View | undefined} */ (step?.view)?.thefts ?? []).filter(({ action }) => legal.includes(action));
}

/** The same, by number. @param {Situation} situation */
function thefts(situation) {
  return theftsOpen(situation).map(({ victim, price }, at) => {
    const name = situation.table?.seats[victim]?.name ?? "";
    return say("ear-theft-choice", { n: at + 1, what: say("tray-steal", { price: say("md-dollars", { n: price }), name }) });
  });
}

/** A place in words. @param {number} place @param {Situation} situation */
function about(place, { step }) {
  const places = step?.view.places ?? 0;
  if (place < 1 || place > places) return say("ear-no-such-place", { place, places });
  const tray = /** @type {(HTMLElement & {about?: (place: number) => string}) | null} */ (document.querySelector("tray-table"));
  return tray?.about?.(place) ?? "";
}
