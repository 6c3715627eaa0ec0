"""Finding one's way: one's own games, the next one, the server's, and the card in the channel.

Source: issue 12, item 6; experience 3.2, complaint 5 ("Which game is this? Where is the board?").
"""

from __future__ import annotations

from random import Random

from bot.boundary import answered
from bot.core.game import CLOCK
from storage import Change, NewTimer
from tests.bot.core import ANN, BEN, CHANNEL, EVE, GUILD, Core, Person
from tests.bot.playing import turn


async def two_games(core: Core) -> None:
    """L1 in the channel and L2 in another one, an hour later, both with their boards posted."""
    await core.seated(ANN, BEN)
    await core.deliver()
    core.time.seconds += 3600
    await core.open(ANN, 2, channel=601)
    await core.join(BEN, channel=601)
    await core.deliver()


async def asked(core: Core, verb: str, who: Person = ANN) -> str:
    wish = core.wish(who, guild=GUILD if verb == "here" else 0, channel=0)
    return (await answered(getattr(core.cases.whereabouts, verb)(wish))).text


async def clocked(core: Core, number: int, due: float) -> None:
    """The player on turn has time until then."""
    game = await core.game(number)
    await core.store.commit(game.id, game.n, Change((), "c", timers=(NewTimer(CLOCK, due),)))


async def turns(core: Core, who: Person) -> list[int]:
    """The games in which it is somebody's turn."""
    return [n for n in (1, 2) if (await core.mover(n)).id == who.id]


async def link(core: Core, number: int) -> str:
    game = await core.game(number)
    board = await core.store.latest(game.id, "turn")
    assert board is not None
    return f"[L{number}](https://discord.com/channels/{GUILD}/{board.channel}/{board.message})"


async def test_each_game_in_ones_list_leads_to_its_newest_board(core: Core) -> None:
    """A jump link, also from direct messages."""
    await two_games(core)
    told = await asked(core, "mine")
    for number in (1, 2):
        assert await link(core, number) in told
    assert await link(core, 2) in await asked(core, "here", EVE)


async def test_the_list_says_until_when_and_begins_with_what_ends_first(core: Core) -> None:
    await two_games(core)
    for _ in range(2):  # until it is Ann's turn in both
        for number, channel in ((1, CHANNEL), (2, 601)):
            if number not in await turns(core, ANN):
                core.kind = "logger"
                line = turn(await core.table(number), Random(number))
                await core.say(BEN, line, channel=channel)
    assert await turns(core, ANN) == [1, 2]
    await clocked(core, 1, 1_090_000.0)
    await clocked(core, 2, 1_080_000.0)
    told = (await asked(core, "mine")).splitlines()
    mine = [row for row in told if row.startswith("**Your turn:**")]
    assert ["L2" in row for row in mine] == [True, False]
    assert "Time until <t:1080000:f> (<t:1080000:R>)." in mine[0]


async def test_the_list_tells_what_happened_since_ones_turn(core: Core) -> None:
    """Of the games that wait for who asks."""
    await core.seated(ANN, BEN)
    first = await core.mover()
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    await core.say(first, turn(await core.table(), Random(1)))
    other = await core.mover()
    told = await asked(core, "mine", other)
    assert f"-# Since your turn: {first.name}" in told
    assert "Since your turn" not in await asked(core, "mine", first)


async def test_next_is_the_game_that_has_waited_longest(core: Core) -> None:
    await two_games(core)
    for who in (ANN, BEN):
        waiting = await turns(core, who)
        told = await asked(core, "next", who)
        if not waiting:
            assert "No game waits for you" in told
        else:
            assert await link(core, waiting[0]) in told
            assert "has waited longest for you" in told
    assert "No game waits for you" in await asked(core, "next", EVE)


async def test_the_card_of_a_game_in_a_thread_says_who_is_waited_for_and_until_when(
    core: Core,
) -> None:
    """Edited in place: issue 12, item 6."""
    await core.open(ANN, 2, thread=True)
    await core.deliver()
    thread = (await core.game()).channel
    assert thread is not None
    await core.join(BEN, channel=thread)
    await core.deliver()
    mover = await core.mover()
    (card,) = core.posts()
    assert f"It is {mover.name}'s turn. Waiting since <t:1000000:f>." in card
    await clocked(core, 1, 1_259_200.0)
    core.time.seconds += 60
    await core.say(mover, "a1", channel=thread)
    await clocked(core, 1, 1_300_000.0)
    await core.deliver()
    (card,) = core.posts()
    assert "Waiting since <t:1000060:f>. Time until <t:1300000:f> (<t:1300000:R>)." in card
