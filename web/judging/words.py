"""Judgements in the reader's language."""

from collections.abc import Mapping

from intimate.players import Player
from services.judging.turning import JudgedChapter, TurningPoint
from web.frame.translation import gettext
from web.words.phases import phase_name
from web.words.shares import points_words, share_words


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
