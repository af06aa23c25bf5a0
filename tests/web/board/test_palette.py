"""Still pictures have the colours of the style sheets, mixed as browsers mix them."""

import re

import pytest

from tests.quality.project import ROOT
from tests.web.test_palette import contrast
from web.board.still import HATCH, LETTERS, LOOKS, POWERS, mixed, palette

NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PAIR = re.compile(r"light-dark\((.*)\)")
MIX = re.compile(r"color-mix\(in oklab, (.+) (\d+)%, (.+)\)")
LEAST_CONTRAST_OF_TEXT = 4.5
"""Between letters and their background (WCAG 2.2, 1.4.3)."""
LEAST_CONTRAST = 3
"""Between anything else and what lies beside it (WCAG 2.2, 1.4.11)."""
STRIPES = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")


WATERS = ("sea", "far_water", "near_water")


def rules():
    """Return the declarations of the style sheets by selector and property."""
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
    """Split at commas outside brackets."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            return text[:at].strip(), text[at + 1 :].strip()
    raise AssertionError(text)


def colour(value, dark, own=None):
    """Return the colour of a style sheet's value in a theme; own: the value of `var(--own)`."""
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
        ("near_water", ".board .strait", "fill"),
        ("near_water", ".board .waterlines > :last-child", "stroke"),
        ("far_water", ".board .waterlines > :first-child", "stroke"),
        ("coast", ".board .neatline", "stroke"),
        ("land", ".board .space", "fill"),
        ("border", ".board .space", "stroke"),
        ("closed", ".board .closed", "fill"),
        ("coast", ".board .coastline", "stroke"),
        ("ink", ".board .codes text", "fill"),
        ("sea_ink", ".board .codes .at-sea", "fill"),
        ("edge", ".board .centre", "stroke"),
        ("edge", ".board .piece .body", "stroke"),
        ("nobody", '.board .centre:not([class*=" of-"])', "stroke"),
        ("lawless", ".board .piece.lawless .body", "stroke"),
        ("hollow", ".board .piece.lawless .body", "fill"),
        ("coin_edge", ".board .piece .coin", "stroke"),
        ("casing", ".board .arrow .casing", "stroke"),
        ("casing", ".board .arrow .tip", "stroke"),
        ("dislodged", ".board .piece.dislodged .body", "stroke"),
        ("cross", ".board .cross path + path", "stroke"),
    ],
)
def test_each_colour_matches_the_stylesheet(name, selector, what, dark):
    assert palette(dark=dark).base[name] == colour(RULES[selector, what], dark)


@pytest.mark.parametrize(("look", "name"), [(look, name) for look in LOOKS for name in LOOKS[look]])
def test_each_colour_of_another_theme_matches_the_stylesheet(look, name, dark):
    told = RULES[f':root[data-board="{look}"] .board', f"--board-{name.replace('_', '-')}"]
    assert palette(dark=dark, look=look).base[name] == colour(told, dark)


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


def test_the_stripes_of_anarchy_are_those_of_the_sheet(dark):
    value = PAIR.fullmatch(RULES[".board .hatching", "fill"])[1]
    *stripes, share = map(int, STRIPES.fullmatch(parts(value)[dark]).groups())
    assert (palette(dark=dark).base["stripes"], HATCH[dark]) == (
        "#" + "".join(f"{part:02x}" for part in stripes),
        share / 100,
    )


def test_the_board_keeps_its_colours_where_a_system_or_paper_has_others():
    assert RULES[".board .sea-frame > svg", "forced-color-adjust"] == "none"
    assert RULES[".board .sea-frame > svg", "print-color-adjust"] == "exact"


def hatched(ground, stripes, share):
    """Return a background under the stripes of anarchy."""
    pairs = [(int(ground[at : at + 2], 16), int(stripes[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(own * (1 - share) + over * share):02x}" for own, over in pairs)


@pytest.mark.parametrize("look", ["", *LOOKS])
def test_codes_are_read_on_every_land_also_under_stripes_and_at_sea(dark, look):
    paint = palette(dark=dark, look=look)
    lands = {"nobody": paint.base["land"], **paint.tint}
    grounds = lands | {
        f"{name}, hatched": hatched(land, paint.base["stripes"], HATCH[dark]) for name, land in lands.items()
    }
    ratios = {name: contrast(paint.base["ink"], ground) for name, ground in grounds.items()}
    ratios |= {name: contrast(paint.base["sea_ink"], paint.base[name]) for name in WATERS}
    assert len(ratios) == 19
    assert {name: ratio for name, ratio in ratios.items() if ratio < LEAST_CONTRAST_OF_TEXT} == {}


def test_the_halo_of_codes_takes_no_contrast_away(dark):
    paint = palette(dark=dark)
    halo = colour(RULES[".board .codes text", "stroke"], dark)
    assert halo == paint.base["casing"]
    for ink in ("ink", "sea_ink"):
        assert contrast(paint.base[ink], halo) >= LEAST_CONTRAST_OF_TEXT


def test_a_cross_stands_out_from_its_halo_and_so_from_every_line_and_land(dark):
    paint = palette(dark=dark)
    assert contrast(paint.base["cross"], paint.base["casing"]) >= 3


def test_no_two_kinds_of_orders_have_the_same_line_and_one_that_failed_keeps_its_own():
    """For people who see no colours, lines differ in dots, dashes and thickness."""
    kinds = ("", ":is(.support, .hold)", ".convoy", ".retreat")
    found = [
        tuple(
            RULES.get((f".board .arrow{kind} .line", name)) for name in ("stroke-dasharray", "stroke-width")
        )
        for kind in kinds
    ]
    assert len(set(found)) == len(kinds)
    assert found[0] == (None, "5")
    assert not [selector for selector, _ in RULES if ".failed" in selector and ".line" in selector]


def test_the_ring_of_the_focus_stands_out_from_every_ground_and_its_bands_from_each_other(dark):
    outer, inner = (colour(f"var(--board-ring-{band})", dark) for band in ("outer", "inner"))
    paint = palette(dark=dark)
    grounds = {name: paint.base[name] for name in ("sea", "land", "closed")} | dict(paint.tint)
    low = {name: contrast(outer, ground) for name, ground in (grounds | {"inner": inner}).items()}
    assert len(low) == 11
    assert {name: ratio for name, ratio in low.items() if ratio < LEAST_CONTRAST} == {}


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


LINES = {
    (".board .space.sea", "stroke-width"): 'stroke="{{ c.water_edge }}" stroke-width="VALUE"',
    (".board .space.sea", "stroke-dasharray"): 'stroke-dasharray="VALUE" stroke-linecap="round">',
    (
        ".board .strait",
        "stroke-width",
    ): 'stroke="{{ c.near_water }}" stroke-width="VALUE"><path d="{{ ground.strait }}"',
    (".board .waterlines > :first-child", "stroke-width"): 'stroke="{{ c.far_water }}" stroke-width="VALUE"',
    (".board .waterlines > :last-child", "stroke-width"): 'stroke="{{ c.near_water }}" stroke-width="VALUE"',
    (".board .neatline", "stroke-width"): 'height - 1.4 }}" stroke-width="VALUE"',
    (".board .neatline + .neatline", "stroke-width"): 'height - 8 }}" stroke-width="VALUE"',
    (".board .neatline + .neatline", "stroke-opacity"): 'stroke-opacity="VALUE"/></g>',
    (".board .centre", "stroke-width"): 'r="6.4" fill="{{ fill }}" stroke-width="VALUE"',
    (
        ".board .centre.home",
        "stroke-width",
    ): 'fill="{{ fill }}" stroke-width="VALUE" stroke-linejoin="round" d="M0-8',
    (".board .codes text", "stroke-width"): 'fill="{{ c.ink }}" stroke="{{ c.casing }}" stroke-width="VALUE"',
    (".board .codes text", "stroke-opacity"): 'stroke-opacity="VALUE" stroke-linejoin="round" paint-order',
    (".board .codes text", "paint-order"): 'paint-order="VALUE">',
    (".board .piece .rim", "stroke-width"): '{% else %}{{ c.casing }}{% endif %}" stroke-width="VALUE"',
    (".board .piece .body", "stroke-width"): "3.4 if unit.dislodged else VALUE)",
    (".board .piece.dislodged .body", "stroke-width"): "edge, VALUE if unit.dislodged else",
    (".board .piece .body", "paint-order"): '{{ drawn }} paint-order="VALUE"/>',
    (
        ".board .piece .coin",
        "stroke-width",
    ): 'stroke="{{ c.coin_edge }}" stroke-width="VALUE"/>{% endif %}',
    (".board .arrow .casing", "opacity"): '}}" opacity="VALUE"/>',
    (".board .arrow .casing", "stroke-width"): '{{ 6.4 if thin else VALUE }}" opacity=',
    (".board .arrow:is(.support, .hold, .convoy) .casing", "stroke-width"): "{{ VALUE if thin else 8.6 }}",
    (".board .arrow .line", "stroke-width"): 'd="{{ each.path }}" stroke="{{ own }}" stroke-width="VALUE"',
    (
        ".board .arrow.convoy .line",
        "stroke-width",
    ): 'stroke="{{ own }}" stroke-width="{{ VALUE if thin else 5',
    (".board .arrow.convoy .line", "stroke-dasharray"): '"convoy": "VALUE"',
    (".board .arrow.retreat .line", "stroke-dasharray"): '"retreat": "VALUE"',
    (
        ".board .arrow:is(.support, .hold) .line",
        "stroke-width",
    ): 'stroke="{{ own }}" stroke-width="{{ VALUE if thin',
    (".board .arrow:is(.support, .hold) .line", "stroke-dasharray"): '"support": "VALUE", "hold": "VALUE"',
    (".board .arrow .tip", "stroke-width"): 'fill="{{ own }}" stroke="{{ c.casing }}" stroke-width="VALUE"',
    (".board .arrow:is(.hold, .stay, .convoy, .build, .disband) .tip", "stroke-width"): (
        'd="{{ each.head }}" stroke="{{ own }}" stroke-width="VALUE"'
    ),
    (".board .cross path", "stroke-width"): 'd="{{ strokes }}" stroke="{{ c.casing }}" stroke-width="VALUE"',
    (".board .cross path + path", "stroke-width"): 'stroke="{{ c.cross }}" stroke-width="VALUE"',
}
"""Each kind of line in the style sheet, and its property in the drawing."""


BORDER, COAST = (".board .space", "stroke-width"), (".board .coastline", "stroke-width")


def test_borders_and_coasts_are_as_thick_as_in_the_sheet_also_in_high_contrast():
    strong = RULES[':root[data-board="contrast"] .board :is(.space:not(.sea), .coastline)', "stroke-width"]
    assert palette(dark=False).lines == (float(RULES[BORDER]), float(RULES[COAST]))
    assert set(palette(dark=False, look="contrast").lines) == {float(strong)}


def test_lines_are_as_thick_and_as_broken_as_in_the_sheet():
    drawing = (ROOT / "templates" / "board" / "still.svg").read_text("utf-8")
    parts = tuple(
        f".board .{part}"
        for part in (
            "space",
            "strait",
            "waterlines",
            "neatline",
            "coastline",
            "centre",
            "codes",
            "piece",
            "arrow",
            "cross",
        )
    )
    told = {
        (selector, name): value
        for (selector, name), value in RULES.items()
        if selector.startswith(parts)
        and not re.search(
            r"hover|focus|mine|entering|stale|leaving|idle|sides", selector
        )  # while entering orders
        and name in {"stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "paint-order"}
    }
    assert set(told) == {*LINES, BORDER, COAST}
    assert {
        line: told[line] for line in LINES if LINES[line].replace("VALUE", told[line]) not in drawing
    } == {}
