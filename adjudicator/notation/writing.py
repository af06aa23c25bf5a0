"""Writing orders, places and powers in a language; `read` is the inverse of `write`."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from adjudicator.errors import DiplomacyError
from adjudicator.notation.errors import ReadingError
from adjudicator.notation.vocabulary import language_of
from adjudicator.orders import Build, Disband, Move, Order, Retreat, Support
from adjudicator.results import Reason
from adjudicator.units import Kind, Location, Power, Province, Unit, province_of


def power_name(power: Power, language: str, *, definite: bool = False) -> str:
    """A power's name, with its article if the language has one: `l’Autriche`."""
    names = language_of(language).powers[power]
    return str(names.get("definite", names["name"]) if definite else names["name"])


def province_name(province: Province, language: str, *, definite: bool = False) -> str:
    """A space's name, with its article if the language has one: `la mer du Nord`.

    An unknown code is returned as it is.
    """
    said = language_of(language)
    name = said.places.get(province, (province,))[0]
    return said.definite.get(province, name) if definite else name


def names_of_province(province: Province, language: str) -> Sequence[str]:
    """All words for a space in a language: its codes, then its names."""
    said = language_of(language)
    codes = dict.fromkeys((said.codes.get(province, province), province))
    return (*codes, *said.places.get(province, ()))


def province_code(province: Province, language: str) -> str:
    """The code of a space on a board in this language; `read` knows it too."""
    return language_of(language).codes.get(province, province)


def place_name(location: Location, language: str, *, definite: bool = False) -> str:
    """The name of a space and of its coast: `Spain (north coast)`."""
    name = province_name(province_of(location), language, definite=definite)
    coast = location.partition("/")[2]
    return f"{name} ({language_of(language).coasts[coast][0]})" if coast else name


def to_place(location: Location, language: str) -> str:
    """A space after "to", with its article: `to the North Sea`, `vers la mer du Nord`."""
    return _joined(place_name(location, language, definite=True), language_of(language).to)


def in_place(location: Location, language: str) -> str:
    """A space after "in", with its article: `in the North Sea`, `en mer du Nord`, `à Munich`."""
    return _joined(place_name(location, language, definite=True), language_of(language).inside)


def standing_in(location: Location, language: str) -> str:
    """A space after its unit: the unit `in the North Sea`, l’unité `de la mer du Nord`."""
    return _joined(place_name(location, language, definite=True), language_of(language).standing)


def _joined(name: str, beginnings: Mapping[str, str]) -> str:
    """Replace the beginning of a name, by the longest match in a table."""
    beginning = max(filter(name.startswith, beginnings), key=len)
    return beginnings[beginning] + name.removeprefix(beginning)


def kind_name(kind: Kind, language: str) -> str:
    """A kind of unit in full: `fleet`."""
    return language_of(language).forms[kind.name.lower()]


def unit_in_words(unit: Unit, language: str) -> str:
    """A unit as read aloud, its kind in full: `fleet, North Sea`."""
    named = {"kind": kind_name(unit.kind, language), "place": place_name(unit.location, language)}
    return language_of(language).forms["unit"].format_map(named)


def unit_name(unit: Unit, language: str) -> str:
    """A unit with the name of its place: `F North Sea`."""
    return f"{unit.kind.value} {place_name(unit.location, language)}"


def unit_in_full(unit: Unit, language: str) -> str:
    """A unit in lists for readers who do not know A and F: `Fleet North Sea`."""
    return f"{kind_name(unit.kind, language).capitalize()} {place_name(unit.location, language)}"


def unit_there(unit: Unit, language: str) -> str:
    """A unit within a sentence: `the fleet in the North Sea`."""
    form = language_of(language).forms[f"{unit.kind.name.lower()}_there"]
    return form.format(standing=standing_in(unit.location, language))


def write_code(order: Order) -> str:
    """The canonical form, the same in every language: `A PAR - BUR`."""
    return str(order)


def write(order: Order, language: str, *, winter: bool = False, in_full: bool = False) -> str:
    """The order in the natural words of the language: `A Paris - Burgundy`.

    winter: whether the phase is one of adjustments, where disbanding is a removal. in_full: with the kinds of
    units in words, `Army Paris - Burgundy`, `Build an army in Paris`.
    """
    return _form(order, language, winter, in_full).format_map(_parts(order, language, in_full))


def write_action(order: Order, language: str, *, winter: bool = False, in_full: bool = False) -> str:
    """The order without its unit: `supports A Paris - Burgundy`."""
    form = _form(order, language, winter, in_full)
    return form.removeprefix("{unit}").lstrip().format_map(_parts(order, language, in_full))


def _parts(order: Order, language: str, in_full: bool) -> dict[str, str]:  # noqa: FBT001  # an argument of `write`
    """The parts of an order in words, by their names in `forms`."""
    name = unit_in_full if in_full else unit_name
    values = {field.name: getattr(order, field.name) for field in fields(order)}
    parts = {
        key: name(value, language) if isinstance(value, Unit) else _place_of(value, language)
        for key, value in values.items()
    }
    if isinstance(order, Retreat):
        parts["toward"] = to_place(order.to, language)
    if in_full and isinstance(order, Build | Disband):
        parts |= {
            "inside": in_place(order.unit.location, language),
            "there": unit_there(order.unit, language),
        }
    return parts


def _place_of(value: object, language: str) -> str:
    return place_name(Location(value), language) if isinstance(value, str) else ""


def _form(order: Order, language: str, winter: bool, in_full: bool) -> str:  # noqa: FBT001  # an argument of `write`
    """The format string of the language for this kind of order."""
    return language_of(language).forms[_kind_of_form(order, winter, in_full)]


def _kind_of_form(order: Order, winter: bool, in_full: bool) -> str:  # noqa: FBT001  # an argument of `write`
    match order:
        case Move(trade=True):
            return "move_by_trade"
        case Move(via=True):
            return "move_by_convoy"
        case Support(to=None):
            return "support_to_hold"
        case Disband() if winter:
            return "remove_in_full" if in_full else "remove"
        case Build() if in_full:
            return f"build_{order.unit.kind.name.lower()}"
    return type(order).__name__.lower()


def explain(error: DiplomacyError, language: str) -> str:
    """Say why a text was not read and what to do about it; for other errors return the message."""
    said = language_of(language)
    if not isinstance(error, ReadingError):
        return error.message
    meanings = [province_name(province, language, definite=True) for province in error.meanings]
    return said.faults[error.fault].format(
        word=error.word,
        meanings=_listed(meanings, said.forms["or"]),
        actions=said.actions[error.asked],
        words=said.words_of[error.asked],
    )


def reason_in_words(reason: Reason, language: str, *, in_full: bool = False) -> str:
    """Say why an order failed: `repoussée par A Munich`; in_full: `par l’armée de Munich`."""
    said = language_of(language)
    name = unit_there if in_full else unit_name
    units = _listed([name(unit, language) for unit in reason.units], said.forms["and"])
    place = place_name(Location(reason.place), language, definite=True) if reason.place else ""
    return said.reasons[reason.cause].format(units=units, place=place, **_first_unit(reason, language))


def _first_unit(reason: Reason, language: str) -> dict[str, str]:
    """The kind and the place of the first unit of a reason."""
    if not reason.units:
        return {"kind": "", "inside": ""}
    unit = reason.units[0]
    return {"kind": kind_name(unit.kind, language), "inside": in_place(unit.location, language)}


def reason_in_codes(reason: Reason) -> str:
    """Say why an order failed, in English with codes: `bounced with A MUN`."""
    units = ", ".join(map(str, reason.units))
    return language_of("en").reasons[reason.cause].format(units=units, place=reason.place)


def _listed(items: Sequence[str], conjunction: str) -> str:
    """Items as people list them: `A, B or C`."""
    *others, last = items or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last
