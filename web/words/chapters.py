"""Chapters and endings in the reader's language."""

from collections.abc import Mapping
from typing import Protocol

from adjudicator import Phase
from intimate.duel import Ending
from intimate.events import EventKind
from intimate.players import Player
from web.frame.translation import gettext
from web.words.names import names_of
from web.words.phases import phase_mark, phase_name


class Named(Protocol):
    """A chapter, as far as its name goes."""

    @property
    def phase(self) -> Phase | None:
        """The resolved phase, None for an event."""

    @property
    def event(self) -> EventKind | None:
        """The kind of event, None for a phase."""


def event_name(kind: EventKind) -> str:
    """The name of an event."""
    words = {
        EventKind.CONCEDED: gettext("Concession"),
        EventKind.DRAW_OFFERED: gettext("Offer of a draw"),
        EventKind.DRAW_AGREED: gettext("Draw agreed"),
        EventKind.DRAW_DECLINED: gettext("Offer of a draw declined"),
        EventKind.DRAW_WITHDRAWN: gettext("Offer of a draw withdrawn"),
        EventKind.STALEMATE_CLAIMED: gettext("Claim of a stalemate"),
        EventKind.STALEMATE_WITHDRAWN: gettext("Claim of a stalemate withdrawn"),
        EventKind.STALEMATE_AGREED: gettext("Stalemate agreed"),
        EventKind.STALEMATE_GRANTED: gettext("Stalemate granted"),
        EventKind.END_ASKED: gettext("Early end asked for"),
        EventKind.END_VETOED: gettext("Early end vetoed"),
        EventKind.END_VOTED_DOWN: gettext("Early end voted down"),
        EventKind.END_AGREED: gettext("Early end agreed"),
        EventKind.ABSENT: gettext("Absence"),
        EventKind.LAPSED: gettext("Not begun"),
        EventKind.EXTENDED: gettext("Time added by the arbiter"),
        EventKind.PAUSED: gettext("Paused by the arbiter"),
        EventKind.RESUMED: gettext("Pause ended by the arbiter"),
        EventKind.TAKEN_BACK: gettext("Taken back"),
        EventKind.CORRECTED: gettext("Entry corrected by the arbiter"),
        EventKind.CLOSED: gettext("Closed by the arbiter"),
    }
    return words[kind]


def event_told(kind: EventKind, name: str) -> str:
    """Tell what a player did beside the entries; name: theirs."""
    words = {
        EventKind.CONCEDED: gettext("%(name)s conceded.", name=name),
        EventKind.DRAW_OFFERED: gettext("%(name)s offers a draw.", name=name),
        EventKind.DRAW_DECLINED: gettext("%(name)s declined the draw.", name=name),
        EventKind.DRAW_WITHDRAWN: gettext("%(name)s withdrew the offer of a draw.", name=name),
        EventKind.STALEMATE_CLAIMED: gettext("%(name)s claims a stalemate.", name=name),
        EventKind.STALEMATE_WITHDRAWN: gettext("%(name)s withdrew the claim of a stalemate.", name=name),
        EventKind.END_ASKED: gettext("%(name)s asks to end the duel early.", name=name),
        EventKind.END_VETOED: gettext("%(name)s vetoed the early end.", name=name),
    }
    return words.get(kind) or name + gettext(":") + " " + event_name(kind)


def chapter_name(chapter: Named) -> str:
    """The name of a chapter by its phase, or by what happened."""
    if chapter.phase:
        return phase_name(chapter.phase)
    return event_name(chapter.event) if chapter.event else ""


def chapter_mark(chapter: Named) -> str:
    """A chapter in the line of its year."""
    return phase_mark(chapter.phase) if chapter.phase else chapter_name(chapter).lower()


class Ended(Protocol):
    """A duel, as far as its end goes."""

    @property
    def winner(self) -> Player | None:
        """The winner, None for a draw."""

    @property
    def reason(self) -> Ending | None:
        """The reason, None while it goes on."""

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""


def ending(duel: Ended) -> str:
    """Say how a duel ended."""
    reason, winner = duel.reason or Ending.DRAW, duel.winner
    if winner is None:
        return _drawn(reason)
    names = names_of(duel)
    return _won(reason, names[winner], names[winner.opponent])


def _won(reason: Ending, winner: str, loser: str) -> str:
    words = {
        Ending.HOME_CENTRE: gettext(
            "%(winner)s won: on a home centre of %(loser)s.", winner=winner, loser=loser
        ),
        Ending.HOME_ELIMINATED: gettext(
            "%(winner)s won: the home power of %(loser)s is gone.", winner=winner, loser=loser
        ),
        Ending.STALEMATE: gettext("%(winner)s won the stalemate, with more centres.", winner=winner),
        Ending.CONCEDED: gettext("%(winner)s won: %(loser)s conceded.", winner=winner, loser=loser),
        Ending.ABSENT: gettext("%(winner)s won: %(loser)s was away too long.", winner=winner, loser=loser),
        Ending.CENTRES: gettext("%(winner)s won, with enough centres.", winner=winner),
        Ending.YEAR_LIMIT: gettext("%(winner)s won, with more centres when the time was up.", winner=winner),
        Ending.ENDED_EARLY: gettext(
            "%(winner)s won: both agreed to end it early, with more centres.", winner=winner
        ),
        Ending.CLOSED: gettext("%(winner)s won: the arbiter closed the duel.", winner=winner),
    }
    return words[reason]


def _drawn(reason: Ending) -> str:
    words = {
        Ending.DRAW: gettext("A draw."),
        Ending.ABSENT: gettext("A draw: both were away too long."),
        Ending.LAPSED: gettext("Nobody won: not both came in time."),
        Ending.CLOSED: gettext("Nobody won: the arbiter closed the duel."),
        Ending.BOTH_OVERBID: gettext("Nobody won: both were overbid."),
        Ending.HOME_CENTRE: gettext("A draw."),
        Ending.HOME_ELIMINATED: gettext("A draw: both home powers are gone."),
        Ending.STALEMATE: gettext("A draw: a stalemate between equals."),
        Ending.CENTRES: gettext("A draw: both have the same number of centres."),
        Ending.YEAR_LIMIT: gettext("A draw: equal centres when the time was up."),
        Ending.ENDED_EARLY: gettext("A draw: both agreed to end it early, with equal centres."),
    }
    return words[reason]
