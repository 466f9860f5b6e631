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

/** Something was clicked, perhaps without a pointer, as assistive technology does it. */
export function clicked() {
  touched = true;
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
 * @param {"events" | "signals"} [as] whose volume it has
 * @returns {number} seconds until it ends
 */
export function demonstrate(tones, as = "events") {
  touched = true;
  add(tones, volumes()[as] / 100, Infinity);
  return context ? free - context.currentTime : 0;
}

/**
 * Play in one ear each, at the same time, with or without sounds switched on.
 * @param {Tone[]} left
 * @param {Tone[]} right
 * @returns {boolean} false: not before a gesture, or not on a device with one channel
 */
export function whisper(left, right) {
  if (!touched) return false;
  const audio = awake();
  if (audio.destination.maxChannelCount < 2) return false;
  const start = audio.currentTime + 0.02;
  for (const [tones, side] of /** @type {[Tone[], number][]} */ ([[left, -1], [right, 1]])) {
    for (const tone of tones) one(audio, tone, start + tone.at, Math.max(0.3, volumes().signals / 100), side);
  }
  return true;
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
 * Add a tone to what is played, or measured.
 * @param {BaseAudioContext} audio
 * @param {Tone} tone
 * @param {number} start
 * @param {number} volume
 * @param {number} [side] -1: in the left ear alone, 1: in the right one; 0: in both
 */
export function one(audio, { wave, for: lasts, from, to = from, gain = 1 }, start, volume, side = 0) {
  const end = start + lasts;
  const level = audio.createGain();
  const loud = Math.max(0.0002, 0.4 * volume * gain);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, lasts / 4));
  level.gain.setValueAtTime(loud, start + lasts * 0.55);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  (side ? level.connect(new StereoPannerNode(audio, { pan: side })) : level).connect(audio.destination);
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

/** @param {BaseAudioContext} audio */
function noiseOf(audio) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}
