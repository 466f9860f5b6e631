// @ts-check
// A page that says what went wrong: only what every page has.

import "../core/register.js";
import "../core/print.js";
