"""A duel as plain data and back, so that it can be stored between two phases."""

from typing import Any

from adjudicator import Power, read_position
from adjudicator.interchange import centers_by_power, dislodged_by_power, units_by_power
from intimate.calendar import Phase
from intimate.duel import Duel, Result, Service
from intimate.lines import by_player
from intimate.players import Player
from intimate.rules import Rules

Plain = dict[str, Any]


def take(duel: Duel) -> Plain:
    """All of a duel but its rules, as JSON can hold it."""
    return {
        "phase": str(duel.phase) if duel.phase else None,
        "homes": by_player(duel.homes),
        "credits": by_player(duel.credits),
        "control": {power: player.value for power, player in sorted(duel.control.items())},
        "service": {
            power: [served.player.value, served.years] for power, served in sorted(duel.service.items())
        },
        "units": units_by_power(duel.position),
        "dislodged": dislodged_by_power(duel.position),
        "centers": centers_by_power(duel.position),
        "waits_until": duel.waits_until,
        "quiet_autumns": duel.quiet_autumns,
        "claims": sorted(duel.claims),
        "draw_offers": sorted(duel.draw_offers),
        "stirred": duel.stirred,
        "result": _take_result(duel.result) if duel.result else None,
    }


def _take_result(result: Result) -> Plain:
    return {
        "winner": result.winner,
        "reason": result.reason,
        "phase": str(result.phase),
        "counts": by_player(result.counts),
    }


def _restore_result(plain: Plain) -> Result:
    winner = Player(plain["winner"]) if plain["winner"] else None
    counts = {Player(player): count for player, count in plain["counts"].items()}
    return Result(winner, plain["reason"], Phase.parse(plain["phase"]), counts)


def restore(plain: Plain, rules: Rules) -> Duel:
    """The duel that `take` took; raises an error of the rules when the data is not such a duel."""
    return Duel(
        rules,
        phase=Phase.parse(plain["phase"]) if plain["phase"] else None,
        homes={Player(player): Power(power) for player, power in plain["homes"].items()},
        credits={Player(player): amount for player, amount in plain["credits"].items()},
        control={Power(power): Player(player) for power, player in plain["control"].items()},
        service={
            Power(power): Service(Player(player), years)
            for power, (player, years) in plain["service"].items()
        },
        position=read_position(plain["units"], plain["centers"], plain["dislodged"]),
        waits_until=plain["waits_until"],
        quiet_autumns=plain["quiet_autumns"],
        claims=frozenset(map(Player, plain["claims"])),
        draw_offers=frozenset(map(Player, plain["draw_offers"])),
        stirred=plain["stirred"],
        result=_restore_result(plain["result"]) if plain["result"] else None,
    )
