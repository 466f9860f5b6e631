// Inlined into every page, so that it cannot fail to load: reports files that did not, and offers to reload; says so where a browser is too old.
// In the words of 2009, which such a browser understands.
// @ts-check
(function () {
  /** @param {"unloaded" | "old"} why */
  function tell(why) {
    var note = document.getElementById("stale");
    if (!note) return;
    var text = note.getAttribute("data-" + why) || "";
    ["stale-why", "assertive"].forEach(function (id) {
      var place = document.getElementById(id);
      if (place) place.textContent = text;
    });
    var reload = /** @type {HTMLElement | null} */ (note.querySelector("[data-reload]"));
    if (reload) reload.hidden = why === "old";
    note.hidden = false;
  }
  /** @param {"unloaded" | "old"} why */
  function tellSoon(why) {
    if (document.readyState !== "loading") tell(why);
    else document.addEventListener("DOMContentLoaded", tell.bind(null, why));
  }
  window.addEventListener("error", function (event) {
    var target = event.target;
    if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet")) tellSoon("unloaded");
  }, true);
  // What the pages do not do without. README.md has the oldest browsers with all of it.
  var able =
    window.CSS &&
    CSS.supports &&
    ["selector(:has(a))", "(height: 1dvh)", "(color: color-mix(in srgb, red, blue))"].every(function (what) { return CSS.supports(what); }) &&
    window.matchMedia("(color >= 0)").matches &&
    "inert" in HTMLElement.prototype &&
    "findLast" in Array.prototype &&
    "HTMLDialogElement" in window;
  if (!able) tellSoon("old");
  // Opening a socket takes two round trips; the page of a table spends them while its scripts load.
  var table = document.currentScript && document.currentScript.getAttribute("data-socket");
  if (table) /** @type {any} */ (window).earlySocket = new WebSocket((location.protocol === "https:" ? "wss" : "ws") + "://" + location.host + "/ws/" + table);
  document.addEventListener("click", function (event) {
    if (event.target instanceof Element && event.target.closest("[data-reload]")) location.reload();
  });
})();
