"""The bot hears lines said while it was away, once, and talk stays talk."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.discord import lines
from bot.discord.lines import Lines
from bot.table.game import Game
from sandbox.model import GUILD_ID
from sandbox.world import PlannedFault
from storage import BOARD, GameRow, Store, Unwritable
from tests.acting import ANN, BEN, CY, DEE, Person
from tests.bot.core import Patch
from tests.bot.discord.people import TO_BOT, People
from tests.patience import until


def answers(people: People) -> list[str]:
    """The bot's answers under messages; a board isn't an answer."""
    boards = [board["id"] for board in people.boards()]
    return [m.text for m in people.seen() if m.under and m["id"] not in boards]


async def come_back(people: People) -> None:
    await people.start()
    await people.bot.has_looked()
    await people.quiet()


async def away(people: People, *said: tuple[Person, str], reply_to: str | None = None) -> list[str]:
    """While the bot is away these are said; the answers to them when it is back."""
    await people.stop()
    for who, text in said:
        await people.of(who).say("games", text.replace("@bot ", TO_BOT), reply_to=reply_to)
    await come_back(people)
    return answers(people)


@pytest.mark.slow
async def test_a_reply_to_the_board_counts(discreet: People) -> None:
    """Even if message content isn't delivered, as on Discord."""
    board = await discreet.begin(ANN, BEN)
    mover, other = await discreet.seats()
    assert await away(discreet, (mover, "a1"), reply_to=board["id"]) == []
    board = await discreet.post()
    assert "took corner a1" in board.text
    assert discreet.pinged(board) == [other.name]
    await discreet.restart()
    await discreet.bot.has_looked()
    assert len(await discreet.store.log(1)) == 4


@pytest.mark.slow
async def test_only_lines_of_the_mover_that_are_new_are_heard_in_order(
    two: People, monkeypatch: Patch
) -> None:
    """With a mention, plain, and with the game's name. Nobody reads days later that it wasn't their
    turn, or that a greeting isn't a turn."""
    first, second = await two.seats()
    talk = (
        (second, "@bot a1"),
        (CY, "@bot a1"),
        (first, "good morning"),
        (first, "@bot thanks, I will play tonight"),
        (first, "@bot J7 a1"),
    )
    assert await away(two, *talk) == []
    assert (await two.game()).n == 3
    with monkeypatch.context() as patch:
        patch.setattr("bot.discord.lines.OLDEST", timedelta(hours=-1))
        await away(two, (first, "@bot a5"))
        assert (await two.game()).n == 3
    (said,) = [m for m in await two.of(ANN).history("games") if m.text.endswith("a5")]
    await two.of(first).delete("games", said["id"])
    turns = (first, "@bot a1"), (second, "e5"), (first, "@bot L1 stay; plant n")
    assert await away(two, *turns) == []
    assert (await two.game()).n == 6


@pytest.mark.slow
async def test_a_line_that_came_before_its_board_is_found_behind_it(
    two: People, monkeypatch: Patch
) -> None:
    """A turn counts before its board is posted, and so does the next one: a bot that dies between
    both must not pass it over because its successor was quick to post."""
    first, second = await two.seats()
    look = Lines.look

    async def look_after_the_board(self: Lines, shard: int) -> None:
        await until(lambda: is_posted(two))
        await look(self, shard)

    two.world.faults.append(PlannedFault("POST", r"/channels/\d+/messages$", 500, times=99))
    await two.of(first).say("games", f"{TO_BOT}a1")
    await until(lambda: is_at(two, 4))
    await two.die()
    await two.of(second).say("games", f"{TO_BOT}e5")
    two.world.faults.clear()
    monkeypatch.setattr(Lines, "look", look_after_the_board)
    await come_back(two)
    assert await is_at(two, 5)
    await two.restart()
    await two.quiet()
    assert await is_at(two, 5)


async def is_posted(people: People) -> bool:
    """Whether the board of where the game stands is there."""
    game = await people.game()
    board = await people.store.latest(game.id, BOARD)
    return board is not None and board.message is not None and not game.past(board.n)


async def is_at(people: People, n: int) -> bool:
    return (await people.game()).n == n


@pytest.mark.slow
async def test_an_unfinished_line_is_kept_and_answered_once(
    two: People, monkeypatch: Patch
) -> None:
    """However often the bot is started again; and whether it is found or delivered first. The
    answer goes when the turn counts."""
    await two.play("a1", "e5")
    mover = await two.mover()
    (told,) = await away(two, (mover, "@bot stay"))
    assert told.startswith("Saved as a draft in L1")
    assert await away(two) == [told]
    assert await away(two, (mover, "@bot plant n")) == []
    assert (await two.game()).n == 6
    looked, hear = asyncio.Event(), two.bot.lines.hear

    async def hear_later(message: discord.Message) -> None:
        await looked.wait()
        await hear(message)

    monkeypatch.setattr(two.bot.lines, "hear", hear_later)
    mover = await two.mover()
    said = await two.of(mover).say("games", f"{TO_BOT}stay")
    await two.bot.lines.look(0)
    looked.set()
    await until(lambda: two.bot.done_with[said["id"]] == 1)
    (told,) = answers(two)
    assert told.startswith("Saved as a draft in L1")
    await two.of(mover).act("again", message=said["id"])
    await until(lambda: two.bot.done_with[said["id"]] == 2)
    assert answers(two) == [told] * 2


@pytest.mark.slow
async def test_a_channel_that_takes_long_keeps_no_other_waiting(
    two: People, monkeypatch: Patch
) -> None:
    """After a take-over, the last of thirty tables doesn't wait for the others."""
    await two.begin(CY, DEE, at="lounge")
    other = await two.mover("lounge")
    await two.stop()
    await two.of(other).say("lounge", f"{TO_BOT}a1")
    late, listen = asyncio.Event(), Lines._listen

    async def listen_late(self: Lines, game: Game) -> None:
        if game.place == int(two.id("games")):
            await late.wait()
        await listen(self, game)

    monkeypatch.setattr(Lines, "_listen", listen_late)
    await two.start()
    await until(lambda: "took corner a1" in two.seen("lounge")[-1].text)
    late.set()
    await two.bot.has_looked()


async def test_each_connection_looks_into_its_own_servers(two: People, monkeypatch: Patch) -> None:
    """A large bot has several; when one is lost, the games of the others have missed nothing.
    docs/hosting.md: the operator reads and counts the error of a store that does not answer as
    that."""
    monkeypatch.setattr(two.bot, "shard_count", 2)
    mine = (int(GUILD_ID) >> 22) % 2
    fetched = f"/channels/{two.id()}/messages"
    before = two.requests(fetched).count(200)
    await two.bot.lines.look(1 - mine)
    assert two.requests(fetched).count(200) == before
    await two.bot.lines.look(mine)
    assert two.requests(fetched).count(200) == before + 1

    async def unwritable(_: Store) -> AsyncIterator[GameRow]:
        raise Unwritable(Path("games.db"))
        yield

    monkeypatch.setattr(lines, "every_open_game", unwritable)
    await two.restart()
    await two.bot.has_looked()
    broken = [record.exc_info for record in two.faults.seen]
    two.faults.seen.clear()  # as it was meant to be
    assert [error and error[0] for error in broken] == [Unwritable]
