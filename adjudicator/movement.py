"""A movement phase: orders in, the position after it and what became of each order out."""

from adjudicator.battle import NOWHERE, Battle
from adjudicator.board import Board, standard
from adjudicator.decisions import dislodged
from adjudicator.edition import STANDARD, Edition
from adjudicator.explanations import explain, mismatch
from adjudicator.legality import Scene, Sound, sound_orders
from adjudicator.missing import Given
from adjudicator.paradoxes import resolve
from adjudicator.position import Dislodged, Position
from adjudicator.results import SUCCESS, Ordered, Outcome, Outcomes, Result
from adjudicator.strengths import prevent
from adjudicator.units import Location, Power, Province, Unit, province_of


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
    after: dict[Unit, Power] = {}
    beaten: list[int] = []
    for here, unit in battle.units.items():
        if battle.target[here] != NOWHERE and battle.verdict[here]:
            unit = Unit(unit.kind, battle.moves[here].to)  # noqa: PLW2901  # where it is now
        elif battle.attackers[here] and dislodged(battle, here):
            beaten.append(here)
            continue
        after[unit] = battle.owner(here)
    occupied = {unit.province for unit in after}
    contested = _contested(battle, occupied)
    barred = occupied | contested
    routed = {
        battle.units[here]: Dislodged(battle.owner(here), _retreats(battle, here, barred)) for here in beaten
    }
    outcomes = _outcomes(sound, battle, beaten)
    return Result(Position(after, routed, position.owners), outcomes, contested)


def _contested(battle: Battle, occupied: set[Province]) -> frozenset[Province]:
    """Provinces left vacant by a stand-off (1971 XI)."""
    failed = [here for here in battle.open if here < battle.size and not battle.verdict[here]]
    codes = {
        battle.board.codes[battle.target[here]]
        for here in failed
        if battle.target[here] != NOWHERE and prevent(battle, here)[1]
    }
    return frozenset(codes - occupied)


def _retreats(battle: Battle, here: int, barred: set[Province]) -> tuple[Location, ...]:
    """Where a dislodged unit may go: not to where its attacker came from by land (1971 XI, DATC 4.A.5)."""
    unit = battle.units[here]
    attacker = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
    may_return = battle.by_sea[attacker] and battle.edition.convoy_origin_retreat == "allowed"
    origin = NOWHERE if may_return else attacker
    return tuple(
        location
        for location in battle.board.borders[unit.kind][unit.location]
        if province_of(location) not in barred and battle.board.number[location] != origin
    )


def _outcomes(sound: Sound, battle: Battle, beaten: list[int]) -> Outcomes:
    """What became of each order; only of those that may have failed is more to be said."""
    void = {battle.board.number[unit.location]: reason for unit, reason in sound.void.items()}
    doubtful = {*void, *beaten, *battle.convoying}
    outcomes: dict[Power, dict[Ordered, Outcome]] = {}
    for here, unit in battle.units.items():
        if here in doubtful or not battle.verdict[here]:
            outcome = explain(battle, here, void.get(here), is_dislodged=here in beaten)
        elif here in battle.mismatched:
            outcome = mismatch(battle.mismatched[here])
        else:
            outcome = SUCCESS
        power = battle.owner(here)
        if power not in outcomes:
            outcomes[power] = {}
        outcomes[power][unit] = outcome
    return outcomes
