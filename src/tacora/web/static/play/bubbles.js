// @ts-check
// What players say, as bubbles at their places: for the eye alone, since the announcer speaks it.

import { make, visible } from "../core/dom.js";

const LEAST = 4000; // Milliseconds, and some more for each character.
const PER_SIGN = 50;
const LONG = 100; // Characters; what is longer is in the history, and would cover what is played.
const EDGE = 8; // Pixels between a bubble and the edge of the window.

export class Bubbles {
  /** @param {(seat: number) => Element | null | undefined} placeOf where somebody is on the page, if they are */
  constructor(placeOf) {
    this._placeOf = placeOf;
    this._layer = make("div", { className: "bubbles", "aria-hidden": "true" });
    document.body.append(this._layer);
    /** @type {Map<number, HTMLElement>} */
    this._said = new Map();
    for (const kind of ["scroll", "resize"]) addEventListener(kind, () => this.place(), { passive: true });
  }

  /**
   * @param {number} seat
   * @param {number} colour
   * @param {string} words
   * @param {string} whole with the name of whoever says it, for where their place is out of sight
   */
  say(seat, colour, words, whole) {
    this._said.get(seat)?.remove();
    const bubble = make("p", { className: `bubble p${colour}` }, words);
    Object.assign(bubble.dataset, { whole, words });
    this._said.set(seat, bubble);
    this._layer.append(bubble);
    this.place();
    setTimeout(() => {
      bubble.remove();
      if (this._said.get(seat) === bubble) this._said.delete(seat);
    }, LEAST + PER_SIGN * words.length);
  }

  /** Below the places at the top of the window, above the others; at its top where a place is out of sight. */
  place() {
    const cut = document.body.dataset.stage === "playing" ? short : String; // Around the fire there is nothing to cover, and no history.
    /** @type {DOMRect[]} */
    const taken = [];
    for (const [seat, bubble] of this._said) {
      const place = this._placeOf(seat);
      const box = place && visible(place) ? place.getBoundingClientRect() : null;
      const there = box && box.bottom > 0 && box.top < innerHeight ? box : null;
      bubble.textContent = cut((there ? bubble.dataset.words : bubble.dataset.whole) ?? "");
      const { width, height } = bubble.getBoundingClientRect();
      const middle = there ? there.left + there.width / 2 : innerWidth / 2;
      const left = Math.min(Math.max(middle - width / 2, EDGE), innerWidth - width - EDGE);
      const below = there !== null && there.top + there.height / 2 < innerHeight / 2;
      let top = there ? (below ? there.bottom + EDGE : there.top - height - EDGE) : EDGE;
      // Neighbours who talk at the same time are stacked.
      for (const box of taken) {
        const over = left < box.right && box.left < left + width && top < box.bottom && box.top < top + height;
        if (over) top = there && !below ? box.top - height - 2 : box.bottom + 2;
      }
      top = Math.min(Math.max(top, EDGE), innerHeight - height - EDGE);
      taken.push(new DOMRect(left, top, width, height));
      bubble.dataset.tail = there ? (below ? "up" : "down") : "none";
      bubble.style.left = `${left}px`;
      bubble.style.top = `${top}px`;
      bubble.style.setProperty("--tail", `${Math.min(Math.max(middle - left, 16), width - 16)}px`);
    }
  }
}

/** @param {string} text */
function short(text) {
  const signs = [...text];
  return signs.length > LONG ? `${signs.slice(0, LONG).join("")}…` : text;
}
