"""What has changed for a program: how the running duels of an account stand, and what awaits its answer."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import Integer, Select, bindparam, func, or_, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.players import Player
from models import Challenge, LadderChallenge, StoredDuel
from services.duels.stamps import Stamp
from services.duels.tables import seal_of


class Standing(NamedTuple):
    """How a running duel stands for one of its players; nothing of it is sealed."""

    token: str
    player: Player
    stamp: Stamp
    awaits_them: bool


@dataclass(frozen=True)
class OwnChanges:
    """The running duels of an account by their names, practice left out, and what waits for its answer.

    challenges: how many, those for its places on ladders left out. for_places: how many of those.
    """

    duels: tuple[Standing, ...] = ()
    challenges: int = 0
    for_places: int = 0

    is_last: ClassVar[bool] = False
    """Something can always happen to an account."""

    @property
    def id(self) -> str:
        """Name this state: another one has another name."""
        told = [f"{each.token} {each.stamp}" for each in self.duels]
        waiting = f"{self.challenges} {self.for_places}"
        return sha256("\n".join((waiting, *told)).encode()).hexdigest()[:24]


@cache
def _duels_query() -> Select[*tuple[Any, ...]]:
    user_ids = bindparam("user_ids", expanding=True, type_=Integer)
    plays = or_(StoredDuel.first_id.in_(user_ids), StoredDuel.second_id.in_(user_ids))
    return (
        select(
            StoredDuel.token,
            StoredDuel.first_id,
            StoredDuel.second_id,
            StoredDuel.version,
            StoredDuel.ordinal,
            StoredDuel.phase,
            seal_of(Player.FIRST),
            seal_of(Player.SECOND),
            StoredDuel.awaits_first,
            StoredDuel.awaits_second,
        )
        .where(plays, StoredDuel.ended_at.is_(None), StoredDuel.level.is_(None))
        .order_by(StoredDuel.token)
    )


@cache
def _challenges_query() -> Select[int | None, int]:
    user_ids = bindparam("user_ids", expanding=True, type_=Integer)
    waiting = (Challenge.opponent_id.in_(user_ids), Challenge.state == "waiting")
    return select(Challenge.opponent_id, func.count()).where(*waiting).group_by(Challenge.opponent_id)


@cache
def _for_places_query() -> Select[int, int]:
    user_ids = bindparam("user_ids", expanding=True, type_=Integer)
    challenged = LadderChallenge.challenged_id
    waiting = (challenged.in_(user_ids), LadderChallenge.state == "waiting")
    return select(challenged, func.count()).where(*waiting).group_by(challenged)


def read_changes(session: Session, user_ids: Collection[int]) -> Mapping[int, OwnChanges]:
    """Read how everything stands for some accounts, by three statements."""
    values = {"user_ids": sorted(user_ids)}
    duels: dict[int, list[Standing]] = {user_id: [] for user_id in user_ids}
    for row in session.execute(_duels_query(), values):
        for player_id, standing in _standings(*row):
            if player_id in duels:
                duels[player_id].append(standing)
    waiting, for_places = (
        {user_id: int(number) for user_id, number in session.execute(query, values)}
        for query in (_challenges_query(), _for_places_query())
    )
    return {
        user_id: OwnChanges(tuple(duels[user_id]), waiting.get(user_id, 0), for_places.get(user_id, 0))
        for user_id in user_ids
    }


def _standings(  # the columns of the query
    token: str,
    first_id: int,
    second_id: int,
    version: int,
    ordinal: int,
    phase: Phase | None,
    *rest: Any,  # noqa: ANN401  # both seals, and whom the phase awaits
) -> list[tuple[int, Standing]]:
    seals, awaits = rest[:2], rest[2:]
    stamp = Stamp(version, ordinal, phase, (seals[0], seals[1]))
    return [
        (user_id, Standing(token, player, stamp, awaits_them=bool(awaited) and seal is None))
        for user_id, player, seal, awaited in zip((first_id, second_id), Player, seals, awaits, strict=True)
    ]
