"""Boards in a browser: a link that works once, a secret word that the browser stores, and the
people there and in an Activity, as Discord itself identifies them.

    Open Board ──> link (ten minutes, once) ──> the browser is let in (thirty days, or until ended)
    a notification ──> link (a day, once) ──> let in to that game only (a day, or until ended)

A link for watching a game holds a word of that game and signs nobody in. Links and words are
random, and the store holds only their hashes.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256
from math import ceil
from typing import Final, NamedTuple, Protocol

LINK_LASTS: Final = 600.0  # seconds
BROWSER_LASTS: Final = 30 * 24 * 3600.0  # seconds
TOKEN, CALENDAR = "token", "calendar"  # kinds of words for programs, and in a calendar's address
_KEY: Final = secrets.token_bytes(32)  # of this process

# The first match counts: most browsers also name others.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def new_word(limit: Collection[int] = (), once: str = "") -> str:
    """A word that nobody can guess. limit: the only games that it opens; empty: all. once: the same
    text gives the same word."""
    word = hmac.digest(_KEY, once.encode(), "sha256").hex() if once else secrets.token_urlsafe(32)
    games = map(str, [*limit][:8])  # the first ones, since cookies are short
    return f"{'-'.join(games)}.{word}" if limit else word


def limit_of(word: str) -> frozenset[int]:
    """The only games that a word of ours opens; empty: all of its person's."""
    games, limited, _ = word.rpartition(".")
    return frozenset(map(int, games.split("-"))) if limited else frozenset()


def hash_word(word: str) -> str:
    """The stored form of a word. The limit is hashed, too, so nobody can change it; a bot of an
    older version on this database, which would ignore it, doesn't find the word."""
    return sha256(f"{'limited ' * ('.' in word)}{word}".encode()).hexdigest()


def watch_word(seed: bytes) -> str:
    """The word in the link for watching a game, from the game's seed."""
    return urlsafe_b64encode(hmac.digest(seed, b"watch", "sha256")[:16]).rstrip(b"=").decode()


def browser_name(agent: str) -> str:
    """A browser in two words, from its user agent: `Firefox Android`. Nothing else is stored."""
    found = (
        next((name for sign, name in names if re.search(rf"\b{sign}", agent)), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return " ".join(filter(None, found)) or "?"


def press_key(user: int, channel: int) -> str:
    """The key for a person's wish to see a table. No hash of a link looks like it."""
    return f"pressed:{channel}:{user}"


def activity_key(instance: str) -> str:
    """The key for the table that an Activity was opened for."""
    return f"shown:{instance}"


class Later(Exception):
    """Discord can't be asked now. seconds: until it can."""

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

    # The id of the application.
    @property
    def application(self) -> int: ...

    # The address of the Activity's pages.
    @property
    def frame(self) -> ActivityAddress: ...

    # The person with a code if they are in the instance, else None. Raises Later.
    async def present(self, code: str, instance: str) -> Present | None: ...


class SignsIn(Protocol):
    """Signs people in with Discord in a browser."""

    # The address at which Discord asks a person to agree. redirect: where Discord sends them then,
    # with a code and the state.
    def asks(self, redirect: str, state: str) -> str: ...

    # The person with a code from Discord, or None. Raises Later.
    async def signed_in(self, code: str, redirect: str) -> int | None: ...
