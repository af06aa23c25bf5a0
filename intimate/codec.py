"""The one codec between values and the JSON of databases and public formats (docs/formats.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from adjudicator import (
    Cause,
    Flag,
    Location,
    Ordered,
    Outcome,
    Outcomes,
    Passed,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Reason,
    Waive,
    centers_by_power,
    dislodged_by_power,
    lost_by_power,
    outcomes_by_power,
    parse_or_keep,
    parse_unit,
    read_position,
    reasons_by_power,
    units_by_power,
)
from intimate.auction import Auction, Prices, commanders_by, itemised_prices
from intimate.chapter import Chapter, Seal
from intimate.draws import Draws
from intimate.duel import Duel, DuelResult, Ending, Service
from intimate.entries import Entries, Entry, HomesList, Orders, Sheet, check_bid, check_list, sheets_of
from intimate.errors import DuelError, EntryError
from intimate.events import BY_THE_ARBITER, Event, EventKind, Ruling
from intimate.players import Player
from intimate.rules import Rules
from intimate.voting import EndRequest, Moment

__all__ = [
    "Plain",
    "event_line",
    "phase_line",
    "public_line",
    "read_chapter",
    "read_draws",
    "read_duel",
    "read_entry",
    "read_event",
    "read_ruling",
    "read_stored_entry",
    "result_line",
    "write_draws",
    "write_duel",
    "write_entry",
    "write_ruling",
    "write_state",
    "write_stored_line",
]

Plain = Mapping[str, Any]


def read_entry(plain: Plain, kind: PhaseKind) -> Entry | None:
    """Read the entry that a kind of phase takes, other keys ignored; raises EntryError.

    None means a choice of homes without a list.
    """
    if kind is PhaseKind.HOMES:
        return None if plain.get("homes") is None else _read_list(plain["homes"], plain.get("share"))
    return _read_sheet(plain.get("bids")) if kind is PhaseKind.AUCTION else _read_orders(plain.get("orders"))


def read_stored_entry(plain: Plain) -> Entry:
    """Read an entry whose key names its kind."""
    if "homes" in plain:
        return _read_list(plain["homes"], plain.get("share"))
    return _read_sheet(plain["bids"]) if "bids" in plain else _read_orders(plain.get("orders"))


def _read_list(listed: object, share: object = None) -> HomesList:
    powers = tuple(cast("Power", str(power)) for power in listed) if isinstance(listed, list | tuple) else ()
    entry = HomesList(powers, "" if share is None else str(share))
    check_list(entry)
    return entry


def _read_sheet(given: object) -> Sheet:
    if not isinstance(given, Mapping | None):
        raise EntryError("sheet_shape", "bids", "must give a number of credits to each power")
    named = {cast("Power", str(power)): bid for power, bid in (given or {}).items()}
    bids = {power: check_bid(power, bid) for power, bid in named.items()}
    return Sheet({power: bid for power, bid in bids.items() if bid})


def _read_orders(given: object) -> Orders:
    if not isinstance(given, Mapping | None):
        raise EntryError("orders_shape", "orders", "must list the orders of each power")
    for power, listed in (given or {}).items():
        if not isinstance(listed, list | tuple) or not all(isinstance(text, str) for text in listed):
            raise EntryError("orders_shape", f"orders.{power}", "must be a list of orders")
    return Orders(
        {
            cast("Power", str(power)): tuple(map(parse_or_keep, listed))
            for power, listed in (given or {}).items()
        }
    )


def write_entry(entry: Entry) -> dict[str, Any]:
    """Write an entry under the key of its kind; `read_stored_entry` is the inverse."""
    match entry:
        case HomesList(powers, share):
            return {"homes": list(powers), **({"share": share} if share else {})}
        case Sheet(bids):
            return {"bids": dict(bids)}
        case Orders(by_power):
            return {"orders": {power: list(map(str, orders)) for power, orders in by_power.items()}}


def read_draws(plain: Plain) -> Draws:
    """Read the draws of a chapter without invalid ones; `play` raises DrawMissing if one is needed."""
    listed = plain.get("homes_list")
    lists = (
        {player: _drawn_list(listed.get(player.value)) for player in Player}
        if isinstance(listed, Mapping)
        else {}
    )
    winner, coin = plain.get("homes_winner"), plain.get("coin")
    return Draws(
        {player: powers for player, powers in lists.items() if powers},
        Player(winner) if winner in list(Player) else None,
        Player(coin) if coin in list(Player) else None,
    )


def _drawn_list(listed: object) -> tuple[Power, ...] | None:
    try:
        return _read_list(listed).powers
    except EntryError:
        return None


def write_draws(draws: Draws) -> dict[str, Any]:
    """Write draws."""
    lists = {player.value: list(powers) for player, powers in draws.homes_lists.items()}
    winner = {"homes_winner": draws.homes_winner.value} if draws.homes_winner else {}
    coin = {"coin": draws.coin.value} if draws.coin else {}
    return ({"homes_list": lists} if lists else {}) | winner | coin


LONGEST_REASON = 500
LONGEST_EXTENSION = 10**9
"""Seconds; longer ones cannot be added to an instant."""


def write_ruling(event: Event) -> dict[str, Any]:
    """Write the ruling of an event; nothing for an event without one."""
    ruling = event.ruling
    if ruling is None:
        return {}
    particulars: dict[str, Any] = {"seconds": ruling.seconds, "until": ruling.until, "to": ruling.to}
    said = {name: value for name, value in particulars.items() if value is not None}
    if event.kind is EventKind.CLOSED:
        said["winner"] = ruling.winner.value if ruling.winner else None
    return {"reason": ruling.reason, **said}


def read_ruling(kind: EventKind, plain: Plain) -> Ruling | None:
    """Read the ruling of an event of a kind; raises DuelError.

    A stalemate may be granted without a reason, as in the first format: then None.
    """
    if kind not in BY_THE_ARBITER or (kind is EventKind.STALEMATE_GRANTED and "reason" not in plain):
        return None
    return Ruling(
        _reason(plain.get("reason")),
        _number("seconds", plain.get("seconds")) if kind is EventKind.EXTENDED else None,
        _until(plain.get("until")) if kind is EventKind.PAUSED else None,
        _number("to", plain.get("to")) if kind in {EventKind.TAKEN_BACK, EventKind.CORRECTED} else None,
        _winner(plain) if kind is EventKind.CLOSED else None,
    )


def _reason(text: object) -> str:
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_REASON:
        raise DuelError("reason", f"must be a text of 1 to {LONGEST_REASON} characters")
    return text


def _number(field: str, number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= LONGEST_EXTENSION:
        raise DuelError(field, "must be a whole number, 0 or more")
    return number


def _until(text: object) -> str | None:
    if not isinstance(text, str | None):
        raise DuelError("until", "must be an instant as a text")
    return text


def _winner(plain: Plain) -> Player | None:
    if "winner" not in plain or plain["winner"] not in (None, *Player):
        raise DuelError("winner", "must be a player, or null where nobody wins")
    return Player(plain["winner"]) if plain["winner"] else None


def by_player(figures: Mapping[Player, Any]) -> dict[str, Any]:
    """Write figures of both players under their names, first before second."""
    return {player.value: figures[player] for player in Player if player in figures}


def read_by_player(plain: Mapping[str, Any]) -> dict[Player, Any]:
    """Read figures of both players."""
    return {Player(player): figure for player, figure in plain.items()}


def write_position(position: Position) -> dict[str, Any]:
    """Write units, owners and dislodged units."""
    return {
        "units": units_by_power(position),
        "centers": centers_by_power(position),
        "dislodged": dislodged_by_power(position),
    }


def write_result(result: DuelResult) -> dict[str, Any]:
    """Write the end of a duel."""
    return {
        "winner": result.winner.value if result.winner else None,
        "reason": result.reason.value,
        "phase": str(result.phase),
        "counts": by_player(result.counts),
    }


def read_result(plain: Plain) -> DuelResult:
    """Read the end of a duel."""
    return DuelResult(
        Player(plain["winner"]) if plain["winner"] else None,
        Ending(plain["reason"]),
        Phase.parse(plain["phase"]),
        read_by_player(plain["counts"]),
    )


def write_duel(duel: Duel) -> dict[str, Any]:
    """Write a duel without its rules; `read_duel` is the inverse."""
    lost = lost_by_power(duel.position)
    return {
        "phase": str(duel.phase) if duel.phase else None,
        "homes": by_player(duel.homes),
        "credits": by_player(duel.credits),
        "control": {power: player.value for power, player in sorted(duel.control.items())},
        "service": {
            power: [service.player.value, service.years] for power, service in sorted(duel.service.items())
        },
        **write_position(duel.position),
        **({"lost": lost} if lost else {}),
        "waits_until": duel.waits_until,
        "quiet_autumns": duel.quiet_autumns,
        "claims": sorted(player.value for player in duel.claims),
        "draw_offers": sorted(player.value for player in duel.draw_offers),
        "stirred": duel.eventful_year,
        **_write_early_end(duel),
        **({"coin": duel.coin.value} if duel.coin else {}),
        "result": write_result(duel.result) if duel.result else None,
    }


def _write_early_end(duel: Duel) -> dict[str, Any]:
    """Write the requests for an early end; nothing if there are none, as in the oldest duels."""
    asked = [[each.player.value, each.year, each.moment.value, each.voted] for each in duel.ends_asked]
    answered = {} if duel.end_asked is None else {"end_asked": duel.end_asked.value}
    return answered | ({"ends_asked": asked} if asked else {})


def _read_asked(plain: list[Any]) -> EndRequest[Player]:
    player, year, moment, voted = plain
    return EndRequest(Player(player), year, Moment(moment), voted)


def _read_position(plain: Plain) -> Position:
    position = read_position(plain["units"], plain["centers"], plain["dislodged"])
    lost = plain.get("lost") or {}
    if not lost:
        return position
    return replace(position, lost={Power(power): tuple(map(Province, lost[power])) for power in lost})


def read_duel(plain: Plain, rules: Rules) -> Duel:
    """Read what `write_duel` wrote; raises an error of the rules for anything else."""
    return Duel(
        rules,
        phase=Phase.parse(plain["phase"]) if plain["phase"] else None,
        homes={player: Power(power) for player, power in read_by_player(plain["homes"]).items()},
        credits=read_by_player(plain["credits"]),
        control={Power(power): Player(player) for power, player in plain["control"].items()},
        service={
            Power(power): Service(Player(player), years)
            for power, (player, years) in plain["service"].items()
        },
        position=_read_position(plain),
        waits_until=plain["waits_until"],
        quiet_autumns=plain["quiet_autumns"],
        claims=frozenset(map(Player, plain["claims"])),
        draw_offers=frozenset(map(Player, plain["draw_offers"])),
        end_asked=Player(plain["end_asked"]) if plain.get("end_asked") else None,
        ends_asked=tuple(map(_read_asked, plain.get("ends_asked", ()))),
        eventful_year=plain["stirred"],
        coin=Player(plain["coin"]) if plain.get("coin") else None,
        result=read_result(plain["result"]) if plain["result"] else None,
    )


Line = dict[str, Any]


def write_state(duel: Duel) -> Line:
    """Write the state of the duel, a part of every line."""
    commanded = sorted(duel.alive) if duel.rules.sides else duel.mercenaries
    return {
        "next": str(duel.phase) if duel.phase else None,
        "homes": by_player(duel.homes),
        "credits": by_player(duel.credits),
        "control": {power: duel.control.get(power) for power in commanded},
        **write_position(duel.position),
    }


def _auction(auction: Auction) -> Line:
    return {
        "winning_totals": by_player(auction.winning_totals),
        "overbid": [player.value for player in auction.overbid],
        "paid": by_player(auction.paid),
    }


def _passed(passed: Passed) -> Line:
    line: Line = {"phase": str(passed.phase)}
    if passed.outcomes:
        line["outcomes"] = outcomes_by_power(passed.outcomes)
        line["reasons"] = reasons_by_power(passed.outcomes)
    return line


def phase_line(chapter: Chapter) -> Line:
    """Write the public line of a resolved phase."""
    line: Line = {"phase": str(chapter.phase), **write_state(chapter.after)}
    if chapter.auction:
        line["auction"] = _auction(chapter.auction)
    if chapter.kind and chapter.kind.takes_orders:
        line["outcomes"] = outcomes_by_power(chapter.outcomes)
        line["reasons"] = reasons_by_power(chapter.outcomes)
    line["passed"] = [_passed(passed) for passed in chapter.passed]
    return line


def event_line(event: Event, after: Duel) -> Line:
    """Write the public line of an event."""
    player = {"player": event.player.value} if event.player else {}
    return {"event": event.kind.value, **player, **write_ruling(event), **write_state(after), "passed": []}


def result_line(duel: Duel) -> Line:
    """Write the last public line: the result, or null while the duel goes on."""
    return {"result": write_result(duel.result) if duel.result else None}


def _cause(reason: Reason) -> Line:
    return {
        "cause": reason.cause.name,
        "units": [str(other) for other in reason.units],
        "place": reason.place,
    }


def _causes(outcomes: Outcomes) -> Line:
    """Write reasons as {power: {unit: {cause, units, place, and if there is a second: also}}}."""
    return {
        power: {
            str(unit): _cause(outcome.reason) | ({"also": _cause(outcome.also)} if outcome.also else {})
            for unit, outcome in units.items()
            if outcome.reason
        }
        for power, units in outcomes.items()
    }


def write_stored_line(chapter: Chapter) -> Line:
    """Write the stored line of a chapter: the public one, with causes of failures as values to translate."""
    if chapter.event:
        return event_line(chapter.event, chapter.after)
    line = phase_line(chapter)
    if chapter.auction:
        prices = {player: dict(prices) for player, prices in chapter.auction.prices.items()}
        line["auction"]["prices"] = by_player(prices)
    for passed, passed_line in zip(chapter.passed, line["passed"], strict=True):
        passed_line["causes"] = _causes(passed.outcomes)
    return {**line, "causes": _causes(chapter.outcomes)}


def public_line(stored: Plain) -> Line:
    """Return the public line of a chapter from its stored one, without the causes as values."""
    line = {key: value for key, value in stored.items() if key != "causes"}
    if "auction" in line:
        line["auction"] = {key: value for key, value in line["auction"].items() if key != "prices"}
    line["passed"] = [
        {key: value for key, value in passed.items() if key != "causes"} for passed in line["passed"]
    ]
    return line


def _read_reason(plain: Plain) -> Reason:
    units = tuple(map(parse_unit, plain["units"]))
    return Reason(Cause[plain["cause"]], units, Location(plain["place"]) if plain["place"] else None)


def _read_outcome(flags: list[str], cause: Plain | None) -> Outcome:
    if not cause:
        return Outcome(tuple(map(Flag, flags)))
    also = _read_reason(cause["also"]) if "also" in cause else None
    return Outcome(tuple(map(Flag, flags)), _read_reason(cause), also)


def _read_ordered(text: str) -> Ordered:
    return Waive() if text == str(Waive()) else parse_unit(text)


def _read_outcomes(line: Plain) -> Outcomes:
    causes = line.get("causes", {})
    return {
        Power(power): {
            _read_ordered(unit): _read_outcome(flags, causes.get(power, {}).get(unit))
            for unit, flags in units.items()
        }
        for power, units in (line.get("outcomes") or {}).items()
    }


def _read_auction(plain: Plain, entries: Entries, before: Duel | None) -> Auction:
    """Read an auction; the oldest lines lack the prices, which follow from the duel before."""
    overbid = tuple(map(Player, plain["overbid"]))
    sheets = sheets_of(entries)
    return Auction(
        read_by_player(plain["winning_totals"]),
        overbid,
        read_by_player(plain["paid"]),
        commanders_by(sheets, overbid),
        _read_prices(plain, before, sheets, overbid),
    )


def _read_prices(
    plain: Plain, before: Duel | None, sheets: Mapping[Player, Sheet], overbid: tuple[Player, ...]
) -> Prices:
    if "prices" in plain:
        prices = read_by_player(plain["prices"])
        return {player: {Power(power): price for power, price in prices[player].items()} for player in prices}
    return itemised_prices(before, sheets, overbid) if before else {player: {} for player in Player}


def read_event(kind: object, player: object, plain: Plain | None = None) -> Event:
    """Read an event from the names of kind and player; plain: the fields of its ruling. Raises DuelError."""
    if player is not None and player not in list(Player):
        raise DuelError("player", f"there is no player {player!r}")
    if kind not in list(EventKind):
        raise DuelError("event", f"there is no event {kind!r}")
    named = EventKind(str(kind))
    return Event(named, Player(str(player)) if player else None, read_ruling(named, plain or {}))


def read_chapter(line: Plain, entries: Plain, draws: Plain, before: Duel | None, after: Duel) -> Chapter:
    """Read a stored chapter: its line, entries {player: entry with its seal}, draws, and the duels around it.

    before: None for the first chapter of a duel.
    """
    if "event" in line:
        return Chapter(after, event=read_event(line["event"], line.get("player"), line))
    given = {Player(player): read_stored_entry(entry) for player, entry in entries.items()}
    return Chapter(
        after,
        Phase.parse(line["phase"]),
        entries=given,
        draws=read_draws(draws),
        outcomes=_read_outcomes(line),
        auction=_read_auction(line["auction"], given, before) if "auction" in line else None,
        passed=tuple(Passed(Phase.parse(each["phase"]), _read_outcomes(each)) for each in line["passed"]),
        seals={
            Player(player): Seal(entry["seal"], entry["salt"], entry["at"])
            for player, entry in entries.items()
            if "seal" in entry
        },
    )
