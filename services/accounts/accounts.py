"""Accounts: registering, authenticating, changing settings, and whether a person or a bot plays.

An account belongs to a person or a bot; its owner says which before its first duel. Rated duels are between
two people, or between two bots.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Select, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from clocks.terms import are_rest_days
from models import (
    Challenge,
    Entrant,
    LadderPlace,
    LeagueEntrant,
    SecurityEventKind,
    Seek,
    StoredDuel,
    Tournament,
    User,
)
from models.account import BOARDS, CODES, HOURS, LANGUAGES, AccountKind
from models.challenge import ChallengeState
from models.ids import UserId
from opponent.levels import Level
from services.accounts import sessions
from services.accounts.names import checked_name, name_key, skeleton
from services.accounts.passwords import NO_PASSWORD, QUEUE, HashQueue, matches
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import note_and_notify
from services.accounts.sessions import check_open
from services.refused import NotFound
from services.zones import zone_typed

MEMBERS = (AccountKind.PERSON, AccountKind.BOT)
"""The kinds of account with a name of their own; guests and the site's opponent have none."""


def register(session: Session, name: str, password_hash: str, language: str, now: datetime) -> User:
    """Open an account; raises AccountRefused."""
    name = checked_name(name)
    user = User(password_hash=password_hash, language=checked_language(language), created_at=now)
    give_name(session, user, name)
    return user


def register_bot(session: Session, name: str, now: datetime) -> User:
    """Open an account for a bot, to which nobody logs in; raises AccountRefused."""
    user = register(session, name, NO_PASSWORD, LANGUAGES[0], now)
    user.kind = AccountKind.BOT
    session.flush()
    return user


def give_name(session: Session, user: User, name: str) -> None:
    """Give a checked name to an account, which may be new; raises AccountRefused."""
    check_free(session, name)
    try:
        with session.begin_nested():
            user.name, user.name_key, user.skeleton = name, name_key(name), skeleton(name)
            session.add(user)
    except IntegrityError as error:
        check_free(session, name)
        raise AccountRefused(AccountRefusal.NAME_TAKEN, "name") from error


def check_free(session: Session, name: str) -> None:
    """Check that nobody has a name, or one that looks like it; raises AccountRefused."""
    key = name_key(name)
    alike = or_(User.name_key == key, User.skeleton == skeleton(name))
    found = session.scalars(select(User.name_key).where(alike)).all()
    if found:
        code = AccountRefusal.NAME_TAKEN if key in found else AccountRefusal.NAME_ALIKE
        raise AccountRefused(code, "name")


def authenticate(session: Session, user: User | None, password: str, queue: HashQueue = QUEUE) -> User | None:
    """Return the account if the password is right; takes as long when there is no such account.

    The reading session releases its connection before the slow comparison; raises TooManyHashes.
    """
    session.close()
    return user if matches(password, user.password_hash if user else None, queue) else None


def named(session: Session, name: str) -> User | None:
    """Find a member by their normalised name; None for a text with a NUL, which PostgreSQL refuses."""
    if "\0" in name:
        return None
    return session.scalar(select(User).where(User.name_key == name_key(name), User.kind.in_(MEMBERS)))


def opponent_account(session: Session, level: Level, now: datetime) -> User:
    """Return the account of a level of the site's opponent; it is made once, at the level's first duel.

    Its name has a colon, which members cannot use.
    """
    query = select(User).where(User.kind == AccountKind.OPPONENT, User.level == level)
    found = session.scalar(query)
    if found is not None:
        return found
    name = f":{level}"
    made = User(
        name=name,
        name_key=name,
        password_hash=NO_PASSWORD,
        language="en",
        created_at=now,
        kind=AccountKind.OPPONENT,
        level=level,
    )
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:
        return session.scalars(query).one()
    return made


def change_password(
    session: Session, user_id: UserId, present_hash: str, new_hash: str, now: datetime
) -> User:
    """Set a new password, and end every session; raises AccountRefused.

    present_hash: the hash with which the present password was compared, before the lock.
    """
    user = locked(session, user_id, present_hash)
    replace_password(session, user, new_hash, now)
    return user


def locked(session: Session, user_id: UserId, present_hash: str) -> User:
    """Lock an account whose owner has just proved their password; raises AccountRefused."""
    user = session.get_one(User, user_id, with_for_update={"key_share": True})
    if user.password_hash != present_hash:
        raise AccountRefused(AccountRefusal.PASSWORD_CHANGED, "password")
    return user


def replace_password(session: Session, user: User, new_hash: str, now: datetime) -> None:
    """Set a new password, end every session, and notify the owner."""
    user.password_hash = new_hash
    sessions.end_all(session, user.id)
    note_and_notify(session, user, SecurityEventKind.PASSWORD_CHANGED, now)
    session.flush()


def change_language(session: Session, user_id: UserId, language: str) -> None:
    """Set the language in which the site speaks to this account."""
    session.get_one(User, user_id).language = checked_language(language)


def change_codes(session: Session, user_id: UserId, codes: str) -> None:
    """Set the language of the province codes on this account's boards; raises ValueError."""
    if codes not in CODES:
        raise ValueError(codes)
    session.get_one(User, user_id).codes = codes


def change_board(session: Session, user_id: UserId, board: str) -> None:
    """Set how this account's boards look; raises ValueError."""
    if board not in BOARDS:
        raise ValueError(board)
    session.get_one(User, user_id).board = board


def change_time(session: Session, user_id: UserId, zone: str, hours: str) -> None:
    """Set the zone and the hours of this account's times; raises AccountRefused.

    zone: as people type it; empty to store the browser's zone at the next visit.
    """
    found = zone_typed(zone) if zone.strip() else ""
    if found is None:
        raise AccountRefused(AccountRefusal.UNKNOWN_ZONE, "zone")
    if hours not in HOURS:
        raise ValueError(hours)
    user = session.get_one(User, user_id)
    user.zone, user.hours = found, hours


def change_rest_days(session: Session, user_id: UserId, days: Sequence[int]) -> None:
    """Set the days of rest that an account's challenges propose; raises ValueError."""
    if not are_rest_days(days):
        raise ValueError(days)
    session.get_one(User, user_id).rest_days = list(days)


def note_zone(session: Session, user_id: UserId, zone: str) -> None:
    """Store the zone of an account's browser unless the account has one."""
    session.execute(update(User).where(User.id == user_id, User.zone == "").values(zone=zone))


def make_moderator(session: Session, name: str) -> User:
    """Make a moderator of an existing account; raises NotFound."""
    user = named(session, name)
    if user is None:
        raise NotFound
    user.is_moderator = True
    return user


def unmake_moderator(session: Session, name: str) -> User:
    """Take the role of moderator from an account; raises NotFound."""
    user = named(session, name)
    if user is None or not user.is_moderator:
        raise NotFound
    user.is_moderator = False
    return user


def checked_language(language: str) -> str:
    """Return the language if the site supports it; raises ValueError."""
    if language not in LANGUAGES:
        raise ValueError(language)
    return language


def lock_accounts(session: Session, user_ids: Collection[UserId]) -> None:
    """Lock accounts in a fixed order, so that counts about them cannot race."""
    query = select(User.id).where(User.id.in_(user_ids)).order_by(User.id)
    session.execute(query.with_for_update(key_share=True))


CHOSEN = MEMBERS
"""The kinds of account that an owner may choose from."""


def are_alike(one: User, other: User) -> bool:
    """Tell whether duels between two accounts may be rated: both are people, or both are bots."""
    return one.kind == other.kind and one.kind in CHOSEN


def change_kind(session: Session, user_id: UserId, kind: str, now: datetime) -> None:
    """Set whether a person or a bot plays with an account; raises AccountRefused.

    It cannot change once the account has begun a duel, or while others see it as a person or a bot.
    """
    lock_accounts(session, (user_id,))
    check_open(session, user_id)
    user = session.get_one(User, user_id, populate_existing=True)
    wanted = AccountKind(kind)
    if wanted not in CHOSEN or user.kind not in CHOSEN:
        raise ValueError(kind)
    if user.kind == wanted:
        return
    if has_begun(session, user_id, now):
        raise AccountRefused(AccountRefusal.KIND_KNOWN, "kind")
    user.kind = wanted
    session.flush()


def has_begun(session: Session, user_id: UserId, now: datetime) -> bool:
    """Tell whether an account is part of a duel, a challenge, a ladder, the league or a tournament.

    Practice does not count, since nobody else sees it.
    """
    plays = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    found: tuple[Select[int], ...] = (
        select(StoredDuel.id).where(plays, StoredDuel.level.is_(None)),
        select(Challenge.id).where(
            or_(Challenge.challenger_id == user_id, Challenge.opponent_id == user_id),
            Challenge.state == ChallengeState.WAITING,
            or_(Challenge.expires_at.is_(None), Challenge.expires_at > now),
        ),
        select(LadderPlace.id).where(LadderPlace.user_id == user_id),
        select(LeagueEntrant.user_id).where(LeagueEntrant.user_id == user_id),
        select(Entrant.id).where(Entrant.user_id == user_id),
        select(Tournament.id).where(Tournament.organiser_id == user_id),
        select(Seek.id).where(Seek.user_id == user_id),
    )
    return any(session.scalar(query.limit(1)) is not None for query in found)
