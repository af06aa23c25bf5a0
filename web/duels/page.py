"""The page of a duel: its task, its position, its past and its terms."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from adjudicator import Phase
from intimate.events import EventKind
from intimate.rules import Overbid
from models import Report, StoredChapter
from services.arbiters.calls import latest_call
from services.challenges.terms import Terms
from services.history.chapters import event_of, last_ruling, list_chapters
from services.ladders.lists import DuelForPlace, duel_for_place
from services.tournaments.seen import DuelInTournament, tournament_seen
from web.arbiters.forms import CallForm
from web.board.picture import Picture, picture_of
from web.board.standing import Row, rows
from web.duels.board_words import board_words
from web.duels.forms import TaskForm
from web.duels.questions import Question
from web.duels.slots import DuelSlots
from web.frame.session import db
from web.history.chapters import ChapterPage
from web.history.graphs import graphs_of
from web.history.strip import Strip, Year, by_year, strip_of, undone_of
from web.practice.words import about_year, year_back
from web.words.names import names_of
from web.words.phases import phase_name
from web.words.rulings import ruling_words
from web.words.settings import Sentence, settings_in_words
from web.words.stalemates import countdown_words, missing_in_words


class DuelPage(DuelSlots):
    """The page of a duel as it stands: made once for each version of the duel, player and language."""

    template = "duels/show.html"

    def key(self) -> Hashable:
        """The duel, its version, and which player reads."""
        return self.stored.id, self.stored.version, self.table.player, self.is_out

    @property
    def opens(self) -> str:
        """The part of the page that is open at first: what is to be done, else what happened last."""
        asks = self.table.is_awaited or not (self.stored.ordinal or self.view.player)
        return "task" if self.stored.phase and asks else "results"

    @cached_property
    def for_place(self) -> DuelForPlace | None:
        """The place on a ladder that the duel is for, if it is."""
        return duel_for_place(db(), self.stored.id)

    @property
    def takes_orders(self) -> bool:
        """True while orders are to be given."""
        return self.stored.phase is not None and self.stored.phase.kind.takes_orders

    @cached_property
    def years(self) -> Sequence[Year]:
        """All chapters under their years."""
        return by_year(list_chapters(db(), self.stored))

    @property
    def chapters(self) -> Sequence[StoredChapter]:
        """All chapters in order."""
        return [chapter for year in self.years for chapter in year.chapters]

    @cached_property
    def undone(self) -> frozenset[int]:
        """The chapters that the arbiter has undone."""
        return undone_of(self.years)

    @cached_property
    def year_back(self) -> Phase | None:
        """The phase that practice would go back to by taking a year back."""
        return year_back(self.chapters, self.stored) if self.table.player else None

    @property
    def about_year(self) -> Question | None:
        """The question before a year is taken back."""
        return about_year(self.year_back) if self.year_back else None

    @property
    def ruling(self) -> tuple[str, str] | None:
        """The last ruling and its reason, until the next phase is resolved."""
        if self.stored.level is not None:
            return None
        found = last_ruling(self.chapters)
        event = event_of(found) if found else None
        if event is None or event.ruling is None:
            return None
        awaited = self.stored.phase if event.kind is EventKind.TAKEN_BACK else None
        return ruling_words(event, names_of(self.stored), awaited), event.ruling.reason

    @cached_property
    def call(self) -> Report | None:
        """The last call of the reader to the arbiter."""
        reader = self.table.player and self.stored.players[self.table.player].id
        return latest_call(db(), self.stored, reader) if reader else None

    @cached_property
    def call_form(self) -> CallForm:
        """The form by which a player calls the arbiter."""
        return CallForm(formdata=None)

    @property
    def last_resolved(self) -> StoredChapter | None:
        """The last phase that is in force: offers and claims after it do not hide what happened."""
        chapters = reversed(self.chapters)
        return next(
            (chapter for chapter in chapters if chapter.phase and chapter.ordinal not in self.undone), None
        )

    @cached_property
    def last(self) -> ChapterPage | None:
        """The last phase that was resolved, as its page has it: offers of a draw do not hide it."""
        found = self.last_resolved
        return ChapterPage(self.table, found.ordinal) if found else None

    @cached_property
    def strip(self) -> Strip:
        """The strip of chapters, seen from the present."""
        return strip_of(self.stored, self.years)

    @property
    def graphs(self) -> Markup:
        """The graphs over the years."""
        return graphs_of(self.table)

    @property
    def position(self) -> Sequence[Row]:
        """The position as a table."""
        return rows(self.table.duel)

    @cached_property
    def picture(self) -> Picture:
        """The board without arrows."""
        return picture_of(self.table.duel, phase_name(self.stored.phase) if self.stored.phase else "")

    @property
    def board_words(self) -> Mapping[str, Any] | None:
        """The words of the board while orders are given on it; None where none are."""
        phase = self.stored.phase
        return board_words(phase.kind) if phase and self.is_awaited and self.takes_orders else None

    @cached_property
    def tournament(self) -> DuelInTournament | None:
        """The tournament that the duel is part of, with its round."""
        return tournament_seen(db(), self.stored.id)

    @property
    def said_of_stalemate(self) -> Sequence[str]:
        """Sentences about how far a stalemate is; none where none can be claimed."""
        return countdown_words(names_of(self.stored), self.table.duel)

    @property
    def missing_for_stalemate(self) -> Sequence[str]:
        """What is left of the mercenaries, because of which no stalemate can be claimed."""
        return missing_in_words(self.view.in_the_way)

    @property
    def words(self) -> Sequence[Sentence]:
        """The settings as sentences."""
        return settings_in_words(self.stored.rules, self.stored.preset)

    @property
    def terms(self) -> Terms:
        """The terms of the duel."""
        stored = self.stored
        return Terms(
            stored.preset, stored.settings, stored.edition, stored.public, stored.clock, rated=stored.rated
        )

    @property
    def halves_all(self) -> bool:
        """True when all bids are halved after an overbid of the opponent, not only contested ones."""
        return self.stored.rules.halves_all

    @property
    def refuses_overbids(self) -> bool:
        """True when a sheet may not exceed the reserve."""
        return self.stored.rules.overbid is Overbid.FORBIDDEN

    # Set where something that was sent is refused
    form: TaskForm | None = None
    problem: str = ""
    faults: Sequence[str] = ()
