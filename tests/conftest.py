"""Set-up for all tests."""

import gc
import os

from hypothesis import HealthCheck, settings

# Before NumPy is imported: there are as many test processes as processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

gc.disable()  # until all tests are collected: imports make no garbage

pytest_plugins = [
    "tests.fixtures_parts",
    "tests.fixtures_postgres",
    "tests.fixtures_site",
    "tests.fixtures_once",
    "tests.fixtures_duels",
    "tests.fixtures_telling",
]

# A busy machine must not fail an example, so none has a deadline.
settings.register_profile("laptop", deadline=None, max_examples=30)
# The verdict on a change must depend on the change alone; laptops and the soak tests try new examples.
settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "laptop"))


def pytest_collection_modifyitems(items):
    """Run slow tests first: at the end they would leave the other processes idle."""
    items.sort(key=lambda item: not any(map(item.get_closest_marker, ("e2e", "slow", "soak"))))


def pytest_collection_finish():
    """Exclude everything collected so far from garbage collection: modules and thousands of tests.

    Each site makes much garbage at once; collecting it at the default rate takes a fifth of the test time.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


def pytest_sessionfinish():
    """Collect garbage once; pytest would do so five times, in everything that is left."""
    gc.collect()
    gc.freeze()
