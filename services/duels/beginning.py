"""Beginning a duel on agreed terms, and how many an account may play at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from secrets import choice, token_hex
from typing import Any, NamedTuple

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session

from clocks.running import open_doors
from intimate.draws import digest
from intimate.duel import begin
from intimate.players import Player
from intimate.start import set_up, start_with_homes
from models import StoredDuel, User
from models.ids import UserId
from opponent.levels import Level
from services.accounts.accounts import are_alike
from services.duels.notifications import notify_of_new_duel
from services.duels.refusals import DuelRefusal, DuelRefused
from services.terms import Terms

MOST_DUELS = 50
"""How many duels an account may have running, unless the site is set otherwise."""


def running_counts(session: Session, user_ids: Collection[UserId]) -> Mapping[UserId, int]:
    """Count the running duels of some accounts, by one statement; accounts with none are left out.

    Practice is counted separately (`services/practice/beginning.py`).
    """
    sides = (
        select(side.label("user_id"), func.count().label("duels"))
        .where(side.in_(user_ids), StoredDuel.ended_at.is_(None), StoredDuel.level.is_(None))
        .group_by(side)
        for side in (StoredDuel.first_id, StoredDuel.second_id)
    )
    both = union_all(*sides).subquery()
    query = select(both.c.user_id, func.sum(both.c.duels)).group_by(both.c.user_id)
    return {user_id: int(duels) for user_id, duels in session.execute(query)}


def without_room(
    session: Session, user_ids: Collection[UserId], most: int = MOST_DUELS, duels: int = 1
) -> list[UserId]:
    """List the accounts that cannot begin this many more duels; closed ones can begin none."""
    columns = (User.id, User.most_duels, User.closed_at)
    wanted = session.execute(select(*columns).where(User.id.in_(user_ids)).order_by(User.id))
    counts = running_counts(session, user_ids)
    return [
        user_id
        for user_id, own, closed_at in wanted
        if closed_at is not None or counts.get(user_id, 0) + duels > (most if own is None else min(most, own))
    ]


def check_room(
    session: Session, user_ids: Collection[UserId], most: int = MOST_DUELS, duels: int = 1
) -> None:
    """Raise DuelRefused for the first account that cannot begin this many more duels."""
    full = set(without_room(session, user_ids, most, duels))
    for user_id in user_ids:
        if user_id in full:
            raise DuelRefused(DuelRefusal.TOO_MANY_DUELS, user_id=user_id)


def change_limit(session: Session, user_id: UserId, most_duels: int | None, most: int = MOST_DUELS) -> None:
    """Set how many duels an account wants at once; None: as many as the site allows. Raises ValueError."""
    if most_duels is not None and not 0 <= most_duels <= most:
        raise ValueError(f"an account plays 0 to {most} duels at once")
    session.get_one(User, user_id).most_duels = most_duels


ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
TOKEN_LENGTH = 8


@dataclass(frozen=True)
class Recipients:
    """Which players are notified that a duel has begun.

    players: for a challenge only the first, who made it, since the second is just accepting. begun_by: what
    began the duel, if not a challenge ("match", "seek").
    """

    players: Collection[Player] = (Player.FIRST,)
    begun_by: str = ""


OF_CHALLENGE = Recipients()


class Practised(NamedTuple):
    """How strong the opponent plays, and the position to begin with, if not that of the terms."""

    level: Level
    start: Mapping[str, Any] | None = None


def store_new_duel(  # one argument per attribute
    session: Session,
    first: User,
    second: User,
    terms: Terms,
    now: datetime,
    recipients: Recipients = OF_CHALLENGE,
    practice: Practised | None = None,
) -> StoredDuel:
    """Begin a duel, and seal the secret behind its random draws; it is rated only between two of a kind.

    practice: set for a duel against the site's own opponent, which is then the second account.
    """
    secret = token_hex()
    stored = StoredDuel(
        token="".join(choice(ALPHABET) for _ in range(TOKEN_LENGTH)),
        first_id=first.id,
        second_id=second.id,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        clock=terms.clock,
        pace=terms.clock.pace,
        rated=terms.counts and are_alike(first, second),
        running=open_doors(terms.clock, now),
        ordinal=0,
        lots_secret=secret,
        lots_seal=digest(secret),
        created_at=now,
        level=practice.level if practice else None,
    )
    rules = terms.rules()
    if practice and practice.start is not None:
        stored.start = dict(practice.start)
    elif terms.homes:
        stored.start = dict(start_with_homes(rules, terms.homes))
    stored.write(begin(rules) if stored.start is None else set_up(rules, stored.start), now)
    session.add(stored)
    session.flush()
    notify_of_new_duel(session, stored, now, recipients.players, recipients.begun_by)
    return stored
