"""Longer texts that are kept as files: the rules of each game, and the help."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules import GAMES
from rules.english import listed


@cache
def rules(kind: str) -> str:
    """One page of rules in our own words, for one message."""
    return _page(kind)


@cache
def help_page() -> str:
    """What the bot does and how a turn is said."""
    commands = listed([f"`/{kind}`" for kind in GAMES])
    return _page("help").replace("{games}", commands)


def _page(name: str) -> str:
    return files("seeds").joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
