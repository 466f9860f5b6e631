// @ts-check
// The modules of the elements that show games: a table loads one when it needs it. They are no part of any other page.

/** @type {Record<string, () => Promise<unknown>>} */
export const MODULES = {
  "cave-table": () => import("./diamant/cave.js"),
  "tray-table": () => import("./mister-diamond/tray.js"),
  "plain-table": () => import("./plain/plain.js"),
};
