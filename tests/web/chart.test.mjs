// The chart of a game: what stands below its axis. Run: node --test tests/web/
import assert from "node:assert/strict";
import { test } from "node:test";
import { chart } from "../../src/tacora/web/static/after/chart.js";

const WIDTHS = [240, 320, 640, 1280];

/** @param {number[]} places @param {number} width */
function below(places, width) {
  const values = Array.from({ length: 41 }, (_, at) => at % 7);
  const marks = places.map((at, i) => ({ at, text: String(i + 1) }));
  const drawn = chart({ lines: [{ name: "Ana", letter: "A", colour: 0, values }], marks, label: "chances" }, width);
  return [...drawn.matchAll(/<text class="tick" x="([\d.]+)"[^>]*text-anchor="middle">(\d+)</g)].map(([, x, text]) => ({ x: Number(x), text }));
}

test("no two marks touch, and the first is always there", () => {
  for (const width of WIDTHS) {
    const shown = below([0, 1, 2, 9, 10, 30], width);
    assert.equal(shown[0].text, "1");
    shown.slice(1).forEach(({ x }, at) => assert.ok(x - shown[at].x >= 13.6, `${width}: ${x - shown[at].x}`));
  }
});

test("where there is room, all of them are there", () => {
  for (const width of WIDTHS) assert.deepEqual(below([0, 8, 16, 24, 32], width).map(({ text }) => text), ["1", "2", "3", "4", "5"]);
});
