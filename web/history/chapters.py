"""Past chapters: both sides' entries, outcomes and reasons, and the strip that links them."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from flask import request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from adjudicator import Flag, Phase, PhaseKind, Power, Season, Unit
from intimate.auction import Auction
from intimate.chapter import Chapter, Fate, fates_in, fates_of
from intimate.duel import Duel
from intimate.entries import HomesList, Orders, Sheet, sheets_of
from intimate.events import EventKind
from intimate.players import Player
from intimate.rules import FIRST_YEAR
from models import StoredChapter, StoredDuel
from models.ids import DuelToken
from services.duels.access import DuelForViewer
from services.history.chapters import LeastBids, Past, least_bids, list_chapters, list_in_force, load_chapter
from services.practice.beginning import can_be_played_on
from services.refused import NotFound
from web.analysis.part import AnalysisPart, JudgedPast
from web.board.picture import Picture
from web.board.standing import PowerRow, commanders, lawless_powers, rows
from web.core.links import chapter_base, duel_url
from web.core.page import respond
from web.core.session import db
from web.core.translation import gettext, ngettext, pgettext
from web.duels.finding import duel_of
from web.duels.frame import DuelFrame, DuelPart
from web.duels.stalemates import past_words
from web.history.embedding import frame_of
from web.history.graphs import graphs_of
from web.history.stills import blueprint, chapter_picture, plan_picture
from web.history.summaries import coin_words, verdict_of
from web.words.chapters import chapter_name, ruling_words, taken_back_words
from web.words.names import by_name, names_of
from web.words.numbers import collation_key
from web.words.orders import (
    action_words,
    outcome_words,
    reasons_in_words,
    unit_aloud,
    unit_in_full,
    unit_label,
)
from web.words.rules import rule_of

MOST_LATEST = 6
"""How many phases may pass between two entries of a player: retreats and winters of the other one."""


@dataclass
class YearOfChapters:
    """The chapters of one year."""

    number: int
    chapters: list[StoredChapter] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChapterMark:
    """One chapter: its address, its kind as a class and as a letter, and its name."""

    href: str
    kind: str
    letter: str
    name: str
    current: bool
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """All chapters by year; the current page is a chapter or, without one, the present."""

    years: Sequence[tuple[int, Sequence[ChapterMark]]]
    first: str | None
    before: str | None
    after: str | None
    after_is_chapter: bool
    now: str
    at_present: bool


def by_year(chapters: Sequence[StoredChapter]) -> list[YearOfChapters]:
    """Group ordered chapters by year; events belong to the phase before."""
    years: list[YearOfChapters] = []
    for chapter in chapters:
        year = chapter.phase.year if chapter.phase else years[-1].number if years else FIRST_YEAR
        if not years or years[-1].number != year:
            years.append(YearOfChapters(year))
        years[-1].chapters.append(chapter)
    return years


def kind_of(phase: Phase | None) -> str:
    """Name the kind of a chapter as a CSS class; None means an event."""
    if phase is None:
        return "event"
    words = {
        PhaseKind.HOMES: "homes",
        PhaseKind.AUCTION: "auction",
        PhaseKind.MOVEMENT: "spring" if phase.season is Season.SPRING else "autumn",
        PhaseKind.RETREATS: "retreats",
        PhaseKind.ADJUSTMENTS: "winter",
    }
    return words[phase.kind]


def letters() -> dict[str, str]:
    """The letter of each kind of chapter."""
    return {
        "homes": pgettext("letter of a chapter: homes", "H"),
        "auction": pgettext("letter of a chapter: bids", "B"),
        "spring": pgettext("letter of a chapter: spring", "S"),
        "autumn": pgettext("letter of a chapter: autumn", "A"),
        "retreats": pgettext("letter of a chapter: retreats", "R"),
        "winter": pgettext("letter of a chapter: winter", "W"),
        "event": "!",
    }


def undone_of(years: Sequence[YearOfChapters]) -> frozenset[int]:
    """Return the ordinals of the chapters that a ruling has undone."""
    chapters = [chapter for year in years for chapter in year.chapters]
    in_force = {chapter.ordinal for chapter in list_in_force(chapters)}
    return frozenset(chapter.ordinal for chapter in chapters) - in_force


def strip_of(stored: StoredDuel, years: Sequence[YearOfChapters], current: int | None = None) -> Strip:
    """Make the strip for the page of a chapter, or for the present."""
    base, letter_of, last = chapter_base(stored.token), letters(), stored.ordinal - 1
    now = duel_url(stored.token)
    here = stored.ordinal if current is None else current
    undone = undone_of(years)

    def mark(chapter: StoredChapter) -> ChapterMark:
        kind = kind_of(chapter.phase)
        at_it, name, is_undone = chapter.ordinal == current, chapter_name(chapter), chapter.ordinal in undone
        if is_undone:
            name = gettext("%(chapter)s (undone)", chapter=name)
        return ChapterMark(f"{base}{chapter.ordinal}", kind, letter_of[kind], name, at_it, is_undone)

    return Strip(
        [(year.number, [mark(chapter) for chapter in year.chapters]) for year in years],
        first=f"{base}0" if here > 0 else None,
        before=f"{base}{here - 1}" if here > 0 else None,
        after=f"{base}{here + 1}" if here < last else None if current is None else now,
        after_is_chapter=here < last,
        now=now,
        at_present=current is None,
    )


@dataclass(frozen=True)
class UnitRow:
    """One unit of the past: its order, its outcome, the reason."""

    unit: str
    aloud: str
    order: str
    outcome: str
    tone: Literal["good", "bad", ""]
    reason: str
    rule: str = ""
    """The address of the rule behind the reason."""
    named: Unit | None = None
    """The unit, where it is one."""


def row(fate: Fate, *, winter: bool = False, is_led: bool = True) -> UnitRow:
    """Write one outcome. `winter` is true for adjustments, `is_led` false for a power in anarchy."""
    flags, reasons = fate.outcome.flags, fate.outcome.reasons
    unit = fate.ordered if isinstance(fate.ordered, Unit) else None
    idle = fate.order is None and not flags
    return UnitRow(
        unit_label(unit) if unit else "–",
        unit_aloud(unit) if unit else "–",
        action_words(fate.order, winter=winter) if fate.order else gettext("no order"),
        gettext("stayed") if idle else outcome_words(flags),
        tone_of(flags, idle=idle),
        gettext("; ").join(reasons_in_words(fate.outcome, is_led=is_led)),
        rule_of(reasons[0].cause) if reasons else "",
        unit,
    )


def _failure_sentence(fate: Fate) -> str:
    """Say in a sentence which unit failed, and why: "Army Vienna: bounced with the army in Budapest."."""
    said, unit = row(fate), fate.ordered if isinstance(fate.ordered, Unit) else None
    subject = unit_in_full(unit) if unit else said.order
    reasons = gettext("; ").join(reasons_in_words(fate.outcome, in_full=True))
    return subject + gettext(":") + f" {reasons or said.outcome}."


def tone_of(flags: Collection[Flag], *, idle: bool) -> Literal["good", "bad", ""]:
    """Name the colour of an outcome; a unit without an order neither succeeded nor failed."""
    if set(flags) - {Flag.DEFAULT}:
        return "bad"
    return "" if idle or flags else "good"


def rows_by_power(
    fates: Iterable[Fate], *, winter: bool = False, lawless: Collection[Power] = ()
) -> dict[Power, list[UnitRow]]:
    """Say outcomes, under their powers; both in the order of their names.

    `winter` is true for adjustments; `lawless` are the powers in anarchy.
    """
    rows: dict[Power, list[UnitRow]] = {}
    for fate in fates:
        rows.setdefault(fate.power, []).append(row(fate, winter=winter, is_led=fate.power not in lawless))
    return {power: sorted(rows[power], key=lambda said: collation_key(said.unit)) for power in by_name(rows)}


@blueprint.get("/<token>/chapters/<int:ordinal>")
def chapter(token: DuelToken, ordinal: int) -> ResponseReturnValue:
    """Answer with one past chapter."""
    viewed = duel_of(token)
    if ordinal >= viewed.stored.ordinal:
        raise NotFound
    return respond(ChapterPage(viewed, ordinal, request.args.get("plan", "")))


class ChapterPage(DuelFrame):
    """The page of one chapter; only its bar and its strip can change."""

    template = "history/chapter.html"

    def __init__(self, viewed: DuelForViewer, ordinal: int, plan: str = "") -> None:
        """plan: shown on the board in place of the played orders."""
        super().__init__(viewed)
        self.ordinal = ordinal
        self.judged = JudgedPast(viewed, ordinal, plan)
        self.part_of(AnalysisPart).says(self.judged, "analysis/past.html")

    def key(self) -> Hashable:
        """The duel, its players and length, the chapter, which player the viewer is, and the shown plan."""
        stored = self.stored
        return (
            stored.id,
            self.viewed.nameless,
            stored.ordinal,
            self.ordinal,
            self.viewed.player,
            self.judged.shown,
        )

    @property
    def is_judgeable(self) -> bool:
        """True for a chapter that the analysis of its duel includes."""
        return self.phase is not None and not self.is_homes and not self.is_undone

    @property
    def can_be_played_on(self) -> bool:
        """True if the viewer can practise from before the chapter: after the end, on their own side."""
        player = self.viewed.player or Player.FIRST
        return self.stored.phase is None and can_be_played_on(self.judged.before(self.past), player)

    @property
    def looked_at(self) -> Phase | None:
        """The phase that graphs mark; for an event the phase then awaited."""
        return self.phase or (self.before.phase if self.before else None) or self.after.phase

    @cached_property
    def past(self) -> Past:
        """The stored chapter, loaded once."""
        return load_chapter(db(), self.stored, self.ordinal)

    @property
    def chapter(self) -> Chapter:
        """The chapter as a value."""
        return self.past.chapter

    @property
    def phase(self) -> Phase | None:
        """The resolved phase, None for an event."""
        return self.past.phase

    @property
    def event(self) -> EventKind | None:
        """The kind of event, None for a phase."""
        return self.past.event

    @property
    def name(self) -> str:
        """The name of the chapter."""
        return chapter_name(self.past)

    @property
    def ruling_words(self) -> str:
        """What the arbiter has decided, if they have."""
        event = self.chapter.event
        if event is None or self.stored.level is not None:
            return taken_back_words(self.after.phase) if event and event.ruling else ""
        return ruling_words(event, names_of(self.stored), self.after.phase)

    @property
    def coin_words(self) -> str:
        """The player that a neutral power joins by a coin tossed in the chapter."""
        return coin_words(self.chapter, names_of(self.stored))

    @property
    def is_undone(self) -> bool:
        """True of a chapter that a later ruling has undone."""
        return self.ordinal in self.part_of(HistoryPart).undone

    @property
    def before(self) -> Duel | None:
        """The duel before the chapter."""
        return self.past.before

    @property
    def after(self) -> Duel:
        """The duel after the chapter."""
        return self.chapter.after

    @property
    def auction(self) -> Auction | None:
        """The auction, if it is one."""
        return self.chapter.auction

    @property
    def is_homes(self) -> bool:
        """True for the choice of home powers."""
        return self.chapter.kind is PhaseKind.HOMES

    @property
    def takes_orders(self) -> bool:
        """True for phases of the base game."""
        return self.phase is not None and self.phase.kind.takes_orders

    @property
    def sheets(self) -> Mapping[Player, Sheet]:
        """The sheets of both."""
        return sheets_of(self.chapter.entries)

    @property
    def verdict(self) -> str:
        """The result of an auction, in a sentence or two."""
        if self.auction is None:
            return ""
        return verdict_of(self.auction, names_of(self.stored), self.viewed.player, halves_all=self.halves_all)

    @property
    def most_bid(self) -> int:
        """The highest bid of an auction, at least 1."""
        return max([1, *(bid for sheet in self.sheets.values() for bid in sheet.bids.values())])

    @property
    def heir(self) -> Player | None:
        """The player who gets everything they bid for because the other one is overbid."""
        overbid = self.auction.overbid if self.auction else ()
        return overbid[0].opponent if len(overbid) == 1 else None

    @property
    def least_bids(self) -> LeastBids:
        """The lowest bid with which each player would have won each mercenary; for auctions only."""
        return least_bids(self.past)

    @property
    def halves_all(self) -> bool:
        """True when all bids of the heir are halved, not only contested ones."""
        return self.stored.rules.halves_all

    def prices_of(self, player: Player) -> Mapping[Power, int]:
        """List what each mercenary cost a player; nothing if the prices do not add up to what they paid."""
        prices = self.auction.prices.get(player, {}) if self.auction else {}
        adds_up = self.auction and sum(prices.values()) == self.auction.paid[player]
        return {power: prices[power] for power in by_name(prices)} if adds_up else {}

    def sum_of_prices(self, player: Player) -> str:
        """Write a player's payment as a sum: 3 + 3 + 2; nothing for a single price."""
        prices = self.prices_of(player)
        return " + ".join(map(str, prices.values())) if len(prices) > 1 else ""

    @property
    def lists(self) -> Mapping[Player, Sequence[Power]]:
        """Both lists, including those drawn at random."""
        given = {
            player: entry.powers
            for player, entry in self.chapter.entries.items()
            if isinstance(entry, HomesList)
        }
        return {**given, **self.chapter.draws.homes_lists}

    @property
    def outcomes(self) -> Mapping[Power, Sequence[UnitRow]]:
        """The outcomes under their powers."""
        winter = self.chapter.kind is PhaseKind.ADJUSTMENTS
        before = self.before or self.after
        return rows_by_power(fates_of(self.chapter, before), winter=winter, lawless=lawless_powers(before))

    @property
    def passed(self) -> Sequence[tuple[Phase, Mapping[Power, Sequence[UnitRow]]]]:
        """The phases that were skipped afterwards, if something happened in them."""
        found = [
            (passed.phase, rows_by_power(fates_in(passed.outcomes, {}))) for passed in self.chapter.passed
        ]
        return [(phase, outcomes) for phase, outcomes in found if outcomes]

    @property
    def stalemate_sentences(self) -> Sequence[str]:
        """The meaning of the chapter for a stalemate, in sentences."""
        return past_words(names_of(self.stored), self.chapter, self.before)

    @property
    def commanders(self) -> Mapping[Power, Player]:
        """The commander of each power in the chapter."""
        return commanders(self.before or self.after)

    @property
    def own_outcomes(self) -> str:
        """The outcomes of the viewer’s orders, with the reasons of failures; empty without any."""
        player = self.viewed.player
        if not player or not isinstance(self.chapter.entries.get(player), Orders):
            return ""
        fates = fates_of(self.chapter, self.before or self.after)
        own = [fate for fate in fates if fate.order and self.commanders.get(fate.power) is player]
        failed = [fate for fate in own if not fate.outcome.succeeded]
        if not own:
            return ""
        done = ngettext(
            "Your orders: %(num)d succeeded.", "Your orders: %(num)d succeeded.", len(own) - len(failed)
        )
        return " ".join((done, *map(_failure_sentence, failed)))

    @property
    def position(self) -> Sequence[PowerRow]:
        """The position afterwards."""
        return rows(self.after)

    @property
    def picture(self) -> Picture:
        """The board with the played orders, or with a plan of the site's opponent."""
        plan = self.judged.plan
        if plan is None:
            return chapter_picture(self.past, self.name)
        return plan_picture(self.judged.before(self.past), plan, self.name)

    @cached_property
    def strip(self) -> Strip:
        """The strip of chapters."""
        return strip_of(self.stored, self.part_of(HistoryPart).years, self.ordinal)

    @property
    def graphs(self) -> Markup:
        """The graphs over the years, with a rule at this chapter."""
        return graphs_of(self.viewed, self.looked_at)


class HistoryPart(DuelPart):
    """The past on the pages of a duel."""

    name = "history"

    @cached_property
    def years(self) -> Sequence[YearOfChapters]:
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
    def last(self) -> ChapterPage | None:
        """The page of the last phase in force, even if offers and claims came after it."""
        for chapter in reversed(self.chapters):
            if chapter.phase and chapter.ordinal not in self.undone:
                return ChapterPage(self.viewed, chapter.ordinal)
        return None

    @cached_property
    def latest(self) -> Sequence[ChapterPage]:
        """The phases in force from the viewer's last entry on; at least the last one."""
        player, found = self.viewed.player, list[ChapterPage]()
        for chapter in reversed(self.chapters):
            if not chapter.phase or chapter.ordinal in self.undone:
                continue
            page = self.last if self.last and not found else ChapterPage(self.viewed, chapter.ordinal)
            found.insert(0, page)
            if len(found) == MOST_LATEST or player is None or player in page.chapter.entries:
                break
        reaches = player is None or any(player in each.chapter.entries for each in found)
        return found if reaches else found[-1:]

    @property
    def own_outcomes(self) -> str:
        """The outcome of the viewer's last orders."""
        return self.latest[0].own_outcomes if self.latest else ""

    @cached_property
    def strip(self) -> Strip:
        """The strip of chapters, for the present."""
        return strip_of(self.stored, self.years)

    @property
    def graphs(self) -> Markup:
        """The graphs over the years."""
        return graphs_of(self.viewed)

    @property
    def frame(self) -> str:
        """The HTML to copy to another site to show the duel there; nothing for a private duel."""
        return frame_of(self.stored) if self.stored.public else ""
