"""The answers of the API, for type checkers; docs/api.md and the site's OpenAPI document have all details."""

from typing import Any, Literal, TypedDict

Side = Literal["first", "second"]


class Player(TypedDict):
    """An account as others see it."""

    name: str
    kind: str


class Entry(TypedDict, total=False):
    """An entry for a phase; it has exactly one of the three fields."""

    homes: list[str]
    bids: dict[str, int]
    orders: dict[str, list[str]]


class UnitOptions(TypedDict):
    """A unit and its legal orders; the first is what it does without an order."""

    power: str
    unit: str
    orders: list[str]


class WinterOptions(TypedDict):
    """The builds that a power may make, or the removals that it must: `number` of `orders`."""

    power: str
    number: int
    removes: bool
    orders: list[str]


class Mercenary(TypedDict):
    """A power that can be bid for."""

    power: str


class Options(TypedDict):
    """All possible entries of a phase; `takes` names the field of the entry."""

    phase: str
    takes: Literal["homes", "bids", "orders"]
    powers: list[str]
    mercenaries: list[Mercenary]
    reserve: int
    units: list[UnitOptions]
    winters: list[WinterOptions]


class Position(TypedDict):
    """By power: units, centres, and dislodged units with the places to which they may retreat."""

    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    dislodged: dict[str, dict[str, list[str]]]


class Duel(TypedDict):
    """The state of a duel; only the fields that bots use most."""

    duel: str
    players: dict[Side, Player]
    you: Side | None
    phase: str | None
    stamp: str
    ordinal: int
    homes: dict[Side, str]
    credits: dict[Side, int]
    control: dict[str, Side | None]
    position: Position
    awaits_you: bool
    result: dict[str, Any] | None


class ListedDuel(TypedDict):
    """A duel in a list. due_at: an instant in RFC 3339, None if no clock runs."""

    duel: str
    players: dict[Side, Player]
    you: Side | None
    phase: str | None
    awaits_you: bool
    due_at: str | None
    winner: Side | None
    reason: str | None


class PracticeDuel(TypedDict):
    """A practice duel in a list."""

    duel: str
    level: str
    phase: str | None
    winner: Side | None
    reason: str | None


class Challenge(TypedDict):
    """An offer of a duel; `duel` is the duel that it began."""

    challenge: str
    kind: str
    state: str
    duel: str | None


class Changes(TypedDict):
    """The state of all running duels, with an id; `duels` is empty if nothing has changed."""

    id: str
    changed: bool
    challenges: int
    duels: list[dict[str, Any]]


class Fault(TypedDict):
    """A fault in one field of a request; `alternatives` are legal orders."""

    field: str
    code: str
    message: str
    expected: str | None
    reason: str | None
    alternatives: list[str]
