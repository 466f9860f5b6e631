// @ts-check
// What a first game of Mister Diamond teaches, and when.

/** @typedef {import("../../core/frames.js").StepFrame} StepFrame */

/**
 * The lessons for which a step is the right moment, the most urgent first.
 * @param {StepFrame} step
 * @param {number} seat
 */
export function misterDiamond(step, seat) {
  const events = /** @type {any[]} */ (step.events ?? []);
  const mine = step.legal?.[seat] ?? [];
  const lessons = [];
  if (mine.includes("decline")) lessons.push("theft");
  else if (mine.length) lessons.push("lift");
  if (events.some((event) => event.type === "stolen")) lessons.push("stolen");
  if (events.some((event) => event.type === "stuck")) lessons.push("stuck");
  return lessons;
}
