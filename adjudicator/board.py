"""The map as data: three tables, checked when they are loaded."""

import csv
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple, TypeVar

from adjudicator.errors import BoardError, OrderError
from adjudicator.units import Kind, Location, Power, Province, Unit, one, parse_unit, province_of


class Terrain(StrEnum):
    """The terrain of a space."""

    SEA = "sea"
    COAST = "coast"
    INLAND = "inland"


@dataclass(frozen=True, slots=True)
class Space:
    """One space: code, English name, terrain, coasts, and the supply centre in it.

    `home` is the power whose home centre it is; `centre` is true for every supply centre.
    """

    province: Province
    name: str
    terrain: Terrain
    centre: bool
    home: Power | None
    coasts: tuple[str, ...]

    @property
    def locations(self) -> tuple[Location, ...]:
        """The places of a fleet in this space: its coasts, or the space itself."""
        return tuple(Location(f"{self.province}/{coast}") for coast in self.coasts) or (
            Location(self.province),
        )

    def admits(self, kind: Kind) -> bool:
        """True if a unit of a kind may stand here (1971 VII.1)."""
        return self.terrain is not (Terrain.SEA if kind is Kind.ARMY else Terrain.INLAND)

    @property
    def alphabetical(self) -> str:
        """The English name, letters only, by which default removals break ties (1971 XIV.4)."""
        return "".join(letter for letter in self.name.lower() if letter.isalpha())


def rows(folder: Traversable, name: str, columns: str) -> Iterator[Mapping[str, str]]:
    """Yield each row of a table by column; raises BoardError for other columns."""
    try:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise BoardError(name, "cannot be read") from error
    if lines[:1] != [columns]:
        raise BoardError(name, f"does not begin with the columns {columns}")
    names = columns.split(",")
    for cells in csv.reader(lines[1:]):
        if len(cells) != len(names):
            raise BoardError(name, f"{cells} is no row of {columns}")
        yield dict(zip(names, cells, strict=True))


Borders = Mapping[Kind, Mapping[Location, tuple[Location, ...]]]
"""The locations that each kind of unit can move to from each location, sorted."""
PROVINCES, BORDERS, POWERS = "provinces.csv", "borders.csv", "powers.csv"
COASTS = {"NC", "SC", "EC", "WC"}
KINDS = {"army": [Kind.ARMY], "fleet": [Kind.FLEET], "both": [Kind.ARMY, Kind.FLEET]}


class MapTables(NamedTuple):
    """The three tables of a map: its spaces, borders, and the units at the start."""

    spaces: Mapping[Province, Space]
    borders: Borders
    start: Mapping[Unit, Power]


def _space(row: Mapping[str, str]) -> Space:
    code, coasts = row["province"], tuple(row["coasts"].split())
    if not re.fullmatch("[A-Z]{3}", code):
        raise BoardError(PROVINCES, f"{code!r} is no code of three letters")
    if row["kind"] not in list(Terrain):
        raise BoardError(PROVINCES, f"{code}: {row['kind']!r} is no terrain")
    if not set(coasts) <= COASTS or (coasts and row["kind"] != Terrain.COAST):
        raise BoardError(PROVINCES, f"{code} cannot have these coasts")
    home = row["centre"] if row["centre"] not in {"", "neutral"} else None
    return Space(
        Province(code),
        row["name"],
        Terrain(row["kind"]),
        bool(row["centre"]),
        Power(home) if home else None,
        coasts,
    )


def _spaces(rows: Iterable[Mapping[str, str]]) -> dict[Province, Space]:
    spaces: dict[Province, Space] = {}
    for space in map(_space, rows):
        if space.province in spaces:
            raise BoardError(PROVINCES, f"{space.province} is there twice")
        spaces[space.province] = space
    return spaces


def _standing_places(spaces: Iterable[Space], kind: Kind) -> list[Location]:
    admitting = [space for space in spaces if space.admits(kind)]
    if kind is Kind.ARMY:
        return [Location(space.province) for space in admitting]
    return [location for space in admitting for location in space.locations]


def _add_border(borders: dict[Kind, dict[Location, set[Location]]], row: Mapping[str, str]) -> None:
    here, there = Location(row["location"]), Location(row["neighbour"])
    if row["units"] not in KINDS:
        raise BoardError(BORDERS, f"{row['units']!r} is not one of {', '.join(KINDS)}")
    if province_of(here) == province_of(there):
        raise BoardError(BORDERS, f"{here} borders on itself")
    for kind in KINDS[row["units"]]:
        for location, other in ((here, there), (there, here)):
            if location not in borders[kind]:
                raise BoardError(BORDERS, f"{kind.name.lower()} cannot stand in {location}")
            borders[kind][location].add(other)


def _start(rows: Iterable[Mapping[str, str]]) -> dict[Unit, Power]:
    start: dict[Unit, Power] = {}
    for row in rows:
        for text in row["units"].split(", "):
            try:
                unit = parse_unit(text)
            except OrderError as error:
                raise BoardError(POWERS, error.message) from error
            if any(unit.province == other.province for other in start):
                raise BoardError(POWERS, f"two units start in {unit.province}")
            start[unit] = Power(row["power"])
    return start


def read_tables(folder: Traversable) -> MapTables:
    """Read `provinces.csv`, `borders.csv`, `powers.csv`; raises BoardError naming the file."""
    spaces = _spaces(rows(folder, PROVINCES, "province,name,kind,centre,coasts"))
    borders: dict[Kind, dict[Location, set[Location]]] = {
        kind: {place: set() for place in _standing_places(spaces.values(), kind)} for kind in Kind
    }
    for row in rows(folder, BORDERS, "location,neighbour,units"):
        _add_border(borders, row)
    start = _start(rows(folder, POWERS, "power,units"))
    frozen = {
        kind: {here: tuple(sorted(there)) for here, there in table.items()} for kind, table in borders.items()
    }
    return MapTables(spaces, frozen, start)


_Place = TypeVar("_Place", bound=str)
NOWHERE: Final = -1
"""The province number of nowhere."""


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map: its spaces, the borders that each kind of unit can cross, and the units at the start."""

    spaces: Mapping[Province, Space]
    borders: Borders
    start: Mapping[Unit, Power]

    def __repr__(self) -> str:
        """How many spaces there are."""
        return f"<Board: {len(self.spaces)} spaces>"

    def __reduce__(self) -> tuple[Callable[..., "Board"], tuple[object, ...]]:
        """Copies and pickles hold only the tables; the standard board stays the one object."""
        return (standard, ()) if self is standard() else (Board, (self.spaces, self.borders, self.start))

    @cached_property
    def index(self) -> Mapping[Province, int]:
        """The number of each province, in the order of the table."""
        return {code: number for number, code in enumerate(self.spaces)}

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """The great powers in alphabetical order."""
        return tuple(sorted(set(self.start.values())))

    @cached_property
    def centres(self) -> frozenset[Province]:
        """All supply centres."""
        return frozenset(code for code, space in self.spaces.items() if space.centre)

    @cached_property
    def ports(self) -> Mapping[Province, frozenset[Province]]:
        """The coastal provinces that touch each sea."""
        coastal = {code for code, space in self.spaces.items() if space.terrain is Terrain.COAST}
        return {sea: self.neighbours[sea] & coastal for sea in self.seas}

    @cached_property
    def bits(self) -> Mapping[Province, int]:
        """Each province as a bit mask, by province number."""
        return {code: 1 << number for code, number in self.index.items()}

    def mask(self, provinces: Iterable[Province]) -> int:
        """A set of provinces as a bit mask."""
        return sum([self.bits[code] for code in set(provinces)])

    def places(self, mask: int) -> Iterator[Province]:
        """The provinces of a bit mask."""
        return map(self.codes.__getitem__, members(mask))

    @cached_property
    def masks(self) -> Sequence[int]:
        """`neighbours` as bit masks, by province number."""
        return [self.mask(self.neighbours[code]) for code in self.codes]

    @cached_property
    def port_masks(self) -> Sequence[int]:
        """`ports` as bit masks, by province number; 0 if the province is no sea."""
        return [self.mask(self.ports.get(code, ())) for code in self.codes]

    @cached_property
    def seas(self) -> frozenset[Province]:
        """The spaces in which a fleet can convoy."""
        return frozenset(code for code, space in self.spaces.items() if space.terrain is Terrain.SEA)

    @cached_property
    def sea_bits(self) -> Sequence[int]:
        """Each of `seas` as a bit mask, by province number; 0 for a province where no fleet can convoy.

        The masks of all occupied seas make the mask of the fleets at sea (1971 XIV.5).
        """
        return [self.bits[code] if code in self.seas else 0 for code in self.codes]

    @cached_property
    def homes(self) -> Mapping[Power, tuple[Province, ...]]:
        """The home centres of each power, in the alphabetical order of their English names."""
        return {
            power: tuple(
                sorted(
                    (code for code in self.spaces if self.spaces[code].home == power),
                    key=lambda code: self.spaces[code].alphabetical,
                )
            )
            for power in self.powers
        }

    @cached_property
    def reach(self) -> Mapping[Kind, Mapping[Location, frozenset[Province]]]:
        """The provinces that a unit could move to on its own, ignoring coasts (1971 VII.3b)."""
        return {
            kind: {here: frozenset(map(province_of, there)) for here, there in table.items()}
            for kind, table in self.borders.items()
        }

    @cached_property
    def reached_by(self) -> Mapping[Province, frozenset[Unit]]:
        """For every province, the units that could move there on their own: the inverse of `reach`.

        `board.reached_by["BUR"] & position.units.keys()` are those of a position.
        """
        found: dict[Province, set[Unit]] = {code: set() for code in self.spaces}
        for kind, table in self.reach.items():
            for here, provinces in table.items():
                for province in provinces:
                    found[province].add(Unit(kind, here))
        return {code: frozenset(units) for code, units in found.items()}

    @cached_property
    def steps_between(self) -> Mapping[Kind, Mapping[Location, Mapping[Location, int]]]:
        """The moves that a unit of each kind needs from one location to another, without convoys.

        A province with two coasts is listed by coast, and without coast for the nearer one. Unreachable
        locations are left out: `board.steps_between[Kind.ARMY]["PAR"].get("LON")` is None.
        """
        return {
            kind: {here: _with_bare_provinces(_steps(table, [here])) for here in table}
            for kind, table in self.borders.items()
        }

    @cached_property
    def steps_apart(self) -> Mapping[Province, Mapping[Province, int]]:
        """The steps between each two provinces, over land and sea alike."""
        return {code: self.distances([code]) for code in self.spaces}

    @cached_property
    def steps(self) -> Mapping[Unit, frozenset[Location]]:
        """For every possible unit, the locations that it could move to on its own."""
        return {
            Unit(kind, here): frozenset(there)
            for kind, table in self.borders.items()
            for here, there in table.items()
        }

    @cached_property
    def approaches(self) -> Mapping[Unit, frozenset[Location]]:
        """`steps`, and the same locations without their coasts."""
        return {
            unit: places | {Location(province_of(place)) for place in places}
            for unit, places in self.steps.items()
        }

    @cached_property
    def influence(self) -> Mapping[Unit, frozenset[Location]]:
        """The locations into which each unit could support: its steps, on any coast (1971 VII.3b)."""
        return {
            unit: frozenset(place for place in self.number if Location(province_of(place)) in near)
            for unit, near in self.approaches.items()
        }

    @cached_property
    def neighbours(self) -> Mapping[Province, frozenset[Province]]:
        """The provinces that touch a province, by land or sea."""
        touching: dict[Province, set[Province]] = {code: set() for code in self.spaces}
        for table in self.borders.values():
            for here, there in table.items():
                touching[province_of(here)].update(map(province_of, there))
        return {code: frozenset(others) for code, others in touching.items()}

    @cached_property
    def codes(self) -> tuple[Province, ...]:
        """The province of each number; `index` is the inverse."""
        return tuple(self.spaces)

    @cached_property
    def touching(self) -> tuple[frozenset[int], ...]:
        """`neighbours` by province number."""
        return tuple(frozenset(self.index[other] for other in self.neighbours[code]) for code in self.codes)

    @cached_property
    def number(self) -> Mapping[Location, int]:
        """The number of the province of every location, coasts included."""
        coasts = (place for space in self.spaces.values() for place in space.locations)
        return {place: self.index[province_of(place)] for place in (*map(Location, self.spaces), *coasts)}

    @cached_property
    def number_of(self) -> dict[Unit, int]:
        """The number of the province of every unit, even of units that cannot stand there."""
        return {one(Unit(kind, place)): number for kind in Kind for place, number in self.number.items()}

    @cached_property
    def _landings(self) -> Mapping[tuple[Kind, Location, Province], tuple[Location, ...]]:
        table: dict[tuple[Kind, Location, Province], tuple[Location, ...]] = {}
        for kind, borders in self.borders.items():
            for here, there in borders.items():
                for place in there:
                    key = (kind, here, province_of(place))
                    table[key] = (*table.get(key, ()), place)
        return table

    def landings(self, unit: Unit, province: Province) -> tuple[Location, ...]:
        """The locations of a province that the unit could move to on its own."""
        return self._landings.get((unit.kind, unit.location, province), ())

    def stands(self, unit: Unit) -> bool:
        """True if such a unit is possible: kind, space and coast fit together."""
        return unit.location in self.borders[unit.kind]

    def distances(self, sources: Iterable[Province]) -> Mapping[Province, int]:
        """Steps from the nearest of the sources to each province, over land and sea alike."""
        return _steps(self.neighbours, sources)


def members(mask: int) -> Iterator[int]:
    """The province numbers of a bit mask, the smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _steps(links: Mapping[_Place, Iterable[_Place]], sources: Iterable[_Place]) -> dict[_Place, int]:
    """Count the steps from the nearest source to every place that can be reached."""
    steps = dict.fromkeys(sources, 0)
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in links[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def _with_bare_provinces(steps: Mapping[Location, int]) -> Mapping[Location, int]:
    """Add each province without its coast, at the distance of its nearest coast."""
    bare: dict[Location, int] = {}
    for place, count in steps.items():
        bare.setdefault(Location(province_of(place)), count)
    return bare | dict(steps)


def _check(board: Board) -> None:
    for kind, table in board.borders.items():
        for here, there in table.items():
            if not there:
                raise BoardError(BORDERS, f"no way out of {here} for {kind}")
    names = [space.alphabetical for space in board.spaces.values()]
    if len(set(names)) != len(names):
        raise BoardError(PROVINCES, "two spaces have one name")
    for space in board.spaces.values():
        if space.home and space.home not in board.powers:
            raise BoardError(PROVINCES, f"{space.home} is not a power")
    for unit, power in board.start.items():
        if not board.stands(unit) or unit.province not in board.homes[power]:
            raise BoardError(POWERS, f"{unit} cannot start there for {power}")


def load(folder: Traversable) -> Board:
    """Load and check the tables `provinces.csv`, `borders.csv`, `powers.csv`; raises BoardError."""
    board = Board(*read_tables(folder))
    _check(board)
    return board


@cache
def standard() -> Board:
    """The standard map of 1901: 75 spaces, 34 supply centres, seven powers."""
    board = load(files("adjudicator") / "boards" / "standard")
    if (len(board.spaces), len(board.centres)) != (75, 34):
        raise BoardError(PROVINCES, "the standard map has 75 spaces and 34 supply centres")
    return board
