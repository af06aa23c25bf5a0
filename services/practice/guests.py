"""Guests: accounts without a password, kept by the session of one browser.

Guests practise, and play a friend who has sent them a link.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from secrets import token_hex

from sqlalchemy import ColumnElement, Select, and_, case, delete, exists, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from intimate.players import Player
from models import (
    Database,
    DiaryNote,
    DuelComment,
    Job,
    LoginSession,
    Match,
    Message,
    ModeratorAct,
    Passkey,
    RecoveryCode,
    Report,
    SecondFactor,
    SecurityEvent,
    Sighting,
    StoredChapter,
    StoredDuel,
    StoredEntry,
    TalkMessage,
    User,
)
from models.account import NAMELESS, AccountKind
from models.ids import DuelId, UserId
from services.accounts import sessions
from services.accounts.accounts import checked_language, give_name
from services.accounts.names import checked_name
from services.accounts.passwords import NO_PASSWORD
from services.practice.refusals import PracticeRefusal, PracticeRefused
from services.refused import NotFound

MOST_GUESTS = 5_000
"""How many guests a site has room for, unless it is set otherwise."""
IDLE = timedelta(days=30)
"""The time without a visit after which a guest is removed, with their duels."""
UNUSED = timedelta(days=1)
"""The same for a guest who has entered nothing in any duel."""
BEGUN = timedelta(minutes=10)
"""A guest newer than this is not removed to make room, even with nothing entered so far."""
AWAY = timedelta(days=2)
"""A guest who has played and was here within this time is not removed to make room."""
AT_ONCE = 20
OF_ACCOUNT = (LoginSession, SecurityEvent, Sighting, Message, SecondFactor, RecoveryCode, Passkey)
"""What is removed with an account."""


def open_guest(
    session: Session, language: str, now: datetime, most: int = MOST_GUESTS, name: str = ""
) -> User:
    """Make the account of a guest; raises PracticeRefused.

    name: what they are called, checked by the caller; others may have the same name. If the site is full,
    guests who never played are removed, then those who were away for days. Guests who have played a friend
    stay, and are not counted.
    """
    is_guest = (User.kind == AccountKind.GUEST, ~_met(User.id).exists())
    guests = select(func.count()).select_from(User).where(*is_guest)
    if (session.scalar(guests) or 0) >= most and not (most and _make_room(session, now)):
        raise PracticeRefused(PracticeRefusal.TOO_MANY_GUESTS)
    key = f"{NAMELESS}{token_hex(8)}"
    guest = User(
        name=name or key,
        name_key=key,
        password_hash=NO_PASSWORD,
        language=checked_language(language),
        created_at=now,
        kind=AccountKind.GUEST,
        seen_on=now.date(),
    )
    session.add(guest)
    session.flush()
    return guest


def call_guest(session: Session, guest_id: UserId, name: str) -> None:
    """Change a guest's name, in all their duels; raises NotFound if there is no such guest."""
    guest = _locked(session, guest_id)
    if guest is None:
        raise NotFound
    if guest.name != name:
        guest.name = name
        _take_over(session, guest_id, guest_id)


def become_member(
    session: Session, guest_id: UserId, name: str, password_hash: str, now: datetime
) -> User | None:
    """Make a guest a member, with a name and a password; None if the guest is gone.

    They keep their duels; their session ends. Raises AccountRefused.
    """
    name = checked_name(name)
    guest = _locked(session, guest_id)
    if guest is None:
        return None
    give_name(session, guest, name)
    guest.password_hash, guest.created_at = password_hash, now
    guest.kind, guest.seen_on = AccountKind.PERSON, None
    sessions.end_all(session, guest.id)
    _take_over(session, guest.id, guest.id)
    return guest


def hand_over(session: Session, guest_id: UserId, user_id: UserId) -> None:
    """Give a guest's duels to the member who logs in from the same browser, and remove the guest.

    Both stay if the guest has played that very member, since nobody plays themselves.
    """
    if _locked(session, guest_id) is None:
        return
    has_met = session.scalar(select(_met(guest_id).exists()))
    _take_over(session, guest_id, user_id)
    if not has_met:
        _remove(session, (guest_id,))


def _locked(session: Session, guest_id: UserId) -> User | None:
    is_guest = (User.id == guest_id, User.kind == AccountKind.GUEST)
    return session.scalar(select(User).where(*is_guest).with_for_update())


def _take_over(session: Session, guest_id: UserId, user_id: UserId) -> None:
    """Give duels to an account, or mark its change of name, so that their pages are rendered again."""
    for table in (StoredDuel, Match):
        for own, other in ((table.first_id, table.second_id), (table.second_id, table.first_id)):
            renewed = {own: user_id, table.version: table.version + 1}
            session.execute(
                update(table).where(own == guest_id, other != user_id).values(renewed),
                execution_options={"synchronize_session": False},
            )
    for said in (TalkMessage, DiaryNote):
        theirs = select(StoredDuel.id).where(
            StoredDuel.id == said.duel_id,
            or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id),
        )
        by_guest = update(said).where(said.author_id == guest_id, theirs.exists())
        session.execute(by_guest.values(author_id=user_id))


def _met(guest_id: UserId | InstrumentedAttribute[UserId]) -> Select[DuelId]:
    """Select the duels that a guest has played with a friend; a guest with a link is the second player."""
    return select(StoredDuel.id).where(StoredDuel.second_id == guest_id)


def forget_idle(database: Database, clock: Callable[[], datetime]) -> int:
    """Remove guests who have been away for long, with their duels, in batches; return how many."""
    before = clock()
    has_gone = or_(
        User.seen_on < (before - IDLE).date(), and_(User.created_at < before - UNUSED, ~_has_played())
    )
    # All guests have this date; with the condition the database uses their index.
    is_guest = and_(User.kind == AccountKind.GUEST, User.seen_on <= before.date())
    query = select(User.id).where(is_guest, has_gone, ~_met(User.id).exists())

    def remove_some(session: Session, most: int) -> int:
        some = session.scalars(query.limit(most).with_for_update(skip_locked=True)).all()
        if some:
            _remove_duels(session, some)
            _remove(session, some)
        return len(some)

    return database.in_portions(remove_some, portion=AT_ONCE)


def _make_room(session: Session, now: datetime) -> bool:
    """Remove some guests to make room for a new one; return whether that was possible."""
    has_played = _has_played()
    may_go = or_(and_(User.created_at < now - BEGUN, ~has_played), User.seen_on < (now - AWAY).date())
    query = select(User.id).where(User.kind == AccountKind.GUEST, may_go, ~_met(User.id).exists())
    query = query.order_by(case((has_played, 1), else_=0), User.seen_on, User.id).limit(AT_ONCE)
    some = session.scalars(query.with_for_update(skip_locked=True)).all()
    _remove_duels(session, some)
    _remove(session, some)
    return bool(some)


def _has_played() -> ColumnElement[bool]:
    """Match the guests who have entered something, resolved or not; the opponent's entries do not count."""
    own = StoredDuel.first_id == User.id
    chapter = exists().where(own, StoredChapter.duel_id == StoredDuel.id)
    entry = exists().where(own, StoredEntry.duel_id == StoredDuel.id, StoredEntry.player == Player.FIRST)
    return or_(chapter.correlate(User), entry.correlate(User))


def forget_practice(session: Session, user_id: UserId) -> None:
    """Remove the duels of a member against the site's own opponent: nobody else has played them."""
    _remove_those(session, (StoredDuel.first_id == user_id, StoredDuel.level.is_not(None)))


def _remove_duels(session: Session, guest_ids: Collection[UserId]) -> None:
    _remove_those(session, (StoredDuel.first_id.in_(guest_ids),))


def _remove_those(session: Session, which: Collection[ColumnElement[bool]]) -> None:
    numbers = session.scalars(select(StoredDuel.id).where(*which)).all()
    for table in (StoredEntry, StoredChapter, Job, Message, TalkMessage, DiaryNote, DuelComment):
        session.execute(delete(table).where(table.duel_id.in_(numbers)))
    for kept in (ModeratorAct, Report):
        session.execute(update(kept).where(kept.duel_id.in_(numbers)).values(duel_id=None))
    session.execute(delete(StoredDuel).where(StoredDuel.id.in_(numbers)))


def _remove(session: Session, guest_ids: Collection[UserId]) -> None:
    for table in OF_ACCOUNT:
        session.execute(delete(table).where(table.user_id.in_(guest_ids)))
    session.execute(delete(User).where(User.id.in_(guest_ids)))
