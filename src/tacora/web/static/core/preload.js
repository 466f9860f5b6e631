// @ts-check
// Lazily loaded parts of a page: all modules of a part are requested at once.

/** @type {Record<string, string[]>} The modules of each part that the page does not have yet. */
const modules = JSON.parse(document.getElementById("modules")?.textContent || "{}");

/**
 * Preload the modules of a part, instead of discovering imports level by level.
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
