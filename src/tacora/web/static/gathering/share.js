// @ts-check
// Invitations to a table: its code, its link, a QR code.

import { make, unique } from "../core/dom.js";
import { say } from "../core/words.js";
import { announce } from "../speech/announcer.js";

/**
 * A code in syllables, to be read aloud.
 * @param {string} code
 */
export function syllables(code) {
  return /^([a-z]{2})+$/.test(code) ? (code.match(/../g) ?? []).join("-") : code;
}

/**
 * Normalize a code: any case and separators, or a whole link.
 * @param {string} text
 */
export function plainCode(text) {
  const link = text.match(/\/(?:t|club)\/([^/?#]+)/);
  return (link ? link[1] : text).replace(/[\s.‐‑–—-]/g, "").toLowerCase();
}

/**
 * Go where a code leads, to a table or to a club evening. Resolves to what is wrong, or to an empty text.
 * @param {string} code
 */
export async function follow(code) {
  try {
    const answer = await fetch(`/api/codes/${encodeURIComponent(code)}`);
    const told = await answer.json();
    if (answer.ok) location.href = told.path;
    else return answer.status === 404 ? say("start-no-table", { code: syllables(code) }) : /** @type {string} */ (told.say);
    return "";
  } catch {
    return say("start-unreachable");
  }
}

/** @param {string} code */
export function linkTo(code) {
  return `${location.origin}/t/${code}`;
}

/** Whether other devices cannot reach this address. */
export function onlyHere() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/**
 * Copy a text. Where neither clipboard API works, show it in a field to be copied by hand.
 * @param {string} text
 * @param {HTMLElement} button its label confirms
 */
export async function copy(text, button) {
  const before = button.textContent ?? "";
  if (!(await copied(text))) {
    const field = make("input", { value: text, readOnly: true, "aria-label": before });
    button.after(field);
    field.select();
    field.focus();
    return;
  }
  announce(say("copied"));
  button.textContent = say("copied");
  setTimeout(() => {
    if (button.textContent === say("copied")) button.textContent = before;
  }, 2500);
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const field = make("textarea", { value: text, readOnly: true, className: "unseen" });
    (held?.closest("dialog") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    held?.focus();
    return done;
  }
}

/**
 * The code, large, with its syllables.
 * @param {string} code
 */
function spelled(code) {
  const parts = syllables(code).split("-");
  const shown = make("p", { className: "share-code", translate: false });
  shown.setAttribute("aria-label", say("labelled", { label: say("share-code"), text: syllables(code) }));
  shown.setAttribute("role", "img");
  parts.forEach((part, at) => {
    if (at) shown.append(make("span", { className: "share-dash" }, "-"));
    shown.append(make("span", {}, part));
  });
  return shown;
}

/** @param {string} code */
function picture(code) {
  return make("img", { className: "share-qr", src: `/t/${code}/qr.svg`, alt: say("share-qr"), width: 240, height: 240 });
}

/**
 * The invitation to a table.
 * @param {string} code
 */
export function invitation(code) {
  const title = make("h2", { id: unique() }, say("share-title"));
  const link = linkTo(code);
  const button = make("button", { type: "button" }, say("share-copy"));
  button.addEventListener("click", () => copy(link, button));
  const buttons = make("p", { className: "chips" }, button);
  if (typeof navigator.share === "function") {
    const send = make("button", { type: "button" }, say("share-send"));
    send.addEventListener("click", () => {
      navigator.share({ title: "Tacora", text: say("share-text", { code: syllables(code) }), url: link }).catch(() => {});
    });
    buttons.prepend(send);
  }
  buttons.append(make("a", { className: "button", href: `/t/${code}#screen`, target: "_blank" }, say("share-screen")));
  const card = make(
    "section",
    { className: "share", "aria-labelledby": title.id },
    make("div", { className: "share-text" }, title, spelled(code), make("p", { className: "small" }, say("share-how")), buttons),
    picture(code),
  );
  if (onlyHere()) card.firstElementChild?.append(make("p", { className: "small" }, say("share-local")));
  return card;
}

/**
 * The invitation on a shared screen, legible from across the room.
 * @param {string} code
 */
export function poster(code) {
  return make(
    "section",
    { className: "poster" },
    picture(code),
    make(
      "div",
      {},
      make("p", { className: "poster-lead" }, say("share-scan")),
      spelled(code),
      make("p", { className: "small" }, say("share-join-at", { address: location.host })),
    ),
  );
}
