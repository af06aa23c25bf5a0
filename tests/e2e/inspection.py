"""What is looked for on every page: barriers, and a page that is wider than the screen."""

from functools import cache
from pathlib import Path

import axe_playwright_python
import pytest

in_both_languages = pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.soak)])
"""Mark a test of barriers: words alone differ, and test_french.py looks whether they have the room.

In the dark colours differ, which all pages take from one sheet: `make test` looks at boards and sheets.
"""
WHOLE: list[str] = []
WIDTH = None
"""Whether the page is wider than the screen, and nothing else."""
# What only looks can alter: on the page that was gone through whole, all else is as it was.
SEEN = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]
# French alters words, and how much room they take; no width has colours of its own, and the rest is alike.
ROOM = ["target-size", "scrollable-region-focusable"]
DARK = ("dark", 1280, SEEN)
LOOKS = {
    "en": (("light", 360, WHOLE),),
    "fr": (DARK, ("dark", 360, ROOM), ("light", 1280, WIDTH)),
}
RUN = """async ([rules, within]) => {
  const all = {rules: {"target-size": {enabled: true}}}; // WCAG 2.2, 2.5.8
  const only = rules.length ? {runOnly: {type: "rule", values: rules}} : all;
  const {violations} = await axe.run(document.querySelector(within), {resultTypes: ["violations"], ...only});
  const places = (found) => found.nodes.map((node) => node.html.slice(0, 120)).join(" | ");
  return violations.map((found) => `${found.id}: ${places(found)}`);
}"""

STICKING_OUT = """() => Array.from(document.querySelectorAll("body *")).filter((one) => {
  const { right, width } = one.getBoundingClientRect();
  return width && right > innerWidth;
}).map((one) => one.cloneNode(false).outerHTML.slice(0, 80)).slice(0, 12).join(" | ")"""


@cache
def axe():
    """Return the program that looks for barriers."""
    return Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")


def barriers(page):
    """List what is wrong on the page as it is open now, in every look; scripts must run in it."""
    looks = LOOKS[page.locator("html").get_attribute("lang")]
    return [f"{page.url} {look[:2]}: {barrier}" for look in looks for barrier in barriers_in(page, *look)]


def barriers_in(page, scheme, width, rules, within="html"):
    """List what is wrong in one look, within a part of the page."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    if rules is WIDTH:
        return too_wide(page, width)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    return [*page.evaluate(RUN, [rules, within]), *too_wide(page, width)]


def too_wide(page, width):
    """Say what sticks out when the page itself scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [f"the page is {wide} wide: {page.evaluate(STICKING_OUT)}"] if wide > width else []
