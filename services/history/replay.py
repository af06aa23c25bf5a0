"""The replay of a whole duel: the position after each phase, and where each unit came from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased, undefer

from adjudicator import Move, Phase, Retreat, Unit
from intimate.chapter import Chapter, fates_of
from intimate.codec import read_chapter, read_duel
from intimate.duel import Duel
from intimate.record import loads
from intimate.replay import chapters_of
from models import StoredChapter, StoredDuel, User
from models.ids import DuelId, DuelToken
from services.duels.lists import NEWEST, is_of_league, latest
from services.history.chapters import list_in_force

BUNDLED = Path(__file__).with_name("showpiece.json")
"""The record of a duel to show while no other has ended."""
LEAST, MOST = 12, 120
"""The least and most chapters of a duel that the front page replays."""
LOOKED_AT = 100
"""How many finished duels are looked through; if none is suitable, the bundled one is shown."""


class ReplayedDuel(NamedTuple):
    """A duel to replay: the latest public one that has ended, None for the bundled one."""

    id: DuelId
    token: DuelToken
    first_name: str
    second_name: str


class ReplayScene(NamedTuple):
    """The duel after a phase; `origins` says where moved units stood before.

    before: the duel before it, None for the first.
    """

    phase: Phase
    after: Duel
    origins: Mapping[Unit, Unit]
    chapter: Chapter
    before: Duel | None


@dataclass(frozen=True)
class _Step:
    before: Duel | None
    chapter: Chapter


@cache
def _shown_query() -> Select[*tuple[Any, ...]]:
    first, second = aliased(User), aliased(User)
    found = latest(StoredDuel.public.expression, most=LOOKED_AT)
    return (
        select(StoredDuel.id, StoredDuel.token, first.name, second.name)
        .join(found, found.c.id == StoredDuel.id)
        .join(first, first.id == StoredDuel.first_id)
        .join(second, second.id == StoredDuel.second_id)
        .where(StoredDuel.ordinal.between(LEAST, MOST), ~is_of_league())
        .order_by(found.c.ended_at.desc(), found.c.id.desc())
        .limit(1)
    )


def find_shown(session: Session) -> ReplayedDuel | None:
    """Find the duel to show, by one statement."""
    found = session.execute(_shown_query(), NEWEST.values).one_or_none()
    return ReplayedDuel(*found) if found else None


def load_scenes(session: Session, shown: ReplayedDuel | None) -> Sequence[ReplayScene]:
    """Load all scenes of a replay without undone ones, by two statements; none for the bundled duel."""
    return list(_scenes(_stored_steps(session, shown.id))) if shown else bundled_scenes()


@cache
def bundled_scenes() -> Sequence[ReplayScene]:
    """Play the bundled duel."""
    record = loads(BUNDLED.read_bytes())
    return list(_scenes(_played_steps(record.start, chapters_of(record))))


def _played_steps(start: Duel, chapters: Iterable[Chapter]) -> Iterator[_Step]:
    before = start
    for chapter in chapters:
        yield _Step(before, chapter)
        before = chapter.after


def _stored_steps(session: Session, duel_id: DuelId) -> Iterator[_Step]:
    stored = session.get_one(StoredDuel, duel_id)
    heavy = (StoredChapter.entries, StoredChapter.line, StoredChapter.state)
    query = select(StoredChapter).where(StoredChapter.duel_id == duel_id).order_by(StoredChapter.ordinal)
    chapters = session.scalars(query.options(*map(undefer, heavy))).all()
    counted = {found.ordinal for found in list_in_force(chapters)}
    before: Duel | None = None
    for found in chapters:
        after = read_duel(found.state, stored.rules)
        if found.ordinal in counted:
            yield _Step(before, read_chapter(found.line, found.entries, found.lots, before, after))
        before = after


def _scenes(steps: Iterable[_Step]) -> Iterator[ReplayScene]:
    for step in steps:
        if step.chapter.phase and step.chapter.after.homes:
            yield ReplayScene(
                step.chapter.phase, step.chapter.after, _origins(step), step.chapter, step.before
            )


def _origins(step: _Step) -> Mapping[Unit, Unit]:
    if step.before is None or step.chapter.kind is None or not step.chapter.kind.takes_orders:
        return {}
    return {
        Unit(fate.order.unit.kind, fate.order.to): fate.order.unit
        for fate in fates_of(step.chapter, step.before)
        if isinstance(fate.order, Move | Retreat) and not fate.outcome.flags
    }
