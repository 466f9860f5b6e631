// @ts-check
// Everything that is drawn, and the sprite that the drawings need.

export { defs as sprite } from "./patterns.js";
