"""The colours of still pictures are those of the style sheets, mixed as browsers mix them."""

import re

import pytest

from tests.quality.project import ROOT
from web.board.palette import LETTERS, POWERS, mixed, palette

NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PAIR = re.compile(r"light-dark\((.*)\)")
MIX = re.compile(r"color-mix\(in oklab, (.+) (\d+)%, (.+)\)")
BLACK = re.compile(r"rgb\(0 0 0 / (\d+)%\)")


def rules():
    """Return the declarations of the sheets by selector and property."""
    found = {}
    for sheet in sorted((ROOT / "static" / "css").glob("*.css")):
        for selectors, body in RULE.findall(NOTE.sub("", sheet.read_text("utf-8"))):
            told = [line.split(":", 1) for line in body.split(";") if ":" in line]
            for selector in re.split(r",\s*(?![^(]*\))", selectors):
                for name, value in told:
                    found.setdefault((selector.strip(), name.strip()), value.strip())
    return found


RULES = rules()


def parts(text):
    """Cut at the comma that no bracket holds."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            return text[:at].strip(), text[at + 1 :].strip()
    raise AssertionError(text)


def colour(value, dark, own=None):
    """Return what a value of a sheet comes to in a theme; own: that of `var(--own)`."""
    if value == "var(--own)":
        return own
    if value.startswith("var("):
        name = value[4:-1].split(",")[0]
        return colour(RULES[":root", name] if (":root", name) in RULES else RULES[".board", name], dark, own)
    if pair := PAIR.fullmatch(value):
        return colour(parts(pair[1])[dark], dark, own)
    if mix := MIX.fullmatch(value):
        return mixed(colour(mix[1], dark, own), int(mix[2]) / 100, colour(mix[3], dark, own))
    return "#" + "".join(digit * 2 for digit in value[1:]) if len(value) == 4 else value


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def dark(request):
    return request.param


@pytest.mark.parametrize(
    ("name", "selector", "what"),
    [
        ("sea", ".board .sea-frame", "background"),
        ("sea", ".board .space.sea", "fill"),
        ("water_edge", ".board .space.sea", "stroke"),
        ("water_edge", ".board .strait", "stroke"),
        ("land", ".board .space", "fill"),
        ("border", ".board .space", "stroke"),
        ("closed", ".board .closed", "fill"),
        ("coast", ".board .coastline", "stroke"),
        ("ink", ".board .codes text", "fill"),
        ("sea_ink", ".board .codes .at-sea", "fill"),
        ("edge", ".board .centre", "stroke"),
        ("edge", ".board .piece .body", "stroke"),
        ("casing", ".board .piece .chief", "stroke"),
        ("casing", ".board .arrow .casing", "stroke"),
        ("casing", ".board .arrow .tip", "stroke"),
        ("dislodged", ".board .piece.dislodged .body", "stroke"),
        ("cross", ".board .arrow .cross", "stroke"),
    ],
)
def test_each_colour_is_that_of_the_sheet(name, selector, what, dark):
    assert palette(dark=dark).base[name] == colour(RULES[selector, what], dark)


def test_a_centre_of_nobody_is_white_in_the_light_and_black_in_the_dark(dark):
    assert RULES[".board .centre", "fill"] == "var(--own, var(--board-casing))"
    assert palette(dark=dark).base["casing"] == colour("var(--board-casing)", dark)


@pytest.mark.parametrize("power", POWERS)
def test_powers_have_the_colours_of_the_sheet_and_letters_that_are_read_on_them(power, dark):
    assert RULES[f".board .of-{power.lower()}", "--own"] == f"var(--power-{power.lower()})"
    assert palette(dark=dark).own[power] == colour(f"var(--power-{power.lower()})", dark)
    assert palette(dark=dark).letter[power] == colour(f"var(--on-{power.lower()})", dark)


@pytest.mark.parametrize("power", LETTERS)
def test_lands_and_arrows_are_mixed_as_the_sheet_says(power, dark):
    paint = palette(dark=dark)
    tint = RULES['.board .space[class*=" of-"]', "fill"]
    assert paint.tint[power] == colour(tint, dark, paint.own[power])
    for part, what in ((".line", "stroke"), (".tip", "fill")):
        assert paint.arrow[power] == colour(RULES[f".board .arrow {part}", what], dark, paint.own[power])


def test_the_stripes_of_anarchy_are_as_dark_as_in_the_sheet(dark):
    value = PAIR.fullmatch(RULES[".board .hatching", "fill"])[1]
    assert palette(dark=dark).hatch == int(BLACK.fullmatch(parts(value)[dark])[1]) / 100


@pytest.mark.parametrize(
    ("one", "share", "other", "result"),
    [
        ("#ff0000", 0.5, "#0000ff", "#8c53a2"),
        ("#ffffff", 0.5, "#000000", "#636363"),
        ("#123456", 1, "#abcdef", "#123456"),
        ("#123456", 0, "#abcdef", "#abcdef"),
    ],
)
def test_colours_mix_as_in_a_browser(one, share, other, result):
    assert mixed(one, share, other) == result


def test_lines_are_as_thick_and_as_broken_as_in_the_sheet():
    drawing = (ROOT / "templates" / "board" / "still.svg").read_text("utf-8")
    parts = ("space", "strait", "coastline", "centre", "piece", "arrow")
    told = {
        (selector, name, value)
        for (selector, name), value in RULES.items()
        if selector.startswith(tuple(f".board .{part}" for part in parts))
        and not re.search(r"hover|focus|mine|entering", selector)
        and name in {"stroke-width", "stroke-dasharray", "opacity"}
    }
    assert len(told) > 15
    assert [line for line in told if not re.search(rf"[\" ]{re.escape(line[2])}[\" ,]", drawing)] == []
