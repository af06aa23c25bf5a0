"""A practice duel is begun: against which level, with which home power, by which rules."""

from datetime import datetime, timedelta
from random import SystemRandom
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from adjudicator import Power, standard
from clocks.terms import UNLIMITED
from intimate.players import Player
from models import StoredDuel, User
from opponent.levels import Level
from services.accounts.sessions import check_open
from services.challenges.terms import Terms
from services.duels.beginning import Telling, store_new_duel
from services.finding.limits import lock_players
from services.practice.opponents import opponent_account

MOST_OF_MEMBER, MOST_OF_GUEST = 10, 3
"""The practice duels that an account may have running at once."""
MOST_A_DAY = 50
"""Those that it may begin within a day."""
A_DAY = timedelta(days=1)
TO_NOBODY = Telling(())
lots = SystemRandom()


class TooMuchPractice(Exception):
    """The account has as many practice duels running as it may; `most` is how many that are."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class TooMuchToday(Exception):
    """The account has begun as many practice duels within a day as it may."""


class AccountGone(Exception):
    """The guest who was here has logged in, or was forgotten, meanwhile."""


class Wish(NamedTuple):
    """What somebody would practise; home: their home power, drawn by lot where there is none."""

    level: Level = Level.RECRUIT
    home: Power | None = None
    preset: str = "intimate"


def begin_practice(session: Session, user_id: int, wish: Wish, now: datetime) -> StoredDuel:
    """Begin a practice duel; the opponent's home power is drawn from the others.

    Raises TooMuchPractice, TooMuchToday, AccountGone, AccountClosed, and SettingError for an unknown preset.
    """
    lock_players(session, (user_id,))
    check_open(session, user_id)
    user = session.get(User, user_id)
    if user is None:
        raise AccountGone
    most = most_running(is_guest=user.kind == "guest")
    if _count(session, user_id, StoredDuel.ended_at.is_(None)) >= most:
        raise TooMuchPractice(most)
    if _count(session, user_id, StoredDuel.created_at > now - A_DAY) >= MOST_A_DAY:
        raise TooMuchToday
    terms = Terms(wish.preset, public=False, rated=False, clock=UNLIMITED, homes=_homes(wish))
    opponent = opponent_account(session, wish.level, now)
    return store_new_duel(session, user, opponent, terms, now, TO_NOBODY, wish.level)


def most_running(*, is_guest: bool) -> int:
    """Return how many practice duels an account may have running at once."""
    return MOST_OF_GUEST if is_guest else MOST_OF_MEMBER


def last_wish(session: Session, user_id: int) -> Wish:
    """Return what an account has practised last, with a home power by lot; else what one begins with."""
    practised = (StoredDuel.first_id == user_id, StoredDuel.level.is_not(None))
    query = select(StoredDuel.level, StoredDuel.preset).where(*practised).order_by(StoredDuel.id.desc())
    found = session.execute(query.limit(1)).one_or_none()
    return Wish(level=found[0], preset=found[1]) if found and found[0] else Wish()


def _homes(wish: Wish) -> dict[Player, Power]:
    powers = standard().powers
    home = wish.home or lots.choice(powers)
    others = [power for power in powers if power != home]
    return {Player.FIRST: home, Player.SECOND: lots.choice(others)}


def _count(session: Session, user_id: int, condition: ColumnElement[bool]) -> int:
    practised = (StoredDuel.first_id == user_id, StoredDuel.level.is_not(None), condition)
    return session.scalar(select(func.count()).select_from(StoredDuel).where(*practised)) or 0
