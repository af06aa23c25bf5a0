"""What a finished duel adds to the figures that are counted as duels end (models/tally.py)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator import PhaseKind
from intimate.calendar import FIRST_YEAR
from intimate.duel import WITHOUT_RESULT, Duel, begin
from intimate.entries import sheets_of
from intimate.events import EventKind
from intimate.play import awaits
from intimate.players import Player
from intimate.start import set_up
from models import BidTally, PairingTally, PlayerFigures, PlayerTally, StoredChapter, StoredDuel
from models.base import Base
from services.history.chapters import list_in_force, load_chapter

LAST_YEAR, MOST_BID = FIRST_YEAR + 19, 99
"""Later years count as this one, higher bids as this one: what is rare needs no rows of its own."""
Key = tuple[str | int, ...]
Additions = Counter[tuple[type[Base], Key, str]]
"""How much is added to a column of a row, which its table and its primary key name."""


def additions_of(session: Session, stored: StoredDuel) -> Additions:
    """Return what a duel adds to all figures; nothing while it runs, or when it is without a result.

    Chapters that an arbiter has undone add nothing.
    """
    added: Additions = Counter()
    if stored.ended_at is None or (stored.winner is None and stored.reason in WITHOUT_RESULT):
        return added
    if stored.public:
        added.update(_results(stored))
    for chapter in _chapters(session, stored):
        added.update(_punctuality(session, stored, chapter))
        if stored.public and chapter.phase and chapter.phase.kind is PhaseKind.AUCTION:
            added.update(_bids(session, stored, chapter))
    return added


def _chapters(session: Session, stored: StoredDuel) -> Iterator[StoredChapter]:
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id).order_by(StoredChapter.ordinal)
    yield from list_in_force(session.scalars(query.options(undefer(StoredChapter.entries))).all())


def _results(stored: StoredDuel) -> Iterator[tuple[type[Base], Key, str]]:
    """Count how a duel went for both players and for the pairing of their home powers."""
    homes = {Player.FIRST: stored.home_first, Player.SECOND: stored.home_second}
    users = {Player.FIRST: stored.first_id, Player.SECOND: stored.second_id}
    for player, user in users.items():
        result = "drawn" if stored.winner is None else "won" if stored.winner is player else "lost"
        yield PlayerFigures, (user,), result
        own, others = homes[player], homes[player.opponent]
        if own and others:
            yield PlayerTally, (user, own, others), result
    one, other = homes.values()
    if one and other:
        yield PairingTally, (stored.preset, *sorted((one, other))), _won_by(stored.winner, homes)


def _won_by(winner: Player | None, homes: Mapping[Player, str | None]) -> str:
    if winner is None:
        return "drawn"
    is_first_of_both = str(homes[winner]) < str(homes[winner.opponent])
    return "won_by_one" if is_first_of_both else "won_by_other"


def _punctuality(
    session: Session, stored: StoredDuel, chapter: StoredChapter
) -> Iterator[tuple[type[Base], Key, str]]:
    """Count the phases that awaited each player, and those for which they had stored nothing."""
    users = {Player.FIRST: stored.first_id, Player.SECOND: stored.second_id}
    if chapter.event is EventKind.ABSENT:
        away = [chapter.player] if chapter.player else list(Player)
        for player in away:
            yield PlayerFigures, (users[player],), "phases"
            yield PlayerFigures, (users[player],), "missed"
        if chapter.player:
            yield PlayerFigures, (users[chapter.player],), "absent"
    if chapter.phase is None:
        return
    given = {player for player in Player if player in chapter.entries}
    # Whom a phase awaited is asked only where somebody handed in nothing.
    awaited = given if len(given) == len(Player) else given | awaits(_before(session, stored, chapter))
    for player in awaited:
        yield PlayerFigures, (users[player],), "phases"
        if player not in given:
            yield PlayerFigures, (users[player],), "missed"


def _before(session: Session, stored: StoredDuel, chapter: StoredChapter) -> Duel:
    """Return the duel before a chapter."""
    before = load_chapter(session, stored, chapter.ordinal).before
    if before is not None:
        return before
    return begin(stored.rules) if stored.start is None else set_up(stored.rules, stored.start)


def _bids(
    session: Session, stored: StoredDuel, found: StoredChapter
) -> Iterator[tuple[type[Base], Key, str]]:
    """Count the bid of each player for each mercenary that was for hire, 0 where there was none."""
    chapter = load_chapter(session, stored, found.ordinal).chapter
    if chapter.auction is None or chapter.phase is None:
        return
    sheets, year = sheets_of(chapter.entries), min(chapter.phase.year, LAST_YEAR)
    for power in chapter.after.for_hire:
        for player in Player:
            bid = min(sheets[player].bids.get(power, 0), MOST_BID)
            key = (stored.preset, power, year, bid)
            yield BidTally, key, "bids"
            if chapter.auction.control.get(power) is player:
                yield BidTally, key, "won"
