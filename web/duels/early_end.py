"""An early end in words: what it comes to, and why it cannot be asked for."""

from collections.abc import Sequence

from adjudicator import PhaseKind, Season
from intimate.duel import Ending
from intimate.events import EventKind
from services.duels.tables import Table
from web.frame.translation import gettext
from web.words.names import names_of


def why_no_end() -> dict[str, str]:
    """Say why an early end cannot be asked for or answered now, by the code of the refusal."""
    return {
        "no_early_end": gettext("This duel is played to its end: its settings know no early end."),
        "not_the_moment": gettext(
            "An end can be asked for after the retreats of spring and of autumn, and after the adjustments."
        ),
        "no_centre": gettext(
            "Your home power holds no supply centre any more, so you cannot ask for an end."
        ),
        "asked_already": gettext("The end has been asked for already. Ask again after the next retreats."),
        "asked_in_winter": gettext(
            "You asked after the autumn or the winter before: you can ask again after this autumn’s retreats."
        ),
        "voted_in_autumn": gettext(
            "There was a vote after the autumn: the end can be asked for again after the spring’s retreats."
        ),
        "no_request": gettext("Nobody asks for an end any more."),
        "no_veto": gettext(
            "Only who has a home centre, or a centre and a unit, can veto the end. You can vote against it."
        ),
    }


def what_it_comes_to(table: Table, act: EventKind) -> Sequence[str]:
    """Say how the duel ends if the reader asks for an end or agrees to it; nothing where it goes on."""
    result, player = table.view.end_by(act), table.player
    if result is None or player is None:
        return ()
    own, other = result.counts[player], result.counts[player.opponent]
    if (result.phase.season, result.phase.kind) == (Season.AUTUMN, PhaseKind.MOVEMENT):
        ends = gettext(
            "Nobody moves this autumn: all units hold, supply centres change owner, and the duel ends. "
            "The home power that owns more supply centres wins."
        )
        owned = gettext("Yours then owns %(own)d, your opponent’s %(other)d.", own=own, other=other)
    else:
        ends = gettext("The duel ends at once: the home power that owns more supply centres wins.")
        owned = gettext("Yours owns %(own)d, your opponent’s %(other)d.", own=own, other=other)
    if result.reason is Ending.ENDED_EARLY:
        return ends, owned
    if result.winner is None:
        return (ends,)
    winner = names_of(table.stored)[result.winner]
    return ends, gettext("Victory is tested before that, and %(winner)s wins.", winner=winner)
