"""A movement phase: orders in, the position after it and what became of each order out."""

from collections.abc import Mapping

from adjudicator.battle import NOWHERE, Battle
from adjudicator.board import Board, standard
from adjudicator.decisions import dislodged
from adjudicator.edition import STANDARD, Edition
from adjudicator.explanations import explain
from adjudicator.legality import Scene, Sound, sound_orders
from adjudicator.missing import Given
from adjudicator.orders import Move
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import Outcome, Outcomes, Result
from adjudicator.strengths import prevent
from adjudicator.units import Location, Province, Unit, province_of


def adjudicate_movement(
    position: Position,
    orders: Given,
    board: Board | None = None,
    edition: Edition = STANDARD,
) -> Result:
    """Resolve the orders of a movement phase; units without a legal order hold (DATC 4.D.3).

    `orders` {power: orders in the sequence of entry}. Supply centres do not change hands here.
    """
    board = board or standard()
    sound = sound_orders(Scene.of(board, position, edition), orders)
    battle = Battle(board, position.units, sound.orders, edition)
    resolve(battle)
    return _result(position, sound, battle)


def _result(position: Position, sound: Sound, battle: Battle) -> Result:
    board, after, beaten = battle.board, {}, []
    for unit, power in position.units.items():
        here, order = board.index[unit.province], sound.orders[unit]
        if isinstance(order, Move) and battle.verdict[here]:
            after[unit.at(order.to)] = power
        elif dislodged(battle, here):
            beaten.append(unit)
        else:
            after[unit] = power
    occupied = {unit.province for unit in after}
    contested = _contested(battle, occupied)
    barred = occupied | contested
    routed = {unit: Dislodged(position.units[unit], _retreats(battle, unit, barred)) for unit in beaten}
    outcomes = _outcomes(position, sound, battle, routed)
    return Result(Position(after, routed, position.owners), outcomes, contested)


def _contested(battle: Battle, occupied: set[Province]) -> frozenset[Province]:
    """Provinces left vacant by a stand-off (1971 XI)."""
    return frozenset(
        code
        for code, there in battle.board.index.items()
        if code not in occupied
        and any(not battle.verdict[here] and prevent(battle, here)[1] for here in battle.attackers[there])
    )


def _retreats(battle: Battle, unit: Unit, barred: set[Province]) -> tuple[Location, ...]:
    """Where a dislodged unit may go: not to where its attacker came from by land (1971 XI, DATC 4.A.5)."""
    here = battle.board.index[unit.province]
    attacker = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
    may_return = battle.by_sea[attacker] and battle.edition.convoy_origin_retreat == "allowed"
    origin = NOWHERE if may_return else attacker
    return tuple(
        location
        for location in battle.board.borders[unit.kind][unit.location]
        if province_of(location) not in barred and battle.board.index[province_of(location)] != origin
    )


def _outcomes(position: Position, sound: Sound, battle: Battle, routed: Mapping[Unit, Dislodged]) -> Outcomes:
    outcomes: dict[str, dict[Unit, Outcome]] = {}
    for unit, power in position.units.items():
        outcome = explain(battle, unit, sound.void.get(unit), is_dislodged=unit in routed)
        outcomes.setdefault(power, {})[unit] = outcome
    return outcomes  # type: ignore[return-value]
