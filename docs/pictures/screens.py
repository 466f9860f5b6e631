"""Play and shoot the pages that README.md shows: `make screenshots` writes docs/pictures/web/*.png.

A real server, real games dealt from fixed seeds, and a real Chromium. Names, cards and bots are the same each time;
what bots decide is their own affair, so that a later picture may differ in a number.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import BROWSERS, NO_LESSONS
from tests.server.serving import Serving
from tests.web.playing import ANSWER, OVER, dealt, decide, host_link, link, play_out, settled, sit, start

from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import UNLIMITED

FOLDER = Path(__file__).with_name("web")
LARGEST = 150_000
"""Bytes of a picture."""
CAVE = Rules(edition="tacora-2024", relics=True, seats=4)
CAVE_SEED = (2243).to_bytes(32, "big").hex()
"""The game of docs/pictures/terminal.py."""
TRAY = Rules(game="mister-diamond", seats=3, notes=True)
TRAY_SEED = (7).to_bytes(32, "big").hex()
SIZES = {"phone": (390, 844), "wide": (1280, 900)}
SCHEMES = ("light", "dark")

HOLD = """() => {
  const later = window.setTimeout;
  let held = false;
  window.setTimeout = (act, ms) => later(() => held || act(), ms);
  const cave = document.querySelector("cave-table");
  new MutationObserver(() => {
    if (!cave.matches(".disaster") || document.querySelector(".headline").textContent.length < 9) return;
    later(() => { held = true; window.setTimeout = later; }, 450);
  }).observe(cave, { attributes: true, attributeFilter: ["class"] });
}"""
"""Stop at the disaster, once its torch is out."""
SEEN = "() => (({ busy, className }) => !busy || className.includes('disaster'))(document.querySelector('cave-table'))"


class Camera:
    """Shoots a page in every size and scheme."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @contextmanager
    def visitor(self, address: str, size: str = "wide") -> Iterator[Page]:
        """Somebody with a browser of their own."""
        width, height = SIZES[size]
        context = self._browser.new_context(
            locale="en-GB",
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            service_workers="block",
            device_scale_factor=1.5 if size == "phone" else 1,
        )
        context.add_init_script(NO_LESSONS)
        page = context.new_page()
        page.goto(address, wait_until="networkidle")
        yield page
        context.close()

    def shoot(self, page: Page, name: str, sizes: tuple[str, ...] = ("phone", "wide")) -> None:
        """One picture for each size and scheme, small enough to be kept with the source."""
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(150)
                save(page.screenshot(), FOLDER / f"{name}-{size}-{scheme}.png")


def save(shot: bytes, target: Path) -> None:
    """Write a picture with as many colours as its size allows."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    for colours in (256, 128, 64):
        small = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        small.save(target, optimize=True)
        if target.stat().st_size < LARGEST:
            break
    print(f"{target.name}: {target.stat().st_size // 1000} kB")


def gather(serving: Serving, camera: Camera) -> None:
    """The start page, and a table before the game."""
    opened = dealt(serving, CAVE, CAVE_SEED, bots=("badger",))
    with (
        camera.visitor(serving.address) as stranger,
        camera.visitor(host_link(serving, opened)) as ana,
        camera.visitor(link(serving, opened.table)) as leo,
        camera.visitor(f"{link(serving, opened.table)}#screen") as screen,
    ):
        camera.shoot(stranger, "start")
        sit(ana, "Ana")
        sit(leo, "Léo")
        camera.shoot(ana, "table")
        camera.shoot(screen, "screen-before", ("wide",))


def cave(serving: Serving, camera: Camera) -> None:
    """The cave in mid-game, on a screen for all, a disaster, the podium, the replay."""
    opened = dealt(serving, CAVE, CAVE_SEED)
    with ExitStack() as visitors:
        people = []
        for at, name in enumerate(("Ana", "Léo", "Zoé", "Tom")):
            address = link(serving, opened.table) if at else host_link(serving, opened)
            people.append(visitors.enter_context(camera.visitor(address)))
            sit(people[-1], name)
        screen = visitors.enter_context(camera.visitor(f"{link(serving, opened.table)}#screen"))
        ana, *others = people
        start(ana)
        for actions in ("CCCC", "CCCC", "CCCC", "CCCC", "CLCC"):
            for page, action in zip(people, actions, strict=True):
                decide(page, action)
            ana.wait_for_function("() => !document.querySelector('.choice[aria-pressed=true]')")
        for page in (ana, screen):
            settled(page)
        decide(others[1], "C")
        camera.shoot(ana, "cave")
        camera.shoot(screen, "screen", ("wide",))
        ana.evaluate(HOLD)
        while not ana.locator("cave-table.disaster").count():
            for page in people:
                page.evaluate(ANSWER, "C")
            ana.wait_for_timeout(300)  # The step has come, and its story begins.
            ana.wait_for_function(SEEN)
        ana.wait_for_timeout(800)
        camera.shoot(ana, "disaster")
        ana.reload(wait_until="networkidle")
        nerves = {page: Random(at) for at, page in enumerate(people)}
        play_out(*people, choose=lambda page: "L" if nerves[page].random() < 0.22 else "C")
        ana.locator(".chart-holder svg").first.wait_for()
        camera.shoot(ana, "podium")
        ana.goto(f"{serving.address}/g/{opened.table}/1#step=5", wait_until="networkidle")
        settled(ana)
        camera.shoot(ana, "replay")


def tray(serving: Serving, camera: Camera) -> None:
    """Mister Diamond, after a dozen turns."""
    opened = dealt(serving, TRAY, TRAY_SEED, bots=("elephant", "elephant"), manners=TimeControl(thinking=False))
    with camera.visitor(host_link(serving, opened)) as ana:
        sit(ana, "Ana")
        start(ana)
        ana.locator("tray-table[data-mine]").wait_for()
        for place in (9, 16, 24, 31, 12, 38, 27):
            ana.locator("tray-table[data-mine]").wait_for()
            while ana.locator("tray-table[data-mine][data-card=theft]").count():
                ana.locator(".tray-thefts button").first.click()
                ana.wait_for_timeout(200)
            heard = ana.locator("#history-list li").count()
            ana.evaluate(
                """(place) => (document.querySelector(`.stone[data-place="${place}"]:not([data-state="empty"])`)
                    ?? document.querySelector('.stone:not([data-state="empty"])')).click()""",
                place,
            )
            ana.wait_for_function(f"() => document.querySelectorAll('#history-list li').length > {heard}")
            if ana.locator(OVER).is_visible():
                break
        ana.locator("tray-table[data-mine][data-card=ring]").wait_for()
        ana.wait_for_timeout(2000)
        camera.shoot(ana, "mister-diamond")


def main() -> None:
    """Every picture."""
    FOLDER.mkdir(exist_ok=True)
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    timeouts = Timeouts(moment=(0.01, 0.03), count=0.05)
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(Path(folder) / "tables.db", UNLIMITED, timeouts) as serving,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        camera = Camera(browser)
        for part in (gather, cave, tray):
            part(serving, camera)
        browser.close()


if __name__ == "__main__":
    main()
