"""The three tables of a map, read row by row; what they say together is for `board` to check."""

import re
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import NamedTuple

from adjudicator.errors import BoardError, OrderError
from adjudicator.provinces import Space, Terrain
from adjudicator.tables import rows
from adjudicator.units import Kind, Location, Power, Province, Unit, province_of

Borders = Mapping[Kind, Mapping[Location, tuple[Location, ...]]]
"""The locations that each kind of unit can move to from each location, sorted."""

PROVINCES, BORDERS, POWERS = "provinces.csv", "borders.csv", "powers.csv"
COASTS = {"NC", "SC", "EC", "WC"}
KINDS = {"army": [Kind.ARMY], "fleet": [Kind.FLEET], "both": [Kind.ARMY, Kind.FLEET]}


class Tables(NamedTuple):
    """What the three tables of a map say: its spaces, borders, and the units at the start."""

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
        raise BoardError(BORDERS, f"{row['units']!r} is none of {', '.join(KINDS)}")
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
                unit = Unit.parse(text)
            except OrderError as error:
                raise BoardError(POWERS, error.message) from error
            if any(unit.province == other.province for other in start):
                raise BoardError(POWERS, f"two units start in {unit.province}")
            start[unit] = Power(row["power"])
    return start


def read_tables(folder: Traversable) -> Tables:
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
    return Tables(spaces, frozen, start)
