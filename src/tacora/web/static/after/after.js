// @ts-check
// <after-game>: what is shown when a game is over.

// As all parts do, so that they share one bundle.
import "../core/print.js";
import { make } from "../core/dom.js";
import { course, fetched, losses, moments, next } from "./course.js";
import { keepGame } from "./kept.js";
import { podium } from "./podium.js";
import { review } from "./review.js";
import * as storage from "../core/storage.js";
import { say } from "../core/words.js";

/** @typedef {import("../core/frames.js").Situation} Situation */
/** @typedef {import("../core/frames.js").OverFrame} OverFrame */

class AfterGame extends HTMLElement {
  /** The game that is shown. */
  _shown = "";
  /** @type {import("./podium.js").Player[]} */
  _players = [];

  /**
   * @param {Situation} situation
   * @param {import("../core/frames.js").AnyFrame | null} news
   */
  show({ table, over, step }, news) {
    if (!table || !over) return;
    const game = `${table.table}/${over.game}`;
    if (game === this._shown) return;
    this._shown = game;
    const players = table.seats.map((chair, seat) => ({ name: chair?.name ?? "", letter: chair?.letter ?? "", colour: chair?.colour ?? seat }));
    const relics = step?.view?.relic_worths ?? [];
    this.classList.toggle("arriving", news?.type === "over");
    const story = make("div", { class: "after-story camp" });
    this.replaceChildren(podium(table.game, players, { ...over, ranks: over.ranks ?? [] }, relics), story);
    this._players = players;
    this._tell(story, game, over, table);
  }

  /** Another game is played. A table that is only hidden would leave the accessibility tree row by row. */
  clear() {
    this._shown = "";
    this.replaceChildren();
  }

  /**
   * Fetch the rest, and show it.
   * @param {HTMLElement} story
   * @param {string} game
   * @param {OverFrame} over
   * @param {import("../core/frames.js").TableFrame} table
   */
  async _tell(story, game, over, table) {
    const commitment = table.games === over.game ? table.commitment : undefined;
    try {
      const replay = await fetched(`${over.link}/replay`);
      if (this._shown !== game) return;
      if (JSON.stringify(replay.seats) !== JSON.stringify(this._players) && replay.over) {
        // Seats have changed hands since: the podium is for those who played.
        this.firstElementChild?.replaceWith(podium(replay.game, replay.seats, replay.over, replay.story.relics ?? []));
      }
      keepGame(replay, table);
      const page = `/g/${game}`;
      const watch = make("a", { class: "button", href: page }, say("after-replay"));
      const own = table.yours?.length ? [make("a", { class: "button", href: "/mine" }, say("after-mine"))] : [];
      const ofTheDay = own.length && storage.preferred("daily", "") === table.table && over.game === 1;
      const results = () => make("p", { class: "chips" }, make("a", { class: "button primary", href: "/daily" }, say("after-daily")));
      const leading = (/** @type {number} */ step) => make("a", { href: `${page}#step=${step}`, "aria-label": say("after-see-step", { n: step + 1 }) }, say("after-see"));
      story.replaceChildren(
        ...(ofTheDay ? [make("p", {}, say("after-daily-counted")), results()] : []),
        course(replay),
        make("div", { class: "after-columns" }, losses(replay), moments(replay, leading)),
        ...(replay.unweighed?.code === "not-reviewable" ? [] : [review(replay, leading)]), // Nobody would miss it here.
        // While a club's evening goes on, nobody is led away from it.
        next(replay, { links: [watch, ...own], commitment, repeat: !table.club || (table.games ?? 0) >= (table.deals ?? 0) }),
      );
    } catch (trouble) {
      if (this._shown !== game) return;
      const button = make("button", { type: "button" }, say("after-try-again"));
      button.addEventListener("click", () => this._tell(story, game, over, table));
      story.replaceChildren(make("p", {}, `${say("after-no-course")} ${/** @type {Error} */ (trouble).message}`), make("p", {}, button));
    }
  }
}

customElements.define("after-game", AfterGame);
