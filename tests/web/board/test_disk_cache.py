"""Pictures on disk: whole or not there, for their owner alone, the least recently used out first."""

import os
import threading

import pytest

from web.board.disk_cache import LOCK, DiskCache

ROOMY = 1000


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "pictures"


@pytest.fixture
def cache(folder):
    """Return a cache with room for a thousand bytes."""
    return DiskCache(folder, ROOMY)


def store(cache, name, content):
    with cache.locked():
        cache.store(name, content)


def names(folder):
    return {file.name for file in folder.iterdir()} - {LOCK}


def grow_old(folder, name, seconds):
    stat = (folder / name).stat()
    os.utime(folder / name, (stat.st_atime - seconds, stat.st_mtime - seconds))


def test_what_was_stored_is_loaded_by_whoever_shares_the_folder(cache, folder):
    assert cache.load("a") is None
    assert "a" not in cache
    store(cache, "a", b"picture")
    for each in (cache, DiskCache(folder, ROOMY)):
        assert each.load("a") == b"picture"
        assert "a" in each


def test_only_the_owner_reads_them(cache, folder):
    store(cache, "a", b"picture")
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_least_recently_used_are_removed_when_there_is_no_room(cache, folder):
    for age, name in enumerate("cba"):
        store(cache, name, bytes(300))
        grow_old(folder, name, 100 - age)
    assert cache.load("c") == bytes(300)
    store(cache, "d", bytes(300))
    assert names(folder) == {"a", "c", "d"}
    store(cache, "e", bytes(300))
    assert names(folder) == {"c", "d", "e"}


def test_what_is_larger_than_all_the_room_does_not_stay(cache, folder):
    store(cache, "a", bytes(ROOMY + 1))
    assert names(folder) == set()


def test_what_a_crash_left_unfinished_counts_and_is_removed_in_its_turn(cache, folder):
    store(cache, "a", bytes(10))
    (folder / "b.0.part").write_bytes(bytes(ROOMY))
    grow_old(folder, "b.0.part", 100)
    store(cache, "c", bytes(10))
    assert names(folder) == {"a", "c"}


def test_what_cannot_be_written_whole_is_not_stored_at_all(cache, folder):
    with cache.locked(), pytest.raises(TypeError):
        cache.store("a", "no bytes")
    assert names(folder) == set()


def test_one_at_a_time_holds_the_folder(cache, folder):
    held, order = threading.Event(), []

    def second():
        held.wait()
        with DiskCache(folder, ROOMY).locked():
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    with cache.locked():
        held.set()
        other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]
