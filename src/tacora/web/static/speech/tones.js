// @ts-check
// The sounds of the table as data: when each tone starts, its pitch and its gain. sounds.js plays them.

/**
 * A part of a sound: a wave that glides from one pitch to another, or noise through a bandpass that does.
 * @typedef {{wave: OscillatorType | "noise", at: number, for: number, from: number, to?: number, gain?: number}} Tone
 * `at` and `for` in seconds, `from` and `to` in hertz, `gain` 1 if left out; above 1 for what an ear hears badly.
 */

/** The longest sound, in seconds. */
export const LONGEST = 0.6;

/**
 * @param {OscillatorType | "noise"} wave
 * @param {number} at
 * @param {number} length
 * @param {number} from
 * @param {number} [to]
 * @param {number} [gain]
 * @returns {Tone}
 */
const tone = (wave, at, length, from, to = from, gain = 1) => ({ wave, at, for: length, from, to, gain });

/**
 * A tone, repeated.
 * @param {number} times
 * @param {number} every seconds
 * @param {(at: number, n: number) => Tone} make
 */
const row = (times, every, make) => Array.from({ length: times }, (_, n) => make(n * every, n));

/** @type {Record<string, Tone[]>} Each hazard by what it does. */
const HAZARDS = {
  snakes: [tone("noise", 0, 0.5, 6500, 4000, 0.7)], // A hiss.
  spiders: row(8, 0.055, (at, n) => tone("square", at, 0.02, 1900 + 160 * (n % 3), undefined, 0.3)), // Many feet.
  scorpions: row(3, 0.16, (at) => tone("square", at, 0.05, 820, 1650, 0.35)), // Claws.
  lava: [tone("sine", 0, 0.55, 70, 110), ...row(3, 0.17, (at) => tone("sine", at + 0.05, 0.09, 160, 330, 0.8))], // It bubbles.
  boulders: row(4, 0.14, (at, n) => tone("triangle", at, 0.12, 120 - 14 * n, 50)), // It rolls nearer.
  rockfall: [tone("noise", 0, 0.5, 500, 120, 0.9), ...row(3, 0.13, (at) => tone("triangle", at, 0.08, 240, 90, 0.7))],
  rams: [tone("sawtooth", 0, 0.2, 320, 300, 0.3), tone("sawtooth", 0.24, 0.3, 300, 340, 0.3)], // Two bleats.
  fire: row(7, 0.075, (at, n) => tone("noise", at, 0.05, 1500 + 700 * (n % 2), undefined, 0.6)), // It crackles.
  mummy: [tone("sine", 0, 0.56, 240, 150), tone("sine", 0, 0.56, 246, 154, 0.8)], // A moan.
  gas: [tone("noise", 0, 0.55, 900, 2600, 0.4), tone("sine", 0, 0.55, 520, 420, 0.25)], // It leaks.
  explosion: [tone("noise", 0, 0.45, 1800, 60), tone("sine", 0, 0.4, 130, 36)],
};

/** @type {[OscillatorType, number, number, number][]} Each player by colour: a waveform and three notes. */
const VOICES = [
  ["sine", 523, 659, 784], // Up.
  ["triangle", 784, 659, 523], // Down.
  ["square", 392, 587, 392], // Up and back.
  ["sawtooth", 587, 392, 587], // Down and back.
  ["sine", 330, 330, 659], // Twice low, once high.
  ["triangle", 659, 659, 330], // Twice high, once low.
  ["square", 294, 440, 440], // A step up, and stay.
  ["sawtooth", 440, 294, 294], // A step down, and stay.
];

/**
 * The motif of a player.
 * @param {number} colour 0 to 7
 * @returns {Tone[]}
 */
export function motif(colour) {
  const [wave, ...notes] = VOICES[colour % VOICES.length];
  const soft = { sine: 0.46, triangle: 0.55, square: 0.44, sawtooth: 0.68 }[/** @type {string} */ (wave)] ?? 1;
  return notes.map((pitch, n) => tone(wave, n * 0.1, 0.09, pitch, pitch, soft));
}

/** @type {Record<string, Tone[]>} */
const OTHERS = {
  treasure: row(3, 0.06, (at, n) => tone("sine", at, 0.14, [1319, 1568, 2093][n], undefined, 0.5)),
  relic: [...row(4, 0.09, (at, n) => tone("sine", at, 0.25, [523, 659, 784, 1047][n], undefined, 0.5)), tone("triangle", 0.36, 0.22, 1568, 1568, 0.4)],
  leaving: row(4, 0.09, (at, n) => tone("noise", at, 0.04, 900 - 150 * n, undefined, 0.8 - 0.15 * n)), // Steps that go away.
  disaster: [tone("sawtooth", 0, 0.58, 220, 55, 0.6), tone("noise", 0, 0.5, 700, 90, 0.8)],
  stuck: [tone("triangle", 0, 0.09, 170, 120), tone("triangle", 0.12, 0.14, 130, 90)],
  theft: [tone("noise", 0, 0.14, 3000, 900, 0.5), tone("sine", 0.14, 0.16, 1047, 698, 0.6)],
  turn: [tone("sine", 0, 0.14, 880), tone("sine", 0.15, 0.24, 1175)],
  sealed: [tone("noise", 0, 0.03, 2400, undefined, 0.5), tone("sine", 0.02, 0.06, 330, 260, 0.8)],
  upper: [tone("triangle", 0, 0.5, 440)],
  lower: row(2, 0.3, (at) => tone("triangle", at, 0.2, 440)),
  warning: row(3, 0.18, (at) => tone("square", at, 0.1, 1047, undefined, 0.35)),
};

/** What makes each about as loud to an ear as the others: measured with curve A, see tests/web/test_sounds.py. @type {Record<string, number>} */
const LEVELS = {
  snakes: 1.2, spiders: 2.4, scorpions: 1.4, lava: 1.2, boulders: 2.1, rockfall: 2.3, rams: 2.4, fire: 3.1, mummy: 0.61,
  gas: 1.7, explosion: 1.2, treasure: 0.58, relic: 0.6, leaving: 4.1, disaster: 1.3, stuck: 2.1, theft: 0.61, turn: 0.47,
  sealed: 1.5, warning: 1.3, upper: 0.6, lower: 0.6,
};

/** Sounds with a volume of their own: a player must not miss them. */
export const SIGNALS = new Set(["turn", "warning", "sealed", "upper", "lower"]);

/** Every sound but the motifs of players. */
export const NAMES = [...Object.keys(HAZARDS), ...Object.keys(OTHERS)];

/**
 * A sound by its name: a hazard, `player-N`, or what happened.
 * @param {string} name
 * @returns {Tone[]}
 */
export function sound(name) {
  const player = /^player-(\d)$/.exec(name);
  if (player) return motif(Number(player[1]));
  return (HAZARDS[name] ?? OTHERS[name] ?? []).map((part) => ({ ...part, gain: (part.gain ?? 1) * LEVELS[name] }));
}

/**
 * How long a sound is.
 * @param {Tone[]} tones
 */
export function length(tones) {
  return Math.max(0, ...tones.map((part) => part.at + part.for));
}

/**
 * A line of a chart as tones: the higher the value, the higher the tone; a long line plays faster.
 * @param {number[]} values
 * @param {number} low the least of all lines
 * @param {number} high the greatest
 * @param {OscillatorType} wave
 * @returns {Tone[]}
 */
export function melody(values, low, high, wave) {
  const each = Math.min(0.22, 4 / Math.max(1, values.length));
  const pitch = (/** @type {number} */ value) => 220 * 2 ** ((2 * (value - low)) / Math.max(1, high - low));
  const soft = wave === "square" || wave === "sawtooth" ? 0.3 : 0.8;
  return values.map((value, n) => tone(wave, n * each, each * 0.85, pitch(value), pitch(value), soft));
}

/**
 * The waveform of a player.
 * @param {number} colour
 */
export function voice(colour) {
  return VOICES[colour % VOICES.length][0];
}
