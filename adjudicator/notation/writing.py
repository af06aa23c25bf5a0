"""Writing orders, places and powers in a language; `read` is the inverse of `write`."""

from functools import singledispatch

from adjudicator.notation.languages import language_of
from adjudicator.orders import Move, Order, Support
from adjudicator.units import Location, Power, Province, Unit, province_of


def power_name(power: Power, language: str, *, definite: bool = False) -> str:
    """A power's name, with its article where the language has one: `l’Autriche`."""
    names = language_of(language).powers[power]
    return str(names.get("definite", names["name"]) if definite else names["name"])


def province_name(province: Province, language: str, *, definite: bool = False) -> str:
    """A space's name, with its article where the language has one: `la mer du Nord`.

    A code that is not on the map is its own name.
    """
    said = language_of(language)
    name = said.places.get(province, (province,))[0]
    return said.definite.get(province, name) if definite else name


def place_name(location: Location, language: str, *, definite: bool = False) -> str:
    """The name of a space and of its coast: `Spain (north coast)`."""
    name = province_name(province_of(location), language, definite=definite)
    coast = location.partition("/")[2]
    return f"{name} ({language_of(language).coasts[coast][0]})" if coast else name


def unit_name(unit: Unit, language: str) -> str:
    """A unit with the name of where it stands: `F North Sea`."""
    return f"{unit.kind.value} {place_name(unit.location, language)}"


def write_code(order: Order) -> str:
    """The canonical form, the same in every language: `A PAR - BUR`."""
    return str(order)


def write(order: Order, language: str) -> str:
    """The order in the natural words of the language: `A Paris - Burgundy`."""
    said = {name: _said(value, language) for name, value in order._asdict().items()}
    return language_of(language).forms[_form(order)].format_map(said)


def _form(order: Order) -> str:
    match order:
        case Move(via=True):
            return "move_by_convoy"
        case Support(to=None):
            return "support_to_hold"
    return type(order).__name__.lower()


@singledispatch
def _said(value: object, language: str) -> str:
    """A part of an order in words."""
    return place_name(Location(value), language) if isinstance(value, str) else ""


@_said.register
def _(value: Unit, language: str) -> str:
    return unit_name(value, language)
