// @ts-check
// Animation that blocks nothing: it can be ended at any moment, and leaves everything in its final state.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the reader prefers reduced motion. */
export const calm = () => still.matches;

export class Motion {
  /** @param {HTMLElement} layer overlay for flying pictures */
  constructor(layer) {
    this._layer = layer;
    /** @type {Set<Animation>} */
    this._running = new Set();
    /** @type {number | undefined} */
    this._timer = undefined;
    /** @type {(() => void) | null} */
    this._ending = null;
    this._rate = 1; // How much faster than usual the present moment is told.
  }

  /** Whether a story is being told. */
  get busy() {
    return this._ending !== null;
  }

  /**
   * Tell a story: begin each moment in turn, then end.
   * @template {{ms: number}} M
   * @param {M[]} moments
   * @param {(moment: M) => void} begin
   * @param {() => void} end
   * @param {() => number} [rate] how much faster than usual it is told, asked for each moment
   */
  tell(moments, begin, end, rate = () => 1) {
    this.finish();
    this._ending = end;
    const next = (/** @type {number} */ at) => {
      const moment = moments[at];
      if (!moment) return this.finish();
      this._rate = rate();
      begin(moment);
      this._timer = setTimeout(() => next(at + 1), moment.ms / this._rate);
    };
    next(0);
  }

  /** End the story now. */
  finish() {
    clearTimeout(this._timer);
    for (const animation of this._running) animation.cancel();
    this._running.clear();
    this._layer.replaceChildren();
    const end = this._ending;
    this._ending = null;
    end?.();
  }

  /**
   * Animate an element, unless motion is reduced.
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  move(element, frames, options) {
    if (!element || calm()) return null;
    const animation = element.animate(frames, { easing: "cubic-bezier(.3, .7, .3, 1)", ...options });
    animation.playbackRate = this._rate;
    this._running.add(animation);
    animation.finished.catch(() => {}).finally(() => this._running.delete(animation));
    return animation;
  }

  /**
   * Let a picture fly from one place to another.
   * @param {string} svg
   * @param {DOMRect | undefined} from
   * @param {DOMRect | undefined} to
   * @param {{size?: number, ms?: number, delay?: number}} [options]
   */
  fly(svg, from, to, { size = 24, ms = 240, delay = 0 } = {}) {
    if (!from || !to || calm() || !from.width || !to.width) return;
    const flier = document.createElement("div");
    flier.className = "flier";
    flier.innerHTML = svg;
    flier.style.width = `${size}px`;
    this._layer.append(flier);
    const place = (/** @type {DOMRect} */ box) =>
      `translate(${box.x + box.width / 2 - size / 2}px, ${box.y + box.height / 2 - size / 2}px)`;
    this.move(
      flier,
      [
        { transform: `${place(from)} scale(.7)`, opacity: 1 },
        { transform: `${place(to)} scale(1)`, opacity: 1, offset: 0.9 },
        { transform: `${place(to)} scale(.4)`, opacity: 0 },
      ],
      { duration: ms, delay, fill: "both", easing: "cubic-bezier(.4, 0, .3, 1)" },
    )?.finished.then(() => flier.remove(), () => flier.remove());
  }
}
