"""What the use cases refuse, as problems: in the words that the pages have for it."""

from collections.abc import Callable, Mapping

from flask import Response, request

from adjudicator import Phase, Power
from intimate.entries import Entry, Orders
from intimate.errors import EntryError
from services.accounts.sessions import AccountClosed
from services.challenges import challenges as offers
from services.challenges.errors import (
    ChallengeRefused,
    NotWaiting,
    RepeatedTooSoon,
    TooManyMade,
    TooManyWaiting,
    UnknownChallenge,
    WithdrawnTooOften,
)
from services.duels.clock_acts import ClockActRefused
from services.duels.entering import MayBeOverbid, NothingToHandIn
from services.duels.events import ChangedMeanwhile, TooManyActs
from services.duels.tables import NotAPlayer, NotAwaited, OnLeave, PhaseOver, UnknownDuel
from services.finding.limits import TooManyDuels
from services.history.chapters import UnknownChapter
from services.ladders.challenging import UnknownLadderChallenge
from services.ladders.ladders import LadderRefused, UnknownLadder
from web.api.access import bearer
from web.api.operations import blueprint
from web.api.problems import Fault, Problem, field_problem, not_found, tell
from web.api.tables import FIELDS, phase_named, refused_phase, table_of, taken_in
from web.duels.refusals import order_of
from web.duels.refusals import why_not as why_not_entered
from web.finding.words import why_no_room, why_not
from web.frame.session import db
from web.frame.translation import gettext
from web.ladders.refusals import why_not as why_not_on_ladder

CODES: Mapping[type[Exception], str] = {
    NotAPlayer: "not_a_player",
    ChangedMeanwhile: "phase_over",
    NotAwaited: "not_awaited",
    OnLeave: "on_leave",
    NothingToHandIn: "nothing_to_hand_in",
    MayBeOverbid: "may_be_overbid",
    TooManyActs: "too_many_acts",
    ClockActRefused: "not_possible",
}
"""What is refused with nothing more to say."""
UNKNOWN: tuple[type[Exception], ...] = (UnknownDuel, UnknownChapter, UnknownLadder, UnknownLadderChallenge)
LIMITS = (TooManyMade, TooManyWaiting, RepeatedTooSoon, WithdrawnTooOften)


def of_challenge(
    error: ChallengeRefused | TooManyDuels, name: str, wanted: tuple[int | None, int | None] = (None, None)
) -> Problem:
    """Make the problem of a challenge that cannot be made or answered.

    name: of the other one. wanted: the lowest and the highest rating that may accept.
    """
    if isinstance(error, TooManyDuels):
        return Problem("limit_reached", why_no_room(error, "" if error.user_id == bearer().user_id else name))
    if isinstance(error, UnknownChallenge):
        return not_found()
    if isinstance(error, NotWaiting):
        return Problem("challenge_settled")
    code = "limit_reached" if isinstance(error, LIMITS) else "challenge_refused"
    return Problem(code, why_not(error, name, wanted))


def of_entry(error: EntryError, entry: Entry | None = None, phase: Phase | None = None) -> Problem:
    """Make the problem of an entry that the rules refuse for a phase, with all fields at fault."""
    if error.code == "wrong_kind" and entry is not None and phase is not None:
        return of_other_kind(error.code, entry, phase)
    faults = [_fault_of(each, entry, phase) for each in (error, *error.others)]
    return Problem("invalid", faults[0].message, faults)


def _fault_of(error: EntryError, entry: Entry | None, phase: Phase | None) -> Fault:
    words = why_not_entered(error)
    if error.code == "illegal_order" and phase is not None:
        # Pages have a list beside every unit; a program asks for it.
        words = gettext(
            "“%(order)s” cannot be ordered here. The options of %(phase)s list what can.",
            order=order_of(error),
            phase=str(phase),
        )
    return Fault(field=field_of(error, entry), code=error.code, message=words)


def of_other_kind(code: str, entry: Entry, phase: Phase) -> Problem:
    """Make the problem of an entry that another kind of phase takes."""
    given = FIELDS[type(entry)]
    words = gettext(
        "In %(phase)s the body holds “%(taken)s”, not “%(given)s”.",
        phase=str(phase),
        taken=taken_in(phase),
        given=given,
    )
    return field_problem(given, code, words)


def field_of(error: EntryError, entry: Entry | None) -> str:
    """Return the field that an error is about; of orders the very order, by its place in the list."""
    power, order = error.field.removeprefix("orders."), error.values.get("order")
    orders = entry.by_power.get(Power(power), ()) if isinstance(entry, Orders) else ()
    return f"{error.field}.{list(orders).index(order)}" if order in orders else error.field  # type: ignore[arg-type]  # an order is found


def challenge_refused(error: ChallengeRefused | TooManyDuels) -> Response:
    """Answer whoever cannot answer a challenge, or take it back."""
    if isinstance(error, UnknownChallenge):
        return tell(not_found())
    made = offers.visible(db(), (request.view_args or {})["challenge"], bearer().user_id)
    other = made.challenger if made.challenger_id != bearer().user_id else made.opponent
    return tell(of_challenge(error, other.name if other else "", (made.rating_low, made.rating_high)))


def phase_refused(_: PhaseOver) -> Response:
    """Answer whoever comes with a phase that is not awaited: it is over, or still to come."""
    given = request.view_args or {}
    return tell(refused_phase(table_of(given["duel"]), phase_named(given["phase"])))


def _telling(code: str) -> Callable[[Exception], Response]:
    return lambda _: tell(Problem(code))


def register() -> None:
    """Let the API answer what the use cases refuse."""
    for error, code in CODES.items():
        blueprint.register_error_handler(error, _telling(code))
    for unknown in UNKNOWN:
        blueprint.register_error_handler(unknown, lambda _: tell(not_found()))
    blueprint.register_error_handler(
        LadderRefused, lambda error: tell(Problem("not_possible", why_not_on_ladder(error)))
    )
    for refused in (ChallengeRefused, TooManyDuels):
        blueprint.register_error_handler(refused, challenge_refused)
    blueprint.register_error_handler(PhaseOver, phase_refused)
    blueprint.register_error_handler(EntryError, lambda error: tell(of_entry(error)))
    blueprint.register_error_handler(AccountClosed, lambda error: tell(Problem("account_closed", error.why)))
