// @ts-check
// Where the cards of a tunnel lie (D13). A grid: x counts cards to the right of the camp, y rows down from the entrance.
//
// The rule: the tunnel starts to the right and turns at every hazard, away from the camp and toward the middle row. It
// turns at no other card but one: where a run up or down reaches a wall of the cave (WALL rows from the middle), it goes
// on to the right. It never goes left, so every column is walked once, up or down: it can meet neither itself nor the
// camp. A card, once laid, stays where it is when further cards come.

/** Rows from the middle to the wall of the cave. */
export const WALL = 2;

/**
 * @typedef {object} Spot
 * @property {number} x
 * @property {number} y
 * @property {-1 | 0 | 1} turn how the tunnel goes on from this card: to the left hand, straight on, to the right hand
 * @property {number} dx how it came to this card: one step right,
 * @property {number} dy or one step down or up
 */

/**
 * The spots of a tunnel's cards, the first one at 0, 0.
 * @param {{type: string}[]} cards
 * @returns {Spot[]}
 */
export function layout(cards) {
  let [x, y, dx, dy] = [0, 0, 1, 0];
  let up = true; // Where to turn in the middle row: up and down in turns.
  return cards.map((card) => {
    const came = { x, y, dx, dy };
    /** @type {-1 | 0 | 1} */
    let turn = 0;
    if (dx && card.type === "hazard") {
      const down = y === 0 ? !up : y < 0;
      [dx, dy] = [0, down ? 1 : -1];
      up = down;
      turn = down ? 1 : -1;
    } else if (dy && (card.type === "hazard" || Math.abs(y + dy) > WALL)) {
      turn = dy > 0 ? -1 : 1;
      [dx, dy] = [1, 0];
    }
    x += dx;
    y += dy;
    return { ...came, turn };
  });
}
