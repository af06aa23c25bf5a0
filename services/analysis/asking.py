"""Asking for the analysis of a finished duel, once for everybody; how a judgement is stored."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from random import Random
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from adjudicator import PhaseKind
from intimate.chapter import Chapter
from intimate.codec import read_entry, write_entry
from intimate.duel import Duel
from intimate.entries import Entries, Entry
from intimate.errors import DuelError
from intimate.players import Player
from models import Job, StoredChapter, StoredDuel
from models.ids import DuelId
from models.jobs import JobPurpose
from opponent.judging import Judgement, Plan, judge, ranked
from services.history.chapters import list_chapters, list_in_force, load_chapter, load_duel
from services.jobs.queue import JobContext, answer_next, chance_of, count_waiting
from services.refused import Refused

Plain = dict[str, Any]
MOST_PLANS = 2
"""How many plans of each player are stored: as many as are shown."""
DIGITS = 4
FIELDS, PLAN_FIELDS = {"share", "plans", "played", "looked_at"}, {"entry", "weight", "worth"}


class DamagedJudgement(ValueError):
    """The stored text is not a judgement; `field` says where it is wrong."""

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} is not valid in a judgement")
        self.field = field


def write_judgement(judgement: Judgement) -> Plain:
    """Write a judgement with two plans of each player; `read_judgement` is the inverse."""
    return {
        "share": round(judgement.share, DIGITS),
        "plans": {player.value: _write_plans(plans) for player, plans in judgement.plans.items()},
        "played": {player.value: round(worth, DIGITS) for player, worth in judgement.played.items()},
        "looked_at": judgement.looked_at,
    }


def _write_plans(plans: Sequence[Plan]) -> list[Plain]:
    """Write the best plans, the most promising first."""
    return [
        {
            "entry": write_entry(plan.entry),
            "weight": round(plan.weight, DIGITS),
            "worth": round(plan.worth, DIGITS),
        }
        for plan in ranked(plans[:MOST_PLANS])
    ]


def read_judgement(plain: object, kind: PhaseKind) -> Judgement:
    """Read the judgement of a kind of phase; raises DamagedJudgement if the text is not what was written."""
    found = _mapping(plain, "judgement", FIELDS)
    looked_at = found["looked_at"]
    if isinstance(looked_at, bool) or not isinstance(looked_at, int) or looked_at < 0:
        raise DamagedJudgement("looked_at")
    return Judgement(
        _share(found["share"], "share"),
        {
            player: _read_plans(plans, kind, f"plans.{player}")
            for player, plans in _by_player(found, "plans").items()
        },
        {player: _share(worth, f"played.{player}") for player, worth in _by_player(found, "played").items()},
        looked_at,
    )


def _read_plans(plain: object, kind: PhaseKind, field: str) -> list[Plan]:
    if not isinstance(plain, list):
        raise DamagedJudgement(field)
    plans = []
    for number, each in enumerate(plain):
        where = f"{field}.{number}"
        found = _mapping(each, where, PLAN_FIELDS)
        weight, worth = (_share(found[name], f"{where}.{name}") for name in ("weight", "worth"))
        plans.append(Plan(_read_entry(found["entry"], kind, f"{where}.entry"), weight, worth))
    return plans


def _read_entry(plain: object, kind: PhaseKind, field: str) -> Entry:
    try:
        entry = read_entry(plain, kind) if isinstance(plain, Mapping) else None
    except DuelError as error:
        raise DamagedJudgement(f"{field}.{error.field}") from error
    if entry is None or write_entry(entry) != plain:
        raise DamagedJudgement(field)
    return entry


def _by_player(plain: Plain, field: str) -> dict[Player, Any]:
    found = _mapping(plain[field], field)
    if not set(found) <= {player.value for player in Player}:
        raise DamagedJudgement(field)
    return {Player(player): value for player, value in found.items()}


def _mapping(plain: object, field: str, names: set[str] | None = None) -> Plain:
    if not isinstance(plain, dict) or (names is not None and set(plain) != names):
        raise DamagedJudgement(field)
    return plain


def _share(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise DamagedJudgement(field)
    return float(value)


MOST_WAITING = 4000
"""About an hour's worth of chapters; while more of them wait, no further duel is taken."""


class AnalysisRefusal(StrEnum):
    """Why a duel is not analysed."""

    RUNNING = "running"
    """It is still running: nobody may learn how it stands."""
    NOTHING_PLAYED = "nothing_played"
    TOO_MANY_WAITING = "too_many_waiting"


class AnalysisRefused(Refused):
    """A duel is not analysed."""


def is_over(stored: StoredDuel) -> bool:
    """Tell whether a duel may be analysed: after its end, never before."""
    return stored.phase is None and stored.ended_at is not None


def list_judgeable(session: Session, stored: StoredDuel) -> Sequence[StoredChapter]:
    """List the chapters to analyse: all phases in force except the choice of home powers."""
    return [
        chapter
        for chapter in list_in_force(list_chapters(session, stored))
        if chapter.phase is not None and chapter.phase.kind is not PhaseKind.HOMES
    ]


def ask_by_press(session: Session, duel_id: DuelId, now: datetime) -> None:
    """Ask for the analysis of a finished duel unless it is there; retry failed chapters.

    Raises AnalysisRefused.
    """
    stored = session.get_one(StoredDuel, duel_id, with_for_update=True)
    if not is_over(stored):
        raise AnalysisRefused(AnalysisRefusal.RUNNING)
    if count_waiting(session, JobPurpose.JUDGEMENT) >= MOST_WAITING:
        raise AnalysisRefused(AnalysisRefusal.TOO_MANY_WAITING)
    if not ask_for_judgement(session, stored, now):
        raise AnalysisRefused(AnalysisRefusal.NOTHING_PLAYED)


def ask_for_judgement(session: Session, stored: StoredDuel, now: datetime) -> int:
    """Queue all chapters of a locked duel for analysis, and return how many there are."""
    wanted = [chapter.ordinal for chapter in list_judgeable(session, stored)]
    of_duel = (Job.duel_id == stored.id, Job.purpose == JobPurpose.JUDGEMENT)
    asked = set(session.scalars(select(Job.ordinal).where(*of_duel)))
    again = {"asked_at": now, "made_at": None, "failed_by": None}
    session.execute(update(Job).where(*of_duel, Job.failed_by.is_not(None)).values(**again))
    session.add_all(
        Job(duel_id=stored.id, purpose=JobPurpose.JUDGEMENT, ordinal=ordinal, asked_at=now)
        for ordinal in wanted
        if ordinal not in asked
    )
    session.flush()
    return len(wanted)


def judge_practice(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Ask for the analysis of a practice duel that has just ended, if there is room for it."""
    if chapter.after.result is not None and count_waiting(session, JobPurpose.JUDGEMENT) < MOST_WAITING:
        ask_for_judgement(session, stored, now)


WORK = 20_000
"""How many positions are searched for a chapter: a duel of forty takes half a minute at most."""


def judge_next(context: JobContext) -> bool:
    """Analyse the chapter that has waited longest; False if none waits."""
    return answer_next(context, JobPurpose.JUDGEMENT, prepare)


def prepare(session: Session, stored: StoredDuel, ordinal: int, key: str) -> Callable[[], Plain]:
    """Read what the judgement of a chapter needs, and return the function that makes it.

    Raises AnalysisRefused, NotFound.
    """
    if not is_over(stored):
        raise AnalysisRefused(AnalysisRefusal.RUNNING)
    past = load_chapter(session, stored, ordinal)
    before = past.before or load_duel(session, stored, ordinal)
    return partial(
        judged, before, past.chapter.entries, chance_of(key, JobPurpose.JUDGEMENT, stored.token, ordinal)
    )


def judged(before: Duel, entries: Entries, chance: Random) -> Plain:
    """Judge a phase as it stood before its entries were known; return the judgement as it is stored."""
    return write_judgement(judge(before, entries, chance, WORK))
