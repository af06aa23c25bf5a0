"""Entries and lots as JSON: `homes`, `bids` or `orders`; `homes_list` and `homes_winner`."""

from collections.abc import Mapping
from typing import Any

from adjudicator import PhaseKind, Power, parse_or_keep
from intimate.entries import Entry, HomesList, Orders, Sheet, check_bid, check_list
from intimate.errors import EntryError
from intimate.lots import Lots
from intimate.players import Player

Plain = Mapping[str, Any]


def read_entry(plain: Plain, kind: PhaseKind) -> Entry | None:
    """Read the entry that a kind of phase takes, other keys ignored; raises EntryError.

    None is a choice of homes in which no list was handed in.
    """
    if kind is PhaseKind.HOMES:
        return None if plain.get("homes") is None else _read_list(plain["homes"], plain.get("share"))
    return _read_sheet(plain.get("bids")) if kind is PhaseKind.AUCTION else _read_orders(plain.get("orders"))


def read_stored_entry(plain: Plain) -> Entry:
    """Read an entry that says by its key what it is."""
    if "homes" in plain:
        return _read_list(plain["homes"], plain.get("share"))
    return _read_sheet(plain["bids"]) if "bids" in plain else _read_orders(plain.get("orders"))


def _read_list(listed: object, share: object = None) -> HomesList:
    powers = tuple(Power(str(power)) for power in listed) if isinstance(listed, list | tuple) else ()
    entry = HomesList(powers, "" if share is None else str(share))
    check_list(entry)
    return entry


def _read_sheet(given: object) -> Sheet:
    if not isinstance(given, Mapping | None):
        raise EntryError("sheet_shape", "bids", "must give a number of credits to each power")
    bids = {Power(str(power)): check_bid(Power(str(power)), bid) for power, bid in (given or {}).items()}
    return Sheet({power: bid for power, bid in bids.items() if bid})


def _read_orders(given: object) -> Orders:
    if not isinstance(given, Mapping | None):
        raise EntryError("orders_shape", "orders", "must list the orders of each power")
    for power, listed in (given or {}).items():
        if not isinstance(listed, list | tuple) or not all(isinstance(text, str) for text in listed):
            raise EntryError("orders_shape", f"orders.{power}", "must be a list of orders")
    return Orders(
        {Power(str(power)): tuple(map(parse_or_keep, listed)) for power, listed in (given or {}).items()}
    )


def write_entry(entry: Entry) -> dict[str, Any]:
    """Write an entry under the key that says what it is; `read_stored_entry` is the inverse."""
    match entry:
        case HomesList(powers, share):
            return {"homes": list(powers), **({"share": share} if share else {})}
        case Sheet(bids):
            return {"bids": dict(bids)}
        case Orders(by_power):
            return {"orders": {power: list(map(str, orders)) for power, orders in by_power.items()}}


def read_lots(plain: Plain) -> Lots:
    """Read the lots of a chapter; what is no lot is left out, and missed if it is needed."""
    listed = plain.get("homes_list")
    lists = (
        {player: _drawn_list(listed.get(player.value)) for player in Player}
        if isinstance(listed, Mapping)
        else {}
    )
    winner = plain.get("homes_winner")
    return Lots(
        {player: powers for player, powers in lists.items() if powers},
        Player(winner) if winner in list(Player) else None,
    )


def _drawn_list(listed: object) -> tuple[Power, ...] | None:
    try:
        return _read_list(listed).powers
    except EntryError:
        return None


def write_lots(lots: Lots) -> dict[str, Any]:
    """Write the lots that were drawn, and nothing for those that were not."""
    lists = {player.value: list(powers) for player, powers in lots.homes_lists.items()}
    winner = {"homes_winner": lots.homes_winner.value} if lots.homes_winner else {}
    return ({"homes_list": lists} if lists else {}) | winner
