"""The table of the league: each contestant's figures, in all and against each other one; running duels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import case, select
from sqlalchemy.orm import Session

from competition.shares import Results, Share
from models import LeagueDuel, LeagueEntrant, LeagueScore, StoredDuel, User
from models.ids import DuelId, DuelToken, UserId
from opponent.levels import Level
from services.refused import NotFound

PUBLISHED_FROM = 420
"""Figures are published from this many ended duels on; fewer say little."""


class LeagueResults(Results):
    """How ended duels went for a contestant."""

    __slots__ = ()

    @property
    def score(self) -> Share:
        """The share of points: a win is one, a draw a half."""
        return Share(self.won + self.drawn / 2, self.duels)

    @property
    def is_published(self) -> bool:
        """True once there are enough."""
        return self.duels >= PUBLISHED_FROM


@dataclass(frozen=True)
class Contestant:
    """A bot or a level of the site's opponent, with its results against each of the others.

    entrant: None for a level.
    """

    user: User
    entrant: LeagueEntrant | None
    against: Mapping[UserId, LeagueResults]

    @property
    def name(self) -> str:
        """The name of its account."""
        return self.user.name

    @property
    def level(self) -> Level | None:
        """Which level it is, None for a bot."""
        return self.user.level

    @cached_property
    def results(self) -> LeagueResults:
        """The results against all."""
        return LeagueResults(*(sum(column) for column in zip(*self.against.values(), strict=True)))

    @property
    def has_left(self) -> bool:
        """True for a bot that plays no more."""
        return self.entrant is not None and (
            self.entrant.left_at is not None or self.user.closed_at is not None
        )

    @property
    def is_paused(self) -> bool:
        """True for a bot that gets no duels, since it has lost several in a row by absence."""
        return self.entrant is not None and self.entrant.paused_at is not None and not self.has_left

    @property
    def illegal(self) -> Share | None:
        """The share of its entries that the API refused; None for a level, and before the first."""
        if self.entrant is None:
            return None
        whole = self.entrant.refused + sum(self.entrant.times)
        return Share(self.entrant.refused, whole) if whole else None

    @property
    def median_seconds(self) -> int | None:
        """The power of 2 that bounds its median time; None for a level, and before the first."""
        times = self.entrant.times if self.entrant else ()
        half = sum(times) / 2
        return next((2**each for each, so_far in enumerate(accumulate(times)) if so_far > half), None)


def standings(session: Session) -> Sequence[Contestant]:
    """List all contestants: those with published figures by their score, then those with the most duels.

    A bot that has left before its first duel began is left out.
    """
    against: dict[UserId, dict[UserId, LeagueResults]] = {}
    columns = (LeagueScore.won, LeagueScore.lost, LeagueScore.drawn)
    for user_id, other_id, *results in session.execute(
        select(LeagueScore.user_id, LeagueScore.other_id, *columns)
    ):
        against.setdefault(user_id, {})[other_id] = LeagueResults(*results)
    entrants = {each.user_id: each for each in session.scalars(select(LeagueEntrant))}
    users = session.scalars(select(User).where(User.id.in_({*against, *entrants})))
    found = [Contestant(user, entrants.get(user.id), against.get(user.id, {})) for user in users]
    shown = [each for each in found if each.against or not each.has_left]
    return sorted(shown, key=_place)


def _place(contestant: Contestant) -> tuple[float, int, UserId]:
    results = contestant.results
    return (-results.score.value if results.is_published else 0.0, -results.duels, contestant.user.id)


def contestant_of(found: Sequence[Contestant], user_id: UserId) -> Contestant:
    """Find one of the contestants; raises NotFound."""
    contestant = next((each for each in found if each.user.id == user_id), None)
    if contestant is None:
        raise NotFound
    return contestant


class RunningDuel(NamedTuple):
    """A running duel of a contestant, and the other one."""

    token: DuelToken
    other_id: UserId


def running_duels(session: Session, user_id: UserId) -> Sequence[RunningDuel]:
    """List the running duels of a contestant, the oldest first."""
    plays = (LeagueDuel.first_id == user_id) | (LeagueDuel.second_id == user_id)
    running = select(LeagueDuel.duel_id).where(LeagueDuel.ended_at.is_(None), plays)
    other = case((StoredDuel.first_id == user_id, StoredDuel.second_id), else_=StoredDuel.first_id)
    query = select(StoredDuel.token, other).where(StoredDuel.id.in_(running)).order_by(StoredDuel.id)
    return [RunningDuel(*row) for row in session.execute(query)]


def other_of_pairing(session: Session, duel_id: DuelId) -> DuelToken | None:
    """Find the league duel of the same two with exchanged home powers; None for a duel outside the league."""
    own = select(LeagueDuel.pairing).where(LeagueDuel.duel_id == duel_id).scalar_subquery()
    query = select(StoredDuel.token).join(LeagueDuel, LeagueDuel.duel_id == StoredDuel.id)
    return session.scalar(query.where(LeagueDuel.pairing == own, LeagueDuel.duel_id != duel_id))


def ended_duels(session: Session, before: DuelId, most: int) -> Sequence[tuple[DuelId, DuelToken]]:
    """List ended duels of the league that were begun before another one, the latest begun first."""
    query = select(LeagueDuel.duel_id, StoredDuel.token).join(StoredDuel, StoredDuel.id == LeagueDuel.duel_id)
    ended = query.where(LeagueDuel.ended_at.is_not(None), LeagueDuel.duel_id < before)
    return [
        (number, token)
        for number, token in session.execute(ended.order_by(LeagueDuel.duel_id.desc()).limit(most))
    ]
