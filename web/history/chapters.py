"""Past chapters: both sides' entries, their outcomes and the reasons."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from adjudicator import Phase, PhaseKind, Power
from intimate.auction import Auction
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import HomesList, Sheet, sheets_of
from intimate.events import EventKind
from intimate.fates import fates_in, fates_of
from intimate.players import Player
from services.duels.tables import Table
from services.history.chapters import Past, UnknownChapter, list_chapters, load_chapter
from services.history.hindsight import LeastBids, least_bids
from web.board.picture import Picture
from web.board.standing import Row as StandingRow
from web.board.standing import commanders, rows
from web.duels.frame import DuelFrame
from web.duels.table import table_of
from web.frame.page import respond
from web.frame.session import db
from web.history.graphs import graphs_of
from web.history.outcomes import Row, rows_by_power
from web.history.pictures import chapter_picture, plan_picture
from web.history.strip import Strip, Year, by_year, strip_of, undone_of
from web.judging.part import JudgedPast
from web.words.chapters import chapter_name
from web.words.names import names_of
from web.words.powers import by_name
from web.words.rulings import ruling_words, taken_back_words
from web.words.stalemates import past_words


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/chapters/<int:ordinal>", "chapter", chapter)


def chapter(token: str, ordinal: int) -> ResponseReturnValue:
    """Answer with one past chapter."""
    table = table_of(token)
    if ordinal >= table.stored.ordinal:
        raise UnknownChapter
    return respond(ChapterPage(table, ordinal, request.args.get("plan", "")))


class ChapterPage(DuelFrame):
    """The page of one chapter; of it only the bar and the strip of chapters can change."""

    template = "history/chapter.html"
    judgement_template = "judging/past.html"

    def __init__(self, table: Table, ordinal: int, plan: str = "") -> None:
        """Take which plan of a player the board shows, in place of what was played."""
        super().__init__(table)
        self.ordinal, self._plan = ordinal, plan

    def key(self) -> Hashable:
        """The duel, its players and length, the chapter, which of them reads, and the plan that is shown."""
        stored = self.stored
        return stored.id, self.table.gone, stored.ordinal, self.ordinal, self.table.player, self.judged.shown

    @cached_property
    def judged(self) -> JudgedPast:
        """How the duel stood before the chapter, as the site's own opponent judged it after the end."""
        return JudgedPast(self.table, self.ordinal, self._plan)

    @property
    def is_judgeable(self) -> bool:
        """True of a chapter that is judged with its duel."""
        return self.phase is not None and not self.is_homes and not self.is_undone

    @property
    def looked_at(self) -> Phase | None:
        """The phase at which graphs have a rule; an event stands where the duel stood."""
        return self.phase or (self.before.phase if self.before else None) or self.after.phase

    @cached_property
    def past(self) -> Past:
        """The chapter as it is stored, loaded once."""
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
    def is_undone(self) -> bool:
        """True of a chapter that a later ruling has undone."""
        return self.ordinal in undone_of(self.years)

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
    def heir(self) -> Player | None:
        """The player who takes what they bid for because the other one is overbid."""
        overbid = self.auction.overbid if self.auction else ()
        return overbid[0].opponent if len(overbid) == 1 else None

    @property
    def least_bids(self) -> LeastBids:
        """What each player would have had to bid at least for each mercenary; of auctions alone."""
        return least_bids(self.past)

    @property
    def halves_all(self) -> bool:
        """True when all bids of the heir are halved, not only contested ones."""
        return self.stored.rules.halves_all

    def prices_of(self, player: Player) -> Mapping[Power, int]:
        """List what each mercenary cost a player; nothing where they paid another sum."""
        prices = self.auction.prices.get(player, {}) if self.auction else {}
        makes_it = self.auction and sum(prices.values()) == self.auction.paid[player]
        return {power: prices[power] for power in by_name(prices)} if makes_it else {}

    def sum_of_prices(self, player: Player) -> str:
        """Write what a player paid as a sum: 3 + 3 + 2; nothing where it is no sum."""
        prices = self.prices_of(player)
        return " + ".join(map(str, prices.values())) if len(prices) > 1 else ""

    @property
    def lists(self) -> Mapping[Player, Sequence[Power]]:
        """The lists of both, drawn ones included."""
        given = {
            player: entry.powers
            for player, entry in self.chapter.entries.items()
            if isinstance(entry, HomesList)
        }
        return {**given, **self.chapter.lots.homes_lists}

    @property
    def outcomes(self) -> Mapping[Power, Sequence[Row]]:
        """The outcomes under their powers."""
        winter = self.chapter.kind is PhaseKind.ADJUSTMENTS
        return rows_by_power(fates_of(self.chapter, self.before or self.after), winter=winter)

    @property
    def passed(self) -> Sequence[tuple[Phase, Mapping[Power, Sequence[Row]]]]:
        """The phases passed afterwards in which something happened."""
        found = [
            (passed.phase, rows_by_power(fates_in(passed.outcomes, {}))) for passed in self.chapter.passed
        ]
        return [(phase, outcomes) for phase, outcomes in found if outcomes]

    @property
    def said_of_stalemate(self) -> Sequence[str]:
        """What the chapter meant for a stalemate, in sentences."""
        return past_words(names_of(self.stored), self.chapter, self.before)

    @property
    def commanders(self) -> Mapping[Power, Player]:
        """The commander of each power in the chapter."""
        return commanders(self.before or self.after)

    @property
    def position(self) -> Sequence[StandingRow]:
        """The position afterwards."""
        return rows(self.after)

    @property
    def picture(self) -> Picture:
        """The board: what was played, or a plan of the opponent's."""
        plan = self.judged.plan
        if plan is None:
            return chapter_picture(self.past, self.name)
        return plan_picture(self.judged.before(self.past), plan, self.name)

    @cached_property
    def years(self) -> Sequence[Year]:
        """All chapters of the duel under their years."""
        return by_year(list_chapters(db(), self.stored))

    @cached_property
    def strip(self) -> Strip:
        """The strip of chapters."""
        return strip_of(self.stored, self.years, self.ordinal)

    @property
    def graphs(self) -> Markup:
        """The graphs over the years, with a rule at this chapter."""
        return graphs_of(self.table, self.looked_at)
