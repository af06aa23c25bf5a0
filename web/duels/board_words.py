"""The words of the board while orders are given on it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator import Location, PhaseKind, standard
from adjudicator.notation import place_name, standing_in, to_place
from web.frame.translation import gettext, language


def board_words(kind: PhaseKind) -> Mapping[str, Any]:
    """List the board's sentences in a kind of phase; the scripts put a form of a place into their braces."""
    return {
        "order": gettext("Press Enter to give it an order."),
        "chosen": _chosen(kind),
        "idle": _idle(kind),
        "undone": gettext("Taken back."),
        "aimSupport": gettext("Tap the destination to support, or the unit itself to let it hold."),
        "aimConvoy": gettext("Tap the destination of the army."),
        "go": gettext("Go %(to_place)s", to_place="{to}"),
        "help": gettext("Support it…"),
        "otherHelp": gettext("Support another move of it…"),
        "support": gettext("Support the unit %(in_place)s", in_place="{in}"),
        "supportLetter": gettext("S"),
        "convoy": gettext("Convoy the army %(in_place)s", in_place="{in}"),
        "convoyLetter": gettext("C"),
        "storing": gettext("Storing…"),
        "offline": gettext("Not stored: no connection. It is tried again by itself."),
        "places": _places(language()),
    }


@cache
def _places(written_in: str) -> Mapping[str, Mapping[str, str]]:
    """Name every province: alone, after a verb of going, after a unit that stands there."""
    return {
        code: {
            "name": place_name(Location(code), written_in),
            "to": to_place(Location(code), written_in),
            "in": standing_in(Location(code), written_in),
        }
        for code in standard().spaces
    }


def _chosen(kind: PhaseKind) -> str:
    """Say the next step once a unit is chosen."""
    if kind is PhaseKind.RETREATS:
        return gettext("%(unit)s: tap where it retreats to.", unit="{name}")
    return gettext("%(unit)s: tap where it goes, or a unit with a mark to help it.", unit="{name}")


def _idle(kind: PhaseKind) -> str:
    """Say the first step."""
    if kind is PhaseKind.MOVEMENT:
        return gettext("Tap a unit of yours, then where it goes. Without an order it holds.")
    if kind is PhaseKind.RETREATS:
        return gettext("Tap a dislodged unit of yours, then where it retreats to.")
    return gettext("Tap a home centre to build there, or a unit to remove it, as far as that is due.")
