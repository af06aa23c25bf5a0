"""Sets that the equations leave open, handed one by one to the resolver of single phases."""

from collections.abc import Iterator, Mapping

from adjudicator.battle import Battle
from adjudicator.bulk.slate import Slate
from adjudicator.decisions import dislodged
from adjudicator.gists import NOBODY, gist_of
from adjudicator.legality import holding
from adjudicator.orders import Move
from adjudicator.paradoxes import resolve


def resolve_singly(
    slate: Slate, columns: Mapping[int, int], sets: int, arrived: dict[int, int], beaten: list[int]
) -> None:
    """Judge the sets of a mask one by one, and write them over what `arrived` and `beaten` say of them."""
    for number, mask in arrived.items():
        arrived[number] = mask ^ (mask & sets)
    for unit, mask in enumerate(beaten):
        beaten[unit] = mask ^ (mask & sets)
    for bit in _bits(sets):
        numbers = [number for number, column in columns.items() if column & bit]
        battle = _judged(slate, numbers)
        for number in numbers:
            home = slate.lanes.homes[slate.unit_of[number]]
            if isinstance(slate.orders[number], Move) and battle.verdict[home]:
                arrived[number] |= bit
        for unit, home in enumerate(slate.lanes.homes):
            if dislodged(battle, home):
                beaten[unit] |= bit


def _judged(slate: Slate, numbers: list[int]) -> Battle:
    homes, board = slate.lanes.homes, slate.position.board
    gists = [NOBODY] * len(slate.scene.units)
    for home, unit in zip(homes, slate.units, strict=True):
        gists[home] = gist_of(board, holding(unit))
    for number in numbers:
        gists[homes[slate.unit_of[number]]] = gist_of(board, slate.orders[number])
    battle = Battle(slate.scene, gists)
    resolve(battle)
    return battle


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
