// @ts-check
// Parts of a page that come when they are needed: all of their modules are asked for at once.

/** @type {Record<string, string[]>} What each part needs beside the modules that the page has. */
const modules = JSON.parse(document.getElementById("modules")?.textContent || "{}");

/**
 * Ask for the modules of a part, so that none is found only by reading another.
 * @param {string} part
 */
export function preload(part) {
  for (const module of modules[part] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = module;
    document.head.append(link);
  }
}
