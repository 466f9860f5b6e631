// @ts-check
// A club evening: the form that opens one, and then its tables and standings, also for a shared screen.

import "../core/register.js";
import "../core/print.js";
import "../speech/voice.js";
import { announce } from "../speech/announcer.js";
import { keyed, make, put, select } from "../core/dom.js";
import { language, listed, say } from "../core/words.js";
import { copy, onlyHere, syllables } from "../gathering/share.js";
import * as storage from "../core/storage.js";

/** @typedef {{name: string, bot: boolean}} Player */
/** @typedef {{table: string, number: number, players: (Player | null)[], begun: number, finished: number, late: number}} Seen */
/** @typedef {{score: number, percent: number}} Mark */
/** @typedef {{rank: number, name: string, table: number, percent: number, marks: (Mark | null)[]}} Standing */
/** @typedef {{club: string, game: string, edition: string, seats: number, deals: number, counted: number, tables: Seen[], standings: Standing[]}} Evening */

const POLITE = 10_000; // Milliseconds between two requests.
const MANY = 20; // Players beyond which a shared screen has two tables side by side.
const LATEST = 3; // Deals that a shared screen has room for, beside the total; of two tables, one.
const screen = new URLSearchParams(location.hash.slice(1)).has("screen");

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const club = part("main").dataset.club ?? "";
/** @type {Evening | null} as it was shown last */
let before = null;

if (club) gather();
else form();

function form() {
  const open = /** @type {HTMLFormElement} */ (part("open"));
  const box = /** @type {HTMLSelectElement} */ (part("box"));
  const seats = /** @type {HTMLSelectElement} */ (part("seats"));
  const boxed = () => {
    const { least, most } = box.selectedOptions[0].dataset;
    const wanted = Number(seats.value || 4);
    const counts = Array.from({ length: Number(most) - Number(least) + 1 }, (_, more) => Number(least) + more);
    seats.replaceChildren(...counts.map((n) => make("option", { value: String(n) }, String(n))));
    select(seats, String(Math.min(Number(most), Math.max(Number(least), wanted))));
  };
  box.addEventListener("change", boxed);
  boxed();
  const last = storage.preferred("club", "");
  if (last) open.before(make("p", {}, make("a", { href: `/club/${last}` }, say("club-back", { code: syllables(last) }))));
  let busy = false;
  open.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    const chosen = new FormData(open);
    const rules = { game: box.selectedOptions[0].dataset.game, edition: box.value, seats: Number(seats.value) };
    const wrong = await opened({ rules, tables: Number(chosen.get("tables")), deals: Number(chosen.get("deals")) }, String(chosen.get("language")));
    busy = false;
    put(part("wrong"), wrong);
    part("wrong").hidden = !wrong;
    if (wrong) announce(wrong);
  });
}

/**
 * Open an evening and go there. Resolves to what went wrong, or to an empty text.
 * @param {object} wanted
 * @param {string} spoken the language of its page
 */
async function opened(wanted, spoken) {
  try {
    const answer = await fetch("/api/club", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const told = await answer.json();
    if (!answer.ok) return /** @type {string} */ (told.say);
    // Where nothing can be stored, whoever sits down first at a table hosts it alone.
    for (const { table, host } of told.tables) storage.keep(table, host, { host: true });
    location.href = `/club/${told.club}?lang=${spoken}`;
    return "";
  } catch {
    return say("start-unreachable");
  }
}

function gather() {
  document.body.classList.toggle("club-screen", screen);
  addEventListener("hashchange", () => location.reload());
  storage.prefer("club", club);
  put(part("code"), syllables(club));
  put(part("address"), onlyHere() ? say("share-local") : say("share-join-at", { address: location.host }));
  const button = part("copy");
  button.addEventListener("click", () => copy(`${location.origin}/club/${club}?lang=${language}`, button));
  /** @type {number | undefined} */
  let timer;
  const refresh = async () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") await load();
    clearTimeout(timer);
    timer = setTimeout(refresh, POLITE);
  };
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  refresh();
}

async function load() {
  try {
    const answer = await fetch(`/api/club/${club}`);
    const told = await answer.json();
    if (answer.ok) show(told);
    trouble(answer.ok ? "" : told.say);
  } catch {
    trouble(say("club-unreachable"));
  }
}

/** Said once, however often it is tried again. @param {string} text */
function trouble(text) {
  const note = part("trouble");
  if (text && note.textContent !== text) announce(text);
  put(note, text);
  note.hidden = !text;
}

/** @param {Evening} evening */
function show(evening) {
  const text = JSON.stringify(evening);
  if (before && JSON.stringify(before) === text) return;
  const news = before ? changes(before, evening) : "";
  const { seats, deals, tables, counted, standings, edition } = evening;
  const parts = screen && standings.length > MANY ? 2 : 1;
  const length = Math.ceil(standings.length / parts);
  document.body.style.setProperty("--rows", String(Math.max(length, 2 * tables.length + 6)));
  put(part("facts"), say("club-facts", { box: say(`edition-${edition}`), seats, deals, tables: tables.length }));
  put(part("state"), counted < deals ? say("club-counted", { n: counted, deals }) : leading(evening) || say("club-over"));
  document.body.classList.toggle("club-over", counted === deals);
  part("trust").hidden = counted === deals;
  if (JSON.stringify(before?.standings) !== JSON.stringify(standings)) {
    const shown = [standings.slice(0, length), standings.slice(length)].filter((rows) => rows.length);
    const first = screen ? Math.max(0, counted - (parts > 1 ? 1 : LATEST)) : 0;
    const own = tables.flatMap((seen) => seen.players.flatMap((player, seat) => (sitsHere(seen, seat) ? [placeOf(seen.number, player?.name)] : [])));
    part("standings").replaceChildren(...shown.map((rows) => ranked(rows, counted, first, own)));
    part("standings").hidden = !standings.length;
  }
  if (!before) {
    const seated = Array.from({ length: seats }, (_, seat) => say("club-seat", { n: seat + 1 }));
    part("tables-head").replaceChildren(...[say("club-table"), say("club-deal"), ...seated].map((name) => make("th", { scope: "col" }, name)));
  }
  keyed(part("tables"), tables, ({ table }) => table, row, (element, seen) => update(element, seen, deals));
  before = evening;
  if (news) announce(news);
}

/**
 * What is new, in one text: which tables have finished a deal, and that it counts.
 * @param {Evening} old
 * @param {Evening} now
 */
function changes(old, now) {
  const finished = now.tables.filter((seen) => seen.finished > (old.tables.find(({ table }) => table === seen.table)?.finished ?? 0));
  const lines = finished.map(({ number, finished }) => say("club-finished", { n: number, deal: finished }));
  const first = now.counted > old.counted ? leading(now) : "";
  return [...lines, ...(first ? [first] : [])].join("\n");
}

/** Who is first, or has won; an empty text if nobody played. @param {Evening} evening */
function leading({ counted, deals, standings }) {
  const first = standings.filter(({ rank }) => rank === 1);
  if (!first.length) return "";
  const names = first.map(({ name }) => name);
  const key = counted < deals ? ["club-leads", "club-lead-shared"] : ["club-won", "club-won-shared"];
  return say(key[Number(names.length > 1)], { n: counted, name: names[0], names: listed(names), percent: first[0].percent });
}

/** Whether somebody at this device has a seat. @param {Seen} seen @param {number} seat */
function sitsHere({ table, players }, seat) {
  const player = players[seat];
  return !screen && player && !player.bot && storage.preferred(`names.${table}`, /** @type {string[]} */ ([])).includes(player.name);
}

/** @param {number} table @param {string} [name] */
function placeOf(table, name) {
  return `${table} ${name}`;
}

/**
 * @param {Standing[]} rows
 * @param {number} counted
 * @param {number} first the deal that the columns begin with, from 0
 * @param {string[]} own the places of whoever is at this device
 */
function ranked(rows, counted, first, own) {
  const deals = Array.from({ length: counted - first }, (_, at) => say("club-deal-n", { n: first + at + 1 }));
  const head = [say("club-place"), say("club-who"), say("club-table"), say("club-total"), ...deals];
  const body = rows.map(({ rank, name, table, percent, marks }) => {
    const mine = own.includes(placeOf(table, name));
    return make(
      "tr",
      mine ? { class: "own" } : {},
      make("td", {}, String(rank)),
      make("th", { scope: "row" }, mine ? say("club-you", { name }) : name),
      make("td", {}, String(table)),
      make("td", {}, make("strong", {}, say("club-percent", { n: percent }))),
      ...marks.slice(first).map(mark),
    );
  });
  return make(
    "table",
    {},
    make("caption", {}, say("club-caption", { n: counted }), rows[0].rank > 1 ? ` ${say("club-from", { n: rows[0].rank })}` : ""),
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, make("span", {}, text))))),
    make("tbody", {}, ...body),
  );
}

/** @param {Mark | null} won */
function mark(won) {
  if (!won) return make("td", {}, make("span", { "aria-hidden": "true" }, "–"), make("span", { class: "unseen" }, say("club-absent")));
  return make("td", {}, `${won.score} `, make("span", { class: "small" }, `(${say("club-percent", { n: won.percent })})`));
}

/** @param {Seen} seen */
function row({ table, number, players }) {
  const link = make("a", { href: `/t/${table}` }, say("club-table-n", { n: number }));
  return make("tr", {}, make("th", { scope: "row" }, link), make("td"), ...players.map(() => make("td")));
}

/**
 * @param {HTMLElement} element
 * @param {Seen} seen
 * @param {number} deals
 */
function update(element, seen, deals) {
  const { players, begun, finished, late } = seen;
  const [, state, ...seats] = /** @type {HTMLElement[]} */ ([...element.children]);
  const told = begun > finished ? "club-plays" : finished === deals ? "club-done" : finished ? "club-between" : "club-waits";
  const without = late ? ` ${say("club-late", { n: late })}` : "";
  put(state, say(told, { n: begun > finished ? begun : finished, deals }) + without);
  players.forEach((player, seat) => {
    const who = sitsHere(seen, seat) ? "club-you" : player?.bot ? "club-bot" : "";
    put(seats[seat], player ? (who ? say(who, { name: player.name }) : player.name) : say("seats-free"));
    seats[seat].classList.toggle("own", who === "club-you");
    seats[seat].classList.toggle("small", !player || player.bot);
  });
}
