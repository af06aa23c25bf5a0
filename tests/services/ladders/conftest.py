"""A ladder of ten."""

import pytest

from tests.services.ladders.scene import Scene

NAMES = tuple("abcdefghij")


@pytest.fixture
def scene(sqlite_database):
    """Return a ladder with a to j in this order; k and l are outside."""
    return Scene(sqlite_database, (*NAMES, "k", "l")).join(*NAMES)
