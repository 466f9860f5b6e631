"""How soon a page can be used in a real Chromium, and how much comes over the wire on the first visit."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from machine import machine

sys.path.insert(0, str(Path(__file__).parents[1]))  # The server that the tests start.

ROUNDS = 9
PAGES = {"start page": ("/", ".hero-scene svg"), "table": ("/t/{table}", "form.sit button")}


def main() -> None:
    """Print a line for each page."""
    try:
        from playwright.sync_api import Browser, sync_playwright
    except ModuleNotFoundError:
        print("Pages: not measured, Playwright is not installed (make test installs it)")
        return
    from tests.browser import BROWSERS
    from tests.server.serving import Serving

    from tacora.server.live.limits import UNLIMITED

    def visit(browser: Browser, address: str, ready: str) -> tuple[float, float, int]:
        """Milliseconds until it can be used, bytes, and requests of a first visit."""
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        network = context.new_cdp_session(page)
        sizes: list[float] = []
        network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        network.send("Network.enable")
        page.goto(address, wait_until="commit")
        page.locator(ready).first.wait_for()
        took: float = page.evaluate("performance.now()")
        page.wait_for_load_state("networkidle")
        context.close()
        return took, sum(sizes), len(sizes)

    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        print("Pages: not measured, there is no Chromium")
        return
    print(machine())
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(Path(folder) / "tables.db", UNLIMITED) as serving,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        table = serving.open().table
        for name, (path, ready) in PAGES.items():
            visits = [visit(browser, serving.address + path.format(table=table), ready) for _ in range(ROUNDS)]
            times, sizes, counts = zip(*visits, strict=True)
            print(
                f"{name:<12} can be used after {statistics.median(times):4.0f} ms (best {min(times):.0f}, "
                f"worst {max(times):.0f} of {ROUNDS} visits), {max(sizes) / 1000:.0f} kB in {max(counts)} requests"
            )
        browser.close()


if __name__ == "__main__":
    main()
