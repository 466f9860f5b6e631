// @ts-check
// What this device remembers of the games that were played here, for the page of one's own games. Nothing of it is sent.

import { courseOf } from "../games/courses.js";
import * as storage from "../core/storage.js";

/**
 * A game that was played here.
 * @typedef {object} Kept
 * @property {number} at milliseconds since the epoch
 * @property {string} table
 * @property {number} number of the game at that table
 * @property {string} game
 * @property {string} edition
 * @property {string[]} names
 * @property {number[]} seats one's own
 * @property {number[]} scores
 * @property {number[]} ranks
 * @property {number[]} winners
 * @property {import("../games/courses.js").Figures} [figures] if one seat was one's own
 */

const MOST = 500; // Some hundred bytes each: a tenth of what a browser stores for a site.

/** @param {string} table @param {number} number */
const idOf = (table, number) => `${table}/${number}`;

/** Delete all; their pages, opened again, do not bring them back. */
export function deleteGames() {
  const deleted = storage.preferred("games", /** @type {Kept[]} */ ([])).map(({ table, number }) => idOf(table, number));
  storage.prefer("games-deleted", [...deleted, ...storage.preferred("games-deleted", /** @type {string[]} */ ([]))].slice(0, MOST));
  storage.prefer("games", []);
}

/**
 * @param {import("./course.js").Replay} replay
 * @param {import("../core/frames.js").TableFrame} table
 */
export function keepGame(replay, table) {
  // Whoever took a seat after the game did not play it.
  const mine = (table.yours ?? []).filter((seat) => replay.seats[seat]?.name === table.seats[seat]?.name);
  const number = replay.number ?? 0;
  const before = storage.preferred("games", /** @type {Kept[]} */ ([]));
  if (!mine.length || !replay.over || before.some((one) => one.table === table.table && one.number === number)) return;
  if (storage.preferred("games-deleted", /** @type {string[]} */ ([])).includes(idOf(table.table, number))) return;
  const figures = mine.length === 1 ? courseOf(replay.game)?.figures?.(replay.story, mine[0]) : undefined;
  /** @type {Kept} */
  const kept = {
    at: Date.now(),
    table: table.table,
    number,
    game: replay.game,
    edition: replay.edition,
    names: replay.seats.map(({ name }) => name),
    seats: mine,
    scores: replay.over.scores,
    ranks: replay.over.ranks,
    winners: replay.over.winners,
    ...(figures ? { figures } : {}),
  };
  storage.prefer("games", [kept, ...before].slice(0, MOST));
}
