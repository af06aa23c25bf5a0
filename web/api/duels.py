"""Duels: lists; one duel in full, with its terms, state, time and possible acts; acts in it."""

from collections.abc import Collection, Sequence
from typing import Annotated, cast

from flask_babel import lazy_gettext as _l
from pydantic import Field

from adjudicator import Phase
from clocks.times import Times
from intimate.codec import write_state
from intimate.duel import DuelResult
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, EventKind
from intimate.players import Player
from models import StoredDuel
from models.ids import DuelId, DuelToken, UserId
from services.api.keys import Scope
from services.duels.access import DuelForViewer, lock_duel
from services.duels.events import ClockAct, may_be_done, possible_acts, store_clock_act, store_event
from services.duels.lists import PAGE, Column, DuelMark, ListedDuel, finished, mark_of, public, running
from services.duels.stamps import stamp_of
from services.following import followed_duels, recently_finished
from services.refused import NotFound
from services.terms import all_settings
from web.api import shapes
from web.api.access import (
    bearer,
    by_side,
    clock_seen,
    duel_of,
    is_out,
    own_duel_of,
    player_seen,
    refused_phase,
    side,
    user_seen,
)
from web.api.entries import own_entry
from web.api.operations import operation
from web.api.problems import Problem, field_problem, no_such_page
from web.api.shapes import PHASE, Duel, OneOf, Power, Sent, Settings, Side
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.events import event_refusal_message


@operation(
    "GET",
    "/duels/<duel>",
    Scope.READ,
    group="duels",
    summary=_l("One duel"),
    answer=shapes.Duel,
    problems=("not_found",),
)
def show_duel(duel: DuelToken) -> shapes.Duel:
    """The present state of a duel of the account, or of a public one."""
    return shown(duel_of(duel))


def shown(viewed: DuelForViewer) -> shapes.Duel:
    """Show a duel to the account."""
    stored, duel = viewed.stored, viewed.duel
    state = write_state(duel)
    return shapes.Duel(
        duel=stored.token,
        players={side(player): user_seen(user) for player, user in stored.players.items()},
        you=side(viewed.player) if viewed.player else None,
        public=stored.public,
        rated=stored.rated,
        preset=stored.preset,
        settings=cast("Settings", all_settings(stored.rules)),
        edition=stored.edition,
        clock=clock_seen(stored.clock),
        created_at=stored.created_at,
        ended_at=stored.ended_at,
        phase=state["next"],
        ordinal=stored.ordinal,
        stamp=str(stamp_of(viewed)),
        homes=cast("dict[Side, Power]", by_side(duel.homes)),
        credits=by_side(duel.credits),
        control=state["control"],
        position=shapes.Position(**{name: state[name] for name in shapes.Position.model_fields}),
        awaits=[side(player) for player in Player if player in stored.awaited],
        awaits_you=viewed.is_awaited and not viewed.is_ready and not is_out(viewed),
        seals=by_side(viewed.seals),
        own=own_entry(viewed.own, str(stored.phase)) if viewed.own else None,
        ahead=[str(phase) for phase in viewed.view.phases_ahead],
        draw_offered_by=[side(player) for player in Player if player in duel.draw_offers],
        stalemate_claimed_by=[side(player) for player in Player if player in duel.claims],
        end_asked_of=side(duel.end_asked) if duel.end_asked else None,
        events=[kind for kind in BY_PLAYERS if may_be_done(stored, kind) and viewed.view.can(kind)],
        time_acts=acts_of(viewed),
        times=times_seen(stored.times),
        lots_seal=stored.lots_seal,
        result=result_seen(duel.result) if duel.result else None,
    )


def acts_of(viewed: DuelForViewer) -> list[ClockAct]:
    """List the account's possible acts about the clocks."""
    if viewed.player is None:
        return []
    possible = possible_acts(viewed.stored, viewed.player, ready=frozenset(viewed.seals), now=now())
    return [act for act in ClockAct if act in possible]


def times_seen(times: Times) -> shapes.Times:
    """Show the state of a duel's clocks."""
    lengths = (
        {player: int(left.total_seconds()) for player, left in each.items()}
        for each in (times.banks, times.time_off)
    )
    banks, time_off = lengths
    return shapes.Times(
        due=by_side(times.due),
        banks=by_side(banks),
        misses=by_side(times.misses),
        leaves=by_side(time_off),
        away=by_side(
            {player: shapes.Away(since=away.since, until=away.until) for player, away in times.away.items()}
        ),
        paused_until=times.pause.until if times.pause else None,
        pause_offered_by=side(times.pause_offer) if times.pause_offer else None,
        opens_until=times.opens_until,
        here=[side(player) for player in Player if player in times.here],
        over_at=times.over_at,
    )


def result_seen(result: DuelResult) -> shapes.Result:
    """Show how a duel has ended."""
    return shapes.Result(
        winner=side(result.winner) if result.winner else None,
        reason=result.reason,
        phase=str(result.phase),
        counts=by_side(result.counts),
    )


@operation(
    "GET",
    "/duels",
    Scope.READ,
    group="duels",
    summary=_l("Duels of the account"),
    query=shapes.DuelsAsked,
    answer=shapes.Duels,
)
def list_duels(query: shapes.DuelsAsked) -> shapes.Duels:
    """All duels of the account that run, those that await it first; or those that have ended, by pages."""
    if query.state == "running":
        if query.before is not None:
            raise field_problem("before", "wrong_value", gettext("Running duels are listed on one page."))
        awaiting, others = running(db(), bearer().user_id)
        listed = [*(seen(each, awaits=True) for each in awaiting), *(seen(each) for each in others)]
        return shapes.Duels(duels=listed, before=None)
    mark = place_of(query.before, bearer().user_id)
    return paged(finished(db(), bearer().user_id, mark))


@operation(
    "GET",
    "/public-duels",
    Scope.READ,
    group="duels",
    summary=_l("Public duels"),
    query=shapes.PublicDuelsAsked,
    answer=shapes.Duels,
)
def list_public_duels(query: shapes.PublicDuelsAsked) -> shapes.Duels:
    """Public duels that run or that have ended, the latest first, by pages."""
    ended, user_id = query.state == "ended", bearer().user_id
    if ended and query.of == "followed":
        if query.before is not None:
            raise field_problem("before", "wrong_value", gettext("These duels are listed on one page."))
        return paged(recently_finished(db(), user_id, now()))
    mark = place_of(query.before, None, StoredDuel.ended_at if ended else StoredDuel.created_at)
    awaiting = [] if ended else running(db(), user_id)[0]
    followed = query.of == "followed"
    found = followed_duels(db(), user_id, mark) if followed else public(db(), ended=ended, mark=mark)
    return paged(found, {each.id for each in awaiting})


def place_of(before: str | None, user_id: UserId | None, column: Column = StoredDuel.ended_at) -> DuelMark:
    """Find where a page begins in a list sorted by a column; raises Problem."""
    try:
        return mark_of(db(), DuelToken(before) if before is not None else None, user_id, column)
    except NotFound as error:
        raise no_such_page() from error


def paged(found: Sequence[ListedDuel], awaiting: Collection[DuelId] = ()) -> shapes.Duels:
    """Show a page of a list; one duel more was read if another page follows.

    awaiting: the ids of the duels that await the account.
    """
    before = found[PAGE - 1].token if len(found) > PAGE else None
    shown = [seen(each, awaits=each.id in awaiting) for each in found[:PAGE]]
    return shapes.Duels(duels=shown, before=before)


def seen(duel: ListedDuel, *, awaits: bool = False) -> shapes.ListedDuel:
    """Show a duel as lists do."""
    homes = {"first": duel.home_first, "second": duel.home_second}
    you = next((side(player) for player, name in duel.names.items() if name == bearer().name), None)
    return shapes.ListedDuel(
        duel=duel.token,
        players={
            side(Player.FIRST): player_seen(duel.first_name, duel.first_kind),
            side(Player.SECOND): player_seen(duel.second_name, duel.second_kind),
        },
        you=you,
        homes=cast("dict[Side, Power]", {player: home for player, home in homes.items() if home}),
        phase=str(duel.phase) if duel.phase else None,
        ordinal=duel.ordinal,
        awaits_you=awaits,
        due_at=None if duel.times.pause else duel.deadline_at,
        winner=side(duel.winner) if duel.winner else None,
        reason=duel.reason,
        ended_at=duel.ended_at,
    )


PATTERN = f"^({PHASE})$"


class NewEvent(Sent):
    """Something that a player does besides the entries."""

    event: Annotated[str, OneOf(kind.value for kind in BY_PLAYERS)]
    phase: str = Field(pattern=PATTERN, description="The awaited phase that the bot saw last.")


class NewTimeAct(Sent):
    """Something that a player does about the time."""

    act: ClockAct
    phase: str = Field(pattern=PATTERN, description="The awaited phase that the bot saw last.")


REFUSED = ("not_found", "not_a_player", "phase_over", "phase_to_come", "not_possible")


@operation(
    "POST",
    "/duels/<duel>/events",
    Scope.PLAY,
    group="acts",
    summary=_l("Offer, claim, agree, decline, concede"),
    body=NewEvent,
    example={"event": "draw_offered", "phase": "F1903M"},
    answer=Duel,
    problems=(*REFUSED, "too_many_acts"),
)
def make_event(duel: DuelToken, body: NewEvent) -> Duel:
    """Do something besides the entries, at once and without a question; the answer is the duel after it."""
    viewed, phase = awaiting(duel, body.phase)
    try:
        with writing() as session:
            store_event(lock_duel(session, duel, bearer().user_id), EventKind(body.event), phase, now())
    except EventError as error:
        raise Problem("not_possible", " ".join(event_refusal_message(error, viewed))) from error
    return shown(own_duel_of(duel))


@operation(
    "POST",
    "/duels/<duel>/time",
    Scope.PLAY,
    group="acts",
    summary=_l("Come, take time off, pause, give more time"),
    body=NewTimeAct,
    example={"act": "come", "phase": "S1901B"},
    answer=Duel,
    problems=REFUSED,
)
def act_on_time(duel: DuelToken, body: NewTimeAct) -> Duel:
    """Do something about the time of a duel; the answer is the duel after it."""
    _, phase = awaiting(duel, body.phase)
    with writing() as session:
        store_clock_act(lock_duel(session, duel, bearer().user_id), body.act, phase, now())
    return shown(own_duel_of(duel))


def awaiting(duel: DuelToken, phase: str) -> tuple[DuelForViewer, Phase]:
    """Find a duel of the account that still awaits the phase that the bot saw; raises Problem."""
    viewed, wanted = own_duel_of(duel), Phase.parse(phase)
    if viewed.stored.phase != wanted:
        raise refused_phase(viewed, wanted)
    return viewed, wanted
