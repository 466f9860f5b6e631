// @ts-check
// The decision: two large buttons, the keys for them, how many still think, the clock, and the odds where allowed.

import { handCamp, handDeeper } from "../../drawings/people.js";
import { alert, announce } from "../../speech/announcer.js";
import { ask, put, visible } from "../../core/dom.js";
import { make } from "./cave-scene.js";
import { keyOf, meant, on } from "../../core/keys.js";
import { play } from "../../speech/sounds.js";
import * as storage from "../../core/storage.js";
import { say } from "../../core/words.js";
import { chosen } from "../../play/choice.js";
import { stillThinking } from "../../play/presence.js";
import "./hothands.js";

/** @typedef {import("../../core/frames.js").Situation} Situation */
/** @typedef {import("../../core/frames.js").AnyFrame} AnyFrame */
/** @typedef {HTMLElement & {show?: (situation: Situation, news: AnyFrame | null) => void, tick?: (text: string, soon: boolean) => void}} HotHands */

/** What a key decides. @type {Partial<Record<import("../../core/keys.js").Act, string>>} */
const DECISIONS = { deeper: "C", camp: "L" };

/** Which of the two buttons an arrow key leads to: side by side or one below the other, the second is right or down. @type {Record<string, 0 | 1>} */
const MOVES = { ArrowLeft: 0, ArrowUp: 0, Home: 0, ArrowRight: 1, ArrowDown: 1, End: 1 };

const WARNING = 20; // Seconds left at which to warn, at most a third of the time.

export class Hands {
  /** @param {(wish: import("../../core/frames.js").Wish) => void} wish */
  constructor(wish) {
    this._wish = wish;
    /** @type {Situation | null} */
    this._situation = null;
    this._warned = -1;
    this._oddsAt = -1;
    this.section = make("section", "decision");
    const title = (this._title = make("h2", "unseen"));
    title.id = "cave-decision";
    title.dataset.refuge = "";
    title.textContent = say("cave-decision");
    this.section.setAttribute("aria-labelledby", title.id);
    this._prompt = make("p", "prompt");
    this._buttons = make("div", "choices");
    // Within a toolbar a screen reader passes single keys on to the page.
    this._buttons.setAttribute("role", "toolbar");
    this._buttons.tabIndex = -1;
    this._buttons.setAttribute("aria-labelledby", "cave-decision");
    this._deeper = this._button("C", say("cave-deeper"), handDeeper());
    this._camp = this._button("L", say("cave-go-camp"), handCamp());
    this._buttons.append(this._deeper, this._camp);
    this._buttons.addEventListener("keydown", (event) => this._move(event));
    this._count = make("p", "count");
    this._time = this._clock();
    this._odds = this._oddsPanel();
    this._quick = this._quickButton();
    const foot = make("div", "decision-foot");
    this._coachButton = this._coachSwitch();
    foot.append(this._count, this._time, this._odds, this._coachButton, this._quick);
    this.section.append(title, this._prompt, this._buttons, foot);
    /** @type {HotHands | null} */
    this._hot = null;
    /** @type {import("../../play/coach.js").CoachPanel | undefined} */
    this._coach = undefined;
    document.addEventListener("keydown", (event) => this._key(event));
    document.addEventListener("keys", () => this._hints());
    this._hints();
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  show(situation, news) {
    this._situation = situation;
    const { table, step } = situation;
    if (!table || !step) return;
    const yours = table.yours ?? [];
    const hot = yours.length > 1 && !situation.screen;
    if (hot) this._showHot(situation, news);
    if (this._hot) this._hot.hidden = !hot;
    const seat = yours.length === 1 ? yours[0] : undefined;
    const asked = seat !== undefined && step.decision !== undefined && step.legal?.[seat] !== undefined;
    const action = asked ? chosen(situation, seat) : null;
    this._buttons.hidden = hot || seat === undefined || situation.screen;
    for (const button of [this._deeper, this._camp]) {
      button.setAttribute("aria-disabled", String(!asked));
      button.setAttribute("aria-pressed", String(asked && action === button.dataset.action));
    }
    put(this._title, say(seat === undefined && !hot ? "cave-decisions" : "cave-decision"));
    this._prompt.hidden = hot;
    this._prompt.classList.toggle("plain", asked && !action); // The buttons say it, too.
    put(this._prompt, this._ask(seat, asked, action));
    put(this._count, step.decision === undefined ? "" : stillThinking(situation, asked && !action));
    this._quick.hidden = asked || hot || situation.screen || step.decision === undefined;
    this._tick();
    this._showOdds(news);
    this._showCoach();
  }

  /** Whether somebody who watches wants stories told faster. */
  get quick() {
    return !this._quick.hidden && this._quick.ariaPressed === "true";
  }

  _quickButton() {
    const button = make("button", "quick");
    button.type = "button";
    button.textContent = say("cave-quick");
    button.ariaPressed = String(storage.preferred("quick", false));
    button.addEventListener("click", () => {
      button.ariaPressed = String(button.ariaPressed !== "true");
      storage.prefer("quick", button.ariaPressed === "true");
    });
    return button;
  }

  /**
   * @param {number | undefined} seat
   * @param {boolean} asked
   * @param {string | null} action
   */
  _ask(seat, asked, action) {
    const { step, screen } = /** @type {Situation} */ (this._situation);
    const inside = step?.view.inside.length ?? 0;
    if (asked && action) return say("cave-sealed", { action });
    if (asked) return say("cave-question");
    if (seat !== undefined && inside) return say("cave-you-rest", { inside });
    return screen || seat !== undefined ? "" : say("cave-watching");
  }

  /**
   * @param {string} action
   * @param {string} name
   * @param {string} drawing
   */
  _button(action, name, drawing) {
    const button = make("button", `choice choice-${action}`);
    button.type = "button";
    button.dataset.action = action;
    const hand = make("span", "hand");
    hand.innerHTML = drawing;
    const words = make("span", "choice-words");
    const strong = make("strong");
    strong.textContent = name;
    const hint = make("span", "key");
    hint.setAttribute("aria-hidden", "true");
    words.append(strong, hint);
    button.append(hand, words);
    button.addEventListener("click", () => this._decide(action));
    return button;
  }

  /** Where single keys reach the page, and Enter decides nothing; null for whoever watches. */
  get refuge() {
    if (this._hot && !this._hot.hidden) return this._hot;
    return this._buttons.hidden ? null : this._buttons;
  }

  /** The keys as they are now, on the buttons. */
  _hints() {
    for (const [button, act] of /** @type {const} */ ([[this._deeper, "deeper"], [this._camp, "camp"]])) {
      const key = on() ? keyOf(act) : "";
      const hint = /** @type {HTMLElement} */ (button.querySelector(".key"));
      hint.textContent = key ? say("cave-key", { key: key.toLocaleUpperCase() }) : "";
      if (key) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
    }
  }

  /** @param {string} action */
  _decide(action) {
    const situation = this._situation;
    const seat = situation?.table?.yours?.[0];
    const step = situation?.step;
    if (!situation || seat === undefined || step?.decision === undefined) return;
    if (situation.table?.yours?.length !== 1 || !step.legal?.[seat]?.includes(action)) return;
    const taken = chosen(situation, seat) === action;
    this._wish(
      taken
        ? { type: "withdraw", seat, decision: step.decision }
        : { type: "decide", seat, decision: step.decision, action },
    );
    this.show(situation, null);
  }

  /** The arrow keys go from button to button, as in any toolbar. @param {KeyboardEvent} event */
  _move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.key in MOVES)) return;
    event.preventDefault();
    (MOVES[event.key] ? this._camp : this._deeper).focus();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (this._buttons.hidden || !this.section.isConnected || !visible(this.section)) return;
    const act = meant(event);
    const action = act && DECISIONS[act];
    if (!action) return;
    event.preventDefault();
    this._decide(action);
  }

  /**
   * @param {Situation} situation
   * @param {AnyFrame | null} news
   */
  _showHot(situation, news) {
    if (!this._hot) {
      this._hot = /** @type {HotHands} */ (document.createElement("hot-hands"));
      this._buttons.after(this._hot);
    }
    this._hot.show?.(situation, news);
  }

  // The coach

  _coachSwitch() {
    const button = make("button", "coach-open");
    button.type = "button";
    button.textContent = say("coach");
    const turn = () => {
      if (!this._coachIsHere()) return; // Several at this device ask for themselves.
      storage.prefer("coach", !storage.preferred("coach", false));
      this._showCoach(true);
    };
    button.addEventListener("click", turn);
    document.addEventListener("coach", turn); // By key or word.
    return button;
  }

  _coachIsHere() {
    const { table, screen } = /** @type {Situation} */ (this._situation);
    return Boolean(table?.coach) && table?.yours?.length === 1 && !screen;
  }

  /** @param {boolean} [turned] whether it was turned on or off just now */
  async _showCoach(turned = false) {
    const { step } = /** @type {Situation} */ (this._situation);
    const here = this._coachIsHere();
    const idle = step?.decision === undefined && document.activeElement !== this._coachButton; // A focused button is not hidden.
    let on = storage.preferred("coach", false);
    this._coachButton.hidden = !here || idle;
    this._coachButton.setAttribute("aria-pressed", String(on));
    if (here && on && !this._coach) {
      try {
        const { CoachPanel } = await import("../../play/coach.js");
        this._coach ??= new CoachPanel(this._prompt, { announce, ask, put, chosen });
      } catch {
        storage.prefer("coach", false); // It cannot be had just now.
      }
      on = storage.preferred("coach", false); // Perhaps it was turned off meanwhile.
      this._coachButton.setAttribute("aria-pressed", String(on));
    }
    if (on && this._coachIsHere()) this._coach?.show(/** @type {Situation} */ (this._situation));
    else this._coach?.hide();
    // Where it has advice, that says it.
    if (turned && !(on && this._coach?.speaks)) announce(say(on ? "coach-on" : "coach-off"));
  }

  // Time

  _clock() {
    const box = make("div", "time-left");
    box.hidden = true;
    this._bar = make("div", "time-bar");
    this._bar.setAttribute("aria-hidden", "true");
    this._left = make("p");
    this._more = make("button", "more-time");
    this._more.type = "button";
    this._more.textContent = say("cave-more-time");
    this._more.addEventListener("click", () => {
      const { table, step } = this._situation ?? {};
      for (const seat of table?.yours ?? []) {
        if (step?.decision !== undefined && step.legal?.[seat]) this._wish({ type: "more-time", seat, decision: step.decision });
      }
    });
    box.append(this._bar, this._left, this._more);
    setInterval(() => this._tick(), 1000);
    return box;
  }

  _tick() {
    const { clock, table, step, screen } = this._situation ?? {};
    const mine = (table?.yours ?? []).filter((seat) => step?.legal?.[seat]);
    const runs = Boolean(clock && table?.clock && clock.decision === step?.decision);
    const held = document.activeElement === this._more; // A focused button is not hidden.
    this._time.hidden = !runs && !held;
    this._more?.setAttribute("aria-disabled", String(!runs || !clock?.seconds));
    if (!clock || !runs) return this._showLeft("", false);
    const open = mine.filter((seat) => chosen(/** @type {Situation} */ (this._situation), seat) === null);
    const asked = open.length ? open : mine; // Whoever has decided has time enough.
    const given = asked.map((seat) => clock.seconds?.[seat]).filter((seconds) => seconds !== undefined);
    const at = given.length ? Math.min(.../** @type {number[]} */ (given)) : clock.longest;
    const seconds = Math.max(0, Math.ceil(at - (performance.now() - clock.at) / 1000));
    const whole = (table?.clock ?? 1) * Math.max(1, ...asked.map((seat) => table?.seats[seat]?.multiplier ?? 1));
    const soon = seconds <= Math.min(WARNING, whole / 3);
    this._time.classList.toggle("soon", soon);
    this._bar?.style.setProperty("--left", String(Math.min(1, seconds / whole)));
    this._showLeft(seconds ? say("cave-time", { seconds }) : say("cave-time-up", { end: table?.absence ?? "wait" }), soon);
    if (this._more) this._more.hidden = (!given.length && !held) || Boolean(screen);
    if (soon && seconds && given.length && this._warned !== clock.decision) {
      this._warned = clock.decision;
      alert(say("cave-time-soon", { seconds }), "own");
      play(["warning"]);
    }
  }

  /** @param {string} text @param {boolean} soon */
  _showLeft(text, soon) {
    if (this._left) put(this._left, text);
    this._hot?.tick?.(text, soon);
  }

  // Odds

  _oddsPanel() {
    const box = make("div", "odds");
    this._oddsButton = make("button", "odds-open");
    this._oddsButton.type = "button";
    this._oddsButton.textContent = say("cave-odds");
    this._oddsText = make("div", "odds-text");
    this._oddsText.id = "cave-odds";
    this._oddsText.hidden = true;
    this._oddsButton.setAttribute("aria-expanded", "false");
    this._oddsButton.setAttribute("aria-controls", this._oddsText.id);
    this._oddsButton.addEventListener("click", () => {
      if (!this._oddsText || !this._oddsButton) return;
      this._oddsText.hidden = !this._oddsText.hidden;
      this._oddsButton.setAttribute("aria-expanded", String(!this._oddsText.hidden));
      this._oddsAt = -1;
      this._showOdds(null);
    });
    box.append(this._oddsButton, this._oddsText);
    return box;
  }

  /** @param {AnyFrame | null} news */
  _showOdds(news) {
    const { table, step, screen, line } = /** @type {Situation} */ (this._situation);
    const idle = step?.decision === undefined && !this._odds.contains(document.activeElement);
    this._odds.hidden = !table?.options.odds || Boolean(screen) || idle;
    if (!this._oddsText || this._odds.hidden || this._oddsText.hidden) return;
    if (news?.type === "answer" && news.about === "odds") {
      this._oddsText.replaceChildren(...lines(news.say));
    } else if (line !== "here") {
      this._oddsAt = -1; // The answer is lost with the connection: ask again after reconnecting.
    } else if (step?.decision !== undefined && this._oddsAt !== step.decision) {
      this._oddsAt = step.decision;
      if (!this._oddsText.childElementCount) this._oddsText.replaceChildren(...lines(say("cave-odds-wait")));
      this._wish({ type: "ask", about: "odds", id: "odds" });
    }
  }
}

/** @param {string} text */
const lines = (text) => text.split("\n").map((line) => Object.assign(make("p"), { textContent: line }));
