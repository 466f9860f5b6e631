// @ts-check
// Lines over time as inline SVG: each player by colour, dash, pattern and letter, with labels at the ends.

import { hazard } from "../drawings/hazards.js";
import { player } from "../drawings/patterns.js";

/**
 * @typedef {{name: string, letter: string, colour: number, values: number[]}} Line
 * @typedef {{lines: Line[], marks: {at: number, text: string, hazard?: string | null}[], label: string,
 *   written?: (value: number) => string}} Course `marks`: what stands below the axis
 */
/** @typedef {"narrow" | "usual" | "wide"} Size */

const LETTER = 17; // The size of letters and figures, in pixels.
const ROW = 22;
const DASHES = ["", "16 4", "7 3", "24 4 5 4", "11 4", "4 3 14 3", "34 6", "4 2"];

/**
 * The chart for a container of this width, in pixels at the default font size.
 * @param {Course} course
 * @param {number} width
 */
export function chart({ lines, marks, label, written = String }, width) {
  const size = width >= 640 ? "wide" : width >= 400 ? "usual" : "narrow";
  const wide = size === "wide";
  const steps = Math.max(1, ...lines.map((line) => line.values.length)) - 1;
  const all = lines.flatMap((line) => line.values);
  const [low, high, ticks] = scale(Math.min(0, ...all), Math.max(1, ...all), wide ? 6 : 4);
  const longest = Math.max(...lines.map((line) => labelled(line, size, written).length));
  const left = Math.max(...ticks.map((tick) => short(tick).length)) * 11.6 + 10; // Room for wide letters.
  const right = 26 + longest * 11.6;
  const icons = marks.some((mark) => mark.hazard);
  const bottom = icons ? 62 : 34;
  const dense = steps * 9 > width - left - right; // Thick lines would hide each other.
  const height = Math.round(Math.max(lines.length * ROW + bottom + 24, Math.min(440, 180 + width * 0.24)));
  const x = (/** @type {number} */ at) => left + 4 + ((width - left - right - 18) * at) / Math.max(1, steps);
  const y = (/** @type {number} */ value) => 14 + (height - bottom - 14) * (1 - (value - low) / (high - low));

  const grid = ticks
    .map((tick) => `<path class="grid${tick ? "" : " zero"}" d="M${left} ${y(tick)}H${width - right - 6}"/>` +
      `<text class="tick" x="${left - 8}" y="${y(tick) + 6}" text-anchor="end">${short(tick)}</text>`)
    .join("");
  // Of two marks that would touch, the later is left out; the table beside has it.
  let end = -Infinity;
  const apart = marks.filter(({ at, text, hazard: kind }) => {
    const half = Math.max(text.length * 5.8, kind ? 14 : 0);
    if (x(at) - half < end + 2) return false;
    end = x(at) + half;
    return true;
  });
  const below = apart
    .map(({ at, text, hazard: kind }) => `<text class="tick" x="${x(at)}" y="${height - bottom + 26}" text-anchor="middle">${escaped(text)}</text>` +
      (kind ? `<g transform="translate(${x(at) - 14} ${height - bottom + 32})" class="end">${hazard(kind, { size: 28 })}</g>` : ""))
    .join("");
  const courses = lines.map((line) => {
    const path = line.values.map((value, at) => `${at ? "L" : "M"}${round(x(at))} ${round(y(value))}`).join("");
    return `<path class="casing" d="${path}"/><path class="course-line" d="${path}" stroke="${player(line.colour).colour}" stroke-dasharray="${DASHES[line.colour % 8]}"/>`;
  });
  return `<svg class="chart${dense ? " dense" : ""}" role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}">${grid}${below}${courses.join("")}${beads(lines, x, y)}${ends(lines, x(steps), width, height - bottom, y, size, written)}</svg>`;
}

/**
 * A letter on each line, where it is farthest from the others.
 * @param {Line[]} lines
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function beads(lines, x, y) {
  return lines
    .map((line) => {
      let best = -1;
      let spot = 0;
      for (let at = 1; at < line.values.length - 1; at++) {
        const others = lines.filter((other) => other !== line).map((other) => Math.abs(y(other.values[at]) - y(line.values[at])));
        const room = Math.min(60, ...others) - Math.abs(at - line.values.length / 2) / line.values.length;
        if (room > best) [best, spot] = [room, at];
      }
      if (!spot || best < 17) return "";
      return disc(line, round(x(spot)), round(y(line.values[spot])));
    })
    .join("");
}

/** @param {Line} line @param {number} x @param {number} y */
const disc = (line, x, y) =>
  `<circle class="bead" cx="${x}" cy="${y}" r="11" stroke="${player(line.colour).colour}"/><text class="on-bead" x="${x}" y="${y + 5.6}" text-anchor="middle">${escaped(line.letter)}</text>`;

/**
 * The labels at the right end, moved apart so that none lies on another.
 * @param {Line[]} lines
 * @param {number} x
 * @param {number} width
 * @param {number} floor
 * @param {(value: number) => number} y
 * @param {Size} size
 * @param {(value: number) => string} written
 */
function ends(lines, x, width, floor, y, size, written) {
  const labels = lines.map((line) => ({ line, at: y(line.values.at(-1) ?? 0), to: 0 })).sort((a, b) => a.at - b.at);
  labels.forEach((one, i) => (one.to = Math.max(one.at, i ? labels[i - 1].to + ROW : 12)));
  for (let i = labels.length - 1; i >= 0; i--) {
    labels[i].to = Math.min(labels[i].to, i === labels.length - 1 ? floor : labels[i + 1].to - ROW);
  }
  return labels
    .map(({ line, at, to }) => {
      return `<path class="lead" d="M${round(x + 3)} ${round(at)}L${round(x + 14)} ${round(to)}"/>` +
        `<rect class="course-swatch" x="${round(x + 15)}" y="${round(to - 8)}" width="16" height="16" rx="3" fill="${player(line.colour).pattern}"/>` +
        `<text class="name" x="${round(x + 36)}" y="${round(to + 6)}" font-size="${LETTER}">${escaped(labelled(line, size, written))}</text>`;
    })
    .join("");
}

/**
 * What stands at the end of a line: the letter, and where there is room the figure and the name. The table has the figures, too.
 * @param {Line} line
 * @param {Size} size
 * @param {(value: number) => string} written
 */
function labelled({ letter, name, values }, size, written) {
  if (size === "narrow") return letter;
  const shown = name.length > 14 ? `${name.slice(0, 13)}…` : name;
  return `${letter}${size === "wide" ? ` ${shown}` : ""} ${written(values.at(-1) ?? 0)}`;
}

/**
 * Round numbers for an axis.
 * @param {number} least
 * @param {number} most
 * @param {number} count
 * @returns {[number, number, number[]]}
 */
function scale(least, most, count) {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  return [low, high, Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)];
}

/** @param {string} text user input, escaped for markup */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {number} value thousands with a k, so that an axis stays narrow */
const short = (value) => (Math.abs(value) >= 1000 ? `${value / 1000}k` : String(value)).replace("-", "−");

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
