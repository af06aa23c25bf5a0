"""A movement phase: orders in, the position after it and the outcome of each order out."""

from adjudicator.battle import Battle
from adjudicator.editions import STANDARD, Edition
from adjudicator.explanations import explain
from adjudicator.gists import NOWHERE, Gist
from adjudicator.legality import Sound, sound_orders
from adjudicator.orders import Given
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import Ordered, Outcome, Outcomes, Result
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
    scene = Scene(position, edition)
    sound = sound_orders(scene, orders)
    battle = Battle(scene, sound.gists)
    resolve(battle)
    return _result(scene, sound, battle)


def _result(scene: Scene, sound: Sound, battle: Battle) -> Result:
    verdict = battle.verdict
    moved: list[Gist] = []
    failed: list[int] = []
    for move in battle.moves:
        if verdict[move.here]:
            moved.append(move)
        else:
            failed.append(move.here)
    taken = {move.there for move in moved}
    struck = {there for there in taken if battle.power[there] is not None and _stays(battle, there)}
    beaten = [sound.gists[here] for here in scene.numbers if here in struck] if struck else []
    contested = _contested(battle, failed, taken)
    owners = scene.owners
    routed = {
        lost.unit: Dislodged(owners[lost.unit], _retreats(battle, lost, contested | taken)) for lost in beaten
    }
    after = dict(owners)
    for gist in (*moved, *beaten):
        del after[gist.unit]
    for move in moved:
        after[move.landed] = owners[move.unit]
    return Result(
        Position(after, routed, scene.position.owners, board=scene.board),
        _outcomes(sound, battle, failed, struck),
        frozenset([battle.board.codes[there] for there in contested]),
    )


def _stays(battle: Battle, there: int) -> bool:
    """True if there is a unit in a province that does not leave it."""
    if battle.target[there] == NOWHERE:
        return battle.power[there] is not None
    return not battle.verdict[there]


def _contested(battle: Battle, failed: list[int], taken: set[int]) -> set[int]:
    """Provinces left vacant by a stand-off (1971 XI)."""
    found: set[int] = set()
    for here in failed:
        there = battle.target[here]
        if there not in taken and not _stays(battle, there) and prevent(battle, here)[1]:
            found.add(there)
    return found


def _retreats(battle: Battle, lost: Gist, closed: set[int]) -> tuple[Location, ...]:
    """The locations where a dislodged unit may go: those that nobody is in and that are not `closed`.

    Not the province that its attacker came from by land (1971 XI, DATC 4.A.5).
    """
    unit = lost.unit
    attacker = next(enemy for enemy in battle.attackers[lost.here] if battle.verdict[enemy])
    may_return = battle.by_sea[attacker] and battle.edition.convoy_origin_retreat == "allowed"
    barred = closed if may_return else {*closed, attacker}
    return tuple(
        location
        for location in battle.board.borders[unit.kind][unit.location]
        if (there := battle.board.number[location]) not in barred and not _stays(battle, there)
    )


def _outcomes(sound: Sound, battle: Battle, failed: list[int], struck: set[int]) -> Outcomes:
    """The outcome of each order; reasons are sought only for those that may have failed."""
    found, void = battle.outcome.copy(), sound.void
    cut = [here for here in battle.doubted if not battle.verdict[here]]
    for here in {*failed, *cut, *void, *struck, *battle.convoying}:
        found[here] = explain(battle, here, void.get(here), is_dislodged=here in struck)
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    last: Power | None = None
    mine: dict[Ordered, Outcome] = {}
    numbers, gists = battle.scene.numbers, battle.gists
    for at, power in enumerate(battle.scene.owners.values()):
        if power is not last:
            mine, last = outcomes.setdefault(power, {}), power
        here = numbers[at]
        mine[gists[here].unit] = found[here]
    return outcomes
