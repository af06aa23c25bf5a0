"""Games in the JSON that the package `diplomacy` saves and loads (docs/formats.md, section 4).

Its `from_saved_game_format` reads them, and its `is_valid_saved_game` finds by playing them again that each
phase follows from the one before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from adjudicator.adjudication import adjudicate
from adjudicator.adjustments import builds_possible, due, vacant_homes
from adjudicator.battle import Battle
from adjudicator.editions import STANDARD, Edition
from adjudicator.game import Game
from adjudicator.legality import sound_orders
from adjudicator.orders import Build, Disband, Given, Move, Order, Retreat
from adjudicator.phases import PhaseKind
from adjudicator.position import Position
from adjudicator.retreats import valid_retreats
from adjudicator.scene import Scene
from adjudicator.units import Power, Province
from adjudicator.zobrist import hash_of

Json = dict[str, Any]
Influence = dict[Province, Power]
"""The power that was last in each province."""
MAP = "standard"
RULES = ["NO_PRESS", "POWER_CHOICE"]
OTHER_EDITION = "DIFFERENT_ADJUDICATION"
"""The rule that says of a game that it was judged otherwise."""


class Turn(NamedTuple):
    """A game at a phase, and the orders that were given then."""

    game: Game
    orders: Given


def saved_game(identity: str, turns: Iterable[Turn], last: Game, note: str = "") -> Json:
    """Write a game: what was ordered in each phase and what came of it, and the phase that it stands at.

    turns: the phases in their sequence, of which those that ask nobody for anything are left out, as by that
    package. note: a few words about the end, kept with the last phase. Orders stand as they were carried out:
    every unit of a movement has one, and void ones are left out.
    """
    phases: list[Json] = []
    influence: Influence = {}
    for game, given in turns:
        _spread(influence, game.position)
        if is_saved(game):
            orders = _carried_out(game, given)
            texts = {power: list(map(str, issued)) for power, issued in orders.items()}
            phases.append(_phase(game, influence) | {"orders": texts, "results": _results(game, orders)})
    _spread(influence, last.position)
    phases.append(_phase(last, influence))
    phases[-1]["state"]["note"] = note
    return _labelled(identity, last.edition, phases)


def _labelled(identity: str, edition: Edition, phases: list[Json]) -> Json:
    """The whole game; every phase bears its label too."""
    label: Json = {"map": MAP, "rules": RULES if edition == STANDARD else [*RULES, OTHER_EDITION]}
    for phase in phases:
        phase["state"] |= {"game_id": identity, **label}
    return {"id": identity, **label, "phases": phases}


def is_saved(game: Game) -> bool:
    """True of a phase that has a place in a saved game: every movement, and others that ask somebody."""
    return game.phase.kind is PhaseKind.MOVEMENT or bool(game.awaited)


def _spread(influence: Influence, position: Position) -> None:
    influence.update({unit.province: power for unit, power in position.units.items()})


def _carried_out(game: Game, given: Given) -> dict[Power, list[Order]]:
    """The orders by power that say all that was done, whoever had it done and by whatever default."""
    match game.phase.kind:
        case PhaseKind.MOVEMENT:
            found = _movement(game, given)
        case PhaseKind.RETREATS:
            found = _retreats(game, given)
        case _:
            found = _winter(game, given)
    orders: dict[Power, list[Order]] = {power: [] for power in game.position.board.powers}
    for power, order in sorted(found, key=lambda one: str(one[1])):
        orders[power].append(order)
    return orders


def _movement(game: Game, given: Given) -> Iterator[tuple[Power, Order]]:
    """One order for every unit; an army that goes by sea says so, as that package sees no other intent."""
    scene = Scene.of(game.position, game.edition)
    battle = Battle(scene, sound_orders(scene, given).gists)
    for here in scene.numbers:
        order = battle.gists[here].order
        if isinstance(order, Move):
            order = replace(order, via=battle.by_sea[here])
        yield scene.power_of(order.unit), order


def _retreats(game: Game, given: Given) -> Iterator[tuple[Power, Order]]:
    valid = valid_retreats(game.position, given, game.edition)
    for unit, (power, _) in game.position.dislodged.items():
        to = valid.get(unit)
        yield power, Retreat(unit, to) if isinstance(to, str) else Disband(unit)


def _winter(game: Game, given: Given) -> Iterator[tuple[Power, Order]]:
    before, after = game.position.units, game.resolve(given).result.position.units
    yield from ((after[unit], Build(unit)) for unit in after.keys() - before.keys())
    yield from ((before[unit], Disband(unit)) for unit in before.keys() - after.keys())


def _results(game: Game, orders: Mapping[Power, Sequence[Order]]) -> Json:
    """The flags of every unit in the words of that package, whose success is `""` in winter, else no flag."""
    outcomes = adjudicate(game.phase, game.position, orders, game.edition).outcomes
    found = {
        str(unit): [flag.value for flag in outcome.flags]
        for units in outcomes.values()
        for unit, outcome in units.items()
    }
    if game.phase.kind is PhaseKind.ADJUSTMENTS:
        return {unit: [""] for unit in sorted(found)}
    leaving = {str(order.unit) for given in orders.values() for order in given if isinstance(order, Disband)}
    return {unit: ["disband"] if unit in leaving else found[unit] for unit in sorted(found)}


def _phase(game: Game, influence: Influence) -> Json:
    """A phase before its orders."""
    position, powers = game.position, game.position.board.powers
    state = {
        "name": str(game.phase),
        "note": "",
        "zobrist_hash": str(hash_of(position)),
        "units": {power: _units(position, power) for power in powers},
        "retreats": {power: _routed(position, power) for power in powers},
        "centers": {power: position.centres_of(power) for power in powers},
        "homes": {power: sorted(position.board.homes[power]) for power in powers},
        "influence": {
            power: sorted(code for code in influence if influence[code] == power) for power in powers
        },
        "civil_disorder": dict.fromkeys(powers, 0),
        "builds": {power: _builds(game, power) for power in powers},
    }
    return {
        "name": str(game.phase),
        "state": state,
        "orders": dict.fromkeys(powers),
        "results": {},
        "messages": [],
    }


def _units(position: Position, power: Power) -> list[str]:
    """The units of a power; the dislodged ones, which stand beside the board, have a star."""
    return [*map(str, position.units_of(power)), *(f"*{unit}" for unit in _routed(position, power))]


def _routed(position: Position, power: Power) -> dict[str, list[str]]:
    return {
        str(unit): list(routed.retreats)
        for unit, routed in sorted(position.dislodged.items())
        if routed.power == power
    }


def _builds(game: Game, power: Power) -> Json:
    """The builds possible in a winter, or the removals due as a negative number."""
    count = due(game.position, power) if game.phase.kind is PhaseKind.ADJUSTMENTS else 0
    if count <= 0:
        return {"count": count, "homes": []}
    return {"count": builds_possible(game.position, power), "homes": list(vacant_homes(game.position, power))}
