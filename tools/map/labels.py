"""How much room words take on the drawing: the code of each space, in whichever language it is drawn."""

from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

from adjudicator.board import Space, Terrain
from adjudicator.notation import LANGUAGES, province_code

FONTS = Path(__file__).parents[2] / "static" / "fonts"
FONT_SIZE, SPACING = 19.6, 0.02
"""The size of the letters of a code in units of the drawing, and the space between them by that size."""
CAPITAL, ACCENTED = 16, 20
"""The height of a line of capitals, and of those with an accent."""


def label_size(space: Space) -> tuple[int, int]:
    """The width and height that are enough for the code of a space in all languages."""
    at_sea = space.terrain is Terrain.SEA
    codes = {province_code(space.province, language) for language in LANGUAGES}
    wide = max(width(code, FONT_SIZE, at_sea=at_sea) + SPACING * FONT_SIZE * len(code) for code in codes)
    return 2 * round(wide / 2 + 1), CAPITAL if all(code.isascii() for code in codes) else ACCENTED


def width(words: str, size: float, *, at_sea: bool) -> float:
    """How wide words are in letters of a size, by the fonts of still pictures."""
    font = _font("inter-500-italic" if at_sea else "inter-600-normal")
    names, advances = font.getBestCmap(), font["hmtx"]
    missing = names[ord("n")]
    wide = sum(advances[names.get(ord(letter), missing)][0] for letter in words)
    return float(wide) / font["head"].unitsPerEm * size


@cache
def _font(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.ttf")
