"""What the greedy player likes: all its figures in one place."""

from typing import NamedTuple


class Prices(NamedTuple):
    """What provinces are worth before that is spread.

    goal: a home centre of the enemy's. guard: one's own, for each enemy that is near. centre: any other
    centre that the home power does not own. owned: one that it does, for each enemy that touches it. rich:
    another centre of the enemy's home power.
    """

    goal: float
    guard: float
    centre: float
    owned: float
    rich: float


class Taste(NamedTuple):
    """The figures of a greedy player.

    pull, nearer: the pull of a goal that is reached, and what it is multiplied by for each step that it is
    away; hurry: how much stronger it is in each year after the first. presence, rivalry: what a unit of one's
    own that could come too adds to a place, and what one of the enemy's takes off it. second_best: the chance
    to take the next best place, while it is nearly as good; nearly: how fast that chance falls with the
    difference. lowest_share, highest_share: of the reserve that is bid. noise: of bids. steepness: how much
    more than in proportion the useful are bid for. guarding: what nearness to one's own home counts beside
    nearness to the enemy's. winter_noise: of builds.
    """

    of_home: Prices = Prices(goal=100, guard=60, centre=25, owned=6, rich=25)
    of_hired: Prices = Prices(goal=30, guard=60, centre=4, owned=3, rich=30)
    pull: float = 60_000
    nearer: float = 0.75
    hurry: float = 0.3
    presence: float = 300
    rivalry: float = 400
    second_best: float = 0.5
    nearly: float = 10
    lowest_share: float = 0.85
    highest_share: float = 1.0
    noise: float = 0.2
    steepness: float = 1.3
    guarding: float = 0.8
    winter_noise: float = 0.1


DUMBBOT = Taste()
"""The figures that won the most games against others of this table."""

MANNERS = (
    DUMBBOT,
    Taste(second_best=0.3, nearly=5),
    Taste(pull=30_000, hurry=0.1, of_home=Prices(goal=100, guard=90, centre=40, owned=10, rich=20)),
    Taste(second_best=0.6, nearly=6, presence=500, rivalry=600),
)
"""What the greed of various people may be like."""
BIDDERS = Taste(lowest_share=0.55, noise=0.5)
"""How people may bid."""
