"""The bot's words to Discord, as people read them, and the English words that remain in the
pseudo-language (tests/pseudo.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.table.computers import TREES
from rules import GAMES
from rules.fellers.position import FIGURES
from rules.fellers.river import COMPASS
from tests.bot.discord.system import Json, System
from tests.pseudo import english_left
from tests.rules.courses import FELLERS

SAID = {"content", "label", "placeholder", "description", "title"}
OFFERED = {"name"}  # of a choice, an autocompletion, a thread
PEOPLE = ("Ann", "Ben", "Cy")
# The same in every language: players (a computer has a tree's name), games, stretches of river,
# options, typed lines, and a language's own name.
RIVER = {segment.name for segment in FELLERS.segments.values()}
NAMES = {*PEOPLE, "Dee", *TREES, *RIVER, "Lumbercamp", "SHA", "English", *GAMES}
NAMES |= {kind.game.title for kind in GAMES.values()}
OPTIONS = "|".join(option.shown for kind in GAMES.values() for option in kind.game.options)
TYPED = "|".join((*FIGURES, *map(GAMES["fellers"].texts.spelt, FIGURES), *COMPASS))
ALIKE = re.compile(
    "|".join(
        (
            r"\b[0-9a-f]{16,}\b",  # hashes
            r"https?://[^\s)]+",
            r"\b[A-Z]\w+(?:/[\w-]+)+",  # time zones
            rf"\b(?:{OPTIONS})(?= `)",
            rf"\b(?:{TYPED})[0-9]?\b",
            r"\b[a-z][0-9]+(?:x[a-z][0-9]+|-off)\b",  # of Logjam
        )
    )
)


def said(system: System) -> Iterator[str]:
    """Every readable string, from all requests of the bot."""
    for _, path, body, _, _ in system.world.exchanges or ():
        if path.endswith("/commands"):
            yield from of_commands(body)
        else:
            yield from texts(body)


def texts(body: Any) -> Iterator[str]:
    if isinstance(body, list):
        for each in body:
            yield from texts(each)
    elif isinstance(body, dict):
        read = SAID | (OFFERED if "value" in body or "auto_archive_duration" in body else set())
        for key, value in body.items():
            if isinstance(value, str):
                yield from [value] if key in read else []
            else:
                yield from texts(value)


def of_commands(commands: list[Json]) -> Iterator[str]:
    """Names and descriptions, as a client in the pseudo-language shows them."""
    for each in commands:
        name = str((each.get("name_localizations") or {}).get("el", each["name"]))
        is_option = each.get("type", 1) not in (1, 2)
        shown = str(each["name"]) if "value" in each else ""  # a value is one word everywhere
        yield "" if is_option else name.removeprefix("" if " " in shown else shown)
        if "description" in each:
            yield str((each.get("description_localizations") or {}).get("el", each["description"]))
        yield from of_commands([*each.get("options", ()), *each.get("choices", ())])


def left(said: list[str]) -> dict[str, str]:
    """The remaining English words, each with its text."""
    return {word: text for text in said for word in english_left(ALIKE.sub("", text), NAMES)}
