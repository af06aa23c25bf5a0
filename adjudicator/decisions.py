"""The strengths and decisions of DATC 5.B."""

from adjudicator.battle import Battle
from adjudicator.board import NOWHERE

Range = tuple[int, int]
NONE: Range = (0, 0)
ALONE: Range = (1, 1)


def strength_with(battle: Battle, helpers: list[int]) -> Range:
    """The strength of a unit: least with its certain supports, most with undecided ones."""
    if not helpers:
        return ALONE
    least = most = 1
    verdict = battle.verdict
    for helper in helpers:
        given = verdict[helper]
        if given:
            least += 1
            most += 1
        elif given is None:
            most += 1
    return least, most


def hold(battle: Battle, here: int) -> Range:
    """HOLD STRENGTH of a province: that of its unit, unless the unit leaves."""
    if battle.power[here] is None:
        return NONE
    if battle.target[here] == NOWHERE:
        return strength_with(battle, battle.helpers[here])
    leaves = battle.verdict[here]
    return (0 if leaves is not False else 1), (0 if leaves else 1)


def force(battle: Battle, here: int) -> Range:
    """The strength of a move with all its supports."""
    return strength_with(battle, battle.helpers[here])


def force_against(battle: Battle, here: int) -> Range:
    """The strength of a move without the supports by the power of the unit in its target."""
    helpers = battle.helpers[here]
    if not helpers:
        return ALONE
    defender = battle.power[battle.target[here]]
    return strength_with(battle, [helper for helper in helpers if battle.power[helper] != defender])


def stays(battle: Battle, here: int) -> bool | None:
    """True if the target of a move stays occupied: by a unit that does not leave, or comes head-to-head."""
    there = battle.target[here]
    if battle.power[there] is None:
        return False
    if battle.target[there] == NOWHERE or battle.opponent[here] != NOWHERE:
        return True
    leaves = battle.verdict[there]
    return None if leaves is None else not leaves


def between(certain: bool | None, if_so: Range, if_not: Range) -> Range:  # noqa: FBT001  # a verdict, not a flag
    """The range of a strength that depends on a verdict; if_so: the smaller one."""
    if certain is None:
        return if_so[0], if_not[1]
    return if_so if certain else if_not


def arrives(battle: Battle, here: int) -> bool | None:
    """True if a move reaches its target: by land always, by sea if its convoy stands."""
    return battle.verdict[here + battle.size] if battle.by_sea[here] else True


def attack(battle: Battle, here: int) -> Range:
    """ATTACK STRENGTH of a move.

    While the unit in the target stays, supports by that unit's power do not count, and the strength against a
    unit of the same power is 0 (1971 IX.3).
    """
    kin = battle.power[battle.target[here]] == battle.power[here]
    if not (kin or battle.helpers[here] or battle.by_sea[here]):
        return ALONE
    coming = arrives(battle, here)
    if coming is False:
        return NONE
    least, most = force(battle, here)
    staying = stays(battle, here)
    if staying is not False:
        against = NONE if kin else force_against(battle, here)
        least, most = between(staying, against, (least, most))
    return (least if coming else 0), most


def _force_against_moves(battle: Battle, here: int) -> Range:
    """The force of a move against other moves; see the switch `self_dislodging_support`."""
    if not battle.helpers[here]:
        return ALONE
    if battle.edition.self_dislodging_support == "counts":
        return force(battle, here)
    return between(stays(battle, here), force_against(battle, here), force(battle, here))


def defend(battle: Battle, here: int) -> Range:
    """DEFEND STRENGTH of a unit in a head-to-head battle: its force against moves."""
    return _force_against_moves(battle, here)


def _beaten(battle: Battle, here: int) -> bool | None:
    """True if a unit is dislodged from its target's province, and so has no effect there (1971 IX.7)."""
    opponent = battle.opponent[here]
    if opponent != NOWHERE:
        return battle.verdict[opponent]
    there = battle.target[here]
    if battle.edition.dislodged_effect == "unless_convoyed" or battle.target[there] != here:
        return False
    enters, leaves = battle.verdict[there], battle.verdict[here]
    if enters is False or leaves:
        return False
    return True if enters and leaves is False else None


def prevent(battle: Battle, here: int) -> Range:
    """PREVENT STRENGTH of a move: none when its convoy fails or it lost a head-to-head battle."""
    coming = arrives(battle, here)
    beaten = _beaten(battle, here)
    if coming is False or beaten:
        return NONE
    least, most = _force_against_moves(battle, here)
    return (least if coming and beaten is False else 0), most


def succeeds(battle: Battle, here: int) -> bool | None:
    """MOVE: stronger than a unit that stays in the target, and than every other move there."""
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


def support_holds(battle: Battle, here: int) -> bool | None:
    """SUPPORT: cut by any attack except from its aim, and by being dislodged (1971 X)."""
    answer: bool | None = True
    for attacker in battle.attackers[here]:
        if not may_cut(battle, attacker, here):
            continue
        cut = (
            battle.verdict[attacker]
            if cuts_only_by_dislodging(battle, attacker, here)
            else arrives(battle, attacker)
        )
        if cut:
            return False
        if cut is None:
            answer = None
    return answer


def may_cut(battle: Battle, attacker: int, here: int) -> bool:
    """True if an attack can cut a support: by another power (1971 IX.6), and not barred by 1971 XII.5."""
    return battle.power[attacker] != battle.power[here] and (attacker, here) not in battle.protected_supports


def cuts_only_by_dislodging(battle: Battle, attacker: int, here: int) -> bool:
    """True if an attack comes from the aim of the support, and so cuts it only by dislodging."""
    return attacker == battle.compiled[here].aim and battle.edition.aimed_attack == "spares"


def convoy_holds(battle: Battle, here: int) -> bool | None:
    """PATH: a chain of fleets ordered to convoy the army holds; in some editions all must (DATC 4.A.1)."""
    if battle.edition.convoy_routes == "all":
        return _all_hold(battle, here)
    fates = {fleet: dislodged(battle, fleet) for fleet in battle.fleets[here]}
    if _linked(battle, here, {fleet for fleet, fate in fates.items() if fate is False}):
        return True
    if _linked(battle, here, {fleet for fleet, fate in fates.items() if not fate}):
        return None
    return False


def _all_hold(battle: Battle, here: int) -> bool | None:
    """True if there is a chain, and no fleet ordered to convoy the army is dislodged (1971 XII.3, XII.4)."""
    fates = {dislodged(battle, fleet) for fleet in battle.fleets[here]}
    if True in fates or not battle.chain_fleets(here):
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
    """Evaluate the equation of a decision; None if too little is decided yet."""
    if decision >= battle.size:
        return convoy_holds(battle, decision - battle.size)
    if battle.target[decision] != NOWHERE:
        return succeeds(battle, decision)
    return support_holds(battle, decision)


def depends_on(battle: Battle, decision: int) -> set[int]:
    """The open decisions that the equation of a decision depends on."""
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
    """The decisions that a move depends on.

    They are about the unit in its target, and about all moves there: their supports, their convoys, and
    whether they are beaten head-to-head.
    """
    there = battle.target[here]
    looked_at = {there, *battle.helpers[there]}
    for rival in battle.attackers[there]:
        looked_at.update(battle.helpers[rival], (rival + battle.size,))
        if battle.target[there] == rival:
            looked_at.add(rival)
        if rival != here and battle.opponent[rival] != NOWHERE:
            looked_at.add(battle.opponent[rival])
    return looked_at - {here}
