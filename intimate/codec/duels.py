"""A duel as JSON and back, so that it can be stored between two phases."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator import (
    Phase,
    Position,
    Power,
    Province,
    centers_by_power,
    dislodged_by_power,
    lost_by_power,
    read_position,
    units_by_power,
)
from intimate.duel import Duel, Ending, Result, Service
from intimate.players import Player
from intimate.rules import Rules
from intimate.voting import Asked, Moment

Plain = dict[str, Any]


def by_player(figures: Mapping[Player, Any]) -> Plain:
    """Write figures of both players under their names, first before second."""
    return {player.value: figures[player] for player in Player if player in figures}


def read_by_player(plain: Mapping[str, Any]) -> dict[Player, Any]:
    """Read figures of both players."""
    return {Player(player): figure for player, figure in plain.items()}


def write_position(position: Position) -> Plain:
    """Write units, owners and dislodged units."""
    return {
        "units": units_by_power(position),
        "centers": centers_by_power(position),
        "dislodged": dislodged_by_power(position),
    }


def write_result(result: Result) -> Plain:
    """Write the end of a duel."""
    return {
        "winner": result.winner.value if result.winner else None,
        "reason": result.reason.value,
        "phase": str(result.phase),
        "counts": by_player(result.counts),
    }


def read_result(plain: Plain) -> Result:
    """Read the end of a duel."""
    return Result(
        Player(plain["winner"]) if plain["winner"] else None,
        Ending(plain["reason"]),
        Phase.parse(plain["phase"]),
        read_by_player(plain["counts"]),
    )


def write_duel(duel: Duel) -> Plain:
    """Write all of a duel but its rules; `read_duel` is the inverse."""
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
        "stirred": duel.stirred,
        **_write_early_end(duel),
        "result": write_result(duel.result) if duel.result else None,
    }


def _write_early_end(duel: Duel) -> Plain:
    """Write the requests for an early end, and nothing where there are none, as in the oldest duels."""
    asked = [[each.player.value, each.year, each.moment.value, each.voted] for each in duel.ends_asked]
    answered = {} if duel.end_asked is None else {"end_asked": duel.end_asked.value}
    return answered | ({"ends_asked": asked} if asked else {})


def _read_asked(plain: list[Any]) -> Asked[Player]:
    player, year, moment, voted = plain
    return Asked(Player(player), year, Moment(moment), voted)


def _read_position(plain: Plain) -> Position:
    position = read_position(plain["units"], plain["centers"], plain["dislodged"])
    lost = plain.get("lost") or {}
    if not lost:
        return position
    return replace(position, lost={Power(power): tuple(map(Province, lost[power])) for power in lost})


def read_duel(plain: Plain, rules: Rules) -> Duel:
    """Read the duel that `write_duel` wrote; raises an error of the rules when it is no such duel."""
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
        stirred=plain["stirred"],
        result=read_result(plain["result"]) if plain["result"] else None,
    )
