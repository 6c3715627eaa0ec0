"""Managers' verbs are refused to everyone else, on every way: each verb of all features that asks
for the right, and one more.

The right is checked for forged ids, in direct messages, on another server, and after it was taken
away (decision 64).
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.feature import OF_A_ROW, Feature, Field, Slash, Verb, named_game
from bot.features.services import Services
from bot.features.verbs import NO_RIGHT
from bot.messages.boundary import answer_to
from bot.messages.languages import VOICE
from bot.messages.layout import Layout
from bot.table.intent import Intent
from rules.text import Text
from tests.acting import EVE
from tests.bot.core import GUILD, Core
from tests.bot.discord.system import System, running_system
from tests.bot.discord.watching import until
from tests.guest import GuestError
from tests.stores import STORES

REFUSED = VOICE.say(NO_RIGHT)
# Values for the fields of ids: the first fitting one is pressed.
SAMPLES = ("1", "on", "logger", "log", "x", "1:1", "end")
# Fields that change while nobody does anything.
MOVING = {"settings"}


def feature(at: Services) -> Feature:
    """A deed at a table, with a command and a button."""

    async def deed(wish: Intent) -> Layout:
        return Layout(Text("Done."))

    about = Text("Do it")
    slash = Slash("games-admin", Text("/deed"), about, (named_game(),))
    return Feature((Verb("deed", deed, OF_A_ROW, slash=slash, manages=True),))


@pytest.fixture
async def managed(tmp_path: Path) -> AsyncIterator[System]:
    """Ann, whose server it is, and Ben at their first turn in #games."""
    async with running_system(tmp_path, features=(feature,)) as system:
        await system.begin("Ann", "Ben")
        yield system


def id_of(verb: Verb) -> str:
    """An id as one of its buttons has it, about the first game where it is about one."""
    return ":".join(["lc", verb.name, *(sample(field) for field in verb.id or ())])


def sample(field: Field) -> str:
    fitting = [each for each in SAMPLES if re.fullmatch(field.pattern, each)]
    assert fitting, f"SAMPLES has nothing for {field.pattern}"
    return fitting[0]


def given(verb: Verb) -> dict[str, Any]:
    """The required options of its command."""
    assert verb.slash
    said: dict[type, Any] = {str: "L1", int: 1, bool: True}
    needed = [option for option in verb.slash.options_of(None) if option.default is None]
    return {each.name: each.values[0].value if each.values else said[each.type] for each in needed}


async def every_way(system: System, who: str, place: str) -> dict[str, str]:
    """The answers to one person who presses and commands everything, each under a new panel, in a
    channel."""
    told = dict[str, str]()
    for verb in (verb for verb in system.app.verbs if verb.manages):
        if verb.id is not None:
            panel = await system.slash(who, place, "games settings")
            pressed = await system.press_anyway(who, panel, id_of(verb))
            told[f"{verb.name}, pressed"] = pressed["content"]
        if verb.slash is not None:
            name = f"{verb.slash.where} {verb.slash.called}"
            ran = await system.slash_anyway(who, place, name, **given(verb))
            told[f"{verb.name}, commanded"] = ran["content"]
    assert told
    return told


def written(system: System) -> dict[str, list[Any]]:
    """Everything in the store."""
    tables = STORES.rows(system.folder / "games.db")
    return {name: rows for name, rows in tables.items() if name not in MOVING}


async def refused_to(system: System, who: str, place: str) -> None:
    await system.quiet()
    before = written(system)
    told = await every_way(system, who, place)
    assert set(told.values()) == {REFUSED}, told
    await system.quiet()
    assert written(system) == before


async def test_nobody_without_the_right_does_anything(managed: System) -> None:
    """By a forged button or command, in any place; a player of that game can't either."""
    await refused_to(managed, "Ben", "games")
    await managed.may("Ben", "MANAGE_CHANNELS", "MANAGE_THREADS", "MANAGE_MESSAGES")
    await refused_to(managed, "Ben", "games")
    for right in ("MANAGE_GUILD", "ADMINISTRATOR"):
        await managed.may("Ben", right)
        told = await every_way(managed, "Ben", "games")
        assert REFUSED not in told.values(), told
    await managed.may("Ben")
    await refused_to(managed, "Ben", "games")


async def test_in_direct_messages_nobody_has_the_right(managed: System) -> None:
    """Not even whose server it is: there it is nobody's server."""
    await refused_to(managed, "Ann", await managed.people["Ann"].dm())


async def test_the_commands_are_shown_to_those_alone_who_have_the_right(managed: System) -> None:
    """Discord's own permissions count: a client does not send them for anybody else."""
    for who, where in (("Ben", "games"), ("Ann", await managed.people["Ann"].dm())):
        with pytest.raises(GuestError) as refused:
            await managed.people[who].slash(where, "games-admin deed")
        assert refused.value.status == 403
    assert (await managed.slash("Ann", "games", "games-admin deed"))["content"] == "Done."


async def test_a_game_of_another_server_is_out_of_reach(core: Core) -> None:
    """A manager of one server has no right on another: the game isn't found from there."""
    verbs = [verb for verb in core.verbs if verb.manages and verb.game]
    await core.open()
    for verb in verbs:
        there = core.wish(EVE, game=1, n=1, guild=GUILD + 1, manages=True)
        told = await answer_to(core.verbs.do(verb.name, there, {}))
        assert "no such game" in told.text, verb.name


def test_a_verb_that_asks_for_the_right_is_no_line() -> None:
    """A line carries no right, so it could not be asked for."""

    async def nothing(wish: Intent) -> Layout:
        return Layout(Text("Done."))

    with pytest.raises(ValueError, match="no line"):
        Verb("deed", nothing, typed=("do it",), manages=True)
    with pytest.raises(ValueError, match="stands among"):
        Verb("deed", nothing, slash=Slash("games-admin", Text("/deed"), Text("Do it")))


async def test_what_everybody_may_read_is_public_and_nothing_else(system: System) -> None:
    """A channel and its threads, by the rights of @everyone; unknown ones aren't public (decision
    81)."""
    guilds, guild = system.app.services.guilds, int(system.world.guild_id)
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    (card,) = system.seen("games")
    for channel in (system.id("games"), card["id"]):
        assert guilds.public(guild, int(channel))
        assert not guilds.public(77, int(channel))
    assert not guilds.public(guild, 77)
    await system.lacking("READ_MESSAGE_HISTORY")
    await until(lambda: not guilds.public(guild, int(card["id"])))
    assert not guilds.public(guild, int(system.id("games")))
