"""Random duels to think about: unusual combinations of presets, editions and settings."""

from functools import cache
from random import Random

from adjudicator import OFFERED, PhaseKind, standard
from intimate.play import awaits
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up, start_with_homes
from intimate.variants import PRESETS
from tests.builders import POWERS, duel_at, start
from tests.intimate.lottery import Lottery, dealt, played, position
from tests.intimate.random_duels import CHOICES

AUCTION, MOVEMENT = PhaseKind.AUCTION, PhaseKind.MOVEMENT
RETREATS, WINTER = PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS
WITH_HOMES = [preset for preset, rules in PRESETS.items() if rules.sides is None]
RESERVES = [0, 1, 7, 20, 20, 60, 10**6]
STANDS = sorted(standard().steps)
PLACES = sorted({unit.province for unit in STANDS})
ALIVE = ["AUSTRIA", "FRANCE", "GERMANY", "ITALY", "TURKEY"]
OPENING = duel_at(
    start(
        "S1903B",
        units={
            "AUSTRIA": ["A VIE"],
            "FRANCE": ["A MAR"],
            "GERMANY": ["A KIE"],
            "ITALY": ["A ROM"],
            "TURKEY": ["F SMY"],
        },
        centers={
            power: [centre] for power, centre in zip(ALIVE, ["VIE", "MAR", "KIE", "ROM", "SMY"], strict=True)
        },
    )
)


def lots(seed):
    """Return a repeatable source of random numbers; they need not be secret."""
    return Random(seed)  # noqa: S311


def rules_drawn(random):
    """Combine a preset, an edition and a few settings at random."""
    chosen = {name: random.choice(CHOICES[name]) for name in random.sample(sorted(CHOICES), 4)}
    limit = {"year_limit": random.choice([None, None, 1901, 1905, 1906])}
    return rules(random.choice(WITH_HOMES), chosen | limit, random.choice(list(OFFERED)))


def crowded(random):
    """Draw a start with 34 units and every centre owned."""
    places = random.sample(PLACES, 34)
    units = [random.choice([unit for unit in STANDS if unit.province == place]) for place in places]
    powers = random.sample(POWERS, 7)
    return {
        "phase": random.choice(["S1905M", "F1905M", "S1905B"]),
        "homes": {"first": powers[0], "second": powers[1]},
        "control": {power: random.choice(["first", "second"]) for power in powers[2:6]},
        "units": dealt(random, powers, [str(unit) for unit in units]),
        "centers": dealt(random, powers, sorted(standard().centres)),
    }


def one_sided(random):
    """Draw a start in which the second player commands no unit."""
    start = position(random)
    second = start["homes"]["second"]
    return {
        **start,
        "phase": random.choice(["S1905M", "F1905M"]),
        "units": {power: units for power, units in start["units"].items() if power != second},
        "control": dict.fromkeys(start["control"], "first"),
    }


def routed(random):
    """Draw a start in which units of both are dislodged, with places to go."""
    start = position(random)
    standing = sorted({unit.split()[1][:3] for units in start["units"].values() for unit in units})
    dislodged = {}
    for place in random.sample(standing, min(4, len(standing))):
        unit = random.choice([unit for unit in STANDS if unit.province == place])
        ways = [end for end in sorted(standard().steps[unit]) if end[:3] not in standing]
        if ways:
            power = random.choice(list(start["homes"].values()) + list(start["control"]))
            dislodged.setdefault(power, {})[str(unit)] = ways
    return {**start, "phase": random.choice(["S1905R", "F1905R"]), "dislodged": dislodged}


def duel_begun(random):
    """Draw the beginning of a duel: the opening, or a position with any reserves."""
    rules = rules_drawn(random)
    draw = random.choice([None, None, position, position, crowded, one_sided, routed])
    if draw is None:
        return set_up(
            rules, start_with_homes(rules, dict(zip(Player, random.sample(POWERS, 2), strict=True)))
        )
    reserves = {player: random.choice(RESERVES) for player in ("first", "second")}
    return set_up(rules, {**draw(random), "credits": reserves})


@cache
def duel_drawn(seed):
    """Draw a duel that awaits somebody, some time after its beginning."""
    random = lots(seed)
    while True:
        duel = duel_begun(random)
        steps = played(duel, Lottery(random, wild=0), random.choice([0, 0, 1, 2, 4, 8]))
        after = steps[-1][1].after if steps else duel
        if awaits(after):
            return after


@cache
def duels(count, kind=None):
    """Draw a number of duels, of a kind of phase if one is given."""
    found, seed = [], 0
    while len(found) < count:
        duel = duel_drawn(seed)
        if kind in {None, duel.kind}:
            found.append(duel)
        seed += 1
    return found
