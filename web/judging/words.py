"""Judgements in the reader's language."""

from collections.abc import Iterator, Mapping

from adjudicator import Province
from intimate.players import Player
from services.judging.consequences import Consequence
from services.judging.turning import JudgedChapter, TurningPoint
from web.board.words import place_label, unit_label
from web.frame.translation import gettext, ngettext
from web.words.phases import phase_name
from web.words.powers import by_name, definite_name
from web.words.shares import points_words, share_words
from web.words.times import listed


def turning_words(names: Mapping[Player, str], turning: TurningPoint, chapter: JudgedChapter) -> str:
    """Say where a duel turned, and why there; chapter: the one in which it did."""
    said = {"phase": phase_name(turning.phase), "player": names[turning.player]}
    if turning.given_up:
        return gettext(
            "The turning point: %(phase)s. What %(player)s entered promised %(played)s, "
            "the best plan %(best)s.",
            played=share_words(chapter.judgement.played[turning.player]),
            best=share_words(chapter.best(turning.player) or 0),
            **said,
        )
    return gettext(
        "The turning point: %(phase)s. Here %(player)s fell back most, by %(points)s.",
        points=points_words(turning.fell),
        **said,
    )


def no_turning_words(names: Mapping[Player, str], winner: Player | None) -> str:
    """Say why a duel has no turning point; winner: of one that the other might as well have gone on with."""
    if winner is None:
        return gettext("The opponent sees no turning point: nothing changed much in any one phase.")
    return gettext(
        "No phase decided this duel: before the last one %(player)s, who lost it, stood as well as ever.",
        player=names[winner.opponent],
    )


def consequence_words(found: Consequence) -> str:
    """Say in a line what a phase brought a player."""
    return " · ".join(_brought(found)) or gettext("nothing won or lost")


def _brought(found: Consequence) -> Iterator[str]:
    if found.has_won is not None:
        yield gettext("won the duel") if found.has_won else gettext("lost the duel")
    if found.commands is not None:
        yield _commanded(found)
    if found.entered:
        yield gettext("on the home centre of the enemy: %(places)s", places=_places(found.entered))
    if found.driven_out:
        units = listed(map(unit_label, found.driven_out))
        yield gettext("driven out: %(units)s", units=units)
    if found.won:
        yield gettext("centres won: %(places)s", places=_places(found.won))
    if found.lost:
        yield gettext("centres lost: %(places)s", places=_places(found.lost))


def _commanded(found: Consequence) -> str:
    left = ngettext("%(num)d credit left", "%(num)d credits left", found.left)
    if not found.commands:
        return gettext("commands nobody, %(left)s", left=left)
    powers = listed(map(definite_name, by_name(found.commands)))
    return gettext("commands %(powers)s, %(left)s", powers=powers, left=left)


def _places(provinces: tuple[Province, ...]) -> str:
    return listed(map(place_label, provinces))
