// @ts-check
// One pair of earphones for two: which of a player's two keys means what is drawn anew for each decision, and told in that
// player's ear alone. Whatever else is heard, such as a screen reader that speaks the keys, then tells nothing (a one-time pad).

import { whisper } from "../speech/sounds.js";
import { sound } from "../speech/tones.js";

/** What a player is told: their upper key has the first meaning, or the lower one has. */
const HINTS = ["upper", "lower"];

export class SharedEarphones {
  constructor() {
    /** By player: 0 or 1, added to the key that is pressed. @type {[number, number]} */
    this._pads = [0, 0];
    /** Who is asked. @type {boolean[]} */
    this._asked = [false, false];
    this._told = false;
  }

  /**
   * A new decision: draw who presses what.
   * @param {boolean[]} asked the left player, the right one
   */
  draw(asked) {
    const [left, right] = crypto.getRandomValues(new Uint8Array(2));
    this._pads = [left & 1, right & 1];
    this._asked = asked;
    this._told = false;
    this.tell();
  }

  /**
   * Tell both at a time: what leaks from one ear is covered by the sound in the other.
   * @returns {boolean} whether it can be heard: not before the first gesture on the page
   */
  tell() {
    const [left, right] = this._pads.map((pad, ear) => (this._asked[ear] ? sound(HINTS[pad]) : []));
    this._told = whisper(left, right) || this._told;
    return this._told;
  }

  /** What was told is known by now: nothing more is decided by it. */
  forget() {
    this._told = false;
    this._asked = [false, false];
  }

  /** Whether this decision's keys were told. */
  get told() {
    return this._told;
  }

  /**
   * What a key means.
   * @param {number} ear 0 on the left, 1 on the right
   * @param {number} key 0 for the upper, 1 for the lower
   * @returns {number} 0 or 1
   */
  meaning(ear, key) {
    return key ^ this._pads[ear];
  }
}
