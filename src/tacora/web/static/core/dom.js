// @ts-check
// DOM helpers: create elements, and update them in place so that focus is not lost.

/**
 * Create an element. What is no DOM property (`class`, `data-…`, `aria-…`) becomes an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [facts]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name in element && name !== "list") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name === "class" ? "class" : name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Wrap a drawing in an element that is hidden from assistive technology.
 * @param {string} svg from our own drawings, never from user input
 * @param {string} [className]
 */
export function drawn(svg, className = "") {
  const holder = make("span", { className });
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = svg;
  return holder;
}

// Every changed node is an accessibility event, and a screen reader drops speech while too many are queued (Orca: more than 50).
// So a render changes few nodes, and changes them in place.

/**
 * Set a text if it differs, within the existing text node: one event instead of two.
 * @param {Node} node
 * @param {string} text
 */
export function put(node, text) {
  if (node.textContent === text) return;
  const only = node.childNodes.length === 1 ? node.firstChild : null;
  if (only instanceof Text && text) only.data = text;
  else node.textContent = text;
}

/** Most items of a list to update one by one; beyond that a new list is fewer events. */
export const IN_PLACE = 3;

/**
 * Replace a list by a new one with these items: two events, however many items.
 * @template {HTMLElement} List
 * @param {List} there
 * @param {...HTMLElement} items
 * @returns {List}
 */
export function anew(there, ...items) {
  const fresh = /** @type {List} */ (there.cloneNode(false));
  fresh.append(...items);
  there.replaceWith(fresh);
  return fresh;
}

/**
 * Render plain lines as a list.
 * @param {HTMLElement} holder contains the list and nothing else
 * @param {"ol" | "ul"} tag
 * @param {string[]} lines
 */
export function list(holder, tag, lines) {
  const there = /** @type {HTMLElement | null} */ (holder.firstElementChild);
  const most = Math.max(lines.length, there?.childElementCount ?? 0);
  const different = Array.from({ length: most }, (_, at) => there?.children[at]?.textContent !== lines[at]).filter(Boolean).length;
  if (!there || different > IN_PLACE) {
    const fresh = make(tag, {}, ...lines.map((line) => make("li", {}, line)));
    if (there) there.replaceWith(fresh);
    else holder.append(fresh);
    return;
  }
  while (there.childElementCount > lines.length) there.lastElementChild?.remove();
  lines.forEach((line, at) => {
    const item = there.children[at];
    if (item) put(item, line);
    else there.append(make("li", {}, line));
  });
}

/** Whether an element is drawn. Safari has a question of its own for that since 17.4 only. @param {Element} element */
export function visible(element) {
  return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
}

// Milliseconds that a screen reader has to follow the focus: if what it comes from is gone when the reader gets to it, it tells nothing
// of where the focus went. On a busy machine that is half a second and more, on a very busy one seconds.
export const LEAVING = 4000;
/** What is leaving, and how it is made as it was. @type {WeakMap<HTMLElement, () => void>} */
const leaving = new WeakMap();

/**
 * Show or hide an element. Focus that was inside moves to `refuge`; then only the eye and the Tab key lose it at once, and a screen reader
 * a little later, or it would not tell.
 * @param {HTMLElement} element
 * @param {boolean} shown
 * @param {HTMLElement} [refuge]
 */
export function reveal(element, shown, refuge) {
  const stays = shown ? stay(element) : leaving.has(element);
  if (stays || element.hidden === !shown) return;
  if (shown || !refuge || !element.contains(document.activeElement)) element.hidden = !shown;
  else leave(element, refuge, () => (element.hidden = true));
}

/**
 * Have an element with the focus inside disappear, in the same way.
 * @param {HTMLElement} element
 * @param {HTMLElement} refuge
 * @param {() => void} gone
 */
export function leave(element, refuge, gone) {
  stay(element);
  refuge.focus();
  const reached = /** @type {HTMLElement[]} */ ([element, ...element.querySelectorAll("a, button, input, select, textarea, [tabindex]")]).filter((one) => one.tabIndex >= 0);
  const before = reached.map((one) => one.getAttribute("tabindex"));
  for (const one of reached) one.tabIndex = -1;
  element.classList.add("leaving");
  const timer = setTimeout(() => {
    stay(element);
    if (element.contains(document.activeElement)) refuge.focus(); // A screen reader may have moved it back.
    gone();
  }, LEAVING);
  leaving.set(element, () => {
    clearTimeout(timer);
    element.classList.remove("leaving");
    reached.forEach((one, at) => (before[at] === null ? one.removeAttribute("tabindex") : one.setAttribute("tabindex", before[at])));
  });
}

/** Have an element stay if it is about to leave. @param {HTMLElement} element @returns {boolean} whether it was */
export function stay(element) {
  leaving.get(element)?.();
  return leaving.delete(element);
}

/**
 * Reconcile children by key: created once, updated in place, removed when gone.
 * @template Item
 * @param {HTMLElement} parent
 * @param {Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => HTMLElement} create
 * @param {(element: any, item: Item) => void} update
 */
export function keyed(parent, items, key, create, update) {
  /** @type {Map<string, HTMLElement>} */
  const there = new Map();
  const names = new Set(items.map(key));
  for (const child of /** @type {HTMLElement[]} */ ([...parent.children])) {
    if (names.has(child.dataset.key ?? "")) there.set(child.dataset.key ?? "", child);
    else child.remove(); // At first, lest it make another move, which would lose the focus.
  }
  /** @type {HTMLElement | null} */
  let before = null;
  for (const item of items) {
    const name = key(item);
    let element = there.get(name);
    if (!element) {
      element = create(item);
      element.dataset.key = name;
    }
    const place = /** @type {Element | null} */ (before ? before.nextElementSibling : parent.firstElementChild);
    if (place !== element) parent.insertBefore(element, place);
    update(element, item);
    before = element;
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let arriving; // The last that was asked for counts.
const FOLLOWED = 100; // Milliseconds in which a screen reader notices that what had the focus is gone.
const TAKEN_IN = 2_000; // Milliseconds in which it notices that there is another page, on a machine that has much to do.
const opened = performance.now();
let entered = false; // Whether anything in this page has had the focus.
globalThis.addEventListener?.("focusin", () => (entered = true), { capture: true, once: true }); // Tests have no window.

/** Milliseconds until a focus that nobody asked for is told of: the first in a page is not while the page before is still read. */
function unheard() {
  return entered ? 0 : Math.max(0, opened + TAKEN_IN - performance.now());
}

/** @type {(ms: number) => void} */
let awaited = () => {};

/** Have somebody told when the focus comes so much later: what is said meanwhile had better wait. @param {typeof awaited} act */
export function whenAwaited(act) {
  awaited = act;
}

/**
 * Focus an element after what had the focus has left the page: at once, a screen reader would not tell of it. It has to come from
 * elsewhere to arrive.
 * @param {Element | null} element
 */
export function focusAfter(element) {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const wait = Math.max(FOLLOWED, unheard());
  if (wait > FOLLOWED) awaited(wait);
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  clearTimeout(arriving);
  arriving = setTimeout(() => {
    // What only takes the focus to be named is not scrolled to.
    if (document.activeElement === document.body) element.focus({ preventScroll: element.tabIndex < 0 });
  }, wait);
}

/** Focus what the page itself begins with, as soon as that is told of. @param {HTMLElement} element */
export function focusFirst(element) {
  if (unheard()) focusAfter(element);
  else element.focus({ preventScroll: element.tabIndex < 0 });
}

let made = 0;

/** An id that no other element has. */
export function unique() {
  made += 1;
  return `part-${made}`;
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
export function labelled(label, field) {
  field.id ||= unique();
  return make("p", { className: "field" }, make("label", { htmlFor: field.id }, label), field);
}

/**
 * A checkbox with its label.
 * @param {string} label
 * @param {HTMLInputElement} box
 */
export function ticked(label, box) {
  box.type = "checkbox";
  return make("label", { className: "check" }, box, make("span", {}, label));
}

/**
 * A select with these options.
 * @param {[string, string][]} choices values and their labels
 */
export function choice(choices) {
  return make("select", {}, ...choices.map(([value, text]) => make("option", { value }, text)));
}

/**
 * Select a value, unless it is selected already.
 * @param {HTMLSelectElement} field
 * @param {string} value
 */
export function select(field, value) {
  if (field.value !== value) field.value = value;
}

/**
 * A dialog with a title. Escape, its button and a click on the backdrop close it; the browser restores focus.
 * @param {string} word label of its button
 */
export function dialog(word) {
  const close = make("button", {}, word);
  const title = make("h2", { id: unique() });
  const body = make("div", { className: "dialog-body" });
  const element = make(
    "dialog",
    { "aria-labelledby": title.id },
    title,
    body,
    make("form", { method: "dialog", className: "dialog-end" }, close),
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  return { element, title, body, close };
}

/**
 * Ask for confirmation of something that cannot be undone.
 * @param {string} question
 * @param {string} text the consequence
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(question, text, yes, no) {
  const { element, title, body, close } = dialog(no);
  const agree = make("button", { type: "button", value: "yes" }, yes);
  agree.addEventListener("click", () => element.close(agree.value));
  title.textContent = question;
  const told = make("p", { id: unique() }, text);
  element.setAttribute("aria-describedby", told.id);
  body.append(told);
  close.autofocus = true; // A key pressed once too often must not confirm.
  close.before(agree);
  document.body.append(element);
  element.showModal();
  return new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      resolve(element.returnValue === agree.value);
    });
  });
}

/**
 * Send a wish to the table; every part of a page does it this way. The owner of the connection handles the event and puts the
 * receipt into its detail.
 * @param {HTMLElement} from
 * @param {import("./frames.js").Wish} wish
 * @returns {Promise<import("./wishes.js").Receipt>} resolves when the outcome is known
 */
export function ask(from, wish) {
  const detail = { wish, receipt: Promise.resolve(UNSENT) };
  from.dispatchEvent(new CustomEvent("wish", { bubbles: true, detail }));
  return detail.receipt;
}

/** @type {import("./wishes.js").Receipt} */
const UNSENT = { kept: false, code: "unsent" };

/** @typedef {{game: string, name: string, least: number, most: number, options: string[]}} Box */
/** @typedef {{name: string, usual: string, odds: boolean, coach: boolean, opponents: Record<string, string[]>, options: {name: string, values: string[]}[]}} Game */
/** @typedef {{boxes: Box[], games: Game[], characters: Record<string, string[]>, phrases?: string[]}} Choices */

/** What the server embedded in a page that has tables. @returns {Choices} */
export function choices() {
  const none = '{"boxes": [], "games": [], "characters": {}}';
  return JSON.parse(document.getElementById("choices")?.textContent || none);
}
