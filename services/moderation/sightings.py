"""Sightings: keyed hashes of an account's devices and addresses, noted daily; accounts that share some."""

import hmac
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_interface, ip_network
from itertools import combinations
from secrets import token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, delete, exists, func, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased, joinedload

from intimate.players import Player
from models import Database, Sighting, StoredDuel, User
from models.ids import DuelId, DuelToken, UserId
from models.moderation import SightingKind

_DEVICE = re.compile(r"[A-Za-z0-9_-]{22}")
IPV6_BITS = 64
"""The part of an IPv6 address that names one household or firm."""
IPV4, AROUND_IPV4, AROUND_IPV6 = 4, 24, 48


def new_device() -> str:
    """Make a mark for a device that has none."""
    return token_urlsafe(16)


def is_device(text: str) -> bool:
    """Tell whether a text can be the mark of a device."""
    return bool(_DEVICE.fullmatch(text))


def network_of(address: str) -> str | None:
    """Return an address as it is compared: IPv4 whole, IPv6 as its network; None if it is no address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, IPV6_BITS), strict=False))


def network_around(address: str) -> str | None:
    """Return the network around an address, /24 for IPv4 and /48 for IPv6; None if it is no address."""
    found = network_of(address)
    if found is None:
        return None
    given = ip_interface(found)
    bits = AROUND_IPV4 if given.version == IPV4 else AROUND_IPV6
    return str(ip_network((given.ip, bits), strict=False))


def digest(secret_key: str, kind: SightingKind, text: str) -> str:
    """Hash a device or a network under the site's key."""
    key = hmac.digest(secret_key.encode(), b"sightings", sha256)
    return hmac.new(key, f"{kind}\0{text}".encode(), sha256).hexdigest()


KEPT = timedelta(days=90)
MOST_TOGETHER = 50
"""A network with more accounts than this says nothing: a university, a mobile network."""
Seen = Mapping[SightingKind, str]
"""The digests of one visit, by their kind."""
Same = tuple[ColumnElement[bool], ...]


def is_noted(session: Session, user_id: UserId, seen: Seen, today: date) -> bool:
    """Tell whether a visit is noted in full for the day already."""
    of_today = (
        select(func.count())
        .select_from(Sighting)
        .where(Sighting.user_id == user_id, Sighting.digest.in_(seen.values()), Sighting.last_on >= today)
    )
    return session.scalar(of_today) == len(seen)


def note_sightings(session: Session, user_id: UserId, seen: Seen, today: date) -> None:
    """Note the device and the address of a visit, and mark those that are shared."""
    for kind, digest in sorted(seen.items()):
        is_new = _note(session, user_id, kind, digest, today)
        _mark_shared(session, _same(kind, digest), today, is_new=is_new)


def _same(kind: str, digest: str) -> Same:
    return Sighting.kind == kind, Sighting.digest == digest


def _note(session: Session, user_id: UserId, kind: SightingKind, digest: str, today: date) -> bool:
    """Note one sighting; return True when it is the first of its kind."""
    own = update(Sighting).where(Sighting.user_id == user_id, *_same(kind, digest))
    if session.execute(own.values(last_on=today).returning(Sighting.user_id)).all():
        return False
    try:
        with session.begin_nested():
            new = Sighting(user_id=user_id, kind=kind, digest=digest, first_on=today, last_on=today)
            session.add(new)
    except IntegrityError:  # another page of the same browser was first
        return False
    return True


def _mark_shared(session: Session, same: Same, today: date, *, is_new: bool) -> None:
    """Mark a shared device or address with the day on which the last account joined."""
    found = select(Sighting.shared_on).where(*same).limit(MOST_TOGETHER + 1)
    days = session.scalars(found).all()
    if 1 < len(days) <= MOST_TOGETHER and (is_new or None in days):
        session.execute(update(Sighting).where(*same).values(shared_on=today))


def forget_old(database: Database, now: datetime) -> int:
    """Delete sightings older than `KEPT` in batches, unmark those no longer shared; return how many."""
    first = now.date() - KEPT
    key = tuple_(Sighting.user_id, Sighting.kind, Sighting.digest)
    old = select(Sighting.user_id, Sighting.kind, Sighting.digest).where(Sighting.last_on < first)
    other = aliased(Sighting)
    others = exists().where(
        other.kind == Sighting.kind, other.digest == Sighting.digest, other.user_id != Sighting.user_id
    )

    def forget_some(session: Session, most: int) -> int:
        gone = session.execute(old.order_by(Sighting.last_on).limit(most).with_for_update()).all()
        places = {(kind, digest) for _, kind, digest in gone}
        shared = (tuple_(Sighting.kind, Sighting.digest).in_(places), Sighting.shared_on.is_not(None))
        alone = update(Sighting).where(*shared, ~others).values(shared_on=None)
        for statement in (delete(Sighting).where(key.in_(gone)), alone):
            session.execute(statement, execution_options={"synchronize_session": False})
        return len(gone)

    return database.in_portions(forget_some)


PAGE = 20
LOOKED_AT = 100
"""How many groups one page of suspicious pairs looks at."""
MOST_SHOWN = 20
"""How many members of a group are shown."""


class GroupMark(NamedTuple):
    """Where a page of groups begins: after this one."""

    shared_on: date
    digest: str


class Between(NamedTuple):
    """The duels between two accounts: how many, and how many of them rated, counted, won by each.

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
    """Accounts that share a device or an address, with the first and last day of each."""

    kind: str
    place: GroupMark
    members: Sequence[Sighting]
    between: Sequence[Between]

    @property
    def has_rated(self) -> bool:
        """True if two of them have agreed to a rated duel."""
        return any(pair.rated for pair in self.between)


class Groups(NamedTuple):
    """A page of groups, and where the next one begins; None at the end."""

    found: Sequence[Group]
    after: GroupMark | None


def list_groups(
    session: Session, kind: SightingKind, after: GroupMark | None = None, most: int = PAGE
) -> Groups:
    """List groups, the one that grew last first."""
    places = session.execute(_places(kind, after).limit(most + 1)).all()
    shown = [GroupMark(shared_on, digest) for shared_on, digest in places[:most] if shared_on]
    members = _members(session, kind, [place.digest for place in shown])
    found = [(place, members.get(place.digest, ())) for place in shown]
    between = duels_between(session, [[member.user for member in group] for _, group in found])
    groups = [Group(kind, place, group, between_pairs(between, group)) for place, group in found]
    return Groups(groups, shown[-1] if len(places) > most else None)


def list_playing(session: Session, after: GroupMark | None = None) -> Groups:
    """List groups on one device in which two accounts play rated duels with each other, page by page."""
    looked_at = list_groups(session, SightingKind.DEVICE, after, LOOKED_AT)
    return Groups([group for group in looked_at.found if group.has_rated], looked_at.after)


def groups_of(session: Session, user_id: UserId) -> Sequence[Group]:
    """List the groups that an account is in, by device and by address."""
    own = (Sighting.user_id == user_id, Sighting.shared_on.is_not(None))
    rows = session.scalars(select(Sighting).where(*own).order_by(Sighting.last_on.desc()).limit(PAGE)).all()
    groups = []
    for row in rows:
        members = _members(session, row.kind, [row.digest])[row.digest]
        between = duels_between(session, [[member.user for member in members]])
        place = GroupMark(row.shared_on or row.last_on, row.digest)
        groups.append(Group(row.kind, place, members, between_pairs(between, members)))
    return sorted(groups, key=lambda group: group.kind != SightingKind.DEVICE)


def _places(kind: SightingKind, after: GroupMark | None) -> Select[date | None, str]:
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


Pair = tuple[UserId, UserId]
"""The numbers of two accounts, the smaller one first."""


def duels_between(session: Session, groups: Iterable[Sequence[User]]) -> Mapping[Pair, Between]:
    """Sum up the duels between members of each group, by two statements."""
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
    """Add the duels in which the other account was the first player."""
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


def _sums(user_ids: Collection[UserId]) -> Select[*tuple[Any, ...]]:
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


def _tokens(session: Session, duel_ids: Collection[DuelId]) -> Mapping[DuelId, DuelToken]:
    query = select(StoredDuel.id, StoredDuel.token).where(StoredDuel.id.in_(duel_ids))
    return dict(session.execute(query).all())


def between_pairs(between: Mapping[Pair, Between], group: Iterable[Sighting]) -> Sequence[Between]:
    """Pick the pairs of one group that have played each other."""
    numbers = sorted(member.user_id for member in group)
    return [between[pair] for pair in combinations(numbers, 2) if pair in between]


def watchable(session: Session, tokens: Collection[DuelToken]) -> frozenset[DuelToken]:
    """Return those of some duels that are public; moderators get no link to others."""
    if not tokens:  # without this SQLite would read all public duels to find none
        return frozenset()
    query = select(StoredDuel.token).where(StoredDuel.token.in_(tokens), StoredDuel.public)
    return frozenset(session.scalars(query))
