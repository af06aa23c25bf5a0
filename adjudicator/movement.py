"""A movement phase: orders in, the position after it and the outcome of each order out."""

from adjudicator.battle import Battle
from adjudicator.decisions import dislodged
from adjudicator.editions import STANDARD, Edition
from adjudicator.explanations import explain, mismatch
from adjudicator.legality import Sound, sound_orders
from adjudicator.orders import Given
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import SUCCESS, Ordered, Outcome, Outcomes, Result
from adjudicator.scene import NOWHERE, Scene
from adjudicator.strengths import prevent
from adjudicator.units import Location, Power, Unit


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
    battle = Battle(scene, sound.orders)
    resolve(battle)
    return _result(scene, sound, battle)


def _result(scene: Scene, sound: Sound, battle: Battle) -> Result:
    moved = {here: move for here, move in battle.moves.items() if battle.verdict[here]}
    beaten = [here for here in scene.units if battle.attackers[here] and dislodged(battle, here)]
    contested = _contested(battle)
    routed = {
        scene.units[here]: Dislodged(scene.powers[here], _retreats(battle, here, contested))
        for here in beaten
    }
    after = dict(scene.position.units)
    for here in (*moved, *beaten):
        del after[scene.units[here]]
    for here, move in moved.items():
        after[Unit(move.unit.kind, move.to)] = scene.powers[here]
    return Result(
        Position(after, routed, scene.position.owners, board=scene.board),
        _outcomes(scene, sound, battle, beaten),
        frozenset(battle.board.codes[there] for there in contested),
    )


def _contested(battle: Battle) -> set[int]:
    """Provinces left vacant by a stand-off (1971 XI)."""
    failed = [here for here in battle.moves if not battle.verdict[here]]
    disputed = {battle.target[here] for here in failed if prevent(battle, here)[1]}
    return {there for there in disputed if not _occupied(battle, there)}


def _occupied(battle: Battle, there: int) -> bool:
    """True if a unit is in a province after all moves."""
    if any(battle.verdict[attacker] for attacker in battle.attackers[there]):
        return True
    leaves = battle.target[there] != NOWHERE and battle.verdict[there]
    return battle.power[there] is not None and not leaves


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


def _outcomes(scene: Scene, sound: Sound, battle: Battle, beaten: list[int]) -> Outcomes:
    """The outcome of each order; reasons are sought only for those that may have failed."""
    failed = [decision for decision in battle.open if not battle.verdict[decision]]
    doubtful = {*sound.void, *beaten, *battle.convoying, *(decision % battle.size for decision in failed)}
    found = {here: mismatch(other) for here, other in battle.mismatched.items()}
    for here in doubtful:
        found[here] = explain(battle, here, sound.void.get(here), is_dislodged=here in beaten)
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    for here, power in scene.powers.items():
        if power not in outcomes:
            outcomes[power] = {}
        outcomes[power][scene.units[here]] = found.get(here, SUCCESS)
    return outcomes
