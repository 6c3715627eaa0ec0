"""Settings are tables: a planted row appears, is validated and deleted with no other change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.features import lobby, personal, setup
from bot.features.feature import Feature, SlashOption
from bot.features.settings import show
from bot.features.setup import SERVERS
from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.table import table_options
from bot.table.settings import OFF, ON, PERSONAL, Setting, switch
from rules.game import Option
from rules.text import Text
from tests.bot.core import ANN, GUILD, Core, Patch
from tests.test_docs import choosable

WORDS = "Boards are dark."
ROW: Setting[Any] = switch(
    "dark",
    on=(Text("Darken Boards"), Text(WORDS)),
    off=(Text("Lighten Boards"), Text("Boards are light.")),
    page="where",
    option="dark_boards",
    about=Text("Colours of boards"),
)


def planted(monkeypatch: Patch, table: Mapping[str, Setting[Any]]) -> None:
    assert isinstance(table, dict)
    monkeypatch.setitem(table, ROW.name, ROW)


def option(feature: Feature, verb: str, name: str, game: Any = None) -> SlashOption:
    (slash,) = (each.slash for each in feature.verbs if each.name == verb)
    assert slash
    (found,) = (each for each in slash.options_of(game) if each.name == name)
    return found


def labels(panel: Message) -> list[str]:
    return [each.label for each in panel.buttons]


async def test_a_persons_new_row(core: Core, monkeypatch: Patch) -> None:
    planted(monkeypatch, PERSONAL)
    cases, wish = core.cases, core.wish(ANN)
    made = option(personal.feature(cases), "settings", "dark_boards")
    assert [each.value for each in made.values] == [OFF, ON]
    panel = await answer_to(show(cases, wish))
    assert "Boards are light." in panel.text
    assert "Darken Boards" in labels(panel)
    assert "can't set `dark`" in (await answer_to(cases.personal.set(wish, "dark", "blue"))).text
    await answer_to(cases.personal.by_command(wish, dark_boards=ON))
    assert await core.store.personal(ANN.id) == {"dark": ON}
    panel = await answer_to(show(cases, wish))
    assert WORDS in panel.text
    assert "Lighten Boards" in labels(panel)
    file = (await answer_to(core.verbs.do("myfile", wish))).document
    assert json.loads(file)["settings"] == [{"name": "dark", "value": ON, "meaning": WORDS}]
    assert "| `dark_boards:` | Colours of boards |" in choosable(PERSONAL.values())
    await answer_to(core.verbs.do("forgetnow", wish))
    assert await core.store.personal(ANN.id) == {}


async def test_a_servers_new_row(core: Core, monkeypatch: Patch) -> None:
    planted(monkeypatch, SERVERS)
    wish = core.wish(ANN, manages=True)
    made = option(setup.feature(core.cases), "setup", "dark_boards")
    assert [each.value for each in made.values] == [OFF, ON]
    panel = await answer_to(core.verbs.do("setup", wish, {"page": "where"}))
    assert "Boards are light." in panel.text
    assert "Darken Boards" in labels(panel)
    await answer_to(core.verbs.do("rule", wish, {"name": "dark", "value": ON}))
    assert await core.store.server(GUILD) == {"dark": ON}
    assert WORDS in (await answer_to(core.verbs.do("setup", wish))).text
    line = setup.SetUp(ANN.id, "dark", ON, "").line(None)
    assert str(line).endswith(WORDS)
    assert "| `dark_boards:` | Colours of boards |" in choosable(SERVERS.values())


async def test_a_new_option_of_tables(core: Core, monkeypatch: Patch) -> None:
    """The command has it, tables agree on it and validate it, and a server has a default for it."""
    row = Option("moon", Text("Phase of the moon"), "new", ("new", "full"))
    monkeypatch.setattr(table_options, "TABLE", (*table_options.TABLE, row))
    rules = core.cases.games["logger"].game
    made = option(lobby.feature(core.cases), "open", "moon", rules)
    assert [each.value for each in made.values] == ["new", "full"]
    assert table_options.agree_options(rules, 2, {"moon": "full"})["moon"] == "full"
    wish = replace(core.wish(ANN, "moon", manages=True))
    panel = await answer_to(core.verbs.do("setup", wish, {"page": "logger"}))
    assert "moon: new" in [each.label for each in panel.menus[0].choices]
    with pytest.raises(Exception, match="moon"):
        table_options.agree_options(rules, 2, {"moon": "half"})
