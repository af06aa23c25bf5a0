"""The analysis on the pages of a duel, after its end only."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, flash, render_template, url_for
from flask.typing import ResponseReturnValue

from adjudicator import Phase, edition
from intimate.causes import causes_of
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.players import Player
from models import StoredDuel
from models.ids import DuelToken
from services.analysis.asking import AnalysisRefusal, AnalysisRefused, ask_by_press, is_over, list_judgeable
from services.analysis.mistakes import worst_moments
from services.analysis.seen import (
    LEAST,
    MISTAKEN,
    NOT_ASKED,
    AnalysisProgress,
    Course,
    EntryVerdict,
    JudgedChapter,
    consequences,
    load_course,
    progress_of,
    stood_well_to_the_last,
)
from services.duels.access import DuelForViewer
from services.history.chapters import Past, load_chapter, load_duel
from services.history.series import Series, YearFigures
from web.analysis.causes import causes_words
from web.analysis.comparison import (
    MARKS,
    Side,
    consequence_words,
    no_turning_words,
    side_of,
    turning_words,
    verdict_words,
)
from web.core.cache import cache
from web.core.limits import address, limited
from web.core.links import duel_url, see_other
from web.core.messages import Sentences, refusal_message
from web.core.page import filled, kept_skeleton, rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.finding import duel_of, viewer_id
from web.duels.frame import DuelPart
from web.duels.page import RefusedPage
from web.duels.series import (
    HEIGHT,
    MOMENTS,
    TOP,
    Band,
    Curve,
    Dot,
    Graph,
    GraphFrame,
    beside,
    level,
    points,
    series_of,
    ticks,
)
from web.words.names import names_of
from web.words.numbers import points as points_of
from web.words.numbers import points_words, share_words
from web.words.rules import Ruled

WHOLE = 100
ONWARDS = 0.12
"""The distance of the end from the last chapter in the graph, as a part of a year."""


@dataclass(frozen=True, slots=True)
class TurningMark:
    """The place of the turning point: line and point of the player who fell back."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ShareGraph:
    """The graph, and the turning point in it if there is one."""

    graph: Graph
    turn: TurningMark | None


def share_graph(
    stored: StoredDuel, series: Series, course: Course, looked_at: Phase | None = None
) -> ShareGraph:
    """Draw the shares before each judged chapter, and by the result."""
    frame = GraphFrame(stored, _whole(series, course.chapters), looked_at)
    xs = {chapter.ordinal: _place(frame, chapter.phase) for chapter in course.chapters}
    shares = [(xs[chapter.ordinal], chapter.judgement.share) for chapter in course.chapters]
    if course.end is not None and course.progress.is_complete:
        shares.append((round(shares[-1][0] + ONWARDS * frame.band, 1), course.end))
    dots = {player: [Dot(player, x, _down(share, player)) for x, share in shares] for player in Player}
    down = beside({player: dots[player][-1].y for player in Player}, TOP + HEIGHT + 2)
    curves = [
        Curve(
            player,
            points([(dot.x, dot.y) for dot in dots[player]]),
            dots[player],
            frame.names[player],
            shares[-1][0] + 6,
            down[player],
        )
        for player in Player
    ]
    bottom = TOP + HEIGHT
    graph = Graph(
        gettext("How it stood, in per cent"),
        frame,
        bottom,
        ticks(WHOLE, HEIGHT),
        _bands(frame, course),
        curves=curves,
    )
    return ShareGraph(graph, _turn(course, xs))


def _turn(course: Course, xs: Mapping[int, float]) -> TurningMark | None:
    turning = course.turning
    chapter = course.of(turning.ordinal) if turning else None
    if turning is None or chapter is None:
        return None
    return TurningMark(xs[turning.ordinal], _down(chapter.judgement.share, turning.player))


def _whole(series: Series, chapters: Sequence[JudgedChapter]) -> Series:
    """Add the years to the series that have no figures."""
    known = {year.number: year for year in series.years}
    numbers = sorted({*known, *(chapter.phase.year for chapter in chapters)})
    every = range(numbers[0], numbers[-1] + 1)
    return replace(series, years=tuple(known.get(number, YearFigures(number)) for number in every))


def _place(frame: GraphFrame, phase: Phase) -> float:
    return frame.x(phase.year - frame.years[0].number, MOMENTS[phase.season, phase.kind])


def _down(share: float, player: Player) -> float:
    own = share if player is Player.FIRST else 1 - share
    return level(points_of(own), WHOLE, HEIGHT)


def _bands(frame: GraphFrame, course: Course) -> Sequence[Band]:
    """Lay out the years; each links to its first judged chapter, and names both shares in it."""
    firsts: dict[int, JudgedChapter] = {}
    for chapter in course.chapters:
        firsts.setdefault(chapter.phase.year, chapter)

    def words(year: YearFigures) -> str:
        of_year = [each for each in course.chapters if each.phase.year == year.number]
        later = [each for each in course.chapters if each.phase.year > year.number]
        return _said(frame, of_year + later[:1] if of_year else [], year.number)

    return [
        replace(
            band, href=f"{frame.base}{firsts[band.year].ordinal}#judgement" if band.year in firsts else None
        )
        for band in frame.bands(words)
    ]


def _said(frame: GraphFrame, chapters: Sequence[JudgedChapter], year: int) -> str:
    """The shares of a year and how they changed, in short: 1903 Anna 62 → 40 · Boris 38 → 60."""
    if not chapters:
        return str(year)
    ends = (chapters[0], chapters[-1])[: len(chapters)]
    said = (
        f"{frame.names[player]} {' → '.join(str(points_of(chapter.share(player))) for chapter in ends)}"
        for player in Player
    )
    return f"{year} {' · '.join(said)}"


CHAPTER_BYTES = 6000


class EntryFigures(NamedTuple):
    """A player's share before a chapter, and what their entry promised compared with the best plan, in words.

    punished: their share afterwards, if the other's entry made it much lower than theirs promised.
    is_much: True if the entry gave up enough to mention, or was punished. verdict: on the entry.
    given_away: what it gave away, in points, if worth mentioning.
    """

    share: str
    played: str
    best: str
    punished: str
    is_much: bool
    verdict: EntryVerdict | None
    given_away: str

    @property
    def verdict_words(self) -> str:
        """The verdict in a word; empty if nothing was entered."""
        return verdict_words(self.verdict) if self.verdict else ""


class Judged:
    """What a page says about the course of its duel; nothing while the duel runs."""

    thresholds = points_of(LEAST), points_of(MISTAKEN)
    """The points given away that make an entry an inaccuracy, and a mistake."""

    def __init__(self, viewed: DuelForViewer) -> None:
        self.viewed = viewed

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @cached_property
    def progress(self) -> AnalysisProgress:
        """How much of the duel is judged."""
        return progress_of(db(), self.stored) if self.viewed.was_judged else NOT_ASKED

    @property
    def can_be_asked_for(self) -> bool:
        """True if the duel is over, and not analysed in full."""
        progress = self.progress
        return is_over(self.stored) and (not progress.asked or (progress.is_complete and progress.failed > 0))

    def key(self) -> tuple[Hashable, ...]:
        """All that these words depend on, except the viewer."""
        return self.stored.id, self.stored.version, self.progress

    @cached_property
    def course(self) -> Course:
        """All judgements so far."""
        if not self.progress.done:
            return Course(self.progress)
        return cache().made_once(
            ("course", self.stored.id, self.stored.version, self.progress),
            lambda: load_course(db(), self.stored, self.progress),
            lambda course: CHAPTER_BYTES * len(course.chapters),
        )

    @property
    def turning(self) -> str:
        """Where and why the duel turned; empty if it did not, or if that is not known yet."""
        turning = self.course.turning
        if turning is None or (chapter := self.course.of(turning.ordinal)) is None:
            return ""
        punished = self.course.punished(chapter, turning.player)
        return turning_words(names_of(self.stored), turning, chapter, punished)

    @property
    def no_turning(self) -> str:
        """Why an analysed duel has no turning point."""
        winner, chapters = self.course.winner, self.course.chapters
        stood_well = winner is not None and stood_well_to_the_last(chapters, winner.opponent)
        return no_turning_words(names_of(self.stored), winner if stood_well else None)

    def row(self, chapter: JudgedChapter) -> Mapping[Player, "EntryFigures"]:
        """Say each player's share before a chapter, and what their entry promised."""
        return {player: _figures(chapter, player, self.course.punished(chapter, player)) for player in Player}

    @property
    def why_turned(self) -> Sequence[Ruled]:
        """Each player's setbacks at the turning point, with their causes; nothing without one."""
        turning = self.course.turning
        return self.causes(load_chapter(db(), self.stored, turning.ordinal)) if turning else []

    def before(self, past: Past) -> Duel:
        """Return the duel before a chapter."""
        return past.before or load_duel(db(), self.stored, past.ordinal)

    def causes(self, past: Past) -> Sequence[Ruled]:
        """Say why a phase went as it did, with the rules behind it."""
        return causes_words(causes_of(self.before(past), past.chapter), names_of(self.stored))

    @property
    def has_own_mistakes(self) -> bool:
        """True for a player who gave away enough for another try."""
        return self.viewed.player is not None and bool(worst_moments(self.course, self.viewed.player))

    @property
    def given_away(self) -> Sequence[JudgedChapter]:
        """The chapters in which a player gave something away."""
        bad = {EntryVerdict.INACCURACY, EntryVerdict.MISTAKE}
        return [each for each in self.course.chapters if bad & {each.verdict(player) for player in Player}]

    def graph(self, looked_at: Phase | None = None) -> ShareGraph | None:
        """Draw the shares over the years, with a rule at the phase looked at; None for a single value."""
        if len(self.course.chapters) <= 1:
            return None
        return share_graph(self.stored, series_of(self.stored), self.course, looked_at)


class JudgedPast(Judged):
    """The analysis on the page of a chapter.

    shown: the plan that the board shows, as in the address: `first-second` is the second plan of the first
    player. Any other text shows none.
    """

    def __init__(self, viewed: DuelForViewer, ordinal: int, shown: str = "") -> None:
        super().__init__(viewed)
        self.ordinal, self._asked_for = ordinal, shown

    def key(self) -> tuple[Hashable, ...]:
        """All that these words depend on, except the viewer."""
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
        if player not in list(Player) or mark not in MARKS or not self.viewed.was_judged or not self.chapter:
            return None
        plans = self.chapter.plans(Player(player))
        entry = plans[MARKS.index(mark)].entry if MARKS.index(mark) < len(plans) else None
        return entry if isinstance(entry, Orders) else None

    @property
    def shown(self) -> str:
        """The plan that the board shows, empty if it shows what was played."""
        return self._asked_for if self.plan else ""

    def consequences(self, past: Past) -> Mapping[Player, str]:
        """Say what both players won and lost in the phase."""
        found = consequences(self.before(past), past.chapter)
        return {player: consequence_words(each) for player, each in found.items()}

    def afterwards(self) -> Mapping[Player, str]:
        """Say each player's share before the next judged phase; nothing after the last one."""
        later = [each for each in self.course.chapters if each.ordinal > self.ordinal]
        return {player: share_words(later[0].share(player)) for player in Player} if later else {}

    def sides(self, past: Past) -> Sequence[Side]:
        """Compare what each player entered with their best plans."""
        if self.chapter is None:
            return []
        entries, of_base = past.chapter.entries, edition(self.stored.edition)
        found = [
            side_of(
                self.chapter,
                player,
                entries.get(player),
                of_base,
                self.course.punished(self.chapter, player),
            )
            for player in Player
        ]
        return [side for side in found if side]

    def href(self, player: str, mark: str) -> str:
        """The address of the chapter with a plan on its board, or with what was played."""
        plan, token = f"{player}-{mark}" if mark else None, self.stored.token
        return url_for("history.chapter", token=token, ordinal=self.ordinal, plan=plan, _anchor="judgement")


class AnalysisPart(DuelPart):
    """The analysis on the pages of a duel, by the site's own opponent after the end."""

    name = "analysis"
    _template = "analysis/course.html"

    @cached_property
    def judged(self) -> Judged:
        """The analysis of the whole duel, unless the page sets something else."""
        return Judged(self.viewed)

    def says(self, judged: Judged, template: str) -> None:
        """Let the page set another analysis and its template."""
        self.judged, self._template = judged, template

    @cached_property
    def is_there(self) -> bool:
        """True for a finished duel that was analysed, or has something to analyse."""
        if not is_over(self.stored):
            return False
        key = ("judgeable", self.stored.id, self.stored.version)
        return self.viewed.was_judged or cache().made_once(
            key, lambda: bool(list_judgeable(db(), self.stored))
        )

    def judgement(self) -> str:
        """The course of the duel, rendered once for each state of the analysis; nothing before the end."""
        if not self.is_there:
            return ""
        key = ("judgement", self._template, *self.judged.key(), self.viewed.player)
        made = kept_skeleton(key, lambda: render_template(self._template, page=self.page, judged=self.judged))
        return filled(self.page, made)

    def decided(self) -> str:
        """The link to where the duel was decided, or the button that asks for the analysis."""
        shown = self.is_there and (self.viewed.was_judged or self.judged.can_be_asked_for)
        return rendered("analysis/decided.html", page=self.page) if shown else ""


def _figures(chapter: JudgedChapter, player: Player, punished: float | None) -> EntryFigures:
    own, best = chapter.judgement.played.get(player), chapter.best(player)
    given_up = chapter.given_up(player) or 0
    return EntryFigures(
        share_words(chapter.share(player)),
        share_words(own) if own is not None else "",
        share_words(best) if best is not None else "",
        share_words(punished) if punished is not None else "",
        punished is not None or given_up >= LEAST,
        chapter.verdict(player),
        points_words(given_up) if given_up >= LEAST else "",
    )


blueprint = Blueprint("analysis", __name__, url_prefix="/duels")
REFUSALS: Sentences = {
    AnalysisRefusal.RUNNING: lambda: gettext("The duel is still running: analyse it when it is over."),
    AnalysisRefusal.NOTHING_PLAYED: lambda: gettext("This duel has nothing to analyse."),
    AnalysisRefusal.TOO_MANY_WAITING: lambda: gettext(
        "The site has many duels to analyse. Try again in an hour."
    ),
}
PRESSES = "20 per hour"
"""How many analyses an address or an account may ask for."""


def viewer_key() -> str:
    """Return the key under which requests are counted: the account, or a visitor's address."""
    return f"judging:{viewer_id() or address()}"


@blueprint.post("/<token>/judgement")
@limited(PRESSES)
@limited(PRESSES, key=viewer_key)
def judge(token: DuelToken) -> ResponseReturnValue:
    """Ask for the analysis of a finished duel, for everybody who may see it; refuse a running one."""
    viewed = duel_of(token)
    try:
        with writing() as session:
            ask_by_press(session, viewed.stored.id, now())
    except AnalysisRefused as refused:
        if refused.code is AnalysisRefusal.RUNNING:
            return respond(RefusedPage(duel_of(token), refusal_message(refused)), HTTPStatus.CONFLICT)
        flash(refusal_message(refused))
    return see_other(f"{duel_url(token)}#judgement")


@blueprint.get("/<token>/decided")
def decided(token: DuelToken) -> ResponseReturnValue:
    """Redirect to the turning point of a duel, or to the progress of its analysis."""
    judged = Judged(duel_of(token))
    turning = judged.course.turning
    if turning is None:
        return see_other(f"{duel_url(token)}#judgement")
    return see_other(url_for("history.chapter", token=token, ordinal=turning.ordinal, _anchor="judgement"))
