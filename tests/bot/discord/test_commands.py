"""Slash commands under `/`: names and descriptions; and a filled-in form."""

from collections import Counter, defaultdict
from typing import Any

import discord
from discord import app_commands

from bot.app import HOSTED
from bot.discord.commands import add_commands
from sandbox import interactions
from sandbox.model import AUTOCOMPLETE
from tests.approved import Approved
from tests.bot.core import VERBS
from tests.bot.discord.system import System, button, buttons
from tests.bot.discord.watching import until

Json = dict[str, Any]
ROOM = 10  # more commands that must fit
KINDS = {3: "text", 4: "number", 5: "true or false"}


def registered() -> list[Json]:
    """All commands, as Discord gets them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, VERBS, HOSTED)
    return [command.to_dict(tree) for command in tree.get_commands()]


def leaves() -> dict[str, Json]:
    """The commands that can be run (`/logger start`, …), as Discord gets them."""
    found: dict[str, Json] = {}
    for command in registered():
        found |= _leaves(f"/{command['name']}", command)
    return found


def _leaves(path: str, told: Json) -> dict[str, Json]:
    parts = [each for each in told.get("options", ()) if each["type"] in (1, 2)]
    within = [_leaves(f"{path} {each['name']}", each) for each in parts]
    return {k: v for each in within for k, v in each.items()} if parts else {path: told}


def option(told: Json) -> str:
    """An option in a line; in brackets where it may be left out."""
    name = told["name"] if told.get("required") else f"[{told['name']}]"
    choices = [str(each["name"]) for each in told.get("choices", ())]
    suggests = "suggested" if told.get("autocomplete") else ""
    kind = ", ".join(choices) or suggests or KINDS[told["type"]]
    return f"{name} ({kind}): {told['description']}"


def test_all_commands_say_what_they_do(approved: Approved) -> None:
    """Everything that can be found under `/`. Games share their common descriptions."""
    shared = defaultdict(list)
    for path, told in leaves().items():
        lines = [told["description"], *map(option, told.get("options", ()))]
        shared[path.split()[-1], "\n".join(lines)].append(path)
    for (_, said), paths in shared.items():
        approved(", ".join(paths), said)


def test_a_game_has_twelve_verbs_at_most() -> None:
    under = Counter(path.split()[0] for path in {" ".join(path.split()[:2]) for path in leaves()})
    assert {name: n for name, n in under.items() if n > 12} == {"/games": under["/games"]}


def test_each_command_has_room_for_more() -> None:
    """Discord takes 25 under a command and 25 in a group, which counts as one of its command's."""
    within = defaultdict(set)
    for words in map(str.split, leaves()):
        for depth in range(1, len(words)):
            within[" ".join(words[:depth])].add(words[depth])
    for name, parts in within.items():
        n = len(parts)
        assert 25 - n >= ROOM, (
            f"{name} has room for {25 - n} more commands, not {ROOM}: put the new one into a group "
            "(bot/features/feature.py), or ask the maintainers to lower ROOM."
        )


# -- Unknown commands, and commands typed as a line


def test_a_command_is_found_wherever_it_stands() -> None:
    """In every game, and without its group; decision 55."""
    lines = {f"/{kind} {verb}": f"/games {verb}" for kind in HOSTED for verb in ("join", "leave")}
    lines |= {"/nudge": "/games ask nudge", "/games nudge": "/games ask nudge"}
    for line, called in lines.items():
        found = VERBS.typed_command(line)
        assert found is not None
        assert str(found.command) == f"`{called}`"


async def test_a_command_that_is_not_there_is_answered(started: System) -> None:
    """While it is typed nothing is suggested."""
    told = (await started.slash_anyway("Ann", "games", "dance"))["content"]
    assert told == "There's no `logger dance` command any more. `/help` lists all commands."
    world, ann = started.world, started.people["Ann"]
    option = {"type": 3, "name": "game", "value": "L", "focused": True}
    data = {"id": "1", "name": "dance", "type": 1, "options": [option]}
    place = world.channels[started.id("games")]
    it = interactions.begin(world, world.people[ann.id], place, AUTOCOMPLETE, data)
    await until(lambda: it.state == "done")


TYPED = {
    "/logger nudge": "`/games ask nudge` is a command: ",
    "Logger nudge": "`/games ask nudge` is a command: ",
    "/games mine": "`/games mine` is a command: ",
    "/logger turn a1": "`/logger turn` is a command: ",
    "logger hint": "hints are off",
    "/resign": "The answer is for your eyes only. Press the button to see it.",
    "/help": "**Lumbercamp",
    "logger fly": "I can't read `logger fly`",
    "games are fun": "I can't read `games are fun`",
}


async def test_a_command_that_is_typed_as_a_line_is_understood(started: System) -> None:
    """It does what its words do in a line, or its button is shown; some answers are private."""
    who = await started.mover("games")
    for line, told in TYPED.items():
        assert told in await started.say(who, "games", f"<@{started.world.bot_id}> {line}")


async def test_a_command_that_is_told_by_its_name_has_its_button(started: System) -> None:
    """About the game of the channel, or about the person who presses."""
    mention = f"<@{started.world.bot_id}>"
    for line, label in (("/logger nudge", "Nudge"), ("games settings", "Settings")):
        await started.say("Ann", "games", f"{mention} {line}")
        told = await started.press("Ann", started.seen("games")[-1], label)
        assert told["ephemeral"]
    await started.say("Ann", "games", f"{mention} /fellers nudge")
    assert buttons(started.seen("games")[-1]) == [], "that is another game"
    await started.slash("Cy", "lounge", "logger practice", thread=False)
    await started.post("lounge")
    await started.say("Cy", "lounge", "/games ask nudge")
    assert buttons(started.seen("lounge")[-1]) == [], "nobody nudges a computer"


async def test_a_slash_is_said_to_the_bot_without_a_mention(started: System) -> None:
    """A client that knows no such command sends it as a message."""
    assert "`/games ask nudge`" in await started.say("Ben", "games", "/logger nudge")
    assert "`/games ask nudge`" in await started.say("Cy", "lounge", "/logger nudge")
    assert await started.say("Ben", "games", "logger nudge") == "", "that may be talk"
    assert await started.say("Ben", "games", "/shrug me") == ""


async def asked(system: System, who: str) -> str:
    """Press the button; return the interaction that is answered with the form."""
    more = await system.press(who, await system.post("games"), "More…")
    return await system.people[who].press(more, button(more, "Report a Problem"))


async def test_a_form_says_itself_what_it_is_about(started: System) -> None:
    """A restart while somebody types loses nothing."""
    opened = await asked(started, "Ann")
    await started.people["Ann"].outcome(opened)
    await started.restart()
    sent = await started.people["Ann"].fill_in(opened, words="Take Turn does nothing.")
    told = await started.answer("Ann", sent)
    (kept,) = await started.store.reports()
    assert kept.said == "Take Turn does nothing."
    assert kept.reference in told["content"]
    assert told["ephemeral"]
    assert not started.bot._connection._view_store._modals
