"""What somebody gives to chance when they open or join a lobby.

It is a number that Discord has assigned, never the key by which a wish is known: keys hold ids of
people and words of browsers, and the row that names a contribution is public.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

_ASSIGNED: Final = re.compile("[1-9][0-9]{16,19}")


@dataclass(frozen=True, order=True, slots=True)
class Contribution:
    """The id of a press, a command, a line or a post. Raises ValueError for any other number."""

    id: int

    def __post_init__(self) -> None:
        if _ASSIGNED.fullmatch(str(self.id)) is None:
            raise ValueError(f"Discord has assigned no {self.id}")

    def __str__(self) -> str:
        return str(self.id)

    @classmethod
    def of(cls, said: str | int) -> Self | None:
        """The contribution that this says; None: it says none."""
        return cls(int(said)) if _ASSIGNED.fullmatch(str(said)) else None
