"""Deleting an account: personal data goes at once, running duels are conceded, finished ones stay.

The account's row stays too, without personal data and under a name that nobody can choose, so that
opponents keep their duels, ratings and tournaments as they were played.
"""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from secrets import randbelow
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session

from intimate.chapter import Chapter
from intimate.events import Event, EventKind, happen
from models import Base, Database, StoredDuel, StoredRating, User
from models.account import USUAL_LEAD
from models.ids import DuelId, UserId
from services.accounts.account_emails import notify_owner
from services.accounts.names import name_key
from services.accounts.passwords import NO_PASSWORD
from services.duels.access import lock_for_clock
from services.duels.beginning import running_counts
from services.duels.resolving import resolve_or_set_aside, store_chapter
from services.moderation.acts import lock_to_close, withdraw
from services.practice.guests import forget_practice
from services.privacy.tables import HELD, table_of
from services.refused import Refused
from services.tournaments.log import forget_name, names_of_running

NAMES = {"en": "[anonymous {}]", "fr": "[anonyme {}]"}
"""The name of a deleted account, in its owner's language; nobody can choose a name with brackets."""
NUMBERS = 10**6


class DeletionRefusal(StrEnum):
    """Why an account cannot be deleted."""

    DELETED_ALREADY = "deleted_already"
    MODERATOR = "moderator"
    """A command has to take the role first."""
    ORGANISES = "organises"
    """They organise tournaments that are not over; the value `names` lists them."""


class DeletionRefused(Refused):
    """This account cannot be deleted now."""


class DeletionProspect(NamedTuple):
    """What a deletion would do: how many running duels it would concede, and what prevents it."""

    running: int
    obstacle: DeletionRefused | None


def foresee(session: Session, user_id: UserId) -> DeletionProspect:
    """Return what deleting an account would do now."""
    obstacle = _obstacle(session, session.get_one(User, user_id))
    return DeletionProspect(running_counts(session, (user_id,)).get(user_id, 0), obstacle)


def delete_account(session: Session, user_id: UserId, now: datetime) -> None:
    """Delete an account's personal data and close it for good; raises DeletionRefused.

    Its offers are withdrawn. Running duels are conceded afterwards, one by one (`concede_running`).
    """
    user = lock_to_close(session, user_id)
    obstacle = _obstacle(session, user)
    if obstacle is not None:
        raise obstacle
    withdraw(session, user, now)
    before, user.closed_at, user.deleted_at = user.name, now, now
    _delete_rows(session, user.id)
    notify_owner(session, user, "account_deleted", now, {"name": before})
    forget_practice(session, user.id)
    _blank(session, user)
    forget_name(session, user.id, before, user.name)
    _show_anew(session, user.id)
    session.flush()


def _obstacle(session: Session, user: User) -> DeletionRefused | None:
    if user.deleted_at is not None:
        return DeletionRefused(DeletionRefusal.DELETED_ALREADY)
    if user.is_moderator:
        return DeletionRefused(DeletionRefusal.MODERATOR)
    organised = names_of_running(session, user.id)
    return DeletionRefused(DeletionRefusal.ORGANISES, names=organised) if organised else None


def _delete_rows(session: Session, user_id: UserId) -> None:
    """Delete the rows that go with an account, including rows of others; referring rows go first."""
    going = {table_of(model).name: held for model, held in HELD.items() if held.is_deleted}
    for table in reversed(Base.metadata.sorted_tables):
        held = going.get(table.name)
        if held:
            named = (table.c[column] == user_id for column in (*held.own, *held.others))
            session.execute(delete(table).where(or_(*named)))


def _blank(session: Session, user: User) -> None:
    """Clear everything personal from an account's row."""
    user.name = _free_name(session, user.language)
    user.name_key = name_key(user.name)
    user.skeleton = user.email = user.verified_at = user.calendar_token = None
    user.password_hash = NO_PASSWORD
    user.zone, user.hours, user.codes, user.board = "", "language", "language", "page"
    user.lead_seconds, user.again_seconds, user.quiet_from, user.quiet_to = USUAL_LEAD, 0, None, None
    user.most_duels, user.is_arbiter, user.rest_days = None, False, []


def _free_name(session: Session, language: str) -> str:
    while True:
        name = NAMES[language].format(randbelow(NUMBERS))
        if session.scalar(select(User.id).where(User.name_key == name_key(name))) is None:
            return name


def _show_anew(session: Session, user_id: UserId) -> None:
    """Leave the lists of ratings, and let pages of duels be rendered again with the new name.

    This includes running duels: a stuck one is conceded only after a moderator has repaired it.
    """
    session.execute(update(StoredRating).where(StoredRating.user_id == user_id).values(listed_until=None))
    session.execute(
        update(StoredDuel).where(_plays(user_id)).values(version=StoredDuel.version + 1),
        execution_options={"synchronize_session": False},
    )


def _plays(user_id: UserId) -> ColumnElement[bool]:
    return or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)


def concede_running(database: Database, clock: Callable[[], datetime], user_id: UserId | None = None) -> int:
    """Concede the running duels of a deleted account, or of all of them; return how many.

    A duel that cannot be resolved stays until a moderator has repaired it.
    """
    deleted = select(User.id).where(User.deleted_at.is_not(None))
    if user_id is not None:
        deleted = deleted.where(User.id == user_id)
    conceded = 0
    passed: set[DuelId] = set()
    sides = (StoredDuel.first_id, StoredDuel.second_id)
    while True:
        with database.reading() as session:
            found = {
                number
                for side in sides
                for number in session.scalars(
                    select(StoredDuel.id).where(side.in_(deleted), StoredDuel.ended_at.is_(None))
                )
            } - passed
        if not found:
            return conceded
        passed |= found  # the other duel of a match may begin when its first one ends
        conceded += sum(_concede(database, number, clock()) for number in sorted(found))


def _concede(database: Database, duel_id: DuelId, now: datetime) -> bool:
    """Concede for a player whose account is deleted; False if the duel is over or stuck."""
    with database.writing() as session:
        seat = lock_for_clock(session, duel_id)
        if seat is None or seat.stored.phase is None or seat.stored.stuck_at is not None:
            return False
        resolve_or_set_aside(seat, now)
        stored = seat.stored
        player = next((who for who, user in stored.players.items() if user.deleted_at is not None), None)
        if stored.phase is None or stored.stuck_at is not None or player is None:
            return False
        event = Event(EventKind.CONCEDED, player)
        store_chapter(seat, Chapter(happen(stored.duel, event), event=event), {}, now)
        return True
