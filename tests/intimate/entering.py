"""Entries in the format of records: the codec reads them before the rules."""

from intimate.codec import read_draws, read_entry
from intimate.entries import check
from intimate.play import play
from intimate.players import Player


def read_for(duel, plain):
    """Read an entry for a duel's current phase; None is a list that was not handed in."""
    return read_entry(plain, duel.kind)


def entries_for(duel, plain):
    """Read the entries {player: entry} of both."""
    read = {Player(player): read_for(duel, entry) for player, entry in plain.items()}
    return {player: entry for player, entry in read.items() if entry is not None}


def check_plain(duel, player, plain):
    """Read an entry and check it."""
    entry = read_for(duel, plain)
    if entry is not None:
        check(duel, player, entry)


def play_plain(duel, plain, lots=None):
    """Read entries and draws, and play the phase."""
    return play(duel, entries_for(duel, plain), read_draws(lots or {}))
