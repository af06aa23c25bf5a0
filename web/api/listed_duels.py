"""Lists of duels: those of the account, and those that anybody may watch."""

from collections.abc import Collection, Sequence
from typing import cast

from flask_babel import lazy_gettext as _l

from intimate.players import Player
from models import StoredDuel
from services.access.tokens import Scope
from services.duels.keyset import PAGE, Column, Mark, mark_of
from services.duels.lists import ListedDuel, finished, public, running
from services.duels.tables import UnknownDuel
from web.api.access import bearer
from web.api.operations import operation
from web.api.problems import field_problem, no_such_page
from web.api.seen import player_seen, side
from web.api.shapes import duels as shapes
from web.api.shapes.common import Power, Side
from web.frame.session import db
from web.frame.translation import gettext


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
    summary=_l("Duels that anybody may watch"),
    query=shapes.PublicDuelsAsked,
    answer=shapes.Duels,
)
def list_public_duels(query: shapes.PublicDuelsAsked) -> shapes.Duels:
    """Public duels that run or that have ended, the latest first, by pages."""
    ended = query.state == "ended"
    mark = place_of(query.before, None, StoredDuel.ended_at if ended else StoredDuel.created_at)
    awaiting = [] if ended else running(db(), bearer().user_id)[0]
    return paged(public(db(), ended=ended, mark=mark), {each.id for each in awaiting})


def place_of(before: str | None, user_id: int | None, column: Column = StoredDuel.ended_at) -> Mark:
    """Find where a page begins in a list by a column; raises Problem."""
    try:
        return mark_of(db(), before, user_id, column)
    except UnknownDuel as error:
        raise no_such_page() from error


def paged(found: Sequence[ListedDuel], awaiting: Collection[int] = ()) -> shapes.Duels:
    """Show a page of a list, of which one more was read if another page follows.

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
