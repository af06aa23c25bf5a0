"""Who shares a device or an address, and the duels that they played against each other."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, select, tuple_
from sqlalchemy.orm import Session, joinedload

from intimate.players import Player
from models import Sighting, StoredDuel, User
from services.keepers.digests import Kind

PAGE = 20
LOOKED_AT = 100
"""The groups that one page of suspicious pairs looks at."""
MOST_SHOWN = 20
"""The members of a group that are shown."""


class Place(NamedTuple):
    """Where a page of groups begins: after this one."""

    shared_on: date
    digest: str


class Between(NamedTuple):
    """The duels of two accounts against each other: how many, and of them rated, counted, won by each.

    latest: the token of the latest one that anybody may watch.
    """

    one: User
    other: User
    duels: int
    rated: int
    counted: int
    won_by_one: int
    won_by_other: int
    latest: str | None


@dataclass(frozen=True)
class Group:
    """Accounts that share a device or an address, with the days on which each was there first and last."""

    kind: str
    place: Place
    members: Sequence[Sighting]
    between: Sequence[Between]

    @property
    def has_rated(self) -> bool:
        """True when two of them have agreed to play for their ratings."""
        return any(pair.rated for pair in self.between)


class Groups(NamedTuple):
    """A page of groups, and where the next one begins; None at the end."""

    found: Sequence[Group]
    after: Place | None


def list_groups(session: Session, kind: Kind, after: Place | None = None, most: int = PAGE) -> Groups:
    """List groups, those that grew last first."""
    places = session.execute(_places(kind, after).limit(most + 1)).all()
    shown = [Place(shared_on, digest) for shared_on, digest in places[:most] if shared_on]
    members = _members(session, kind, [place.digest for place in shown])
    found = [(place, members.get(place.digest, ())) for place in shown]
    between = duels_between(session, [[member.user for member in group] for _, group in found])
    groups = [Group(kind, place, group, between_pairs(between, group)) for place, group in found]
    return Groups(groups, shown[-1] if len(places) > most else None)


def list_playing(session: Session, after: Place | None = None) -> Groups:
    """List the groups on one device of whom two play each other for their ratings, of the next so many."""
    looked_at = list_groups(session, "device", after, LOOKED_AT)
    return Groups([group for group in looked_at.found if group.has_rated], looked_at.after)


def groups_of(session: Session, user_id: int) -> Sequence[Group]:
    """List the groups that an account is in, by device and by address."""
    own = (Sighting.user_id == user_id, Sighting.shared_on.is_not(None))
    rows = session.scalars(select(Sighting).where(*own).order_by(Sighting.last_on.desc()).limit(PAGE)).all()
    groups = []
    for row in rows:
        members = _members(session, row.kind, [row.digest])[row.digest]
        between = duels_between(session, [[member.user for member in members]])
        place = Place(row.shared_on or row.last_on, row.digest)
        groups.append(Group(row.kind, place, members, between_pairs(between, members)))
    return sorted(groups, key=lambda group: group.kind != "device")


def _places(kind: Kind, after: Place | None) -> Select[date | None, str]:
    order = tuple_(Sighting.shared_on, Sighting.digest)
    query = select(Sighting.shared_on, Sighting.digest).where(
        Sighting.kind == kind, Sighting.shared_on.is_not(None)
    )
    if after is not None:
        query = query.where(order < tuple_(*after))
    return query.distinct().order_by(Sighting.shared_on.desc(), Sighting.digest.desc())


def _members(session: Session, kind: str, digests: Collection[str]) -> Mapping[str, Sequence[Sighting]]:
    query = select(Sighting).where(Sighting.kind == kind, Sighting.digest.in_(digests))
    members: dict[str, list[Sighting]] = {}
    for sighting in session.scalars(query.options(joinedload(Sighting.user)).order_by(Sighting.user_id)):
        members.setdefault(sighting.digest, []).append(sighting)
    return {digest: found[:MOST_SHOWN] for digest, found in members.items()}


Pair = tuple[int, int]
"""The numbers of two accounts, the smaller one first."""


def duels_between(session: Session, groups: Iterable[Sequence[User]]) -> Mapping[Pair, Between]:
    """Sum up the duels of those of each group against each other, by two statements."""
    users = {user.id: user for group in groups for user in group}
    if len(users) < 2:  # noqa: PLR2004 -- it takes two
        return {}
    rows = session.execute(_sums(users)).all()
    tokens = _tokens(session, [row.latest for row in rows if row.latest])
    between: dict[Pair, Between] = {}
    for first_id, second_id, duels, rated, counted, first, second, latest in rows:
        one, other = sorted((first_id, second_id))
        won = (first, second) if one == first_id else (second, first)
        found = Between(users[one], users[other], duels, rated, counted, *won, tokens.get(latest))
        known = between.get((one, other))
        between[one, other] = _together(known, found) if known else found
    return between


def _together(known: Between, found: Between) -> Between:
    """Add the duels in which the other one was the first player."""
    return Between(
        known.one,
        known.other,
        known.duels + found.duels,
        known.rated + found.rated,
        known.counted + found.counted,
        known.won_by_one + found.won_by_one,
        known.won_by_other + found.won_by_other,
        known.latest or found.latest,
    )


def _sums(user_ids: Collection[int]) -> Select[*tuple[Any, ...]]:
    def number(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.count(case((condition, 1)))

    latest = func.max(case((StoredDuel.public, StoredDuel.id))).label("latest")
    return (
        select(
            StoredDuel.first_id,
            StoredDuel.second_id,
            func.count(),
            number(StoredDuel.rated.is_(True)),
            number(StoredDuel.rated_ordinal.is_not(None)),
            number(StoredDuel.winner == Player.FIRST),
            number(StoredDuel.winner == Player.SECOND),
            latest,
        )
        .where(StoredDuel.first_id.in_(user_ids), StoredDuel.second_id.in_(user_ids))
        .group_by(StoredDuel.first_id, StoredDuel.second_id)
        .order_by(latest.desc())
    )


def _tokens(session: Session, duel_ids: Collection[int]) -> Mapping[int, str]:
    query = select(StoredDuel.id, StoredDuel.token).where(StoredDuel.id.in_(duel_ids))
    return dict(session.execute(query).all())


def between_pairs(between: Mapping[Pair, Between], group: Iterable[Sighting]) -> Sequence[Between]:
    """Pick the pairs of one group that have played each other."""
    numbers = sorted(member.user_id for member in group)
    return [between[pair] for pair in combinations(numbers, 2) if pair in between]


def watchable(session: Session, tokens: Collection[str]) -> frozenset[str]:
    """Return those of some duels that anybody may watch; keepers are shown no way to others."""
    query = select(StoredDuel.token).where(StoredDuel.token.in_(tokens), StoredDuel.public)
    return frozenset(session.scalars(query))
