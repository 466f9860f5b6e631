// Inlined into every page, so that it cannot fail to load: reports files that did not, and offers to reload.
// @ts-check
(() => {
  const missing = () => {
    const note = document.getElementById("stale");
    const text = note?.dataset.unloaded ?? "";
    for (const id of ["stale-why", "assertive"]) {
      const place = document.getElementById(id);
      if (place) place.textContent = text;
    }
    if (note) note.hidden = false;
  };
  const failed = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLScriptElement) && !(target instanceof HTMLLinkElement && target.rel === "stylesheet")) return;
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", missing);
    else missing();
  };
  addEventListener("error", failed, true);
  // Opening a socket takes two round trips; the page of a table spends them while its scripts load.
  const table = document.currentScript?.dataset.socket;
  if (table)
    /** @type {any} */ (globalThis).earlySocket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-reload]")) location.reload();
  });
})();
