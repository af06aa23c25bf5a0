"""What all tests share."""

import gc
import os

from hypothesis import HealthCheck, settings

# Before NumPy is imported: tests run in as many processes as there are processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

gc.disable()  # until all tests are collected: importing makes no garbage

pytest_plugins = [
    "tests.fixtures_parts",
    "tests.fixtures_postgres",
    "tests.fixtures_site",
    "tests.fixtures_once",
    "tests.fixtures_duels",
    "tests.fixtures_telling",
]

# A busy machine is no reason to fail, so no example has a deadline.
settings.register_profile("laptop", deadline=None, max_examples=30)
# The verdict on a change must depend on the change alone; new examples are sought on laptops and in the soak.
settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "laptop"))


def pytest_collection_modifyitems(items):
    """Begin with what takes long: left to the end, it would keep one process busy and the others idle."""
    items.sort(key=lambda item: not any(map(item.get_closest_marker, ("e2e", "slow", "soak"))))


def pytest_collection_finish():
    """Let the collector of garbage pass over all that stays to the end: modules, and thousands of tests.

    Each site is a great deal of garbage at once; to look for it as often as usual takes a fifth of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


def pytest_sessionfinish():
    """Look for garbage once; pytest does so five times more, in all that is left."""
    gc.collect()
    gc.freeze()
