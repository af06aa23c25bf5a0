"""A movement phase: orders in; the position after it and the outcome of each order, with reasons, out."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.arguments import check_types
from adjudicator.battle import Battle
from adjudicator.board import NOWHERE, members
from adjudicator.compiled_orders import BOUNCE, CONVOY, SUPPORT, CompiledOrder, bounced
from adjudicator.decisions import attack, cuts_only_by_dislodging, defend, dislodged, hold, may_cut, prevent
from adjudicator.editions import STANDARD, Edition
from adjudicator.legality import Sound, sound_orders
from adjudicator.orders import Given
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import SUCCESS, Cause, Flag, Ordered, Outcome, Reason, Result
from adjudicator.scene import Scene
from adjudicator.units import Location, Power, Unit

CUT, DISRUPTED = (Flag.CUT,), (Flag.DISRUPTED,)
NO_CONVOY, VOID = (Flag.NO_CONVOY,), (Flag.VOID,)
USELESS = Outcome(NO_CONVOY, Reason(Cause.USELESS_CONVOY))
NO_CHAIN = Outcome(NO_CONVOY, Reason(Cause.NO_CONVOY))


def explain(battle: Battle, here: int, void: Reason | None, *, is_dislodged: bool) -> Outcome:
    """The outcome of one unit's order; DISLODGED is the last flag."""
    outcome = Outcome(VOID, void) if void else _outcome(battle, here)
    if not is_dislodged:
        return outcome
    enemy = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
    driven_out = Reason(Cause.DISLODGED, (battle.compiled[enemy].unit,))
    reasons = (outcome.reason, driven_out) if outcome.reason else (driven_out,)
    return Outcome((*outcome.flags, Flag.DISLODGED), *reasons)


def _outcome(battle: Battle, here: int) -> Outcome:
    order = battle.compiled[here]
    if battle.outcome[here] is not SUCCESS:
        return battle.outcome[here]
    if order.verb == CONVOY:
        return SUCCESS if _useful(battle, order.there, here) else USELESS
    if battle.verdict[here]:
        return SUCCESS
    if order.verb == SUPPORT:
        return Outcome(CUT, Reason(Cause.CUT, _units(battle, _cutters(battle, here))))
    return _failed_convoy(battle, here) if _convoy_failed(battle, here) else _bounce(battle, here)


def _convoy_failed(battle: Battle, here: int) -> bool:
    return battle.by_sea[here] and not battle.verdict[here + battle.size]


def _useful(battle: Battle, army: int, fleet: int) -> bool:
    """True if a fleet belongs to a complete chain; if all routes must hold, whether there is any chain."""
    chain = battle.chain_fleets(army)
    return bool(chain) if battle.edition.convoy_routes == "all" else chain >> fleet & 1 == 1


def _failed_convoy(battle: Battle, here: int) -> Outcome:
    chain = battle.chain_fleets(here)
    if not chain:
        return NO_CHAIN
    fleets = list(members(chain))
    if here in battle.paradox:
        return Outcome(DISRUPTED, Reason(Cause.PARADOX, _units(battle, fleets)))
    fatal = fleets if battle.edition.convoy_routes == "any" else battle.fleets[here]
    fallen = [fleet for fleet in fatal if dislodged(battle, fleet)]
    return Outcome(DISRUPTED, Reason(Cause.FLEET_DISLODGED, _units(battle, fallen)))


def _bounce(battle: Battle, here: int) -> Outcome:
    """Bounced with everything not weaker than the move: rivals, and the unit in its target."""
    there, opponent = battle.target[here], battle.opponent[here]
    strength = attack(battle, here)[0]
    if not strength:
        return Outcome(BOUNCE, Reason(Cause.OWN_UNIT, _units(battle, [there])))
    against: list[int] = []
    for rival in battle.attackers[there]:
        if rival != here and prevent(battle, rival)[0] >= strength:
            against.append(rival)  # noqa: PERF401  # a loop is quicker for so few
    staying = hold(battle, there) if opponent == NOWHERE else defend(battle, opponent)
    if staying[0] >= strength:
        against.append(there)
    if len(against) == 1:
        return battle.compiled[against[0]].bounce
    return bounced(_units(battle, against or _all_others(battle, here, there)))


def _all_others(battle: Battle, here: int, there: int) -> list[int]:
    """All other units in the target or ordered there; for a circle of moves without an outcome."""
    rivals = [rival for rival in battle.attackers[there] if rival != here]
    return rivals if battle.power[there] is None else [*rivals, there]


def _cutters(battle: Battle, here: int) -> list[int]:
    """Attackers that cut a support: those that arrive, from its aim only the one that dislodged it."""
    enemies = [enemy for enemy in battle.attackers[here] if may_cut(battle, enemy, here)]
    arriving = [enemy for enemy in enemies if battle.verdict[enemy + battle.size]]
    return [
        enemy
        for enemy in arriving
        if not cuts_only_by_dislodging(battle, enemy, here) or battle.verdict[enemy]
    ]


def _units(battle: Battle, numbers: list[int]) -> tuple[Unit, ...]:
    if len(numbers) == 1:
        return (battle.compiled[numbers[0]].unit,)
    return tuple(sorted([battle.compiled[number].unit for number in numbers]))


def adjudicate_movement(
    position: Position,
    orders: Given,
    edition: Edition = STANDARD,
) -> Result:
    """Resolve the orders of a movement phase; units without a legal order hold (DATC 4.D.3).

    `orders` {power: orders in the sequence of entry}. Supply centres do not change hands here.
    Raises OrderError for what is no order.
    """
    try:
        scene = Scene(position, edition)
        sound = sound_orders(scene, orders)
    except (AttributeError, TypeError):
        check_types(position, orders, edition)
        raise
    battle = Battle(scene, sound.compiled)
    resolve(battle)
    return _result(scene, sound, battle)


def _result(scene: Scene, sound: Sound, battle: Battle) -> Result:
    verdict = battle.verdict
    moved: list[CompiledOrder] = []
    failed: list[int] = []
    for move in battle.moves:
        if verdict[move.here]:
            moved.append(move)
        else:
            failed.append(move.here)
    taken = {move.there for move in moved}
    struck = {there for there in taken if battle.power[there] is not None and _stays(battle, there)}
    beaten = [sound.compiled[here] for here in scene.numbers if here in struck] if struck else []
    contested = _contested(battle, failed, taken)
    power_by_unit = scene.power_by_unit
    routed = {
        lost.unit: Dislodged(power_by_unit[lost.unit], _retreats(battle, lost, contested | taken))
        for lost in beaten
    }
    after = dict(power_by_unit)
    for order in (*moved, *beaten):
        del after[order.unit]
    for move in moved:
        after[move.landed] = power_by_unit[move.unit]
    return Result(
        Position(after, routed, scene.position.owners, {}, scene.board),
        LazyOutcomes(sound, battle, failed, struck),
        frozenset([battle.board.codes[there] for there in contested]),
    )


def _stays(battle: Battle, there: int) -> bool:
    """True if a province has a unit that does not leave."""
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


def _retreats(battle: Battle, lost: CompiledOrder, closed: set[int]) -> tuple[Location, ...]:
    """The locations to which a dislodged unit may retreat: vacant and not `closed`.

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


class LazyOutcomes(Mapping[Power, Mapping[Ordered, Outcome]]):
    """The outcome of each order. They are computed on the first access, since searches never need them."""

    def __init__(self, sound: Sound, battle: Battle, failed: list[int], struck: set[int]) -> None:
        self._pending: tuple[Sound, Battle, list[int], set[int]] | None = sound, battle, failed, struck
        self._found: dict[Power, dict[Ordered, Outcome]] = {}

    def __getitem__(self, power: Power) -> Mapping[Ordered, Outcome]:
        return self._all()[power]

    def __iter__(self) -> Iterator[Power]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type[dict[Power, Any]], tuple[object, ...]]:
        """Copies and pickles are plain mappings."""
        return dict, (self._all(),)

    def _all(self) -> dict[Power, dict[Ordered, Outcome]]:
        if self._pending:
            self._found = _explain_all(*self._pending)
            self._pending = None
        return self._found


def _explain_all(
    sound: Sound, battle: Battle, failed: list[int], struck: set[int]
) -> dict[Power, dict[Ordered, Outcome]]:
    """Compute the outcome of each order; reasons only for those that may have failed."""
    found, void = battle.outcome.copy(), sound.void
    cut = [here for here in battle.attacked_supports if not battle.verdict[here]]
    for here in {*failed, *cut, *void, *struck, *battle.convoying}:
        found[here] = explain(battle, here, void.get(here), is_dislodged=here in struck)
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    last: Power | None = None
    mine: dict[Ordered, Outcome] = {}
    numbers, compiled = battle.scene.numbers, battle.compiled
    for at, power in enumerate(battle.scene.power_by_unit.values()):
        if power is not last:
            mine, last = outcomes.setdefault(power, {}), power
        here = numbers[at]
        mine[compiled[here].unit] = found[here]
    return outcomes
