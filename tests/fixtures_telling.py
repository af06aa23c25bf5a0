"""Servers on loopback that messages are sent to."""

import pytest

from tests.receivers import mailing, receiving


@pytest.fixture
def receiver():
    """Yield (a receiver of HTTP, its address)."""
    with receiving() as served:
        yield served


@pytest.fixture
def mailbox():
    """Yield (a mailbox, the address of its server)."""
    with mailing() as served:
        yield served
