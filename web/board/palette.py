"""The colours of the board, light and dark: those of static/css/tokens.css and board.css as literal ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

TINT = (0.5, 0.36)
"""How much of its owner's colour a land has."""
BASE: Mapping[str, tuple[str, str]] = {
    "sea": ("#dbe8ec", "#16262f"),
    "land": ("#f4ecd8", "#3a3f3c"),
    "closed": ("#cfc8ba", "#2a2d2c"),
    "border": ("#7d7358", "#050708"),
    "coast": ("#4d4a3c", "#7d8a86"),
    "ink": ("#0b0e10", "#ffffff"),
    "sea_ink": ("#2f5769", "#a9cbd8"),
    "casing": ("#ffffff", "#0d1214"),
    "edge": ("#14181b", "#05080a"),
    "nobody": ("#14181b", "#c4ccd0"),
    "lawless": ("#14181b", "#f2f4f2"),
    "water_edge": ("#6f9db0", "#46687a"),
    "dislodged": ("#b3151b", "#ff8079"),
    "cross": ("#c01820", "#ff6b63"),
}
HATCH = (0.16, 0.38)
"""How dark the black stripes of anarchy are."""
POWERS: Mapping[str, tuple[str, str]] = {
    "AUSTRIA": ("#d55e00", "#d55e00"),
    "ENGLAND": ("#0072b2", "#0072b2"),
    "FRANCE": ("#56b4e9", "#56b4e9"),
    "GERMANY": ("#3d4246", "#c0c7ca"),
    "ITALY": ("#009e73", "#009e73"),
    "RUSSIA": ("#d283b0", "#d283b0"),
    "TURKEY": ("#f0e442", "#f0e442"),
}
LETTERS: Mapping[str, tuple[str, str]] = {
    "AUSTRIA": ("#14181b", "#14181b"),
    "ENGLAND": ("#ffffff", "#ffffff"),
    "FRANCE": ("#14181b", "#14181b"),
    "GERMANY": ("#ffffff", "#14181b"),
    "ITALY": ("#14181b", "#14181b"),
    "RUSSIA": ("#14181b", "#14181b"),
    "TURKEY": ("#14181b", "#14181b"),
}
ARROWS = ((0.68, "#000000"), (0.72, "#ffffff"))
"""How much of a power's colour its arrows have, and what else."""

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Björn Ottosson's matrices, as CSS Color 4 gives them: linear sRGB to cones, cones to oklab, and back.
TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
FROM_LAB: Matrix = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
FROM_CONES: Matrix = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
CURVE_START = 0.04045
LINE_END = 0.0031308


@dataclass(frozen=True)
class Palette:
    """All colours of one theme by name; of powers: their own, of letters on it, of arrows, of lands."""

    base: Mapping[str, str]
    hatch: float
    own: Mapping[str, str]
    letter: Mapping[str, str]
    arrow: Mapping[str, str]
    tint: Mapping[str, str]


@cache
def palette(*, dark: bool) -> Palette:
    """The colours of a theme, mixed."""
    base = {name: pair[dark] for name, pair in BASE.items()}
    own = {power: pair[dark] for power, pair in POWERS.items()}
    share, other = ARROWS[dark]
    return Palette(
        base,
        HATCH[dark],
        own,
        {power: pair[dark] for power, pair in LETTERS.items()},
        {power: mixed(colour, share, other) for power, colour in own.items()},
        {power: mixed(colour, TINT[dark], base["land"]) for power, colour in own.items()},
    )


def mixed(colour: str, share: float, other: str) -> str:
    """Some share of a colour, the rest another, as `color-mix(in oklab, ...)` mixes them."""
    pairs = zip(_lab(colour), _lab(other), strict=True)
    lightness, a, b = (one * share + two * (1 - share) for one, two in pairs)
    cones = _times(FROM_LAB, (lightness, a, b))
    linear = _times(FROM_CONES, (cones[0] ** 3, cones[1] ** 3, cones[2] ** 3))
    return "#" + "".join(f"{round(min(max(_curved(part), 0), 1) * 255):02x}" for part in linear)


def _lab(colour: str) -> Triple:
    red, green, blue = (_straight(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long, medium, short = _times(TO_CONES, (red, green, blue))
    return _times(TO_LAB, (long ** (1 / 3), medium ** (1 / 3), short ** (1 / 3)))


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(one * two for one, two in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _straight(part: float) -> float:
    """A part of sRGB as an amount of light."""
    return part / 12.92 if part <= CURVE_START else float(((part + 0.055) / 1.055) ** 2.4)


def _curved(light: float) -> float:
    """An amount of light as a part of sRGB."""
    return light * 12.92 if light <= LINE_END else float(1.055 * light ** (1 / 2.4) - 0.055)
