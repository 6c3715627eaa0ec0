"""Longer texts that are kept as files: the rules of each game, and the help."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def rules(kind: str) -> str:
    """One page of rules in our own words, for one message."""
    return _page(kind)


@cache
def help_page() -> str:
    """What the bot does and how a turn is said."""
    return _page("help")


def _page(name: str) -> str:
    return files("seeds").joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
