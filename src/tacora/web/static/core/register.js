// @ts-check
// Registers the service worker, where the browser allows one (https or localhost).

import * as storage from "./storage.js";
import { language } from "./words.js";

async function register() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  if (storage.preferred("shell-language", /** @type {string} */ ("")) === language) return;
  registration.active?.postMessage("language");
  storage.prefer("shell-language", language);
}

if ("serviceWorker" in navigator) addEventListener("load", () => register().catch(() => undefined));
