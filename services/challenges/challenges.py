"""Challenges: made, withdrawn, declined, and accepted exactly once."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_urlsafe

from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session, joinedload

from clocks.terms import PRESETS as CLOCKS
from clocks.terms import Clock
from intimate.players import Player
from models import Challenge, StoredDuel, User
from services.accounts.sessions import check_open
from services.challenges.admission import (
    MOST_MADE,
    MOST_WAITING,
    check_acceptance,
    check_kinds,
    check_number,
    check_opponent,
    rating_of,
)
from services.challenges.errors import (
    Blocked,
    ChallengeRefused,
    Expired,
    HasBlocked,
    NotTheChallenger,
    NotTheOpponent,
    NotWaiting,
    OfAnotherKind,
    OpponentClosed,
    OutOfRange,
    OwnChallenge,
    RepeatedTooSoon,
    TooManyMade,
    TooManyWaiting,
    UnknownChallenge,
    WithdrawnTooOften,
)
from services.challenges.expiry import expires_at
from services.challenges.settling import leave_waiting
from services.challenges.terms import Terms
from services.duels.arriving import note_arrival
from services.duels.beginning import store_new_duel
from services.finding.limits import MOST_DUELS, check_room, lock_players
from services.matches import begin_match
from services.telling.challenges import tell_of_challenge, tell_of_refusal

__all__ = [
    "MOST_MADE",
    "MOST_WAITING",
    "Blocked",
    "ChallengeRefused",
    "Expired",
    "HasBlocked",
    "NotTheChallenger",
    "NotTheOpponent",
    "NotWaiting",
    "OfAnotherKind",
    "OpponentClosed",
    "OutOfRange",
    "OwnChallenge",
    "RepeatedTooSoon",
    "TooManyMade",
    "TooManyWaiting",
    "UnknownChallenge",
    "WithdrawnTooOften",
    "accept",
    "create",
    "decline",
    "last_made",
    "note_told",
    "terms",
    "untold",
    "visible",
    "with_players",
    "withdraw",
]


def create(  # noqa: PLR0913  # all that an offer is
    session: Session,
    challenger_id: int,
    kind: str,
    opponent: User | None,
    terms: Terms,
    now: datetime,
    *,
    within: int | None = None,
    most_duels: int = MOST_DUELS,
) -> Challenge:
    """Challenge anybody ("open"), somebody ("named"), or whoever holds the link ("link").

    within: of an open one, how far from the challenger's the rating of whoever accepts may be. most_duels:
    what the site allows an account at once. Raises ChallengeRefused and TooManyDuels.
    """
    if opponent is not None and opponent.id == challenger_id:
        raise OwnChallenge
    if opponent is not None and opponent.closed_at is not None:
        raise OpponentClosed
    # Two challenges of one player at the same moment are counted one after the other.
    lock_players(session, (challenger_id,))
    check_open(session, challenger_id)
    check_number(session, challenger_id, now)
    if opponent is not None:
        check_opponent(session, challenger_id, opponent.id, now)
        check_kinds(session, challenger_id, opponent.id, counts=terms.counts)
    check_room(
        session, [challenger_id, *([opponent.id] if opponent else [])], most_duels, terms.duels_at_once
    )
    challenge = _new(challenger_id, kind, terms, now)
    challenge.opponent_id = opponent.id if opponent else None
    if kind == "open" and within is not None:
        rating = rating_of(session, challenger_id, terms.clock.pace, terms.preset, now)
        challenge.rating_low, challenge.rating_high = rating - within, rating + within
    session.add(challenge)
    session.flush()
    tell_of_challenge(session, challenge, now)
    return challenge


def _new(challenger_id: int, kind: str, terms: Terms, now: datetime) -> Challenge:
    return Challenge(
        token=token_urlsafe(9),
        challenger_id=challenger_id,
        kind=kind,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        clock=terms.clock,
        pace=terms.clock.pace,
        clock_name=_name_of(terms.clock),
        homes=terms.homes,
        rated=terms.rated,
        match=terms.match,
        created_at=now,
        expires_at=expires_at(kind, terms.clock, now),
        state="waiting",
    )


def _name_of(clock: Clock) -> str:
    return next((name for name, known in CLOCKS.items() if known == clock), "")


def accept(
    session: Session, token: str, user_id: int, now: datetime, most_duels: int = MOST_DUELS
) -> StoredDuel:
    """Begin the duel, or the match with its first duel; of any number who accept at once, one does.

    Raises ChallengeRefused, and TooManyDuels of either player.
    """
    challenge = visible(session, token, user_id)
    if challenge.challenger_id == user_id:
        raise OwnChallenge
    agreed, both = terms(challenge), (user_id, challenge.challenger_id)
    # Accounts come before challenges, as where somebody is blocked or an account is closed.
    lock_players(session, both)
    check_acceptance(session, challenge, user_id, now)
    leave_waiting(session, challenge, "accepted", now, opponent_id=user_id)
    check_room(session, both, most_duels, agreed.duels_at_once)
    first, second = challenge.challenger, session.get_one(User, user_id)
    begin = begin_match if agreed.match else store_new_duel
    duel = begin(session, first, second, agreed, now)
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
    leave_waiting(session, challenge, "declined", now, untold_id=challenge.challenger_id)
    tell_of_refusal(session, challenge, now)


def withdraw(session: Session, token: str, user_id: int, now: datetime) -> None:
    """Take one's own challenge back."""
    challenge = visible(session, token, user_id)
    if challenge.challenger_id != user_id:
        raise NotTheChallenger
    # Whoever was challenged by name has been shown it, and looks for it in vain.
    untold = {"untold_id": challenge.opponent_id} if challenge.opponent_id else {}
    leave_waiting(session, challenge, "withdrawn", now, **untold)


def untold(session: Session, user_id: int) -> Sequence[Challenge]:
    """List the challenges of which this account has not been told yet how they ended, the latest first."""
    query = with_players().where(Challenge.untold_id == user_id)
    return session.scalars(query.order_by(Challenge.id.desc())).all()


def note_told(session: Session, token: str, user_id: int) -> None:
    """Note that an account knows how a challenge ended; of others' challenges nothing is noted."""
    if "\0" in token:  # PostgreSQL takes none in a text
        return
    is_theirs = (Challenge.token == token, Challenge.untold_id == user_id)
    session.execute(update(Challenge).where(*is_theirs).values(untold_id=None))


def visible(session: Session, token: str, user_id: int | None) -> Challenge:
    """Find a challenge that this reader may see (one made by name: the two); raises UnknownChallenge."""
    # PostgreSQL takes no NUL in a text, and no token has one.
    challenge = None if "\0" in token else session.scalar(with_players().where(Challenge.token == token))
    if challenge is None:
        raise UnknownChallenge
    if challenge.kind == "named" and user_id not in {challenge.challenger_id, challenge.opponent_id}:
        raise UnknownChallenge
    return challenge


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


def last_made(session: Session, user_id: int) -> Challenge | None:
    """Return the challenge that an account made last, whatever became of it."""
    query = select(Challenge).where(Challenge.challenger_id == user_id)
    newest = (Challenge.created_at.desc(), Challenge.id.desc())
    return session.scalars(query.order_by(*newest).limit(1)).one_or_none()
