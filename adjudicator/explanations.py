"""Reasons of failed orders of a movement phase, naming the units that caused the failure."""

from adjudicator.battle import Battle
from adjudicator.board import members
from adjudicator.decisions import dislodged, may_cut, spares
from adjudicator.gists import BOUNCE, CONVOY, NOWHERE, SUPPORT, bounced
from adjudicator.results import SUCCESS, Cause, Flag, Outcome, Reason
from adjudicator.strengths import attack, defend, hold, prevent
from adjudicator.units import Unit

CUT, DISRUPTED = (Flag.CUT,), (Flag.DISRUPTED,)
NO_CONVOY, VOID = (Flag.NO_CONVOY,), (Flag.VOID,)
USELESS = Outcome(NO_CONVOY, Reason(Cause.USELESS_CONVOY))
NO_CHAIN = Outcome(NO_CONVOY, Reason(Cause.NO_CONVOY))


def explain(battle: Battle, here: int, void: Reason | None, *, is_dislodged: bool) -> Outcome:
    """The outcome of the order of one unit; a dislodged unit carries that flag last."""
    outcome = Outcome(VOID, void) if void else _outcome(battle, here)
    if not is_dislodged:
        return outcome
    enemy = next(enemy for enemy in battle.attackers[here] if battle.verdict[enemy])
    driven_out = Reason(Cause.DISLODGED, (battle.gists[enemy].unit,))
    reasons = (outcome.reason, driven_out) if outcome.reason else (driven_out,)
    return Outcome((*outcome.flags, Flag.DISLODGED), *reasons)


def _outcome(battle: Battle, here: int) -> Outcome:
    gist = battle.gists[here]
    if battle.outcome[here] is not SUCCESS:
        return battle.outcome[here]
    if gist.verb == CONVOY:
        return SUCCESS if _useful(battle, gist.there, here) else USELESS
    if battle.verdict[here]:
        return SUCCESS
    if gist.verb == SUPPORT:
        return Outcome(CUT, Reason(Cause.CUT, _units(battle, _cutters(battle, here))))
    return _failed_convoy(battle, here) if _convoy_failed(battle, here) else _bounce(battle, here)


def _convoy_failed(battle: Battle, here: int) -> bool:
    return battle.by_sea[here] and not battle.verdict[here + battle.size]


def _useful(battle: Battle, army: int, fleet: int) -> bool:
    """True if the fleet belongs to a complete chain; where all must hold, if there is one at all."""
    chain = battle.chain(army)
    return bool(chain) if battle.edition.convoy_routes == "all" else chain >> fleet & 1 == 1


def _failed_convoy(battle: Battle, here: int) -> Outcome:
    chain = battle.chain(here)
    if not chain:
        return NO_CHAIN
    fleets = list(members(chain))
    if here in battle.paradox:
        return Outcome(DISRUPTED, Reason(Cause.PARADOX, _units(battle, fleets)))
    fatal = fleets if battle.edition.convoy_routes == "any" else battle.fleets[here]
    fallen = [fleet for fleet in fatal if dislodged(battle, fleet)]
    return Outcome(DISRUPTED, Reason(Cause.FLEET_DISLODGED, _units(battle, fallen)))


def _bounce(battle: Battle, here: int) -> Outcome:
    """Bounced with all that the move was not stronger than: rivals, and the unit in its target."""
    there, opponent = battle.target[here], battle.opponent[here]
    strength = attack(battle, here)[0]
    if not strength:
        return Outcome(BOUNCE, Reason(Cause.OWN_UNIT, _units(battle, [there])))
    against: list[int] = []
    for rival in battle.attackers[there]:
        if rival != here and prevent(battle, rival)[0] >= strength:
            against.append(rival)  # noqa: PERF401  # a loop is quicker where there are so few
    staying = hold(battle, there) if opponent == NOWHERE else defend(battle, opponent)
    if staying[0] >= strength:
        against.append(there)
    if len(against) == 1:
        return battle.gists[against[0]].bounce
    return bounced(_units(battle, against or _all_others(battle, here, there)))


def _all_others(battle: Battle, here: int, there: int) -> list[int]:
    """All other units in the target or ordered there: nobody need be stronger in a circle without outcome."""
    rivals = [rival for rival in battle.attackers[there] if rival != here]
    return rivals if battle.power[there] is None else [*rivals, there]


def _cutters(battle: Battle, here: int) -> list[int]:
    """Attackers that cut a support: those that arrive and do not spare it, or the one that entered."""
    enemies = [enemy for enemy in battle.attackers[here] if may_cut(battle, enemy, here)]
    arriving = [enemy for enemy in enemies if battle.verdict[enemy + battle.size]]
    return [enemy for enemy in arriving if not spares(battle, enemy, here) or battle.verdict[enemy]]


def _units(battle: Battle, numbers: list[int]) -> tuple[Unit, ...]:
    if len(numbers) == 1:
        return (battle.gists[numbers[0]].unit,)
    return tuple(sorted([battle.gists[number].unit for number in numbers]))
