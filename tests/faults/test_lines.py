"""What goes wrong with the bot's line to Discord: closed, to be opened anew, session forgotten.

Source: issue 3, item 5. Discord: a closed session is resumed and what was missed is delivered;
op 9 and a forgotten session begin a new one, at the gateway that the API names.
"""

from __future__ import annotations

import pytest

from bot.table.game import THINK
from tests.bot.discord.system import System
from tests.bot.discord.watching import until
from tests.faults.accidents import happens, nothing_lost, turn
from tests.faults.conftest import Hurried


@pytest.mark.parametrize(
    "trouble",
    [
        {"do": "close", "code": 1000},
        {"do": "close", "code": 1001},
        {"do": "close", "code": 4000},
        {"do": "close", "code": 4009},
        {"do": "reconnect"},
        {"do": "invalid"},
    ],
    ids=["1000", "1001", "4000", "4009", "op 7", "op 9, resumable"],
)
async def test_what_is_said_while_the_line_is_down_counts(
    system: System, trouble: dict[str, object]
) -> None:
    """The session is resumed, and what was said meanwhile is delivered, once."""
    await system.begin("Ann", "Ben")
    guest = system.people[await system.mover("games")]
    await guest.act("gateway", **trouble)
    said = await guest.say("games", f"<@{system.world.bot_id}> a1")
    assert await system.under(said["id"], "games") == ""
    await nothing_lost(system, turns=1)
    assert "took corner a1" in (await system.post("games"))["content"]


async def test_after_a_forgotten_session_the_bot_comes_back(
    system: System, hurried: Hurried
) -> None:
    """A new session is opened, at the sandbox and nowhere else; the game goes on."""
    await system.begin("Ann", "Ben")
    before = set(system.world.gateway.sessions)
    await system.people["Ann"].act("gateway", do="forgotten")
    await until(lambda: set(system.world.gateway.sessions) - before and system.world.online)
    assert "Turn played" in (await turn(system, "a1"))["content"]
    await nothing_lost(system, turns=1)
    assert 5.0 in hurried.slept, "Discord wants that long between two identifications"


async def test_closed_in_the_middle_of_a_turn_nothing_is_lost(system: System) -> None:
    """REST and gateway are two lines: the answer and the post arrive."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    happens(system, "slow", ("POST", "/callback$"))
    asked = await system.people[who].slash("games", "logger turn", move="a1")
    await system.people[who].act("gateway", do="close")
    assert "Turn played" in (await system.answer(who, asked))["content"]
    await nothing_lost(system, turns=1)
    assert "Turn played" in (await turn(system, "e5"))["content"]


async def test_the_bot_leaves_also_while_it_has_just_been_woken(system: System) -> None:
    """SIGTERM in the same breath as a commit: nothing may hold it back."""
    await system.begin("Ann", "Ben")
    system.app.wake(timers=(THINK,))
    system.app.clock.wake()
    await system.stop()
    await system.start()
    await nothing_lost(system, turns=0)
