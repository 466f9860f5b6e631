// @ts-check
// A notice of the system for whoever looks elsewhere, if they wish for one. It is made on this device by the page, which has to be open:
// nothing is sent through anybody's service.

import { make, ticked } from "../core/dom.js";
import * as storage from "../core/storage.js";
import { say } from "../core/words.js";
import { announce } from "../speech/announcer.js";

/** Whether this browser has notices here: none has without a secure connection. */
export const canNotify = () => isSecureContext && "Notification" in globalThis;

const wanted = () => canNotify() && Notification.permission === "granted" && storage.preferred("notices", false);

/** One after the other: what is withdrawn at once has been shown before. @type {Promise<void>} */
let before = Promise.resolve();

/** Without a service worker: what was shown. @type {Notification | undefined} */
let own;

/** Say this, in place of what was said before. @param {string} text */
export function notify(text) {
  before = before.then(() => show(text)).catch(() => {}); // The title of the page says it, too.
}

/** What was said is no longer so. */
export function withdraw() {
  before = before.then(close).catch(() => {});
}

/** @param {string} text */
async function show(text) {
  if (!wanted()) return;
  const more = { tag: location.pathname, icon: "/static/icon.svg", data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  // On phones only a service worker may; where there is none, elsewhere the page may itself.
  if (worker) await worker.showNotification(text, more);
  else (own = new Notification(text, more)).addEventListener("click", () => window.focus());
}

async function close() {
  if (!wanted()) return;
  own?.close();
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: location.pathname })) ?? []) notice.close();
}

/** The field with which notices are wished for: the browser asks, too, and its answer counts. */
export function noticeSettings() {
  const on = make("input", { checked: wanted() });
  const trouble = make("p", { className: "wrong", hidden: true }, say("notices-refused"));
  on.addEventListener("change", async () => {
    const allowed = !on.checked || (await Notification.requestPermission()) === "granted";
    on.checked &&= allowed;
    storage.prefer("notices", on.checked);
    trouble.hidden = allowed;
    if (!allowed) announce(say("notices-refused"));
  });
  return [ticked(say("notices-on"), on), trouble];
}
