// @ts-check
// The modules of the elements that show games, which a table imports on demand.

/** @type {Record<string, () => Promise<unknown>>} */
export const MODULES = {
  "cave-table": () => import("./diamant/cave.js"),
  "tray-table": () => import("./mister-diamond/tray.js"),
  "plain-table": () => import("./plain/plain.js"),
};
