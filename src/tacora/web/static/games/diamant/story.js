// @ts-check
// A step as a story: the pictures between how the table was and how it is, one for each thing that happens. Nothing is
// decided or counted out here: every number comes with an event.

/** @typedef {import("../../core/protocol.js").DiamantView} View */
/** @typedef {import("../../core/protocol.js").DiamantEvent} GameEvent */

/**
 * What is drawn: a view, and what the story adds to it.
 * @typedef {View & {doomed?: boolean, dark?: boolean, opened?: {leaving: number[], continuing: number[]} | null,
 *   headline: string, recap: string}} Picture
 */

/** @typedef {"breath" | "open" | "home" | "turn" | "share" | "doom" | "hold" | "enter"} Beat */
/** @typedef {{beat: Beat, ms: number, picture: Picture, event: GameEvent}} Moment */

/** How long each beat takes. */
export const BEATS = { breath: 400, open: 550, home: 600, turn: 300, share: 250, doom: 600, hold: 900, enter: 250 };

/**
 * @param {View} before
 * @param {{events: GameEvent[], view: View}} step
 * @param {(event: GameEvent, before: View) => string} tell the headline of an event
 * @returns {Moment[]}
 */
export function story(before, step, tell) {
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Picture} */
  let now = { headline: "", ...before, recap: "", opened: null };
  const headlines = /** @type {string[]} */ ([]);
  const add = (/** @type {Beat} */ beat, /** @type {GameEvent} */ event, /** @type {Partial<Picture>} */ change = {}) => {
    now = { ...now, ...change };
    moments.push({ beat, ms: BEATS[beat], picture: now, event });
  };
  for (const event of step.events) {
    const headline = tell(event, now);
    switch (event.type) {
      case "revealed":
        add("breath", event);
        add("open", event, { opened: { leaving: event.leaving, continuing: event.continuing }, headline });
        break;
      case "went-home":
        add("home", event, {
          inside: now.inside.filter((seat) => !event.seats.includes(seat)),
          lying: event.lying ?? now.lying,
          relics: event.trophies?.length ? [] : now.relics,
          chests: step.view.chests,
          trophies: step.view.trophies,
          headline,
        });
        break;
      case "treasure-found":
      case "hazard-met":
      case "relic-found": {
        const [share, rest] = event.type === "treasure-found" ? [event.share, event.rest] : [0, 0];
        add("turn", event, { tunnel: [...now.tunnel, event.card], lying: [...now.lying, rest], opened: null, headline });
        if (share) add("share", event, { held: now.held + share });
        break;
      }
      case "disaster":
        add("turn", event, { tunnel: [...now.tunnel, event.card], lying: [...now.lying, 0], doomed: true, opened: null, headline });
        add("doom", event, { dark: true, held: 0 });
        add("hold", event, { inside: [] });
        break;
      case "expedition-ended":
        if (event.removed) now = { ...now, removed: [...now.removed, event.removed] };
        if (event.how === "left") add("hold", event, { opened: null, headline });
        break;
      case "began":
        add("enter", event, {
          expedition: event.expedition,
          inside: Array.from({ length: event.seats }, (_, seat) => seat),
          tunnel: [],
          places: step.view.places,
          lying: [],
          held: 0,
          relics: [],
          doomed: false,
          dark: false,
          headline,
          recap: headlines.join(" "),
        });
        break;
    }
    if (headline && !told(event, step.events)) headlines.push(headline);
  }
  return moments;
}

/**
 * The final picture: the view, the last headline, and what led to it.
 * @param {{events: GameEvent[], view: View}} step
 * @param {View | null} before
 * @param {(event: GameEvent, before: View) => string} tell
 * @returns {Picture}
 */
export function ending(step, before, tell) {
  const lines = step.events.filter((event) => !told(event, step.events)).map((event) => tell(event, before ?? step.view)).filter(Boolean);
  const dead = step.view.inside.length === 0 && step.events.some((event) => event.type === "disaster");
  return { ...step.view, doomed: dead, dark: dead, opened: null, headline: lines.at(-1) ?? "", recap: lines.slice(0, -1).join(" ") };
}

/**
 * Whether what follows tells this event, too: who leaves brings something home, and who stays meets the disaster.
 * @param {GameEvent} event
 * @param {GameEvent[]} all
 */
const told = (event, all) =>
  event.type === "revealed" && (event.leaving.length > 0 || all.some(({ type }) => type === "disaster"));
