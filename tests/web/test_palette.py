"""Colour-blind people can tell powers and players apart, and the text on their colours is readable."""

import re
from itertools import combinations

import pytest

from tests.builders import POWERS
from tests.quality.project import ROOT

SHEET = (ROOT / "static/css/tokens.css").read_text("utf-8")
COLOUR = re.compile(r"--(power|on)-((?!first|second)\w+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;")
PLAYERS = re.compile(
    r"--((?:side|rim|on|line)-(?:first|second)|panel|paper): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;"
)
LEAST_APART = 0.08
"""In Oklab, where 0.02 is just visible: four times that, for marks a few millimetres in size."""
FAR_APART = 0.16
"""Between the two players, who are on every page: twice as much as between two powers."""
LEAST_CONTRAST = 4.5
PLAIN = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
EYES = {
    "common": PLAIN,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def colours(look):
    """Return the colours of a theme by (kind, power)."""
    found = COLOUR.findall(SHEET)
    return {
        (kind, power.upper()): (dark or light) if look == "dark" else light
        for kind, power, light, dark in found
    }


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(colour):
    """Return the light of a colour: red, green, blue, each from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour, eye):
    """Return a colour in Oklab for a kind of colour vision."""
    light = [min(1, max(0, part)) for part in times(EYES[eye], linear(colour))]
    return times(TO_OKLAB, [cone ** (1 / 3) for cone in times(TO_CONES, light)])


def apart(one, other, eye):
    pairs = zip(seen(one, eye), seen(other, eye), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def contrast(one, other):
    lights = sorted(
        sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(each), strict=True))
        for each in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_all_seven_powers_have_a_colour_and_one_for_their_letter(look):
    assert set(colours(look)) == {(kind, power) for kind in ("power", "on") for power in POWERS}


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("eye", EYES)
def test_no_two_powers_look_alike(look, eye):
    powers = {power: colour for (kind, power), colour in colours(look).items() if kind == "power"}
    distances = {pair: apart(*(powers[power] for power in pair), eye) for pair in combinations(POWERS, 2)}
    assert {pair: far for pair, far in distances.items() if far < LEAST_APART} == {}


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("power", POWERS)
def test_the_letter_on_each_colour_can_be_read(look, power):
    found = colours(look)
    assert contrast(found["power", power], found["on", power]) >= LEAST_CONTRAST


def players(look):
    """Return the colours of the players, and of their backgrounds, by name."""
    return {
        name: (dark or light) if look == "dark" else light for name, light, dark in PLAYERS.findall(SHEET)
    }


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("part", ["side", "rim"])
def test_the_two_players_never_look_alike(look, eye, part):
    found = players(look)
    assert apart(found[f"{part}-first"], found[f"{part}-second"], eye) >= FAR_APART


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("player", ["first", "second"])
def test_text_on_a_player_s_colour_is_readable(look, player):
    found = players(look)
    assert contrast(found[f"side-{player}"], found[f"on-{player}"]) >= LEAST_CONTRAST


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("line", ["side-first", "line-second"])
@pytest.mark.parametrize("ground", ["panel", "paper"])
def test_the_lines_of_players_are_read_on_pages(look, line, ground):
    found = players(look)
    assert contrast(found[line], found[ground]) >= LEAST_CONTRAST
