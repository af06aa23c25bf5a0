"""A past chapter as it is told: who entered what, and what became of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator import (
    Cause,
    Location,
    Order,
    OrderError,
    Power,
    Reason,
    Unit,
    Unreadable,
    Waive,
    parse_or_keep,
    standard,
)
from intimate.lines import state
from intimate.players import Player
from models import StoredChapter

__all__ = ["Bid", "Told", "home_centres", "state", "told_bids", "told_lists", "told_orders"]

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """One order and what became of it; no order means that none was given."""

    power: Power
    unit: Unit | None
    order: Order | Unreadable | None
    flags: tuple[str, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """The bids of both for a mercenary, and who commands it by them."""

    power: Power
    bids: Mapping[Player, int]
    commander: Player | None


def _reasons(plain: Mapping[str, Any] | None) -> tuple[Reason, ...]:
    """A stored cause, and the other one that it may hold (`also`)."""
    return (_reason(plain), *_reasons(plain.get("also"))) if plain else ()


def _reason(plain: Mapping[str, Any]) -> Reason:
    units = tuple(Unit.parse(unit) for unit in plain["units"])
    return Reason(Cause[plain["cause"]], units, Location(plain["place"]) if plain["place"] else None)


def _unit(name: str) -> Unit | None:
    try:
        return Unit.parse(name)
    except OrderError:
        return None


def _orders(chapter: StoredChapter) -> dict[Power, list[Order | Unreadable]]:
    """All orders of the chapter by power, whoever gave them."""
    orders: dict[Power, list[Order | Unreadable]] = {}
    for entry in chapter.entries.values():
        for power, texts in (entry.get("orders") or {}).items():
            orders.setdefault(Power(power), []).extend(map(parse_or_keep, texts))
    return orders


def _of_unit(orders: list[Order | Unreadable], unit: str) -> Order | Unreadable | None:
    """The order of a unit; of several the last one counted."""
    for order in reversed(orders):
        name = str(order) if isinstance(order, Waive) else str(order.unit)
        if name == unit:
            return order
    return None


def told_orders(line: Line, chapter: StoredChapter | None) -> Iterator[Told]:
    """Every outcome of a line with its order; without chapter, of a phase that awaited nobody."""
    orders = _orders(chapter) if chapter else {}
    causes = line.get("causes", {})
    for power, units in (line.get("outcomes") or {}).items():
        for unit, flags in units.items():
            yield Told(
                Power(power),
                _unit(unit),
                _of_unit(orders.get(Power(power), []), unit),
                tuple(flags),
                _reasons(causes.get(power, {}).get(unit)),
            )


def home_centres(line: Line) -> dict[str, str]:
    """The home centres of both players' home powers, which a duel is about: {province: player}."""
    return {code: player for player, power in line["homes"].items() for code in standard().homes[power]}


def told_bids(chapter: StoredChapter) -> list[Bid]:
    """Both sheets of an auction side by side."""
    sheets = {player: (chapter.entries.get(player.value) or {}).get("bids") or {} for player in Player}
    return [
        Bid(
            Power(power),
            {player: int(sheets[player].get(power, 0)) for player in Player},
            Player(commander) if commander else None,
        )
        for power, commander in chapter.line["control"].items()
    ]


def told_lists(chapter: StoredChapter) -> dict[Player, list[str]]:
    """Both lists of home powers, drawn ones included."""
    drawn = chapter.lots.get("homes_list", {})
    lists = {
        player: (chapter.entries.get(player.value) or {}).get("homes") or drawn.get(player.value, [])
        for player in Player
    }
    return {player: list(listed) for player, listed in lists.items()}
