"""The promises of the pages for people are there: commands, buttons, and the way without make."""

import re
from functools import cache

import discord
import pytest
from discord import app_commands

from bot.app import HOSTED
from bot.discord.commands import add_commands
from bot.table.settings import Hosting
from tests.bot.core import all_verbs
from tests.size import ROOT, text

FOR_PEOPLE = ["docs/players.md", "docs/server-owner.md", "README.md"]
PAST = ["CHANGELOG.md", "docs/decisions.md"]  # names that existed then
# They name commands as their readers find them.
PAST += [f"docs/{page}.md" for code in ("de", "es", "fr") for page in (code, f"players.{code}")]
ALL = ["docs/*.md", "*.md", "seeds/*.md"]
NAMING = sorted({str(page.relative_to(ROOT)) for each in ALL for page in ROOT.glob(each)} - {*PAST})
NO_COMMANDS = {"/launch", "/healthz", "/metrics", "/signed", "/tmp", "/srv", "/etc", "/join"}
NO_COMMANDS |= {"/api"}  # an address


@cache
def commands() -> set[str]:
    """`/logger`, `/logger start`, … as Discord shows them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, all_verbs(hosting=Hosting(boards_at="http://127.0.0.1")), HOSTED)
    return {f"/{each.qualified_name}" for each in tree.walk_commands()}


@pytest.mark.parametrize("page", NAMING)
def test_every_command_that_a_page_names_is_there(page: str) -> None:
    """Also the commands of each game, `/<key> start` and `/{game} start`."""
    said = re.sub(r"`/(<key>|\{game\})", "`/logger", text(page))
    named = set(re.findall(r"`(/[\w-]+(?: [a-z-]+)?)", said))
    assert named or page not in FOR_PEOPLE
    assert named - NO_COMMANDS <= commands()


@cache
def code() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in (ROOT / "bot").rglob("*.py"))


def test_every_command_that_a_sentence_names_is_there() -> None:
    """`Command("games", "mine")`, or `Command(game.kind, "undo")` of some game."""
    named = re.findall(r'Command\(\s*("?)([\w. ]+)"?, "([a-z_]+)"', code())
    assert len(named) > 20
    verbs = {path.split()[1] for path in commands() if path.startswith(("/logger ", "/fellers "))}
    assert {f"/{under} {verb}" for quote, under, verb in named if quote} <= commands()
    assert {verb for quote, _, verb in named if not quote} <= verbs


@pytest.mark.parametrize("page", FOR_PEOPLE[:2])
def test_every_button_that_a_page_names_is_there(page: str) -> None:
    """Bold words in Title Case are buttons, games, or pages of Discord itself."""
    others = {"Forest Fellers", "Server Settings", "Integrations", "Message Content Intent"}
    others |= {"Manage Server"}
    words = re.findall(r"\*\*((?:[A-Z]\w+ ?)+)\*\*", " ".join(text(page).split()))
    pressed = {word for word in words if len(word.split()) > 1 or word in ("Join", "Rematch")}
    assert [word for word in pressed - others if f'"{word}"' not in code()] == []


def test_the_way_without_make_is_what_make_does() -> None:
    """README.md: the same pins, verified, and the same start; on Windows and elsewhere."""
    shown = text("README.md").partition("### Without make")[2].partition("\n## ")[0]
    lines = [line.strip() for line in shown.splitlines() if line.startswith("    ")]
    windows, elsewhere = lines[:3], lines[3:]
    assert [x.replace("\\", "/").replace("Scripts", "bin") for x in windows[1:]] == elsewhere[1:]
    assert elsewhere[1].endswith("-m pip install --require-hashes -r requirements.txt")
    assert elsewhere[2].removeprefix(".venv/bin/python") in " -m bot run"
    assert "$(IN) bot run" in text("Makefile")
    assert "--require-hashes -r" in text(".ci/venv")


def test_the_token_has_one_place() -> None:
    """README.md: in .env, which git does not know; Docker's way is named only as Docker's."""
    server = text("README.md").partition("## Add it to your server")[2].partition("\n## ")[0]
    assert re.findall(r"DISCORD_TOKEN\w*", server) == ["DISCORD_TOKEN"]
    assert ".env" in text(".gitignore").splitlines()
