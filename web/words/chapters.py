"""Chapters and endings in the viewer's language."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from adjudicator import Kind, Phase, PhaseKind, Season, Unit
from intimate.duel import Ending
from intimate.events import Event, EventKind
from intimate.players import Player
from intimate.rules import LimitCounts, Rules
from web.core.translation import gettext, language, pgettext
from web.words.names import names_of
from web.words.orders import place_label
from web.words.times import duration


def phase_name(phase: Phase) -> str:
    """The name of a phase: Spring 1901, movement."""
    return _name(phase, language())


@lru_cache(maxsize=4096)
def _name(phase: Phase, _: str) -> str:
    spring, year = phase.season is Season.SPRING, phase.year
    match phase.kind:
        case PhaseKind.HOMES:
            return gettext("Choice of home powers")
        case PhaseKind.AUCTION:
            return gettext("Auction of %(year)s", year=year)
        case PhaseKind.MOVEMENT:
            words = gettext("Spring %(year)s, movement") if spring else gettext("Autumn %(year)s, movement")
        case PhaseKind.RETREATS:
            words = gettext("Spring %(year)s, retreats") if spring else gettext("Autumn %(year)s, retreats")
        case PhaseKind.ADJUSTMENTS:
            words = gettext("Winter %(year)s, adjustments")
    return words % {"year": year}


def season_name(phase: Phase) -> str:
    """The season of a movement or its retreats: Spring 1901."""
    words = gettext("Spring %(year)s") if phase.season is Season.SPRING else gettext("Autumn %(year)s")
    return words % {"year": phase.year}


def phase_in_short(phase: Phase) -> str:
    """A short name of a phase, for little room: Spring 1901, movement."""
    spring, year = phase.season is Season.SPRING, phase.year
    match phase.kind:
        case PhaseKind.HOMES:
            words = pgettext("phase in short", "Home powers")
        case PhaseKind.AUCTION:
            words = pgettext("phase in short", "Auction %(year)s")
        case PhaseKind.MOVEMENT:
            words = (
                pgettext("phase in short", "Spring %(year)s, movement")
                if spring
                else pgettext("phase in short", "Aut. %(year)s, movement")
            )
        case PhaseKind.RETREATS:
            words = (
                pgettext("phase in short", "Spring %(year)s, retreats")
                if spring
                else pgettext("phase in short", "Aut. %(year)s, retreats")
            )
        case PhaseKind.ADJUSTMENTS:
            words = pgettext("phase in short", "Winter %(year)s, adjustments")
    return words % {"year": year}


def phase_mark(phase: Phase) -> str:
    """The name of a phase within its year: one word."""
    match phase.season, phase.kind:
        case _, PhaseKind.HOMES:
            return gettext("powers")
        case _, PhaseKind.AUCTION:
            return gettext("auction")
        case _, PhaseKind.RETREATS:
            return gettext("retreats")
        case Season.SPRING, _:
            return gettext("spring")
        case Season.AUTUMN, _:
            return gettext("autumn")
    return gettext("winter")


def ruling_words(event: Event, names: Mapping[Player, str], awaited: Phase | None) -> str:
    """Say what an arbiter has decided; awaited: the phase after it. Nothing without a ruling."""
    ruling = event.ruling
    if ruling is None:
        return ""
    phase = phase_name(awaited) if awaited else ""
    winner = names[ruling.winner] if ruling.winner else ""
    words = {
        EventKind.EXTENDED: gettext(
            "The arbiter has added %(time)s to the time of each player.", time=duration(ruling.seconds or 0)
        ),
        EventKind.PAUSED: gettext("The arbiter has paused the duel."),
        EventKind.RESUMED: gettext("The arbiter has ended the pause."),
        EventKind.TAKEN_BACK: gettext(
            "The arbiter has taken the duel back. It goes on from %(phase)s; all that came later is undone.",
            phase=phase,
        ),
        EventKind.CORRECTED: gettext(
            "The arbiter has corrected an entry of %(name)s. The phase is played again with it, and what "
            "came after is undone.",
            name=names[event.player] if event.player else "",
        ),
        EventKind.STALEMATE_GRANTED: gettext("The arbiter has granted the stalemate."),
        EventKind.CLOSED: gettext("The arbiter has closed the duel: %(name)s wins.", name=winner)
        if winner
        else gettext("The arbiter has closed the duel. Nobody wins."),
    }
    return words.get(event.kind, "")


def taken_back_words(awaited: Phase | None) -> str:
    """Say that the player of a practice duel has taken a year back; awaited: the phase after it."""
    phase = phase_name(awaited) if awaited else ""
    return gettext(
        "The year was taken back. It goes on from %(phase)s; all that came later is undone.", phase=phase
    )


class Named(Protocol):
    """What the name of a chapter needs."""

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
        EventKind.TIME_UP: gettext("Agreed time over"),
        EventKind.EXTENDED: gettext("Time added by the arbiter"),
        EventKind.PAUSED: gettext("Paused by the arbiter"),
        EventKind.RESUMED: gettext("Pause ended by the arbiter"),
        EventKind.TAKEN_BACK: gettext("Taken back"),
        EventKind.CORRECTED: gettext("Entry corrected by the arbiter"),
        EventKind.CLOSED: gettext("Closed by the arbiter"),
    }
    return words[kind]


def player_event_words(kind: EventKind, name: str) -> str:
    """Say what a player did besides the entries; name: the player's."""
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
    """The name of a chapter: its phase or its event."""
    if chapter.phase:
        return phase_name(chapter.phase)
    return event_name(chapter.event) if chapter.event else ""


def chapter_mark(chapter: Named) -> str:
    """The name of a chapter within its year."""
    return phase_mark(chapter.phase) if chapter.phase else chapter_name(chapter).lower()


class EndOfDuel(Protocol):
    """What the texts about the end of a duel need."""

    @property
    def winner(self) -> Player | None:
        """The winner, None for a draw."""

    @property
    def reason(self) -> Ending | None:
        """The reason, None while the duel is running."""

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""


class EndForPlayer(EndOfDuel, Protocol):
    """What the texts for one of the players need."""

    @property
    def rules(self) -> Rules:
        """The rules, which say what counts at an agreed end."""


def ending(duel: EndOfDuel) -> str:
    """Say how a duel ended."""
    reason, winner = duel.reason or Ending.DRAW, duel.winner
    if winner is None:
        return _drawn(reason)
    names = names_of(duel)
    return _won(reason, names[winner], names[winner.opponent])


def ending_seen_by(duel: EndOfDuel, viewer: Player | None) -> str:
    """Say how a duel ended, from the winner's or the loser's point of view; viewer: None for others."""
    if viewer is None or duel.winner is None:
        return ending(duel)
    reason = duel.reason or Ending.DRAW
    if reason is Ending.YEAR_LIMIT:
        by_what = gettext("The last year is over.")
    elif reason is Ending.TIME_UP:
        by_what = gettext("The agreed time is over.")
    else:
        by_what = _won_by_viewer(reason) if duel.winner is viewer else _lost_by_viewer(reason)
    return (gettext("You won.") if duel.winner is viewer else gettext("You lost.")) + f" {by_what}"


def ending_for(duel: EndForPlayer, viewer: Player) -> str:
    """Tell a player how their duel ended, below the line that says who won."""
    reason = duel.reason or Ending.DRAW
    if reason is Ending.YEAR_LIMIT:
        return gettext("The last year is over.") + " " + _more(duel, viewer)
    if reason is Ending.TIME_UP:
        return gettext("The agreed time is over.") + " " + _more(duel, viewer)
    if duel.winner is None:
        return _drawn_for_both(reason)
    return _won_by_viewer(reason) if duel.winner is viewer else _lost_by_viewer(reason)


def invasion(unit: Unit, player: Player, viewer: Player | None, name: str) -> str:
    """Say which unit decided a duel, and where; name: of its player."""
    is_army, values = unit.kind is Kind.ARMY, {"place": place_label(unit.province), "name": name}
    if viewer is None:
        words = (
            gettext("%(name)s has an army in %(place)s.")
            if is_army
            else gettext("%(name)s has a fleet in %(place)s.")
        )
    elif viewer is player:
        words = (
            gettext("Your army stands in %(place)s, a home centre of your opponent.")
            if is_army
            else gettext("Your fleet stands in %(place)s, a home centre of your opponent.")
        )
    else:
        words = (
            gettext("Your opponent’s army stands in %(place)s, a home centre of yours.")
            if is_army
            else gettext("Your opponent’s fleet stands in %(place)s, a home centre of yours.")
        )
    return words % values


def _won(reason: Ending, winner: str, loser: str) -> str:
    words = {
        Ending.HOME_CENTRE: gettext(
            "%(winner)s won on a home centre of %(loser)s.", winner=winner, loser=loser
        ),
        Ending.HOME_ELIMINATED: gettext(
            "%(winner)s won: the home power of %(loser)s is gone.", winner=winner, loser=loser
        ),
        Ending.STALEMATE: gettext("%(winner)s won the stalemate.", winner=winner),
        Ending.CONCEDED: gettext("%(winner)s won: %(loser)s conceded.", winner=winner, loser=loser),
        Ending.ABSENT: gettext("%(winner)s won: %(loser)s was away too long.", winner=winner, loser=loser),
        Ending.CENTRES: gettext("%(winner)s won: the goal is reached.", winner=winner),
        Ending.YEAR_LIMIT: gettext("%(winner)s won after the last year.", winner=winner),
        Ending.TIME_UP: gettext("%(winner)s won when the agreed time was over.", winner=winner),
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
        Ending.YEAR_LIMIT: gettext("A draw after the last year."),
        Ending.TIME_UP: gettext("A draw when the agreed time was over."),
        Ending.ENDED_EARLY: gettext("A draw: both agreed to end it early, with equal centres."),
    }
    return words[reason]


def _more(duel: EndForPlayer, viewer: Player) -> str:
    """Say who has more of what counts at an agreed end."""
    if duel.rules.limit_counts is LimitCounts.UNITS:
        if duel.winner is None:
            return gettext("You have the same number of units.")
        is_won = duel.winner is viewer
        return gettext("You have more units.") if is_won else gettext("Your opponent has more units.")
    if duel.winner is None:
        return gettext("You have the same number of centres.")
    is_won = duel.winner is viewer
    return gettext("You have more centres.") if is_won else gettext("Your opponent has more centres.")


def _won_by_viewer(reason: Ending) -> str:
    words = {
        Ending.HOME_CENTRE: gettext("Your unit stands on a home centre of your opponent."),
        Ending.HOME_ELIMINATED: gettext("Your opponent’s home power is gone."),
        Ending.STALEMATE: gettext("A stalemate decided the duel."),
        Ending.CONCEDED: gettext("Your opponent conceded."),
        Ending.ABSENT: gettext("Your opponent was away too long."),
        Ending.CENTRES: gettext("You have reached the goal."),
        Ending.ENDED_EARLY: gettext("You both agreed to end it early, and you had more centres."),
        Ending.CLOSED: gettext("The arbiter closed the duel."),
    }
    return words[reason]


def _lost_by_viewer(reason: Ending) -> str:
    words = {
        Ending.HOME_CENTRE: gettext("Your opponent’s unit stands on a home centre of yours."),
        Ending.HOME_ELIMINATED: gettext("Your home power is gone."),
        Ending.STALEMATE: gettext("A stalemate decided the duel."),
        Ending.CONCEDED: gettext("You conceded."),
        Ending.ABSENT: gettext("You were away too long."),
        Ending.CENTRES: gettext("Your opponent has reached the goal."),
        Ending.ENDED_EARLY: gettext("You both agreed to end it early, and your opponent had more centres."),
        Ending.CLOSED: gettext("The arbiter closed the duel."),
    }
    return words[reason]


def _drawn_for_both(reason: Ending) -> str:
    words = {
        Ending.DRAW: gettext("You both agreed to a draw."),
        Ending.ABSENT: gettext("You were both away too long."),
        Ending.LAPSED: gettext("You did not both come in time."),
        Ending.CLOSED: gettext("The arbiter closed the duel without a winner."),
        Ending.BOTH_OVERBID: gettext("You were both overbid."),
        Ending.HOME_CENTRE: gettext("Each of you stands on a home centre of the other."),
        Ending.HOME_ELIMINATED: gettext("Both home powers are gone."),
        Ending.STALEMATE: gettext("A stalemate between equals."),
        Ending.CENTRES: gettext("You have the same number of centres."),
        Ending.ENDED_EARLY: gettext("You both agreed to end it early, with the same number of centres."),
    }
    return words[reason]
