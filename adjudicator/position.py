"""A position: what stands where, what was dislodged, and who owns the supply centres."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from adjudicator.board import Board, standard
from adjudicator.edition import STANDARD, Edition
from adjudicator.errors import OrderError, PositionError
from adjudicator.units import Kind, Location, Power, Province, Unit, province_of

NORTHERN_FLEET = {
    Unit(Kind.FLEET, Location("STP/SC")): Unit(Kind.FLEET, Location("STP/NC")),
}
"""Russia's fleet in St Petersburg, from the south coast to the north coast (Parker, 4)."""


class Dislodged(NamedTuple):
    """A unit driven out: its power, and the locations it may retreat to, sorted."""

    power: Power
    retreats: tuple[Location, ...]


@dataclass(frozen=True)
class Position:
    """Units on the board by power, dislodged units beside it, and owners of supply centres."""

    units: Mapping[Unit, Power] = field(default_factory=dict)
    dislodged: Mapping[Unit, Dislodged] = field(default_factory=dict)
    owners: Mapping[Province, Power] = field(default_factory=dict)

    def occupants(self) -> Mapping[Province, Unit]:
        """The unit that stands in each occupied province."""
        return {unit.province: unit for unit in self.units}

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power on the board, sorted."""
        return tuple(sorted(unit for unit, owner in self.units.items() if owner == power))

    def centres_of(self, power: Power) -> tuple[Province, ...]:
        """The supply centres that a power owns, sorted."""
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))

    def with_ownership(self, board: Board) -> Self:
        """Occupied supply centres change hands, as at the end of autumn (1971 XIII.1)."""
        taken = {unit.province: power for unit, power in self.units.items() if unit.province in board.centres}
        return type(self)(self.units, self.dislodged, {**self.owners, **taken})

    @classmethod
    def initial(cls, board: Board, edition: Edition = STANDARD) -> Self:
        """The position at the start of 1901; a switch says where Russia's northern fleet is."""
        owners = {centre: power for power in board.powers for centre in board.homes[power]}
        moved = NORTHERN_FLEET if edition.northern_fleet == "north" else {}
        return cls({moved.get(unit, unit): power for unit, power in board.start.items()}, {}, owners)


def _power(board: Board, name: str, where: str) -> Power:
    if name not in board.powers:
        raise PositionError(where, f"{name!r} is no power")
    return Power(name)


def _unit(board: Board, text: str, where: str) -> Unit:
    try:
        unit = Unit.parse(text)
    except OrderError as error:
        raise PositionError(where, error.message) from error
    if not board.stands(unit):
        raise PositionError(where, f"{unit} cannot stand there")
    return unit


def _read_units(board: Board, units: Mapping[str, Collection[str]]) -> dict[Unit, Power]:
    found: dict[Unit, Power] = {}
    taken: set[Province] = set()
    for name, texts in units.items():
        power = _power(board, name, "units")
        if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
            raise PositionError(f"units.{name}", "must be a list of units")
        for text in texts:
            unit = _unit(board, text, f"units.{name}")
            if unit.province in taken:
                raise PositionError(f"units.{name}", f"two units in {unit.province}")
            taken.add(unit.province)
            found[unit] = power
    return found


def _read_owners(board: Board, centers: Mapping[str, Iterable[str]]) -> dict[Province, Power]:
    owners: dict[Province, Power] = {}
    for name, provinces in centers.items():
        power = _power(board, name, "centers")
        for code in provinces:
            if code not in board.centres:
                raise PositionError(f"centers.{name}", f"{code!r} is no supply centre")
            if code in owners:
                raise PositionError(f"centers.{name}", f"{code} has two owners")
            owners[Province(code)] = power
    return owners


def _read_retreats(
    board: Board, occupied: set[Province], unit: Unit, places: Iterable[str], where: str
) -> tuple[Location, ...]:
    retreats = sorted({Location(place) for place in places})
    for place in retreats:
        if place not in board.borders[unit.kind][unit.location]:
            raise PositionError(where, f"{unit} cannot retreat to {place!r}")
        if province_of(place) in occupied:
            raise PositionError(where, f"{place!r} is occupied")
    return tuple(retreats)


def _read_dislodged(
    board: Board, occupied: set[Province], dislodged: Mapping[str, Mapping[str, Iterable[str]]]
) -> dict[Unit, Dislodged]:
    found: dict[Unit, Dislodged] = {}
    for name, units in dislodged.items():
        power = _power(board, name, "dislodged")
        for text, places in units.items():
            unit = _unit(board, text, f"dislodged.{name}")
            if any(unit.province == other.province for other in found):
                raise PositionError(f"dislodged.{name}", f"two dislodged units in {unit.province}")
            retreats = _read_retreats(board, occupied, unit, places, f"dislodged.{name}.{unit}")
            found[unit] = Dislodged(power, retreats)
    return found


def read_position(
    units: Mapping[str, Collection[str]],
    centers: Mapping[str, Iterable[str]] | None = None,
    dislodged: Mapping[str, Mapping[str, Iterable[str]]] | None = None,
    board: Board | None = None,
) -> Position:
    """Build a position from plain text, by power; raises PositionError naming the field.

    `units` {power: [unit]}, `centers` {power: [province]}, `dislodged` {power: {unit: [location]}}.
    """
    board = board or standard()
    found = _read_units(board, units)
    occupied = {unit.province for unit in found}
    return Position(
        found,
        _read_dislodged(board, occupied, dislodged or {}),
        _read_owners(board, centers or {}),
    )
