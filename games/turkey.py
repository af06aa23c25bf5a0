"""How Turkey plays by itself in Survivor Turkey, season by season (source 004, II)."""

from collections.abc import Mapping, Sequence

from adjudicator import Hold, Order, Phase, PhaseKind, Position, Season, Unit, parse
from games.terms import TURKEY

FIRST_SPRING = ("F ANK - CON", "A CON - BUL", "A SMY - ANK")
FIRST_AUTUMN = ("F CON S A BUL", "A BUL H", "A ANK H")
FIRST_WINTER = ("A SMY B",)
PARTNERS: Mapping[str, str] = {"F CON": "A BUL", "A BUL": "F CON", "A ANK": "A SMY", "A SMY": "A ANK"}
"""From the second year on, a unit supports its partner to hold, or holds if the partner is not there."""


def turkish_orders(phase: Phase, position: Position, first_year: int) -> Sequence[Order]:
    """Return the orders of Turkey in a phase; unlisted units hold.

    It never retreats, and builds once: an army in Smyrna, after the first autumn.
    """
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(phase, position, first=phase.year == first_year)
        case PhaseKind.ADJUSTMENTS if phase.year == first_year:
            return [parse(text) for text in FIRST_WINTER]
    return []


def _movement(phase: Phase, position: Position, *, first: bool) -> Sequence[Order]:
    units = position.units_of(TURKEY)
    if first:
        listed = map(parse, FIRST_SPRING if phase.season is Season.SPRING else FIRST_AUTUMN)
        return [order for order in listed if order.unit in units]
    return [_supporting(unit, units) for unit in units]


def _supporting(unit: Unit, units: Sequence[Unit]) -> Order:
    partner = PARTNERS.get(str(unit))
    there = partner is not None and Unit.parse(partner) in units
    return parse(f"{unit} S {partner}") if there else Hold(unit)
