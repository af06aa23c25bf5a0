"""Stamps: short texts that change whenever a duel looks different; changes in an account's running duels."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import ColumnElement, Integer, ScalarSelect, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.players import Player
from models import Challenge, LadderChallenge, StoredDuel, StoredEntry
from models.challenge import ChallengeState
from models.ids import ApiKeyId, DuelId, DuelToken, UserId
from services.accounts import sessions
from services.api.keys import find_owners
from services.duels.access import DuelForViewer, check_token, is_of_present_phase, part_of, seal_of
from services.duels.authority import may_rule
from services.refused import NotFound

SHOWN = 8
MESSAGE_COUNT = StoredDuel.said_first + StoredDuel.said_second


@dataclass(frozen=True)
class Stamp:
    """What identifies the look of a duel: version, number of chapters, awaited phase, seals of ready players.

    own: when the viewer stored their own entry for that phase, for them alone; nothing else changes when an
    entry is stored. messages: how many there are, for the players alone. The seals are public on the
    duel's page already.
    """

    version: int
    ordinal: int
    phase: Phase | None
    seals: tuple[str | None, str | None]
    own: datetime | None = None
    messages: int = 0

    @property
    def is_last(self) -> bool:
        """True if nothing can change any more."""
        return self.phase is None

    def __str__(self) -> str:
        """The stamp as pages carry it; the viewer's own part comes last."""
        ready = (seal[:SHOWN] if seal else "-" for seal in self.seals)
        version = f"{self.version}-{self.messages}" if self.messages else str(self.version)
        own = (self.own.isoformat(),) if self.own else ()
        return ".".join((str(self.ordinal), str(self.phase or "over"), *ready, version, *own))


def stamp_of(viewed: DuelForViewer) -> Stamp:
    """Return the stamp of a duel that has been read, for its viewer."""
    return Stamp(
        viewed.stored.version,
        viewed.stored.ordinal,
        viewed.stored.phase,
        (viewed.seals.get(Player.FIRST), viewed.seals.get(Player.SECOND)),
        viewed.own.stored_at if viewed.own else None,
        viewed.stored.said if viewed.player else 0,
    )


def _stored_at(*of: ColumnElement[bool]) -> ScalarSelect[datetime]:
    """Select when an entry for the awaited phase was stored, by the player that the conditions name."""
    query = select(StoredEntry.stored_at).where(is_of_present_phase(StoredEntry), *of)
    return query.correlate(StoredDuel).scalar_subquery()


def _stamps() -> Select[DuelId, int, int, Phase | None, str | None, str | None, int]:
    seals = (seal_of(Player.FIRST), seal_of(Player.SECOND))
    return select(
        StoredDuel.id, StoredDuel.version, StoredDuel.ordinal, StoredDuel.phase, *seals, MESSAGE_COUNT
    )


class WatchedDuel(NamedTuple):
    """A duel, and which of its players watches it; None for everybody else."""

    duel_id: DuelId
    player: Player | None


def read_stamps(session: Session, watched: Collection[WatchedDuel]) -> Mapping[WatchedDuel, Stamp]:
    """Read the stamps of several duels, each for its viewer, by one query.

    Entries are read only of players who watch the duel themselves.
    """
    own = (
        _stored_at(
            StoredEntry.player == player,
            StoredDuel.id.in_([each.duel_id for each in watched if each.player is player]),
        )
        for player in Player
    )
    query = _stamps().add_columns(*own).where(StoredDuel.id.in_({each.duel_id for each in watched}))
    found = {}
    for duel_id, version, ordinal, phase, one, two, said, *instants in session.execute(query):
        for player, at in (*zip(Player, instants, strict=True), (None, None)):
            heard = said if player else 0
            found[WatchedDuel(duel_id, player)] = Stamp(version, ordinal, phase, (one, two), at, heard)
    return {each: found[each] for each in watched if each in found}


class SeenStamp(NamedTuple):
    """The stamp of a duel for a viewer; as_arbiter: they see it only while they may rule on it."""

    watched: WatchedDuel
    stamp: Stamp
    as_arbiter: bool


def read_stamp(session: Session, token: DuelToken, user_id: UserId | None) -> SeenStamp:
    """Read the stamp of a duel, as far as this viewer may see it; raises NotFound."""
    own = _stored_at(StoredEntry.player == part_of(bindparam("user_id", type_=Integer)))
    query = _stamps().add_columns(own, StoredDuel.public, StoredDuel.first_id, StoredDuel.second_id)
    check_token(token)
    found = session.execute(query.where(StoredDuel.token == token), {"user_id": user_id}).one_or_none()
    if found is None:
        raise NotFound
    duel_id, version, ordinal, phase, one, two, said, at, public, *players = found
    player = dict(zip(players, Player, strict=True)).get(user_id) if user_id else None
    is_open = public or player is not None
    if not (is_open or may_rule(session, session.get_one(StoredDuel, duel_id), user_id)):
        raise NotFound
    stamp = Stamp(version, ordinal, phase, (one, two), at, said if player else 0)
    return SeenStamp(WatchedDuel(duel_id, player), stamp, as_arbiter=not is_open)


@dataclass(frozen=True)
class StampAhead:
    """What changes a player's page In advance: the duel, the number of entries, and the time of the last."""

    version: int
    ordinal: int
    phase: Phase | None
    prepared: tuple[int, datetime] | None = None

    @property
    def is_last(self) -> bool:
        """True if nothing can be prepared any more."""
        return self.phase is None

    def __str__(self) -> str:
        """The stamp as the page carries it; the part about prepared entries comes last."""
        prepared = (str(self.prepared[0]), self.prepared[1].isoformat()) if self.prepared else ()
        return ".".join((str(self.ordinal), str(self.phase or "over"), str(self.version), *prepared))


def read_stamps_ahead(session: Session, watched: Collection[WatchedDuel]) -> Mapping[WatchedDuel, StampAhead]:
    """Read how many entries players have prepared for phases to come, each for themselves alone."""
    ids = {player: [each.duel_id for each in watched if each.player is player] for player in Player}
    own = (and_(StoredEntry.player == player, StoredEntry.duel_id.in_(ids[player])) for player in Player)
    duels = select(StoredDuel.id, StoredDuel.version, StoredDuel.ordinal, StoredDuel.phase)
    entries = (
        select(StoredEntry.duel_id, StoredEntry.player, func.count(), func.max(StoredEntry.stored_at))
        .join(StoredDuel, StoredDuel.id == StoredEntry.duel_id)
        .where(or_(*own), StoredEntry.phase != StoredDuel.phase)
        .group_by(StoredEntry.duel_id, StoredEntry.player)
    )
    prepared = {
        WatchedDuel(duel_id, player): (count, latest)
        for duel_id, player, count, latest in session.execute(entries)
    }
    states = session.execute(duels.where(StoredDuel.id.in_({each.duel_id for each in watched})))
    found = {duel_id: StampAhead(version, ordinal, phase) for duel_id, version, ordinal, phase in states}
    return {
        each: replace(found[each.duel_id], prepared=prepared.get(each))
        for each in watched
        if each.duel_id in found
    }


class DuelStanding(NamedTuple):
    """The state of a running duel for one of its players, without anything sealed."""

    token: DuelToken
    player: Player
    stamp: Stamp
    awaits_them: bool


@dataclass(frozen=True)
class OwnChanges:
    """The running duels of an account by their tokens, without practice, and what waits for its answer.

    challenges: how many, without those for its places on ladders. for_places: how many of the latter.
    """

    duels: tuple[DuelStanding, ...] = ()
    challenges: int = 0
    for_places: int = 0

    is_last: ClassVar[bool] = False
    """An account can always change."""

    @property
    def id(self) -> str:
        """Name this state; every other state has another name."""
        states = [f"{each.token} {each.stamp}" for each in self.duels]
        waiting = f"{self.challenges} {self.for_places}"
        return sha256("\n".join((waiting, *states)).encode()).hexdigest()[:24]


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
            MESSAGE_COUNT,
            StoredDuel.awaits_first,
            StoredDuel.awaits_second,
        )
        .where(plays, StoredDuel.ended_at.is_(None), StoredDuel.level.is_(None))
        .order_by(StoredDuel.token)
    )


@cache
def _challenges_query() -> Select[UserId | None, int]:
    user_ids = bindparam("user_ids", expanding=True, type_=Integer)
    waiting = (Challenge.opponent_id.in_(user_ids), Challenge.state == ChallengeState.WAITING)
    return select(Challenge.opponent_id, func.count()).where(*waiting).group_by(Challenge.opponent_id)


@cache
def _for_places_query() -> Select[UserId, int]:
    user_ids = bindparam("user_ids", expanding=True, type_=Integer)
    challenged = LadderChallenge.challenged_id
    waiting = (challenged.in_(user_ids), LadderChallenge.state == ChallengeState.WAITING)
    return select(challenged, func.count()).where(*waiting).group_by(challenged)


def read_changes(session: Session, user_ids: Collection[UserId]) -> Mapping[UserId, OwnChanges]:
    """Read the state of some accounts, by three statements."""
    values = {"user_ids": sorted(user_ids)}
    duels: dict[UserId, list[DuelStanding]] = {user_id: [] for user_id in user_ids}
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
    token: DuelToken,
    first_id: UserId,
    second_id: UserId,
    version: int,
    ordinal: int,
    phase: Phase | None,
    *rest: Any,  # noqa: ANN401  # both seals, how much was said, and whom the phase awaits
) -> list[tuple[UserId, DuelStanding]]:
    seals, said, awaits = rest[:2], rest[2], rest[3:]
    stamp = Stamp(version, ordinal, phase, (seals[0], seals[1]), messages=said)
    return [
        (user_id, DuelStanding(token, player, stamp, awaits_them=bool(awaited) and seal is None))
        for user_id, player, seal, awaited in zip((first_id, second_id), Player, seals, awaits, strict=True)
    ]


class Shut(OwnChanges):
    """The end of the changes: the key or session is not valid any more."""

    is_last: ClassVar[bool] = True


SHUT = Shut()


def read_followed(
    session: Session, token_ids: Collection[ApiKeyId], now: datetime
) -> Mapping[ApiKeyId, OwnChanges]:
    """Read the state of the accounts of some keys; SHUT for keys that are not valid."""
    owners = find_owners(session, token_ids, now)
    found = read_changes(session, set(owners.values()))
    return {token_id: found[owners[token_id]] if token_id in owners else SHUT for token_id in token_ids}


class Holder(NamedTuple):
    """What entitles an open page to updates: its viewer's session, by hash, and the duel they rule on.

    rules: a private duel of others, and the account.
    """

    session: str | None = None
    rules: tuple[DuelId, UserId] | None = None


def entitled(session: Session, holders: Collection[Holder], today: date) -> set[Holder]:
    """Return the holders that may still listen, by one statement and a few for each arbiter."""
    hashes = {each.session for each in holders if each.session is not None}
    living: set[str | None] = {None, *sessions.living(session, hashes, today)}
    return {each for each in holders if each.session in living and _rules(session, each.rules)}


def _rules(session: Session, rules: tuple[DuelId, UserId] | None) -> bool:
    if rules is None:
        return True
    duel_id, user_id = rules
    stored = session.get(StoredDuel, duel_id)
    return stored is not None and may_rule(session, stored, user_id)
