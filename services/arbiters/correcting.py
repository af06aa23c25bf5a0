"""Correcting an entry that the site took wrongly: the phase is played again with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import Phase
from intimate.desk import Desk, check_strictly
from intimate.duel import Duel
from intimate.entries import Entry, HomesList
from intimate.events import Event, EventKind, Ruling
from intimate.lots import draw_lots
from intimate.play import play
from intimate.players import Player
from intimate.view import View
from models import StoredChapter, StoredDuel, StoredEntry
from services.arbiters.chairs import Chair, RulingRefused
from services.arbiters.rulings import go_back
from services.duels.left import use_entries_left
from services.duels.resolving import resolve_if_due, store_chapter, write_revealed
from services.duels.seals import close_entry
from services.history.chapters import (
    Past,
    UnknownChapter,
    list_chapters,
    list_in_force,
    load_chapter,
    load_duel,
)


@dataclass(frozen=True)
class Corrigible:
    """A resolved phase, and the player of whom an entry in it is to be corrected."""

    past: Past
    before: Duel
    player: Player

    @property
    def phase(self) -> Phase:
        """The phase that is to be played again."""
        assert self.past.phase is not None  # noqa: S101  # found so
        return self.past.phase

    @property
    def entry(self) -> Entry | None:
        """The entry as the site took it; None where there was none."""
        return self.past.chapter.entries.get(self.player)

    @property
    def view(self) -> View:
        """The duel before the phase, as the player saw it."""
        return View(self.before, self.player)

    @property
    def desk(self) -> Desk:
        """The desk that takes the player's orders."""
        return Desk(self.before, self.player)


def find_corrigible(session: Session, stored: StoredDuel, ordinal: int, player: Player) -> Corrigible:
    """Find a resolved phase that is in force and asked something of a player; raises UnknownChapter."""
    in_force = {chapter.ordinal for chapter in list_corrigible(list_chapters(session, stored))}
    if stored.phase is None or ordinal not in in_force:
        raise UnknownChapter
    past = load_chapter(session, stored, ordinal)
    found = Corrigible(past, past.before or load_duel(session, stored, ordinal), player)
    if player not in found.view.awaited:
        raise UnknownChapter
    return found


def list_corrigible(chapters: Sequence[StoredChapter]) -> Sequence[StoredChapter]:
    """List the resolved phases that are in force."""
    return [chapter for chapter in list_in_force(chapters) if chapter.phase is not None]


def correct(chair: Chair, ordinal: int, player: Player, entry: Entry, now: datetime) -> None:
    """Play a phase again with another entry of one player; what came after it is undone.

    Raises UnknownChapter, EntryError for what the player could not have entered, and RulingRefused for
    the entry as it is.
    """
    stored, session = chair.stored, chair.session
    found = find_corrigible(session, stored, ordinal, player)
    if isinstance(entry, HomesList):
        # What the player added to the lots stays theirs: whoever corrects a list is not to choose a lot.
        entry = replace(entry, share=found.entry.share if isinstance(found.entry, HomesList) else "")
    if entry == found.entry:
        raise RulingRefused("same_entry", "entry")
    check_strictly(found.before, player, entry)
    revealed = _revealed(session, found, stored)
    before = go_back(chair, Event(EventKind.CORRECTED, player, Ruling(chair.reason, to=ordinal)), now)
    entries = {**found.past.chapter.entries, player: entry}
    lots = draw_lots(before, entries, stored.lots_secret)
    corrected = StoredEntry(duel_id=stored.id, phase=found.phase, player=player, content=entry)
    close_entry(stored, corrected, now)
    revealed[player.value] = write_revealed(corrected)
    store_chapter(chair.seat, play(before, entries, lots), revealed, now)
    if use_entries_left(chair.seat, now):
        resolve_if_due(chair.seat, now)


def _revealed(session: Session, found: Corrigible, stored: StoredDuel) -> dict[str, Any]:
    """Read the entries of the phase with their seals, as the record holds them."""
    query = select(StoredChapter.entries).where(
        StoredChapter.duel_id == stored.id, StoredChapter.ordinal == found.past.ordinal
    )
    return dict(session.scalars(query).one())
