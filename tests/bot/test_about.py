"""/games bot about: what anybody may know of the bot.

Source: issue 29, item 7; experience of hosts: version, since when, who hosts, the last copy.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import pytest

from bot.features.about import feature
from bot.messages.boundary import answered
from bot.messages.message import Message
from bot.table.hosting import Hosting
from tests.bot.controls import button
from tests.bot.core import ANN, BEN, EVE, Core


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
