"""Why a phase went as it did, in the language of the page."""

from collections.abc import Iterable, Mapping, Sequence

from adjudicator import Unit
from adjudicator.notation import reason_in_words
from intimate.causes import Setback, SetbackKind
from intimate.players import Player
from web.core.translation import gettext, language
from web.words.names import definite_name
from web.words.orders import place_label, unit_there
from web.words.rules import Ruled, rule_of_setback
from web.words.times import listed

MOST = 3
"""How many causes are named for one phase, the gravest ones."""


def causes_words(causes: Sequence[Setback], names: Mapping[Player, str]) -> Sequence[Ruled]:
    """Say in a sentence or two why a phase went as it did; nothing if neither player had a setback."""
    return [Ruled(_cause_words(cause, names), rule_of_setback(cause)) for cause in causes[:MOST]]


def _cause_words(cause: Setback, names: Mapping[Player, str]) -> str:
    if not (cause.unit or cause.place):
        return _of_credits(cause, names)
    sentence = _of_orders(cause, names)
    return sentence[:1].upper() + sentence[1:]


def _of_orders(cause: Setback, names: Mapping[Player, str]) -> str:
    unit = unit_there(cause.unit) if cause.unit else ""
    place, by = place_label(cause.place or ""), _units(cause.by)
    match cause.kind:
        case SetbackKind.LEFT_EMPTY:
            return gettext(
                "%(place)s, a home centre of %(player)s, was left empty; %(by)s walked in.",
                place=place,
                player=names[cause.player],
                by=by,
            )
        case SetbackKind.DISLODGED if cause.helpers:
            helpers = _units(cause.helpers)
            return gettext(
                "%(unit)s was dislodged by %(by)s with the support of %(helpers)s.",
                unit=unit,
                by=by,
                helpers=helpers,
            )
        case SetbackKind.DISLODGED:
            return gettext("%(unit)s was dislodged by %(by)s.", unit=unit, by=by)
        case SetbackKind.CUT:
            return gettext(
                "%(by)s attacked %(unit)s and cut its support for %(served)s, which failed without it.",
                unit=unit,
                by=by,
                served=unit_there(cause.served) if cause.served else "",
            )
        case SetbackKind.BOUNCED:
            return gettext("%(by)s kept %(unit)s out of %(place)s.", unit=unit, by=by, place=place)
        case _:
            why = reason_in_words(cause.reason, language(), in_full=True) if cause.reason else ""
            return gettext("%(unit)s left the board: %(why)s.", unit=unit, why=why)


def _of_credits(cause: Setback, names: Mapping[Player, str]) -> str:
    player, power = names[cause.player], definite_name(cause.power) if cause.power else ""
    said = {"player": player, "power": power, "bid": cause.bid, "enough": cause.enough}
    match cause.kind:
        case SetbackKind.BOTH_OVERBID:
            return gettext("Both were overbid and lost their whole reserves.")
        case SetbackKind.OVERBID:
            return gettext(
                "%(player)s was overbid and lost the whole reserve of %(bid)d, so %(other)s got all that "
                "they bid for.",
                player=player,
                other=names[cause.player.opponent],
                bid=cause.bid,
            )
        case SetbackKind.TIED:
            return gettext("Both bid %(bid)d for %(power)s, so neither commands it.", **said)
        case SetbackKind.OVERPAID:
            return gettext(
                "%(player)s bid %(bid)d for %(power)s; %(enough)d would have done.",
                **said,
            )
        case SetbackKind.MISSED:
            return gettext("%(player)s bid %(bid)d for %(power)s; %(enough)d would have won it.", **said)
        case _:
            return gettext("%(power)s, home power of %(player)s, could have built more.", **said)


def _units(units: Iterable[Unit]) -> str:
    return listed(unit_there(unit) for unit in units)
