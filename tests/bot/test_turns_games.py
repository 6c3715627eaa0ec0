"""Whole games, typed as people type them, from the lobby to the result."""

from __future__ import annotations

from random import Random

import pytest

from rules.game import TABLE, Setup
from rules.play import replay
from tests.bot.core import CHANNEL, CY, GUILD, PEOPLE, Core
from tests.bot.playing import turn
from tests.bot.words import in_words


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_game_typed_in_english_comes_to_its_result(core: Core, players: int) -> None:
    """Source: issue 2, "the main job". Every turn is posted with the mover's mention alone, the
    result pings all once, and the log rebuilds the position."""
    game = await core.seated(*PEOPLE[:players])
    chance = Random(players)
    turns = 0
    while (game := await core.game()).status == "playing":
        mover = await core.mover()
        await core.deliver()
        assert core.transport.messages[-1].pings == (mover.id,)
        answer = await core.say(mover, turn(await core.table(), chance))
        assert answer.text.startswith("Your turn in L1 counts."), answer.text
        turns += 1
    await core.deliver()
    result = core.transport.messages[-1]
    assert "**L1 is over:" in result.text
    assert sorted(result.pings) == [person.id for person in PEOPLE[:players]]
    assert sum("is over:" in text for text in core.posts()) == 1
    assert len(core.posts()) == 1 + turns + 1, "the card, each turn's board, the result"
    *boards, result = core.transport.messages[1:]
    assert not any(m.buttons for m in boards), "old boards have no buttons"
    offered = [button.label for button in result.buttons]
    assert offered[:4] == ["Rematch", "Replay", "Record", "Standings"]

    rows = [row for row in await core.store.log(game.id) if row.seat != TABLE]
    lines = [(row.n, row.seat, row.text, row.mark) for row in rows]
    table = await core.table()
    *_, last = replay(table.kind.game, Setup(players), lines)
    state = last.after
    assert state == table.at.state


async def test_the_result_stands_in_the_servers_table(core: Core) -> None:
    """Source: issue 2, item 7 (result post with standings): who won."""
    await core.seated(*PEOPLE[:2])
    chance = Random(5)
    while (await core.game()).status == "playing":
        await core.say(await core.mover(), turn(await core.table(), chance))
    table = await core.table()
    standings = await core.store.standings(GUILD, "logger")
    won = {table.game.sitters[seat].name for seat in table.winners()}
    assert {s.name for s in standings if s.won} == (won if len(won) == 1 else set())
    panel = await in_words(core.cases.standings.of_game(core.wish(CY, kind="logger")))
    assert "**L1**" in panel.text
    assert "The game is over." in panel.text
    assert r"1\. " in panel.text
    assert f"turn {table.at.turns}." in panel.text, "not the number of a turn that never comes"
    elsewhere = await in_words(
        core.cases.standings.of_game(core.wish(CY, kind="logger", channel=CHANNEL + 1))
    )
    assert "**L1**" not in elsewhere.text
