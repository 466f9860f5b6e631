// @ts-check
// Any game by ear, before it has drawings of its own: legal actions are a numbered list.

import { say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */

/** What a decision is called. @param {import("../../core/frames.js").StepFrame | null} step @param {string} action */
const named = (step, action) => step?.plain?.actions?.[action] ?? action;

/** What is legal for the only player here. @param {Situation} situation */
const legal = ({ table, step }) => (table?.yours?.length === 1 ? (step?.legal?.[table.yours[0]] ?? []) : []);

/** @type {import("../ears.js").GameEar} */
export const ear = {
  commands: {
    players: ["command-players", "ear-typed-players"],
    mine: ["command-mine"],
    history: ["command-history"],
    rules: ["command-rules"],
    help: ["command-help"],
    withdraw: ["command-back"],
    quit: ["command-quit"],
  },
  sealed: (action, step) => say("plain-sealed", { action: named(step, action) }),
  choices: (situation) => legal(situation).map((action, at) => say("ear-theft-choice", { n: at + 1, what: named(situation.step, action) })),
  number(n, situation) {
    const action = legal(situation)[n - 1];
    return action ? { action } : undefined;
  },
};
