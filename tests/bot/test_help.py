"""The help: one screen, and lists of all commands, made of what is declared; and two pages.

Source: issue 27, item 12; the tests' table of the design ("every command … occurs in the help").
"""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any

import pytest

from bot.app import HOSTED
from bot.discord.commands import GameCommands
from bot.features.about import feature
from bot.features.help import MORE, help_page
from bot.messages.boundary import answered
from bot.messages.medium import MARKDOWN, VOICE
from bot.messages.message import Message
from bot.table.game import Games
from bot.table.hosting import Hosting
from renderer import hosted
from rules import GAMES
from rules.voice import Voice
from tests.bot.controls import button
from tests.bot.core import ANN, BEN, DECLARED, EVE, Core, declared
from tests.pseudo import english_left, voice
from tests.rules.keep import KIND as KEEP

ALONE = Games(hosted({"keep": KEEP}))


def helped(games: Games = HOSTED, said_by: Voice = VOICE) -> list[Message]:
    """The one screen of the help, and what its buttons lead to."""
    verbs = declared(games=games)
    keys = ("", "commands", MORE, "how-to-enter-a-turn", "when-something-is-wrong")
    return [help_page(verbs, games, key).said(said_by) for key in keys]


def help_pages(games: Games = HOSTED) -> str:
    return "\n".join(page.text for page in helped(games))


@pytest.mark.parametrize("kind", GAMES)
def test_every_command_is_in_the_help(kind: str) -> None:
    """Each of the game's commands, as that of some game, with what it is for; and the game."""
    said = re.findall(r"^`/[a-z]+ (\w+)`(?: \(.*\))?: (.+)$", help_pages(), re.MULTILINE)
    commands = GameCommands(GAMES[kind].game, DECLARED).commands
    assert {(command.name, command.description) for command in commands} <= {*said}
    assert f"`/{kind} start`" in helped()[0].text


def test_the_help_names_no_game_that_is_not_there() -> None:
    said = help_pages(ALONE)
    assert f"`/{KEEP.game.key} start`" in said
    assert [kind for kind in GAMES if f"/{kind}" in said] == []
    assert "{" not in said


def test_the_help_says_what_editing_does() -> None:
    assert "Editing or deleting a message doesn't change your turn" in help_pages()


def test_the_help_is_one_screen_with_buttons() -> None:
    """Issue 27, item 12; each of what it leads to is one message, and has the way back."""
    front, *others = helped()
    assert len(front.text.split()) <= 60
    assert [len(row) for row in front.rows] == [len(GAMES), 5]
    for shown in others:
        assert len(shown.text) <= 1600, "two screens of a phone"
        ((back, *row),) = shown.rows
        assert (back.id, len(row)) == ("lc:help:", 4)


def test_the_help_has_room_for_more_games_than_a_row_has_buttons() -> None:
    """Discord takes five rows of five; what is no game's own is always there."""
    many = Games({f"{kind}{n}": HOSTED.drawn(kind) for kind in HOSTED for n in range(8)})
    rows = help_page(DECLARED, many, "").said(VOICE).rows
    assert [len(row) for row in rows] == [5, 5, 5, 5, 5]
    assert rows[-1][0].label == "My Games"


def test_a_page_that_is_gone_is_the_one_screen() -> None:
    """Its button may still be pressed."""
    assert help_page(DECLARED, HOSTED, "looking") == help_page(DECLARED, HOSTED, "")


def test_the_help_goes_through_the_catalogue() -> None:
    """docs/text.md: where a language has no page of its own."""
    names = ("Lumbercamp", *(GAMES[kind].game.title for kind in GAMES))
    left = [w for page in helped(said_by=voice(MARKDOWN)) for w in english_left(page.text, names)]
    assert left == []


# -- /games bot about: what anybody may know of the bot.


async def about(core: Core, **more: Any) -> Message:
    return await answered(core.verbs.do("about", core.wish(EVE, **more)))


async def test_it_says_which_version_since_when_and_who_hosts_it(core: Core) -> None:
    core.cases.hosting = Hosting("Ann, ann@example.org", 1_000.0, lambda: 7_200.0)
    await core.seated(ANN, BEN)
    (verb,) = feature(core.cases).verbs
    told = (await answered(verb.do(core.wish(EVE)))).text
    assert told.startswith(
        f"**Lumbercamp {version('lumbercamp')}** has been running since <t:1000:f>."
    )
    assert "Run by Ann, ann@example.org." in told
    assert "1 open game across all servers." in told
    assert "Last backup: 2 h ago." in told


async def test_what_is_not_known_is_not_told(core: Core) -> None:
    """A host who has not said who they are, and a bot that makes no copies."""
    told = (await about(core)).text
    assert "Run by" not in told
    assert "backup" not in told
    assert "0 open games across all servers" in told


@pytest.mark.parametrize("guild", [900, -77])
async def test_from_there_one_sees_what_is_stored(core: Core, guild: int) -> None:
    """Also in direct messages."""
    pressed = button(await about(core, guild=guild), "My Data").id
    found = core.verbs.read(pressed)
    assert found.verb.anywhere
    panel = await answered(core.verbs.do(found.verb.name, core.wish(EVE, guild=guild)))
    assert "What I store about you" in panel.text
