"""A position set up instead of the choice of homes, for studies and tests (docs/formats.md, `start`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator import (
    Phase,
    PhaseError,
    PhaseKind,
    PositionError,
    Power,
    centers_by_power,
    dislodged_by_power,
    read_position,
    standard,
    units_by_power,
)
from intimate.duel import Duel, begin
from intimate.errors import DuelError
from intimate.play import pass_idle_phases
from intimate.players import Player
from intimate.rules import Rules

Plain = Mapping[str, Any]
MOST_CREDITS = 10**6
"""Far beyond any reserve; a sum of longer numbers could not be written again."""


def _object(start: Plain, field: str) -> Mapping[str, Any]:
    value = start.get(field)
    if not isinstance(value, Mapping | None):
        raise DuelError(f"start.{field}", "must be an object")
    return value or {}


def _homes(start: Plain) -> dict[Player, Power]:
    given = _object(start, "homes")
    powers = standard().powers
    homes = [given.get(player.value) for player in Player]
    if any(home not in powers for home in homes) or len(set(homes)) != len(homes):
        raise DuelError("start.homes", "must give each player a power of their own")
    return {player: Power(str(given[player.value])) for player in Player}


def _credits(start: Plain) -> dict[Player, int]:
    given = _object(start, "credits")
    reserves = {player: given.get(player.value, 0) for player in Player}
    for player, amount in reserves.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST_CREDITS:
            raise DuelError(
                f"start.credits.{player.value}", f"{amount!r} is not a whole number from 0 to {MOST_CREDITS}"
            )
    return reserves


def _control(start: Plain, homes: Mapping[Player, Power]) -> dict[Power, Player]:
    control = {}
    for power, player in _object(start, "control").items():
        if player is None:
            continue
        if power not in standard().powers or power in homes.values():
            raise DuelError(f"start.control.{power}", "is no mercenary")
        if player not in list(Player):
            raise DuelError(f"start.control.{power}", f"there is no player {player!r}")
        control[Power(power)] = Player(player)
    return control


def _lists(start: Plain, field: str) -> Mapping[str, Any]:
    table = _object(start, field)
    for power, items in table.items():
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise DuelError(f"start.{field}.{power}", "must be a list")
    return table


def _dislodged(start: Plain) -> Mapping[str, Any]:
    table = _object(start, "dislodged")
    for power, units in table.items():
        if not isinstance(units, Mapping):
            raise DuelError(f"start.dislodged.{power}", "must be an object")
        for unit, places in units.items():
            if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
                raise DuelError(f"start.dislodged.{power}.{unit}", "must be a list of places")
    return table


def _phase(rules: Rules, start: Plain) -> Phase:
    name = start.get("phase")
    try:
        phase = Phase.parse(name) if isinstance(name, str) else None
    except PhaseError as error:
        raise DuelError("start.phase", error.message) from error
    if phase is None or phase.kind is PhaseKind.HOMES:
        raise DuelError("start.phase", f"{name!r} is no phase to start from")
    if (phase.season, phase.kind) not in rules.calendar:
        raise DuelError("start.phase", f"{name!r} is no phase of a duel between sides")
    return phase


def start_with_homes(rules: Rules, homes: Mapping[Player, Power]) -> Plain:
    """Write the first auction of a duel whose players agreed on their home powers.

    Raises DuelError unless each of the two players has a power of their own.
    """
    if rules.sides:
        raise DuelError("start.homes", "sides have no home powers")
    homes = _homes({"homes": homes})
    duel, _ = pass_idle_phases(replace(begin(rules), homes=homes))
    return {
        "phase": str(duel.phase),
        "homes": {player.value: homes[player] for player in Player},
        "credits": {player.value: duel.credits[player] for player in Player},
        "units": units_by_power(duel.position),
        "centers": centers_by_power(duel.position),
    }


def start_at(duel: Duel, first: Player = Player.FIRST) -> Plain:
    """Write the position of a duel as a start for another one.

    first: which of the two is the first player there. Years of service, claims, offers and requests are
    left out. Raises DuelError if no phase is awaited, or if sides would have to change places.
    """
    if duel.phase is None or duel.kind is PhaseKind.HOMES:
        raise DuelError("start.phase", "there is no phase to start from")
    if duel.rules.sides and first is not Player.FIRST:
        raise DuelError("start.control", "sides do not change places")
    seats = {first: Player.FIRST, first.opponent: Player.SECOND}
    dislodged = {"dislodged": dislodged_by_power(duel.position)} if duel.position.dislodged else {}
    return {
        "phase": str(duel.phase),
        "homes": {seats[player].value: home for player, home in duel.homes.items()},
        "credits": {seats[player].value: amount for player, amount in duel.credits.items()},
        "control": {power: seats[player].value for power, player in duel.control.items()},
        "units": units_by_power(duel.position),
        "centers": centers_by_power(duel.position),
        **dislodged,
    }


def set_up(rules: Rules, start: Plain) -> Duel:
    """Return the duel that begins with a position; victory is not tested, idle phases are passed.

    Raises DuelError, which names the field, for an invalid start.
    """
    if not isinstance(start, Mapping):
        raise DuelError("start", "must be an object")
    phase = _phase(rules, start)
    homes = {} if rules.sides else _homes(start)
    dislodged = _dislodged(start) if phase.kind is PhaseKind.RETREATS else {}
    try:
        position = read_position(_lists(start, "units"), _lists(start, "centers"), dislodged)
    except PositionError as error:
        raise DuelError(f"start.{error.field}", error.message) from error
    at_auction = phase.kind is PhaseKind.AUCTION
    duel = Duel(
        rules,
        phase,
        homes,
        _credits(start),
        {} if at_auction else _control(start, homes),
        position=position,
        eventful_year=not at_auction,
    )
    return pass_idle_phases(duel)[0]
