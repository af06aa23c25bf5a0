"""A movement phase: orders in, the position after it and the outcome of each order out."""

from adjudicator.battle import Battle
from adjudicator.editions import STANDARD, Edition
from adjudicator.explanations import explain, mismatch
from adjudicator.gists import NOWHERE
from adjudicator.legality import Sound, sound_orders
from adjudicator.orders import Given
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import SUCCESS, Ordered, Outcome, Outcomes, Result
from adjudicator.scene import Scene
from adjudicator.strengths import prevent
from adjudicator.units import Location, Power


def adjudicate_movement(
    position: Position,
    orders: Given,
    edition: Edition = STANDARD,
) -> Result:
    """Resolve the orders of a movement phase; units without a legal order hold (DATC 4.D.3).

    `orders` {power: orders in the sequence of entry}. Supply centres do not change hands here.
    """
    scene = Scene.of(position, edition)
    sound = sound_orders(scene, orders)
    battle = Battle(scene, sound.gists)
    resolve(battle)
    return _result(scene, sound, battle)


def _result(scene: Scene, sound: Sound, battle: Battle) -> Result:
    verdict = battle.verdict
    moved = [move for move in battle.moves if verdict[move.here]]
    failed = [move.here for move in battle.moves if not verdict[move.here]]
    struck = {move.there for move in moved if not _left(battle, move.there)}
    beaten = [here for here in scene.units if here in struck] if struck else []
    contested = _contested(battle, failed)
    routed = {
        scene.units[here]: Dislodged(scene.powers[here], _retreats(battle, here, contested))
        for here in beaten
    }
    after = dict(scene.position.units)
    for move in moved:
        del after[move.unit]
    for here in beaten:
        del after[scene.units[here]]
    for move in moved:
        after[move.landed] = scene.powers[move.here]
    return Result(
        Position(after, routed, scene.position.owners, board=scene.board),
        _outcomes(scene, sound, battle, failed, beaten),
        frozenset(battle.board.codes[there] for there in contested),
    )


def _left(battle: Battle, there: int) -> bool:
    """True if a province has no unit that stays in it."""
    if battle.target[there] == NOWHERE:
        return battle.power[there] is None
    return bool(battle.verdict[there])


def _contested(battle: Battle, failed: list[int]) -> set[int]:
    """Provinces left vacant by a stand-off (1971 XI)."""
    return {
        battle.target[here]
        for here in failed
        if not _occupied(battle, battle.target[here]) and prevent(battle, here)[1]
    }


def _occupied(battle: Battle, there: int) -> bool:
    """True if a unit is in a province after all moves."""
    if not _left(battle, there):
        return True
    return any(battle.verdict[attacker] for attacker in battle.attackers[there])


def _retreats(battle: Battle, here: int, contested: set[int]) -> tuple[Location, ...]:
    """The locations where a dislodged unit may go.

    Not the province that its attacker came from by land (1971 XI, DATC 4.A.5).
    """
    unit = battle.units[here]
    attacker = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
    may_return = battle.by_sea[attacker] and battle.edition.convoy_origin_retreat == "allowed"
    barred = contested if may_return else {*contested, attacker}
    return tuple(
        location
        for location in battle.board.borders[unit.kind][unit.location]
        if (there := battle.board.number[location]) not in barred and not _occupied(battle, there)
    )


def _outcomes(scene: Scene, sound: Sound, battle: Battle, failed: list[int], beaten: list[int]) -> Outcomes:
    """The outcome of each order; reasons are sought only for those that may have failed."""
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    for unit, power in scene.position.units.items():
        if power not in outcomes:
            outcomes[power] = {}
        outcomes[power][unit] = SUCCESS
    for here, other in battle.mismatched.items():
        outcomes[scene.powers[here]][scene.units[here]] = mismatch(other)
    cut = [here for here in battle.doubted if not battle.verdict[here]]
    for here in {*failed, *cut, *sound.void, *beaten, *battle.convoying}:
        found = explain(battle, here, sound.void.get(here), is_dislodged=here in beaten)
        outcomes[scene.powers[here]][scene.units[here]] = found
    return outcomes
