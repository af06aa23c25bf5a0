"""Judging the chapters of finished duels, one at a time, in the worker."""

from collections.abc import Callable
from functools import partial
from random import Random

from sqlalchemy.orm import Session

from intimate.duel import Duel
from intimate.entries import Entries
from models import StoredDuel
from opponent.judging import judge
from services.history.chapters import load_chapter, load_duel
from services.judging.asking import JUDGEMENT, NotOver, is_over
from services.judging.codec import Plain, write_judgement
from services.practice.chance import chance_of
from services.practice.thoughts import Bench, answer_next

WORK = 20_000
"""The positions that are looked at for a chapter: a duel of forty takes half a minute at most."""


def judge_next(bench: Bench) -> bool:
    """Judge the chapter that has waited longest; False where none waits."""
    return answer_next(bench, JUDGEMENT, prepare)


def prepare(session: Session, stored: StoredDuel, ordinal: int, key: str) -> Callable[[], Plain]:
    """Read what a judgement of a chapter needs, and return what makes it; raises NotOver, UnknownChapter."""
    if not is_over(stored):
        raise NotOver
    past = load_chapter(session, stored, ordinal)
    before = past.before or load_duel(session, stored, ordinal)
    return partial(judged, before, past.chapter.entries, chance_of(key, JUDGEMENT, stored.token, ordinal))


def judged(before: Duel, entries: Entries, chance: Random) -> Plain:
    """Judge a phase as it stood before its entries were known, as it is stored."""
    return write_judgement(judge(before, entries, chance, WORK))
