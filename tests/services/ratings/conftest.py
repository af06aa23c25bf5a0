"""A small season on a database of each kind."""

import pytest

from services.ratings.recomputing import differences
from tests.fixtures_site import NOON
from tests.season import Season

PLAYERS = ("anna", "boris", "clara", "dora")


@pytest.fixture
def season(any_database):
    """Return a season of four, of which nothing has been played."""
    return Season(any_database, PLAYERS, NOON)


@pytest.fixture
def differing():
    """Return a function that names what is stored otherwise than the duels have it."""

    def differing(database):
        with database.reading() as session:
            return [difference.what for difference in differences(session)]

    return differing
