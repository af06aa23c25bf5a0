"""A small season in each kind of database."""

import pytest

from services.ratings.recomputing import differences
from tests.fixtures_site import NOON
from tests.season import Season

PLAYERS = ("anna", "boris", "clara", "dora")


@pytest.fixture
def season(any_database):
    """Return a season of four without any duels."""
    return Season(any_database, PLAYERS, NOON)


@pytest.fixture
def differing():
    """Return a function that lists the stored values that differ from a recount."""

    def differing(database):
        with database.reading() as session:
            return [difference.what for difference in differences(session)]

    return differing
