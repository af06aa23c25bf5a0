"""What never changes: the map, and the choices for the terms of a duel."""

from functools import cache
from typing import Literal, cast

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from adjudicator import Kind, standard
from clocks.terms import PRESETS as CLOCKS
from services.api.keys import Scope
from services.terms import OFFERED, PRESETS, all_settings
from web.api.access import clock_seen
from web.api.operations import operation
from web.api.shapes import ClockSeen, Power, PresetSeen, Settings, TermsOffered


class Province(BaseModel):
    """A space of the map."""

    name: str
    terrain: Literal["sea", "coast", "inland"]
    centre: bool
    home: Power | None
    coasts: list[str]


class Borders(BaseModel):
    """The places that each kind of unit can reach without convoys, from each place it can occupy."""

    A: dict[str, list[str]]
    F: dict[str, list[str]]


class Board(BaseModel):
    """The map, which never changes."""

    provinces: dict[str, Province]
    borders: Borders
    homes: dict[Power, list[str]] = Field(description="The home centres of each power.")


@operation("GET", "/board", Scope.READ, group="board", summary=_l("The map"), answer=Board)
def board() -> Board:
    """All provinces, where each kind of unit can go from each place, and the home centres of each power."""
    return drawn()


@cache
def drawn() -> Board:
    """Describe the map once for the life of a process."""
    known = standard()
    return Board(
        provinces={
            code: Province(
                name=space.name,
                terrain=space.terrain.value,
                centre=space.centre,
                home=cast("Power | None", space.home),
                coasts=list(space.coasts),
            )
            for code, space in known.spaces.items()
        },
        borders=Borders(
            **{
                kind.value: {str(here): list(map(str, there)) for here, there in known.borders[kind].items()}
                for kind in Kind
            }
        ),
        homes={cast("Power", power): list(known.homes[power]) for power in known.powers},
    )


@operation(
    "GET", "/terms", Scope.READ, group="board", summary=_l("What terms can be chosen"), answer=TermsOffered
)
def terms() -> TermsOffered:
    """The presets with all their settings, the editions of the base rules, and the clocks that have names."""
    return TermsOffered(
        presets=[
            PresetSeen(name=name, settings=cast("Settings", all_settings(rules)))
            for name, rules in PRESETS.items()
        ],
        editions=list(OFFERED),
        clocks=[ClockSeen(name=name, clock=clock_seen(clock)) for name, clock in CLOCKS.items()],
    )
