// @ts-check
// Offline: retry when the network is back, periodically, and on request. A network need not reach the server, so its health is asked
// first; a reader who has followed a link is not pulled back.

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
// In place of another page, that page is loaded again; by itself this one would only show itself again.
const leave = () => (location.pathname === "/offline" ? location.replace("/") : location.reload());
const look = async () => {
  if (!leaving && (await reached()) && !leaving) leave();
};

addEventListener("online", look);
setInterval(look, 5000);
document.getElementById("again")?.addEventListener("click", leave);
