// @ts-check
// Small tools for making parts of a page and keeping them up to date in place, so that focus is never lost.

/**
 * An element with these properties (`class`, `data-…`, `aria-…` and the like as attributes) and children.
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
 * A drawing as an element that only eyes see.
 * @param {string} svg made by our own drawings, never from what players write
 * @param {string} [className]
 */
export function drawn(svg, className = "") {
  const holder = make("span", { className });
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = svg;
  return holder;
}

// A screen reader is told of every node that comes, goes or changes, and drops what it should speak while too many of these
// events wait (Orca: more than 50). So a render changes few nodes, and changes them in place.

/**
 * Change a text only if it is another, in the text node that is there: one event instead of two.
 * @param {Node} node
 * @param {string} text
 */
export function put(node, text) {
  if (node.textContent === text) return;
  const only = node.childNodes.length === 1 ? node.firstChild : null;
  if (only instanceof Text && text) only.data = text;
  else node.textContent = text;
}

const IN_PLACE = 3; // Items that may change, come or go one by one; with more, a new list is fewer events.

/**
 * A list of plain lines.
 * @param {HTMLElement} holder of the list and of nothing else
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

/**
 * Show or hide something; if the focus was within, it goes to `refuge`.
 * @param {HTMLElement} element
 * @param {boolean} visible
 * @param {HTMLElement} [refuge]
 */
export function reveal(element, visible, refuge) {
  if (element.hidden === !visible) return;
  const held = element.contains(document.activeElement);
  element.hidden = !visible;
  if (held && !visible && refuge) refuge.focus();
}

/**
 * Children by key: made once, updated in place, removed when gone.
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
  for (const child of /** @type {HTMLElement[]} */ ([...parent.children])) there.set(child.dataset.key ?? "", child);
  /** @type {HTMLElement | null} */
  let before = null;
  for (const item of items) {
    const name = key(item);
    let element = there.get(name);
    there.delete(name);
    if (!element) {
      element = create(item);
      element.dataset.key = name;
    }
    const place = /** @type {Element | null} */ (before ? before.nextElementSibling : parent.firstElementChild);
    if (place !== element) parent.insertBefore(element, place);
    update(element, item);
    before = element;
  }
  for (const gone of there.values()) gone.remove();
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
 * A box to tick, with its label.
 * @param {string} label
 * @param {HTMLInputElement} box
 */
export function ticked(label, box) {
  box.type = "checkbox";
  return make("label", { className: "check" }, box, make("span", {}, label));
}

/**
 * A choice among values.
 * @param {[string, string][]} choices values and what is said of them
 */
export function choice(choices) {
  return make("select", {}, ...choices.map(([value, text]) => make("option", { value }, text)));
}

/**
 * Choose a value, if another one is chosen.
 * @param {HTMLSelectElement} field
 * @param {string} value
 */
export function select(field, value) {
  if (field.value !== value) field.value = value;
}

/**
 * A dialog with a title, closed by Escape, by its button, and by a click beside it; the focus returns by itself.
 * @param {string} word what its button says
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
 * Ask the person whether something is meant that cannot be undone.
 * @param {string} question
 * @param {string} text what follows from it
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
  close.autofocus = true; // A key that was pressed once too often changes nothing.
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
 * Ask the table for something: the one way for every part of a page. Whoever has the line hears the event, and leaves the receipt
 * in it.
 * @param {HTMLElement} from
 * @param {import("./frames.js").Wish} wish
 * @returns {Promise<import("./wishes.js").Receipt>} what became of it, once that is known
 */
export function ask(from, wish) {
  const detail = { wish, receipt: Promise.resolve(UNSENT) };
  from.dispatchEvent(new CustomEvent("wish", { bubbles: true, detail }));
  return detail.receipt;
}

/** @type {import("./wishes.js").Receipt} */
const UNSENT = { kept: false, code: "unsent" };

/**
 * What the server told about choices: boxes, characters, colours, phrases.
 * @returns {any}
 */
export function choices() {
  return JSON.parse(document.getElementById("choices")?.textContent || "{}");
}
