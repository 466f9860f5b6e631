"""The browser's own voice: what it is given to say, and what becomes of what it cannot say."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, at_the_table, hears
from tests.web.playing import ASKED

SPEAKING = """() => {
  window.aloud = [];
  const voices = ["en-GB", "en-US", "fr-FR"].map((lang) => ({ lang, name: `Voice ${lang}`, voiceURI: lang }));
  speechSynthesis.getVoices = () => voices;
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  speechSynthesis.speak = (utterance) => {
    window.aloud.push(utterance);
    if (window.mute !== "untouched") utterance.onerror?.({ error: window.mute ?? "interrupted" });
  };
  speechSynthesis.cancel = () => window.aloud.push({ text: "(hushed)" });
}"""
"""A browser with voices, whose words are kept; or one that cannot speak, for this reason."""


UNTOUCHED = "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
"""A browser that says nothing, not even why, before somebody touches the page."""


def told(page: Page, text: str) -> Any:
    """What the browser was given to say of this."""
    find = "(text) => window.aloud.find((said) => said.text.includes(text))"
    page.wait_for_function(find, arg=text)
    return page.evaluate(find, text)


ALOUD = {
    "en": (
        "Sound, words",
        "Let the browser read aloud",
        "Speed",
        "Voice",
        "en-US",
        "m",
        "Your chest: 0",
        "Say first under which name you play.",
    ),
    "fr": (
        "Sons, mots",
        "Le navigateur lit à haute voix",
        "Vitesse",
        "Voix",
        "fr-FR",
        "m",
        "Votre coffre",
        "Dites d’abord sous quel nom vous jouez.",
    ),
}


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ALOUD)
def test_the_browser_reads_aloud_instead_of_the_regions(serving: Serving, visit: Visits, language: str) -> None:
    settings, on, speed, which, voice, key, answer, no_name = ALOUD[language]
    page = at_the_table(serving, visit, language)
    page.context.add_init_script(f"({SPEAKING})()")
    page.evaluate(SPEAKING)
    page.locator(".choices").focus()
    page.keyboard.press(key)
    hears(page, answer)
    assert page.evaluate("window.aloud") == []
    page.locator("#menu-open").click()
    page.get_by_role("button", name=settings).click()
    page.get_by_label(on).check()
    page.get_by_label(speed).select_option("1.6")
    page.get_by_label(which, exact=True).select_option(voice)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    for load in (False, True):
        if load:
            page.reload()
            page.locator(ASKED).wait_for()
            page.evaluate(KEPT)
        page.locator(".choices").focus()
        page.evaluate("window.kept = []")
        page.keyboard.press(key)
        said = told(page, answer)
        assert (said["lang"], said["rate"], said["voice"]["lang"]) == (language, 1.6, voice)
        assert page.evaluate("window.kept") == []
    page.goto(f"{serving.address}/daily")
    page.locator("#name").fill("")
    page.locator("#play button").first.click()
    told(page, no_name)


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("why", ["not-allowed", "synthesis-failed", "untouched"])
def test_what_the_browser_cannot_say_goes_to_the_regions(serving: Serving, visit: Visits, why: str) -> None:
    """Many a system has no voice, and a page that was loaded again may not speak before somebody touches it."""
    page = at_the_table(serving, visit)
    page.evaluate("localStorage.setItem('tacora.prefer.aloud', 'true')")
    page.context.add_init_script(f"({SPEAKING})(); window.mute = '{why}'")
    if why == "untouched":
        page.context.add_init_script(UNTOUCHED)
    page.context.add_init_script(f"addEventListener('DOMContentLoaded', {KEPT})")
    page.reload()
    page.locator(ASKED).wait_for()
    hears(page, "Expedition 1 of 2")
    page.locator(".choices").focus()
    page.keyboard.press("m")
    hears(page, "Your chest: 0")


@pytest.mark.sample(1)
@pytest.mark.parametrize("has_voices", [True, False])
def test_the_settings_say_where_there_is_no_voice(serving: Serving, visit: Visits, has_voices: bool) -> None:
    page = at_the_table(serving, visit)
    page.evaluate(SPEAKING if has_voices else "speechSynthesis.getVoices = () => []")
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    expect(page.get_by_label("Let the browser read aloud")).to_be_visible()
    expect(page.get_by_text("This browser has no voice for this language.")).to_be_visible(visible=not has_voices)
