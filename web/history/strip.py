"""The strip of all chapters of a duel: where one is in it, and the ways along it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import url_for

from adjudicator import Phase, PhaseKind, Season
from intimate.calendar import FIRST_YEAR
from models import StoredChapter, StoredDuel
from services.history.chapters import list_in_force
from web.frame.links import duel_url
from web.frame.translation import gettext, pgettext
from web.words.chapters import chapter_name


@dataclass
class Year:
    """The chapters of one year."""

    number: int
    chapters: list[StoredChapter] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mark:
    """One chapter: its address, its kind as a class and as a letter, and its name."""

    href: str
    kind: str
    letter: str
    name: str
    current: bool
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """All chapters under their years; the page that is shown is a chapter or, without one, the present."""

    years: Sequence[tuple[int, Sequence[Mark]]]
    first: str | None
    before: str | None
    after: str | None
    after_is_chapter: bool
    now: str
    at_present: bool


def by_year(chapters: Sequence[StoredChapter]) -> list[Year]:
    """Sort chapters, which come in order, under their years; events stand with the phase before."""
    years: list[Year] = []
    for chapter in chapters:
        year = chapter.phase.year if chapter.phase else years[-1].number if years else FIRST_YEAR
        if not years or years[-1].number != year:
            years.append(Year(year))
        years[-1].chapters.append(chapter)
    return years


def kind_of(phase: Phase | None) -> str:
    """Name the kind of a chapter in a word for classes; None is an event."""
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


def chapter_base(stored: StoredDuel) -> str:
    """The address of a chapter without its ordinal: one is made, and all others are like it."""
    return url_for("duels.chapter", token=stored.token, ordinal=0)[:-1]


def undone_of(years: Sequence[Year]) -> frozenset[int]:
    """Return the ordinals of the chapters that a ruling has undone."""
    chapters = [chapter for year in years for chapter in year.chapters]
    in_force = {chapter.ordinal for chapter in list_in_force(chapters)}
    return frozenset(chapter.ordinal for chapter in chapters) - in_force


def strip_of(stored: StoredDuel, years: Sequence[Year], current: int | None = None) -> Strip:
    """Lay the strip out as seen from a chapter, or from the present."""
    base, letter_of, last = chapter_base(stored), letters(), stored.ordinal - 1
    now = duel_url(stored.token)
    here = stored.ordinal if current is None else current
    undone = undone_of(years)

    def mark(chapter: StoredChapter) -> Mark:
        kind = kind_of(chapter.phase)
        at_it, name, is_undone = chapter.ordinal == current, chapter_name(chapter), chapter.ordinal in undone
        if is_undone:
            name = gettext("%(chapter)s (undone)", chapter=name)
        return Mark(f"{base}{chapter.ordinal}", kind, letter_of[kind], name, at_it, is_undone)

    return Strip(
        [(year.number, [mark(chapter) for chapter in year.chapters]) for year in years],
        first=f"{base}0" if here > 0 else None,
        before=f"{base}{here - 1}" if here > 0 else None,
        after=f"{base}{here + 1}" if here < last else None if current is None else now,
        after_is_chapter=here < last,
        now=now,
        at_present=current is None,
    )
