"""A channel reads as a printed game: two messages for a typed turn, one for any other.

Source: issue 11, item 3.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.discord.system import System, buttons, replied_to


async def count(system: System) -> int:
    """The messages in #games, whoever wrote them."""
    await system.quiet()
    return sum(m.only is None for m in system.world.messages[system.id("games")].values())


async def test_a_typed_turn_is_two_messages_and_any_other_is_one(system: System) -> None:
    """The board is the reply to the line, and calls the next player alone."""
    board = await system.begin("Ann", "Ben")
    before, who = await count(system), await system.mover("games")
    said = await system.people[who].say("games", "a1", reply_to=board["id"])
    await system.under(said["id"], "games")
    assert await count(system) == before + 2
    board = await system.post("games")
    assert replied_to(board) == said["id"]
    assert system.pinged(board) == [await system.mover("games")] != [who]
    board = await system.play("games", "e5")
    assert await count(system) == before + 3
    assert replied_to(board) is None
    panel = await system.press(await system.mover("games"), board, "Take Turn")
    assert panel["content"]
    assert await count(system) == before + 3
    lines = [m["content"] for m in system.boards("games")[:-1]]
    assert [line.split(" · ")[0] for line in lines] == ["1", "2"]
    assert [m["attachments"] or buttons(m) for m in system.boards("games")[:-1]] == [[], []]


async def test_each_old_board_is_edited_once(system: System) -> None:
    await system.begin("Ann", "Ben")
    for line in ("a1", "e5", "stay +a2"):
        await system.play("games", line)  # one by one: a board that is left behind is not posted
    exchanges = system.world.exchanges or []
    edits = [path for method, path, *_ in exchanges if method == "PATCH" and "/channels/" in path]
    old = [board["id"] for board in system.boards("games")][:-1]
    assert [sum(path.endswith(each) for path in edits) for each in old] == [1, 1, 1]


@pytest.mark.parametrize("trouble", ["deleted", "history", "refused"])
async def test_where_a_line_cannot_be_replied_to_the_board_stands_alone(
    system: System, trouble: str
) -> None:
    """It was deleted, the bot may not read history, or Discord will not have it."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    if trouble == "history":
        await system.lacking("READ_MESSAGE_HISTORY", channel="games")
    errors = {"deleted": 503, "refused": 400}
    if trouble in errors:
        path, code = r"/channels/\d+/messages$", {"deleted": 0, "refused": 50035}[trouble]
        system.world.fault("POST", path, errors[trouble], {"message": "no", "code": code})
    said = await system.people[who].say("games", f"<@{system.world.bot_id}> a1")
    if trouble == "deleted":
        await system.people[who].act("delete", channel=system.id("games"), message=said["id"])
    await system.under(said["id"], "games")
    board = await system.post("games")
    assert "(turn 2)" in board["content"]
    assert replied_to(board) is None
    assert system.pinged(board) == [await system.mover("games")]
    assert len(system.boards("games")) == 2


async def test_boards_are_kept_where_a_table_wants_it(system: System) -> None:
    """Chosen in the command; a thread for the same wish keeps it."""
    await system.slash("Ann", "games", "logger start", players=2, boards="keep")
    card = await system.post("games", "lobby")
    assert "boards keep" in card["content"]
    await system.slash("Ben", "games", "logger join")
    await system.post("games")
    await system.play("games", "a1", "e5")
    shown = [(bool(m["attachments"]), bool(buttons(m))) for m in system.boards("games")]
    assert shown == [(True, False), (True, False), (True, True)]
    taken = await system.slash("Cy", "games", "logger start", players=2, boards="keep")
    await system.press("Cy", taken, "Open In A Thread")
    await system.quiet()
    assert "boards keep" in system.seen("games")[-1]["content"]


async def test_what_the_bot_writes_is_not_read_by_it(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its posts and its edits come back over the gateway: the library makes nothing of them, but
    of what people say."""
    made = list[str]()

    class Noted(discord.Message):
        def __init__(self, *, data: Any, **more: Any) -> None:
            made.append(data["author"]["id"])
            super().__init__(data=data, **more)

    await system.begin("Ann", "Ben")
    monkeypatch.setattr(discord.state, "Message", Noted)
    await system.play("games", "a1", "e5")
    await system.say("Ann", "games", "Good luck!")
    assert made == [system.people["Ann"].id]
