"""The names of players as a reader sees them: those of members as they are, the others by words."""

from collections.abc import Mapping
from typing import Protocol

from intimate.players import Player
from models import StoredDuel, User
from web.frame.translation import gettext
from web.words.levels import level_name


def player_name(user: User) -> str:
    """The name of an account: the opponent's is its level, and a guest's that they are one."""
    if user.level is not None:
        return level_name(user.level)
    return guest_name() if user.kind == "guest" else user.name


def guest_name() -> str:
    """Whoever has no name of their own."""
    return gettext("Guest")


class WithPlayers(Protocol):
    """A duel, as far as it is known who plays it."""

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players, as they are stored."""


def names_of(duel: WithPlayers) -> Mapping[Player, str]:
    """The names of both players."""
    if isinstance(duel, StoredDuel):
        return {player: player_name(user) for player, user in duel.players.items()}
    return duel.names


def is_named(user: User) -> bool:
    """Tell whether an account has a name and a page of its own."""
    return user.level is None and user.kind != "guest"
