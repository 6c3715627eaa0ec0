"""Slash commands as people find them under `/`: what each is called, and what it says of itself.

Source: issue 27, item 12.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import discord
from discord import app_commands

from bot.app import HOSTED
from bot.discord.commands import add_commands
from tests.approved import Approved
from tests.bot.core import DECLARED

Json = dict[str, Any]
KINDS = {3: "text", 4: "number", 5: "true or false"}


def registered() -> list[Json]:
    """All commands as Discord is told of them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, DECLARED, HOSTED)
    return [command.to_dict(tree) for command in tree.get_commands()]


def leaves() -> dict[str, Json]:
    """What can be run: `/logger start`, … and what Discord is told of it."""
    found: dict[str, Json] = {}
    for command in registered():
        subs = [each for each in command["options"] if each["type"] == 1]
        found |= {f"/{command['name']} {sub['name']}": sub for sub in subs}
        if not subs:
            found[f"/{command['name']}"] = command
    return found


def option(told: Json) -> str:
    """An option in a line; in brackets where it may be left out."""
    name = told["name"] if told.get("required") else f"[{told['name']}]"
    choices = [str(each["value"]) for each in told.get("choices", ())]
    suggests = "suggested" if told.get("autocomplete") else ""
    kind = ", ".join(choices) or suggests or KINDS[told["type"]]
    return f"{name} ({kind}): {told['description']}"


def test_all_commands_say_what_they_do(approved: Approved) -> None:
    """Issue 27, item 12: everything that can be found under `/`. Games share what is the same."""
    shared = defaultdict(list)
    for path, told in leaves().items():
        lines = [told["description"], *map(option, told.get("options", ()))]
        shared[path.split()[-1], "\n".join(lines)].append(path)
    for (_, said), paths in shared.items():
        approved(", ".join(paths), said)
