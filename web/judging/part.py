"""The part of a duel's pages that says how it stood: after its end only."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import url_for

from adjudicator import Phase, edition
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player
from models import StoredDuel
from services.duels.tables import Table
from services.history.chapters import Past, load_duel
from services.judging.asking import is_over
from services.judging.consequences import consequences
from services.judging.seen import NOT_ASKED, Course, Progress, load_course, progress_of
from services.judging.turning import LEAST, JudgedChapter, stood_well_to_the_last
from web.frame.cache import cache
from web.frame.session import db
from web.history.series import series_of
from web.judging.comparison import MARKS, Side, side_of
from web.judging.graph import ShareGraph, share_graph
from web.judging.words import consequence_words, no_turning_words, turning_words
from web.words.names import names_of
from web.words.shares import share_words

CHAPTER_BYTES = 6000


class Figures(NamedTuple):
    """How a player stood before a chapter, and what their entry promised beside the best, in words.

    is_much: true where the entry gave up enough to speak of.
    """

    share: str
    played: str
    best: str
    is_much: bool


class Judged:
    """What a page says of how its duel stood; of a duel that goes on there is nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @cached_property
    def progress(self) -> Progress:
        """How much of the duel is judged."""
        return progress_of(db(), self.stored) if self.table.was_judged else NOT_ASKED

    @property
    def can_be_asked_for(self) -> bool:
        """True where the duel is over, was played, and is not judged, or not all of it could be."""
        progress, was_played = self.progress, self.stored.home_first is not None
        is_open = not progress.asked or (progress.is_complete and progress.failed > 0)
        return is_over(self.stored) and was_played and is_open

    def key(self) -> tuple[Hashable, ...]:
        """Name all that this says depends on, beside who reads."""
        return self.stored.id, self.stored.version, self.progress

    @cached_property
    def course(self) -> Course:
        """All that is judged so far."""
        if not self.progress.done:
            return Course(self.progress)
        return cache().made_once(
            ("course", self.stored.id, self.stored.version, self.progress),
            lambda: load_course(db(), self.stored, self.progress),
            lambda course: CHAPTER_BYTES * len(course.chapters),
        )

    @property
    def turning(self) -> str:
        """Where the duel turned, and why there; empty where it did not, or that is not known yet."""
        turning = self.course.turning
        if turning is None or (chapter := self.course.of(turning.ordinal)) is None:
            return ""
        return turning_words(names_of(self.stored), turning, chapter)

    @property
    def no_turning(self) -> str:
        """Why a duel that was judged has no turning point."""
        winner, chapters = self.course.winner, self.course.chapters
        stood_well = winner is not None and stood_well_to_the_last(chapters, winner.opponent)
        return no_turning_words(names_of(self.stored), winner if stood_well else None)

    def row(self, chapter: JudgedChapter) -> Mapping[Player, "Figures"]:
        """Say of both players how they stood before a chapter, and what their entries promised in it."""
        return {player: _figures(chapter, player) for player in Player}

    def graph(self, looked_at: Phase | None = None) -> ShareGraph | None:
        """Draw the shares over the years, with a rule at the phase looked at; None of a single value."""
        if len(self.course.chapters) <= 1:
            return None
        return share_graph(self.stored, series_of(self.stored), self.course, looked_at)


class JudgedPast(Judged):
    """What the page of a chapter says of how the duel stood before it.

    shown: the plan that the board shows, as an address has it: `first-second` is the second plan of the
    first player. Anything else is none.
    """

    def __init__(self, table: Table, ordinal: int, shown: str = "") -> None:
        super().__init__(table)
        self.ordinal, self._asked_for = ordinal, shown

    def key(self) -> tuple[Hashable, ...]:
        """Name all that this says depends on, beside who reads."""
        return *super().key(), self.ordinal, self.shown

    @cached_property
    def chapter(self) -> JudgedChapter | None:
        """The judgement of the chapter, if there is one."""
        return self.course.of(self.ordinal)

    @property
    def is_turning(self) -> bool:
        """True of the turning point."""
        turning = self.course.turning
        return turning is not None and turning.ordinal == self.ordinal

    @cached_property
    def plan(self) -> Orders | None:
        """The orders of the plan that the board shows instead of what was played."""
        player, _, mark = self._asked_for.partition("-")
        if player not in list(Player) or mark not in MARKS or not self.table.was_judged or not self.chapter:
            return None
        plans = self.chapter.judgement.plans.get(Player(player), ())
        entry = plans[MARKS.index(mark)].entry if MARKS.index(mark) < len(plans) else None
        return entry if isinstance(entry, Orders) else None

    @property
    def shown(self) -> str:
        """The plan that the board shows, empty where it shows what was played."""
        return self._asked_for if self.plan else ""

    def before(self, past: Past) -> Duel:
        """Return the duel before the chapter."""
        return past.before or load_duel(db(), self.stored, self.ordinal)

    def came_of_it(self, past: Past) -> Mapping[Player, str]:
        """Say of both players what the phase brought them."""
        found = consequences(self.before(past), past.chapter)
        return {player: consequence_words(each) for player, each in found.items()}

    def afterwards(self) -> Mapping[Player, str]:
        """Say how both stood before the next phase that is judged; nothing after the last one."""
        later = [each for each in self.course.chapters if each.ordinal > self.ordinal]
        return {player: share_words(later[0].share(player)) for player in Player} if later else {}

    def sides(self, past: Past) -> Sequence[Side]:
        """Compare what each player entered with their best plans."""
        if self.chapter is None:
            return []
        entries, of_base = past.chapter.entries, edition(self.stored.edition)
        found = [side_of(self.chapter, player, entries.get(player), of_base) for player in Player]
        return [side for side in found if side]

    def href(self, player: str, mark: str) -> str:
        """The address of the chapter with a plan on its board, or with what was played."""
        plan, token = f"{player}-{mark}" if mark else None, self.stored.token
        return url_for("duels.chapter", token=token, ordinal=self.ordinal, plan=plan, _anchor="judgement")


def _figures(chapter: JudgedChapter, player: Player) -> Figures:
    own, best = chapter.judgement.played.get(player), chapter.best(player)
    return Figures(
        share_words(chapter.share(player)),
        share_words(own) if own is not None else "",
        share_words(best) if best is not None else "",
        (chapter.given_up(player) or 0) >= LEAST,
    )
