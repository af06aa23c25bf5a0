"""The archive: searching finished public duels, the latest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Integer, Select, String, and_, bindparam, or_, select
from sqlalchemy.orm import Session

from adjudicator import Power
from intimate.duel import Ending
from intimate.players import Player
from models import StoredDuel
from models.ids import DuelToken
from services.duels.lists import PAGE, DuelMark, ListedDuel, latest, listed

LOOK_BACK = 1000
"""The most duels that one page searches: rare matches take several pages, but no page takes long."""
SHAPES = 256
LOOKED_AT = (
    StoredDuel.preset,
    StoredDuel.pace,
    StoredDuel.home_first,
    StoredDuel.home_second,
    StoredDuel.last_year,
    StoredDuel.winner,
    StoredDuel.reason,
)
"""The columns that are searched without an index of their own; the index of the archive contains them."""


@dataclass(frozen=True)
class ArchiveSearch:
    """What is searched for; None matches anything.

    player, other: the ids of accounts. home, against: the home powers of the two sides. year: the one in
    which it ended. won_by: the home power of the winner. drawn: true for duels without a winner.
    """

    player: int | None = None
    other: int | None = None
    home: Power | None = None
    against: Power | None = None
    year: int | None = None
    won_by: Power | None = None
    drawn: bool | None = None
    reason: Ending | None = None
    pace: str | None = None
    preset: str | None = None

    @property
    def values(self) -> Mapping[str, Any]:
        """What is set, by name."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in found.items() if value is not None and value is not False}


class Edge(NamedTuple):
    """The last duel that was looked at; the next page begins after it."""

    token: DuelToken
    ended_at: datetime


@dataclass(frozen=True)
class FoundDuels:
    """The duels of a page, one more if another page follows; edge: where the search stopped, if it did."""

    duels: Sequence[ListedDuel]
    edge: Edge | None = None


def _is(column: Any, name: str) -> ColumnElement[bool]:  # noqa: ANN401  # a column of any type
    kind = Integer if name in {"player", "other", "year"} else String
    return column == bindparam(name, type_=kind)  # type: ignore[no-any-return]  # as SQLAlchemy has it


def _arms(shape: frozenset[str]) -> list[ColumnElement[bool]]:
    """Match the duels to look at, by the index that leaves the fewest."""
    public = StoredDuel.public.expression
    sides = (StoredDuel.first_id, StoredDuel.second_id)
    if {"player", "other"} <= shape:
        return [and_(public, _is(one, "player"), _is(other, "other")) for one, other in (sides, sides[::-1])]
    if "player" in shape:
        return [and_(public, _is(side, "player")) for side in sides]
    for name, column in (("year", StoredDuel.last_year), ("reason", StoredDuel.reason)):
        if name in shape:
            return [and_(public, _is(column, name))]
    return [public]


def _matches(shape: frozenset[str], looked: FromClause) -> list[ColumnElement[bool]]:
    """Match the search among the duels that are looked at, without lapsed ones."""
    columns = looked.c
    tests = [columns.reason != Ending.LAPSED.value]
    simple = {"year": "last_year", "reason": "reason", "pace": "pace", "preset": "preset"}
    tests += [_is(columns[column], name) for name, column in simple.items() if name in shape]
    first, second = columns.home_first, columns.home_second
    if {"home", "against"} <= shape:
        pairings = ((first, second), (second, first))
        tests.append(or_(*(and_(_is(one, "home"), _is(other, "against")) for one, other in pairings)))
    elif "home" in shape:
        tests.append(or_(_is(first, "home"), _is(second, "home")))
    if "won_by" in shape:
        homes = zip(Player, (first, second), strict=True)
        tests.append(or_(*(and_(columns.winner == who.value, _is(home, "won_by")) for who, home in homes)))
    if "drawn" in shape:
        tests += [columns.winner.is_(None), columns.reason != Ending.CLOSED.value]
    return tests


@lru_cache(SHAPES)
def _found_query(shape: frozenset[str]) -> Select[*tuple[Any, ...]]:
    """Select the duels of a page by the fields that a search sets; built once for each such set."""
    looked = latest(*_arms(shape), most=bindparam("look_back", type_=Integer), columns=LOOKED_AT)
    found = select(looked.c.id, looked.c.ended_at).where(*_matches(shape, looked))
    ordered = found.order_by(looked.c.ended_at.desc(), looked.c.id.desc())
    return listed(ordered.limit(bindparam("most", type_=Integer)).subquery())


@lru_cache(SHAPES)
def _edge_query(shape: frozenset[str]) -> Select[*tuple[Any, ...]]:
    """Select the last duel that a page looks at, if it reaches the limit."""
    looked = latest(*_arms(shape), most=bindparam("look_back", type_=Integer))
    last = select(looked.c.id).order_by(looked.c.ended_at.desc(), looked.c.id.desc())
    last = last.limit(1).offset(bindparam("look_back", type_=Integer) - 1)
    is_last = StoredDuel.id == last.scalar_subquery()
    return select(StoredDuel.token, StoredDuel.ended_at).where(is_last)


def search_archive(session: Session, search: ArchiveSearch, mark: DuelMark) -> FoundDuels:
    """Find a page of duels after a mark, by two statements at most."""
    shape = frozenset(search.values)
    values = {**search.values, **mark.values, "look_back": LOOK_BACK, "most": PAGE + 1}
    duels = [ListedDuel(*row) for row in session.execute(_found_query(shape), values)]
    if len(duels) > PAGE:
        return FoundDuels(duels)
    edge = session.execute(_edge_query(shape), values).one_or_none()
    return FoundDuels(duels, Edge(*edge) if edge else None)
