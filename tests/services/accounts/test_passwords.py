"""Hashing passwords: a few at once, some wait their turn, others are refused."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest
from argon2 import PasswordHasher

from services.accounts import passwords
from services.accounts.passwords import HashQueue, TooManyHashes
from tests.fixtures_site import PASSWORD

THREADS = 8


class CountingHasher:
    """A hasher that counts how many hashes it computes at once."""

    def __init__(self):
        self.quick, self.lock = PasswordHasher(1, 8, 1), Lock()
        self.running = self.most = 0

    def hash(self, password):
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        Event().wait(0.01)  # lets the other threads catch up
        with self.lock:
            self.running -= 1
        return self.quick.hash(password)

    def verify(self, _, password):
        return bool(self.hash(password))


@pytest.mark.parametrize(
    "act",
    [
        lambda queue: passwords.hashed(PASSWORD, "anna", queue),
        lambda queue: passwords.matches(PASSWORD, "hash", queue),
    ],
    ids=["hashed", "matches"],
)
def test_the_number_of_hashes_at_once_is_limited_and_all_get_their_turn(act, monkeypatch):
    hasher = CountingHasher()
    monkeypatch.setattr(passwords, "hasher", hasher)
    queue = HashQueue(at_once=2, waiting=THREADS)
    with ThreadPoolExecutor(THREADS) as threads:
        answers = list(threads.map(lambda _: act(queue), range(THREADS)))
    assert all(answers)
    assert hasher.most == 2


def test_a_full_queue_and_a_long_wait_for_a_hash_are_refused():
    queue = HashQueue(at_once=1, waiting=1, seconds=0.01)
    with queue.turn():
        with pytest.raises(TooManyHashes), queue.turn():
            raise AssertionError("nobody else has a turn")
        with queue._places, pytest.raises(TooManyHashes), queue.turn():
            raise AssertionError("nobody else may wait")
    with queue.turn():
        pass


def test_a_turn_ends_when_hashing_fails():
    queue = HashQueue(at_once=1, waiting=0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), queue.turn():
            raise ZeroDivisionError
