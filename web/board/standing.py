"""A position as a table: the units and centres of each power, and its commander."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator import PhaseKind, Power, Unit, standard
from intimate.duel import Duel
from intimate.players import Player
from web.words.names import by_name
from web.words.numbers import collation_key
from web.words.orders import place_label, unit_label


class PowerStanding(StrEnum):
    """The standing of a power in a duel."""

    HOME = "home"
    HIRED = "hired"
    FOR_HIRE = "for-hire"
    ANARCHY = "anarchy"
    NEUTRAL = "neutral"
    UNOWNED = "unowned"


@dataclass(frozen=True)
class PowerRow:
    """One power: its standing, its commander, its units and centres in the order of their names."""

    power: Power
    standing: PowerStanding
    player: Player | None
    units: Sequence[Unit]
    centres: Sequence[str]
    dislodged: Sequence[Unit] = ()


def is_hired(duel: Duel, power: Power) -> bool:
    """Tell whether a power is hired for a year, and not a home power."""
    commander = duel.commander(power)
    return commander is not None and power not in duel.own(commander)


def is_lawless(duel: Duel, power: Power) -> bool:
    """Tell whether a power is in anarchy: neither a home power nor hired, and no auction is to come."""
    return standing_of(duel, power) is PowerStanding.ANARCHY


def lawless_powers(duel: Duel) -> Collection[Power]:
    """Find the powers in anarchy."""
    return {power for power in duel.mercenaries if is_lawless(duel, power)}


def standing_of(duel: Duel, power: Power) -> PowerStanding:
    """Find the place of a power."""
    if not duel.own(Player.FIRST):
        return PowerStanding.UNOWNED
    if power in duel.homes.values():
        return PowerStanding.HOME
    if duel.commander(power):
        return PowerStanding.HIRED
    if duel.rules.sides:
        return PowerStanding.NEUTRAL
    return PowerStanding.FOR_HIRE if duel.kind is PhaseKind.AUCTION else PowerStanding.ANARCHY


def rows(duel: Duel) -> list[PowerRow]:
    """List the powers still on the board: each player's own, then the others by name."""
    own = [power for player in Player for power in duel.own(player)]
    own = [power for power in own if power in duel.alive or power in duel.homes.values()]
    others = set(duel.mercenaries if own else standard().powers)
    return [_row(duel, power) for power in (*own, *by_name(others))]


def commanders(duel: Duel) -> Mapping[Power, Player]:
    """Map each commanded power to its player."""
    return {power: player for player in Player for power in duel.commands(player)}


def _row(duel: Duel, power: Power) -> PowerRow:
    position = duel.position
    return PowerRow(
        power,
        standing_of(duel, power),
        duel.commander(power),
        sorted(position.units_of(power), key=_by_name),
        sorted(map(place_label, position.centres_of(power)), key=collation_key),
        sorted(position.dislodged_of(power), key=_by_name),
    )


def _by_name(unit: Unit) -> str:
    return collation_key(unit_label(unit))
