"""A ladder of ten."""

import pytest

from tests.services.ladders.scene import Scene

NAMES = tuple("abcdefghij")


@pytest.fixture
def scene(sqlite_database):
    """Return a ladder on which a to j stand in the order of their names; k and l are outside."""
    return Scene(sqlite_database, (*NAMES, "k", "l")).join(*NAMES)
