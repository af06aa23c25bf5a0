"""Home-and-away matches: two duels of the same players, with home powers exchanged and one result."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from secrets import token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, bindparam, select, union
from sqlalchemy.orm import Session, joinedload

from adjudicator import PhaseKind
from intimate.chapter import Chapter
from intimate.duel import WITHOUT_RESULT, Ending
from intimate.players import Player
from models import Match, StoredDuel, User
from models.ids import DuelId, MatchToken, UserId
from services.duels.beginning import OF_CHALLENGE, Recipients, store_new_duel
from services.duels.lists import ListedDuel, listed_duels
from services.refused import NotFound
from services.terms import Terms

WIN, DRAW = 2, 1
"""The points of one duel, in halves."""
BEGUN_BY_MATCH = Recipients((Player.FIRST, Player.SECOND), "match")


class Leg(NamedTuple):
    """The state of one duel of a match."""

    first_id: UserId
    second_id: UserId
    winner: Player | None
    reason: Ending | None
    ended_at: datetime | None

    def points(self, user_id: UserId) -> int:
        """Return the points of one of its players."""
        if self.ended_at is None or (self.winner is None and self.reason in WITHOUT_RESULT):
            return 0
        if self.winner is None:
            return DRAW
        return WIN if user_id == (self.first_id if self.winner is Player.FIRST else self.second_id) else 0


def begin_match(  # one argument per attribute
    session: Session,
    first: User,
    second: User,
    terms: Terms,
    now: datetime,
    recipients: Recipients = OF_CHALLENGE,
) -> StoredDuel:
    """Begin a match, and return its first duel; the second begins too if the home powers are agreed.

    recipients: of the first duel.
    """
    match = Match(
        token=token_urlsafe(9),
        first_id=first.id,
        second_id=second.id,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        rated=terms.rated,
        clock=terms.clock,
        made_at=now,
    )
    stored = store_new_duel(session, first, second, terms, now, recipients)
    match.home_id = stored.id
    session.add(match)
    session.flush()
    _go_on(session, match, stored, now)
    return stored


def go_on_with_match(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Continue the match of a duel after a chapter: points, the second duel, the end."""
    reveals_homes = chapter.phase is not None and chapter.phase.kind is PhaseKind.HOMES
    if stored.phase is not None and not reveals_homes:
        return
    query = _match_query().with_for_update(of=Match)
    # Both duels may end at once: the later transaction must see what the earlier one counted.
    options = {"populate_existing": True}
    match = session.scalars(query, {"duel_id": stored.id}, execution_options=options).one_or_none()
    if match is not None:
        _go_on(session, match, stored, now)


def _go_on(session: Session, match: Match, stored: StoredDuel, now: datetime) -> None:
    if _second_duel_is_due(match, stored):
        match.away_id = _begin_away(session, match, stored, now).id
    legs = _legs(session, match)
    match.points_first, match.points_second = (
        sum(leg.points(user_id) for leg in legs) for user_id in (match.first_id, match.second_id)
    )
    if match.ended_at is None and all(leg.ended_at for leg in legs):
        match.ended_at = now
    session.flush()


def _second_duel_is_due(match: Match, stored: StoredDuel) -> bool:
    """Tell whether the second duel begins: once the home powers are known; if live, after the first."""
    if match.away_id is not None or stored.id != match.home_id or not stored.duel.own(Player.FIRST):
        return False
    return stored.phase is None or not stored.clock.is_live


def _begin_away(session: Session, match: Match, home: StoredDuel, now: datetime) -> StoredDuel:
    """Begin the second duel with the players exchanged; first and second keep their home power or side."""
    homes = home.duel.homes
    terms = Terms(match.preset, match.settings, match.edition, match.public, match.clock, homes, match.rated)
    return store_new_duel(session, match.second, match.first, terms, now, BEGUN_BY_MATCH)


def _legs(session: Session, match: Match) -> Sequence[Leg]:
    columns = (
        StoredDuel.first_id,
        StoredDuel.second_id,
        StoredDuel.winner,
        StoredDuel.reason,
        StoredDuel.ended_at,
    )
    of_match = StoredDuel.id.in_([match.home_id, match.away_id or match.home_id])
    return [Leg(*row) for row in session.execute(select(*columns).where(of_match))]


@cache
def _match_query() -> Select[Match]:
    duel_id = bindparam("duel_id", type_=Integer)
    # By the index of each column: with an OR, SQLite would read all matches.
    numbers = union(*(select(Match.id).where(column == duel_id) for column in (Match.home_id, Match.away_id)))
    return select(Match).where(Match.id.in_(numbers))


def match_of(session: Session, duel_id: DuelId) -> Match | None:
    """Return the match that a duel belongs to, with its players and both duels, if there is one."""
    query = _match_query().options(*_with_all())
    return session.scalars(query, {"duel_id": duel_id}).one_or_none()


def find_match(session: Session, token: MatchToken, user_id: UserId | None) -> Match:
    """Find a match that this viewer may see, with its players and duels; raises NotFound."""
    query = select(Match).where(Match.token == token).options(*_with_all())
    match = None if "\0" in token else session.scalars(query).one_or_none()
    if match is None or not (match.public or user_id in {match.first_id, match.second_id}):
        raise NotFound
    return match


def duels_of(session: Session, match: Match) -> Sequence[ListedDuel]:
    """List the duels of a match as lists show them, the first one first."""
    numbers = [number for number in (match.home_id, match.away_id) if number is not None]
    query = listed_duels().where(StoredDuel.id.in_(numbers)).order_by(StoredDuel.id)
    return [ListedDuel(*row) for row in session.execute(query)]


def _with_all() -> tuple[Any, ...]:
    joined = (Match.first, Match.second, Match.home, Match.away)
    return tuple(joinedload(each) for each in joined)
