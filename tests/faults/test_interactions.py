"""Faults between a command and its answer, and in the bot's line to Discord: closed, opened again,
session forgotten. No turn is lost and nothing posted twice.
"""

from __future__ import annotations

import pytest

from bot.table.game import THINK
from tests.bot.discord.system import System, answers
from tests.bot.discord.watching import until
from tests.faults.accidents import ANSWER, DEFER, fails, happens, nothing_lost, struck, turn
from tests.faults.conftest import Hurried


@pytest.mark.parametrize(
    ("kind", "moment"), [("503", DEFER), ("429", ANSWER)], ids=["defer", "answer"]
)
async def test_a_passing_fault_is_waited_out(
    system: System, kind: str, moment: tuple[str, str]
) -> None:
    """The turn counts once, and its player gets an answer."""
    await system.begin("Ann", "Ben")
    happens(system, kind, moment)
    assert "Turn played in L1." in (await turn(system, "a1"))["content"]
    assert struck(system)
    await nothing_lost(system, turns=1)


async def test_an_acknowledgement_whose_answer_was_lost_is_one(system: System) -> None:
    """Tried again it is refused as the second (40060): the player waits, so he is served."""
    await system.begin("Ann", "Ben")
    happens(system, "503", DEFER, done=True)
    assert "Turn played in L1." in (await turn(system, "a1"))["content"]
    await nothing_lost(system, turns=1)


async def test_an_interaction_delivered_twice_is_one_turn(system: System) -> None:
    """40060 for the second; its work has the same key, so it is done once with the same answer."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    asked = await system.people[who].slash("games", "logger turn", move="a1")
    await system.people[who].act("again", interaction=asked)
    assert "Turn played" in (await system.answer(who, asked))["content"]
    assert (await system.slash(who, "games", "logger turn", move="e5"))["content"].startswith(
        "It's"
    )
    await nothing_lost(system, turns=1)
    told = [m for m in await system.people[who].history("games") if answers(m, asked)]
    assert [("Turn played" in m["content"]) for m in told] == [True]


async def test_what_cannot_be_acknowledged_is_not_done(system: System) -> None:
    """Discord shows "failed", which is true; the same line counts when it is said again."""
    await system.begin("Ann", "Ben")
    who, row = await system.mover("games"), (await system.game("games")).n
    happens(system, "10062", DEFER)
    asked = await system.people[who].slash("games", "logger turn", move="a1")
    await fails(system, who, asked)
    assert "You can take corner a1" in (await system.slash(who, "games", "logger turn"))["content"]
    assert (await system.game("games")).n == row
    assert "Turn played" in (await turn(system, "a1"))["content"]
    await nothing_lost(system, turns=1)


async def test_what_cannot_be_answered_still_counts_and_is_posted(system: System) -> None:
    """The token is dead after a quarter of an hour: the board tells everybody."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    happens(system, "50027", ANSWER)
    await system.people[who].slash("games", "logger turn", move="a1")
    await system.people[who].message(lambda m: "took corner a1" in m["content"])
    await nothing_lost(system, turns=1)
    other = await system.mover("games")
    assert other != who
    assert "Turn played" in (await turn(system, "e5"))["content"]


@pytest.mark.parametrize(
    "trouble", [{"do": "close", "code": 4000}, {"do": "invalid"}], ids=["closed", "resumable"]
)
async def test_what_is_said_while_the_line_is_down_counts(
    system: System, trouble: dict[str, object]
) -> None:
    """The session is resumed, and the missed messages are delivered, once."""
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
    """A new session is opened, at the sandbox and nowhere else; the game continues."""
    await system.begin("Ann", "Ben")
    before = set(system.world.gateway.sessions)
    await system.people["Ann"].act("gateway", do="forgotten")
    await until(lambda: set(system.world.gateway.sessions) - before and system.world.online)
    assert "Turn played" in (await turn(system, "a1"))["content"]
    await nothing_lost(system, turns=1)
    assert 5.0 in hurried.slept, "Discord wants that long between two identifications"


async def test_the_bot_leaves_also_while_it_has_just_been_woken(system: System) -> None:
    """SIGTERM in the same breath as a commit: nothing may hold it back."""
    await system.begin("Ann", "Ben")
    system.app.wake(timers=(THINK,))
    system.app.clock.wake()
    await system.stop()
    await system.start()
    await nothing_lost(system, turns=0)
