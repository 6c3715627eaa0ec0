"""Who opens a board in a browser: a link that lets them in once, and a word that the browser has.

    Open Board ──> link (ten minutes, once) ──> the browser is let in (thirty days, or until ended)

A link by which anybody may watch a game lets nobody in: it holds a word of that game.

Both are made of chance, and neither is stored: the store holds what is worked out of them.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

LINK_LASTS: Final = 600.0  # seconds
BROWSER_LASTS: Final = 30 * 24 * 3600.0  # seconds

# The first that a browser names itself by counts: most name themselves after others as well.
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


def made() -> str:
    """A word that nobody guesses."""
    return secrets.token_urlsafe(32)


def hashed(word: str) -> str:
    """What is stored of it."""
    return sha256(word.encode()).hexdigest()


def form_word(word: str) -> str:
    """What a browser's forms carry, so that they are known to come from our own pages."""
    return sha256(f"form {word}".encode()).hexdigest()[:32]


def watch_word(seed: bytes) -> str:
    """By which a game is watched, for whoever has its link. seed: the game's."""
    return urlsafe_b64encode(hmac.digest(seed, b"watch", "sha256")[:16]).rstrip(b"=").decode()


def called(agent: str) -> str:
    """A browser in two words, by what it says of itself: `Firefox Android`. Nothing else of that
    is kept."""
    named = [_first(names, agent) for names in (_BROWSERS, _SYSTEMS)]
    return " ".join(filter(None, named)) or "?"


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in names if re.search(rf"\b{sign}", agent)), "")


PRESSED_LASTS: Final = 120.0  # seconds in which the frame is there
SHOWN_LASTS: Final = 24 * 3600.0  # seconds; it ends when the last one leaves


def pressed(user: int, channel: int) -> str:
    """By what it is kept that somebody wants to see a table. No hash of a link is ever such."""
    return f"pressed:{channel}:{user}"


def shown(instance: str) -> str:
    """By what it is kept which table an Activity was opened for."""
    return f"shown:{instance}"
