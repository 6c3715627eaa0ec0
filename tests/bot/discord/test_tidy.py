"""A channel tidies up: what only said that nothing was played goes away again.

Source: issue 11, item 4.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.core.game import FLEETING
from tests.bot.discord.system import System, buttons
from tests.bot.discord.watching import until

MINUTES = 60.0


def _gone(system: System, text: str) -> Callable[[], bool]:
    return lambda: not any(text in message["content"] for message in system.seen("games"))


async def _refused(system: System, who: str, line: str = "zz") -> str:
    """The answer to a line that cannot be played, said in the channel."""
    told = await system.say(who, "games", f"<@{system.world.bot_id}> {line}")
    assert told
    return told


async def test_a_public_refusal_goes_when_its_readers_turn_counts(system: System) -> None:
    """And so does the answer to an unfinished line; the player's own messages and the boards stay,
    and so does what was said to somebody else."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    mine = [await _refused(system, who), await _refused(system, who, "stay")]
    theirs = await _refused(system, other, "a2")
    assert mine[1].startswith("Kept for your turn")
    place = system.world.messages[system.id("games")]
    before = [it for it in place.values() if it.author != system.world.bot_id]
    boards = [m["id"] for m in system.boards("games")]
    await system.play("games", "stay; plant n")
    for told in mine:
        await until(_gone(system, told))
    assert [it for it in place.values() if it.author != system.world.bot_id] == before
    assert [m["id"] for m in system.boards("games")][:-1] == boards
    assert theirs in [message["content"] for message in system.seen("games")]


async def test_a_public_refusal_goes_after_ten_minutes(system: System) -> None:
    await system.begin("Ann", "Ben")
    told = await _refused(system, await system.mover("games"))
    system.pass_time(9 * MINUTES)
    await system.quiet()
    assert not _gone(system, told)()
    system.pass_time(1 * MINUTES)
    await until(_gone(system, told))


async def test_a_public_refusal_goes_after_a_restart_too(system: System) -> None:
    await system.begin("Ann", "Ben")
    told = await _refused(system, await system.mover("games"))
    await system.stop()
    system.ahead += 11 * MINUTES
    await system.start()
    await until(_gone(system, told))


async def test_an_answer_that_somebody_has_deleted_is_no_trouble(system: System) -> None:
    """Nor is one that cannot be reached any more: the game goes on, and nobody is written to."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    told = await _refused(system, who)
    (answer,) = [m for m in system.seen("games") if m["content"] == told]
    await system.people["Ann"].delete("games", answer["id"])
    await system.play("games", "a1", "e5")
    await system.quiet()
    assert (await system.store.census()).parked == 0
    assert (await system.game("games")).due(FLEETING) is None


async def test_the_answer_to_a_turn_that_counts_stays(system: System) -> None:
    """In Logjam it has the buttons that end the wait and take the turn back."""
    await _logjam(system)
    who = await system.mover("games")
    told = await system.say(who, "games", f"<@{system.world.bot_id}> nothing")
    assert "counts" in told
    system.pass_time(11 * MINUTES)
    await system.quiet()
    (answer,) = [m for m in system.seen("games") if m["content"] == told]
    assert buttons(answer)


async def _logjam(system: System) -> None:
    await system.slash("Ann", "games", "logjam start", players=2)
    await system.slash("Ben", "games", "logjam join")
    await system.until_called("games")
