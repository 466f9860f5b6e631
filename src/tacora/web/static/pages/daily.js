// @ts-check
// The deal of the day: one attempt, then the results of everybody who has made theirs.

import "../core/register.js";
import "../core/print.js";
import "../speech/voice.js";
import { announce } from "../speech/announcer.js";
import { make, put } from "../core/dom.js";
import { language, listed, say } from "../core/words.js";
import { copy } from "../gathering/share.js";
import * as storage from "../core/storage.js";

/** @typedef {{name: string, legs: number[], total: number, percent: number, rank: number, bot: boolean, mine: boolean, table: string | null}} Row */
/** @typedef {{day: string, commitment: string, attempts: number, mine: string | null, over: boolean, rows: Row[], seed: string | null}} Day */
/** @typedef {{bots: string[], seconds: number, today: Day, yesterday: Day | null}} Daily */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dates = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "long", timeZone: "UTC" });
const form = /** @type {HTMLFormElement} */ (part("play"));
const field = /** @type {HTMLInputElement} */ (part("name"));

field.value = storage.name();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) load(); // From the back/forward cache: perhaps it was played meanwhile.
});
load();

/** This device, told to nobody but the server, which keeps a digest. */
function device() {
  const known = storage.preferred("device", "");
  if (known) return known;
  const made = storage.newToken();
  storage.prefer("device", made);
  return made;
}

async function load() {
  try {
    const answer = await fetch("/api/daily", { headers: { "Tacora-Device": device() } });
    const told = await answer.json();
    if (!answer.ok) return trouble(told.say);
    show(told);
    announce(part("own").textContent ?? ""); // What everybody comes for after their attempt, before the page is read from its top.
  } catch {
    trouble(say("start-unreachable"));
  }
}

async function attempt() {
  const name = field.value.trim();
  if (!name) {
    trouble(say("daily-name-first"));
    field.setAttribute("aria-invalid", "true");
    field.focus();
    return;
  }
  field.removeAttribute("aria-invalid");
  storage.rename(name);
  try {
    const answer = await fetch("/api/daily", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ device: device(), name }),
    });
    const told = await answer.json();
    if (!answer.ok) return trouble(told.say);
    storage.prefer("daily", told.table);
    const kept = !told.host || storage.keep(told.table, told.host, { host: true });
    location.href = `/t/${told.table}${told.host ? "#now" : ""}${kept ? "" : `&seat=${told.host}`}`;
  } catch {
    trouble(say("start-unreachable"));
  }
}

/** @param {string} text */
function trouble(text) {
  put(part("trouble"), text);
  part("trouble").hidden = !text;
  if (text) announce(text);
}

/** @param {Daily} daily */
function show({ bots, seconds, today, yesterday }) {
  trouble("");
  const date = dates.format(new Date(today.day));
  put(part("today-title"), date);
  const against = say("daily-against", { bots: listed(bots) });
  const left = say("daily-left", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  const state = today.over ? "" : say(today.mine ? "daily-begun" : "daily-others", { n: today.attempts });
  put(part("state"), [against, state, left].filter(Boolean).join(" "));
  form.hidden = today.mine !== null;
  put(part("promise"), today.commitment);
  part("today").hidden = false;
  part("results").replaceChildren(...(today.rows.length ? [results(today, date)] : []));
  const own = shared(today, date);
  put(part("own"), own);
  part("own").hidden = !own;
  part("links").replaceChildren(...links(today, own));
  part("yesterday").hidden = !yesterday;
  if (!yesterday) return;
  const before = dates.format(new Date(yesterday.day));
  put(part("yesterday-title"), say("daily-yesterday", { date: before }));
  part("yesterday-results").replaceChildren(...(yesterday.rows.length ? [results(yesterday, before), ...reviewed(yesterday)] : links(yesterday)));
  put(part("seed"), yesterday.seed ?? "");
  part("seed-line").hidden = !yesterday.seed;
}

/**
 * One's own result in a sentence, to be shared; empty before it is there.
 * @param {Day} day
 * @param {string} date
 */
function shared({ rows }, date) {
  const own = rows.find((row) => row.mine);
  return own ? say("daily-share-text", { date, percent: own.percent, rank: own.rank, n: rows.length }) : "";
}

/** The way to one's own game of a day that is over, weighed at once. @param {Day} day */
function reviewed({ mine, over }) {
  return mine && over ? [make("p", {}, make("a", { class: "button", href: `/g/${mine}/1#weighed=1` }, say("daily-review")))] : [];
}

/**
 * @param {Day} day
 * @param {string} [text] what is to be shared of it
 */
function links({ mine, over }, text = "") {
  if (!mine) return [];
  if (!over) return [make("a", { class: "button primary", href: `/t/${mine}` }, say("daily-go-on"))];
  // What it copies stands above, and is read with it.
  const share = make("button", { type: "button", "aria-describedby": "own" }, say("daily-share"));
  share.addEventListener("click", () => copy(`${text} ${location.origin}/daily`.trim(), share));
  return [make("a", { class: "button", href: `/g/${mine}/1` }, say("daily-look")), share];
}

/**
 * @param {Day} day
 * @param {string} date
 */
function results({ rows }, date) {
  const legs = rows[0]?.legs ?? [];
  const head = [say("daily-place"), say("daily-who"), say("daily-percent"), say("daily-total")].map((text) => make("th", { scope: "col" }, make("span", {}, text)));
  // Short for the eye, whole for the ear.
  const parts = legs.map((_, at) => make("th", { scope: "col" }, make("span", { "aria-hidden": "true" }, say("daily-leg", { n: at + 1 })), make("span", { class: "unseen" }, say("daily-leg-name", { n: at + 1 }))));
  const body = rows.map((row) => {
    const name = row.bot ? say("daily-bot", { name: row.name }) : row.name;
    const who = row.table && !row.mine ? make("a", { href: `/g/${row.table}/1` }, name) : make("span", {}, name);
    const own = row.mine ? [" ", make("strong", {}, say("daily-you"))] : [];
    const cells = [String(row.rank), null, say("daily-percent-of", { n: row.percent }), String(row.total), ...row.legs.map(String)];
    return make("tr", { class: row.mine ? "own" : "" }, ...cells.map((text) => (text === null ? make("th", { scope: "row" }, who, ...own) : make("td", {}, text))));
  });
  const table = make(
    "table",
    {},
    make("caption", {}, say("daily-caption", { date })),
    make("thead", {}, make("tr", {}, ...head, ...parts)),
    make("tbody", {}, ...body),
  );
  const box = make("div", { class: "daily-table", role: "region", tabIndex: 0 }, table);
  box.setAttribute("aria-label", say("daily-caption", { date }));
  return make("div", {}, box, make("p", { class: "small" }, say("daily-field")));
}
