"""The sounds as a browser makes them: how loud to an ear, how long, and how different."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits

pytestmark = pytest.mark.modules
EVERY_NAME = """async (root) => {
  const { NAMES } = await import(`${root}/speech/tones.js`);
  return [...NAMES, ...Array.from({ length: 8 }, (_, colour) => `player-${colour}`)];
}"""
PLAYED = """() => {
  window.played = 0;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.played += 1; return start.apply(this, when); };
  }
}"""
"""Counts the tones that are played from now on."""
MEASURE = """async (root) => {
  const { NAMES, sound, length } = await import(`${root}/speech/tones.js`);
  const { one } = await import(`${root}/speech/sounds.js`);
  const names = [...NAMES, ...Array.from({ length: 8 }, (_, colour) => `player-${colour}`)];
  const rate = 32000, frame = 1600, bands = Array.from({ length: 17 }, (_, n) => 60 * 2 ** (n / 2));
  const cosine = Float64Array.from({ length: frame }, (_, n) => Math.cos((2 * Math.PI * n) / frame));
  const measured = {};
  for (const name of names) {
    const audio = new OfflineAudioContext(1, rate * 0.8, rate);
    for (const tone of sound(name)) one(audio, tone, tone.at, 1);
    const samples = (await audio.startRendering()).getChannelData(0);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    let last = samples.length - 1;
    while (last > 0 && Math.abs(samples[last]) < peak / 100) last -= 1;
    // Each twentieth of a second: the energy in each half octave, and in all, weighted as an ear does (curve A).
    let loudest = 0;
    const picture = [];
    for (let at = 0; at < 12; at += 1) {
      const part = samples.slice(at * frame, (at + 1) * frame);
      const energy = Array(bands.length - 1).fill(0);
      let heard = 0;
      for (let k = 1; k < frame / 2; k += 1) {
        let [real, imaginary] = [0, 0];
        for (let n = 0; n < frame; n += 1) {
          const turned = (k * n) % frame;
          real += part[n] * cosine[turned];
          imaginary += part[n] * cosine[(turned + (3 * frame) / 4) % frame]; // Its sine.
        }
        const pitch = (k * rate) / frame;
        const all = (2 * (real * real + imaginary * imaginary)) / (frame * frame);
        const band = bands.findIndex((from, b) => pitch >= from && pitch < bands[b + 1]);
        if (band >= 0 && band < energy.length) energy[band] += (all * frame * frame) / 2;
        const square = pitch * pitch;
        const weight = (1.2589 * 12194 ** 2 * square * square) / ((square + 20.6 ** 2) * (square + 12194 ** 2)
          * Math.sqrt((square + 107.7 ** 2) * (square + 737.9 ** 2)));
        heard += all * weight * weight;
      }
      loudest = Math.max(loudest, heard);
      picture.push(...energy.map((value) => Math.log10(1e-3 + value)));
    }
    const seconds = (last + 1) / rate;
    measured[name] = { peak, loudest: 10 * Math.log10(loudest), seconds, planned: length(sound(name)), picture };
  }
  return measured;
}"""
"""Renders every sound at full volume, without a loudspeaker."""


def measure(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE, root_of(page))
    return found


def root_of(page: Page) -> str:
    """The address of the scripts."""
    root: str = page.evaluate("document.querySelector('script[type=module]').src.replace(/\\/pages\\/.*/, '')")
    return root


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sound_can_be_learnt_by_keyboard(serving: Serving, visit: Visits, language: str) -> None:
    page = visit(f"{serving.address}/sounds", language)
    page.evaluate(PLAYED)
    learnt: list[str] = []
    meanings: list[str] = []
    for button in page.locator("[data-sound]").all():
        before = page.evaluate("window.played")
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("(before) => window.played > before", arg=before)
        learnt.append(button.get_attribute("data-sound") or "")
        described = button.get_attribute("aria-describedby")
        meanings.append(page.locator(f"[id='{described}']").inner_text())
    assert sorted(learnt) == sorted([*page.evaluate(EVERY_NAME, root_of(page)), "course"])
    assert len(set(meanings)) == len(meanings), "each has a meaning of its own"
    assert all(meaning.endswith(".") and meaning.count(".") == 1 for meaning in meanings), "one sentence"


def test_sounds_are_turned_on_where_they_are_learnt(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    page.get_by_role("link", name="Learn the sounds").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn the sounds")
    page.get_by_label("Play sounds").check()
    page.reload()
    expect(page.get_by_label("Play sounds")).to_be_checked()


@pytest.mark.long
def test_sounds_are_loud_enough_short_and_different(serving: Serving, visit: Visits) -> None:
    sounds = measure(visit(f"{serving.address}/"))
    assert len(sounds) == 30
    for name, sound in sounds.items():
        assert sound["peak"] < 1, f"{name} is clipped"
        assert sound["seconds"] <= 0.65, name
        assert abs(sound["seconds"] - sound["planned"]) < 0.2, name  # They fade.
    levels = {name: sound["loudest"] for name, sound in sounds.items()}
    assert max(levels.values()) - min(levels.values()) < 9, f"in decibels: {levels}"
    closest = min(
        (math.dist(sounds[one]["picture"], sounds[other]["picture"]), one, other)
        for one, other in itertools.combinations(sounds, 2)
    )
    assert closest[0] > 3, f"too much alike: {closest}"
