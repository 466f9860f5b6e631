// @ts-check
// The table of Diamant: the camp, the players, the cave, what lies in it, and the decision.

import "./box.js";
import { camp as campPicture } from "../../drawings/camp.js";
import { pawn } from "../../drawings/people.js";
import { diamond, ruby } from "../../drawings/gems.js";
import { hazard as hazardPicture } from "../../drawings/hazards.js";
import { ask, keyed, list, put, visible } from "../../core/dom.js";
import { Chests, Fists, heap } from "./chests.js";
import { Hands } from "./hands.js";
import { Motion } from "../../core/motion.js";
import { Scene, capital, make } from "./cave-scene.js";
import { inWords, stones } from "./stones.js";
import { spots } from "./tunnel.js";
import { ending, story } from "./story.js";
import { listed, say } from "../../core/words.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {import("../../core/protocol.js").DiamantEvent} GameEvent */
/** @typedef {import("../../core/protocol.js").DiamantView} View */
/** @typedef {import("../../core/frames.js").TableFrame} Table */
/** @typedef {import("../../core/frames.js").StepFrame} Step */
/** @typedef {import("./story.js").Picture} Picture */
/** @typedef {import("./story.js").Moment} Moment */

const MOST_UNTOLD = 6; // Stories that may wait: beyond that nobody would ever see how things are.

export class CaveTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Situation | null} */
    this._situation = null;
    /** @type {Step | null} the step whose view is drawn, or on the way to be */
    this._step = null;
    /** @type {Picture | null} the picture that is drawn now */
    this._picture = null;
    /** @type {{step: Step, before: View | null}[]} the steps whose stories wait to be told, and how things were before */
    this._untold = [];
    this._asked = false; // Whether the last step asked somebody at this page.
  }

  /** Whether stories are still being told; `settled` is dispatched when one is over, with its step. */
  get busy() {
    return Boolean(this._motion?.busy) || this._untold.length > 0;
  }

  /** Whether the stage has not come to the expedition of the question yet; `drawn` is dispatched when that may have changed. */
  get behind() {
    const [now, asked] = [this._picture, this._step?.view];
    if (!now || !asked) return false;
    return this._untold.length > 0 || now.expedition !== asked.expedition || (!now.tunnel.length && asked.tunnel.length > 0);
  }

  /** Show the outcome of all that is being told. */
  catchUp() {
    while (this._motion?.busy) this._motion.finish();
    if (!this.behind || !this._step) return;
    this._untold = []; // What could not be told keeps nobody waiting.
    this._draw(ending(this._step, null, this._headlineOf(this._step)));
  }

  /** @param {number} seat */
  placeOf(seat) {
    return this._chests?.section.querySelectorAll(".player")[seat];
  }

  connectedCallback() {
    if (this._scene) return;
    const flights = make("div", "flights");
    flights.setAttribute("aria-hidden", "true");
    this._motion = new Motion(flights);
    this._scene = new Scene();
    this._chests = new Chests();
    this._fists = new Fists();
    this._hands = new Hands((wish) => ask(this, wish));
    // Everybody may skip what is being told.
    this._scene.stage.addEventListener("click", () => this.catchUp());
    this.append(this._buildCamp(), this._chests.section, this._buildCave(), this._fists.list, this._hands.section, flights);
  }

  /** Where focus goes that has lost its place. */
  refuge() {
    return this._hands?.refuge ?? null;
  }

  _buildCamp() {
    const section = make("section", "campsite");
    const title = make("h2", "unseen");
    title.id = "cave-camp";
    title.textContent = say("cave-camp");
    section.setAttribute("aria-labelledby", title.id);
    this._campPicture = make("div", "camp-picture");
    this._campPicture.setAttribute("aria-hidden", "true");
    this._entrances = make("div", "unseen");
    this._atCamp = make("div", "at-camp");
    this._atCamp.setAttribute("aria-hidden", "true");
    section.append(title, this._campPicture, this._entrances, this._atCamp);
    return section;
  }

  _buildCave() {
    const section = make("section", "inner");
    const title = make("h2", "unseen");
    title.id = "cave-title";
    title.textContent = say("cave-title");
    section.setAttribute("aria-labelledby", title.id);
    this._kicker = make("p", "kicker");
    this._headline = make("p", "headline");
    this._recap = make("p", "recap");
    // Updated picture by picture, for eyes alone; the announcer and the history have the whole text.
    for (const words of [this._headline, this._recap]) words.setAttribute("aria-hidden", "true");
    const words = make("div", "words");
    /** @type {Scene} */ (this._scene).under(words);
    words.append(this._kicker, this._headline, this._recap);
    this._facts = make("dl", "facts");
    this._dangers = make("div", "dangers");
    const side = make("div", "side");
    side.append(this._facts, this._dangers);
    const tunnel = make("h3", "unseen");
    tunnel.textContent = say("cave-tunnel");
    this._tunnel = make("div", "unseen");
    section.append(
      title,
      /** @type {Scene} */ (this._scene).stage,
      words,
      side,
      tunnel,
      this._tunnel,
    );
    return section;
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    const { table, step } = situation;
    this._situation = situation;
    if (!table || !step) return;
    document.body.dataset.edition = table.edition;
    this._hands?.show(situation, news);
    if (step !== this._step) {
      const before = /** @type {View | undefined} */ (this._step?.view);
      const follows = before !== undefined && this._step?.game === step.game;
      this._step = step;
      this._tell(step.view, table);
      const asked = (table.yours ?? []).some((seat) => step.legal?.[seat]);
      const decided = this._asked;
      this._asked = asked;
      if (news === step && (follows || step.events.some((/** @type {GameEvent} */ { type }) => type === "began"))) {
        this._untold.push({ step, before: follows ? before : null });
        // Whoever decided, or steps on, has seen enough of the story before, and whoever has to decide needs the newest one; whoever
        // watches is told all of it, faster if more wait.
        if (decided || asked || situation.replay || this._untold.length > MOST_UNTOLD) this._skip();
        if (!this._motion?.busy) this._next();
        return;
      }
      this._untold = [];
      this._motion?.finish();
      this._draw(ending(step, follows ? before : null, this._headlineOf(step)));
    } else if (this._picture && (!news || news.type === "table")) {
      this._tell(step.view, table);
      this._draw(this._picture);
    }
  }

  /** Tell the story of the next step. */
  _next() {
    const next = this._untold.shift();
    if (!next) return;
    const { step, before } = next;
    const last = ending(step, before, this._headlineOf(step));
    // The first step of a game has nothing before it: everybody stands at the camp.
    const from = before ? { ...before, headline: this._picture?.headline ?? "" } : { ...step.view, tunnel: [], lying: [], held: 0, relics: [] };
    this.classList.add("telling");
    const end = () => {
      this.classList.remove("telling");
      this._draw(last);
      this._next();
      this.dispatchEvent(new CustomEvent("settled", { detail: step }));
    };
    this._motion?.tell(story(from, step, this._headlineOf(step)), (moment) => this._begin(moment), end, () => this._rate());
  }

  /** How fast stories are told: as fast as it takes to catch up. */
  _rate() {
    return Math.min(4, 1 + this._untold.length) * (this._hands?.quick ? 2.5 : 1);
  }

  /** Show the outcome of all stories but the last one. */
  _skip() {
    while (this._untold.length && this._motion?.busy) this._motion.finish();
  }

  /**
   * The headline of something that happened in a step.
   * @param {Step} step
   * @returns {(event: GameEvent, before: View) => string}
   */
  _headlineOf = (step) => (event, before) => {
    const names = (/** @type {number[]} */ seats) => ({ count: seats.length, names: this._names(seats) });
    switch (event.type) {
      case "began":
        return say("cave-enter", { expedition: event.expedition });
      case "revealed":
        return event.leaving.length ? say("cave-some-leave", names(event.leaving)) : say("cave-all-deeper", names(event.continuing));
      case "went-home": {
        const each = event.held + event.share;
        const home = each
          ? say("cave-brought", { ...names(event.seats), stones: inWords(each, before) })
          : say("cave-brought-nothing", names(event.seats));
        const worths = (event.trophies ?? []).map((/** @type {{worth: number}} */ trophy) => trophy.worth);
        return worths.length ? `${home} ${say("cave-brought-relics", { count: worths.length, worths: worths.join(", ") })}` : home;
      }
      case "treasure-found":
        if (!event.share) return say("cave-too-little");
        if (event.explorers === 1) {
          const [seat] = before.inside.length === 1 ? before.inside : step.view.inside;
          return say("cave-alone", { stones: inWords(event.share, before), names: this._names([seat]) });
        }
        return say("cave-shared", { stones: inWords(event.share, before), rest: event.rest });
      case "hazard-met":
        return say("cave-hazard-first", { hazard: capital(say(`hazard-${event.card.kind}`)) });
      case "relic-found":
        return say("cave-relic-found", { worth: event.card.printed ?? "none" });
      case "disaster": {
        const again = say("cave-disaster", { hazard: capital(say(`hazard-${event.card.kind}`)) });
        const lost = event.lost
          ? say("cave-lost", { ...names(event.victims), stones: inWords(event.lost, before) })
          : say("cave-lost-nothing", names(event.victims));
        return `${again}\n${lost}`;
      }
      case "expedition-ended":
        return event.how === "left" ? say("cave-all-home") : "";
      default:
        return "";
    }
  };

  /** @param {number[]} seats */
  _names(seats) {
    return listed(seats.map((seat) => this._situation?.table?.seats[seat]?.name ?? String(seat + 1)));
  }

  /** @param {Moment} moment */
  _begin({ beat, picture, event }) {
    const motion = /** @type {Motion} */ (this._motion);
    const scene = /** @type {Scene} */ (this._scene);
    const chests = /** @type {Chests} */ (this._chests);
    const fists = /** @type {Fists} */ (this._fists);
    const colour = (/** @type {number} */ seat) => this._situation?.table?.seats[seat]?.colour ?? seat;
    const box = (/** @type {Element | null | undefined} */ element) => element?.getBoundingClientRect();
    // Positions before the redraw.
    const home = event.type === "went-home" ? event : null;
    const leavers = beat === "home" && home ? home.seats : [];
    const pawns = new Map(leavers.map((seat) => [seat, box(scene.explorer(seat))]));
    const rich = beat === "home" ? scene.rich().map(box) : [];
    this._draw({ ...picture, opened: beat === "home" ? this._picture?.opened : picture.opened });
    switch (beat) {
      case "breath":
        // A held breath: the hands draw back, and so does the light.
        motion.move(scene.stage, [{ opacity: 1 }, { opacity: 0.6 }], { duration: 400, fill: "forwards" });
        for (const hand of [...fists.hands, ...chests.hands])
          motion.move(hand, [{ scale: 1 }, { scale: 0.84, offset: 0.7 }, { scale: 0.86 }], { duration: 400, fill: "forwards" });
        break;
      case "open":
        motion.move(scene.stage, [{ opacity: 0.6 }, { opacity: 1 }], { duration: 150, fill: "forwards" });
        for (const hand of fists.hands) motion.move(hand, [{ scale: 0.7 }, { scale: 1.3, offset: 0.6 }, { scale: 1.15 }], { duration: 200, fill: "forwards" });
        // Tokens are small: enlarged for this moment.
        for (const hand of chests.hands) motion.move(hand, [{ scale: 0.7 }, { scale: 1.55, offset: 0.6 }, { scale: 1.35 }], { duration: 200, fill: "forwards" });
        break;
      case "home":
        for (const seat of leavers) {
          const figure = this._atCamp?.querySelector(`[data-seat="${seat}"]`);
          const camp = figure && visible(figure) ? figure : chests.chest(seat);
          motion.fly(pawn(colour(seat)), pawns.get(seat), box(camp), { size: 40, ms: 350 });
          motion.move(figure, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: 350 });
          const each = home ? home.held + home.share : 0;
          const from = [pawns.get(seat), ...(home?.share ? rich : [])];
          const { diamonds, rubies } = stones(each, picture);
          [...Array(Math.min(6, diamonds)).fill(diamond()), ...Array(rubies).fill(ruby())].forEach((stone, at) =>
            motion.fly(stone, from[at % from.length], box(chests.chest(seat)), { size: 20, delay: at * 25 }));
          motion.move(chests.chest(seat), [{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 240, delay: 220 });
        }
        break;
      case "turn":
        motion.move(
          scene.newest,
          [{ transform: "perspective(600px) rotateY(-92deg)", filter: "brightness(.5)" }, { transform: "none", filter: "none" }],
          { duration: 300, easing: "cubic-bezier(.2, .8, .3, 1)" },
        );
        break;
      case "share":
        picture.inside.forEach((seat, at) => {
          const many = event.type === "treasure-found" && stones(event.share, picture).diamonds;
          motion.fly(many ? diamond() : ruby(), box(scene.newest), box(scene.explorer(seat)), { size: 22, delay: at * 12, ms: 180 });
        });
        break;
      case "doom":
        motion.move(
          scene.stage,
          [0, -9, 8, -6, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
          { duration: 600, easing: "ease-out" },
        );
        break;
      case "enter":
        motion.move(scene.stage, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 240 });
        break;
    }
  }

  /** @param {Picture} picture */
  _draw(picture) {
    const table = this._situation?.table;
    if (!table) return;
    this._picture = picture;
    this._scene?.draw(picture, table.seats.map((chair, seat) => chair?.colour ?? seat));
    this._chests?.draw(picture, table);
    this._fists?.draw(picture, table);
    this._drawCamp(picture, table);
    this._drawWords(picture);
    this._drawFacts(picture, table);
    this._drawDangers(picture);
    this.classList.toggle("disaster", Boolean(picture.doomed));
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  /**
   * @param {Picture} picture
   * @param {Table} table
   */
  _drawCamp(picture, table) {
    const { expedition, expeditions, entrances: marks } = picture;
    const home = table.seats.flatMap((chair, seat) => (chair && !picture.inside.includes(seat) ? [{ seat, colour: chair.colour }] : []));
    const facts = JSON.stringify([expedition, expeditions, marks, home]);
    if (!this._campPicture || !this._atCamp || this._campPicture.dataset.facts === facts) return;
    this._campPicture.dataset.facts = facts;
    const entrances = Array.from({ length: expeditions }, (_, at) => at + 1).map((number) => ({
      number,
      state: /** @type {"now" | "closed" | "open"} */ (number === expedition ? "now" : number < expedition ? "closed" : "open"),
    }));
    this._campPicture.innerHTML =
      campPicture({ entrances, marks, className: "upright" }) + campPicture({ entrances, marks, lying: true, className: "lying" });
    this._campPicture.firstElementChild?.setAttribute("preserveAspectRatio", "xMaxYMid slice");
    this._atCamp.replaceChildren(
      ...home.map(({ seat, colour }) => {
        const figure = make("span", "resting");
        figure.dataset.seat = String(seat);
        figure.innerHTML = pawn(colour);
        return figure;
      }),
    );
  }

  /** @param {Picture} picture */
  _drawWords({ expedition, expeditions, headline, recap, tunnel }) {
    if (!this._kicker || !this._headline || !this._recap) return;
    put(this._kicker, say("cave-expedition", { expedition, expeditions }));
    // Only the first line of what happened is the headline.
    const [first, ...more] = headline.split("\n");
    put(this._headline, first || (tunnel.length ? "\u00a0" : ""));
    put(this._recap, [...more, recap].join(" ").trim());
  }

  /**
   * @param {Picture} picture
   * @param {Table} table
   */
  _drawFacts(picture, table) {
    const path = picture.lying.reduce((sum, gems) => sum + gems, 0);
    const [own, ...more] = table.yours ?? [];
    // With nobody inside, nobody holds anything, though it is still told what the last one carried home: the label stays, which spares a screen reader the change.
    const mine = own !== undefined && !more.length && (picture.inside.includes(own) || !picture.inside.length);
    const [one, ...others] = picture.inside;
    const holds = mine
      ? say("cave-you-hold")
      : one !== undefined && !others.length
        ? say("cave-one-holds", { name: this._names([one]) })
        : say("cave-each-holds");
    const held = picture.inside.length ? picture.held : 0;
    const worths = picture.relics.map((relic) => relic.worth);
    const pile = (/** @type {number} */ n) => (n ? heap(stones(n, picture)) : "");
    /** @type {Fact[]} */
    const facts = [
      { is: "held", name: holds, value: String(held), drawing: pile(held) },
      { is: "path", name: say("cave-on-path"), value: String(path), drawing: pile(path) },
      ...(worths.length ? [{ is: "relics", name: say("cave-relics", { count: worths.length }), value: worths.join(", ") }] : []),
      { is: "rate", name: say("cave-diamond"), value: String(picture.diamond), drawing: diamond() },
      { is: "inside-count", name: say("cave-inside-count"), value: String(picture.inside.length) },
    ];
    if (this._facts) keyed(this._facts, facts, ({ is }) => is, newFact, showFact);
  }

  /** @param {Picture} picture */
  _drawDangers({ tunnel, removed }) {
    const met = [...new Set(tunnel.flatMap((card) => (card.type === "hazard" ? [card.kind] : [])))];
    const out = new Map();
    for (const { kind } of removed) out.set(kind, (out.get(kind) ?? 0) + 1);
    const facts = JSON.stringify([met, [...out]]);
    if (!this._dangers || this._dangers.dataset.facts === facts) return;
    this._dangers.dataset.facts = facts;
    const row = (/** @type {string} */ title, /** @type {[string, string, number?][]} */ kinds, /** @type {string} */ is) => {
      const box = make("div", is);
      const name = make("h3");
      name.textContent = title;
      const list = make("ul");
      list.setAttribute("role", "list");
      list.append(
        ...kinds.map(([kind, text, count = 1]) => {
          const item = make("li");
          if (count > 1) item.dataset.count = String(count);
          item.innerHTML = hazardPicture(kind);
          const word = make("span");
          word.textContent = text;
          item.append(word);
          return item;
        }),
      );
      box.append(name, list);
      return box;
    };
    const name = (/** @type {string} */ kind) => capital(say(`hazard-${kind}`));
    this._dangers.replaceChildren(
      met.length
        ? row(say("cave-met"), met.map((kind) => [kind, name(kind)]), "met")
        : Object.assign(make("p", "met none"), { textContent: say("cave-met-none") }),
      ...(out.size
        ? [row(say("cave-removed"), [...out].map(([kind, count]) => [kind, say("cave-removed-times", { count, hazard: name(kind) }), count]), "removed")]
        : []),
    );
  }

  /**
   * The table in words, for screen readers: its final state, whatever the animation shows, and so changed once for each step.
   * @param {View} view
   * @param {Table} table
   */
  _tell(view, table) {
    const { expedition, expeditions, entrances } = view;
    const state = (/** @type {number} */ number) => (number === expedition ? "here" : number < expedition ? entrances : "waiting");
    const numbers = Array.from({ length: expeditions }, (_, at) => at + 1);
    if (this._entrances) list(this._entrances, "ol", numbers.map((number) => say("cave-entrance", { number, state: state(number) })));
    this._chests?.tell(view, table);
    if (this._tunnel) list(this._tunnel, "ol", tunnelInWords(view));
  }
}

/** @typedef {{is: string, name: string, value: string, drawing?: string}} Fact */

/** @param {Fact} fact */
function newFact({ is }) {
  const group = make("div", is);
  const told = make("dd");
  const pile = make("span", "pile");
  pile.setAttribute("aria-hidden", "true");
  told.append(make("strong"), pile);
  group.append(make("dt"), told);
  return group;
}

/**
 * @param {HTMLElement} group
 * @param {Fact} fact
 */
function showFact(group, { name, value, drawing = "" }) {
  const [term, told] = group.children;
  const [number, pile] = told.children;
  put(term, name);
  put(number, value);
  if (group.dataset.drawn !== drawing) pile.innerHTML = group.dataset.drawn = drawing;
  /** @type {HTMLElement} */ (pile).hidden = !drawing;
}

/** @param {View} view */
function tunnelInWords(view) {
  const way = spots(view);
  const seen = new Map();
  return view.tunnel.map((card, at) => {
    let text;
    if (card.type === "treasure") text = say("cave-card-treasure", { value: card.value, lying: view.lying[at] ?? 0 });
    else if (card.type === "relic") text = say("cave-card-relic", { worth: card.printed ?? "none" });
    else {
      seen.set(card.kind, (seen.get(card.kind) ?? 0) + 1);
      text = say("cave-card-hazard", { hazard: say(`hazard-${card.kind}`), times: seen.get(card.kind) });
    }
    const turn = way[at].turn && at < view.tunnel.length - 1 ? say("cave-turns", { turn: way[at].turn < 0 ? "left" : "right" }) : "";
    return turn ? say("cave-card-then", { card: text, turn }) : text;
  });
}

customElements.define("cave-table", CaveTable);
