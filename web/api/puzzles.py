"""Puzzles: the one of the day, any other, and attempts at them."""

from typing import Annotated, cast

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from adjudicator import centers_by_power, units_by_power
from intimate.codec import write_entry
from intimate.entries import Entry as EntryOfPlayer
from intimate.errors import EntryError
from learning.puzzle import Aim, Puzzle, PuzzleKind, puzzle
from services.api.keys import Scope
from services.puzzles.judging import judge
from services.puzzles.standing import count_attempt, daily, rating_of_puzzle
from web.api import shapes
from web.api.access import bearer, by_side, side
from web.api.entries import value_of
from web.api.operations import operation
from web.api.problems import not_found
from web.api.refusals import of_entry
from web.api.shapes import OneOf, Power, Side
from web.core.session import db, now, writing


class ExpectedEntry(BaseModel):
    """An entry that the other player is expected to make."""

    odds: float = Field(description="How often, from 0 to 1.")
    entry: shapes.Entry


class PuzzleSeen(BaseModel):
    """A puzzle as it is asked."""

    key: str
    kind: Annotated[str, OneOf(PuzzleKind)]
    aim: Annotated[str, OneOf(Aim)] | None = Field(
        description="For a guarantee, the position required after the moves. It is one of: a unit of your "
        "home power in a home centre of the enemy, and none of theirs in yours; none of theirs in yours; a "
        "unit that you command in `place`, which has none now; a unit that you command still in `place`."
    )
    place: str | None
    units: list[str] = Field(description="For a guarantee, the enemy units that may have any orders.")
    you: Side
    phase: str
    homes: dict[Side, Power]
    credits: dict[Side, int]
    control: dict[Power, Side | None]
    position: shapes.Position
    sheets: list[ExpectedEntry] = Field(
        description="For an auction, the sheets that the other player may hand in."
    )
    rating: int


class PuzzleAnswer(BaseModel):
    """An answer to a puzzle."""

    score: float = Field(description="1 for a right answer, 0 for a wrong one; for a mix anything between.")
    promised: float = Field(description="What the answer promises, from 0 to 1; for a guarantee 1 or 0.")
    best_promised: float
    reply: shapes.Entry = Field(
        description="The enemy's entry by which the answer is judged, or which breaks it."
    )
    best: shapes.Entry = Field(description="A best answer.")
    rating: int | None = Field(
        description="The rating of the account after a first attempt; null after later ones."
    )


def found(key: str) -> Puzzle:
    """Find a puzzle; raises Problem."""
    known = puzzle(key)
    if known is None:
        raise not_found()
    return known


def seen(asked: Puzzle) -> PuzzleSeen:
    """Show a puzzle without its answer."""
    start = asked.start
    return PuzzleSeen(
        key=asked.key,
        kind=asked.kind,
        aim=asked.aim,
        place=asked.place or None,
        units=list(map(str, asked.units)),
        you=side(asked.player),
        phase=str(start.phase),
        homes=cast("dict[Side, Power]", by_side(start.homes)),
        credits=by_side(start.credits),
        control=cast(
            "dict[Power, Side | None]",
            {
                power: start.control[power].value if power in start.control else None
                for power in start.mercenaries
            },
        ),
        position=shapes.Position(
            units=cast("dict[Power, list[str]]", units_by_power(start.position)),
            centers=cast("dict[Power, list[str]]", centers_by_power(start.position)),
            dislodged={},
        ),
        sheets=[
            ExpectedEntry(odds=odds, entry=said(entry))
            for entry, odds in (asked.enemy if asked.kind is PuzzleKind.AUCTION else ())
        ],
        rating=round(rating_of_puzzle(db(), asked.key)),
    )


def said(entry: EntryOfPlayer) -> shapes.Entry:
    """Show an entry."""
    return shapes.Entry.model_validate(write_entry(entry))


@operation(
    "GET",
    "/puzzles/daily",
    Scope.READ,
    group="puzzles",
    summary=_l("The puzzle of the day"),
    answer=PuzzleSeen,
)
def daily_puzzle() -> PuzzleSeen:
    """The puzzle of the day, which changes at midnight UTC."""
    return seen(found(daily(now())))


@operation(
    "GET",
    "/puzzles/<puzzle>",
    Scope.READ,
    group="puzzles",
    summary=_l("A puzzle"),
    answer=PuzzleSeen,
    problems=("not_found",),
)
def show_puzzle(puzzle: str) -> PuzzleSeen:
    """A puzzle by its key: the position, whose turn it is, and what is asked."""
    return seen(found(puzzle))


@operation(
    "POST",
    "/puzzles/<puzzle>/attempts",
    Scope.PLAY,
    group="puzzles",
    summary=_l("Try a puzzle"),
    body=shapes.Entry,
    example={"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}},
    answer=PuzzleAnswer,
    problems=("not_found",),
)
def try_puzzle(puzzle: str, body: shapes.Entry) -> PuzzleAnswer:
    """Judge an answer. The first attempt of an account counts for its puzzle rating."""
    asked, entry = found(puzzle), value_of(body)
    try:
        tried = judge(asked, entry)
    except EntryError as error:
        raise of_entry(error, entry, asked.start.phase) from error
    with writing() as session:
        counted = count_attempt(session, bearer().user_id, asked.key, tried.score, now())
    return PuzzleAnswer(
        score=tried.score,
        promised=tried.promised,
        best_promised=tried.best,
        reply=said(tried.reply),
        best=said(asked.best),
        rating=round(counted.after.rating) if counted else None,
    )
