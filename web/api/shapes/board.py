"""The board: for programs that reckon with distances."""

from typing import Literal

from pydantic import BaseModel, Field

from web.api.shapes.common import Power


class Province(BaseModel):
    """A space of the map."""

    name: str
    terrain: Literal["sea", "coast", "inland"]
    centre: bool
    home: Power | None
    coasts: list[str]


class Borders(BaseModel):
    """Where each kind of unit can go on its own from each place that it can stand on."""

    A: dict[str, list[str]]
    F: dict[str, list[str]]


class Board(BaseModel):
    """The map, which never changes."""

    provinces: dict[str, Province]
    borders: Borders
    homes: dict[Power, list[str]] = Field(description="The home centres of each power.")
