"""Units, places and orders in the language of the page."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from flask_babel import lazy_gettext as _l

from adjudicator import Flag, Location, Order, Outcome, Province, Unit, Unreadable, notation
from adjudicator.notation import (
    place_name,
    province_code,
    reason_in_words,
    unit_in_words,
    unit_name,
    write,
    write_action,
)
from web.core.i18n import code_language
from web.core.translation import gettext, language

DESTROYED = frozenset({Flag.DISLODGED, Flag.DISBAND})
WORDS: Mapping[Flag, str] = {
    Flag.BOUNCE: _l("bounced"),
    Flag.NO_CONVOY: _l("no convoy"),
    Flag.CUT: _l("cut"),
    Flag.VOID: _l("void"),
    Flag.DISLODGED: _l("dislodged"),
    Flag.DISBAND: _l("disbanded"),
    Flag.DISRUPTED: _l("disrupted"),
    Flag.DEFAULT: _l("by default"),
}


def outcome_words(flags: Collection[Flag]) -> str:
    """Write an outcome by its flags."""
    if is_destroyed(flags):
        rest = [str(WORDS[flag]) for flag in flags if flag not in DESTROYED]
        return ", ".join([*rest, gettext("destroyed")])
    return ", ".join(str(WORDS[flag]) for flag in flags) or gettext("succeeded")


def is_destroyed(flags: Collection[Flag]) -> bool:
    """Tell whether a unit was dislodged and could not retreat."""
    return DESTROYED.issubset(flags)


def reasons_in_words(outcome: Outcome, *, in_full: bool = False, is_led: bool = True) -> list[str]:
    """Say why an order failed, and why a unit is gone. `is_led` is false for a unit in anarchy."""
    said = [reason_in_words(reason, language(), in_full=in_full) for reason in outcome.reasons]
    if not is_destroyed(outcome.flags):
        return said
    lost = (
        gettext("destroyed: it had nowhere to retreat")
        if is_led
        else gettext("destroyed: in anarchy no unit retreats")
    )
    return [*said, lost]


def unit_label(unit: Unit) -> str:
    """A unit where it stands: A Paris."""
    return _unit(unit, language())


@lru_cache(maxsize=2048)
def _unit(unit: Unit, written_in: str) -> str:
    return unit_name(unit, written_in)


def unit_aloud(unit: Unit) -> str:
    """A unit for screen readers, in which "A Brest" would sound like "à Brest": army, Brest."""
    return _unit_aloud(unit, language())


@lru_cache(maxsize=2048)
def _unit_aloud(unit: Unit, written_in: str) -> str:
    return unit_in_words(unit, written_in)


def unit_in_full(unit: Unit) -> str:
    """A unit in lists, for people who do not know A and F: Army Paris."""
    return _unit_in_full(unit, language())


@lru_cache(maxsize=2048)
def _unit_in_full(unit: Unit, written_in: str) -> str:
    return notation.unit_in_full(unit, written_in)


def unit_there(unit: Unit) -> str:
    """A unit within a sentence: the army in Paris."""
    return notation.unit_there(unit, language())


def kind_and_place(unit: Unit) -> tuple[str, str]:
    """A unit in lists, in two parts: its kind, which a sign shows too, and its place."""
    whole, place = unit_in_full(unit), place_label(unit.location)
    return whole.removesuffix(place), place


def place_label(location: str) -> str:
    """A province or one of its coasts; nothing for none."""
    return _place(Location(location), language()) if location else ""


@lru_cache(maxsize=512)
def _place(location: Location, written_in: str) -> str:
    return place_name(location, written_in)


def place_code(province: Province) -> str:
    """The code of a province on the viewer's board."""
    return province_code(province, code_language())


def order_words(order: Order | Unreadable, *, winter: bool = False, in_full: bool = False) -> str:
    """An order in the viewer's language; unreadable text as it was written.

    `winter` is true for adjustments; `in_full`: without the letters of units.
    """
    return order.text if isinstance(order, Unreadable) else _order(order, language(), winter, in_full)


@lru_cache(maxsize=16384)
def _order(order: Order, written_in: str, winter: bool, in_full: bool) -> str:  # noqa: FBT001  # as `write`
    return write(order, written_in, winter=winter, in_full=in_full)


def action_words(order: Order | Unreadable, *, winter: bool = False, in_full: bool = False) -> str:
    """An order without the name of its unit; otherwise as `order_words`."""
    return order.text if isinstance(order, Unreadable) else _action(order, language(), winter, in_full)


@lru_cache(maxsize=16384)
def _action(order: Order, written_in: str, winter: bool, in_full: bool) -> str:  # noqa: FBT001  # as `write`
    return write_action(order, written_in, winter=winter, in_full=in_full)
