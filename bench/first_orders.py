"""Measure the time until the board takes orders on a slow machine, compared with a page of one row.

    python bench/first_orders.py [--slower N] [--rounds N]

A headless browser, with the processor slowed down N times as on a cheap phone, loads both pages in turn from
a site in a temporary folder. It prints medians.
"""

import argparse
import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.speed.server import free_port, make_tables, serving
from bench.speed.site import ROW
from bench.speed.world import UNITS, Maker

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
ALIVE = "() => performance.getEntriesByName('board:alive')[0]?.startTime"
LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd || undefined"


def main() -> None:
    """Measure and print."""
    options = asked()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        make_tables(folder)
        with serving(folder, port), closing(Maker(port)) as maker, sync_playwright() as playwright:
            duel = maker.ordered(maker.endless(seed=1), UNITS)
            browser = playwright.chromium.launch(executable_path=found_browser(), args=["--no-sandbox"])
            paths = (f"{ROW}/{duel.token}", LOADED), (duel.path, ALIVE), (duel.path, ALIVE)
            address, cookie = f"http://127.0.0.1:{port}", maker.cookie("anna")
            rounds = []
            for _ in range(options.rounds):
                with closing(visitor(browser, address, cookie)) as context:
                    rounds.append([loaded(context, *path, options.slower) for path in paths])
            browser.close()
    row, first, again = (median(times) for times in zip(*rounds, strict=True))
    print(f"a page of one row: {row:.0f} ms")
    for name, time in (("at the first visit", first), ("with scripts and pictures at hand", again)):
        print(f"the board takes orders, {name}: {time:.0f} ms, {time / row:.1f} times that")


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--rounds", type=int, default=9, help="how often each page is loaded")
    return parser.parse_args()


def found_browser() -> str:
    """Return the path of a browser; raises LookupError when there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise LookupError("no Chromium found")
    return found


def visitor(browser: Browser, address: str, cookie: str) -> BrowserContext:
    """Return a browser context with these cookies and an empty cache."""
    context = browser.new_context(base_url=address)
    pairs = (part.partition("=") for part in cookie.split("; "))
    context.add_cookies([{"name": name, "value": value, "url": address} for name, _, value in pairs])
    return context


def loaded(context: BrowserContext, path: str, mark: str, slower: float) -> float:
    """Load a page; return the milliseconds until the browser has set a mark."""
    with closing(context.new_page()) as page:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(path, wait_until="commit")
        milliseconds: float = page.wait_for_function(mark).json_value()
    return milliseconds


if __name__ == "__main__":
    main()
