"""How eight players look to those who see colours otherwise: `make screenshots` writes docs/pictures/web/vision.png.

Chromium simulates each kind of sight. Every player keeps a pattern and a letter, whatever becomes of the colour.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright
from tests.browser import BROWSERS
from tests.server.serving import Serving

from tacora.server.live.limits import UNLIMITED

KINDS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
TARGET = Path(__file__).parent / "web" / "vision.png"


def main() -> None:
    """A row of swatches for each kind of sight."""
    program = next(found for name in BROWSERS if (found := shutil.which(name)))
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(Path(folder) / "tables.db", UNLIMITED) as serving,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
        page = context.new_page()
        table = serving.open(rules={"seats": 8})
        page.goto(f"{serving.address}/t/{table.table}", wait_until="networkidle")
        swatches = page.locator("table-seats fieldset").first
        session = context.new_cdp_session(page)
        rows = []
        for kind in KINDS:
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            rows.append(Image.open(io.BytesIO(swatches.screenshot())).convert("RGB"))
        browser.close()
    width, height = rows[0].size
    whole = Image.new("RGB", (width + 220, height * len(rows)), "white")
    draw = ImageDraw.Draw(whole)
    for at, (kind, row) in enumerate(zip(KINDS, rows, strict=True)):
        whole.paste(row, (220, at * height))
        draw.text((16, at * height + height // 2 - 10), "as drawn" if kind == "none" else kind, "black", _font())
    whole.quantize(128).save(TARGET, optimize=True)


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(20)


if __name__ == "__main__":
    main()
