"""Why an order of a movement phase did not succeed, as a reason that names who stood against it."""

from adjudicator.battle import NOWHERE, Battle
from adjudicator.decisions import dislodged
from adjudicator.orders import Convoy, Move, Support
from adjudicator.results import Cause, Flag, Outcome, Reason
from adjudicator.strengths import attack, defend, hold, prevent
from adjudicator.units import Unit


def explain(battle: Battle, here: int, void: Reason | None, *, is_dislodged: bool) -> Outcome:
    """The outcome of the order of one unit; a dislodged unit carries that flag last."""
    fault = (Flag.VOID, void) if void else _fault(battle, battle.units[here], here)
    flags = [fault[0]] if fault else []
    reason = fault[1] if fault else None
    if is_dislodged:
        flags.append(Flag.DISLODGED)
        enemy = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
        reason = reason or Reason(Cause.DISLODGED, _units(battle, [enemy]))
    return Outcome(tuple(flags), reason)


def _fault(battle: Battle, unit: Unit, here: int) -> tuple[Flag, Reason] | None:
    match battle.orders[unit]:
        case Move() if not battle.verdict[here]:
            return _failed_convoy(battle, here) if _drowned(battle, here) else _bounce(battle, here)
        case Support(supported=other) | Convoy(army=other) if unit in battle.mismatched:
            return Flag.VOID, Reason(Cause.MISMATCH, (other,))
        case Support() if not battle.verdict[here]:
            return Flag.CUT, Reason(Cause.CUT, _units(battle, _cutters(battle, here)))
        case Convoy(army=army) if not _useful(battle, army, here):
            return Flag.NO_CONVOY, Reason(Cause.USELESS_CONVOY)
    return None


def _drowned(battle: Battle, here: int) -> bool:
    return battle.by_sea[here] and not battle.verdict[here + battle.size]


def _useful(battle: Battle, army: Unit, fleet: int) -> bool:
    """Whether a chain ordered for the army includes the fleet."""
    return battle.board.codes[fleet] in battle.chain(army)


def _failed_convoy(battle: Battle, here: int) -> tuple[Flag, Reason]:
    army = battle.units[here]
    chain = battle.chain(army)
    if not chain:
        return Flag.NO_CONVOY, Reason(Cause.NO_CONVOY)
    fleets = [battle.board.index[code] for code in sorted(chain)]
    if here in battle.paradox:
        return Flag.DISRUPTED, Reason(Cause.PARADOX, _units(battle, fleets))
    fallen = [fleet for fleet in fleets if dislodged(battle, fleet)]
    return Flag.DISRUPTED, Reason(Cause.FLEET_DISLODGED, _units(battle, fallen))


def _bounce(battle: Battle, here: int) -> tuple[Flag, Reason]:
    """All that the move did not outdo: rivals, and whoever stayed or met it head to head."""
    there, opponent = battle.target[here], battle.opponent[here]
    strength = attack(battle, here)[0]
    if not strength:
        return Flag.BOUNCE, Reason(Cause.OWN_UNIT, _units(battle, [there]))
    against = [
        rival for rival in battle.attackers[there] if rival != here and prevent(battle, rival)[0] >= strength
    ]
    staying = hold(battle, there) if opponent == NOWHERE else defend(battle, opponent)
    if staying[0] >= strength:
        against.append(there)
    return Flag.BOUNCE, Reason(Cause.BOUNCED, _units(battle, against))


def _cutters(battle: Battle, here: int) -> list[int]:
    """Attackers that cut a support: those from elsewhere than its aim, or the one that entered."""
    enemies = [enemy for enemy in battle.attackers[here] if battle.power[enemy] != battle.power[here]]
    arriving = [enemy for enemy in enemies if battle.verdict[enemy + battle.size]]
    return [enemy for enemy in arriving if enemy != battle.aim[here] or battle.verdict[enemy]]


def _units(battle: Battle, numbers: list[int]) -> tuple[Unit, ...]:
    return tuple(sorted(battle.units[number] for number in numbers))
