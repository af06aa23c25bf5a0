"""How a finished duel went, as pages show it: judgements, turning point, what each phase brought."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import Flag, Phase, PhaseKind, Power, Province, Season, Unit, Waive
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import Entry, Sheet
from intimate.players import Player
from models import Job, StoredChapter, StoredDuel
from models.jobs import JobPurpose
from opponent.judging import Judgement, Plan, ranked
from services.analysis.asking import DamagedJudgement, is_over, read_judgement

LEAST = 0.05
"""The least share worth mentioning: the opponent cannot tell smaller ones apart."""
MISTAKEN = 0.15
"""An entry that gave away at least this share is called a mistake."""


class EntryVerdict(StrEnum):
    """The verdict on an entry, by the share that it gave away."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"


SEVERITY = tuple(EntryVerdict)


@dataclass(frozen=True, slots=True)
class JudgedChapter:
    """A chapter with its judgement.

    least: the mildest verdict that a player's entry can get; the promise of a sheet alone says too little.
    """

    ordinal: int
    phase: Phase
    judgement: Judgement
    least: Mapping[Player, EntryVerdict] = field(default_factory=dict)

    def share(self, player: Player) -> float:
        """Return the score that a player could expect before the chapter, from 0 to 1."""
        share = self.judgement.share
        return share if player == Player.FIRST else 1 - share

    def best(self, player: Player) -> float | None:
        """Return what a player's best plan promised; what they played counts as a plan.

        None if nothing was asked of the player.
        """
        plans, own = self.judgement.plans.get(player) or (), self.judgement.played.get(player)
        known = [plan.worth for plan in plans] + ([own] if plans and own is not None else [])
        return max(known, default=None)

    def plans(self, player: Player, played: Entry | None = None) -> Sequence[Plan]:
        """Return the best plans, the best first, none of them worth less than what was played.

        Plans stored before this rule are sorted by it.
        """
        return ranked(self.judgement.plans.get(player, ()), played, self.judgement.played.get(player))

    def given_up(self, player: Player) -> float | None:
        """Return how much less a player's entry promised than the best plan; None if there is no entry."""
        best, own = self.best(player), self.judgement.played.get(player)
        return None if best is None or own is None else best - own

    def verdict(self, player: Player) -> EntryVerdict | None:
        """Judge a player's entry by what it gave away; None if there is none."""
        given_up = self.given_up(player)
        if given_up is None:
            return None
        by_share = sum(given_up >= limit for limit in (LEAST, MISTAKEN))
        return SEVERITY[max(by_share, SEVERITY.index(self.least.get(player, EntryVerdict.GOOD)))]


def stood_well_to_the_last(chapters: Sequence[JudgedChapter], player: Player) -> bool:
    """Tell whether a player stood about as well before the last chapter as they ever did."""
    shares = [chapter.share(player) for chapter in chapters]
    return bool(shares) and shares[-1] > max(shares) - LEAST


class TurningPoint(NamedTuple):
    """The chapter in which a duel was decided.

    player: the one who fell back. given_up: how much less their own entry promised than their best plan, 0
    if that was not the cause. fell: how much lower their share was afterwards. lasting: how much higher it
    was before than at any later time.
    """

    ordinal: int
    phase: Phase
    player: Player
    given_up: float
    fell: float
    lasting: float

    @property
    def cost(self) -> float:
        """The part of what the entry gave up that never came back."""
        return min(self.given_up, self.lasting)


class _Step(NamedTuple):
    chapter: JudgedChapter
    later: Sequence[float]
    """The first player's share before each later chapter, and at the end by the result."""

    def point(self, player: Player) -> TurningPoint:
        chapter = self.chapter
        later = [share if player is Player.FIRST else 1 - share for share in self.later]
        fell, lasting = chapter.share(player) - later[0], chapter.share(player) - max(later)
        given_up = chapter.given_up(player) or 0.0
        return TurningPoint(chapter.ordinal, chapter.phase, player, given_up, fell, lasting)


def turning_point(
    chapters: Sequence[JudgedChapter], winner: Player | None, end: float | None
) -> TurningPoint | None:
    """Find the chapter in which the loser's own entry gave up most that never came back.

    If none of their entries gave up enough, return the chapter in which their share fell most and never
    recovered; in a duel without a winner, this may be either player's. None if no share fell enough for good.

    end: the share of the first player by the result, if the last chapter has ended the duel by itself.
    """
    shares = [chapter.judgement.share for chapter in chapters] + ([end] if end is not None else [])
    steps = [_Step(chapter, later) for place, chapter in enumerate(chapters, 1) if (later := shares[place:])]
    losers = [winner.opponent] if winner else list(Player)
    falls = [step.point(player) for step in steps for player in losers]
    falls = [point for point in falls if (point.lasting if winner else point.fell) >= LEAST]
    by_entry = [point for point in falls if winner and point.given_up >= LEAST]
    if by_entry:
        return max(by_entry, key=lambda point: point.cost)
    return max((point._replace(given_up=0.0) for point in falls), key=lambda point: point.fell, default=None)


log = logging.getLogger(__name__)


class AnalysisProgress(NamedTuple):
    """How many chapters were asked about, how many are done, and how many of these failed."""

    asked: int = 0
    done: int = 0
    failed: int = 0

    @property
    def is_complete(self) -> bool:
        """True when nothing waits any more."""
        return self.done == self.asked > 0


NOT_ASKED = AnalysisProgress()


@dataclass(frozen=True)
class Course:
    """How a finished duel went, as far as it is analysed: the chapters in order.

    end: the share of the first player by the result; None where there is none. ends_it: true when the last
    of the chapters ended the duel by itself.
    """

    progress: AnalysisProgress
    chapters: Sequence[JudgedChapter] = ()
    winner: Player | None = None
    end: float | None = None
    ends_it: bool = False

    def of(self, ordinal: int) -> JudgedChapter | None:
        """Return the judgement of a chapter."""
        return next((chapter for chapter in self.chapters if chapter.ordinal == ordinal), None)

    def after(self, chapter: JudgedChapter, player: Player) -> float | None:
        """Return a player's share at the beginning of the next judged chapter, or by the result."""
        later = next((each for each in self.chapters if each.ordinal > chapter.ordinal), None)
        if later is not None:
            return later.share(player)
        if self.end is None or not self.ends_it:
            return None
        return self.end if player is Player.FIRST else 1 - self.end

    def punished(self, chapter: JudgedChapter, player: Player) -> float | None:
        """Return a player's share after a chapter that went worse for them than their own entry promised.

        None if the difference is below `LEAST`, or unknown.
        """
        own, after = chapter.judgement.played.get(player), self.after(chapter, player)
        return after if own is not None and after is not None and own - after >= LEAST else None

    @cached_property
    def turning(self) -> TurningPoint | None:
        """The turning point; None before all is judged."""
        if not self.progress.is_complete:
            return None
        return turning_point(self.chapters, self.winner, self.end if self.ends_it else None)


def progress_of(session: Session, stored: StoredDuel) -> AnalysisProgress:
    """Count what was asked about a duel; nothing while it is running."""
    if not is_over(stored):
        return NOT_ASKED
    figures = (func.count(), func.count(Job.made_at), func.count(Job.failed_by))
    query = select(*figures).where(Job.duel_id == stored.id, Job.purpose == JobPurpose.JUDGEMENT)
    return AnalysisProgress(*session.execute(query).one())


def load_course(session: Session, stored: StoredDuel, progress: AnalysisProgress) -> Course:
    """Load all judgements of a duel, by one statement; nothing while it is running."""
    if not is_over(stored):
        return Course(NOT_ASKED)
    query = (
        select(Job.ordinal, StoredChapter.phase, Job.content)
        .join(
            StoredChapter,
            (StoredChapter.duel_id == Job.duel_id) & (StoredChapter.ordinal == Job.ordinal),
        )
        .where(Job.duel_id == stored.id, Job.purpose == JobPurpose.JUDGEMENT, Job.content.is_not(None))
        .order_by(Job.ordinal)
    )
    chapters = []
    for ordinal, phase, content in session.execute(query):
        if phase is None:
            continue  # an event is never judged
        try:
            chapters.append(JudgedChapter(ordinal, phase, read_judgement(content, phase.kind)))
        except DamagedJudgement as error:
            log.warning("the judgement of chapter %d of duel %d is damaged: %s", ordinal, stored.id, error)
    chapters = _with_sheets(session, stored, chapters)
    ends_it = bool(chapters) and chapters[-1].ordinal == stored.ordinal - 1
    return Course(progress, chapters, stored.winner, _end_of(stored), ends_it)


def _with_sheets(
    session: Session, stored: StoredDuel, chapters: Sequence[JudgedChapter]
) -> list[JudgedChapter]:
    """Mark who lost their whole reserve by an overbid, and who bid nothing when a good player would bid."""
    ordinals = [each.ordinal for each in chapters if each.phase.kind is PhaseKind.AUCTION]
    query = select(StoredChapter).where(
        StoredChapter.duel_id == stored.id, StoredChapter.ordinal.in_(ordinals)
    )
    heavy = (undefer(StoredChapter.line), undefer(StoredChapter.entries))
    found = session.scalars(query.options(*heavy)) if ordinals else ()
    auctions = {each.ordinal: each for each in found}
    return [
        replace(each, least=_by_sheets(each, auctions[each.ordinal])) if each.ordinal in auctions else each
        for each in chapters
    ]


def _by_sheets(judged: JudgedChapter, chapter: StoredChapter) -> Mapping[Player, EntryVerdict]:
    overbid = {Player(player) for player in chapter.line.get("auction", {}).get("overbid", ())}
    least = {}
    for player in Player:
        bids, best = chapter.entries.get(player.value, {}).get("bids", {}), judged.plans(player)[:1]
        would_bid = [plan for plan in best if isinstance(plan.entry, Sheet) and plan.entry.bids]
        if player in overbid:
            least[player] = EntryVerdict.MISTAKE
        elif would_bid and not any(bids.values()):
            least[player] = EntryVerdict.INACCURACY
    return least


def _end_of(stored: StoredDuel) -> float | None:
    if stored.winner is None:
        return None if stored.is_without_result else 0.5
    return float(stored.winner is Player.FIRST)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a phase brought one player.

    commands: the mercenaries that they hired, None unless the phase is an auction. left: their credits
    after it. entered: home centres of the enemy that a unit of their home power has newly entered.
    driven_out: dislodged units of their home power. won, lost: centres of their home power; after the
    movement of autumn, those that its units occupy, though retreats may still change them. has_won: True if
    the phase won them the duel, False if it lost it, else None.
    """

    commands: tuple[Power, ...] | None
    left: int
    entered: tuple[Province, ...]
    driven_out: tuple[Unit, ...]
    won: tuple[Province, ...]
    lost: tuple[Province, ...]
    has_won: bool | None = None


def consequences(before: Duel, chapter: Chapter) -> Mapping[Player, Consequence]:
    """Return what a chapter brought both players; nothing while home powers are unknown."""
    if not before.own(Player.FIRST):
        return {}
    return {player: _of(player, before, chapter) for player in Player}


def _of(player: Player, before: Duel, chapter: Chapter) -> Consequence:
    after, own, others = chapter.after, before.own(player), before.own(player.opponent)
    hired = tuple(power for power, commander in after.control.items() if commander == player)
    now, then = _centres(after, own), _centres(before, own)
    winner = after.result.winner if after.result else None
    homes = after.position.board.homes
    goals = [centre for power in others for centre in homes[power]]
    entered = (_held(after, own) - _held(before, own)).intersection(goals)
    return Consequence(
        hired if chapter.kind is PhaseKind.AUCTION else None,
        after.credits.get(player, 0),
        tuple(sorted(entered)),
        tuple(
            unit
            for power in own
            for unit, outcome in chapter.outcomes.get(power, {}).items()
            if Flag.DISLODGED in outcome.flags and not isinstance(unit, Waive)
        ),
        tuple(sorted(now - then)),
        tuple(sorted(then - now)),
        None if winner is None else winner is player,
    )


def _centres(duel: Duel, powers: Iterable[Power]) -> set[Province]:
    """Return the centres of some powers; during autumn retreats, as if no unit got away."""
    retreats = duel.phase is not None and duel.phase.kind is PhaseKind.RETREATS
    autumn = duel.phase is not None and duel.phase.season is Season.AUTUMN
    position = duel.position.with_ownership() if retreats and autumn else duel.position
    return {centre for power in powers for centre in position.centres_of(power)}


def _held(duel: Duel, powers: Iterable[Power]) -> set[Province]:
    return {unit.province for power in powers for unit in duel.position.units_of(power)}
