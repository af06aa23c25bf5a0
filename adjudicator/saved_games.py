"""Saved games of the package `diplomacy`, as JSON (docs/formats.md, section 4).

Its `from_saved_game_format` reads them, and its `is_valid_saved_game` replays them to check that each phase
follows from the one before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import pairwise
from operator import xor
from random import Random
from typing import Any, NamedTuple

from adjudicator.adjustments import builds_possible, due, vacant_homes
from adjudicator.battle import Battle
from adjudicator.board import NOWHERE, Board
from adjudicator.compiled_orders import CompiledOrder
from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import DiplomacyError
from adjudicator.game import Game, adjudicate, read_orders
from adjudicator.legality import sound_orders
from adjudicator.orders import Build, Disband, Given, Hold, Move, Order, Retreat, Support
from adjudicator.phases import Phase, PhaseKind, Season
from adjudicator.position import Position, read_position
from adjudicator.retreats import valid_retreats
from adjudicator.scene import Scene
from adjudicator.units import Kind, Location, Power, Province, Unit

Row = tuple[int, ...]
_HIGHEST = 2**63 - 1
_SALT, _FACTOR = 12345, 7


class _Tables(NamedTuple):
    """The random numbers by kind or power and by location, both in alphabetical order."""

    kinds: tuple[Row, ...]
    units: tuple[Row, ...]
    dislodged_kinds: tuple[Row, ...]
    dislodged_units: tuple[Row, ...]
    centres: tuple[Row, ...]
    homes: tuple[Row, ...]


@lru_cache(maxsize=8)
def _tables(board: Board) -> _Tables:
    places, powers = len(board.number), len(board.powers)
    centres = "-".join(sorted(board.centres))
    seed = _SALT + places + sum(ord(letter) * _FACTOR**at for at, letter in enumerate(centres))
    numbers = Random(seed % 2**32)  # noqa: S311  # not for security: the package uses the same numbers

    def rows(count: int) -> tuple[Row, ...]:
        return tuple(tuple(numbers.randint(1, _HIGHEST) for _ in range(places)) for _ in range(count))

    return _Tables(*(rows(count) for count in (len(Kind), powers, len(Kind), powers, powers, powers)))


def _parts(position: Position) -> Iterator[int]:
    """Yield the numbers of everything in a position; home centres are those of the board."""
    board, tables = position.board, _tables(position.board)
    at = {place: number for number, place in enumerate(sorted(board.number))}
    row = {power: number for number, power in enumerate(board.powers)}
    kind = {kind: number for number, kind in enumerate(Kind)}
    for unit, power in position.units.items():
        yield tables.kinds[kind[unit.kind]][at[unit.location]]
        yield tables.units[row[power]][at[unit.location]]
    for unit, (power, _) in position.dislodged.items():
        yield tables.dislodged_kinds[kind[unit.kind]][at[unit.location]]
        yield tables.dislodged_units[row[power]][at[unit.location]]
    for province, power in position.owners.items():
        yield tables.centres[row[power]][at[Location(province)]]
    for power, homes in board.homes.items():
        yield from (tables.homes[row[power]][at[Location(home)]] for home in homes)


def hash_of(position: Position) -> int:
    """Return the hash of a position: its units, dislodged ones, owners of centres, and home centres."""
    return reduce(xor, _parts(position), 0)


Json = dict[str, Any]
Influence = dict[Province, Power]
"""The last power that occupied each province."""
MAP = "standard"
RULES = ["NO_PRESS", "POWER_CHOICE"]
OTHER_EDITION = "DIFFERENT_ADJUDICATION"
"""The rule for a game adjudicated by other rules; the package then tolerates one phase that differs."""
HELD_WIN = "HOLD_WIN"
"""The rule that a power wins only if it had enough centres a year earlier, too."""
CENTRES_TO_WIN = 18


class Turn(NamedTuple):
    """A game at a phase, and the orders that were given then."""

    game: Game
    orders: Given


def saved_game(identity: str, turns: Iterable[Turn], last: Game, note: str = "") -> Json:
    """Write a game: the orders and results of each phase, and the present phase.

    turns: the phases in sequence; as in that package, those that await nobody are left out. note: a few words
    about the end, stored with the last phase. Orders are written as they were carried out: every unit of a
    movement has one, and void ones are left out.
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
    """Return the whole game; every phase gets its label, too."""
    label: Json = {"map": MAP, "rules": _rules(edition, phases)}
    for phase in phases:
        phase["state"] |= {"game_id": identity, **label}
    return {"id": identity, **label, "phases": phases}


def _rules(edition: Edition, phases: Sequence[Json]) -> list[str]:
    """Choose the package's rules so that its game does not end early when a power has many centres."""
    years = [
        (before["state"]["centers"], after["state"]["centers"])
        for before, after in pairwise(phases)
        if before["name"][0] == Season.AUTUMN and after["name"][0] != Season.AUTUMN
    ]
    won = sum(_wins(*year) for year in years)
    held = sum(_wins(*year, held=True) for year in years)
    rules = RULES if won <= held else [*RULES, HELD_WIN]
    return [*rules, OTHER_EDITION] if edition != STANDARD or min(won, held) else rules


def _wins(before: Json, after: Json, *, held: bool = False) -> bool:
    """True if a single leader wins by centres; held: only if it had enough a year before."""
    most = max(map(len, after.values()))
    leading = [power for power in after if len(after[power]) == most]
    if most < CENTRES_TO_WIN or len(leading) > 1:
        return False
    had = len(before[leading[0]])
    return had >= CENTRES_TO_WIN if held else most > had


def is_saved(game: Game) -> bool:
    """True if saved games contain a phase: every movement, and other phases that await somebody."""
    return game.phase.kind is PhaseKind.MOVEMENT or bool(game.awaited)


def at_saved_phase(game: Game) -> Game:
    """The game at its phase, or at the next one that saved games contain."""
    while not is_saved(game):
        game = replace(game, phase=game.phase.following())
    return game


def turn_of_retreats(game: Game, dislodged: Position, given: Given) -> Turn:
    """Return a retreat phase in which automatically disbanded units have an order to disband.

    dislodged: the position with all dislodged units; the game's own position has already lost some of them.
    """
    orders: dict[Power, list[Order]] = {}
    for unit in dislodged.dislodged.keys() - game.position.dislodged.keys():
        orders.setdefault(dislodged.dislodged[unit].power, []).append(Disband(unit))
    return Turn(replace(game, position=dislodged), {**given, **orders})


def adjustments_between(before: Position, after: Position) -> dict[Power, list[Order]]:
    """The builds and removals between two positions, as orders by power."""
    orders: dict[Power, list[Order]] = {}
    for unit in after.units.keys() - before.units.keys():
        orders.setdefault(after.units[unit], []).append(Build(unit))
    for unit in before.units.keys() - after.units.keys():
        orders.setdefault(before.units[unit], []).append(Disband(unit))
    return orders


def _spread(influence: Influence, position: Position) -> None:
    influence.update({unit.province: power for unit, power in position.units.items()})


def _carried_out(game: Game, given: Given) -> dict[Power, list[Order]]:
    """The orders by power as carried out, with defaults."""
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
    """One order for every unit; for an army that is to go by sea the package knows VIA alone.

    If the package would treat an order differently, the unit gets an order to hold, which is what it did.
    """
    scene = Scene(game.position, game.edition)
    battle = Battle(scene, sound_orders(scene, given).compiled)
    holding = _holding(battle)
    for here in scene.numbers:
        order: Order = battle.compiled[here].order
        unit = battle.compiled[here].unit
        if unit in holding:
            order = Hold(unit)
        elif isinstance(order, Move):
            order = replace(order, via=battle.by_sea[here], trade=False)
        yield scene.power_of(unit), order


def _holding(battle: Battle) -> set[Unit]:
    """The units that did not move, but whose orders that package would treat differently.

    It lets an army walk if no chain of fleets is ordered to carry it. A unit that supports that army to hold
    then holds, too, since it may not support a moving unit to hold. And the package counts supports by the
    victim's own power for an army that comes by sea.
    """
    scene, found = battle.scene, set[Unit]()
    moves = [move for move in battle.moves if battle.by_sea[move.here]]
    stranded = {move.unit for move in moves if not battle.chain_fleets(move.here)}
    landing = {move.unit: move.there for move in moves if _is_alone_against(battle, move)}
    for order in (battle.compiled[here].order for here in scene.numbers):
        if isinstance(order, Support):
            there = landing.get(order.supported, NOWHERE)
            to_stay = order.to is None and order.supported in stranded
            if to_stay or (order.to is not None and battle.power[there] == scene.power_of(order.unit)):
                found.add(order.unit)
    return found | stranded


def _is_alone_against(battle: Battle, move: CompiledOrder) -> bool:
    """True if a move is the only one to its target, and the unit in the target does not move."""
    there = move.there
    return (
        battle.power[there] is not None
        and battle.target[there] == NOWHERE
        and len(battle.attackers[there]) == 1
    )


def _retreats(game: Game, given: Given) -> Iterator[tuple[Power, Order]]:
    valid = valid_retreats(game.position, given, game.edition)
    for unit, (power, _) in game.position.dislodged.items():
        to = valid.get(unit)
        yield power, Retreat(unit, to) if isinstance(to, str) else Disband(unit)


def _winter(game: Game, given: Given) -> Iterator[tuple[Power, Order]]:
    adjustments = adjustments_between(game.position, game.resolve(given).result.position)
    yield from ((power, order) for power, orders in adjustments.items() for order in orders)


def _results(game: Game, orders: Mapping[Power, Sequence[Order]]) -> Json:
    """The flags of every unit in the words of that package; success is `""` in winter, else no flag."""
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
    """The units of a power; dislodged ones have a star."""
    return [*map(str, position.units_of(power)), *(f"*{unit}" for unit in _routed(position, power))]


def _routed(position: Position, power: Power) -> dict[str, list[str]]:
    return {str(unit): list(position.dislodged[unit].retreats) for unit in position.dislodged_of(power)}


def _builds(game: Game, power: Power) -> Json:
    """The builds possible in a winter, or the removals due as a negative number."""
    count = due(game.position, power) if game.phase.kind is PhaseKind.ADJUSTMENTS else 0
    if count <= 0:
        return {"count": count, "homes": []}
    return {"count": builds_possible(game.position, power), "homes": list(vacant_homes(game.position, power))}


OVER = "COMPLETED"
"""The name of the phase after the last one in a game that is over."""


class SavedGame(NamedTuple):
    """A saved game: its name, its phases with orders, its present phase, a note."""

    identity: str
    turns: Sequence[Turn]
    last: Game
    note: str


class SavedGameError(DiplomacyError):
    """An invalid saved game, or one on another map; `field` names the part at fault."""


def read_saved_game(saved: object, edition: Edition = STANDARD) -> SavedGame:
    """Read a game saved by `to_saved_game_format`; raises DiplomacyError, which names the part at fault.

    Each turn has the saved position, not a recomputed one: `turn.game.play(turn.orders)` adjudicates it here,
    by `edition`, since the file does not name one. A game that is over is at the phase that would have been
    next.
    """
    if not isinstance(saved, Mapping) or not isinstance(saved.get("phases"), list) or not saved["phases"]:
        raise SavedGameError("phases", "must be a list of phases")
    if saved.get("map", MAP) != MAP:
        raise SavedGameError("map", f"{saved.get('map')!r} is not {MAP}")
    turns: list[Turn] = []
    for number, phase in enumerate(saved["phases"]):
        try:
            game = _game(phase, turns[-1].game if turns else None, edition)
            turns.append(Turn(game, read_orders(_table(phase, "orders"))))
        except DiplomacyError as error:
            raise SavedGameError(f"phases[{number}].{error.field}", error.message) from error
    note = saved["phases"][-1]["state"].get("note", "")
    identity = str(saved.get("id", ""))
    return SavedGame(identity, turns[:-1], turns[-1].game, note if isinstance(note, str) else "")


def _game(plain: object, before: Game | None, edition: Edition) -> Game:
    state = plain.get("state") if isinstance(plain, Mapping) else None
    if not isinstance(plain, Mapping) or not isinstance(state, Mapping):
        raise SavedGameError("state", "must be an object")
    name = plain.get("name", state.get("name"))
    if name == OVER and before is not None:
        phase = before.phase.following()
    else:
        phase = Phase.parse(name) if isinstance(name, str) else _nameless()
    position = _position(state, before.position if before else None, phase)
    return Game(phase, position, edition)


def _nameless() -> Phase:
    raise SavedGameError("name", "must be the name of a phase")


def _table(state: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    found = state.get(part) or {}
    if not isinstance(found, Mapping):
        raise SavedGameError(part, "must be an object by power")
    return {power: held for power, held in found.items() if held}


def _position(state: Mapping[str, Any], before: Position | None, phase: Phase) -> Position:
    """The position of a phase; units with a star are dislodged."""
    units = {
        power: [text for text in listed if not str(text).startswith("*")]
        for power, listed in _table(state, "units").items()
    }
    routed = _table(state, "retreats") if phase.kind is PhaseKind.RETREATS else {}
    centers = _table(state, "centers")
    lost = _lost(before, centers) if before and phase.kind is PhaseKind.ADJUSTMENTS else {}
    return read_position(units, centers, routed, lost=lost)


def _lost(before: Position, centers: Mapping[str, Any]) -> Mapping[str, list[Province]]:
    """The centres that each power has lost since the phase before."""
    owner = {code: power for power, codes in centers.items() for code in codes}
    lost: dict[str, list[Province]] = {}
    for code, power in sorted(before.owners.items()):
        if owner.get(code, power) != power:
            lost.setdefault(power, []).append(code)
    return lost
