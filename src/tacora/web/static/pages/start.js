// @ts-check
// The start page: play at once, make a table, join one, look at those that are open.

import "../core/register.js";
import "../core/print.js";
import "../speech/voice.js";
import { choices, keyed, make, put } from "../core/dom.js";
import { follow, plainCode, syllables } from "../gathering/share.js";
import { NewTable, openTable } from "./newtable.js";
import { hero } from "./hero.js";
import { announce } from "../speech/announcer.js";
import { known, listed, say } from "../core/words.js";
import * as storage from "../core/storage.js";
import { sprite } from "../drawings/index.js";
import { logo } from "../drawings/logo.js";
import { artOf } from "../games/art.js";

/** @typedef {{table: string, game: string, edition: string, seats: number, free: number, players: string[], running: boolean, here: number | null}} Seen */

const POLITE = 5_000; // Milliseconds between two requests for the open tables.
const REMEMBERED = 3;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

draw();
strengths();
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".play-now"))) {
  button.addEventListener("click", () => playNow(button));
}
new NewTable(/** @type {HTMLFormElement} */ (part("new")));
joining();
lobby();
goOn();
install();
addEventListener("pageshow", (event) => {
  if (!event.persisted) return; // Restored from the back/forward cache: the buttons are still disabled.
  for (const button of document.querySelectorAll(".play-now")) rest(/** @type {HTMLElement} */ (button));
  goOn();
});

function draw() {
  document.body.insertAdjacentHTML("afterbegin", sprite());
  part("hero").innerHTML = hero();
  const name = part("logo");
  name.innerHTML = logo({ emblem: false, label: "Tacora" });
  for (const art of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game-art"))) art.innerHTML = artOf(art.dataset.game ?? "");
}

/** A button that installs Tacora, where the browser says that it can be. */
function install() {
  const button = part("install");
  /** @type {any} */
  let offer = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // The browser's own banner would cover the page.
    offer = event;
    button.hidden = false;
  });
  button.addEventListener("click", () => {
    offer?.prompt();
    offer = null; // It can be taken once; the browser makes another.
    button.hidden = true;
  });
  addEventListener("appinstalled", () => (button.hidden = true));
}

/** The bots' strength: remembered here, and each game names its bots of that strength. */
function strengths() {
  const radios = /** @type {HTMLInputElement[]} */ ([...part("strengths").querySelectorAll("input")]);
  const show = () => {
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".opponents"))) line.hidden = line.dataset.strength !== strength();
  };
  const kept = radios.find((radio) => radio.value === storage.preferred("strength", ""));
  if (kept) kept.checked = true;
  show();
  part("strengths").addEventListener("change", () => {
    storage.prefer("strength", strength());
    show();
  });
}

function strength() {
  return /** @type {HTMLInputElement} */ (part("strengths").querySelector(":checked")).value;
}

/** The bots for all seats but one. @param {string} game @param {number} seats */
function opponents(game, seats) {
  const bots = choices().games.find(({ name }) => name === game)?.opponents[strength()] ?? [];
  return Array.from({ length: seats - 1 }, (_, at) => bots[at % bots.length]);
}

/** @param {HTMLElement} button */
function rest(button) {
  button.removeAttribute("aria-disabled");
  put(button, say("start-play"));
}

/** @param {HTMLButtonElement} button */
async function playNow(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  put(button, say("start-opening"));
  const game = button.dataset.game ?? "";
  const seats = Number(button.dataset.seats);
  const wrong = await openTable({ rules: { game, seats }, bots: opponents(game, seats) }, "#now");
  if (!wrong) return;
  rest(button);
  trouble(wrong);
}

/** @param {string} text */
function trouble(text) {
  put(part("trouble"), text);
  part("trouble").hidden = false;
  announce(text);
}

function joining() {
  const form = /** @type {HTMLFormElement} */ (part("join"));
  const field = /** @type {HTMLInputElement} */ (part("code"));
  const wrong = part("code-wrong");
  /** @param {string} text */
  const complain = (text) => {
    put(wrong, text);
    wrong.hidden = !text;
    field.setAttribute("aria-invalid", String(Boolean(text)));
    field.setAttribute("aria-describedby", text ? "code-wrong" : "code-hint");
    if (text) {
      announce(text);
      field.focus();
    }
  };
  field.addEventListener("input", () => complain(""));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const code = plainCode(field.value);
    if (!code) return complain(say("start-code-empty"));
    const wrong = await follow(code);
    if (wrong) complain(wrong);
  });
}

/**
 * The public entry of a table; null if there is none, a text if the server does not answer.
 * @param {string} code
 * @returns {Promise<Seen | null | string>}
 */
async function look(code) {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(code)}`);
    if (answer.ok) return await answer.json();
    const told = await answer.json();
    return answer.status === 404 ? null : told.say;
  } catch {
    return say("start-unreachable");
  }
}

function lobby() {
  /** @type {number | undefined} */
  let timer;
  const refresh = async () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch("/api/tables");
        if (answer.ok) showTables(await answer.json());
      } catch {
        // The list stays as it is until the next request.
      }
    }
    timer = setTimeout(refresh, POLITE);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  refresh();
}

/** @param {Seen[]} tables */
function showTables(tables) {
  const list = part("lobby");
  // Nothing moves away from under a finger or the focus.
  const held = list.contains(document.activeElement) || list.matches(":hover");
  const places = new Map([...list.children].map((element, at) => [/** @type {HTMLElement} */ (element).dataset.key ?? "", at]));
  const focused = [...list.children].findIndex((element) => element.contains(document.activeElement));
  const placeOf = (/** @type {Seen} */ { table }) => places.get(table) ?? places.size;
  keyed(list, held ? [...tables].sort((one, other) => placeOf(one) - placeOf(other)) : tables, (seen) => seen.table, row, (element, seen) => {
    const open = seen.free > 0 && !seen.running;
    update(element, seen, say(open ? "start-sit" : "start-watch"), open ? "" : "#watch");
    const words = say(open ? "start-sit-at" : "start-watch-at", { code: syllables(seen.table) });
    element.querySelector("a").setAttribute("aria-label", words);
    element.classList.toggle("awaited", open && Boolean(seen.here));
  });
  part("lobby-empty").hidden = tables.length > 0;
  if (focused >= 0 && !list.contains(document.activeElement)) {
    const next = list.children[focused] ?? list.lastElementChild;
    (next?.querySelector("a") ?? part("code")).focus({ preventScroll: true });
  }
}

/** Tables at which this browser has a seat. */
async function goOn() {
  const recent = storage.preferred("recent", /** @type {string[]} */ ([])).slice(0, REMEMBERED);
  const seen = await Promise.all(recent.map(look));
  const there = /** @type {Seen[]} */ (seen.filter((each) => each && typeof each === "object"));
  keyed(part("go-on-list"), there, (each) => each.table, row, (element, each) => {
    update(element, each, say("start-back"), "");
    element.querySelector("a").setAttribute("aria-label", say("start-goon", { code: syllables(each.table) }));
  });
  part("go-on").hidden = !there.length;
}

function row() {
  return make(
    "li",
    { className: "table-row" },
    make("span", { className: "table-what" }, make("strong", { translate: false }), make("span", { className: "small" })),
    make("a", { className: "button" }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Seen} seen
 * @param {string} word
 * @param {string} how
 */
function update(element, seen, word, how) {
  const [code, about] = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("strong, .small")]);
  const link = /** @type {HTMLAnchorElement} */ (element.querySelector("a"));
  const state = seen.running ? say("start-lobby-running") : say("start-lobby-free", { free: seen.free });
  put(code, syllables(seen.table));
  const game = known(`game-${seen.game}`) ? say(`game-${seen.game}`) : seen.game;
  const who = seen.players.length ? [listed(seen.players), ...(seen.here === null ? [] : [say("start-lobby-here", { n: seen.here })])] : [say("start-lobby-nobody")];
  put(about, [game, state, ...who].join(" · "));
  put(link, word);
  link.href = `/t/${seen.table}${how}`;
}
