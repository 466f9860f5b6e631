// @ts-check
// The path of a tunnel from card to card, out of the places that the server sends (D13).

/**
 * @typedef {object} Spot
 * @property {number} x cards to the right of the camp
 * @property {number} y rows down from the entrance
 * @property {number} turn how the tunnel goes on from this card: -1 to the left hand, 0 straight on, 1 to the right hand
 * @property {number} dx how it came to this card: one step right,
 * @property {number} dy or one step down or up
 */

/**
 * The spots of a tunnel's cards.
 * @param {{tunnel: unknown[], places: [number, number][]}} view its last place is that of the next card
 * @returns {Spot[]}
 */
export function spots({ tunnel, places }) {
  let [dx, dy] = [1, 0];
  return tunnel.map((_, at) => {
    const [x, y] = places[at];
    const next = places[at + 1] ?? [x + dx, y + dy];
    const came = { x, y, dx, dy };
    [dx, dy] = [next[0] - x, next[1] - y];
    return { ...came, turn: came.dx * dy - came.dy * dx };
  });
}
