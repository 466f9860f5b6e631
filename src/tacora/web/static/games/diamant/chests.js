// @ts-check
// The players: each a chest with its pattern, letter and name, what is in it, and where its owner is.

import { chest as chestPicture, fist, handCamp, handDeeper, tent } from "../../drawings/people.js";
import { gems as gemsPicture } from "../../drawings/gems.js";
import { put, visible } from "../../core/dom.js";
import { make } from "./cave-scene.js";
import { stones } from "./stones.js";
import { say } from "../../core/words.js";

/** @typedef {import("./story.js").Picture} Picture */
/** @typedef {import("../../core/protocol.js").DiamantView} View */
/** @typedef {import("../../core/frames.js").TableFrame} Table */
/** @typedef {import("../../core/frames.js").Chair} Chair */

export class Chests {
  constructor() {
    this.section = make("section", "players");
    const title = make("h2", "unseen");
    title.id = "cave-players";
    title.textContent = say("cave-players");
    this.section.setAttribute("aria-labelledby", title.id);
    this._list = make("ul");
    this._list.setAttribute("role", "list");
    // On a small screen tokens have no room for words, so absence is told below them.
    this._note = make("p", "absent");
    this._note.setAttribute("aria-hidden", "true");
    this.section.append(title, this._list, this._note);
  }

  /**
   * The players in words, for screen readers: their final state, whatever the animation shows.
   * @param {View} view
   * @param {Table} table
   */
  tell(view, table) {
    this._items(table).forEach((item, seat) => {
      const chair = table.seats[seat];
      if (chair) put(/** @type {Node} */ (item.firstElementChild), sentence(chair, seat, view, table));
    });
  }

  /**
   * The players as the current picture has them.
   * @param {Picture} picture
   * @param {Table} table
   */
  draw(picture, table) {
    this._items(table).forEach((item, seat) => {
      const chair = table.seats[seat];
      if (chair) this._draw(item, chair, seat, picture, table);
    });
    const absent = table.seats.flatMap((chair) => {
      const words = chair && !chair.bot ? marks(chair) : [];
      return chair && words.length ? [say("labelled", { label: `${chair.letter} ${chair.name}`, text: words.join(", ") })] : [];
    });
    put(this._note, absent.join(" · "));
    this._note.hidden = !absent.length;
  }

  /**
   * An item for each seat: a sentence, and a picture of the same.
   * @param {Table} table
   */
  _items(table) {
    const count = table.seats.length;
    this._list.dataset.count = String(count);
    while (this._list.childElementCount > count) this._list.lastElementChild?.remove();
    while (this._list.childElementCount < count) {
      const item = make("li", "player");
      const seen = make("div", "seen");
      seen.setAttribute("aria-hidden", "true");
      item.append(make("span", "unseen"), seen);
      this._list.append(item);
    }
    return /** @type {HTMLElement[]} */ ([...this._list.children]);
  }

  /**
   * Where gems fly to: the chest of a seat, or its token where there is no room for a chest.
   * @param {number} seat
   */
  chest(seat) {
    const item = this._list.children[seat];
    const chest = item?.querySelector(".chest");
    return (chest && visible(chest) ? chest : item?.querySelector(".where")) ?? null;
  }

  /** The hands on the tokens. */
  get hands() {
    return [...this._list.querySelectorAll(".inside .where")];
  }

  /**
   * @param {HTMLElement} item
   * @param {Chair} chair
   * @param {number} seat
   * @param {Picture} picture
   * @param {Table} table
   */
  _draw(item, chair, seat, picture, table) {
    const inside = picture.inside.includes(seat);
    const shows = shown(seat, picture);
    const marked = Boolean(table.yours?.includes(seat)) && table.yours?.length === 1; // With several at one device, the mark would tell nobody apart.
    const gems = picture.chests[seat] ?? null;
    const trophies = picture.trophies[seat] ?? [];
    const facts = JSON.stringify([chair, inside, shows, marked, gems, trophies, table.seats.length]);
    if (item.dataset.facts === facts) return;
    item.dataset.facts = facts;
    const colour = chair.colour;
    item.className = `player p${colour}${inside ? " inside" : " home"}${marked ? " you" : ""}`;
    const half = Math.ceil(table.seats.length / 2);
    item.dataset.side = seat < half ? "left" : "right";
    item.dataset.place = String(seat < half ? seat : seat - half);
    const state = marks(chair);
    const worths = trophies.map((trophy) => trophy.worth);
    const box = make("div", "chest");
    box.innerHTML = chestPicture(colour, { letter: chair.letter });
    const where = make("div", "where");
    where.innerHTML = hand(shows, colour, chair.letter);
    const name = make("div", "called");
    const strong = make("strong");
    strong.textContent = chair.letter;
    name.append(strong, Object.assign(make("span"), { textContent: chair.name }));
    const worth = make("div", "worth");
    const number = make("strong");
    number.textContent = gems === null ? say("cave-hidden") : String(gems);
    worth.append(number);
    if (gems) {
      const pile = make("span", "pile");
      pile.innerHTML = heap(stones(gems, picture));
      worth.append(pile);
    }
    for (const value of worths) {
      const trophy = make("span", "trophy");
      trophy.textContent = String(value);
      worth.append(trophy);
    }
    const about = make("div", "about");
    if (marked) about.append(Object.assign(make("em", "you-mark"), { textContent: say("cave-you") }));
    about.append(...[say(inside ? "cave-inside" : "cave-home"), ...state].map((text, at) =>
      Object.assign(make("span", at ? "remark" : "whereabouts"), { textContent: text })));
    item.lastElementChild?.replaceChildren(box, where, name, worth, about);
  }
}

/**
 * A player in words.
 * @param {Chair} chair
 * @param {number} seat
 * @param {View} view
 * @param {Table} table
 */
function sentence(chair, seat, view, table) {
  const gems = view.chests[seat] ?? null;
  const worths = (view.trophies[seat] ?? []).map((trophy) => trophy.worth);
  const parts = [
    `${chair.letter}, ${chair.name}${table.yours?.includes(seat) ? ` (${say("cave-you")})` : ""}`,
    say(view.inside.includes(seat) ? "cave-inside" : "cave-home"),
    gems === null ? say("cave-chest-hidden") : say("cave-chest", { gems: say("gems", { n: gems }) }),
    ...(worths.length ? [say("cave-trophies", { count: worths.length, worths: worths.join(", ") })] : []),
    ...marks(chair),
  ];
  return `${parts.join(", ")}.`;
}

/**
 * What a player's hand shows.
 * @param {number} seat
 * @param {Picture} picture
 * @returns {"closed" | "camp" | "deeper" | "home"}
 */
function shown(seat, { inside, opened }) {
  if (opened?.leaving.includes(seat)) return "camp";
  if (opened?.continuing.includes(seat)) return "deeper";
  return inside.includes(seat) ? "closed" : "home";
}

/**
 * @param {"closed" | "camp" | "deeper" | "home"} shows
 * @param {number} colour
 * @param {string} [letter]
 */
function hand(shows, colour, letter) {
  return shows === "closed" ? fist(colour, { letter }) : shows === "camp" ? handCamp({ colour }) : shows === "deeper" ? handDeeper() : tent();
}

/**
 * Up to five stones one by one; a number stands beside them anyway.
 * @param {import("../../drawings/gems.js").Stones} all
 */
export const heap = (all) => (all.diamonds + all.rubies <= 5 ? gemsPicture(all) : "");

/**
 * Whether somebody is a bot, replaced, absent or late, in words.
 * @param {Chair} chair
 */
function marks(chair) {
  const told = [];
  if (chair.bot) told.push(say("cave-bot"));
  else if (chair.sitting_in) told.push(say("cave-sitting-in"));
  if (!chair.bot && chair.online === false) told.push(say("cave-offline"));
  else if (chair.away) told.push(say("cave-away"));
  if (chair.late) told.push(say("cave-late"));
  return told;
}

/** Everybody's hand: the same closed fist until all open at once. */
export class Fists {
  constructor() {
    this.list = make("ul", "fists");
    this.list.setAttribute("aria-hidden", "true");
    /** @type {Map<number, HTMLElement>} */
    this._hands = new Map();
  }

  /**
   * @param {Picture} picture
   * @param {Table} table
   */
  draw(picture, table) {
    const { opened } = picture;
    const seats = opened ? [...opened.leaving, ...opened.continuing].sort((a, b) => a - b) : picture.inside;
    for (const [seat, hand] of this._hands) {
      if (seats.includes(seat)) continue;
      hand.remove();
      this._hands.delete(seat);
    }
    seats.forEach((seat) => {
      let item = this._hands.get(seat);
      if (!item) {
        item = make("li", "fist");
        this._hands.set(seat, item);
        // In the order of the seats, also when all come back for another expedition.
        const after = [...this._hands].filter(([other]) => other > seat).sort(([a], [b]) => a - b)[0]?.[1];
        this.list.insertBefore(item, after ?? null);
      }
      const colour = table.seats[seat]?.colour ?? seat;
      const shows = shown(seat, picture);
      if (item.dataset.shows === `${shows}${colour}`) return;
      item.dataset.shows = `${shows}${colour}`;
      item.className = `fist p${colour} ${shows}`;
      item.innerHTML = hand(shows, colour, table.seats[seat]?.letter);
      const letter = make("span", "letter");
      letter.textContent = table.seats[seat]?.letter ?? "";
      item.append(letter);
    });
  }

  /** All the hands. */
  get hands() {
    return [...this._hands.values()];
  }

  /** @param {number} seat */
  hand(seat) {
    return this._hands.get(seat) ?? null;
  }
}
