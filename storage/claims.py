"""Who claims rows, for how long, and what of their own commits they leave to others.

a bot                    its commits claim their posts and timers, and it does them at once
a process that thinks    its commits leave posts and clocks free; whoever looks next claims them
"""

from collections.abc import Callable
from typing import Final, NamedTuple

LEASE: Final = 30.0  # seconds for which a row is claimed
SOON: Final = 600.0  # a timer that is due within so many seconds is claimed by who sets it


class Duties(NamedTuple):
    """What a process does of all that commits leave to be done. posts: it sends them; timers:
    whether it does what timers of a kind are for."""

    posts: bool = True
    timers: Callable[[str], bool] = lambda kind: True


EVERYTHING: Final = Duties()


class Claimant(NamedTuple):
    """Who claims rows, by the name of their process, and what the clock for claims shows."""

    name: str
    now: float
    duties: Duties = EVERYTHING

    @property
    def until(self) -> float:
        """When a claim is over that is made now."""
        return self.now + LEASE

    def of_posts(self) -> "Claimant":
        """Who claims a post that is written now."""
        return self if self.duties.posts else NOBODY


NOBODY: Final = Claimant("", -LEASE)  # whose claims are over
