// @ts-check
// The error page: only what every page has.

import "../core/register.js";
import "../core/print.js";
