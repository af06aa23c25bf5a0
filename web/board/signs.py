"""The shapes of units and the emblems of powers: one drawing for pages, stills, thumbnails and lists."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import NamedTuple

from flask import Flask

from adjudicator import Kind, Power

BODIES: Mapping[Kind, str] = {
    Kind.ARMY: (
        "m-12.91-7.53l27.32-6.12l.75-1.4l5.05-1.05l1.97 7.88l-5.05 1.05l-1.4-.96l-11.98 4.11"
        "a10.1 9.45 0 1 1 -8.61 15.58l-10.66 3.32h-5.43l-1.87-4.38l14.22-7.35q.19-1.58 .94-2.98"
        "l-3.74 .88q-2.24 .35-3.74-1.58a3.37 3.15 0 1 1 .56-5.95z"
    ),
    Kind.FLEET: (
        "m-22.45 2.98q4.68 2.62 11.23 2.62h23.39q5.99 0 10.29-4.02q-.56 8.05-7.86 13.12h-27.32"
        "q-7.86-3.5-9.73-11.72zm13.47-15.75q10.85 2.62 21.7 0q5.61 7.88 .75 15.57q-11.6-2.27-21.89 0"
        "q4.49-7.7-.56-15.57zm-3.55 1.93v13.47l-8.42-1.93q2.81-6.83 8.42-11.55zm13.28-.53v-3.85h2.25"
        "v3.85z"
    ),
}
"""A field gun and a ship, from the middle of the unit: paths of SVG that begin with a step."""
EMBLEMS: Mapping[Power, str] = {
    Power("AUSTRIA"): "M-6-2h12v4h-12Z",
    Power("ENGLAND"): "M-1.7-6.2h3.4v4.5h4.5v3.4h-4.5v4.5h-3.4v-4.5h-4.5v-3.4h4.5Z",
    Power("FRANCE"): (
        "M0-6.6C2.2-4.2 2.6-2 1.5.6H3C3.2-1.6 6.4-2 6.2.6 6 2.4 3.4 2.6 2.6 1.9H1.4L2.4 5.8H-2.4L-1.4 1.9"
        "H-2.6C-3.4 2.6-6 2.4-6.2.6-6.4-2-3.2-1.6-3 .6H-1.5C-2.6-2-2.2-4.2 0-6.6Z"
    ),
    Power("GERMANY"): "M-2.6-6h5.2L1.3-1.3 6-2.6v5.2L1.3 1.3 2.6 6h-5.2L-1.3 1.3-6 2.6v-5.2l4.7 1.3Z",
    Power("ITALY"): "M0-6.2 1.6-1.8 6.3-1.6 2.6 1.2 3.9 5.7 0 3.1-3.9 5.7-2.6 1.2-6.3-1.6-1.6-1.8Z",
    Power(
        "RUSSIA"
    ): "M-5.6-3.8l1.8-1.8L0-1.8 3.8-5.6l1.8 1.8L1.8 0 5.6 3.8 3.8 5.6 0 1.8-3.8 5.6-5.6 3.8-1.8 0Z",
    Power("TURKEY"): (
        "M2.6-5.6A6.2 6.2 0 1 0 2.6 5.6A4.9 4.9 0 1 1 2.6-5.6ZM3.2-2.2 4-.6 5.8-.4 4.5.8 4.8 2.6 3.2 1.7 "
        "1.6 2.6 1.9.8.6-.4 2.4-.6Z"
    ),
}
"""Bar, cross, lily, cross pattée, star, saltire and crescent, around their middle; 13 high."""
SPIKES, OUTER, INNER = 14, (37, 29), (30, 22)
"""How many spikes surround a dislodged unit, and the radius of their tips and of the gaps between them."""


def _burst() -> str:
    """A closed ring of spikes around the middle, as a path."""
    corners = []
    for step in range(2 * SPIKES):
        wide, high = INNER if step % 2 else OUTER
        turn = step * pi / SPIKES
        corners.append(f"{wide * cos(turn):.1f} {high * sin(turn):.1f}")
    return f"M{'L'.join(corners)}Z"


BURST = _burst()
"""A ring of spikes around a unit that is dislodged."""
SHIELD = "M-9-10H9V1C9 6 4 9 0 10.6-4 9-9 6-9 1Z"
"""The shape of the shields that carry emblems in lists."""


def init_app(app: Flask) -> None:
    """Let templates draw units and shields."""
    app.jinja_env.globals |= {"BODIES": BODIES, "EMBLEMS": EMBLEMS, "SHIELD": SHIELD, "BURST": BURST}


class Spot(NamedTuple):
    """A place on a unit, from its middle."""

    x: float
    y: float


EMBLEM_AT: Mapping[Kind, Spot] = {Kind.ARMY: Spot(2.4, 5.1), Kind.FLEET: Spot(3.9, -4.5)}
"""On the wheel of the gun, on the sail of the ship."""
COIN_AT: Mapping[Kind, Spot] = {Kind.ARMY: Spot(-17, -10.5), Kind.FLEET: Spot(17, -10.5)}
"""Where a hired unit carries its coin."""
