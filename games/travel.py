"""How far the units of a power got from home, for the *voyageur* of source 004 (VII)."""

from collections.abc import Iterable, Sequence

from adjudicator import Power, Province
from games.events import Happened
from games.game import OrdinaryGame
from games.play import Chapter


def spaces_travelled(
    first: OrdinaryGame, moves: Iterable[Chapter | Happened], powers: Iterable[Power]
) -> int:
    """Return the most spaces between a power's home centres and one of its units in a whole game.

    Land and sea count alike; next to a home centre it is 0. powers: of one player; the largest number counts.
    Home centres are those at the end, since in Escalation players name them late.
    """
    stands = [first]
    for moved in moves:
        stands += [*(passed.before for passed in moved.passed), moved.after]
    homes = stands[-1].position.board.homes
    return max((_spaces(stands, power, homes[power]) for power in powers), default=0)


def _spaces(stands: Sequence[OrdinaryGame], power: Power, homes: Iterable[Province]) -> int:
    steps = stands[0].position.board.distances(homes)
    reached = {unit.province for stand in stands for unit in stand.position.units_of(power)}
    return max((steps[province] - 1 for province in reached if steps.get(province)), default=0)
