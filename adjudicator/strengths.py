"""The strengths of DATC 5.B, each as its least and greatest value while decisions are open."""

from adjudicator.battle import Battle
from adjudicator.gists import NOWHERE

Range = tuple[int, int]
NONE: Range = (0, 0)
ALONE: Range = (1, 1)


def backed(battle: Battle, helpers: list[int]) -> Range:
    """A unit with those of the supports that are given."""
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
    """HOLD STRENGTH of a province: of the unit in it, unless that unit leaves."""
    if battle.power[here] is None:
        return NONE
    if battle.target[here] == NOWHERE:
        return backed(battle, battle.helpers[here])
    leaves = battle.verdict[here]
    return (0 if leaves is not False else 1), (0 if leaves else 1)


def force(battle: Battle, here: int) -> Range:
    """A move with all its supports."""
    return backed(battle, battle.helpers[here])


def force_against(battle: Battle, here: int) -> Range:
    """A move with those of its supports that do not come from the power of the unit in its target."""
    helpers = battle.helpers[here]
    if not helpers:
        return ALONE
    defender = battle.power[battle.target[here]]
    return backed(battle, [helper for helper in helpers if battle.power[helper] != defender])


def stays(battle: Battle, here: int) -> bool | None:
    """True if a unit stays in the target of a move, as far as the move is concerned."""
    there = battle.target[here]
    if battle.power[there] is None:
        return False
    if battle.target[there] == NOWHERE or battle.opponent[here] != NOWHERE:
        return True
    leaves = battle.verdict[there]
    return None if leaves is None else not leaves


def between(certain: bool | None, if_so: Range, if_not: Range) -> Range:  # noqa: FBT001  # a verdict, not a flag
    """The range of a strength that depends on something undecided; `if_so` is the smaller one."""
    if certain is None:
        return if_so[0], if_not[1]
    return if_so if certain else if_not


def arrives(battle: Battle, here: int) -> bool | None:
    """True if a move gets to its target at all: by land always, by sea with its convoy."""
    return battle.verdict[here + battle.size] if battle.by_sea[here] else True


def attack(battle: Battle, here: int) -> Range:
    """ATTACK STRENGTH of a move.

    While the unit in its target stays, supports of that unit's own power do not count, and
    nothing counts against a unit of the same power (1971 IX.3).
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


def _lasting(battle: Battle, here: int) -> Range:
    """The force of a move against other moves; see the switch `self_dislodging_support`."""
    if not battle.helpers[here]:
        return ALONE
    if battle.edition.self_dislodging_support == "counts":
        return force(battle, here)
    return between(stays(battle, here), force_against(battle, here), force(battle, here))


def defend(battle: Battle, here: int) -> Range:
    """DEFEND STRENGTH of a unit in a head-to-head battle; every support of its move counts."""
    return _lasting(battle, here)


def _beaten(battle: Battle, here: int) -> bool | None:
    """True if a unit is driven out by one from where it goes, and has no effect there (1971 IX.7)."""
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
    least, most = _lasting(battle, here)
    return (least if coming and beaten is False else 0), most
