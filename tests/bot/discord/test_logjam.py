"""The half minute before the die answers a turn, as buttons and commands of the real client.

Source: issue 4, "the roll comes before the mention"; experience 3.9; issue 3, "works after a
restart" and "politely stale".
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.messages.message import Message
from bot.table.agreed import SECONDS
from rules.play import perform
from sandbox.model import BOT_ID
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, Core, Patch
from tests.bot.discord.jamming import RULES, chance, goes_on, jam, rests, table
from tests.bot.discord.system import Json, System, button, replied_to
from tests.bot.discord.test_buttons_game import CONFIRM, labels, pressed
from tests.guest import GuestError

GOES_ON = "The die has been rolled, so the turn in J1 is final."


async def test_who_moved_ends_the_wait(system: System) -> None:
    """One roll and one call; the buttons, which can do nothing any more, are gone."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    assert labels(answer) == ["Roll Now", "Undo My Turn"]
    rolled, posts = await chance(system), system.seen("games")
    told = await pressed(system, who, answer, "Roll Now")
    assert (told["content"], labels(told)) == (GOES_ON, [])
    board = await system.post("games")
    assert len(await chance(system)) == len(rolled) + 1
    assert len(system.seen("games")) == len(posts) + 1
    assert system.pinged(board) == [await system.mover("games")] != [who]
    assert f"You rolled **{(await table(system)).at.state.roll}**." in board["content"]


async def waits(system: System) -> tuple[str, Json, Json]:
    """Whoever is on turn types that they do nothing; who that is, their message, and the post that
    says that it waits."""
    who = await system.mover("games")
    said = await system.people[who].say("games", f"<@{BOT_ID}> .")
    await system.under(said["id"], "games")
    await system.quiet()
    return who, said, system.seen("games")[-1]


@pytest.mark.parametrize("end", ["the clock", "Roll Now", "after a restart", "undo"])
async def test_the_post_of_a_wait_gives_way_to_what_comes_of_it(system: System, end: str) -> None:
    """Issue 27, item 7: no dead post and no dead button are left; the next call is a new message,
    since an edit calls nobody, and answers the line in place of the post that waited."""
    await jam(system, "Ann", "Ben")
    before = len(system.seen("games"))
    who, said, post = await waits(system)
    assert (replied_to(post), labels(post)) == (said["id"], ["Roll Now"])
    assert "The die for the next turn will be rolled at" in post["content"]
    if end == "after a restart":
        await system.restart()
    if end == "undo":
        await system.slash(who, "games", "logjam undo")
    elif end == "Roll Now":
        told = await system.press(who, post, end)
        assert told["content"] == GOES_ON
    else:
        system.pass_time(SECONDS + 1)
        await system.until_called("games")
    board = await system.post("games")
    assert system.seen("games")[-1] == board
    assert len(system.seen("games")) == before + 1, "the post that waited is gone"
    assert system.pinged(board) == [await system.mover("games")]
    assert end == "undo" or replied_to(board) == said["id"]
    assert [labels(m) for m in system.seen("games") if "Roll Now" in labels(m)] == []


async def test_a_second_press_changes_nothing_also_after_a_restart(system: System) -> None:
    """Whoever presses twice in one moment is told the same, and one die is rolled."""
    await jam(system, "Ann", "Ben")
    who, _, post = await waits(system)
    rolled = len(await chance(system))
    told = await asyncio.gather(*(goes_on(system, who, post) for _ in range(3)))
    assert [*told] == [GOES_ON] * 3
    await system.quiet()
    assert len(await chance(system)) == rolled + 1


@pytest.mark.parametrize("way", ["button", "undo", "more"])
async def test_a_turn_is_taken_back_and_the_roll_stays(system: System, way: str) -> None:
    """By button, command and More…: the same player's turn with the same roll; no wait is left."""
    board = await jam(system, "Ann", "Ben")
    roll, rolled = (await table(system)).at.state.roll, await chance(system)
    who, answer = await rests(system)
    if way == "undo":
        told = await system.slash(who, "games", "logjam undo")
    else:
        place = answer if way == "button" else await system.press(who, board, "More…")
        told = await system.press(who, place, "Undo My Turn")
    assert told["content"] == "Your turn in J1 has been undone. It's your turn again."
    again = await system.post("games")
    assert system.pinged(again) == [who]
    assert f"You rolled **{roll}**." in again["content"]
    assert "undid the last turn" in again["content"]
    system.pass_time(2 * SECONDS)
    assert await system.mover("games") == who
    assert await chance(system) == rolled


@pytest.mark.parametrize("first", ["Roll Now", "Undo My Turn"])
async def test_of_going_on_and_taking_back_at_once_one_happens(system: System, first: str) -> None:
    """Whichever it is, the other one is told so, and the clock adds nothing to it."""
    await jam(system, "Ann", "Ben")
    who, answer = await rests(system)
    rolled, both = len(await chance(system)), ["Roll Now", "Undo My Turn"]
    both.sort(key=lambda label: label != first)
    system.ahead += SECONDS + 1
    for label in both:
        await system.people[who].press(answer, button(answer, label))
    system.pass_time(0)
    await system.until_called("games")
    gone_on = await system.mover("games") != who
    await system.post("games")
    assert len(await chance(system)) == rolled + gone_on


async def test_a_turn_confirmed_by_a_double_click_counts_once_and_rolls_once(
    system: System,
) -> None:
    """Whoever has seen the turn and confirmed it waits for nothing, and neither do the others."""
    board = await jam(system, "Ann", "Ben")
    who = await system.mover("games")
    row = (await system.game("games")).n
    preview = await pressed(system, who, await system.press(who, board, "Take Turn"), "Do nothing")
    clicks = (pressed(system, who, preview, CONFIRM) for _ in range(2))
    done, _ = await asyncio.gather(*clicks)
    assert (await system.game("games")).n == row + 2, "the turn, and the next player's roll"
    assert "Turn played in J1." in done["content"]
    assert labels(done) == []
    assert [row.text for row in await system.store.log(1)].count(".") == 1


async def test_whole_turns_are_offered_while_the_mover_types(system: System) -> None:
    """To the one on turn alone, and to nobody in the wait; each counts as it stands."""
    await jam(system, "Ann", "Ben")
    mover = await system.mover("games")
    offered = {who: await complete(system, who) for who in ("Ann", "Ben", "Cy")}
    assert [who for who, found in offered.items() if found] == [mover]
    lines = {perform(RULES, (await table(system)).at.state, line)[0] for line in offered[mover]}
    assert 1 < len(lines) == len(offered[mover]) <= 25
    told = await system.slash(mover, "games", "logjam turn", move=offered[mover][0])
    assert "Turn played in J1." in told["content"]
    assert await complete(system, mover) == []


async def complete(system: System, who: str) -> list[str]:
    """The lines that somebody is offered before they have typed anything."""
    found = await system.people[who].complete("games", "logjam turn", "move", move="")
    return [each["value"] for each in found]


# -- What a game of Logjam is agreed on before it begins, and whether its chance was fair after it.


CLASSIC = {"loggers": "4", "setup": "classic", "board": "8x10", "logs": "2345"}


def start_options(system: System) -> dict[str, Json]:
    """The options of `/logjam start`, as Discord knows them."""
    (command,) = [c for c in system.world.commands if c["name"] == "logjam"]
    (start,) = [c for c in command["options"] if c["name"] == "start"]
    return {option["name"]: option for option in start["options"]}


async def test_the_options_are_choices_where_they_can_be(system: System) -> None:
    """None is required; each says what it is for, in no more than Discord shows."""
    options = start_options(system)
    assert [*options] == [
        "players",
        "computers",
        "level",
        "loggers",
        "setup",
        "board",
        "logs",
        "undo_time",
        "old_boards",
        "clock",
        "weekends",
        "vacations",
        "rated",
        "hints",
        "takeover",
        "access",
        "thread",
    ]
    choices = {
        name: [choice["value"] for choice in option.get("choices", [])]
        for name, option in options.items()
    }
    assert choices["players"] == [2, 3, 4, 5, 6]
    assert choices["loggers"] == ["3", "4", "5"]
    assert choices["setup"] == ["quick", "classic"]
    assert choices["undo_time"] == ["none", "30s", "1", "2", "5", "10"]
    assert choices["old_boards"] == ["lines", "keep"]
    assert choices["clock"] == ["brisk", "steady", "relaxed", "long", "none"]
    assert choices["board"] == choices["logs"] == []
    assert not any(option.get("required") for option in options.values())
    assert all(len(option["description"]) <= 100 for option in options.values())


@pytest.mark.parametrize("said", [{"players": 7}, {"players": 1}, {"loggers": "6"}])
async def test_what_is_no_choice_cannot_be_said(system: System, said: dict[str, object]) -> None:
    """Discord's own refusal, before the bot hears of it."""
    with pytest.raises(GuestError):
        await system.slash("Ann", "games", "logjam start", **said)


async def test_a_thread_keeps_what_was_asked_for(system: System) -> None:
    """One button opens the second game as it was wanted, also after a restart."""
    await jam(system, "Ann", "Ben")
    offer = await system.slash("Cy", "games", "logjam start", players=3, **CLASSIC)
    assert offer["content"].startswith("J1 is being played in this channel.")
    await system.restart()
    told = await system.press("Cy", offer, "Open in a Thread")
    assert told["content"] == (
        "J2 is open for 2 to 3 players. Its thread will open under the lobby message."
    )
    await system.quiet()
    card = system.seen("games")[-1]
    details = (await system.press("Dee", card, "Details"))["content"]
    options = next(x for x in details.splitlines() if x.startswith("Options: "))
    for name, value in CLASSIC.items():
        assert f"{name} `{value}`" in options
    await system.press("Dee", card, "Join")
    await system.press("Cy", card, "Start Now")
    board = await system.post(card["id"])
    assert "Lay a log." in board["content"]
    told = await system.press(await system.mover(card["id"]), board, "My Moves")
    assert "You can lay a log of 2, 3, 4 or 5 squares" in told["content"]


async def test_a_classic_game_is_built_by_its_players(system: System) -> None:
    """By reply and by the builder; no die answers, so the next player is called at once."""
    board = await jam(system, "Ann", "Ben", **CLASSIC)
    who = await system.mover("games")
    assert await system.say(who, "games", "lay a log from b4 to d4", reply_to=board["id"]) == ""
    board = await system.post("games")
    other = await system.mover("games")
    assert system.pinged(board) == [other] != [who]
    panel = await system.press(other, board, "Take Turn")
    assert "lay a log" in panel["content"].lower()
    told = await system.slash(who, "games", "logjam undo")
    assert "has been undone" in told["content"]
    assert system.pinged(await system.post("games")) == [who]


# -- was it fair


async def given_up(system: System) -> None:
    """A game of a few turns, which ends when somebody leaves."""
    await jam(system, "Ann", "Ben")
    for _ in range(3):
        who, answer = await rests(system)
        await goes_on(system, who, answer)
    asked = await system.slash("Ann", "games", "logjam resign")
    await system.press("Ann", asked, "Resign from J1")
    await system.post("games", "result")


NO_GAME = {
    "J2": "There's no game called J2 on this server.",
    "L1": "There's no game called L1 on this server.",
    "J0": "There's no game called J0 on this server.",
    "J999999999": "There's no game called J999999999 on this server.",
    "J9999999999": "isn't a game name",
    "the last one": "isn't a game name",
    "`<@1200000000000000201>`": "isn't a game name",
    "j" * 6000: "isn't a game name",
}


async def test_what_names_no_game_is_told_so(system: System) -> None:
    await given_up(system)
    for said, why in NO_GAME.items():
        told = await system.slash("Dee", "games", "games review verify", game=said)
        assert why in told["content"]
        assert system.pinged(told) == []


# -- Two clicks of which the first is done just after the second one has looked.


Click = Callable[[], Awaitable[Message]]


@pytest.fixture
async def jam_once(core: Core) -> Core:
    core.kind = "logjam"
    await core.seated(ANN, BEN)
    return core


def just_before(monkeypatch: Patch, store: Any, verb: str, first: Click) -> None:
    """The next time that the store is asked this, the other click is done before it answers."""
    ask = getattr(store, verb)

    async def answer(*asked: Any) -> Any:
        monkeypatch.setattr(store, verb, ask)
        await first()
        return await ask(*asked)

    monkeypatch.setattr(store, verb, answer)


@pytest.mark.parametrize("verb", ["game", "commit"])
async def test_the_second_click_on_confirm_is_told_that_the_turn_counts(
    jam_once: Core, monkeypatch: Patch, verb: str
) -> None:
    """And is not shown a builder for a turn that is over, because its draft is gone."""
    mover, controls = await jam_once.mover(), Controls(jam_once)
    preview = await controls.picked(mover, ".")

    async def click() -> Message:
        return await controls.press(mover, preview, "Confirm Turn")

    just_before(monkeypatch, jam_once.store, verb, click)
    told = await click()
    assert "Turn played in J1." in told.text
    assert [each.label for each in told.buttons] == []


async def test_what_is_taken_back_in_that_moment_does_not_go_on(
    jam_once: Core, monkeypatch: Patch
) -> None:
    """Nobody is told that chance has spoken when it has not."""
    mover, controls = await jam_once.mover(), Controls(jam_once)
    await jam_once.say(mover, ".")
    rows = (await jam_once.game()).n

    async def take_back() -> Message:
        return await controls.undo(mover)

    just_before(monkeypatch, jam_once.store, "log", take_back)
    told = await jam_once.done(jam_once.cases.undo_window.end, jam_once.wish(mover, n=rows))
    assert "moved on since then" in told.text
    assert (await jam_once.game()).n == rows + 1
    assert await jam_once.mover() == mover


async def test_when_the_clock_meets_a_take_back_the_turn_is_taken_back(
    jam_once: Core, monkeypatch: Patch
) -> None:
    """The clock finds the game moved on, and leaves it alone."""
    mover, controls = await jam_once.mover(), Controls(jam_once)
    await jam_once.say(mover, ".")
    jam_once.time.seconds += 121
    rows = (await jam_once.game()).n

    async def take_back() -> Message:
        return await controls.undo(mover)

    just_before(monkeypatch, jam_once.store, "commit", take_back)
    await jam_once.clock.tick()
    assert (await jam_once.game()).n == rows + 1
    assert await jam_once.mover() == mover
