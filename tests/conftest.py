"""How Python runs the tests."""

import gc

import pytest

# In so many seconds the longest of the slow tests is done, also where others run beside it.
SLOWEST = 3_600

# The games that a process keeps for all its tests are millions of objects. To go through them time and again
# was a fifth of `make test`, and found next to nothing: what is new is looked at once, and no more.
gc.set_threshold(1_000_000, 1_000)


def pytest_sessionfinish() -> None:
    """Leave out of the last collections, for which pytest takes seconds, what is kept until the end."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give slow tests more time before they count as hanging."""
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOWEST))
