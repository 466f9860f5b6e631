// @ts-check
// The podium: pillars of stone for the first three places, a list for the others.

import { known, listed, say } from "../core/words.js";
import { drawn, make } from "../core/dom.js";
import { chest, pawn } from "../drawings/people.js";

/**
 * @typedef {{name: string, letter: string, colour: number}} Player
 * @typedef {{scores: number[], winners: number[], ranks: number[]}} Result
 */

/**
 * @param {string} game
 * @param {Player[]} players
 * @param {Result} result
 * @param {number[]} [relics] what the relics of each count
 */
export function podium(game, players, { scores, winners, ranks }, relics = []) {
  const order = players.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const high = order.filter((seat, at) => ranks[seat] <= 3 && (at < 5 || ranks[seat] === 1));
  const level = high.length > 5 || high.every((seat) => ranks[seat] === 1);
  const words = (/** @type {number} */ seat) =>
    known(`after-score-${game}`) ? say(`after-score-${game}`, { n: scores[seat] }) : String(scores[seat]);
  const about = (/** @type {number} */ seat) =>
    relics[seat] ? [make("span", { class: "podium-relics" }, say("after-relics", { n: relics[seat] }))] : [];

  const pillars = high.map((seat, at) => {
    const { name, letter, colour } = players[seat];
    const item = make("li", { class: "pillar", "data-rank": String(Math.min(ranks[seat], 3)) });
    if (!level) item.style.setProperty("--order", String((at % 2 ? -1 : 1) * Math.ceil(at / 2))); // The first in the middle.
    item.append(
      drawn(pawn(colour), "pillar-pawn"),
      make("div", { class: "pillar-stone" },
        make("span", { class: "pillar-rank" }, say("after-rank", { rank: ranks[seat] })),
        make("span", { class: "pillar-name" }, make("b", {}, letter), ` ${name}`),
        make("span", { class: "pillar-score" }, words(seat)),
        ...about(seat)),
    );
    return item;
  });
  const others = order.filter((seat) => !high.includes(seat)).map((seat) => {
    const { name, letter, colour } = players[seat];
    return make("li", { class: "podium-place" },
      make("span", { class: "podium-place-rank" }, say("after-rank", { rank: ranks[seat] })),
      drawn(chest(colour, { letter }), "podium-place-chest"),
      make("span", { class: "podium-place-name" }, make("b", {}, letter), ` ${name}`),
      make("span", { class: "podium-place-score" }, words(seat), ...about(seat)));
  });
  const names = winners.map((seat) => players[seat].name);
  return make("section", { class: "podium cave", "aria-labelledby": "podium-title" },
    make("h2", { class: "podium-winners", id: "podium-title" }, say("after-wins", { who: listed(names), kind: names.length > 1 ? "many" : "one" })),
    make("ol", { class: `pillars${level ? " level" : ""}${high.length > 3 ? " many" : ""}`, role: "list", "aria-label": say("after-podium") }, ...pillars),
    ...(others.length ? [make("ol", { class: "podium-places", role: "list" }, ...others)] : []));
}
