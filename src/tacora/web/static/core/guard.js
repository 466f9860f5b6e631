// Stands within every page, so that no request for it can fail: a page whose files do not come says so and offers to reload.
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
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-reload]")) location.reload();
  });
})();
