"""The cache makes things once, counts them, and drops the longest unused beyond a number of bytes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from web.core.cache import Cache, Counts, cache


@pytest.fixture
def made():
    """Return a list of the keys made so far."""
    return []


def look_up(kept, made, *keys, size=10):
    """Look up things of one size each; return the answers."""

    def make(key):
        made.append(key)
        return f"thing {key}"

    return [kept.made_once(key, lambda key=key: make(key), lambda _: size) for key in keys]


def test_a_thing_is_made_once_and_every_use_is_counted(made):
    kept = Cache(100)
    assert look_up(kept, made, "a", "b", "a", "a") == ["thing a", "thing b", "thing a", "thing a"]
    assert made == ["a", "b"]
    assert kept.counts == Counts(hits=2, misses=2, evictions=0)


def test_an_empty_result_is_cached_too(made):
    kept = Cache(100)
    for _ in range(2):
        assert kept.made_once("a", lambda: made.append("a"), lambda _: 1) is None
    assert made == ["a"]


def test_beyond_its_bytes_the_longest_unused_is_dropped(made):
    kept = Cache(30)
    look_up(kept, made, "a", "b", "c", "a", "d")
    assert kept.counts.evictions == 1
    look_up(kept, made, "a", "c", "d")
    assert made == ["a", "b", "c", "d"]
    look_up(kept, made, "b")
    assert made == ["a", "b", "c", "d", "b"]
    assert kept.counts == Counts(hits=4, misses=5, evictions=2)


def test_it_never_holds_more_bytes_than_it_may(made):
    kept = Cache(95)
    for number in range(50):
        look_up(kept, made, number, size=number % 40)
        assert kept._bytes == sum(size for _, size in kept._things.values()) <= 95
    assert kept.counts.evictions > 30


def test_a_value_larger_than_the_cache_is_returned_but_not_kept(made):
    kept = Cache(30)
    assert look_up(kept, made, "huge", "huge", size=31) == ["thing huge"] * 2
    assert made == ["huge", "huge"]
    assert not kept._things


def test_a_value_larger_than_the_cache_evicts_nothing(made):
    kept = Cache(30)
    look_up(kept, made, "a")
    look_up(kept, made, "huge", size=31)
    look_up(kept, made, "a")
    assert (made, kept.counts.evictions) == (["a", "huge"], 0)


def test_a_replaced_value_frees_the_bytes_of_the_old_one():
    kept = Cache(100)
    assert kept.latest("a") is None
    kept.replace("a", "old", 60)
    kept.replace("a", "new", 50)
    kept.replace("b", "other", 50)
    assert (kept.latest("a"), kept.latest("b"), kept.counts.evictions) == ("new", "other", 0)


def test_a_failure_is_not_kept(made):
    kept = Cache(100)
    with pytest.raises(ZeroDivisionError):
        kept.made_once("a", lambda: 1 / 0)
    assert look_up(kept, made, "a") == ["thing a"]


def test_threads_that_ask_at_once_all_get_the_same_thing_and_none_is_counted_twice():
    kept, barrier = Cache(1000), Barrier(8)

    def ask(_):
        barrier.wait(30)
        return kept.made_once("a", lambda: "thing", lambda _: 10)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(ask, range(8))) == {"thing"}
    assert kept.counts.hits + kept.counts.misses == 8
    assert kept._bytes == 10


def test_each_application_has_its_own_cache_of_the_configured_size(sqlite_database, site_with):
    one, other = (site_with(sqlite_database, **settings) for settings in ({}, {"CACHE_BYTES": 5}))
    with one.app_context():
        first = cache()
    with other.app_context():
        assert cache() is not first
        assert (cache().most_bytes, first.most_bytes) == (5, 64 * 1024 * 1024)


def test_a_site_with_room_for_nothing_still_answers(sqlite_database, site_with):
    site = site_with(sqlite_database, CACHE_BYTES=0)
    reader = site.test_client()
    pages = [reader.get(path).status_code for path in ("/", "/duels/watch", "/challenges/") for _ in range(2)]
    assert pages == [200] * 6
    with site.app_context():
        assert (cache().counts.hits, cache()._things) == (0, {})
        assert cache().counts.misses > 0
