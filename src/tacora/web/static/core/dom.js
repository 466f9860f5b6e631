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

/**
 * Show or hide an element; focus that was inside moves to `refuge`.
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

/**
 * The choices that the server embedded in the page: boxes, characters, colours, phrases.
 * @returns {any}
 */
export function choices() {
  return JSON.parse(document.getElementById("choices")?.textContent || "{}");
}
