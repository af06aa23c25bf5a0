"""Who plays by an account: a person or a program; its owner says so, before its first duel.

Duels that count are between two of a kind: people among themselves, and programs among themselves.
"""

from datetime import datetime

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from models import Challenge, Entrant, LadderPlace, Seek, StoredDuel, Tournament, User
from services.accounts.sessions import check_open
from services.finding.limits import lock_players

CHOSEN = ("person", "program")
"""The kinds of account among which an owner may choose."""


def are_alike(one: User, other: User) -> bool:
    """Tell whether duels of two accounts may count: both are people, or both are programs."""
    return one.kind == other.kind and one.kind in CHOSEN


class KindRefused(Exception):
    """The account cannot be of another kind."""


class UnknownKind(KindRefused):
    """Nobody chooses this kind of account."""


class HasBegun(KindRefused):
    """Others know the account as what it is: it has played, or waits for somebody."""


def change_kind(session: Session, user_id: int, kind: str, now: datetime) -> None:
    """Say who plays by an account; raises KindRefused, AccountClosed.

    It stays so once it has begun a duel, and while others see it somewhere as what it is.
    """
    lock_players(session, (user_id,))
    check_open(session, user_id)
    user = session.get_one(User, user_id, populate_existing=True)
    if kind not in CHOSEN or user.kind not in CHOSEN:
        raise UnknownKind(kind)
    if user.kind == kind:
        return
    if has_begun(session, user_id, now):
        raise HasBegun
    user.kind = kind
    session.flush()


def has_begun(session: Session, user_id: int, now: datetime) -> bool:
    """Tell whether an account stands anywhere as what it is: a duel, a challenge, a ladder, a tournament.

    Practice, which nobody else sees, is none.
    """
    plays = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    found: tuple[Select[int], ...] = (
        select(StoredDuel.id).where(plays, StoredDuel.level.is_(None)),
        select(Challenge.id).where(
            or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id),
            Challenge.state == "waiting",
            or_(Challenge.expires_at.is_(None), Challenge.expires_at > now),
        ),
        select(LadderPlace.id).where(LadderPlace.user_id == user_id),
        select(Entrant.id).where(Entrant.user_id == user_id),
        select(Tournament.id).where(Tournament.organiser_id == user_id),
        select(Seek.id).where(Seek.user_id == user_id),
    )
    return any(session.scalar(query.limit(1)) is not None for query in found)
