"""A position: units on the board, dislodged units, owners of supply centres."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from adjudicator.board import Board, standard
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import OrderError, PositionError
from adjudicator.orders import Given
from adjudicator.picture import BoardContents, Fates, Svg, draw
from adjudicator.units import Kind, Location, Power, Province, Unit, parse_unit, province_of


def _dictionary(units: Mapping[Unit, Power]) -> dict[Unit, Power]:
    return units if isinstance(units, dict) else dict(units)


class Layout:
    """A position by province number: `numbers` are those of its units, in their order.

    `units` and `powers` are indexed by number, with one empty place more, so that NOWHERE gives None.
    `power_by_unit` has its units as given. `fleets` is the mask of the seas with a fleet.
    """

    __slots__ = ("fleets", "numbers", "power_by_unit", "powers", "units")

    def __init__(self, board: Board, given: Mapping[Unit, Power]) -> None:
        power_by_unit = _dictionary(given)
        number_of, sea_bits = board.number_of, board.sea_bits
        numbers: list[int] = []
        units: list[Unit | None] = [None] * (len(board.codes) + 1)
        powers: list[Power | None] = [None] * (len(board.codes) + 1)
        fleets = 0
        for unit, power in power_by_unit.items():
            here = number_of[unit]
            numbers.append(here)
            units[here] = unit
            powers[here] = power
            if sea_bits[here]:
                fleets |= sea_bits[here]
        self.numbers, self.units, self.powers = numbers, units, powers
        self.power_by_unit = power_by_unit
        self.fleets: int = fleets


NORTHERN_FLEET = {
    Unit(Kind.FLEET, Location("STP/SC")): Unit(Kind.FLEET, Location("STP/NC")),
}
"""Moves Russia's fleet in St Petersburg from the south coast to the north coast (Parker, 4)."""


class Dislodged(NamedTuple):
    """A dislodged unit: its power, and the locations to which it may retreat, sorted."""

    power: Power
    retreats: tuple[Location, ...]


@dataclass(frozen=True, repr=False)
class Position:
    """Units on a board by power, dislodged units beside it, and owners of supply centres.

    `lost`: in winter, the centres that each power lost in autumn, if known. A position is a value: do not
    change its mappings.
    """

    units: Mapping[Unit, Power] = field(default_factory=dict)
    dislodged: Mapping[Unit, Dislodged] = field(default_factory=dict)
    owners: Mapping[Province, Power] = field(default_factory=dict)
    lost: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    board: Board = field(default_factory=standard, compare=False, repr=False)

    def __repr__(self) -> str:
        """All units, in a line."""
        units = [f"{power} {', '.join(map(str, standing))}" for power, standing in self._standing()]
        routed = [f"dislodged {', '.join(map(str, self.dislodged))}"] if self.dislodged else []
        return f"<Position: {'; '.join([*units, *routed])}>"

    def __reduce__(self) -> tuple[type["Position"], tuple[object, ...]]:
        """Copies and pickles hold only the fields."""
        return type(self), (self.units, self.dislodged, self.owners, self.lost, self.board)

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash(self.key)

    @cached_property
    def key(self) -> str:
        """A text that is equal exactly when the positions are, in every process and on every machine.

        Units by power, dislodged ones with their retreats, owners of centres and lost centres, all sorted.
        """
        routed = (
            f"{power}:{unit}>{','.join(retreats)}"
            for unit, (power, retreats) in sorted(self.dislodged.items())
        )
        owned = sorted({*self.owners.values()})
        parts = (
            (f"{power}:{','.join(map(str, standing))}" for power, standing in self._standing()),
            routed,
            (f"{power}:{','.join(self.centres_of(power))}" for power in owned),
            (f"{power}:{','.join(codes)}" for power, codes in sorted(self.lost.items())),
        )
        return "|".join(";".join(part) for part in parts)

    @cached_property
    def layout(self) -> Layout:
        """The units by province number."""
        return Layout(self.board, self.units)

    def svg(self, orders: Given | None = None, outcomes: Fates | None = None) -> Svg:
        """Draw the position as SVG, with orders as arrows; those that failed are crossed out.

        outcomes: those of the `Result` of these orders. Notebooks display the result, and any position, as a
        picture. Raises BoardError for any board except the standard one.
        """
        routed = {unit: dislodged.power for unit, dislodged in self.dislodged.items()}
        return draw(BoardContents(self.board, self.units, routed, self.owners), orders, outcomes)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _standing(self) -> Iterator[tuple[Power, tuple[Unit, ...]]]:
        """Each power that has units on the board, with them."""
        for power in sorted(set(self.units.values())):
            yield power, self.units_of(power)

    def power_of(self, unit: Unit) -> Power:
        """The power of a unit, on the board or dislodged; raises KeyError for any other.

        If two units have the same name, it is the power of the one on the board.
        """
        return self.units[unit] if unit in self.units else self.dislodged[unit].power

    def occupants(self) -> Mapping[Province, Unit]:
        """The unit that stands in each occupied province."""
        return {unit.province: unit for unit in self.units}

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power on the board, sorted; raises PositionError for an unknown power."""
        power_on(self.board, power, "power")
        return tuple(sorted(unit for unit, owner in self.units.items() if owner == power))

    def dislodged_of(self, power: Power) -> tuple[Unit, ...]:
        """The dislodged units of a power, sorted; raises PositionError for an unknown power."""
        power_on(self.board, power, "power")
        return tuple(sorted(unit for unit, routed in self.dislodged.items() if routed.power == power))

    def centres_of(self, power: Power) -> tuple[Province, ...]:
        """The supply centres that a power owns, sorted; raises PositionError for an unknown power."""
        power_on(self.board, power, "power")
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))

    def with_ownership(self) -> Self:
        """The position after occupied supply centres have changed hands at the end of autumn (1971 XIII.1).

        `lost` has the centres that each power has just lost.
        """
        centres = self.board.centres
        taken = {unit.province: power for unit, power in self.units.items() if unit.province in centres}
        lost: dict[Power, tuple[Province, ...]] = {}
        for code, power in sorted(self.owners.items()):
            if taken.get(code, power) != power:
                lost[power] = (*lost.get(power, ()), code)
        return replace(self, owners={**self.owners, **taken}, lost=lost)

    @classmethod
    def initial(cls, edition: Edition = STANDARD, board: Board | None = None) -> Self:
        """The position at the start of 1901; the edition says where Russia's northern fleet starts."""
        board = board or standard()
        owners = {centre: power for power in board.powers for centre in board.homes[power]}
        moved = NORTHERN_FLEET if edition.northern_fleet == "north" else {}
        units = {moved.get(unit, unit): power for unit, power in board.start.items()}
        return cls(units, {}, owners, board=board)


def power_on(board: Board, name: str, where: str) -> Power:
    """Return a power of a board by its name; raises PositionError for an unknown one; where: the field."""
    if name not in board.powers:
        raise PositionError(where, f"{name!r} is not a power")
    return Power(name)


def _unit(board: Board, text: str, where: str) -> Unit:
    try:
        unit = parse_unit(text)
    except OrderError as error:
        raise PositionError(where, error.message) from error
    if not board.stands(unit):
        raise PositionError(where, f"{unit} cannot stand there")
    return unit


def _by_power(board: Board, given: object, where: str) -> Iterator[tuple[str, Power, Any]]:
    """Yield the field, the power and the value of each entry of an object by power."""
    if not isinstance(given, Mapping):
        raise PositionError(where, "must be an object by power")
    for name, held in given.items():
        yield f"{where}.{name}", power_on(board, name, where), held


def _texts(given: object, where: str) -> list[str]:
    """Check and return a list of texts."""
    listed = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [None]
    texts = [text for text in listed if isinstance(text, str)]
    if len(texts) < len(listed):
        raise PositionError(where, "must be a list of texts")
    return texts


def _read_units(board: Board, units: Mapping[str, Collection[str]]) -> dict[Unit, Power]:
    found: dict[Unit, Power] = {}
    taken: set[Province] = set()
    for where, power, texts in _by_power(board, units, "units"):
        for text in _texts(texts, where):
            unit = _unit(board, text, where)
            if unit.province in taken:
                raise PositionError(where, f"two units in {unit.province}")
            taken.add(unit.province)
            found[unit] = power
    return found


def _read_owners(board: Board, centers: Mapping[str, Iterable[str]]) -> dict[Province, Power]:
    owners: dict[Province, Power] = {}
    for where, power, provinces in _by_power(board, centers, "centers"):
        for code in _texts(provinces, where):
            if code not in board.centres:
                raise PositionError(where, f"{code!r} is not a supply centre")
            if code in owners:
                raise PositionError(where, f"{code} has two owners")
            owners[Province(code)] = power
    return owners


def _read_lost(
    board: Board, owners: Mapping[Province, Power], lost: Mapping[str, Iterable[str]]
) -> dict[Power, tuple[Province, ...]]:
    found: dict[Power, tuple[Province, ...]] = {}
    for where, power, provinces in _by_power(board, lost, "lost"):
        codes = sorted({Province(code) for code in _texts(provinces, where)})
        for code in codes:
            if code not in board.centres:
                raise PositionError(where, f"{code!r} is not a supply centre")
            if owners.get(code) == power:
                raise PositionError(where, f"{code} is owned by {power}")
        if codes:
            found[power] = tuple(codes)
    return found


def _read_retreats(
    board: Board, occupied: set[Province], unit: Unit, places: Iterable[str], where: str
) -> tuple[Location, ...]:
    retreats = sorted({Location(place) for place in _texts(places, where)})
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
    for where, power, units in _by_power(board, dislodged, "dislodged"):
        if not isinstance(units, Mapping):
            raise PositionError(where, "must be an object by unit")
        for text, places in units.items():
            unit = _unit(board, text, where)
            if any(unit.province == other.province for other in found):
                raise PositionError(where, f"two dislodged units in {unit.province}")
            retreats = _read_retreats(board, occupied, unit, places, f"{where}.{unit}")
            found[unit] = Dislodged(power, retreats)
    return found


def read_position(
    units: Mapping[str, Collection[str]],
    centers: Mapping[str, Iterable[str]] | None = None,
    dislodged: Mapping[str, Mapping[str, Iterable[str]]] | None = None,
    board: Board | None = None,
    *,
    lost: Mapping[str, Iterable[str]] | None = None,
) -> Position:
    """Build a position from plain text, by power; raises PositionError naming the field.

    `units` {power: [unit]}, `centers` {power: [province]}, `dislodged` {power: {unit: [location]}},
    `lost` {power: [province]}: the centres lost in the autumn before a winter.
    """
    board = board or standard()
    found = _read_units(board, units)
    occupied = {unit.province for unit in found}
    routed = _read_dislodged(board, occupied, dislodged or {})
    owners = _read_owners(board, centers or {})
    return Position(found, routed, owners, _read_lost(board, owners, lost or {}), board)
