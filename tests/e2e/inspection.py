"""What is looked for on every page: barriers, and a page that is wider than the screen."""

from functools import cache
from pathlib import Path

import axe_playwright_python

EVERY_LOOK = tuple((scheme, width) for width in (360, 1280) for scheme in ("light", "dark"))
# Colours and widths are those of the English page, so half the looks show what French words alter.
LOOKS = {"en": EVERY_LOOK, "fr": (("light", 360), ("dark", 1280))}
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`)"""


@cache
def axe():
    """Return the program that looks for barriers."""
    return Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")


def barriers(page):
    """List what is wrong on the page as it is open now, in every look."""
    page.evaluate(axe())
    looks = LOOKS[page.locator("html").get_attribute("lang")]
    return [f"{page.url} {look}: {barrier}" for look in looks for barrier in barriers_in(page, *look)]


def barriers_in(page, scheme, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    return [*page.evaluate(RUN), *too_wide(page, width)]


def too_wide(page, width):
    """Say what sticks out when the page itself scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [f"the page is {wide} wide"] if wide > width else []
