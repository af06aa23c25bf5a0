"""Challenges: made, withdrawn, declined, and accepted exactly once."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_urlsafe

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session, joinedload

from models import Challenge, StoredDuel, User
from services import duels
from services.terms import Terms

MOST_WAITING = 20
PAGE = 30


class ChallengeRefused(Exception):
    """What was asked of a challenge cannot be done."""


class UnknownChallenge(ChallengeRefused):
    """There is no such challenge, or none that this reader may see."""


class OwnChallenge(ChallengeRefused):
    """Nobody plays against himself."""


class NotTheChallenger(ChallengeRefused):
    """Only who made a challenge may withdraw it."""


class NotTheOpponent(ChallengeRefused):
    """Only who is challenged by name may answer."""


class AlreadySettled(ChallengeRefused):
    """Somebody was first: it is accepted, declined or withdrawn."""


class TooManyWaiting(ChallengeRefused):
    """This player already has as many challenges waiting as one may have."""


def create(
    session: Session, challenger_id: int, kind: str, opponent: User | None, terms: Terms, now: datetime
) -> Challenge:
    """Challenge anybody ("open"), somebody ("named"), or whoever holds the link ("link")."""
    if opponent is not None and opponent.id == challenger_id:
        raise OwnChallenge
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
        phase_seconds=terms.phase_seconds,
        created_at=now,
        state="waiting",
    )
    session.add(challenge)
    session.flush()
    return challenge


def accept(session: Session, token: str, user_id: int, now: datetime) -> StoredDuel:
    """Begin the duel; of any number who accept at once, one does."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id == user_id:
        raise OwnChallenge
    settle(session, challenge, "accepted", opponent_id=user_id)
    first, second = challenge.challenger, session.get_one(User, user_id)
    duel = duels.begin(session, first, second, terms(challenge), now)
    session.flush()
    session.execute(update(Challenge).where(Challenge.id == challenge.id).values(duel_id=duel.id))
    session.refresh(challenge)
    return duel


def decline(session: Session, token: str, user_id: int) -> None:
    """Say no to a challenge made to oneself by name."""
    challenge = visible(session, token, user_id)
    if challenge.opponent_id != user_id:
        raise NotTheOpponent
    settle(session, challenge, "declined")


def withdraw(session: Session, token: str, user_id: int) -> None:
    """Take one's own challenge back."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id != user_id:
        raise NotTheChallenger
    settle(session, challenge, "withdrawn")


def settle(session: Session, challenge: Challenge, state: str, **values: int) -> None:
    """Leave the waiting state by compare-and-set: one row, or somebody else was first."""
    claimed = session.execute(
        update(Challenge)
        .where(Challenge.id == challenge.id, Challenge.state == "waiting")
        .values(state=state, version=Challenge.version + 1, **values)
        .returning(Challenge.id),
        execution_options={"synchronize_session": False},
    ).scalar()
    if claimed is None:
        raise AlreadySettled
    session.refresh(challenge)


def visible(session: Session, token: str, user_id: int | None) -> Challenge:
    """The challenge, as far as this reader may see it; one made by name is between the two."""
    # PostgreSQL takes no NUL in a text, and no token has one.
    challenge = None if "\0" in token else session.scalar(with_players().where(Challenge.token == token))
    if challenge is None:
        raise UnknownChallenge
    if challenge.kind == "named" and user_id not in {challenge.challenger_id, challenge.opponent_id}:
        raise UnknownChallenge
    return challenge


def open_to(session: Session, user_id: int | None, page: int = 1) -> Sequence[Challenge]:
    """Open challenges of others, newest first; one more than a page where another page follows."""
    query = newest_waiting().where(Challenge.kind == "open", Challenge.challenger_id != (user_id or 0))
    return session.scalars(query.offset((page - 1) * PAGE).limit(PAGE + 1)).all()


def made_to(session: Session, user_id: int) -> Sequence[Challenge]:
    """Challenges that wait for this player's answer."""
    return session.scalars(newest_waiting().where(Challenge.opponent_id == user_id)).all()


def made_by(session: Session, user_id: int) -> Sequence[Challenge]:
    """This player's challenges that still wait for an answer."""
    return session.scalars(newest_waiting().where(Challenge.challenger_id == user_id)).all()


def awaiting_count(session: Session, user_id: int) -> int:
    """How many challenges wait for this player's answer."""
    return count(session, Challenge.opponent_id == user_id)


def waiting_count(session: Session, user_id: int) -> int:
    """How many of this player's challenges wait for somebody."""
    return count(session, Challenge.challenger_id == user_id)


def terms(challenge: Challenge) -> Terms:
    """What whoever accepts agrees to."""
    return Terms(
        challenge.preset,
        challenge.settings,
        challenge.edition,
        challenge.public,
        challenge.phase_seconds,
    )


def with_players() -> Select[Challenge]:
    """Challenges, with all that a list of them shows."""
    players = joinedload(Challenge.challenger), joinedload(Challenge.opponent)
    return select(Challenge).options(*players, joinedload(Challenge.duel))


def newest_waiting() -> Select[Challenge]:
    """Challenges that still wait, newest first."""
    waiting = with_players().where(Challenge.state == "waiting")
    return waiting.order_by(Challenge.created_at.desc(), Challenge.id.desc())


def count(session: Session, whose: ColumnElement[bool]) -> int:
    """How many of those challenges still wait."""
    query = select(func.count()).select_from(Challenge).where(Challenge.state == "waiting", whose)
    return session.scalar(query) or 0
