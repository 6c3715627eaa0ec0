"""Faults between a command and its answer, and in the bot's line to Discord: closed, opened again,
session forgotten. No turn is lost and nothing posted twice.
"""

from typing import Any

import pytest

from bot.table.game import THINK
from tests.acting import ANN, BEN
from tests.bot.discord.people import TO_BOT, People
from tests.faults.accidents import ANSWER, DEFER, fails, nothing_lost, strike, turn
from tests.faults.conftest import Hurried
from tests.patience import until


@pytest.mark.slow
async def test_a_command_counts_once_however_it_is_answered(people: People) -> None:
    """Delivered twice, the second is refused (40060): its work has the same key, so it is done once
    with the same answer. What cannot be acknowledged is not done; Discord shows "failed", which is
    true, and the same line counts when it is said again. What cannot be answered, because the token
    is dead after a quarter of an hour, still counts: the board tells everybody."""
    await people.begin(ANN, BEN)
    who, other = await people.seats()
    guest = people.of(who)
    asked = await guest.slash("games", "logger turn", move="a1")
    await guest.act("again", interaction=asked)
    assert "Turn played" in (await guest.answer(asked)).text
    assert (await people.command(who, "logger turn", move="e5")).text.startswith("It's")
    await nothing_lost(people, turns=1)
    told = [m.text for m in await guest.history("games") if m.answers(asked)]
    assert ["Turn played" in text for text in told] == [True]

    strike(people, "10062", DEFER)
    await fails(people, other, await people.of(other).slash("games", "logger turn", move="e5"))
    assert "You can take corner" in (await people.command(other, "logger turn")).text
    await nothing_lost(people, turns=1)
    assert "Turn played" in (await turn(people, "e5")).text

    strike(people, "50027", ANSWER)
    await guest.slash("games", "logger turn", move="stay; +a2")
    await guest.message(lambda m: "(turn 4)" in m.text)
    await nothing_lost(people, turns=3)
    assert await people.mover() == other
    assert "Turn played" in (await turn(people, "stay; +e4")).text


TROUBLES: dict[str, dict[str, Any]] = {
    "a1": {"do": "close", "code": 4000},
    "e5": {"do": "invalid"},
    "stay; +a2": {"do": "reconnect"},
}


@pytest.mark.slow
async def test_what_is_said_while_the_line_is_down_counts(people: People, hurried: Hurried) -> None:
    """The session is resumed, and the missed messages are delivered, once. After a forgotten
    session a new one is opened, at the sandbox and nowhere else. The bot leaves also while it has
    just been woken: SIGTERM in the same breath as a commit, nothing may hold it back."""
    await people.begin(ANN, BEN)
    for turn_, (line, trouble) in enumerate(TROUBLES.items(), 2):
        guest = people.of(await people.mover())
        await guest.act("gateway", **trouble)
        said = await guest.say("games", f"{TO_BOT}{line}")
        assert not await people.under(said["id"])
        assert f"(turn {turn_})." in (await people.post()).text
    before = set(people.world.gateway.sessions)
    await people.of(ANN).act("gateway", do="forgotten")
    await until(lambda: set(people.world.gateway.sessions) - before and people.world.online)
    assert "Turn played" in (await turn(people, "stay; +e4")).text
    assert 5.0 in hurried.slept, "Discord wants that long between two identifications"
    people.app.wake(timers=(THINK,))
    people.app.clock.wake()
    await people.restart()
    await nothing_lost(people, turns=4)
