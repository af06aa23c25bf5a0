"""Stored things as a program sees them: players, clocks, figures of both sides."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeVar

from clocks.terms import Clock
from intimate.players import Player
from models import User
from web.api.shapes.common import PlayerSeen, Side
from web.api.shapes.terms import ClockShown
from web.words.names import player_name

Figure = TypeVar("Figure")


def player_seen(name: str, kind: str) -> PlayerSeen:
    """Show an account as others see it."""
    return PlayerSeen(name=name, kind=kind)


def user_seen(user: User) -> PlayerSeen:
    """Show an account as others see it; whoever has no name of their own has one by words."""
    return player_seen(player_name(user), user.kind)


def side(player: Player) -> Side:
    """Name a player."""
    return player.value


def by_side(figures: Mapping[Player, Figure]) -> dict[Side, Figure]:
    """Name both players of some figures, the first one first."""
    return {side(player): figures[player] for player in Player if player in figures}


def clock_seen(clock: Clock) -> ClockShown:
    """Show a clock."""
    return ClockShown(**asdict(clock))
