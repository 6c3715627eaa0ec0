"""Longer texts that are kept as files: the rules of each game, and the help."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from rules.english import listed


def rules(kind: str) -> str:
    """One page of rules in our own words, for one message."""
    return _page(kind)


def help_page(kinds: Iterable[str]) -> str:
    """What the bot does and how a turn is said."""
    commands = listed([f"`/{kind}`" for kind in kinds])
    return _page("help").replace("{games}", commands)


@cache
def _page(name: str) -> str:
    return files("seeds").joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
