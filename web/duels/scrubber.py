"""The strip of all chapters of a duel: where one is in it, and the ways along it."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import pgettext

from models import StoredChapter, StoredDuel
from web.duels.board import Year
from web.duels.names import chapter_name
from web.links import duel_url

KINDS = {"SB": "auction", "SM": "spring", "SR": "retreats", "FM": "autumn", "FR": "retreats", "WA": "winter"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One chapter: where it is told, what kind it is, by a class and by a letter, and its name."""

    href: str
    kind: str
    letter: str
    name: str
    current: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """All chapters under their years; the page that is shown is a chapter or, without one, the present."""

    years: Sequence[tuple[str, Sequence[Mark]]]
    first: str | None
    before: str | None
    after: str | None
    after_is_chapter: bool
    now: str
    at_present: bool


def kind_of(chapter: StoredChapter) -> str:
    """What kind of chapter it is, in a word for classes."""
    if chapter.phase is None:
        return "event"
    return "homes" if chapter.phase == "HOMES" else KINDS[chapter.phase[0] + chapter.phase[-1]]


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


def chapter_base(stored: StoredDuel) -> str:
    """The address of a chapter without its ordinal: one is made, and all others are like it."""
    return url_for("duels.chapter", token=stored.token, ordinal=0)[:-1]


def strip(stored: StoredDuel, years: Sequence[Year], current: int | None = None) -> Strip:
    """The strip as seen from a chapter, or from the present."""
    base, letter_of, last = chapter_base(stored), letters(), stored.ordinal - 1
    now = duel_url(stored.token)
    here = stored.ordinal if current is None else current

    def mark(chapter: StoredChapter) -> Mark:
        kind = kind_of(chapter)
        at_it = chapter.ordinal == current
        return Mark(f"{base}{chapter.ordinal}", kind, letter_of[kind], chapter_name(chapter), at_it)

    return Strip(
        [(year.name, [mark(chapter) for chapter in year.chapters]) for year in years],
        first=f"{base}0" if here > 0 else None,
        before=f"{base}{here - 1}" if here > 0 else None,
        after=f"{base}{here + 1}" if here < last else None if current is None else now,
        after_is_chapter=here < last,
        now=now,
        at_present=current is None,
    )
