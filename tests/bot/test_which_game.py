"""A command in a channel with several games in reach asks which one it means, and never guesses.

Source: issue 12, item 6; experience 3.2 ("Never guess between two"), complaint 10.
"""

from __future__ import annotations

from dataclasses import replace

from bot.boundary import answered
from bot.core.intent import Intent
from bot.messages.message import Message
from bot.messages.which import which_id
from tests.bot.core import ANN, BEN, CHANNEL, CY, DEE, Core, Person


async def with_threads(core: Core, *games: tuple[Person, Person]) -> list[int]:
    """A game of each pair in a thread of its own under the channel; the threads."""
    threads = list[int]()
    for first, second in games:
        await core.open(first, 2, thread=True)
        await core.deliver()
        thread = (await core.game(len(threads) + 1)).channel
        assert thread not in (None, CHANNEL)
        await core.join(second, channel=thread)
        threads.append(thread or 0)
    return threads


def command(core: Core, who: Person, verb: str, words: str = "", **more: object) -> Intent:
    return core.wish(who, words, **{"kind": "logger"} | more, verb=verb)


async def board(core: Core, wish: Intent) -> Message:
    return await answered(core.cases.boards.newest(wish))


async def picked(core: Core, who: Person, asked: Message, number: int) -> Intent:
    """The wish of the menu, when a game is picked."""
    (menu,) = asked.menus
    game = await core.game(number)
    assert str(game.id) in [choice.value for choice in menu.choices]
    _, _, verb, words = menu.id.split(":", 3)
    return core.wish(who, words, game=game.id, verb=verb)


async def test_a_command_that_could_mean_two_games_asks_and_goes_on(core: Core) -> None:
    await with_threads(core, (ANN, BEN), (CY, DEE))
    asked = await board(core, command(core, ANN, "board"))
    assert asked.text.startswith("Which game? L1 and L2 are in reach")
    (menu,) = asked.menus
    assert [choice.label[:3] for choice in menu.choices] == ["L1:", "L2:"]
    for number in (1, 2):
        shown = await board(core, await picked(core, CY, asked, number))
        assert f"**L{number}**" in shown.text


async def test_in_a_thread_its_own_game_is_meant(core: Core) -> None:
    threads = await with_threads(core, (ANN, BEN), (CY, DEE))
    for number, thread in enumerate(threads, 1):
        shown = await board(core, command(core, ANN, "board", channel=thread))
        assert f"**L{number}**" in shown.text


async def test_the_only_game_in_reach_is_meant(core: Core) -> None:
    """Also from the channel that its thread is in."""
    await with_threads(core, (ANN, BEN))
    assert "**L1**" in (await board(core, command(core, CY, "board"))).text


async def test_a_turn_is_for_the_only_game_that_waits_for_its_speaker(core: Core) -> None:
    """But nobody leaves a game, or closes one, because it is their turn there."""
    await with_threads(core, (ANN, BEN), (CY, DEE))
    mover = await core.mover(2)
    said = command(core, mover, "turn", "a1")
    assert "counts" in (await answered(core.turns.say(said))).text
    assert [len(await core.log(n)) for n in (1, 2)] == [3, 4]
    asked = await core.done(core.cases.resign.resign, command(core, await core.mover(1), "quit"))
    assert "Which game?" in asked.text


async def test_a_line_goes_on_with_the_wish(core: Core) -> None:
    """Where both wait, nothing is played until one is picked; then what was said is."""
    await with_threads(core, (ANN, BEN), (ANN, BEN))
    for number in (1, 2):
        if await core.mover(number) != ANN:
            wish = core.wish(BEN, "a1", game=(await core.game(number)).id)
            await answered(core.turns.say(wish))
    asked = await answered(core.turns.say(command(core, ANN, "turn", "e5")))
    before = [len(await core.log(n)) for n in (1, 2)]
    assert asked.menus[0].id == which_id("turn", "e5")
    told = await answered(core.turns.say(await picked(core, ANN, asked, 2)))
    assert "counts" in told.text
    assert [len(await core.log(n)) for n in (1, 2)] == [before[0], before[1] + 1]


async def test_a_line_that_no_menu_can_keep_is_asked_for_again(core: Core) -> None:
    """An id has a hundred characters."""
    await with_threads(core, (ANN, BEN), (CY, DEE))
    asked = await answered(core.turns.say(command(core, ANN, "undo", "x" * 90)))
    assert asked.menus[0].id == which_id("undo", "")
    assert "Say your line again" in asked.menus[0].title


async def test_a_seat_is_one_of_the_only_lobby_in_reach(core: Core) -> None:
    """A game that runs in a thread below has no seat to give."""
    await with_threads(core, (ANN, BEN))
    await core.open(CY, 2)
    joined = command(core, DEE, "join")
    assert (await core.cases.turns.find(joined)).found.number == 2


async def test_games_of_another_kind_are_not_meant(core: Core) -> None:
    await with_threads(core, (ANN, BEN))
    await core.open(CY, 2, kind="logjam")
    assert "**L1**" in (await board(core, command(core, ANN, "board"))).text
    asked = await board(core, replace(command(core, ANN, "board"), kind=None))
    assert "L1 and J1" in asked.text


async def test_a_typed_line_is_one_for_the_game_of_its_channel(core: Core) -> None:
    """Nobody could answer a menu there; the game's name in front says it all the same."""
    await core.seated(ANN, BEN)
    await core.open(CY, 2, thread=True)
    mover = await core.mover()
    assert (await core.say(mover, "a1", public=True)).quiet
    assert await core.mover() != mover
