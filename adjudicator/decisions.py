"""The decisions of DATC 5.B: moves that succeed, supports that are given, convoys that stand."""

from adjudicator.battle import Battle
from adjudicator.gists import NOWHERE
from adjudicator.strengths import arrives, attack, defend, hold, prevent


def succeeds(battle: Battle, here: int) -> bool | None:
    """MOVE: it is stronger than a unit that stays in the target, and than every other move there."""
    there, opponent = battle.target[here], battle.opponent[here]
    if battle.power[there] is None and len(battle.attackers[there]) == 1:
        return arrives(battle, here)
    least, most = attack(battle, here)
    floor, ceiling = hold(battle, there) if opponent == NOWHERE else defend(battle, opponent)
    if most <= floor:
        return False
    certain = least > ceiling
    for rival in battle.attackers[there]:
        if rival != here:
            floor, ceiling = prevent(battle, rival)
            if most <= floor:
                return False
            certain = certain and least > ceiling
    return True if certain else None


def dislodged(battle: Battle, here: int) -> bool | None:
    """DISLODGE: the unit does not leave, and another one enters."""
    leaves = battle.verdict[here] if battle.target[here] != NOWHERE else False
    if leaves:
        return False
    entered: bool | None = False
    for attacker in battle.attackers[here]:
        enters = battle.verdict[attacker]
        if enters:
            return True if leaves is False else None
        if enters is None:
            entered = None
    return entered


def given(battle: Battle, here: int) -> bool | None:
    """SUPPORT: not cut by an attack from elsewhere than its aim, nor by being dislodged (1971 X)."""
    answer: bool | None = True
    for attacker in battle.attackers[here]:
        if not may_cut(battle, attacker, here):
            continue
        cut = battle.verdict[attacker] if spares(battle, attacker, here) else arrives(battle, attacker)
        if cut:
            return False
        if cut is None:
            answer = None
    return answer


def may_cut(battle: Battle, attacker: int, here: int) -> bool:
    """True if an attack can cut a support: not of its own power (1971 IX.6), nor one spared by 1971 XII.5."""
    return battle.power[attacker] != battle.power[here] and (attacker, here) not in battle.spared


def spares(battle: Battle, attacker: int, here: int) -> bool:
    """True if an attack comes from where the support is aimed, and so cuts it only by dislodging."""
    return attacker == battle.gists[here].aim and battle.edition.aimed_attack == "spares"


def stands(battle: Battle, here: int) -> bool | None:
    """PATH: of the chains ordered to convoy the army one, or all, are not dislodged (DATC 4.A.1)."""
    if battle.edition.convoy_routes == "all":
        return _all_hold(battle, here)
    fates = {fleet: dislodged(battle, fleet) for fleet in battle.fleets[here]}
    if _linked(battle, here, {fleet for fleet, fate in fates.items() if fate is False}):
        return True
    if _linked(battle, here, {fleet for fleet, fate in fates.items() if not fate}):
        return None
    return False


def _all_hold(battle: Battle, here: int) -> bool | None:
    """There is a chain, and no fleet ordered to convoy the army is dislodged (1971 XII.3, XII.4)."""
    fates = {dislodged(battle, fleet) for fleet in battle.fleets[here]}
    if True in fates or not battle.chain(here):
        return False
    return None if None in fates else True


def _linked(battle: Battle, here: int, fleets: set[int]) -> bool:
    touching = battle.board.touching
    reached = [here]
    while reached:
        place = reached.pop()
        if place != here and battle.target[here] in touching[place]:
            return True
        nearby = fleets & touching[place]
        fleets = fleets - nearby
        reached.extend(nearby)
    return False


def decide(battle: Battle, decision: int) -> bool | None:
    """Evaluate the equation of a decision with what is known now; None when that does not suffice."""
    if decision >= battle.size:
        return stands(battle, decision - battle.size)
    if battle.target[decision] != NOWHERE:
        return succeeds(battle, decision)
    return given(battle, decision)


def reads(battle: Battle, decision: int) -> set[int]:
    """The open decisions that the equation of a decision looks at."""
    here = decision % battle.size
    if decision >= battle.size:
        looked_at = {enemy for fleet in battle.fleets[here] for enemy in battle.attackers[fleet]}
    elif battle.target[here] == NOWHERE:
        enemies = battle.attackers[here]
        looked_at = {*enemies, *(enemy + battle.size for enemy in enemies)}
    else:
        looked_at = _read_by_move(battle, here)
    return {other for other in looked_at if battle.verdict[other] is None}


def _read_by_move(battle: Battle, here: int) -> set[int]:
    """Of a rival only what its strength depends on; its own leaving counts only where it may be beaten."""
    there = battle.target[here]
    looked_at = {there, *battle.helpers[there]}
    for rival in battle.attackers[there]:
        looked_at.update(battle.helpers[rival], (rival + battle.size,))
        if battle.target[there] == rival:
            looked_at.add(rival)
        if rival != here and battle.opponent[rival] != NOWHERE:
            looked_at.add(battle.opponent[rival])
    return looked_at - {here}
