"""Past chapters of a duel as values, stored packed, and the record of a whole duel (docs/formats.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from adjudicator import Phase, PhaseKind, Power
from intimate.auction import LeastBid, least_bid
from intimate.chapter import Chapter
from intimate.codec import read_chapter, read_duel, read_ruling
from intimate.duel import Duel, begin
from intimate.entries import sheets_of
from intimate.events import UNDOING, Event, EventKind
from intimate.players import Player
from intimate.record import format_of, load
from intimate.replay import in_force, kept_by
from intimate.saved_game import saved_game_of
from intimate.start import set_up
from models import Database, Job, StoredChapter, StoredDuel, StoredEntry, User
from models.packing import is_packed, pack, unpack
from services.refused import NotFound


@dataclass(frozen=True, slots=True)
class Past:
    """A past chapter with its number, from 0, and the duel before it; None before the choice of powers."""

    ordinal: int
    chapter: Chapter
    before: Duel | None

    @property
    def phase(self) -> Phase | None:
        """The resolved phase, None for an event."""
        return self.chapter.phase

    @property
    def event(self) -> EventKind | None:
        """The kind of event, None for a phase."""
        return self.chapter.event.kind if self.chapter.event else None


def list_chapters(session: Session, stored: StoredDuel) -> Sequence[StoredChapter]:
    """List all chapters in order, without their contents."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id)
    return session.scalars(query.order_by(StoredChapter.ordinal)).all()


def page_of_chapters(session: Session, stored: StoredDuel, since: int, most: int) -> Sequence[StoredChapter]:
    """List chapters in order, from a number on, with their entries and results."""
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal >= since)
    heavy = undefer(StoredChapter.entries), undefer(StoredChapter.line)
    return session.scalars(query.order_by(StoredChapter.ordinal).limit(most).options(*heavy)).all()


def kept_after(chapter: StoredChapter) -> int | None:
    """Return the number of chapters that a ruling keeps; None for a chapter that undoes nothing."""
    return int(chapter.ruling["to"]) if chapter.ruling and chapter.event in UNDOING else None


def list_in_force(chapters: Sequence[StoredChapter]) -> Sequence[StoredChapter]:
    """List the chapters of a duel that no ruling has undone."""
    counts = in_force([kept_after(chapter) for chapter in chapters])
    return [chapter for chapter, is_so in zip(chapters, counts, strict=True) if is_so]


def event_of(chapter: StoredChapter) -> Event | None:
    """Return the event of a chapter with its ruling; None for a phase."""
    if chapter.event is None:
        return None
    ruling = read_ruling(chapter.event, chapter.ruling) if chapter.ruling else None
    return Event(chapter.event, chapter.player, ruling)


def last_ruling(chapters: Sequence[StoredChapter]) -> StoredChapter | None:
    """Find the last ruling, if no phase was resolved since, except the one that it corrected."""
    for place in range(len(chapters) - 1, -1, -1):
        chapter = chapters[place]
        if chapter.ruling is not None:
            return chapter
        was_corrected = place > 0 and chapters[place - 1].event is EventKind.CORRECTED
        if chapter.phase is not None and not was_corrected:
            return None
    return None


def load_duel(session: Session, stored: StoredDuel, number: int) -> Duel:
    """Load a duel as it was after a number of chapters, 0 for its beginning; raises NotFound."""
    if number:
        return load_chapter(session, stored, number - 1).chapter.after
    return _beginning(stored)


def _beginning(stored: StoredDuel) -> Duel:
    return begin(stored.rules) if stored.start is None else set_up(stored.rules, stored.start)


def _before_first(stored: StoredDuel, first: StoredChapter) -> Duel | None:
    """Return the duel before its first chapter; None if nobody had a power, and so no orders, in that."""
    if first.phase is not None and first.phase.kind is PhaseKind.HOMES:
        return None
    beginning = _beginning(stored)
    return beginning if beginning.own(Player.FIRST) else None


def load_chapter(session: Session, stored: StoredDuel, ordinal: int) -> Past:
    """Load one chapter by one statement; raises NotFound."""
    if not 0 <= ordinal < stored.ordinal:  # it may be larger than any number in a database
        raise NotFound
    *earlier, found = _whole_chapters(session, stored, ordinal - 1, ordinal)
    if found.ordinal != ordinal:
        raise NotFound
    before = read_duel(earlier[0].state, stored.rules) if earlier else _before_first(stored, found)
    return _past(stored, found, before)


def load_latest(session: Session, stored: StoredDuel, most: int) -> Sequence[tuple[datetime, Past]]:
    """Load the last chapters in order, each with the instant of its resolution, by one statement."""
    first = max(0, stored.ordinal - most)
    before: Duel | None = None
    loaded = []
    for found in _whole_chapters(session, stored, first - 1, stored.ordinal - 1):
        if found.ordinal < first:
            before = read_duel(found.state, stored.rules)
            continue
        past = _past(stored, found, before if found.ordinal else _before_first(stored, found))
        loaded.append((found.resolved_at, past))
        before = past.chapter.after
    return loaded


def load_latest_in_force(session: Session, stored: StoredDuel, most: int) -> Sequence[Past]:
    """Load those of the last chapters that no ruling and nobody in practice has undone."""
    pasts = [past for _, past in load_latest(session, stored, most)]
    first = pasts[0].ordinal if pasts else 0
    kept = [kept_by(past.chapter.event) for past in pasts]
    counts = in_force([None if to is None else to - first for to in kept])
    return [past for past, is_so in zip(pasts, counts, strict=True) if is_so]


def _whole_chapters(session: Session, stored: StoredDuel, first: int, last: int) -> Sequence[StoredChapter]:
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id, StoredChapter.ordinal.between(first, last))
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries), undefer(StoredChapter.line), undefer(StoredChapter.state))
    )
    return session.scalars(query).all()


def _past(stored: StoredDuel, found: StoredChapter, before: Duel | None) -> Past:
    after = read_duel(found.state, stored.rules)
    return Past(found.ordinal, read_chapter(found.line, found.entries, found.lots, before, after), before)


LeastBids = Mapping[Power, Mapping[Player, LeastBid | None]]


def least_bids(past: Past) -> LeastBids:
    """Return, by mercenary, the least bid with which each player would have won it; for auctions alone."""
    before, chapter = past.before, past.chapter
    if before is None or chapter.auction is None:
        return {}
    sheets = sheets_of(chapter.entries)
    return {
        power: {player: least_bid(before, sheets, player, power) for player in Player}
        for power in before.for_hire
    }


Plain = dict[str, Any]


def recorded(stored: StoredChapter) -> Plain:
    """Write a chapter as the record holds it."""
    if stored.event is not None:
        player = {"player": stored.player.value} if stored.player else {}
        return {"event": stored.event.value, **player, **(stored.ruling or {})}
    lots = {"lots": stored.lots} if stored.lots else {}
    return {"phase": str(stored.phase), "entries": stored.entries, **lots}


def load_record(session: Session, stored: StoredDuel) -> Plain:
    """Load the public record of a duel."""
    query = (
        select(StoredChapter)
        .where(StoredChapter.duel_id == stored.id)
        .order_by(StoredChapter.ordinal)
        .options(undefer(StoredChapter.entries))
    )
    start = {"start": stored.start} if stored.start else {}
    opened = {"lots_secret": stored.lots_secret} if stored.lots_opened else {}
    chapters = [recorded(chapter) for chapter in session.scalars(query)]
    return {
        "format": format_of(chapters),
        "duel": stored.token,
        "preset": stored.preset,
        "settings": stored.settings,
        "edition": stored.edition,
        "players": {"first": neutral_name(stored.first), "second": neutral_name(stored.second)},
        "lots_seal": stored.lots_seal,
        **opened,
        **start,
        "chapters": chapters,
    }


def load_saved_game(session: Session, stored: StoredDuel) -> Plain:
    """Load the public record of a duel as a game of the package `diplomacy`, by replaying it."""
    return saved_game_of(load(load_record(session, stored)))


GUEST = "Guest"


def neutral_name(user: User) -> str:
    """Return the name of an account: the level of the site's opponent, "guest" for a nameless guest."""
    if user.level is not None:
        return user.level.title()
    return GUEST if user.is_nameless else user.name


SOME = 200
COLUMNS: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (StoredChapter, ("entries", "line", "state")),
    (Job, ("content",)),
)


def pack_all(database: Database) -> int:
    """Pack unpacked rows in batches, and delete entries that a chapter holds; return how many."""
    packed = sum(_pack_table(database, model.__table__, columns) for model, columns in COLUMNS)
    return packed + _delete_revealed(database)


def _pack_table(database: Database, table: sa.Table, columns: tuple[str, ...]) -> int:
    rows = sa.table(
        table.name, sa.column("id", sa.Integer), *(sa.column(each, sa.LargeBinary) for each in columns)
    )
    last = packed = 0
    while True:
        with database.writing() as session:
            query = sa.select(rows).where(rows.c.id > last).order_by(rows.c.id).limit(SOME)
            found = session.execute(query.with_for_update()).mappings().all()
            if not found:
                return packed
            for row in found:
                plain = {each: row[each] for each in columns if row[each] and not is_packed(row[each])}
                if plain:
                    values = {each: pack(unpack(stored)) for each, stored in plain.items()}
                    session.execute(sa.update(rows).where(rows.c.id == row["id"]).values(values))
                    packed += 1
            last = found[-1]["id"]


def _delete_revealed(database: Database) -> int:
    """Delete entries for phases and duels that are over."""
    of_duel = sa.select(StoredDuel.id).where(StoredDuel.id == StoredEntry.duel_id)
    is_over = of_duel.where(StoredDuel.ended_at.is_not(None)).exists()
    is_passed = of_duel.where(StoredDuel.phase != StoredEntry.phase).exists()
    deleting = sa.delete(StoredEntry).where(is_over | is_passed & StoredEntry.sealed_at.is_not(None))
    with database.writing() as session:
        deleted = session.execute(deleting, execution_options={"synchronize_session": False})
        return cast("sa.CursorResult[Any]", deleted).rowcount
