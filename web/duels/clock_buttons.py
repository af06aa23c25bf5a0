"""The buttons for what a player can do about the time of a duel."""

from collections.abc import Sequence
from typing import NamedTuple

from services.duels.clock_acts import ClockAct, possible_acts
from services.duels.tables import Table
from web.frame.session import now
from web.frame.translation import gettext


class Offered(NamedTuple):
    """An act as a button: its name in addresses, and its words."""

    act: ClockAct
    words: str
    is_main: bool
    is_answer: bool
    """True of what answers a notice that stands above it."""


MAIN = {ClockAct.COME, ClockAct.COME_BACK, ClockAct.RESUME}
ANSWERS = MAIN | {ClockAct.REFUSE_PAUSE}


def offered_acts(table: Table) -> Sequence[Offered]:
    """List what the reader can do about the time now, as buttons."""
    if table.player is None:
        return ()
    possible = possible_acts(table.stored, table.player, ready=frozenset(table.seals), now=now())
    theirs = table.stored.times.pause_offer is table.player.opponent
    words, answers = _words(theirs=theirs), ANSWERS | ({ClockAct.OFFER_PAUSE} if theirs else set())
    return [Offered(act, words[act], act in MAIN, act in answers) for act in ClockAct if act in possible]


def _words(*, theirs: bool) -> dict[ClockAct, str]:
    """The words of the buttons; theirs: the opponent has offered a pause."""
    return {
        ClockAct.COME: gettext("I am here"),
        ClockAct.TAKE_LEAVE: gettext("Take leave"),
        ClockAct.COME_BACK: gettext("I am back"),
        ClockAct.OFFER_PAUSE: gettext("Agree to the pause") if theirs else gettext("Offer a pause"),
        ClockAct.REFUSE_PAUSE: gettext("Decline the pause") if theirs else gettext("Withdraw the offer"),
        ClockAct.RESUME: gettext("End the pause"),
        ClockAct.GRANT: gettext("Give them more time"),
    }
