// @ts-check
// The service worker, where the browser takes one (https or localhost).

import * as purse from "./purse.js";
import { language } from "./words.js";

async function register() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  if (purse.preferred("shell-language", /** @type {string} */ ("")) === language) return;
  registration.active?.postMessage("language");
  purse.prefer("shell-language", language);
}

if ("serviceWorker" in navigator) addEventListener("load", () => register().catch(() => undefined));
