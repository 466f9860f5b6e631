// @ts-check
// Offline: look again when the network is back, from time to time, and when asked.

const look = () => location.reload();
addEventListener("online", look);
document.getElementById("again")?.addEventListener("click", look);
setInterval(async () => {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok) look();
  } catch {
    // Not yet.
  }
}, 5000);
