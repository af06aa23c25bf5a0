"""Coming to a live duel, which begins once both are there."""

from datetime import datetime

from clocks.running import arrive
from intimate.players import Player
from models import StoredDuel


def note_arrival(stored: StoredDuel, player: Player, now: datetime) -> None:
    """Note that a player is there; a duel that has begun is left as it is."""
    if stored.phase is not None:
        stored.times = arrive(stored.clock, stored.times, player, stored.phase.kind, stored.awaited, now)
