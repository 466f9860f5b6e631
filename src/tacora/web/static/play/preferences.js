// @ts-check
// Preferences of this device: wording, sounds, vibration, keys, the command line, large print.

import { choice, dialog, labelled, make, put, ticked, unique } from "../core/dom.js";
import * as keys from "../core/keys.js";
import { SIZES, print, size } from "../core/print.js";
import * as storage from "../core/storage.js";
import * as sounds from "../speech/sounds.js";
import { NAMES, sound } from "../speech/tones.js";
import { known, say } from "../core/words.js";

const WORDINGS = ["short", "normal", "full"];
const COLOURS = ["orange", "sky", "green", "yellow", "blue", "vermilion", "purple", "grey"];

export class Preferences {
  /**
   * @param {import("../core/line.js").Line} line
   * @param {import("./commandline.js").CommandLine} commandLine
   */
  constructor(line, commandLine) {
    const { element, title, body } = dialog(say("close"));
    this.element = element;
    put(title, say("ear-title"));
    this.button = make("button", { type: "button" }, say("ear-title"));
    this.button.addEventListener("click", () => element.showModal());
    body.append(this._speech(line), this._print(), this._sounds(), this._commands(commandLine), this._keys());
    document.body.append(element);
  }

  /** @param {import("../core/line.js").Line} line */
  _speech(line) {
    const wording = choice(WORDINGS.map((one) => [one, say(`ear-wording-${one}`)]));
    wording.value = storage.preferred("wording", "normal");
    wording.addEventListener("change", () => {
      storage.prefer("wording", wording.value);
      line.renew();
    });
    return part(say("ear-speech"), labelled(say("ear-wording"), wording));
  }

  _print() {
    const sizes = choice(SIZES.map((one) => [one, say(`ear-print-${one}`)]));
    sizes.value = size();
    sizes.addEventListener("change", () => print(/** @type {import("../core/print.js").Size} */ (sizes.value)));
    return part(say("ear-print"), labelled(say("ear-print-size"), sizes));
  }

  _sounds() {
    const on = make("input", { checked: sounds.on() });
    on.addEventListener("change", () => {
      storage.prefer("sounds", on.checked);
      if (on.checked) sounds.play(["turn"]);
      else sounds.hush();
    });
    const { events, signals } = sounds.volumes();
    const shakes = make("input", { checked: sounds.shakes() });
    shakes.addEventListener("change", () => storage.prefer("vibrate", shakes.checked));
    return part(
      say("ear-sounds"),
      ticked(say("ear-sounds-on"), on),
      labelled(say("ear-volume"), volume("volume", events, "treasure")),
      labelled(say("ear-volume-signals"), volume("volume-signals", signals, "turn")),
      ticked(say("ear-vibrate"), shakes),
      make("details", {}, make("summary", {}, say("ear-try")), ...samples()),
    );
  }

  /** @param {import("./commandline.js").CommandLine} commandLine */
  _commands(commandLine) {
    const shown = make("input", { checked: storage.preferred("commandline", false) });
    shown.addEventListener("change", () => {
      storage.prefer("commandline", shown.checked);
      commandLine.show(shown.checked);
    });
    this.element.addEventListener("focusin", () => (shown.checked = storage.preferred("commandline", false)));
    return part(say("ear-command-title"), ticked(say("ear-command-on"), shown));
  }

  _keys() {
    const on = make("input", { checked: keys.on() });
    on.addEventListener("change", () => keys.turn(on.checked));
    const trouble = make("p", { id: unique(), className: "field-trouble", hidden: true });
    /** @type {Map<keys.Act, HTMLInputElement>} */
    const fields = new Map();
    const rows = keys.acts().map((act) => {
      const field = make("input", { type: "text", maxLength: 1, autocomplete: "off", autocapitalize: "none", spellcheck: false, value: keys.keyOf(act) });
      field.addEventListener("focus", () => field.select());
      field.addEventListener("input", () => {
        const other = keys.give(act, field.value);
        put(trouble, other ? say("ear-keys-taken", { key: field.value.toLocaleUpperCase(), what: say(`ear-act-${other}`) }) : "");
        trouble.hidden = !other;
        if (other) {
          field.setAttribute("aria-invalid", "true");
          field.setAttribute("aria-describedby", trouble.id);
        } else {
          field.removeAttribute("aria-invalid");
          field.removeAttribute("aria-describedby");
        }
      });
      field.addEventListener("blur", () => {
        field.value = keys.keyOf(act);
        field.removeAttribute("aria-invalid");
      });
      fields.set(act, field);
      return labelled(capital(say(`ear-act-${act}`)), field);
    });
    const usual = make("button", { type: "button" }, say("ear-keys-reset"));
    usual.addEventListener("click", () => {
      keys.reset();
      for (const [act, field] of fields) field.value = keys.keyOf(act);
      trouble.hidden = true;
    });
    return part(
      say("ear-keys"),
      ticked(say("ear-keys-on"), on),
      make("details", {}, make("summary", {}, say("ear-keys-change")),
        make("p", { className: "small" }, say("ear-keys-about")), make("div", { className: "keymap" }, ...rows), trouble, make("p", {}, usual)),
    );
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * @param {string} title
 * @param {...Node} parts
 */
function part(title, ...parts) {
  const heading = make("h3", { id: unique() }, title);
  return make("section", { className: "menu-part", "aria-labelledby": heading.id }, heading, ...parts);
}

/**
 * @param {string} name
 * @param {number} value
 * @param {string} sample the sound that is played on a change
 */
function volume(name, value, sample) {
  const field = make("input", { type: "range", min: "0", max: "100", step: "10", value: String(value) });
  field.addEventListener("change", () => {
    storage.prefer(name, Number(field.value));
    sounds.play([sample]);
  });
  return field;
}

/** A button for every sound. */
function samples() {
  const chip = (/** @type {string} */ name, /** @type {string} */ text) => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => sounds.demonstrate(sound(name)));
    return button;
  };
  const hazards = NAMES.filter((name) => known(`hazard-${name}`)).map((name) => chip(name, capital(say(`hazard-${name}`))));
  const others = NAMES.filter((name) => !known(`hazard-${name}`)).map((name) => chip(name, say(`ear-sound-${name}`)));
  const players = COLOURS.map((name, colour) => chip(`player-${colour}`, capital(say(`colour-${name}`))));
  const group = (/** @type {string} */ title, /** @type {HTMLElement[]} */ chips) => {
    const heading = make("h4", { id: unique() }, title);
    return [heading, make("p", { className: "chips", role: "group", "aria-labelledby": heading.id }, ...chips)];
  };
  return [...group(say("ear-try-events"), others), ...group(say("ear-try-hazards"), hazards), ...group(say("ear-try-players"), players)];
}
