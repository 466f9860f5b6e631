// @ts-check
// Offline: look again when the network is back, from time to time, and when asked.
// A network is not yet the server, and a reader who follows a link is not called back.

import "../core/register.js";
import "../core/print.js";

let leaving = false;
addEventListener("pageshow", () => (leaving = false));
document.addEventListener("click", (event) => {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  leaving = !elsewhere && event.target instanceof Element && event.target.closest("a") !== null;
});

const reached = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );
const look = async () => {
  if (!leaving && (await reached()) && !leaving) location.reload();
};

addEventListener("online", look);
setInterval(look, 5000);
document.getElementById("again")?.addEventListener("click", () => location.reload());
