"""The right to manage a server's games comes from Discord (decision 64), and everybody may read.

tests/attacks/test_forged_ids.py sends everybody else's forged buttons, verb by verb.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.feature import OF_A_ROW, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.features.verbs import NO_RIGHT
from bot.messages.languages import VOICE
from bot.messages.layout import Layout
from bot.table.intent import Intent
from rules.text import Text
from tests.acting import ANN, BEN, Person
from tests.bot.core import GUILD, Core
from tests.bot.discord.people import People, at_discord
from tests.guest import GuestError
from tests.patience import until
from tests.stores import STORES

REFUSED, DONE = VOICE.say(NO_RIGHT), "Done."


async def deed(wish: Intent) -> Layout:
    return Layout(Text(DONE))


def feature(at: Services) -> Feature:
    slash = Slash("games-admin", Text("/deed"), Text("Do it"), (named_game(),))
    return Feature((Verb("deed", deed, OF_A_ROW, slash=slash, manages=True),))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[People]:
    """Ann, whose server it is, and Ben at their first turn in #games."""
    async with at_discord(tmp_path, features=(feature,)) as people:
        await people.begin(ANN, BEN)
        yield people


async def answers(people: People, who: Person, at: str = "") -> set[str]:
    panel = await people.command(who, "games settings", at=at)
    pressed = await people.forge(who, "lc:deed:1:1", panel)
    return {pressed.text, (await people.force(who, "games-admin deed", at=at, game="L1")).text}


@pytest.mark.slow
async def test_who_manages_the_server_has_the_right_and_nobody_else(server: People) -> None:
    """By a forged button or command; a player of that game has it neither, and in direct messages
    nobody has it, for there it is nobody's server."""
    assert await answers(server, BEN) == {REFUSED}
    await server.allow(BEN, "MANAGE_CHANNELS", "MANAGE_THREADS", "MANAGE_MESSAGES")
    assert await answers(server, BEN) == {REFUSED}
    for right in ("MANAGE_GUILD", "ADMINISTRATOR"):
        await server.allow(BEN, right)
        assert await answers(server, BEN) == {DONE}
    await server.allow(BEN)
    assert await answers(server, BEN) == {REFUSED}
    private = await server.of(ANN).dm()
    assert await answers(server, ANN, private) == {REFUSED}
    for who, where in ((BEN, "games"), (ANN, private)):  # a client doesn't even show them
        with pytest.raises(GuestError) as refused:
            await server.of(who).slash(where, "games-admin deed")
        assert refused.value.status == 403
    assert (await server.command(ANN, "games-admin deed")).text == DONE


async def test_each_command_that_asks_for_the_right_is_refused_without_it(lasting: Core) -> None:
    """Nothing is written; and with the right on another server, no game is found there. For buttons
    see tests/attacks/test_forged_ids.py."""
    game = await lasting.begin(ANN, BEN)
    before = STORES.rows(lasting.path)
    for verb in (verb for verb in lasting.verbs if verb.manages and verb.slash):
        assert (await lasting.do(BEN, verb.name)).text == REFUSED, verb.name
        if verb.game:
            told = await lasting.do(ANN, verb.name, guild=GUILD + 1, manages=True, game=game.id)
            assert "no such game" in told.text, verb.name
    assert STORES.rows(lasting.path) == before


def test_a_verb_that_asks_for_the_right_is_no_line() -> None:
    """A line carries no right, so it could not be asked for."""
    with pytest.raises(ValueError, match="no line"):
        Verb("deed", deed, typed=("do it",), manages=True)
    with pytest.raises(ValueError, match="stands among"):
        Verb("deed", deed, slash=Slash("games-admin", Text("/deed"), Text("Do it")))


async def test_what_everybody_may_read_is_public_and_nothing_else(people: People) -> None:
    """A channel and its threads, by the rights of @everyone; unknown ones aren't public (decision
    81). A member may read more, by their roles."""
    guilds, guild = people.app.services.guilds, int(people.world.guild_id)
    readable = people.app.services.direct.transport.readable
    await people.command(ANN, "logger start", players=2, thread=True)
    await people.quiet()
    (card,) = people.seen()
    for channel in (people.id(), card["id"]):
        assert guilds.public(guild, int(channel))
        assert not guilds.public(77, int(channel))
    assert not guilds.public(guild, 77)
    await people.deny("READ_MESSAGE_HISTORY")
    await until(lambda: not guilds.public(guild, int(card["id"])))
    places, ben = {int(people.id()), int(card["id"])}, int(people.of(BEN).id)
    assert not guilds.public(guild, int(people.id()))
    assert await readable(guild, ben, {*places, 77}) == places
    assert await readable(guild, 77, places) is None
