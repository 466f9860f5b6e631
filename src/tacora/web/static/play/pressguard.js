// @ts-check
// A press that comes right after a new question was meant for the one before: the second half of a double tap, or a change of
// mind that came too late. It seals nothing. Whoever answers on purpose, however fast, is never quicker than this.

const REACTION = 250; // Milliseconds from a question to the first press that can be an answer to it.
const DOUBLE = 450; // Milliseconds between the two presses of a slow double tap.

/** Time that passes: until its timer comes or, for a press that a busy page handles before a timer that is overdue, by the clock. */
class Pause {
  running = false;
  _due = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _timer = undefined;

  /**
   * @param {number} ms
   * @param {() => void} [ended]
   */
  begin(ms, ended) {
    clearTimeout(this._timer);
    this.running = true;
    this._due = performance.now() + ms;
    this._timer = setTimeout(() => {
      this.running = false;
      ended?.();
    }, ms);
  }

  /** Whether it was over when a press was made. @param {number} made */
  over(made) {
    return !this.running || made >= this._due;
  }
}

export class PressGuard {
  constructor() {
    this._pressed = -Infinity; // When something was decided last.
    /** @type {number | null} when the press was made that is being handled, which a busy device comes to later */
    this._made = null;
    this._count = 0; // Questions shown so far.
    /** @type {number | null} the question at which a pointer was pressed down that is still to click; null: there is none */
    this._down = null;
    this._spoken = new Pause(); // After a question was spoken.
    this._drawn = new Pause(); // After it was drawn.
    this._behind = false; // Whether the stage tells of what was before the question.
    addEventListener("pointerdown", ({ button }) => {
      if (button === 0) this._down = this._count; // Other buttons never click.
    }, true);
    for (const kind of ["click", "keydown"]) addEventListener(kind, ({ timeStamp }) => {
      this._made = timeStamp;
      setTimeout(() => (this._made = null));
    }, true);
    // After everybody else: what clicks without a pointer, as assistive technology may, is none.
    for (const kind of ["click", "pointercancel"]) addEventListener(kind, () => (this._down = null));
    addEventListener("keydown", (event) => {
      this._down = null;
      // A key that is held down presses a button again and again.
      if (event.repeat && event.key === "Enter" && /** @type {Element} */ (event.target).closest?.("#main button")) event.preventDefault();
    }, true);
  }

  /** A new question has come, and is spoken: from now on it can be answered by ear. */
  asked() {
    this._spoken.begin(this._wait());
  }

  /** It is drawn, perhaps later: now it can be answered by eye. */
  shown() {
    this._count += 1;
    this._drawn.begin(this._wait(), () => this._dim());
    this._dim();
  }

  /** Whether the stage has still to come to what is asked. @param {boolean} behind */
  stage(behind) {
    const came = this._behind && !behind;
    this._behind = behind;
    if (came) this.shown();
    else this._dim();
  }

  _dim() {
    document.body.toggleAttribute("data-early", this._behind || this._drawn.running);
  }

  /**
   * Somebody decides.
   * @param {boolean} lags whether what is drawn is not the newest
   * @param {boolean} back whether it would take back what was decided
   * @returns {boolean} whether it was meant for an earlier question, or is the second half of a double press on one choice
   */
  press(lags, back) {
    const made = this._made ?? performance.now();
    if (back && made < this._pressed + DOUBLE) return true;
    const byPointer = this._down !== null;
    const early = byPointer ? lags || this._behind || !this._drawn.over(made) || this._down !== this._count : !this._spoken.over(made);
    if (!early || this._behind) this._pressed = made; // The second half of a double tap may follow either.
    return early;
  }

  /** Whether the last press was a key, whose effect may have to be said. */
  get byKey() {
    return this._down === null;
  }

  _wait() {
    return Math.max(REACTION, this._pressed + DOUBLE - performance.now());
  }
}
