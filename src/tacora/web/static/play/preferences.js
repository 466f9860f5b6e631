// @ts-check
// Preferences of this device: wording, sounds, vibration, notices, keys, the command line, large print.

import { choice, dialog, labelled, make, put, ticked, unique } from "../core/dom.js";
import * as keys from "../core/keys.js";
import { SIZES, print, size } from "../core/print.js";
import * as storage from "../core/storage.js";
import { canNotify, noticeSettings } from "./notices.js";
import { soundSettings } from "./soundsettings.js";
import { canSpeak, readAloud, voices } from "../speech/voice.js";
import { language, say } from "../core/words.js";

const WORDINGS = ["short", "normal", "full"];

export class Preferences {
  /**
   * @param {import("../core/line.js").Line} line
   * @param {import("./commandline.js").CommandLine} commandLine
   */
  constructor(line, commandLine) {
    const { element, title, body } = dialog(say("close"));
    this.element = element;
    put(title, say("ear-title"));
    body.append(this._speech(line), ...(canSpeak() ? [this._aloud()] : []), this._print(), this._sounds(), ...(canNotify() ? [part(say("notices"), ...noticeSettings())] : []), this._commands(commandLine), this._keys());
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

  _aloud() {
    const on = make("input", { checked: storage.preferred("aloud", false) });
    on.addEventListener("change", () => {
      storage.prefer("aloud", on.checked);
      readAloud(on.checked);
    });
    const rate = choice(["0.8", "1", "1.3", "1.6", "2"].map((one) => [one, `${one.replace(".", language === "fr" ? "," : ".")}×`]));
    rate.value = String(storage.preferred("aloud-rate", 1));
    rate.addEventListener("change", () => storage.prefer("aloud-rate", Number(rate.value)));
    const voice = choice([]);
    const none = make("p", { className: "small" }, say("ear-aloud-none"));
    const fill = () => {
      none.hidden = voices().length > 0;
      voice.replaceChildren(...[["", say("ear-aloud-usual")], ...voices().map((one) => [one.voiceURI, one.name])].map(([value, text]) => make("option", { value }, text)));
      voice.value = storage.preferred("aloud-voice", "");
    };
    fill();
    speechSynthesis.addEventListener("voiceschanged", fill); // They come late.
    voice.addEventListener("change", () => storage.prefer("aloud-voice", voice.value));
    return part(say("ear-aloud"), ticked(say("ear-aloud-on"), on), labelled(say("ear-aloud-rate"), rate), labelled(say("ear-aloud-voice"), voice), none);
  }

  _print() {
    const sizes = choice(SIZES.map((one) => [one, say(`ear-print-${one}`)]));
    sizes.value = size();
    sizes.addEventListener("change", () => print(/** @type {import("../core/print.js").Size} */ (sizes.value)));
    return part(say("ear-print"), labelled(say("ear-print-size"), sizes));
  }

  _sounds() {
    const learn = make("a", { href: "/sounds", target: "_blank" }, say("ear-try"));
    return part(say("ear-sounds"), ...soundSettings(), make("p", {}, learn));
  }

  /** @param {import("./commandline.js").CommandLine} commandLine */
  _commands(commandLine) {
    const shown = make("input", { checked: commandLine.shown });
    shown.addEventListener("change", () => commandLine.prefer(shown.checked));
    this.element.addEventListener("focusin", () => (shown.checked = commandLine.shown));
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
