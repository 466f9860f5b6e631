// @ts-check
// Sounds by WebAudio: off by default, and silent before the first user gesture, as browsers require. Vibration, too.

import { SIGNALS, length, sound } from "./tones.js";
import * as storage from "../core/storage.js";

const PAUSE = 0.05; // Seconds between two sounds.
const LATEST = 3; // Seconds. A sound that would begin later is dropped: it would tell of the past.

/** @typedef {import("./tones.js").Tone} Tone */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;
let free = 0;
let touched = false;

for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => {
    touched = true;
    if (on()) awake();
  }, { capture: true, passive: true });
}

/** Whether sounds are switched on. */
export function on() {
  return storage.preferred("sounds", false);
}

/** Volumes from 0 to 100: of game events, and of signals to the player. */
export function volumes() {
  return { events: storage.preferred("volume", 60), signals: storage.preferred("volume-signals", 80) };
}

/** Whether to vibrate at one's turn and at a disaster; off by default with reduced motion. */
export function shakes() {
  return storage.preferred("vibrate", !matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Whether this device can vibrate. */
export function canShake() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

/**
 * Play these, one after the other, if sounds are on.
 * @param {string[]} names
 */
export function play(names) {
  if (!on()) return;
  for (const name of names) {
    const { events, signals } = volumes();
    add(sound(name), (SIGNALS.has(name) ? signals : events) / 100, LATEST);
  }
}

/**
 * Play a sound because somebody asked for it.
 * @param {Tone[]} tones
 * @returns {number} seconds until it ends
 */
export function demonstrate(tones) {
  touched = true;
  add(tones, volumes().events / 100, Infinity);
  return context ? free - context.currentTime : 0;
}

/** Stop all sounds. */
export function hush() {
  const gone = context;
  context = null;
  hiss = null;
  free = 0;
  gone?.close();
}

/**
 * Vibrate, where possible and wanted.
 * @param {"turn" | "disaster"} why
 */
export function shake(why) {
  if (touched && canShake() && shakes()) navigator.vibrate(why === "turn" ? 60 : [180, 80, 180]);
}

function awake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * @param {Tone[]} tones
 * @param {number} volume
 * @param {number} latest
 */
function add(tones, volume, latest) {
  if (!touched || !tones.length || volume <= 0) return;
  const audio = awake();
  const start = Math.max(audio.currentTime + 0.02, free);
  if (start - audio.currentTime > latest) return;
  free = start + length(tones) + PAUSE;
  for (const tone of tones) one(audio, tone, start + tone.at, volume);
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 * @param {number} start
 * @param {number} volume
 */
function one(audio, { wave, for: lasts, from, to = from, gain = 1 }, start, volume) {
  const end = start + lasts;
  const level = audio.createGain();
  const loud = Math.max(0.0002, 0.4 * volume * gain);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, lasts / 4));
  level.gain.setValueAtTime(loud, start + lasts * 0.55);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  level.connect(audio.destination);
  /** @type {AudioScheduledSourceNode} */
  let source;
  /** @type {AudioParam} */
  let pitch;
  if (wave === "noise") {
    const noise = audio.createBufferSource();
    noise.buffer = noiseOf(audio);
    noise.loop = true;
    const band = audio.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = 1.2;
    pitch = band.frequency;
    noise.connect(band).connect(level);
    source = noise;
  } else {
    const wheel = audio.createOscillator();
    wheel.type = wave;
    pitch = wheel.frequency;
    wheel.connect(level);
    source = wheel;
  }
  pitch.setValueAtTime(from, start);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, end);
  source.start(start);
  source.stop(end + 0.02);
}

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}
