"""The figures by which positions are judged; `tools/weights.py` makes them by games won."""

import json
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Self

FILE = "weights.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts for how much, in log-odds unless said otherwise.

    Of a threat against a home centre: spring_open, autumn_open: its odds at even strength before autumn and
    before the next spring. spring_edge, autumn_edge: what each unit of superiority adds. hired_next: the part
    of a mercenary that counts before it is hired anew. build_guard: how much a build that is due guards.
    Of the position: pull_near, pull_far: units of a home power close to the enemy's home centres, and on
    their way. ward: units close to their own home centres. unit, centre: each unit, each supply centre of a
    home power. stand: a unit on a centre before autumn. reach: centres close to units. hired_near, hired_far,
    hired_ward: mercenaries close to the enemy's home, on their way, and close to one's own. idle_near,
    idle_far: the same of mercenaries whose service is over. temper: how far the sum decides the duel.
    Of an auction: offence, defence, body: what a mercenary's closeness to the enemy's home, to one's own, and
    each of its units are worth. credit: each credit kept. thrift: how fast further credits are worth less.
    habit: how far an enemy is expected to follow habit who is known to. daring: by what part of the reserve a
    sheet may exceed it.
    """

    spring_open: float = -0.2
    spring_edge: float = 0.9
    autumn_open: float = -0.6
    autumn_edge: float = 0.65
    hired_next: float = 0.4
    build_guard: float = 0.7
    pull_near: float = 0.5
    pull_far: float = 3.0
    ward: float = 0.1
    unit: float = 0.4
    centre: float = 0.5
    stand: float = 0.3
    reach: float = 0.6
    hired_near: float = 0.3
    hired_far: float = 0.5
    hired_ward: float = 0.2
    idle_near: float = 0.1
    idle_far: float = 0.3
    temper: float = 0.15
    offence: float = 0.3
    defence: float = 0.3
    body: float = 0.05
    credit: float = 0.05
    thrift: float = 0.03
    habit: float = 0.75
    daring: float = 0.0

    @classmethod
    def load(cls) -> "Weights":
        """Read the weights that were made last."""
        return _load()

    @classmethod
    def names(cls) -> list[str]:
        """List the names of all weights."""
        return [field.name for field in fields(cls)]

    def as_mapping(self) -> dict[str, float]:
        """Return the weights by name."""
        return asdict(self)

    def altered(self, changes: dict[str, float]) -> Self:
        """Return the weights with some of them altered."""
        return replace(self, **changes)


@cache
def _load() -> Weights:
    return Weights(**json.loads((files("opponent") / FILE).read_text(encoding="utf-8")))
