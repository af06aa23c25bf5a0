"""Practice duels against the site's opponent, which has an account for each level: begin and list them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from random import SystemRandom
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, func, or_, select, union_all
from sqlalchemy.orm import Session

from adjudicator import PhaseKind, Power, standard
from clocks.terms import UNLIMITED
from intimate.duel import Duel
from intimate.players import Player
from intimate.start import start_at
from models import StoredDuel, User
from models.account import AccountKind
from models.ids import UserId
from opponent.levels import Level
from services.accounts.accounts import lock_accounts, opponent_account
from services.accounts.sessions import check_open
from services.duels.access import was_judged
from services.duels.beginning import Practised, Recipients, store_new_duel
from services.duels.lists import ListedDuel, listed_duels
from services.practice.refusals import PracticeRefusal, PracticeRefused
from services.refused import NotFound
from services.terms import PRESETS, Terms

MOST_OF_MEMBER, MOST_OF_GUEST = 10, 3
"""How many practice duels an account may have running at once."""
MOST_A_DAY = 50
"""How many it may begin within a day."""
A_DAY = timedelta(days=1)
TO_NOBODY = Recipients(())
chance = SystemRandom()


class PracticeWish(NamedTuple):
    """The practice that a player wants; home: their home power, None to draw one at random."""

    level: Level = Level.RECRUIT
    home: Power | None = None
    preset: str = "intimate"


OF_BEGINNERS = PracticeWish(preset="beginner")
"""The practice suggested to an account that has never played."""


def begin_practice(session: Session, user_id: UserId, wish: PracticeWish, now: datetime) -> StoredDuel:
    """Begin a practice duel; the opponent's home power is drawn from the others.

    Raises PracticeRefused, AccountClosed, NotFound if the guest's account has been deleted meanwhile,
    SettingError for an unknown preset.
    """
    user = _with_room(session, user_id, now)
    terms = Terms(wish.preset, public=False, rated=False, clock=UNLIMITED, homes=_homes(wish))
    opponent = opponent_account(session, wish.level, now)
    return store_new_duel(session, user, opponent, terms, now, TO_NOBODY, Practised(wish.level))


def can_be_played_on(before: Duel | None, player: Player) -> bool:
    """Tell whether one can practise from a position as one of its players."""
    if before is None or before.phase is None or before.kind is PhaseKind.HOMES:
        return False
    return player is Player.FIRST or not before.rules.sides


def play_on(
    session: Session, user_id: UserId, level: Level, where: tuple[StoredDuel, Duel, Player], now: datetime
) -> StoredDuel:
    """Begin a practice duel from a position of a finished one, by its rules.

    where: the finished duel, the position, and the player whose place is taken. Raises what
    `begin_practice` raises, and DuelError if there is no such position.
    """
    origin, before, player = where
    start = start_at(before, player)
    user = _with_room(session, user_id, now)
    terms = Terms(origin.preset, origin.settings, origin.edition, public=False, rated=False, clock=UNLIMITED)
    opponent = opponent_account(session, level, now)
    return store_new_duel(session, user, opponent, terms, now, TO_NOBODY, Practised(level, start))


def _with_room(session: Session, user_id: UserId, now: datetime) -> User:
    """Lock and return the account that is to practise; raises PracticeRefused, AccountClosed, NotFound."""
    lock_accounts(session, (user_id,))
    check_open(session, user_id)
    user = session.get(User, user_id)
    if user is None:
        raise NotFound
    most = most_running(is_guest=user.kind == AccountKind.GUEST)
    if _count(session, user_id, StoredDuel.ended_at.is_(None)) >= most:
        raise PracticeRefused(PracticeRefusal.TOO_MANY_RUNNING, most=most)
    if _count(session, user_id, StoredDuel.created_at > now - A_DAY) >= MOST_A_DAY:
        raise PracticeRefused(PracticeRefusal.TOO_MANY_TODAY)
    return user


def most_running(*, is_guest: bool) -> int:
    """Return how many practice duels an account may have running at once."""
    return MOST_OF_GUEST if is_guest else MOST_OF_MEMBER


def last_wish(session: Session, user_id: UserId) -> PracticeWish:
    """Return an account's last practice, with a random home power, or the suggestion for its first.

    The suggestion has the rules for beginners only if the account has never played a duel.
    """
    practised = (StoredDuel.first_id == user_id, StoredDuel.level.is_not(None))
    query = select(StoredDuel.level, StoredDuel.preset).where(*practised).order_by(StoredDuel.id.desc())
    found = session.execute(query.limit(1)).one_or_none()
    if found and found[0]:
        return PracticeWish(level=found[0], preset=found[1])
    is_player = (StoredDuel.first_id == user_id) | (StoredDuel.second_id == user_id)
    has_played = session.scalar(select(StoredDuel.id).where(is_player).limit(1)) is not None
    return PracticeWish() if has_played else OF_BEGINNERS


def is_first_duel(session: Session, stored: StoredDuel, user_id: UserId) -> bool:
    """Tell whether a duel is the first of an account, practice or not."""
    own = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    return session.scalar(select(StoredDuel.id).where(own, StoredDuel.id < stored.id).limit(1)) is None


def _homes(wish: PracticeWish) -> dict[Player, Power]:
    """Draw the home powers that were not chosen; a duel between sides has none."""
    if wish.preset in PRESETS and PRESETS[wish.preset].sides:
        return {}
    powers = standard().powers
    home = wish.home or chance.choice(powers)
    others = [power for power in powers if power != home]
    return {Player.FIRST: home, Player.SECOND: chance.choice(others)}


def _count(session: Session, user_id: UserId, condition: ColumnElement[bool]) -> int:
    practised = (StoredDuel.first_id == user_id, StoredDuel.level.is_not(None), condition)
    return session.scalar(select(func.count()).select_from(StoredDuel).where(*practised)) or 0


MOST_RUNNING, MOST_FINISHED = 40, 6


class PracticeDuel(NamedTuple):
    """A practice duel as a list shows it, and whether its analysis was asked for."""

    duel: ListedDuel
    level: Level
    was_judged: bool


class Practice(NamedTuple):
    """The practice duels of an account: running ones, newest first, and the last finished ones."""

    running: Sequence[PracticeDuel] = ()
    finished: Sequence[PracticeDuel] = ()


@cache
def _query() -> Select[*tuple[Any, ...]]:
    """Select the running practice duels of an account and the last finished ones; built once."""
    theirs = select(StoredDuel.id).where(
        StoredDuel.first_id == bindparam("user_id", type_=Integer), StoredDuel.level.is_not(None)
    )
    running = theirs.where(StoredDuel.ended_at.is_(None)).order_by(StoredDuel.id.desc())
    ends = (StoredDuel.ended_at.desc(), StoredDuel.id.desc())
    finished = theirs.where(StoredDuel.ended_at.is_not(None)).order_by(*ends)
    limited = (running.limit(MOST_RUNNING), finished.limit(MOST_FINISHED))
    found = union_all(*(select(some.subquery()) for some in limited)).subquery()
    query = listed_duels().add_columns(StoredDuel.level, was_judged())
    return query.join(found, found.c.id == StoredDuel.id).order_by(*ends)


def practice_of(session: Session, user_id: UserId) -> Practice:
    """List the practice duels of an account, by one statement."""
    rows = session.execute(_query(), {"user_id": user_id})
    found = [PracticeDuel(ListedDuel(*row), level, bool(judged)) for *row, level, judged in rows]
    running = [each for each in found if each.duel.ended_at is None]
    return Practice(running, [each for each in found if each.duel.ended_at is not None])
