"""Checks for every page: accessibility, and whether it is wider than the screen."""

from functools import cache
from pathlib import Path

import axe_playwright_python
import pytest

in_both_languages = pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.soak)])
"""Run an accessibility test in English, and in French with the soak tests.

Only words differ in French, and test_french.py checks that they fit.
Only colours differ in the dark, and all pages share them: `make test` checks boards and style sheets.
"""
WHOLE: list[str] = []
WIDTH = None
"""Check only whether the page is wider than the screen."""
# Rules that depend on looks alone: all others already ran on the same page.
SEEN = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]
# French words need more or less room; no width has colours of its own.
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

UNSTYLED = """() => {
  const shapes = document.querySelectorAll("svg :is(path, rect, circle, polygon)");
  return Array.from(shapes).filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const { fill, visibility } = getComputedStyle(one);
    return Math.min(width, height) > 40 && visibility === "visible" && fill === "rgb(0, 0, 0)"
      && !one.closest("[fill], [stroke], defs, clipPath, pattern");
  }).map((one) => one.cloneNode(false).outerHTML.slice(0, 80)).slice(0, 12).join(" | ");
}"""


@cache
def axe():
    """Return the source of axe, the accessibility checker."""
    return Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")


def barriers(page):
    """List the accessibility problems of the open page, in all looks; its scripts must run."""
    looks = LOOKS[page.locator("html").get_attribute("lang")]
    return [f"{page.url} {look[:2]}: {barrier}" for look in looks for barrier in barriers_in(page, *look)]


def barriers_in(page, scheme, width, rules, within="html"):
    """List the accessibility problems in one look, within a part of the page."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    if rules is WIDTH:
        return too_wide(page, width)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    return [*page.evaluate(RUN, [rules, within]), *too_wide(page, width), *unstyled(page)]


def unstyled(page):
    """List large shapes that are black because the page lacks their style sheet."""
    black = page.evaluate(UNSTYLED)
    return [f"without a style: {black}"] if black else []


def too_wide(page, width):
    """List what sticks out if the page scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [f"the page is {wide} wide: {page.evaluate(STICKING_OUT)}"] if wide > width else []
