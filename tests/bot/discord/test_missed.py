"""The bot hears lines said while it was away, once, and talk stays talk."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord

from bot.discord import lines
from bot.discord.lines import Lines
from bot.table.game import Game
from sandbox.model import GUILD_ID
from sandbox.world import PlannedFault
from storage import BOARD, GameRow, Store, Unwritable
from tests.bot.core import Patch
from tests.bot.discord.system import System, replied_to, requested
from tests.bot.discord.watching import until


def answers(system: System) -> list[str]:
    """The bot's answers under messages; a board isn't an answer."""
    boards = [board["id"] for board in system.boards("games")]
    said = [m for m in system.seen("games") if m["id"] not in boards]
    return [m["content"] for m in said if replied_to(m)]


async def looked(system: System) -> None:
    """Wake the bot and wait until it has looked everywhere, and posted the results."""
    await system.start()
    await system.bot.has_looked()
    await system.quiet()


async def away(system: System, *said: tuple[str, str], reply_to: str | None = None) -> list[str]:
    """While the bot is away these are said; the answers to them when it is back."""
    await system.stop()
    for who, text in said:
        text = text.replace("@bot", f"<@{system.world.bot_id}>")
        await system.people[who].say("games", text, reply_to=reply_to)
    await looked(system)
    return answers(system)


async def seats(system: System) -> tuple[str, str]:
    mover = await system.mover("games")
    return mover, "Ben" if mover == "Ann" else "Ann"


async def test_a_reply_to_the_board_counts(discreet: System) -> None:
    """Even if message content isn't delivered, as on Discord."""
    board = await discreet.begin("Ann", "Ben")
    mover, other = await seats(discreet)
    assert await away(discreet, (mover, "a1"), reply_to=board["id"]) == []
    board = await discreet.post("games")
    assert "took corner a1" in board["content"]
    assert discreet.pinged(board) == [other]
    await discreet.restart()
    await discreet.bot.has_looked()
    assert len(await discreet.store.log(1)) == 4


async def test_lines_of_several_people_are_heard_in_order(started: System) -> None:
    """With a mention, plain, and with the game's name."""
    first, second = await seats(started)
    said = (first, "@bot a1"), (second, "e5"), (first, "@bot L1 stay; plant n")
    assert await away(started, *said) == []
    assert (await started.game("games")).n == 6


async def test_a_line_that_came_before_its_board_is_found_behind_it(
    started: System, monkeypatch: Patch
) -> None:
    """A turn counts before its board is posted, and so does the next one: a bot that dies between
    both must not pass it over because its successor was quick to post."""
    first, second = await seats(started)
    look, line = Lines.look, f"<@{started.world.bot_id}> e5"

    async def behind_the_board(self: Lines, shard: int) -> None:
        game = await started.game("games")
        await until(lambda: posted(started, game))
        await look(self, shard)

    started.world.faults.append(PlannedFault("POST", r"/channels/\d+/messages$", 500, times=99))
    await started.people[first].say("games", f"<@{started.world.bot_id}> a1")
    await until(lambda: played(started, 4))
    await started.kill()
    await started.people[second].say("games", line)
    started.world.faults.clear()
    monkeypatch.setattr(Lines, "look", behind_the_board)
    await looked(started)
    assert await played(started, 5)
    await started.restart()
    await started.quiet()
    assert await played(started, 5)


async def posted(system: System, game: Game) -> bool:
    board = await system.bot.services.store.latest(game.id, BOARD)
    return board is not None and board.message is not None and not game.past(board.n)


async def played(system: System, n: int) -> bool:
    return (await system.game("games")).n == n


async def test_what_is_no_line_of_the_mover_is_left_alone(started: System) -> None:
    """Nobody reads days later that it wasn't their turn, or that a greeting isn't a turn."""
    mover, other = await seats(started)
    said = (
        (other, "@bot a1"),
        ("Cy", "@bot a1"),
        (mover, "good morning"),
        (mover, "@bot thanks, I will play tonight"),
        (mover, "@bot J7 a1"),
    )
    assert await away(started, *said) == []
    assert len(await started.store.log(1)) == 3


async def test_an_unfinished_line_is_kept_and_answered_once(midway: System) -> None:
    """However often the bot is started again; and the answer goes when the turn counts."""
    mover, _ = await seats(midway)
    (told,) = await away(midway, (mover, "@bot stay"))
    assert told.startswith("Saved as a draft in L1")
    assert await away(midway) == [told]
    assert await away(midway, (mover, "@bot plant n")) == []
    assert len(await midway.store.log(1)) == 6


async def test_what_is_too_old_is_not_heard(system: System, monkeypatch: Patch) -> None:
    monkeypatch.setattr("bot.discord.lines.OLDEST", timedelta(hours=-1))
    await system.begin("Ann", "Ben")
    mover, _ = await seats(system)
    await away(system, (mover, "@bot a1"))
    assert await system.mover("games") == mover


async def test_a_channel_that_takes_long_keeps_no_other_waiting(
    started: System, monkeypatch: Patch
) -> None:
    """After a take-over, the last of thirty tables doesn't wait for the others."""
    await started.begin("Cy", "Dee", channel="lounge")
    other = await started.mover("lounge")
    await started.stop()
    await started.people[other].say("lounge", f"<@{started.world.bot_id}> a1")
    late, listen = asyncio.Event(), Lines._listen

    async def slow(self: Lines, game: Game) -> None:
        if game.place == int(started.id("games")):
            await late.wait()
        await listen(self, game)

    monkeypatch.setattr(Lines, "_listen", slow)
    await started.start()
    await until(lambda: "took corner a1" in started.seen("lounge")[-1]["content"])
    late.set()
    await started.bot.has_looked()


async def found_first(system: System, monkeypatch: Patch, who: str, text: str) -> list[str]:
    """The answers to a line that is found in its channel first, and delivered after that."""
    looked, hear = asyncio.Event(), system.bot.lines.hear

    async def waits(message: discord.Message) -> None:
        await looked.wait()
        await hear(message)

    monkeypatch.setattr(system.bot.lines, "hear", waits)
    said = await system.people[who].say("games", f"<@{system.world.bot_id}> {text}")
    await system.bot.lines.look(0)
    looked.set()
    await until(lambda: system.bot.done_with[said["id"]] == 1)
    told = answers(system)
    await system.people[who].act("again", message=said["id"])
    await until(lambda: system.bot.done_with[said["id"]] == 2)
    assert answers(system) == told * 2
    return told


async def test_a_store_that_does_not_answer_is_told_of_as_that(
    started: System, monkeypatch: Patch
) -> None:
    """docs/hosting.md: the operator reads and counts the error itself, even if several channels are
    checked at once."""

    async def away(_: Store) -> AsyncIterator[GameRow]:
        raise Unwritable(Path("games.db"))
        yield

    monkeypatch.setattr(lines, "every_open_game", away)
    await started.restart()
    await started.bot.has_looked()
    broken = [record.exc_info for record in started.faults.seen]
    started.faults.seen.clear()  # as it was meant to be
    assert [found and found[0] for found in broken] == [Unwritable]


async def test_what_was_found_and_is_delivered_is_answered_once(
    midway: System, monkeypatch: Patch
) -> None:
    """The first delivery's own answer is the only one."""
    mover, _ = await seats(midway)
    (told,) = await found_first(midway, monkeypatch, mover, "stay")
    assert told.startswith("Saved as a draft in L1")


async def test_each_connection_looks_into_its_own_servers(
    started: System, monkeypatch: Patch
) -> None:
    """A large bot has several; when one is lost, the games of the others have missed nothing."""
    monkeypatch.setattr(started.bot, "shard_count", 2)
    mine = (int(GUILD_ID) >> 22) % 2
    fetched = f"/channels/{started.id('games')}/messages"
    before = requested(started, fetched).count(200)
    await started.bot.lines.look(1 - mine)
    assert requested(started, fetched).count(200) == before
    await started.bot.lines.look(mine)
    assert requested(started, fetched).count(200) == before + 1
