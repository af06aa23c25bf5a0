"""The strengths of DATC 5.B, each as its least and greatest value while decisions are open."""

from adjudicator.battle import NOWHERE, Battle

Range = tuple[int, int]
NONE: Range = (0, 0)


def supports(battle: Battle, helpers: list[int]) -> Range:
    """How many of the supports are given."""
    least = most = 0
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
    """HOLD STRENGTH of a province: of the unit in it, unless that unit leaves."""
    if battle.power[here] is None:
        return NONE
    if battle.target[here] == NOWHERE:
        least, most = supports(battle, battle.helpers[here])
        return 1 + least, 1 + most
    leaves = battle.verdict[here]
    return (0 if leaves is not False else 1), (0 if leaves else 1)


def defend(battle: Battle, here: int) -> Range:
    """DEFEND STRENGTH of a unit in a head-to-head battle; every support of its move counts."""
    least, most = supports(battle, battle.helpers[here])
    return 1 + least, 1 + most


def attack(battle: Battle, here: int) -> Range:
    """ATTACK STRENGTH of a move.

    While the unit in its target stays, supports of that unit's own power do not count, and
    nothing counts against a unit of the same power (1971 IX.3).
    """
    arrives = battle.verdict[here + battle.size] if battle.by_sea[here] else True
    if arrives is False:
        return NONE
    there = battle.target[here]
    defender = battle.power[there]
    helpers = battle.helpers[here]
    least, most = supports(battle, helpers)
    whole = (1 + least, 1 + most)
    stays: bool | None = defender is not None
    if stays and battle.target[there] != NOWHERE and battle.opponent[here] == NOWHERE:
        leaves = battle.verdict[there]
        stays = None if leaves is None else not leaves
    if stays is False:
        strength = whole
    else:
        against = NONE
        if defender != battle.power[here]:
            least, most = supports(battle, [helper for helper in helpers if battle.power[helper] != defender])
            against = (1 + least, 1 + most)
        strength = against if stays else (against[0], whole[1])
    return (strength[0] if arrives else 0), strength[1]


def prevent(battle: Battle, here: int) -> Range:
    """PREVENT STRENGTH of a move: none when its convoy fails or it lost a head-to-head battle."""
    arrives = battle.verdict[here + battle.size] if battle.by_sea[here] else True
    if arrives is False:
        return NONE
    opponent = battle.opponent[here]
    beaten = battle.verdict[opponent] if opponent != NOWHERE else False
    if beaten:
        return NONE
    least, most = supports(battle, battle.helpers[here])
    return (1 + least if arrives and beaten is False else 0), 1 + most
