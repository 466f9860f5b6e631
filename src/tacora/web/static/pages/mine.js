// @ts-check
// The games that were played on this device: results, the way to their reviews and replays, statistics. Nothing of it leaves the device.

import "../core/register.js";
import "../core/print.js";
import { confirmed, make } from "../core/dom.js";
import { known, language, listed, say } from "../core/words.js";
import { syllables } from "../gathering/share.js";
import * as storage from "../core/storage.js";
import { deleteGames } from "../after/kept.js";

/** @typedef {import("../after/kept.js").Kept} Kept */
/** @typedef {{label: string, part: number, value: string}} Bar */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const percent = new Intl.NumberFormat(language, { style: "percent" });
const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

show(storage.preferred("games", /** @type {Kept[]} */ ([])));
part("delete").addEventListener("click", async () => {
  if (!(await confirmed(say("mine-delete-sure"), say("mine-delete-then"), say("mine-delete"), say("mine-keep")))) return;
  deleteGames();
  show([]);
  part("summary").focus();
});

/** @param {Kept[]} games */
function show(games) {
  const own = games.filter(({ seats }) => seats.length === 1); // Where several sat at this device, no seat was "mine".
  const won = own.filter(victory).length;
  part("summary").textContent = games.length
    ? `${say("mine-games", { n: games.length })} ${own.length ? say("mine-won", { won, share: percent.format(won / own.length) }) : ""}`
    : say("mine-none");
  part("list").hidden = !games.length;
  part("figures").replaceChildren(...(own.length ? [victories(own), ...brought(own), ...timing(own)] : []));
  part("games").replaceChildren(...games.map(row));
  const file = new Blob([JSON.stringify(games, null, 1)], { type: "application/json" });
  /** @type {HTMLAnchorElement} */ (part("export")).href = URL.createObjectURL(file);
}

/** @param {Kept} game */
function victory({ seats, winners }) {
  return winners.includes(seats[0]);
}

/** @param {string} edition */
function boxName(edition) {
  return known(`edition-${edition}`) ? say(`edition-${edition}`) : edition;
}

/** How often one won, by box and number of players. @param {Kept[]} games */
function victories(games) {
  /** @type {Map<string, Kept[]>} */
  const groups = new Map();
  for (const game of games) {
    const key = say("mine-box-players", { box: boxName(game.edition), n: game.names.length });
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  const bars = [...groups].map(([label, all]) => {
    const won = all.filter(victory).length;
    return { label, part: won / all.length, value: say("mine-of", { n: won, all: all.length }) };
  });
  return barsOf(say("mine-victories"), say("mine-victories-about"), bars);
}

/** Gems brought home by expedition, on average. @param {Kept[]} games */
function brought(games) {
  const told = games.flatMap(({ figures }) => (figures ? [figures.home] : []));
  if (!told.length) return [];
  const most = Math.max(...told.map((home) => home.length));
  const means = Array.from({ length: most }, (_, at) => {
    const there = told.flatMap((home) => (at in home ? [home[at]] : []));
    return there.reduce((sum, gems) => sum + gems, 0) / there.length;
  });
  const best = Math.max(...means, 1);
  const bars = means.map((mean, at) => ({ label: say("mine-expedition", { n: at + 1 }), part: mean / best, value: plain.format(mean) }));
  return [barsOf(say("mine-brought"), say("mine-brought-about"), bars)];
}

/** How often too long, how often too early. @param {Kept[]} games */
function timing(games) {
  const told = games.flatMap(({ figures }) => (figures ? [figures] : []));
  const all = told.reduce((sum, { home }) => sum + home.length, 0);
  if (!all) return [];
  const late = told.reduce((sum, figures) => sum + figures.late, 0);
  const early = told.reduce((sum, figures) => sum + figures.early, 0);
  const bars = [["late", late], ["early", early], ["well", all - late - early]].map(([name, n]) => ({
    label: say(`mine-${name}`),
    part: Number(n) / all,
    value: say("mine-of", { n: Number(n), all }),
  }));
  return [barsOf(say("mine-timing"), say("mine-timing-about"), bars)];
}

/**
 * @param {string} title
 * @param {string} about
 * @param {Bar[]} bars
 */
function barsOf(title, about, bars) {
  const items = bars.map(({ label, part, value }) => {
    const bar = make("span", { class: "bar-of", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(part));
    return make("li", {}, make("span", { class: "bar-name" }, label), bar, make("span", { class: "bar-value" }, value));
  });
  return make("section", { class: "sheet" }, make("h2", {}, title), make("p", { class: "small" }, about), make("ul", { class: "bars", role: "list" }, ...items));
}

/** @param {Kept} game */
function row(game) {
  const names = game.names.map((name, seat) => say("mine-score", { name, n: game.scores[seat] ?? 0 }));
  const ended = game.seats.map((seat) => say(game.winners.includes(seat) ? "mine-you-won" : "mine-you-were", { name: game.names[seat] ?? "", rank: game.ranks[seat] ?? 0 }));
  const link = make("a", { class: "button", href: `/g/${game.table}/${game.number}` }, say("mine-look"));
  link.setAttribute("aria-label", say("mine-look-at", { code: syllables(game.table), n: game.number }));
  return make(
    "li",
    { className: "table-row" },
    make("span", { className: "table-what" }, make("strong", {}, `${dates.format(game.at)} · ${boxName(game.edition)}`), make("span", {}, ended.join(" ")), make("span", { className: "small" }, listed(names))),
    link,
  );
}
