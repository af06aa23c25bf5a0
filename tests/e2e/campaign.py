"""A whole duel as data: what each player enters in each phase, and what should come of it."""

import tomllib
from functools import cache
from pathlib import Path

from tests.builders import chapter, record

KINDS = ("homes", "bids", "orders")


@cache
def campaign():
    """Return the phases in order: the name, and the entry of each player."""
    with Path(__file__).with_name("campaign.toml").open("rb") as file:
        return tuple(tomllib.load(file)["phase"])


def phases():
    return [phase["name"] for phase in campaign()]


def entered(phase, player):
    """Return the entry of a player in the stored format."""
    return {kind: phase[player][kind] for kind in KINDS if kind in phase[player]}


def players(phase):
    return [player for player in ("first", "second") if player in phase]


def plain_record():
    """Return the record of the whole duel, replayed by the rules alone."""
    return record(
        *(
            chapter(phase["name"], {player: entered(phase, player) for player in players(phase)})
            for phase in campaign()
        )
    )
