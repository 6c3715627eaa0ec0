"""Share the tests out among the workers: each begins with its part of the long ones, so little is
left for the end, and no core waits there for another one's last test.

pytest-xdist gives each worker a run of the tests, in their order and of the same length; an idle
worker takes half of the end of the longest run. A test that comes next is never taken away.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

Test = TypeVar("Test")


def workers() -> int:
    """The number of workers, as pytest-xdist tells each of them."""
    return int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def dealt(slow: Sequence[Test], quick: Sequence[Test], hands: int) -> list[Test]:
    """All of them in that order: run by run, in each its share of the slow ones first."""
    order, rest, others = list[Test](), len(slow) + len(quick), iter(quick)
    for hand in range(hands):
        length = rest // (hands - hand)
        share = slow[hand::hands]
        order += [*share, *islice(others, max(0, length - len(share)))]
        rest -= length
    return [*order, *others]
