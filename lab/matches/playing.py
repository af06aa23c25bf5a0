"""One duel between two contestants, with statistics."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from adjudicator import Build, Cause, Flag, Order, Phase, PhaseKind, Power, Unreadable, Waive
from intimate.chapter import Chapter
from intimate.duel import Duel, DuelResult, Ending
from intimate.entries import Entries, Entry, Orders, check, sheets_of
from intimate.errors import EntryError
from intimate.play import awaits, play
from intimate.players import Player
from intimate.record import write
from intimate.rules import FIRST_YEAR, Rules
from intimate.schedule import Fixture
from intimate.settings import rules
from intimate.start import set_up, start_with_homes
from intimate.view import View
from lab.players.contestant import Contestant
from lab.players.roster import contestant

LEGAL = {Cause.MISMATCH, Cause.MUST_BUILD}
"""Causes by which legal orders may be void: another unit's order, and a build that must be made."""


class Terms(NamedTuple):
    """The terms of all duels of a match; settings as records write them."""

    preset: str = "intimate"
    settings: Mapping[str, Any] = {}
    edition: str = "standard"

    @property
    def rules(self) -> Rules:
        """The rules; raises SettingError."""
        return rules(self.preset, self.settings, self.edition)


class Thought(NamedTuple):
    """The cost of one answer: the kind of phase, positions looked at, seconds."""

    kind: PhaseKind
    looked_at: int
    seconds: float


class Bidding(NamedTuple):
    """An auction: its phase, both sheets and the reserves before it, the measured contestant's first."""

    phase: str
    bids: tuple[Mapping[Power, int], Mapping[Power, int]]
    reserves: tuple[int, int]


class Outcome(StrEnum):
    """The outcome for the first contestant; nobody wins a duel that the last year ended."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Played:
    """A played duel. phase: the last one. thoughts, biddings: those of the first contestant come first."""

    fixture: Fixture
    outcome: Outcome
    reason: str
    phase: str
    thoughts: tuple[Sequence[Thought], Sequence[Thought]]
    biddings: Sequence[Bidding]
    record: Mapping[str, Any] | None = None

    @property
    def years(self) -> int:
        """The number of years begun."""
        return Phase.parse(self.phase).year - FIRST_YEAR + 1


class Fault(Exception):
    """A contestant raised an error or gave an illegal entry; the message names the duel to repeat."""


class Playing:
    """A duel in progress."""

    def __init__(
        self,
        names: tuple[str, str],
        fixture: Fixture,
        seed: int,
        terms: Terms,
        contestants: Sequence[Contestant] | None = None,
    ) -> None:
        """contestants: the players themselves, if their names are not in the roster."""
        self.names, self.fixture, self.seed, self.terms = names, fixture, seed, terms
        self.players = (fixture.seat, fixture.seat.opponent)
        self.contestants = contestants or tuple(map(contestant, names))
        self.lots = tuple(Random(fixture.lots(seed, number)) for number in range(len(names)))  # noqa: S311  # must be repeatable
        homes = dict(zip(self.players, fixture.homes, strict=True))
        self.start = start_with_homes(terms.rules, {player: homes[player] for player in Player})
        self.duel = set_up(terms.rules, self.start)
        self.thoughts: tuple[list[Thought], list[Thought]] = ([], [])
        self.biddings: list[Bidding] = []
        self.past: list[tuple[Duel, Entries]] = []
        self.chapters: list[Chapter] = []

    def played(self, *, with_record: bool = False) -> Played:
        """Play to the end; raises Fault."""
        while self.duel.phase:
            chapter = self.step()
            if with_record:
                self.chapters.append(chapter)
        return self._noted(with_record=with_record)

    def step(self) -> Chapter:
        """Play the awaited phase; raises Fault."""
        chapter = self._chapter()
        self.past.append((self.duel, chapter.entries))
        self.duel = chapter.after
        return chapter

    def _chapter(self) -> Chapter:
        duel = self.duel
        awaited = awaits(duel)
        entries = {
            player: self._answer(number, player)
            for number, player in enumerate(self.players)
            if player in awaited
        }
        for number, player in enumerate(self.players):
            if player in entries:
                self._check(number, player, entries[player])
        chapter = play(duel, entries)
        for number, player in enumerate(self.players):
            self._look_for_void(number, player, chapter)
        if duel.kind is PhaseKind.AUCTION:
            self.biddings.append(self._bidding(duel, entries))
        return chapter

    def _answer(self, number: int, player: Player) -> Entry:
        assert self.duel.kind  # noqa: S101  # a phase is awaited
        begun = time.perf_counter()
        try:
            reply = self.contestants[number].answer(View(self.duel, player), self.lots[number], self.past)
        except Exception as error:
            raise self._fault(number, f"raised {error!r}") from error
        self.thoughts[number].append(Thought(self.duel.kind, reply.looked_at, time.perf_counter() - begun))
        return reply.entry

    def _check(self, number: int, player: Player, entry: Entry) -> None:
        """Raise Fault for a refused entry, or orders to units that are not the player's."""
        try:
            check(self.duel, player, entry)
        except EntryError as error:
            raise self._fault(number, f"{entry}: {error}") from error
        if isinstance(entry, Orders):
            commanded = self.duel.commands(player)
            for power, orders in entry.by_power.items():
                units = [order.unit for order in orders]
                doubled = self.duel.kind is not PhaseKind.ADJUSTMENTS and len(set(units)) < len(units)
                if power not in commanded or doubled or not self._stand(power, orders):
                    raise self._fault(number, f"has no such units of {power} to order: {orders}")

    def _stand(self, power: Power, orders: Sequence[Order | Unreadable]) -> bool:
        position = self.duel.position
        standing = {unit for unit, owner in position.units.items() if owner == power}
        routed = {unit for unit, dislodged in position.dislodged.items() if dislodged.power == power}
        return all(order.unit in standing | routed or isinstance(order, Build | Waive) for order in orders)

    def _look_for_void(self, number: int, player: Player, chapter: Chapter) -> None:
        for power in self.duel.commands(player):
            for ordered, outcome in chapter.outcomes.get(power, {}).items():
                reason = outcome.reason
                if Flag.VOID in outcome.flags and reason and reason.cause not in LEGAL:
                    raise self._fault(number, f"{power} {ordered}: {reason.cause}")

    def _fault(self, number: int, what: str) -> Fault:
        place = f"duel {self.fixture.number} of seed {self.seed}, {self.duel.phase}"
        return Fault(f"{self.names[number]} in {place}: {what}")

    def _bidding(self, duel: Duel, entries: Entries) -> Bidding:
        sheets = sheets_of(entries)
        first, second = self.players
        return Bidding(
            str(duel.phase),
            (dict(sheets[first].bids), dict(sheets[second].bids)),
            (duel.credits[first], duel.credits[second]),
        )

    def _noted(self, *, with_record: bool) -> Played:
        result = self.duel.result
        assert result  # noqa: S101  # the duel is over
        preset, settings, edition = self.terms
        record = write(self.chapters, preset=preset, settings=settings, edition=edition, start=self.start)
        return Played(
            self.fixture,
            _outcome(result, self.players[0]),
            result.reason.value,
            str(result.phase),
            self.thoughts,
            self.biddings,
            record if with_record else None,
        )


def _outcome(result: DuelResult, player: Player) -> Outcome:
    if result.reason is Ending.YEAR_LIMIT:
        return Outcome.STOPPED
    if result.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if result.winner is player else Outcome.LOST
