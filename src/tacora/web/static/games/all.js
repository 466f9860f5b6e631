// @ts-check
// The elements of all games at once, for a page that may be asked to show any of them.

import "./diamant/cave.js";
import "./mister-diamond/tray.js";
import "./plain/plain.js";
