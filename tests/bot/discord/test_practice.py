"""Practice through the real client: one person alone plays whole games against a computer."""

from functools import partial

import pytest

from tests.acting import ANN, BEN, Person
from tests.bot.core import Patch
from tests.bot.discord.people import People
from tests.bot.discord.searching import unpainted
from tests.patience import until


async def is_called(people: People, who: Person, private: str, boards: int = 1) -> None:
    """Wait until there are this many boards in direct messages, the last of which calls them."""
    call = f"<@{people.of(who).id}>, your turn"

    def called() -> bool:
        there = people.boards(private)
        return len(there) >= boards and there[-1].text.startswith(call)

    await until(called)


@pytest.mark.slow
async def test_practice_is_played_in_direct_messages(people: People, monkeypatch: Patch) -> None:
    """By command, by a typed line without a mention, and by a button; the hand is shown there."""
    unpainted(monkeypatch)
    private = await people.of(BEN).dm()
    begun = await people.command(BEN, "fellers practice", at=private, level="easy", thread=False)
    assert "has started" in begun.text
    await is_called(people, BEN, private)
    for words in ("learn", "rules"):
        assert (await people.say(BEN, words, at=private))["attachments"], "it has its picture"
    found = await people.of(BEN).complete(private, "fellers turn", "move", move="")
    assert "Your moves" in (await people.command(BEN, "fellers moves", at=private)).text
    line = found[0]["value"]
    told = await people.command(BEN, "fellers turn", at=private, move=line)
    assert "Turn played" in told.text
    await is_called(people, BEN, private, 2)
    assert "I can't read" in (await people.say(BEN, "b99 norht", at=private)).text
    assert (await people.press(BEN, "My Hand", people.boards(private)[-1])).buttons
    asked = await people.command(BEN, "fellers resign", at=private)
    await people.of(BEN).press(asked, next(b for b in asked.labels if b.startswith("Resign")))
    await until(lambda: any("is over" in m.text for m in people.seen(private)))
    assert "has started" in (await people.press(BEN, "Rematch", at=private)).text


@pytest.mark.slow
async def test_nobody_else_reaches_a_game_in_direct_messages(people: People) -> None:
    """It has a name of its own there, without a meaning anywhere else."""
    mine, other = await people.of(BEN).dm(), await people.of(ANN).dm()
    told = (await people.command(BEN, "logger start", at=mine, players=2)).text
    assert "in server channels" in told
    assert "practice command" in told
    for who, private in ((BEN, mine), (ANN, other)):
        await people.command(who, "logger practice", at=private, thread=False)
        await is_called(people, who, private)
    told = (await people.command(BEN, "logger start", at=mine, players=3, computers="1")).text
    assert "in server channels" in told
    told = (await people.command(BEN, "logjam practice", at=mine, thread=False)).text
    assert "you can only have one game here" in told
    told = (await people.command(ANN, "games mine", at=other)).text
    assert told.count("L1") == 1
    assert "in your direct messages with me" in told
    assert "https://discord.com/channels/@me/" in told
    for channel in ("games", other):
        assert "Ben" not in (await people.command(ANN, "games here", at=channel)).text
    record = await people.command(ANN, "games review export", at=other, game="L1")
    assert "Ben" not in str(record)


async def test_every_line_of_who_plays_alone_is_answered(people: People) -> None:
    """Unreadable and illegal lines get a refusal with a way out, shorter while the first answer is
    there; nothing is played, and others may talk."""
    await people.command(ANN, "logger practice", level="easy", thread=False)
    await people.mover()
    assert await people.say(ANN, "board")  # an answer, but no refusal
    row, lengths = (await people.game()).n, []
    for line in ("blub", "please win this for me", "c3"):
        told = await people.say(ANN, line)
        assert {"How to Play", "Hint"} <= {*told.labels}, told.text
        lengths.append(len(told.text.split()))
        await until(partial(is_fleeting, people, told["id"]))
    assert lengths[1] < lengths[0]
    assert not await people.say(BEN, "blub")
    assert (await people.game()).n == row
    assert "ood turn" in (await people.press(ANN, "Hint", told)).text


async def is_fleeting(people: People, message: str) -> bool:
    """Whether the bot has noted this answer for deletion."""
    return any(f":{message}:" in timer.payload for timer in (await people.game()).timers)
