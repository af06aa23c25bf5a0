"""What an arbiter has decided, in the reader's language."""

from collections.abc import Mapping

from adjudicator import Phase
from intimate.events import Event, EventKind
from intimate.players import Player
from web.frame.translation import gettext
from web.words.phases import phase_name
from web.words.times import duration


def ruling_words(event: Event, names: Mapping[Player, str], awaited: Phase | None) -> str:
    """Say what an arbiter has decided; awaited: the phase after it. Nothing where nobody has ruled."""
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
            "The arbiter has taken the duel back. Begun anew: %(phase)s. What came after is undone.",
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
    """Say that whoever practises has taken a year back; awaited: the phase after it."""
    phase = phase_name(awaited) if awaited else ""
    return gettext("The year was taken back. Begun anew: %(phase)s. What came after is undone.", phase=phase)
