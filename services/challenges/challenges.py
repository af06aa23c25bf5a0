"""Challenges: made, withdrawn, declined, and accepted exactly once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from secrets import token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, func, or_, select, update
from sqlalchemy.orm import Session, aliased, joinedload

from intimate.players import Player
from models import Challenge, StoredDuel, User
from services.accounts.sessions import AccountClosed
from services.challenges.terms import Clock, Terms
from services.duels.arriving import note_arrival
from services.duels.beginning import store_new_duel
from services.telling.challenges import tell_of_challenge, tell_of_refusal

MOST_WAITING = 20
PAGE = 30


class ChallengeRefused(Exception):
    """Something asked of a challenge cannot be done."""


class UnknownChallenge(ChallengeRefused):
    """There is no such challenge, or none that this reader may see."""


class OwnChallenge(ChallengeRefused):
    """Nobody plays against themselves."""


class OpponentClosed(ChallengeRefused):
    """The account of the opponent is closed."""


class NotTheChallenger(ChallengeRefused):
    """Only who made a challenge may withdraw it."""


class NotTheOpponent(ChallengeRefused):
    """Only who is challenged by name may answer."""


class NotWaiting(ChallengeRefused):
    """Somebody was first: the challenge is accepted, declined or withdrawn."""


class TooManyWaiting(ChallengeRefused):
    """This player already has as many challenges waiting as one may have."""


def create(
    session: Session, challenger_id: int, kind: str, opponent: User | None, terms: Terms, now: datetime
) -> Challenge:
    """Challenge anybody ("open"), somebody ("named"), or whoever holds the link ("link").

    Raises OwnChallenge, OpponentClosed, AccountClosed and TooManyWaiting.
    """
    if opponent is not None and opponent.id == challenger_id:
        raise OwnChallenge
    if opponent is not None and opponent.closed_at is not None:
        raise OpponentClosed
    # Two challenges of one player at the same moment are counted one after the other.
    challenger = select(User.closed_at).where(User.id == challenger_id).with_for_update(key_share=True)
    if session.scalar(challenger) is not None:
        raise AccountClosed
    if waiting_count(session, challenger_id) >= MOST_WAITING:
        raise TooManyWaiting
    challenge = Challenge(
        token=token_urlsafe(9),
        challenger_id=challenger_id,
        opponent_id=opponent.id if opponent else None,
        kind=kind,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        clock=terms.clock,
        homes=terms.homes,
        rated=terms.rated,
        match=terms.match,
        created_at=now,
        state="waiting",
    )
    session.add(challenge)
    session.flush()
    tell_of_challenge(session, challenge, now)
    return challenge


def accept(session: Session, token: str, user_id: int, now: datetime) -> StoredDuel:
    """Begin the duel; of any number who accept at once, one does."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id == user_id:
        raise OwnChallenge
    leave_waiting(session, challenge, "accepted", opponent_id=user_id)
    first, second = challenge.challenger, session.get_one(User, user_id)
    duel = store_new_duel(session, first, second, terms(challenge), now)
    note_arrival(duel, Player.SECOND, now)
    session.flush()
    session.execute(update(Challenge).where(Challenge.id == challenge.id).values(duel_id=duel.id))
    session.refresh(challenge)
    return duel


def decline(session: Session, token: str, user_id: int, now: datetime) -> None:
    """Say no to a challenge made to oneself by name."""
    challenge = visible(session, token, user_id)
    if challenge.opponent_id != user_id:
        raise NotTheOpponent
    leave_waiting(session, challenge, "declined", untold_id=challenge.challenger_id)
    tell_of_refusal(session, challenge, now)


def withdraw(session: Session, token: str, user_id: int) -> None:
    """Take one's own challenge back."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id != user_id:
        raise NotTheChallenger
    # Whoever was challenged by name has been shown it, and looks for it in vain.
    untold = {"untold_id": challenge.opponent_id} if challenge.opponent_id else {}
    leave_waiting(session, challenge, "withdrawn", **untold)


def untold(session: Session, user_id: int) -> Sequence[Challenge]:
    """List the challenges of which this account has not been told yet how they ended, the latest first."""
    query = with_players().where(Challenge.untold_id == user_id)
    return session.scalars(query.order_by(Challenge.id.desc())).all()


def note_told(session: Session, token: str, user_id: int) -> None:
    """Note that an account knows how a challenge ended; of others' challenges nothing is noted."""
    is_theirs = (Challenge.token == token, Challenge.untold_id == user_id)
    session.execute(update(Challenge).where(*is_theirs).values(untold_id=None))


def leave_waiting(session: Session, challenge: Challenge, state: str, **values: int) -> None:
    """Leave the waiting state by compare-and-set; raises NotWaiting when somebody else was first."""
    claimed = session.execute(
        update(Challenge)
        .where(Challenge.id == challenge.id, Challenge.state == "waiting")
        .values(state=state, version=Challenge.version + 1, **values)
        .returning(Challenge.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None:
        raise NotWaiting
    session.refresh(challenge)


def visible(session: Session, token: str, user_id: int | None) -> Challenge:
    """Find a challenge that this reader may see (one made by name: the two); raises UnknownChallenge."""
    # PostgreSQL takes no NUL in a text, and no token has one.
    challenge = None if "\0" in token else session.scalar(with_players().where(Challenge.token == token))
    if challenge is None:
        raise UnknownChallenge
    if challenge.kind == "named" and user_id not in {challenge.challenger_id, challenge.opponent_id}:
        raise UnknownChallenge
    return challenge


class ListedChallenge(NamedTuple):
    """A challenge as a list shows it."""

    id: int
    token: str
    challenger_id: int
    opponent_id: int | None
    kind: str
    preset: str
    settings: Mapping[str, Any]
    public: bool
    clock: Clock
    created_at: datetime
    challenger_name: str
    opponent_name: str | None


def _waiting_query() -> Select[*tuple[Any, ...]]:
    """Select the challenges that still wait, newest first."""
    challenger, opponent = aliased(User), aliased(User)
    return (
        select(
            Challenge.id,
            Challenge.token,
            Challenge.challenger_id,
            Challenge.opponent_id,
            Challenge.kind,
            Challenge.preset,
            Challenge.settings,
            Challenge.public,
            Challenge.clock,
            Challenge.created_at,
            challenger.name,
            opponent.name,
        )
        .join(challenger, challenger.id == Challenge.challenger_id)
        .outerjoin(opponent, opponent.id == Challenge.opponent_id)
        .where(Challenge.state == "waiting")
        .order_by(Challenge.created_at.desc(), Challenge.id.desc())
    )


@cache
def _open_query() -> Select[*tuple[Any, ...]]:
    others = Challenge.challenger_id != bindparam("user_id", type_=Integer)
    query = _waiting_query().where(Challenge.kind == "open", others)
    return query.offset(bindparam("offset", type_=Integer)).limit(bindparam("limit", type_=Integer))


@cache
def _own_query() -> Select[*tuple[Any, ...]]:
    user_id = bindparam("user_id", type_=Integer)
    return _waiting_query().where(or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id))


def open_to(
    session: Session, user_id: int | None, page: int = 1, most: int = PAGE + 1
) -> Sequence[ListedChallenge]:
    """List open challenges of others, newest first; one more than a page where another page follows."""
    values = {"user_id": user_id or 0, "offset": (page - 1) * PAGE, "limit": most}
    return [ListedChallenge(*row) for row in session.execute(_open_query(), values)]


def own(session: Session, user_id: int) -> tuple[list[ListedChallenge], list[ListedChallenge]]:
    """List the challenges that wait for this player's answer, and theirs that wait for somebody's."""
    found = [ListedChallenge(*row) for row in session.execute(_own_query(), {"user_id": user_id})]
    made_to = [challenge for challenge in found if challenge.opponent_id == user_id]
    return made_to, [challenge for challenge in found if challenge.challenger_id == user_id]


def waiting_count(session: Session, user_id: int) -> int:
    """Count the challenges of this player that wait for somebody."""
    return count(session, Challenge.challenger_id == user_id)


def terms(challenge: Challenge) -> Terms:
    """Return the terms to which whoever accepts agrees."""
    return Terms(
        challenge.preset,
        challenge.settings,
        challenge.edition,
        challenge.public,
        challenge.clock,
        challenge.homes,
        challenge.rated,
        challenge.match,
    )


def with_players() -> Select[Challenge]:
    """Challenges, with all that a list of them shows."""
    players = joinedload(Challenge.challenger), joinedload(Challenge.opponent)
    return select(Challenge).options(*players, joinedload(Challenge.duel))


def count(session: Session, whose: ColumnElement[bool]) -> int:
    """Count those of the challenges that still wait."""
    query = select(func.count()).select_from(Challenge).where(Challenge.state == "waiting", whose)
    return session.scalar(query) or 0
