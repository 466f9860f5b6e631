// @ts-check
// Types alone: the frames of the protocol, and the state of a table as pages keep it.

/** @typedef {import("./protocol.js").Chair} Chair */
/** @typedef {import("./protocol.js").Table} TableFrame */
/** @typedef {import("./protocol.js").Step} StepFrame */
/** @typedef {import("./protocol.js").Thinking} ThinkingFrame */
/** @typedef {import("./protocol.js").Clock} ClockFrame */
/** @typedef {import("./protocol.js").Over} OverFrame */
/** @typedef {import("./protocol.js").News} AnyFrame */
/** @typedef {import("./protocol.js").Wish} Wish */
/** @typedef {{type: string} & Record<string, any>} GameEvent an event of any game; each game types its own */

/**
 * The state of a table as this page knows it. Every part of the page is rendered from it.
 * @typedef {object} Situation
 * @property {TableFrame | null} table
 * @property {StepFrame | null} step the last step; its view is what lies on the table now
 * @property {ThinkingFrame | null} thinking
 * @property {(ClockFrame & {at: number}) | null} clock `at`: performance.now() when it came
 * @property {OverFrame | null} over the result of the last game, until the next begins
 * @property {"connecting" | "here" | "lost" | "refused"} line
 * @property {boolean} [replay] whether somebody steps through a game that is over
 * @property {boolean} screen whether this page is a shared screen
 * @property {(seat: number, decision: number) => string | null | undefined} [underWay] what a seat of this page decides by a wish
 *   that the table has not confirmed yet; null: it withdraws
 */

export {};
