"""One duel, whole: its terms, its state, its time, and what the account can do."""

from typing import cast

from flask_babel import lazy_gettext as _l

from clocks.times import Times
from intimate.codec import write_state
from intimate.duel import Result
from intimate.events import BY_PLAYERS
from intimate.players import Player
from services.access.tokens import Scope
from services.challenges.terms import all_settings
from services.duels.clock_acts import ClockAct, possible_acts
from services.duels.events import may_be_done
from services.duels.stamps import stamp_of
from services.duels.tables import Table
from web.api.entries import own_entry
from web.api.operations import operation
from web.api.seen import by_side, clock_seen, side, user_seen
from web.api.shapes import duels as shapes
from web.api.shapes.common import Power, Side
from web.api.shapes.terms import Settings
from web.api.tables import is_out, table_of
from web.frame.session import now


@operation(
    "GET",
    "/duels/<duel>",
    Scope.READ,
    group="duels",
    summary=_l("One duel"),
    answer=shapes.Duel,
    problems=("not_found",),
)
def show_duel(duel: str) -> shapes.Duel:
    """A duel of the account, or one that anybody may watch, as it stands now."""
    return shown(table_of(duel))


def shown(table: Table) -> shapes.Duel:
    """Show a duel to the account."""
    stored, duel = table.stored, table.duel
    state = write_state(duel)
    return shapes.Duel(
        duel=stored.token,
        players={side(player): user_seen(user) for player, user in stored.players.items()},
        you=side(table.player) if table.player else None,
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
        stamp=str(stamp_of(table)),
        homes=cast("dict[Side, Power]", by_side(duel.homes)),
        credits=by_side(duel.credits),
        control=state["control"],
        position=shapes.Position(**{name: state[name] for name in shapes.Position.model_fields}),
        awaits=[side(player) for player in Player if player in stored.awaited],
        awaits_you=table.is_awaited and not table.is_ready and not is_out(table),
        seals=by_side(table.seals),
        own=own_entry(table.own, str(stored.phase)) if table.own else None,
        ahead=[str(phase) for phase in table.view.phases_ahead],
        draw_offered_by=[side(player) for player in Player if player in duel.draw_offers],
        stalemate_claimed_by=[side(player) for player in Player if player in duel.claims],
        end_asked_of=side(duel.end_asked) if duel.end_asked else None,
        events=[kind for kind in BY_PLAYERS if may_be_done(stored, kind) and table.view.can(kind)],
        time_acts=acts_of(table),
        times=times_seen(stored.times),
        lots_seal=stored.lots_seal,
        result=result_seen(duel.result) if duel.result else None,
    )


def acts_of(table: Table) -> list[ClockAct]:
    """List what the account can do about the time now."""
    if table.player is None:
        return []
    possible = possible_acts(table.stored, table.player, ready=frozenset(table.seals), now=now())
    return [act for act in ClockAct if act in possible]


def times_seen(times: Times) -> shapes.Times:
    """Show how the time of a duel stands."""
    lengths = (
        {player: int(left.total_seconds()) for player, left in each.items()}
        for each in (times.banks, times.leaves)
    )
    banks, leaves = lengths
    return shapes.Times(
        due=by_side(times.due),
        banks=by_side(banks),
        misses=by_side(times.misses),
        leaves=by_side(leaves),
        away=by_side(
            {
                player: shapes.Away(since=leave.since, until=leave.until)
                for player, leave in times.away.items()
            }
        ),
        paused_until=times.pause.until if times.pause else None,
        pause_offered_by=side(times.pause_offer) if times.pause_offer else None,
        opens_until=times.opens_until,
        here=[side(player) for player in Player if player in times.here],
    )


def result_seen(result: Result) -> shapes.Result:
    """Show how a duel has ended."""
    return shapes.Result(
        winner=side(result.winner) if result.winner else None,
        reason=result.reason,
        phase=str(result.phase),
        counts=by_side(result.counts),
    )
