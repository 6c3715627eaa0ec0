"""Calls, reminders, nudges and vacations by the real client: direct messages, 50007, silence.

Source: issue 12, item 2; experience 3.7.
"""

from __future__ import annotations

from bot.table.seats import open_seats
from sandbox.model import Json as Json_model
from tests.bot.discord.system import System, buttons
from tests.bot.discord.test_buttons_game import changed
from tests.bot.discord.watching import until


async def by_letter(system: System, who: str) -> None:
    """Somebody picks direct messages, and gets the first one."""
    panel = await system.slash(who, "games", "games settings")
    panel = await changed(system, who, panel, "lc:choose:pings", "dm")
    assert "I've sent you a direct message" in panel["content"]


async def test_a_turn_is_called_by_a_direct_message_with_a_link(system: System) -> None:
    await by_letter(system, "Ann")
    await by_letter(system, "Ben")
    board = await system.begin("Ann", "Ben")
    who, guild = await system.mover("games"), (await system.game("games")).guild
    await until(lambda: "Your turn in" in system._letters(who)[-1]["content"])
    assert system.pinged(board) == []
    link = f"https://discord.com/channels/{guild}/{board['channel_id']}/{board['id']}"
    assert f"[L1]({link})" in await system.letter(who)


async def test_where_direct_messages_are_shut_the_channel_calls(system: System) -> None:
    """Code 50007, after they were open: it says so, and nobody has to do anything."""
    for who in ("Ann", "Ben"):
        await by_letter(system, who)
    for who in ("Ann", "Ben"):
        system.world.people[system.people[who].id].unreachable = True
    await system.begin("Ann", "Ben")
    await system.quiet()
    who, called = await system.mover("games"), system.seen("games")[-1]
    assert "Discord blocked my direct message" in called["content"]
    assert system.pinged(called) == [who]
    board = await system.play("games", "a1")
    assert system.pinged(board) == [], "it is tried for each of them"
    await system.quiet()
    assert system.pinged(system.seen("games")[-1]) == [await system.mover("games")]
    board = await system.play("games", "e5")
    assert system.pinged(board) == [who], "from now on by the board's own post"


# -- Seats that are offered and things that are asked of the others, through the whole bot.


async def with_button(system: System, label: str) -> Json_model:
    """The newest post that has it."""

    def found() -> list[Json_model]:
        return [m for m in system.seen("games") if label in [b["label"] for b in buttons(m)]]

    await until(lambda: bool(found()))
    return found()[-1]


async def test_somebody_is_banned_and_their_seat_is_offered(system: System) -> None:
    """The gateway tells of it without a privileged intent."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave", banned=True)
    offer = await with_button(system, "Take Over")
    assert "Ben has left this server" in offer["content"]
    assert list((open_seats(await system.game("games"))).values()) == ["banned"]


# -- What becomes of a game whose channel is deleted: it is ended, left or moved by its name.


async def _without_a_channel(system: System, *names: str) -> None:
    """A game of theirs whose channel is gone."""
    await system.begin(*names)
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))


async def test_a_game_without_its_channel_goes_on_in_another(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    mover = await system.mover("games")
    told = await system.slash("Cy", "lounge", "games move-here", game="L1")
    assert told["content"].startswith("L1 now continues in this channel")
    board = await system.post("lounge")
    assert system.pinged(board) == [], "they have been called for this turn where it was"
    assert await system.say(mover, "lounge", "a1", reply_to=board["id"]) == ""
    assert "took corner a1" in (await system.post("lounge"))["content"]
    assert buttons(board), "that was its first state"
    assert buttons(system.seen("lounge")[1]) == []
