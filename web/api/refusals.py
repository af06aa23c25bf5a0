"""Refusals of use cases as problems, with the same messages as on pages."""

from collections.abc import Mapping
from enum import StrEnum
from typing import cast

from flask import Response, current_app, request

from adjudicator import Phase, Power, Reason
from intimate.entries import Entry, Orders
from intimate.errors import EntryError
from services.accounts.sessions import AccountClosed
from services.challenges import challenges as offers
from services.challenges.refusals import ChallengeRefusal, ChallengeRefused
from services.duels.entering import MayBeOverbid
from services.duels.refusals import DuelRefusal, DuelRefused
from services.following import FollowRefusal, FollowRefused
from services.ladders.refusals import LadderRefused
from services.league.refusals import LeagueRefusal, LeagueRefused
from services.refused import NotFound, Refused
from services.talk.refusals import TalkRefusal, TalkRefused
from web.api.access import FIELDS, bearer, duel_of, phase_named, refused_phase, taken_in
from web.api.operations import blueprint
from web.api.problems import Fault, Problem, answer_problem, field_problem, not_found
from web.core.messages import refusal_message
from web.core.session import db
from web.core.translation import gettext
from web.duels.messages import entry_refusal_message, order_of
from web.words.rules import Ruled

PROBLEMS: Mapping[DuelRefusal, str] = {
    DuelRefusal.NOT_A_PLAYER: "not_a_player",
    DuelRefusal.NOT_AWAITED: "not_awaited",
    DuelRefusal.TIME_OFF: "on_leave",
    DuelRefusal.ANOTHER_ENTRY: "not_possible",
    DuelRefusal.NOTHING_TO_HAND_IN: "nothing_to_hand_in",
    DuelRefusal.DUEL_MOVED_ON: "phase_over",
    DuelRefusal.TOO_MANY_ACTS: "too_many_acts",
    DuelRefusal.CLOCKS_CHANGED: "not_possible",
}
"""The codes of problems by the codes of refusals about duels."""
MOST_ALTERNATIVES = 34
"""At most this many faults of an answer list the possible orders: one for each unit on the board."""
LIMITS: tuple[StrEnum, ...] = (
    DuelRefusal.TOO_MANY_DUELS,
    ChallengeRefusal.TOO_MANY_MADE,
    ChallengeRefusal.TOO_MANY_WAITING,
    ChallengeRefusal.DECLINED_LATELY,
    ChallengeRefusal.WITHDRAWN_TOO_OFTEN,
)


def of_challenge(error: Refused, name: str) -> Problem:
    """Make the problem of a challenge that cannot be made or answered; name: of the other player."""
    if error.code is ChallengeRefusal.SETTLED or error.code is ChallengeRefusal.EXPIRED:
        return Problem("challenge_settled")
    code = "limit_reached" if error.code in LIMITS else "challenge_refused"
    return Problem(code, refusal_message(error, name=name))


def of_entry(error: EntryError, entry: Entry | None = None, phase: Phase | None = None) -> Problem:
    """Make the problem of an entry that the rules refuse, with all fields at fault."""
    if error.code == "wrong_kind" and entry is not None and phase is not None:
        return of_other_kind(error.code, entry, phase)
    faults = [_fault_of(each, entry, phase) for each in (error, *error.others)]
    for fault in faults[MOST_ALTERNATIVES:]:
        fault.alternatives = []
    return Problem("invalid", faults[0].message, faults)


def _fault_of(error: EntryError, entry: Entry | None, phase: Phase | None) -> Fault:
    field = field_of(error, entry)
    if error.code == "illegal_order" and phase is not None:
        return _fault_of_order(error, field)
    words = entry_refusal_message(error)
    return Fault(field=field, code=error.code, message=words, rule=_address(words))


def _fault_of_order(error: EntryError, field: str) -> Fault:
    """Say why an order cannot be given, and list the possible ones."""
    reason, others = error.values["reason"], error.values["alternatives"]
    alternatives = [str(order) for order in others()] if callable(others) else []
    if isinstance(reason, Reason):
        words = entry_refusal_message(error)
        cause, rule = reason.cause.value, _address(words)
        return Fault(
            field=field, code=error.code, message=words, reason=cause, alternatives=alternatives, rule=rule
        )
    written = gettext("Write “%(order)s” as “%(stored)s”.", order=order_of(error), stored=alternatives[0])
    return Fault(field=field, code=error.code, message=written, alternatives=alternatives)


def _address(words: Ruled) -> str | None:
    return current_app.config["SITE_URL"] + words.rule if words.rule else None


def of_other_kind(code: str, entry: Entry, phase: Phase) -> Problem:
    """Make the problem of an entry for another kind of phase."""
    given = FIELDS[type(entry)]
    words = gettext(
        "In %(phase)s the body holds “%(taken)s”, not “%(given)s”.",
        phase=str(phase),
        taken=taken_in(phase),
        given=given,
    )
    return field_problem(given, code, words)


def field_of(error: EntryError, entry: Entry | None) -> str:
    """Return the field that an error is about; for orders, with the index of the order."""
    power, order = error.field.removeprefix("orders."), error.values.get("order")
    orders = entry.by_power.get(cast("Power", power), ()) if isinstance(entry, Orders) else ()
    return f"{error.field}.{list(orders).index(order)}" if order in orders else error.field  # type: ignore[arg-type]  # an order is found


def challenge_refused(error: Refused) -> Response:
    """Answer that a challenge cannot be answered or withdrawn."""
    made = offers.visible(db(), (request.view_args or {})["challenge"], bearer().user_id)
    other = made.challenger if made.challenger_id != bearer().user_id else made.opponent
    return answer_problem(of_challenge(error, other.name if other else ""))


def duel_refused(error: DuelRefused) -> Response:
    """Answer a refusal of a duel."""
    if error.code is DuelRefusal.TOO_MANY_DUELS:
        return challenge_refused(error)
    given = request.view_args or {}
    if error.code is DuelRefusal.PHASE_OVER:  # the phase is over, or still to come
        return answer_problem(refused_phase(duel_of(given["duel"]), phase_named(given["phase"])))
    return answer_problem(Problem(PROBLEMS[DuelRefusal(error.code)]))


def talk_refused(error: TalkRefused) -> Response:
    """Answer that something cannot be said."""
    said = refusal_message(error)
    if error.code is TalkRefusal.NOT_A_PLAYER:
        return answer_problem(Problem("not_a_player"))
    if error.code is TalkRefusal.TOO_MANY:
        return answer_problem(Problem("limit_reached", said))
    if error.field and error.code is not TalkRefusal.PHRASES_ONLY:
        return answer_problem(field_problem(error.field, str(error.code), said))
    return answer_problem(Problem("not_possible", said))


def follow_refused(error: FollowRefused) -> Response:
    """Answer that a player cannot be followed."""
    code = "limit_reached" if error.code is FollowRefusal.TOO_MANY else "not_possible"
    return answer_problem(Problem(code, refusal_message(error)))


def league_refused(error: LeagueRefused) -> Response:
    """Answer that a bot cannot enter the league, or gets no duels there."""
    code = "limit_reached" if error.code is LeagueRefusal.NO_ROOM else "not_possible"
    return answer_problem(Problem(code, refusal_message(error)))


def register() -> None:
    """Let the API answer refusals of use cases."""
    blueprint.register_error_handler(NotFound, lambda _: answer_problem(not_found()))
    blueprint.register_error_handler(DuelRefused, duel_refused)
    blueprint.register_error_handler(MayBeOverbid, lambda _: answer_problem(Problem("may_be_overbid")))
    blueprint.register_error_handler(ChallengeRefused, challenge_refused)
    blueprint.register_error_handler(
        LadderRefused, lambda error: answer_problem(Problem("not_possible", refusal_message(error)))
    )
    blueprint.register_error_handler(TalkRefused, talk_refused)
    blueprint.register_error_handler(FollowRefused, follow_refused)
    blueprint.register_error_handler(LeagueRefused, league_refused)
    blueprint.register_error_handler(EntryError, lambda error: answer_problem(of_entry(error)))
    blueprint.register_error_handler(
        AccountClosed, lambda error: answer_problem(Problem("account_closed", error.why))
    )
