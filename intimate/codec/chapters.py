"""Chapters as the lines of the public format, and as they are stored."""

from collections.abc import Mapping
from typing import Any

from adjudicator import (
    Cause,
    Flag,
    Location,
    Ordered,
    Outcome,
    Outcomes,
    Passed,
    Phase,
    Power,
    Reason,
    Unit,
    Waive,
    outcomes_by_power,
    reasons_by_power,
)
from intimate.auction import Auction, Prices, commanders_by, itemised_prices
from intimate.chapter import Chapter, Seal
from intimate.codec.duels import by_player, read_by_player, write_position, write_result
from intimate.codec.entries import read_lots, read_stored_entry
from intimate.codec.rulings import read_ruling, write_ruling
from intimate.duel import Duel
from intimate.entries import Entries, Sheet, sheets_of
from intimate.errors import DuelError
from intimate.events import Event, EventKind
from intimate.players import Player

Line = dict[str, Any]
Plain = Mapping[str, Any]


def write_state(duel: Duel) -> Line:
    """Write what every line tells of the duel after it."""
    return {
        "next": str(duel.phase) if duel.phase else None,
        "homes": by_player(duel.homes),
        "credits": by_player(duel.credits),
        "control": {power: duel.control.get(power) for power in duel.mercenaries},
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
    """Write a chapter's line with the causes of failures as values, so that any language can tell them."""
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
    """Return the public line of a chapter by its stored one: without what is there for other languages."""
    line = {key: value for key, value in stored.items() if key != "causes"}
    if "auction" in line:
        line["auction"] = {key: value for key, value in line["auction"].items() if key != "prices"}
    line["passed"] = [
        {key: value for key, value in passed.items() if key != "causes"} for passed in line["passed"]
    ]
    return line


def _read_reason(plain: Plain) -> Reason:
    units = tuple(map(Unit.parse, plain["units"]))
    return Reason(Cause[plain["cause"]], units, Location(plain["place"]) if plain["place"] else None)


def _read_outcome(flags: list[str], cause: Plain | None) -> Outcome:
    if not cause:
        return Outcome(tuple(map(Flag, flags)))
    also = _read_reason(cause["also"]) if "also" in cause else None
    return Outcome(tuple(map(Flag, flags)), _read_reason(cause), also)


def _read_ordered(text: str) -> Ordered:
    return Waive() if text == str(Waive()) else Unit.parse(text)


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
    """Read an auction; the oldest lines leave the prices out, which follow from the duel before."""
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
    """Read an event by its names; plain: what else a ruling says. Raises DuelError."""
    if player is not None and player not in list(Player):
        raise DuelError("player", f"there is no player {player!r}")
    if kind not in list(EventKind):
        raise DuelError("event", f"there is no event {kind!r}")
    named = EventKind(str(kind))
    return Event(named, Player(str(player)) if player else None, read_ruling(named, plain or {}))


def read_chapter(line: Plain, entries: Plain, lots: Plain, before: Duel | None, after: Duel) -> Chapter:
    """Read a stored chapter: its line, entries {player: entry with its seal}, lots, and the duels around it.

    before: None for the first chapter of a duel.
    """
    if "event" in line:
        return Chapter(after, event=read_event(line["event"], line.get("player"), line))
    given = {Player(player): read_stored_entry(entry) for player, entry in entries.items()}
    return Chapter(
        after,
        Phase.parse(line["phase"]),
        entries=given,
        lots=read_lots(lots),
        outcomes=_read_outcomes(line),
        auction=_read_auction(line["auction"], given, before) if "auction" in line else None,
        passed=tuple(Passed(Phase.parse(each["phase"]), _read_outcomes(each)) for each in line["passed"]),
        seals={
            Player(player): Seal(entry["seal"], entry["salt"], entry["at"])
            for player, entry in entries.items()
            if "seal" in entry
        },
    )
