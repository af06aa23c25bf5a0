"""Entering the league, and beginning its duels: two at a time, with home powers exchanged.

All entrants are locked first, in the order of their accounts, so that each pairing begins once.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from secrets import token_urlsafe

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from clocks.terms import PRESETS as CLOCKS
from intimate.players import Player
from intimate.schedule import SIDES, fixture
from models import Database, LeagueDuel, LeagueEntrant, LeagueScore, StoredDuel, Unavailable, User
from models.account import AccountKind
from models.ids import UserId
from models.league import LONGEST_COST
from opponent.levels import Level
from services.accounts.accounts import lock_accounts, opponent_account
from services.accounts.sessions import check_open
from services.duels.access import note_arrival
from services.duels.beginning import MOST_DUELS, Recipients, store_new_duel, without_room
from services.league.refusals import LeagueRefusal, LeagueRefused
from services.terms import Terms

log = logging.getLogger(__name__)
USUAL_AT_ONCE, MOST_AT_ONCE = 2, 10
"""How many duels the site keeps going for an entrant."""
MOST_RUNNING = 42
"""How many league duels an entrant may have running: all pairings from both sides."""
MOST_AGAINST_LEVELS = 100
"""How many duels of the league the levels play at once, so that they answer in time."""
PRESET, YEAR_LIMIT, CLOCK = "intimate", 1908, CLOCKS["live"]
BEGUN_BY_LEAGUE = Recipients(tuple(Player), "league")


def enter(session: Session, user_id: UserId, at_once: int, cost: str, now: datetime) -> None:
    """Enter the league, change the entry, or go on after a pause.

    at_once, cost: as in `LeagueEntrant`. Raises LeagueRefused, AccountClosed, ValueError.
    """
    if at_once not in range(MOST_AT_ONCE + 1) or len(cost) > LONGEST_COST:
        raise ValueError(f"an entrant plays 0 to {MOST_AT_ONCE} duels, and says {LONGEST_COST} characters")
    lock_accounts(session, (user_id,))
    check_open(session, user_id)
    if session.get_one(User, user_id).kind != AccountKind.BOT:
        raise LeagueRefused(LeagueRefusal.FOR_BOTS)
    entrant = session.get(LeagueEntrant, user_id, with_for_update=True, populate_existing=True)
    if entrant is None:
        entrant = LeagueEntrant(user_id=user_id, entered_at=now)
        session.add(entrant)
    elif entrant.left_at is not None:
        entrant.entered_at = now
    entrant.at_once, entrant.cost = at_once, cost
    entrant.left_at = entrant.paused_at = None
    entrant.absences = 0
    session.flush()


def leave(session: Session, user_id: UserId, now: datetime) -> None:
    """Leave the league; running duels go on and count. Raises LeagueRefused."""
    entrant = session.get(LeagueEntrant, user_id, with_for_update=True, populate_existing=True)
    if entrant is None or entrant.left_at is not None:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    entrant.left_at = now
    session.flush()


def running_in_league(session: Session) -> Counter[UserId]:
    """Count the running duels of each contestant, levels too."""
    query = select(LeagueDuel.first_id, LeagueDuel.second_id).where(LeagueDuel.ended_at.is_(None))
    return Counter(user_id for both in session.execute(query) for user_id in both)


def sweep(database: Database, clock: Callable[[], datetime], most_duels: int = MOST_DUELS) -> int:
    """Begin duels for all entrants that play fewer than they want, and return how many.

    most_duels: how many duels the site allows an account at once.
    """
    with database.reading() as session:
        running = running_in_league(session)
        waiting = [
            entrant.user_id
            for entrant in session.scalars(_entrants())
            if running[entrant.user_id] + SIDES <= entrant.at_once
        ]
    begun = 0
    for user_id in waiting:
        try:
            with database.writing() as session:
                begun += len(begin_duels(session, user_id, None, clock(), most_duels))
        except LeagueRefused:
            continue
        except Unavailable as error:
            log.warning("an entrant of the league waits; the next sweep tries again: %s", error)
    return begun


def _entrants() -> Select[LeagueEntrant]:
    is_in = (LeagueEntrant.left_at.is_(None), LeagueEntrant.paused_at.is_(None))
    return select(LeagueEntrant).where(*is_in).order_by(LeagueEntrant.user_id)


def begin_duels(
    session: Session, user_id: UserId, wanted: int | None, now: datetime, most_duels: int = MOST_DUELS
) -> Sequence[StoredDuel]:
    """Begin the next duels of an entrant, in pairs against the opponents it has met least.

    wanted: how many duels at most, an even number; None: as many as the site keeps going for it. Raises
    LeagueRefused if none begins.
    """
    field = _Field(session, now, most_duels)
    own = field.entrants.get(user_id)
    if own is None:
        found = session.get(LeagueEntrant, user_id)
        is_paused = found is not None and found.left_at is None
        raise LeagueRefused(LeagueRefusal.PAUSED if is_paused else LeagueRefusal.NOT_ENTERED)
    most = own.at_once if wanted is None else min(MOST_RUNNING, field.running[user_id] + wanted)
    if not field.has_room(user_id, most):
        raise LeagueRefused(LeagueRefusal.NO_ROOM, most=MOST_RUNNING)
    begun: list[StoredDuel] = []
    while field.has_room(user_id, most):
        other = field.next_opponent(user_id)
        if other is None:
            break
        begun += field.begin_pairing(user_id, other)
    if not begun:
        raise LeagueRefused(LeagueRefusal.NOBODY_FREE)
    return begun


class _Field:
    """All contestants that can be paired now, locked until the transaction ends."""

    def __init__(self, session: Session, now: datetime, most_duels: int) -> None:
        self._session, self._now, self._most_duels = session, now, most_duels
        query = _entrants().with_for_update().execution_options(populate_existing=True)
        self.entrants = {entrant.user_id: entrant for entrant in session.scalars(query)}
        self.running = running_in_league(session)
        self._levels = {opponent_account(session, level, now).id: level for level in Level}

    def has_room(self, user_id: UserId, most: int) -> bool:
        """Tell whether a bot can begin two more duels; most: how many of the league it may have running."""
        return self.running[user_id] + SIDES <= most and not without_room(
            self._session, (user_id,), self._most_duels, SIDES
        )

    def next_opponent(self, user_id: UserId) -> UserId | None:
        """Return the free opponent that a bot has met least, bots before levels; None if nobody is free."""
        query = select(LeagueScore.other_id, LeagueScore.begun).where(LeagueScore.user_id == user_id)
        met = {row.other_id: row.begun for row in self._session.execute(query)}
        free = [
            other
            for other, entrant in self.entrants.items()
            if other != user_id and self.has_room(other, entrant.at_once)
        ]
        if sum(self.running[level] for level in self._levels) + SIDES <= MOST_AGAINST_LEVELS:
            free += self._levels
        return min(free, key=lambda other: met.get(other, 0), default=None)

    def begin_pairing(self, user_id: UserId, other: UserId) -> Iterator[StoredDuel]:
        """Begin the next two duels of two contestants, with home powers exchanged."""
        session, pairing = self._session, token_urlsafe(9)
        number = SIDES * self._count_pairing(user_id, other)
        for each in range(number, number + SIDES):
            homes = dict(zip(Player, fixture(each).homes, strict=True))
            terms = Terms(
                PRESET, {"year_limit": YEAR_LIMIT}, public=True, clock=CLOCK, homes=homes, rated=False
            )
            first, second = session.get_one(User, user_id), session.get_one(User, other)
            stored = store_new_duel(session, first, second, terms, self._now, BEGUN_BY_LEAGUE)
            for player in Player:
                note_arrival(stored, player, self._now)
            session.add(
                LeagueDuel(
                    duel_id=stored.id,
                    pairing=pairing,
                    number=each,
                    first_id=user_id,
                    second_id=other,
                    level=self._levels.get(other),
                )
            )
            self.running.update((user_id, other))
            yield stored
        session.flush()

    def _count_pairing(self, user_id: UserId, other: UserId) -> int:
        """Count a pairing for both, and return how many the two had begun before it."""
        before = 0
        for both in ((user_id, other), (other, user_id)):
            score = self._session.get(LeagueScore, both)
            if score is None:
                score = LeagueScore(user_id=both[0], other_id=both[1], begun=0)
                self._session.add(score)
            before, score.begun = score.begun, score.begun + 1
        return before
