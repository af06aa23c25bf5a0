"""A whole duel as data: what each player enters, phase by phase, and where the rules say that it leads."""

import tomllib
from functools import cache
from pathlib import Path

from tests.builders import chapter, record

KINDS = ("homes", "bids", "orders")


@cache
def campaign():
    """Return the phases in order: name, and what each player whom it awaits enters."""
    with Path(__file__).with_name("campaign.toml").open("rb") as file:
        return tuple(tomllib.load(file)["phase"])


def phases():
    return [phase["name"] for phase in campaign()]


def entered(phase, player):
    """Return the entry of a player as it is stored."""
    return {kind: phase[player][kind] for kind in KINDS if kind in phase[player]}


def players(phase):
    return [player for player in ("first", "second") if player in phase]


def plain_record():
    """Return the record of the whole duel, as the pure rules replay it."""
    return record(
        *(
            chapter(phase["name"], {player: entered(phase, player) for player in players(phase)})
            for phase in campaign()
        )
    )
