// @ts-check
// Motion on the tray: a diamond that comes off, one that stays, a card that turns. Nothing waits for any of it.

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A diamond goes from one place to another.
 * @param {HTMLElement} layer
 * @param {string} picture
 * @param {DOMRect} from
 * @param {Element | null | undefined} target
 */
export function fly(layer, picture, from, target) {
  if (still.matches || !target || !from.width) return;
  const to = target.getBoundingClientRect();
  const bird = document.createElement("span");
  bird.innerHTML = picture;
  bird.className = "flight";
  bird.style.setProperty("left", `${from.left}px`);
  bird.style.setProperty("top", `${from.top}px`);
  bird.style.setProperty("width", `${from.width}px`);
  layer.append(bird);
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const lift = `translate(0, ${-from.height * 0.55}px) scale(1.35)`;
  const flight = bird.animate(
    [
      { transform: "none", easing: "cubic-bezier(.2, 1.4, .4, 1)" },
      { transform: lift, offset: 0.4, easing: "cubic-bezier(.5, 0, .7, 1)" },
      { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 1, offset: 0.96 },
      { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 0 },
    ],
    { duration: 600 },
  );
  flight.finished.catch(() => {}).finally(() => bird.remove());
}

/**
 * A diamond that does not come off.
 * @param {Element | null | undefined} element
 */
export function wiggle(element) {
  if (still.matches) return;
  const turns = [0, -13, 12, -9, 7, -3, 0];
  element?.animate(
    turns.map((turn) => ({ transform: `translateY(${turn ? -2 : 0}px) rotate(${turn}deg)` })),
    { duration: 520, easing: "ease-out" },
  );
}

/**
 * A hand closes around a diamond.
 * @param {Element | null | undefined} element
 */
export function tug(element) {
  if (still.matches) return;
  element?.animate([{ transform: "none" }, { transform: "translateY(-4px) scale(1.08)" }, { transform: "none" }], { duration: 160 });
}

/**
 * A card is turned face up.
 * @param {Element} element
 */
export function turnOver(element) {
  if (still.matches) return;
  element.animate([{ transform: "perspective(30rem) rotateY(90deg)" }, { transform: "perspective(30rem) rotateY(0)" }], {
    duration: 300,
    easing: "ease-out",
  });
}
