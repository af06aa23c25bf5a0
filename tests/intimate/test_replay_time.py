"""A record is read and replayed at once, however long the duel was."""

import time

import pytest

from intimate.record import load
from intimate.replay import replay
from tests.intimate.long_duel import ten_years

pytestmark = pytest.mark.slow
LIMIT, ROUNDS = 0.1, 3


def seconds(record):
    began = time.process_time()
    lines = list(replay(load(record)))
    assert len(lines) == len(record["chapters"]) + 1
    return time.process_time() - began


def test_a_duel_of_ten_years_is_replayed_within_a_tenth_of_a_second():
    record = ten_years()
    assert record["chapters"][-1]["phase"].startswith(("W1910", "F1910"))
    assert min(seconds(record) for _ in range(ROUNDS)) < LIMIT
