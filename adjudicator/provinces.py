"""The spaces of a map, as rows of a table."""

from dataclasses import dataclass
from enum import StrEnum

from adjudicator.units import Kind, Location, Power, Province


class Terrain(StrEnum):
    """Terrains of spaces."""

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
        """True if a unit of that kind may stand here (1971 VII.1)."""
        return self.terrain is not (Terrain.SEA if kind is Kind.ARMY else Terrain.INLAND)

    @property
    def alphabetical(self) -> str:
        """The English name, letters only: the order of ties (1971 XIV.4)."""
        return "".join(letter for letter in self.name.lower() if letter.isalpha())
