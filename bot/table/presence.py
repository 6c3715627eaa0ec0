"""A person in an Activity or a browser, as Discord itself identifies them, and the channel."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple, Protocol


class Later(Exception):
    """Discord can't be asked now.

    seconds: until it can.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    @property
    def header(self) -> str:
        """The seconds for a Retry-After header of our own."""
        return str(ceil(self.seconds))


class Present(NamedTuple):
    """A person in an Activity."""

    user: int
    guild: int  # 0 in direct messages
    channel: int


class Member(NamedTuple):
    """A person on a server: their roles, and whether they may manage it. Empty if they aren't
    there."""

    roles: tuple[int, ...] = ()
    manages: bool = False


class ActivityAddress(NamedTuple):
    """The address of an Activity's pages in a browser."""

    origin: str
    clients: str  # the sources that may frame them, as in a content security policy


class Presence(Protocol):
    """Knows the people in an Activity."""

    @property
    def application(self) -> int:
        """The id of the application."""
        ...

    @property
    def frame(self) -> ActivityAddress:
        """The address of the Activity's pages."""
        ...

    async def present(self, code: str, instance: str) -> Present | None:
        """The person with a code if they are in the instance, else None. Raises Later."""
        ...


class SignsIn(Protocol):
    """Signs people in with Discord in a browser."""

    def asks(self, redirect: str, state: str) -> str:
        """The address at which Discord asks a person to agree.

        redirect: where Discord sends them then, with a code and the state.
        """
        ...

    async def signed_in(self, code: str, redirect: str) -> int | None:
        """The person with a code from Discord, or None. Raises Later."""
        ...
