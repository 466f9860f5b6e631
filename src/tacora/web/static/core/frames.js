// @ts-check
// The frames of the table protocol as types (docs/protocol.md tells them in full). Nothing here runs.

/** @typedef {{name: string, colour: number, letter: string, bot?: string, sitting_in?: string, online?: boolean,
 *   away?: boolean, late?: boolean, multiplier?: number}} Chair `online` left out is true. */
/** @typedef {{type: "table", table: string, game: "diamant" | "mister-diamond", edition: string,
 *   options: Record<string, any>, seats: (Chair | null)[], host?: number, hosting?: boolean, yours?: number[],
 *   games?: number, totals?: number[], running?: boolean, clock?: number, absence?: string, thinking?: boolean,
 *   listed?: boolean, promise?: string, commitment?: string, again?: boolean, watchers?: number}} TableFrame
 *   `thinking` left out is true: bots take a moment. */
/** @typedef {{type: "treasure", value: number} | {type: "hazard", kind: string} | {type: "relic", printed?: number | null}} Card */
/** @typedef {{relic: {printed?: number | null}, worth: number}} Trophy */
/** @typedef {{edition: string, with_relics: boolean, chests_kept: "open" | "hidden", entrances: "numbers" | "barricades",
 *   expedition: number, expeditions: number, inside: number[], held: number, tunnel: Card[], lying: number[],
 *   relics: Trophy[], unseen: Record<string, number>, chests: (number | null)[], trophies: Trophy[][],
 *   removed: {kind: string}[], over: boolean}} DiamantView */
/** @typedef {{price: number, set: boolean}} Ring */
/** @typedef {{edition: string, expert: boolean, notes: boolean, places: number, fixed: number, game: number,
 *   games: number, turn: number | null, card: {type: "ring", price: number} | {type: "theft"} | null, board: number[],
 *   tried: number[], rings: Ring[][], scores: number[], totals: number[], unseen: Record<string, number>,
 *   over: boolean}} MisterView */
/** @typedef {{type: string, [fact: string]: any}} GameEvent */
/** @typedef {{type: "step", seq?: number, game: number, events: GameEvent[], view: any, legal?: Record<string, string[]>,
 *   decision?: number, thinking?: number, say: string, asked?: string, commitment?: string}} StepFrame */
/** @typedef {{type: "thinking", decision: number, left: number, sealed?: Record<string, string>}} ThinkingFrame */
/** @typedef {{type: "clock", decision: number, seconds?: Record<string, number>, longest: number}} ClockFrame */
/** @typedef {{type: "over", seq: number, game: number, scores: number[], winners: number[], totals: number[], seed: string,
 *   secret: string, luck: string[], link: string, record: string, say: string}} OverFrame */
/** @typedef {{type: "spoken", seq: number, seat: number, phrase: string, say: string}} SpokenFrame */
/** @typedef {{type: "error", code: string, say: string, id?: string}} TroubleFrame */
/** @typedef {{type: "answer", about: string, say: string, id?: string}} AnswerFrame */
/** @typedef {{type: string, [field: string]: any}} AnyFrame */

/**
 * The table as this page knows it: what every part of the page is shown.
 * @typedef {object} Situation
 * @property {TableFrame | null} table
 * @property {StepFrame | null} step the last step; its view is what lies on the table now
 * @property {ThinkingFrame | null} thinking
 * @property {(ClockFrame & {at: number}) | null} clock `at`: performance.now() when it came
 * @property {OverFrame | null} over the result of the last game, until the next begins
 * @property {"connecting" | "here" | "lost" | "refused"} line
 * @property {boolean} screen whether this page is a screen for all
 */

export {};
