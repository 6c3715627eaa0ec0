"""Progress of long work, on a terminal alone."""

from collections.abc import Iterable
from typing import Any

from tqdm import tqdm


def progress(what: str, steps: Iterable[Any] = (), total: float | None = None) -> Any:
    """The steps as an iterator that shows on a terminal how many are done, and nothing in a pipe: a
    `tqdm`. what: the work, such as "Checking games"; total: how many steps, if they can't say."""
    return tqdm(steps, what, total, leave=False, disable=None)
