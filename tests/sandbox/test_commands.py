"""What Discord refuses as an application command."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.model import BOT_ID
from tests.sandbox.bare import Bare, complaint

COMMANDS = f"/applications/{BOT_ID}/commands"


def command(name: str = "do", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Does it.", **more}


def option(name: str = "line", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A line.", **more}


LONG = [
    option(f"o{n}", choices=[{"name": "x" * 80, "value": f"{m}"} for m in range(25)])
    for n in range(5)
]
BAD_COMMANDS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "an upper-case name": ([command("Do")], "0.name"),
    "a name of 33": ([command("x" * 33)], "0.name"),
    "a name with a blank": ([command("do it")], "0.name"),
    "no description": ([{"name": "do"}], "0.description"),
    "a description of 101": ([command(description="x" * 101)], "0.description"),
    "26 options": ([command(options=[option(f"o{n}") for n in range(26)])], "0.options"),
    "26 choices": (
        [command(options=[option(choices=[{"name": "x", "value": "x"}] * 26)])],
        "0.options.0.choices",
    ),
    "required after optional": (
        [command(options=[option("a"), option("b", required=True)])],
        "0.options.1",
    ),
    "the same name twice": ([command(), command()], "1.name"),
    "the same option twice": ([command(options=[option(), option()])], "0.options.1"),
    "an option that is a person": ([command(options=[option(type=6)])], "0.options.0.type"),
    "a command of a message's menu": ([command(type=3)], "0.type"),
    "a group in a group": (
        [command(options=[option(type=2, options=[option(type=2)])])],
        "0.options.0.options.0.type",
    ),
    "a subcommand in a subcommand": (
        [command(options=[option(type=1, options=[option(type=1)])])],
        "0.options.0.options.0.type",
    ),
    "a subcommand beside an option": (
        [command(options=[option(type=1), option("b")])],
        "0.options",
    ),
    "a misspelt field": ([command(handler=1)], "0.handler"),
    "8001 characters": ([command(options=LONG)], "0"),
    "choices with autocompletion": (
        [command(options=[option(autocomplete=True, choices=[{"name": "x", "value": "x"}])])],
        "0.options.0",
    ),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_a_command_out_of_bounds_is_refused(bare: Bare, name: str) -> None:
    """Discord, application commands: limits and naming."""
    commands, path = BAD_COMMANDS[name]
    status, body = await bare("PUT", COMMANDS, commands)
    assert (status, body["code"]) == (400, 50035)
    assert complaint(body, path)


async def test_a_hundred_commands_are_the_most(bare: Bare) -> None:
    """Discord, application commands: 100 chat input commands in a scope."""
    assert (await bare("PUT", COMMANDS, [command(f"c{n}") for n in range(100)]))[0] == 200
    status, body = await bare("PUT", COMMANDS, [command(f"c{n}") for n in range(101)])
    assert (status, body["code"]) == (400, 30032)
