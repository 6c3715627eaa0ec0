"""Somebody in an Activity or a browser, as Discord itself says it: who, and in which channel."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple, Protocol


class Later(Exception):
    """Discord cannot be asked now. seconds: until it can."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    @property
    def header(self) -> str:
        """The seconds as a Retry-After of our own says them."""
        return str(ceil(self.seconds))


class Present(NamedTuple):
    """guild: 0 in direct messages."""

    user: int
    guild: int
    channel: int


class Member(NamedTuple):
    """Somebody on a server: the roles that they were given, and whether they may manage it. Nothing
    of it holds for who is not there."""

    roles: tuple[int, ...] = ()
    manages: bool = False


class Frame(NamedTuple):
    """Where the pages of an Activity are for a browser. clients: what may show them in a frame, as
    a content security policy names it."""

    origin: str
    clients: str


class Presence(Protocol):
    """Knows who is in an Activity."""

    @property
    def application(self) -> int:
        """The id of the application."""
        ...

    @property
    def frame(self) -> Frame:
        """Where the Activity is."""
        ...

    async def present(self, code: str, instance: str) -> Present | None:
        """Who has given a code, where they are in the instance; None: nobody who is there. Raises
        Later."""
        ...


class SignsIn(Protocol):
    """Knows who signs in with Discord in a browser."""

    def asks(self, redirect: str, state: str) -> str:
        """The address at which Discord asks somebody whether they agree. redirect: where it sends
        them then, with a code and the state."""
        ...

    async def signed_in(self, code: str, redirect: str) -> int | None:
        """Whose code it is, which Discord has sent there; None: it is nobody's. Raises Later."""
        ...
