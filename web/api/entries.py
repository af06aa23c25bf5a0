"""Entries: the options, storing for the awaited phase or one ahead, handing in."""

from typing import cast

from flask_babel import lazy_gettext as _l

from adjudicator import Phase, PhaseKind, standard
from intimate.codec import read_stored_entry, write_entry
from intimate.entries import Entry
from intimate.errors import EntryError
from intimate.options import Choices
from intimate.view import View
from models import StoredEntry
from models.ids import DuelToken
from services.api.keys import Scope
from services.duels.access import DuelForViewer, lock_awaited_duel, lock_duel
from services.duels.entering import (
    CheckedEntry,
    check_entry,
    check_entry_ahead,
    desk_beforehand,
    entries_ahead,
    is_overbid_ahead,
    may_be_overbid,
    store_entry,
    store_entry_ahead,
    store_readiness,
    store_unreadiness,
    take_back_entry_ahead,
)
from services.duels.refusals import DuelRefusal, DuelRefused
from services.league.scoring import count_refused, is_of_league
from web.api import shapes
from web.api.access import bearer, is_out, own_duel_of, phase_named, refused_phase, taken_in
from web.api.operations import operation
from web.api.problems import Problem, not_found
from web.api.refusals import of_entry
from web.api.shapes import Power
from web.core.session import arrived, db, now, writing
from web.core.translation import gettext

ADDRESS = "/duels/<duel>/entries/<phase>"
REFUSED = ("not_found", "not_a_player", "phase_over", "phase_to_come", "not_awaited", "on_leave")


def own_entry(own: StoredEntry, phase: str) -> shapes.StoredEntry:
    """Show the account what it has stored."""
    return shapes.StoredEntry(
        phase=phase,
        entry=shapes.Entry.model_validate(write_entry(own.content)),
        stored_at=own.stored_at,
        ready=own.ready,
        seal=own.seal,
    )


def check_awaited(viewed: DuelForViewer) -> None:
    """Check that the account can enter something for the awaited phase; raises Problem or DuelRefused."""
    if is_out(viewed):
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    if not viewed.is_awaited:
        raise DuelRefused(DuelRefusal.NOT_AWAITED)
    if viewed.player in viewed.stored.times.away:
        raise DuelRefused(DuelRefusal.TIME_OFF)


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="entries",
    summary=_l("What is stored for a phase"),
    answer=shapes.StoredEntry,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come"),
)
def show_entry(duel: DuelToken, phase: str) -> shapes.StoredEntry:
    """The account's stored entry for the awaited phase, or the one for a phase ahead."""
    viewed, wanted = own_duel_of(duel), phase_named(phase)
    if wanted == viewed.stored.phase:
        own = viewed.own
    elif wanted in viewed.view.phases_ahead:
        own = entries_ahead(db(), viewed).get(wanted)
    else:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    if own is None:
        raise not_found()
    return own_entry(own, phase)


@operation(
    "PUT",
    ADDRESS,
    Scope.PLAY,
    group="entries",
    summary=_l("Save an entry"),
    query=shapes.EntryAsked,
    body=shapes.Entry,
    example={"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]}},
    answer=shapes.EntryAnswer,
    problems=REFUSED,
)
def put_entry(
    duel: DuelToken, phase: str, query: shapes.EntryAsked, body: shapes.Entry
) -> shapes.EntryAnswer:
    """Replace the whole entry for the awaited phase or one ahead.

    A change takes readiness back. At the deadline the stored entry counts, ready or not.
    """
    viewed, wanted = own_duel_of(duel), phase_named(phase)
    if wanted == viewed.stored.phase:
        return _enter(viewed, body)
    if wanted in viewed.view.phases_ahead:
        return _enter_ahead(viewed, wanted, body, accepted=query.accept_overbid == "true")
    raise DuelRefused(DuelRefusal.PHASE_OVER)


def value_of(body: shapes.Entry) -> Entry:
    """Read an entry from what was sent; raises Problem."""
    try:
        return read_stored_entry(body.model_dump())
    except EntryError as error:
        raise of_entry(error) from error


def _enter(viewed: DuelForViewer, body: shapes.Entry) -> shapes.EntryAnswer:
    check_awaited(viewed)
    token = viewed.stored.token
    try:
        entry = value_of(body)
        checked = checked_entry(viewed, entry)
    except Problem:
        note_refused(viewed)
        raise
    with writing() as session:
        locked = lock_awaited_duel(session, token, bearer().user_id, checked.phase, now())
        was_ready = store_entry(locked, checked, now(), arrived=arrived())
        own = locked.entries[checked.player]
        over = may_be_overbid(locked.duel, checked.player, entry)
        return _answer(own, was_ready=was_ready, over=over)


def checked_entry(viewed: DuelForViewer, entry: Entry) -> CheckedEntry:
    """Check an entry for the awaited phase; raises Problem."""
    try:
        return check_entry(viewed, entry)
    except EntryError as error:
        raise of_entry(error, entry, viewed.stored.phase) from error


def note_refused(viewed: DuelForViewer) -> None:
    """Count an entry refused by the rules, in a duel of the league."""
    duel_id, player = viewed.stored.id, viewed.player
    if player is not None and is_of_league(db(), duel_id):
        with writing() as session:
            count_refused(session, duel_id, player)


def _enter_ahead(
    viewed: DuelForViewer, phase: Phase, body: shapes.Entry, *, accepted: bool
) -> shapes.EntryAnswer:
    entry = value_of(body)
    try:
        checked = check_entry_ahead(viewed, phase, entry)
    except EntryError as error:
        raise of_entry(error, entry, phase) from error
    over = is_overbid_ahead(viewed, entry)
    _store_ahead(viewed, checked, accepted=accepted and over)
    own = entries_ahead(db(), own_duel_of(viewed.stored.token)).get(phase)
    if own is None:
        raise DuelRefused(DuelRefusal.PHASE_OVER)
    return _answer(own, was_ready=False, over=over)


def _store_ahead(viewed: DuelForViewer, checked: CheckedEntry, *, accepted: bool) -> None:
    token = viewed.stored.token
    with writing() as session:
        locked = lock_duel(session, token, bearer().user_id)
        store_entry_ahead(locked, checked, now(), overbid_accepted=accepted)


def _answer(own: StoredEntry, *, was_ready: bool, over: bool) -> shapes.EntryAnswer:
    seen = own_entry(own, str(own.phase))
    return shapes.EntryAnswer(**dict(seen), was_ready=was_ready, may_be_overbid=over)


@operation(
    "DELETE",
    ADDRESS,
    Scope.PLAY,
    group="entries",
    summary=_l("Discard what was prepared"),
    answer=shapes.TakenBack,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come", "not_possible"),
)
def delete_entry(duel: DuelToken, phase: str) -> shapes.TakenBack:
    """Delete an entry for a phase ahead; that for the awaited phase can only be replaced."""
    viewed, wanted = own_duel_of(duel), phase_named(phase)
    token = viewed.stored.token
    if wanted == viewed.stored.phase:
        raise Problem(
            "not_possible", gettext("The entry for the awaited phase cannot be deleted, only replaced.")
        )
    with writing() as session:
        taken = take_back_entry_ahead(lock_duel(session, token, bearer().user_id), wanted)
    return shapes.TakenBack(phase=phase, taken_back=taken)


@operation(
    "PUT",
    f"{ADDRESS}/readiness",
    Scope.PLAY,
    group="entries",
    summary=_l("Finish a turn, or undo that"),
    body=shapes.Readiness,
    example={"ready": True},
    answer=shapes.ReadinessAnswer,
    problems=(*REFUSED, "nothing_to_hand_in", "may_be_overbid"),
)
def put_readiness(duel: DuelToken, phase: str, body: shapes.Readiness) -> shapes.ReadinessAnswer:
    """Mark the account as ready or not ready; the phase is resolved once all awaited players are ready.

    If nothing is stored, the entry is empty: units hold, and there are no bids.
    """
    wanted = phase_named(phase)
    with writing() as session:
        locked = lock_awaited_duel(session, duel, bearer().user_id, wanted, now())
        player = locked.player
        assert player is not None  # noqa: S101  # a seat that is taken is a player's
        if body.ready:
            resolved = store_readiness(locked, now(), ask_overbid=not body.accept_overbid)
        else:
            store_unreadiness(locked, now())
            resolved = False
        own = None if resolved else locked.entries.get(player)
        seal = own.seal if own else None
        return shapes.ReadinessAnswer(ready=body.ready, seal=seal, resolved=resolved)


@operation(
    "GET",
    "/duels/<duel>/options/<phase>",
    Scope.READ,
    group="entries",
    summary=_l("What can be entered for a phase"),
    answer=shapes.Options,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come", "not_awaited", "on_leave"),
)
def show_options(duel: DuelToken, phase: str) -> shapes.Options:
    """Everything the account can enter for the awaited phase or one ahead, for the powers it commands.

    For a winter ahead these are builds; removals of any unit can be given too.
    """
    viewed, wanted = own_duel_of(duel), phase_named(phase)
    if wanted == viewed.stored.phase:
        check_awaited(viewed)
        return options_of(wanted, viewed.view, viewed.view.choices)
    if wanted not in viewed.view.phases_ahead:
        raise refused_phase(viewed, wanted)
    return ahead(viewed, wanted)


def ahead(viewed: DuelForViewer, phase: Phase) -> shapes.Options:
    """Describe what can be entered for a phase ahead."""
    if phase.kind is PhaseKind.AUCTION:
        return options_of(phase, viewed.view.at_next_auction, Choices())
    return options_of(phase, viewed.view, desk_beforehand(viewed, phase).choices)


def options_of(phase: Phase, view: View, choices: Choices) -> shapes.Options:
    """Describe what can be entered."""
    duel, takes = view.duel, taken_in(phase)
    return shapes.Options(
        phase=str(phase),
        takes=takes,
        powers=[cast("Power", power) for power in standard().powers] if takes == "homes" else [],
        mercenaries=[
            shapes.Mercenary(power=cast("Power", power), discount=view.discount(power))
            for power in (duel.for_hire if takes == "bids" else ())
        ],
        reserve=duel.credits.get(view.player, 0) if view.player else 0,
        units=[
            shapes.UnitOptions(
                power=cast("Power", each.power), unit=str(each.unit), orders=list(map(str, each.orders))
            )
            for each in choices.units
        ],
        winters=[
            shapes.WinterOptions(
                power=cast("Power", each.power),
                number=each.number,
                removes=each.removes,
                orders=list(map(str, each.orders)),
                by_default=[f"{unit} B" for unit in each.by_default],
            )
            for each in choices.winters
        ],
    )
