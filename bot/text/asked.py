"""What people type where a turn is expected when they want something else: words as data, for one
language; another one is another table."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, tuple[str, ...]] = {
    "help": ("help", "how", "commands"),
    "rules": ("rules", "how to play"),
    "undo": ("undo", "take back", "take it back"),
    "board": ("board", "show board", "show the board"),
    "options": ("?", "options", "my options", "what can i do"),
    "pass": ("pass", "skip"),
}


def asked(line: str, words: Mapping[str, tuple[str, ...]] = ENGLISH) -> str:
    """What a plain line asks for; empty: it is a turn."""
    return next((what for what, said in words.items() if line in said), "")
