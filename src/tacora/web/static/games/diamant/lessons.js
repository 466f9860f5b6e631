// @ts-check
// What a first game of Diamant teaches, and when.

/** @typedef {import("../../core/frames.js").StepFrame} StepFrame */

/**
 * The lessons for which a step is the right moment, the most urgent first.
 * @param {StepFrame} step
 * @param {number} seat
 */
export function diamant(step, seat) {
  const events = /** @type {any[]} */ (step.events ?? []);
  const happened = (/** @type {string} */ type) => events.some((event) => event.type === type);
  const lessons = [];
  if (happened("disaster")) lessons.push("disaster");
  if (step.legal?.[seat]) lessons.push("decision");
  if (happened("hazard-met")) lessons.push("hazard");
  if (happened("relic-found")) lessons.push("relic");
  if (events.some((event) => event.type === "went-home" && event.seats.length === 1 && (event.share || event.trophies?.length))) lessons.push("alone");
  if (events.some((event) => event.type === "treasure-found" && event.rest)) lessons.push("leftover");
  return lessons;
}
