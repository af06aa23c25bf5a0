"""Texts of puzzles: themes, questions, results."""

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l

from learning.puzzle import Aim, Puzzle, PuzzleKind
from services.puzzles.judging import JudgedAnswer
from web.core.translation import gettext, ngettext
from web.words.names import definite_name, power_name
from web.words.orders import place_label, unit_in_full

THEME_WORDS: Mapping[str, tuple[str, str]] = {
    "reach": (_l("Break through"), _l("Get into a home centre, whatever they do.")),
    "guard": (_l("Stand guard"), _l("Let nobody into your home centres.")),
    "take": (_l("Take it"), _l("One province, taken for certain.")),
    "hold": (_l("Hold it"), _l("One province, held for certain.")),
    "needle": (_l("Needle"), _l("One set of orders is worth far more than the obvious ones.")),
    "mix": (_l("Mix"), _l("Good players vary here. Give little away.")),
    "auction": (_l("Auctions"), _l("The best bids against sheets that you can see.")),
}
"""The name of each theme, and what it is about."""


def theme_name(puzzle: Puzzle) -> str:
    """The name of the theme of a puzzle."""
    return str(THEME_WORDS[puzzle.theme][0])


def question(puzzle: Puzzle) -> str:
    """Say what is asked, in a sentence or two."""
    enemy = definite_name(puzzle.start.homes[puzzle.player.opponent])
    match puzzle.kind:
        case PuzzleKind.NEEDLE:
            return gettext("One set of orders is worth far more than the obvious ones. Find it.")
        case PuzzleKind.MIX:
            return gettext(
                "Good players vary here: no orders are simply right. Give away as little as you can."
            )
        case PuzzleKind.AUCTION:
            return gettext(
                "Your opponent hands in one of the sheets listed under yours. Make the best of it."
            )
    place = place_label(puzzle.place) if puzzle.place else ""
    words = {
        Aim.REACH: gettext(
            "Get a unit of your home power onto a home centre of %(enemy)s, and let none "
            "of theirs into yours.",
            enemy=enemy,
        ),
        Aim.GUARD: gettext("Let no unit of %(enemy)s into your home centres.", enemy=enemy),
        Aim.TAKE: gettext("Take %(place)s with a unit that you command.", place=place),
        Aim.HOLD: gettext("Have a unit that you command in %(place)s after the moves.", place=place),
    }
    assert puzzle.aim  # noqa: S101  # of this kind all have one
    return words[puzzle.aim]


def threat(puzzle: Puzzle) -> str:
    """Say against which units a guarantee must hold."""
    if puzzle.kind is not PuzzleKind.GUARANTEE:
        return ""
    units = ", ".join(unit_in_full(unit) for unit in puzzle.units)
    return gettext("It must work whatever they order to: %(units)s. Their other units hold.", units=units)


def turn(puzzle: Puzzle) -> str:
    """Say which side the viewer plays, and that there is one phase."""
    power = definite_name(puzzle.start.homes[puzzle.player])
    if puzzle.kind is PuzzleKind.AUCTION:
        return gettext("You play %(power)s. Your turn: make your bids.", power=power)
    return gettext("You play %(power)s: one turn for all your units.", power=power)


def headline(puzzle: Puzzle, tried: JudgedAnswer) -> str:
    """Say the result of an answer in a word."""
    if puzzle.kind is PuzzleKind.MIX:
        points = round(100 * tried.given_away)
        if not points:
            return gettext("Nothing given away!")
        return ngettext("%(num)d point given away.", "%(num)d points given away.", points)
    return gettext("Solved!") if tried.is_right else gettext("Not yet.")


def why(puzzle: Puzzle, tried: JudgedAnswer, replies: int) -> str:
    """Say why an answer is right or wrong."""
    if puzzle.kind is PuzzleKind.GUARANTEE:
        if tried.is_right:
            return ngettext(
                "It holds against the %(num)d reply that there is.",
                "It holds against all %(num)d replies.",
                replies,
            )
        return gettext("The board shows a reply that breaks it.")
    figures = {"own": round(100 * tried.promised), "best": round(100 * tried.best)}
    if puzzle.kind is PuzzleKind.AUCTION:
        return gettext("Your bids promise %(own)d points of 100, the best %(best)d.", **figures)
    return gettext("Your orders promise %(own)d points of 100, the best %(best)d.", **figures)


def source(puzzle: Puzzle) -> str:
    """Say which duel a puzzle is from."""
    homes = [power_name(home) for home in puzzle.start.homes.values()]
    of_duel = {
        "first": homes[0],
        "second": homes[1],
        "year": puzzle.start.phase.year if puzzle.start.phase else 0,
    }
    if puzzle.source.duel:
        return gettext("From a duel of this site: %(first)s against %(second)s, %(year)d.", **of_duel)
    return gettext("From a duel between bots: %(first)s against %(second)s, %(year)d.", **of_duel)
