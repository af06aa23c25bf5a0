"""The texts of scripts, on the board and while something is entered; values replace the braces."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator import Kind, Location, PhaseKind, standard
from adjudicator.notation import place_name, standing_in, to_place
from web.core.translation import gettext, language, pgettext


def board_words(kind: PhaseKind) -> Mapping[str, Any]:
    """List the board's texts for a kind of phase; scripts replace their braces by a form of a place."""
    return {
        **_steps(kind),
        **_answers(),
        "does": _deeds(kind),
        "letters": _letters(),
        "undone": gettext("Taken back."),
        "places": _places(language()),
    }


def _steps(kind: PhaseKind) -> Mapping[str, str]:
    """Say at each step what the next tap means, or why the last one meant nothing."""
    return {
        "chosen": _chosen(kind),
        "chosenAlone": _chosen(kind, alone=True),
        "idle": _idle(kind),
        "idleBuild": gettext("Choose a home centre to build there."),
        "idleRemove": gettext("Choose a unit to remove it."),
        "aimSupport": gettext("Choose the destination to support, or the unit itself to let it hold."),
        "aimConvoy": gettext("Choose the destination of the army."),
        "aimOrGo": gettext(
            "Support the unit %(in_place)s: choose where it goes, or the unit itself if it stays.",
            in_place="{in}",
        ),
        "aimOrTake": gettext(
            "Choose the unit %(in_place)s again to support its order, or choose another destination for it.",
            in_place="{in}",
        ),
        "pickSupport": gettext("Choose the unit to support."),
        "pickConvoy": gettext("Choose the army to convoy."),
        "noHelp": gettext("%(unit)s can support nobody that way.", unit="{name}"),
        "unreachable": gettext("%(unit)s cannot go %(to_place)s.", unit="{name}", to_place="{to}"),
        "unsupportable": gettext(
            "You cannot support the unit %(in_place)s %(to_place)s.", in_place="{in}", to_place="{to}"
        ),
        "armyStays": gettext(
            "The army %(in_place)s has no order to go %(to_place)s yet.", in_place="{in}", to_place="{to}"
        ),
        "inPlaceOf": gettext("%(order)s, in place of: %(before)s", order="{now}", before="{before}"),
        "unordered": gettext(
            "The unit %(in_place)s has no order yet. Judge again to let it hold.", in_place="{in}"
        ),
        "stays": gettext(
            "Your unit %(in_place)s stays, and another of yours is to go there.", in_place="{in}"
        ),
    }


def _answers() -> Mapping[str, str]:
    """Name the entries of the small menu, the marks, and the groups of controls."""
    return {
        "go": gettext("Go %(to_place)s", to_place="{to}"),
        "goByConvoy": gettext("Go %(to_place)s by convoy", to_place="{to}"),
        "rather": gettext("Go %(to_place)s instead", to_place="{to}"),
        "instead": gettext("Order the unit %(in_place)s", in_place="{in}"),
        "help": gettext("Support this unit…"),
        "takeSupport": gettext("Support its move %(to_place)s", to_place="{to}"),
        "takeGuard": gettext("Support it where it stands"),
        "takeConvoy": gettext("Convoy it %(to_place)s", to_place="{to}"),
        "otherHelp": gettext("Support another of its moves…"),
        "support": gettext("Support the unit %(in_place)s", in_place="{in}"),
        "supportLetter": gettext("S"),
        "convoy": gettext("Convoy the army %(in_place)s", in_place="{in}"),
        "convoyLetter": gettext("C"),
        "targets": gettext("Spaces to choose"),
        "marks": gettext("Units to support"),
    }


def _deeds(kind: PhaseKind) -> Mapping[str, str]:
    """Write an order after the name of its unit, for screen readers."""
    helped = {"in_place": "{in}", "to_place": "{to}"}
    return {
        "none": gettext("no order"),
        "hold": gettext("holds"),
        "move": gettext("moves %(to_place)s", to_place="{to}"),
        "via": gettext("moves %(to_place)s by convoy", to_place="{to}"),
        "guard": gettext("supports the unit %(in_place)s", in_place="{in}"),
        "support": gettext("supports the unit %(in_place)s on its way %(to_place)s", **helped),
        "convoy": gettext("convoys the army %(in_place)s on its way %(to_place)s", **helped),
        "retreat": gettext("retreats %(to_place)s", to_place="{to}"),
        "disband": gettext("is removed") if kind is PhaseKind.ADJUSTMENTS else gettext("disbands"),
        "buildA": gettext("an army is built"),
        "buildF": gettext("a fleet is built"),
    }


def _letters() -> Mapping[str, Sequence[str]]:
    """List the letters that stand for orders: the English ones, and that of the viewer's language."""
    spoken = {
        "hold": ("H", pgettext("key of the board: hold", "H")),
        "support": ("S", pgettext("key of the board: support", "S")),
        "convoy": ("C", pgettext("key of the board: convoy", "C")),
        "undo": ("U", pgettext("key of the board: undo", "U")),
    }
    return {act: list(dict.fromkeys(letters)) for act, letters in spoken.items()}


@cache
def _places(written_in: str) -> Mapping[str, Mapping[str, str]]:
    """Name every province and coast: alone, after a verb of movement, after a unit in it."""
    board = standard()
    fleets = board.borders[Kind.FLEET]
    return {
        place: {
            "name": place_name(place, written_in),
            "to": to_place(place, written_in),
            "in": standing_in(place, written_in),
        }
        for place in sorted({*map(Location, board.spaces), *fleets})
    }


def _chosen(kind: PhaseKind, *, alone: bool = False) -> str:
    """Say the next step once a unit is chosen; alone if there is no unit that it could support."""
    if kind is PhaseKind.RETREATS:
        return gettext("%(unit)s: choose where it retreats to.", unit="{name}")
    if alone:
        return gettext("%(unit)s: choose its destination, or itself to hold.", unit="{name}")
    return gettext(
        "%(unit)s: choose its destination, a unit marked S to support it, or itself again to hold.",
        unit="{name}",
    )


def _idle(kind: PhaseKind) -> str:
    """Say the first step."""
    if kind is PhaseKind.MOVEMENT:
        return gettext("Choose a unit of yours, then where it goes.")
    if kind is PhaseKind.RETREATS:
        return gettext("Choose a dislodged unit of yours, then where it retreats to.")
    return gettext("Choose a home centre to build there, or a unit to remove it.")


def entry_words() -> Mapping[str, str]:
    """List the texts about storing, and about making a list of powers."""
    return {
        "stored": gettext("Saved"),
        "storing": gettext("Saving…"),
        "offline": gettext("Not saved: no connection. The page keeps trying."),
        "refused": gettext("Not saved: %(problem)s", problem="{problem}"),
        "typed": gettext("What you typed is not stored yet: store it, or take it out."),
        "error": gettext("Error") + gettext(":"),
        "chosen": gettext("%(count)s of 7 chosen: stored once all seven are.", count="{count}"),
        "kept": gettext("Until then your saved list counts."),
        "none": gettext("No power is chosen yet."),
        "unfinished": gettext("Rank all seven powers, or fill in the rest at random."),
        "ranked": gettext("%(power)s: choice %(rank)s", power="{power}", rank="{rank}"),
        "out": gettext("%(power)s is taken out.", power="{power}"),
        "byLot": gettext("The rest was filled in at random: change it as you like."),
    }
