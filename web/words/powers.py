"""The powers in the reader's language."""

from collections.abc import Iterable, Mapping
from functools import cache

from flask_babel import lazy_gettext as _l

from adjudicator import Power, notation
from web.frame.translation import language
from web.words.collation import collation_key

NAMES: Mapping[str, str] = {
    "AUSTRIA": _l("Austria"),
    "ENGLAND": _l("England"),
    "FRANCE": _l("France"),
    "GERMANY": _l("Germany"),
    "ITALY": _l("Italy"),
    "RUSSIA": _l("Russia"),
    "TURKEY": _l("Turkey"),
}


def power_name(power: str) -> str:
    """The name of a power."""
    return _name(power, language())


def definite_name(power: Power) -> str:
    """The name of a power with its article, where the language has one: la France."""
    return notation.power_name(power, language(), definite=True)


def by_name(powers: Iterable[Power], first: Power | None = None) -> list[Power]:
    """Sort powers by their names in the language of the page; one may be put first."""
    return sorted(powers, key=lambda power: (power != first, collation_key(power_name(power))))


@cache
def _name(power: str, _: str) -> str:
    return str(NAMES[power])
