// @ts-check
// The elements of all games, for a page that may show any of them.

import "./diamant/cave.js";
import "./mister-diamond/tray.js";
import "./plain/plain.js";
