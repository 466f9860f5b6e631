// @ts-check
// Who comes and goes, in short sentences: the difference between two frames of a table.

import { listed, say } from "../core/words.js";
import { chosen } from "./choice.js";

/** @typedef {import("../core/frames.js").TableFrame} TableFrame */
/** @typedef {import("../core/frames.js").Chair} Chair */

/**
 * @param {TableFrame} before
 * @param {TableFrame} after
 * @returns {string} empty if nobody came or went
 */
export function changes(before, after) {
  const mine = new Set(after.yours ?? []);
  /** @type {string[]} */
  const sat = [];
  /** @type {string[]} */
  const stood = [];
  /** @type {string[]} */
  const told = [];
  for (let seat = 0; seat < Math.max(before.seats.length, after.seats.length); seat += 1) {
    const [was, is] = [before.seats[seat] ?? null, after.seats[seat] ?? null];
    if (was && was.name === is?.name) {
      told.push(...moods(was, is, mine.has(seat)));
      continue;
    }
    if (was?.bot && is?.bot === was.bot) {
      told.push(say("ear-renamed", { name: was.name, now: is.name }));
      continue;
    }
    if (was) stood.push(was.name);
    if (is && mine.has(seat)) told.push(say("ear-you-sat", { name: is.name, letter: is.letter }));
    else if (is) sat.push(is.name);
  }
  if (stood.length) told.unshift(say("ear-stood", { count: stood.length, names: listed(stood) }));
  if (sat.length) told.push(say("ear-sat", { count: sat.length, names: listed(sat) }));
  if (after.hosting && !before.hosting) told.push(say("ear-you-host"));
  return told.join(" ");
}

/**
 * How somebody's presence changed; only the most important change.
 * @param {Chair} was
 * @param {Chair} is
 * @param {boolean} mine
 */
function moods(was, is, mine) {
  const { name } = is;
  if (is.sitting_in && is.sitting_in !== was.sitting_in) return [say("ear-sits-in", { name, bot: say(`bot-${is.sitting_in.split(":")[0]}`) })];
  if (was.sitting_in && !is.sitting_in) return [say("ear-back", { name })];
  if (is.away && !was.away) return [say("ear-away", { name })];
  if (was.away && !is.away) return [say("ear-back", { name })];
  if (!mine && is.online === false && was.online !== false) return [say("ear-offline", { name })];
  if (!mine && was.online === false && is.online !== false) return [say("ear-back", { name })];
  if (is.late && !was.late) return [say("ear-late", { name })];
  return [];
}

/**
 * Who sits at a table between games, for somebody who arrives.
 * @param {TableFrame} table
 */
export function gathering(table) {
  const names = table.seats.flatMap((chair) => (chair ? [chair.name] : []));
  return say("ear-gathering", { table: table.table, taken: names.length, seats: table.seats.length, names: listed(names) });
}

const NAMED = 2; // More names than that are a list to read; their number says as much.

/**
 * Who is still thinking, or how many; the last one is told so.
 * @param {import("../core/frames.js").Situation} situation
 * @param {boolean} open whether this player is asked and has not decided
 */
export function stillThinking(situation, open) {
  const { table, step, thinking } = situation;
  const now = thinking?.decision === step?.decision ? thinking : null;
  const left = (now ? now.left : step?.thinking) ?? 0;
  if (open && left === 1) return say("cave-awaited");
  // Who has just decided here is not waited for, though the table may not know yet.
  const awaited = (now?.awaited ?? []).filter((seat) => !(table?.yours?.includes(seat) && chosen(situation, seat)));
  const names = awaited.map((seat) => table?.seats[seat]?.name ?? "");
  return !open && names.length && names.length <= NAMED ? say("cave-waits-for", { names: listed(names) }) : say("cave-thinking", { left });
}
