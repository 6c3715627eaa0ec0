"""The help and the rules: they fit into a message and leave nothing out.

Source: the tests' table of the design ("every command and every notation symbol occurs in the
help"), issue 2, item 7 ("editing or deleting a message changes nothing, and the help says so").
"""

from __future__ import annotations

import re

import pytest
from discord import app_commands

from bot.discord.commands import GameCommands
from bot.text import pages
from bot.text.fitting import LONGEST
from rules import GAMES


@pytest.mark.parametrize("kind", GAMES)
def test_every_command_is_in_the_help(kind: str) -> None:
    """Each verb of the game's commands, by itself or with a game's slash; and the game."""
    commands = GameCommands(GAMES[kind].game).commands
    verbs = [command.name for command in commands if isinstance(command, app_commands.Command)]
    assert "start" in verbs
    page = pages.help_page(GAMES)
    said = {word for quoted in re.findall("`(.+?)`", page) for word in quoted.split()[:2]}
    assert [verb for verb in verbs if verb not in said] == []
    assert f"`/{kind}`" in page


def test_every_symbol_of_loggers_notation_is_explained() -> None:
    """Walk, seed, plant, protest, chop, enough: one example each, in code font."""
    page = pages.rules("logger")
    for word in ("`c3`", "`c4>c5`", "`+b2`", "`!d4`", "`xd4`", "`.`"):
        assert word in page


@pytest.mark.parametrize("page", [pages.help_page(GAMES), *(pages.rules(kind) for kind in GAMES)])
def test_a_page_is_one_message(page: str) -> None:
    assert 500 < len(page) <= LONGEST


def test_the_help_says_what_editing_does() -> None:
    assert "Editing or deleting a message later changes nothing" in pages.help_page(GAMES)
