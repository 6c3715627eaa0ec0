"""No answer, post or choice has an English word: every command, used well and badly.

It is asked in the pseudo-language; test_texts.py proves that the real catalogues lack no sentence.
For sentences during play, see test_pseudo_games.py.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import GAMES
from tests.bot.discord.pseudo_said import left, said
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_commands import leaves
from tests.bot.discord.test_pseudo_games import begin, speak, typed
from tests.bot.discord.watching import until
from tests.guest import GuestError

NONSENSE: dict[int, tuple[Any, ...]] = {3: ("nonsense", ""), 4: (0, 99), 5: (True, False)}
MEANT = {
    "game": ("L1", "L2"),
    "player": ("Ann", "Cy"),
    "move": ("a1", "a1?"),
    "rule": ("if anything, c3",),
}
VALUES = {value for kind in GAMES.values() for each in kind.game.options for value in each.choices}
OPTIONS = {each.name for kind in GAMES.values() for each in kind.game.options}
UNSAID = re.compile(r"`[^`]*`|\{\w+\}|<[^>]*>|#[\w-]+")  # typed text, mentions, channels
LAST = ("data", "cancel", "resign", "leave", "end")  # these end games that others need


def filled(told: Json) -> Iterator[dict[str, Any]]:
    """A command without its options, with each option, and with all."""
    options = told.get("options", ())
    required = {each["name"]: values(each)[0] for each in options if each.get("required")}
    yield required
    for each in options:
        yield from ({**required, each["name"]: value} for value in values(each))
    if len(options) > 1:
        yield {each["name"]: values(each)[-1] for each in options}


def values(option: Json) -> list[Any]:
    offered = [choice["value"] for choice in option.get("choices", ())]
    return [*offered[:1], *offered[-1:], *MEANT.get(option["name"], ()), *NONSENSE[option["type"]]]


async def everything(system: System) -> None:
    """Each command by a stranger, and by the host and manager."""
    for who in ("Ann", "Cy"):
        await system.people[who].listen()
    ordered = sorted(leaves().items(), key=lambda each: each[0].split()[-1] in LAST)
    pressed: dict[str, set[str]] = {"Ann": set(), "Cy": set()}
    for (path, told), who in itertools.product(ordered, ("Cy", "Ann")):
        command = path.removeprefix("/")
        for options in filled(told):
            run = system.slash if command == "help" else system.slash_anyway
            await press_all(system, who, await run(who, "games", command, **options), pressed[who])
        for each in told.get("options", ()):
            if each.get("autocomplete"):
                name = each["name"]
                await system.people[who].complete("games", command, name, **{name: ""})


async def press_all(system: System, who: str, answer: Json, pressed: set[str]) -> None:
    """Press each kind of button once, as long as the answer's panel is there."""
    for part in buttons(answer):
        verb = ":".join(part.get("custom_id", "").split(":")[:2])
        if not verb or part.get("disabled") or verb in pressed:
            continue
        choice = [part["options"][-1]["value"]] if "options" in part else []
        try:
            it = await system.people[who].press(answer, part["custom_id"], *choice)
        except GuestError:
            return
        pressed.add(verb)
        await dealt_with(system, it)


async def dealt_with(system: System, interaction: str) -> None:
    it = system.world.interactions[interaction]
    await until(lambda: it.state in ("done", "failed") or it.form is not None)


@pytest.mark.slow
@pytest.mark.parametrize("stands", ["", "lobby", "playing"])
async def test_no_command_answers_in_english(system: System, stands: str) -> None:
    """Where there is no game, where one is opened, and where one is played."""
    await speak(system)
    if stands == "lobby":
        await system.slash("Ann", "games", "logger start", players=3)
    elif stands:
        await begin(system, "logger")
        for _ in range(3):
            await system.until_called("games")
            await typed(system, await system.mover("games"), "logger")
    await everything(system)
    await system.quiet()
    heard = [UNSAID.sub(" ", text) for text in said(system)]
    assert len(heard) > 300
    alike = {"UTC", "Campers", "random", *OPTIONS, *VALUES}
    assert {word: text for word, text in left(heard).items() if word not in alike} == {}
