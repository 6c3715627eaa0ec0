"""Slash commands under `/`: names and descriptions; and a filled-in form."""

from collections import Counter, defaultdict

import discord
import pytest
from discord import app_commands

from bot.app import HOSTED
from bot.discord.commands import add_commands
from sandbox.model import AUTOCOMPLETE, Json
from tests.acting import ANN, BEN, CY
from tests.approved import Approved
from tests.bot.core import VERBS
from tests.bot.discord.people import TO_BOT, People
from tests.patience import until

ROOM = 10  # more commands that must fit
KINDS = {3: "text", 4: "number", 5: "true or false"}


def registered() -> list[Json]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, VERBS, HOSTED)
    return [command.to_dict(tree) for command in tree.get_commands()]


def leaves() -> dict[str, Json]:
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


def test_a_command_is_found_wherever_it_stands() -> None:
    """In every game, and without its group; decision 55."""
    lines = {f"/{kind} {verb}": f"/games {verb}" for kind in HOSTED for verb in ("join", "leave")}
    lines |= {"/nudge": "/games ask nudge", "/games nudge": "/games ask nudge"}
    for line, called in lines.items():
        found = VERBS.typed_command(line)
        assert found is not None
        assert str(found.command) == f"`{called}`"


async def test_a_command_that_is_not_there_is_answered(people: People) -> None:
    """While it is typed nothing is suggested."""
    told = (await people.force(ANN, "logger dance")).text
    assert told == "There's no `logger dance` command any more. `/help` lists all commands."
    option = {"type": 3, "name": "game", "value": "L", "focused": True}
    data = {"id": "1", "name": "dance", "type": 1, "options": [option]}
    it = people.world.interactions[people.interact(ANN, "games", AUTOCOMPLETE, data)]
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


@pytest.mark.slow
async def test_a_command_that_is_typed_as_a_line_is_understood(two: People) -> None:
    """It does what its words do in a line, or its button is shown; some answers are private. A
    client that knows no such command sends it as a message."""
    who = await two.mover()
    for line, told in TYPED.items():
        assert told in (await two.say(who, f"{TO_BOT}{line}")).text
    assert "`/games ask nudge`" in (await two.say(BEN, "/logger nudge")).text
    assert "`/games ask nudge`" in (await two.say(CY, "/logger nudge", at="lounge")).text
    assert not await two.say(BEN, "logger nudge"), "that may be talk"
    assert not await two.say(BEN, "/shrug me")


@pytest.mark.slow
async def test_what_is_for_one_person_has_its_button(two: People) -> None:
    """About the game of the channel, or about the person who presses: no one resigns for another
    player."""
    who = await two.mover()
    for line, label in (("/logger nudge", "Nudge"), ("games settings", "Settings")):
        told = await two.say(ANN, f"{TO_BOT}{line}")
        assert (await two.press(ANN, label, told))["ephemeral"]
    for line, label, private in (
        ("learn", "Lessons", "lesson 1 of 5"),
        ("resign", "Resign…", "Resign from L1?"),
    ):
        told = await two.say(who, f"{TO_BOT}{line}")
        assert private not in told.text
        assert told.labels == [label]
        for person in (ANN, BEN):
            panel = await two.press(person, label, told)
            assert panel["ephemeral"]
            assert private in panel.text
        assert (await two.game()).status == "playing"
    assert "You're not in L1" in (await two.press(CY, label, told)).text
    told = await two.say(ANN, f"{TO_BOT}/fellers nudge")
    assert not told.buttons, "that is another game"
    await two.command(CY, "logger practice", at="lounge", thread=False)
    await two.post(at="lounge")
    told = await two.say(CY, "/games ask nudge", at="lounge")
    assert told
    assert not told.buttons, "nobody nudges a computer"


async def test_a_form_says_itself_what_it_is_about(two: People) -> None:
    """A restart while somebody types loses nothing."""
    more = await two.press(ANN, "More…")
    opened = await two.of(ANN).press(more, "Report a Problem")
    await two.of(ANN).outcome(opened)
    await two.restart()
    sent = await two.of(ANN).fill_in(opened, words="Take Turn does nothing.")
    told = await two.of(ANN).answer(sent)
    (kept,) = await two.store.reports()
    assert kept.said == "Take Turn does nothing."
    assert kept.reference in told.text
    assert told["ephemeral"]
    assert not two.bot._connection._view_store._modals
