"""What the API answers, as type checkers see it; docs/api.md and the site's OpenAPI document say it whole."""

from typing import Any, Literal, TypedDict

Side = Literal["first", "second"]


class Player(TypedDict):
    """An account as others see it."""

    name: str
    kind: str


class Entry(TypedDict, total=False):
    """What is handed in for a phase: exactly one of the three."""

    homes: list[str]
    bids: dict[str, int]
    orders: dict[str, list[str]]


class UnitOptions(TypedDict):
    """A unit that can be ordered, and its legal orders; the first is what it does without one."""

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
    """All that can be entered in a phase; `takes` names the field of the entry."""

    phase: str
    takes: Literal["homes", "bids", "orders"]
    powers: list[str]
    mercenaries: list[Mercenary]
    reserve: int
    units: list[UnitOptions]
    winters: list[WinterOptions]


class Position(TypedDict):
    """Units, owners of centres, and dislodged units with where they may retreat to, by power."""

    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    dislodged: dict[str, dict[str, list[str]]]


class Duel(TypedDict):
    """A duel as it stands; the fields that a player asks for most."""

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
    """A duel as lists show it. due_at: an instant in RFC 3339, None where no clock runs."""

    duel: str
    players: dict[Side, Player]
    you: Side | None
    phase: str | None
    awaits_you: bool
    due_at: str | None
    winner: Side | None
    reason: str | None


class PracticeDuel(TypedDict):
    """A practice duel as lists show it."""

    duel: str
    level: str
    phase: str | None
    winner: Side | None
    reason: str | None


class Challenge(TypedDict):
    """An offer of a duel; `duel` names what began by it."""

    challenge: str
    kind: str
    state: str
    duel: str | None


class Changes(TypedDict):
    """How all running duels of the account stand, as of `id`; none where nothing has changed since then."""

    id: str
    changed: bool
    challenges: int
    duels: list[dict[str, Any]]


class Fault(TypedDict):
    """What is wrong with one field of a request; `alternatives` are what could be ordered instead."""

    field: str
    code: str
    message: str
    expected: str | None
    reason: str | None
    alternatives: list[str]
