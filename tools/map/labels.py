"""The size of text on the drawing, and room for the code of each space in all languages."""

from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

from adjudicator.board import Space, Terrain
from adjudicator.notation import LANGUAGES, province_code

FONTS = Path(__file__).parents[2] / "static" / "fonts"
FONT_SIZE, SPACING = 19.6, 0.02
"""The font size of codes in units of the drawing, and the letter spacing relative to it."""
CAPITAL, ACCENTED = 16, 20
"""The height of a line of capitals, without and with accents."""


def label_size(space: Space) -> tuple[int, int]:
    """Return the width and height that the code of a space needs in any language."""
    at_sea = space.terrain is Terrain.SEA
    codes = {province_code(space.province, language) for language in LANGUAGES}
    wide = max(width(code, FONT_SIZE, at_sea=at_sea) + SPACING * FONT_SIZE * len(code) for code in codes)
    return 2 * round(wide / 2 + 1), CAPITAL if all(code.isascii() for code in codes) else ACCENTED


def width(words: str, size: float, *, at_sea: bool) -> float:
    """Return the width of a text at a font size, by the fonts of still pictures."""
    font = _font("inter-500-italic" if at_sea else "inter-600-normal")
    names, advances = font.getBestCmap(), font["hmtx"]
    missing = names[ord("n")]
    wide = sum(advances[names.get(ord(letter), missing)][0] for letter in words)
    return float(wide) / font["head"].unitsPerEm * size


@cache
def _font(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.ttf")
