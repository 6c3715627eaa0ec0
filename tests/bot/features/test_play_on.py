"""A finished game is continued from any of its boards, as a game of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.messages.cards import begins
from bot.messages.languages import VOICE
from bot.messages.layout import Message
from bot.ops.upkeep import check
from bot.table.records import text
from bot.table.seats import ALERT_WAITS
from bot.table.table_options import FORUM
from bot.table.verify import Outcome, verify
from rules.play import checksum
from rules.record import parse
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import GUILD, OTHER_CHANNEL, Core
from tests.bot.features.test_privacy import killed_at
from tests.bot.panels import button, find_button
from tests.bot.playing import any_turn
from tests.bot.web.house import opened


async def over(core: Core, kind: str, turns: int = 4) -> None:
    """A finished game with some turns, closed by its loser."""
    core.kind = kind
    await core.begin(ANN, BEN)
    chance = Random(5)
    for _ in range(turns):
        await core.say(await core.mover(), any_turn(await core.table(), chance))
        await core.pass_time(1000)
    await core.say(ANN, "end")
    await core.resign(BEN)


async def replayed(core: Core, who: Person, back: int = 2, **more: Any) -> Message:
    """A page of the replay, some boards before the last."""
    page = await core.do(who, "board", game=1, **more)
    for _ in range(back):
        page = await core.press(who, "Back", page, **more)
    return page


async def on(core: Core, who: Person, against: str, back: int = 2, **more: Any) -> Message:
    panel = await core.press(who, "Play On", await replayed(core, who, back, **more), **more)
    return await core.pick(who, against, panel, **more)


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
async def test_a_computer_takes_the_other_seat_and_the_board_is_the_same(
    core: Core, kind: str
) -> None:
    await over(core, kind)
    page = await replayed(core, ANN)
    n = int(button(page, "Back").id.split(":")[3])
    answer = await on(core, ANN, "medium")
    assert " continues " in answer.text
    new = await core.game(2)
    then, now = await core.tables.at(await core.game(1), n), await core.tables.at(new, 3)
    assert checksum(now.at.state) == checksum(then.at.state)
    seat = next(i for i, each in enumerate((await core.game(1)).sitters) if each.user == ANN.id)
    assert [each.user == ANN.id for each in new.sitters] == [seat == 0, seat == 1]
    assert new.options["rated"] == "no"
    assert not (await check(core.store)).wrong


async def test_someone_else_joins_and_the_game_says_where_it_came_from(core: Core) -> None:
    """The host keeps the seat, and chance is still fair (docs/fairness.md)."""
    await over(core, "logger")
    await on(core, BEN, "people", channel=OTHER_CHANNEL)
    await core.deliver()
    assert "Continues L1 from turn 3." in core.posts(OTHER_CHANNEL)[0]
    new, old = await core.game(2), await core.game(1)
    seat = [each.user for each in old.sitters].index(BEN.id)
    details = await core.details(BEN, game=2)
    assert "Continues L1 from turn 3." in details
    assert f"Ben has seat {seat + 1}. " in details
    assert "at random" not in details
    await core.join(EVE, game=2)
    await core.announce()
    new = await core.game(2)
    assert "The first draws come from" in VOICE.say(begins(new))
    assert [each.user for each in new.sitters].index(BEN.id) == seat
    await core.resign(EVE, game=2)
    new = await core.game(2)
    assert new.status == "over"
    record = parse(text(new, await core.store.log(2)))
    assert verify(new.rules, record).outcome is Outcome.FAIR
    moved = replace(record, options={**record.options, "place": f"{1 - seat}"})
    assert verify(new.rules, moved).outcome is Outcome.WRONG
    for moves in ("9 a1", "0 z9", "-3 leave 0"):
        broken = replace(record, options={**record.options, "moves": moves})
        assert verify(new.rules, broken).outcome is Outcome.WRONG


async def test_whoever_watched_plays_on_as_the_player_to_move(core: Core) -> None:
    await over(core, "logger")
    page = await replayed(core, EVE)
    then = await core.tables.at(await core.game(1), int(button(page, "Back").id.split(":")[3]))
    panel = await core.press(EVE, "Play On", page, page=True)
    said = await core.pick(EVE, "easy", panel, page=True)
    assert "/t/2" in said.text  # on the web, a link to its page
    assert (await core.game(2)).sitters[then.actor].user == EVE.id


async def test_only_a_board_of_a_finished_game_goes_on(core: Core) -> None:
    """A stranger's forged button, a running game, its last board, and a second delivery."""
    core.kind = "logger"
    await core.begin(ANN, BEN)
    await core.play("a1", "e5")
    game = await core.game()
    assert "once it's over" in (await core.push(ANN, f"lc:playfrom:1:{game.n}", "easy")).text
    assert not find_button(await replayed(core, ANN, 0), "Play On")
    await core.resign(BEN)
    game = await core.game()
    assert "was over at that board" in (await core.push(ANN, f"lc:playon:1:{game.n}")).text
    wish = {"key": "again", "channel": OTHER_CHANNEL}
    for _ in range(2):
        assert " continues " in (await core.push(ANN, "lc:playfrom:1:4", "easy", **wish)).text
    assert await core.store.game(3) is None
    assert (await core.push(ANN, "lc:playfrom:1:4", "nobody", channel=OTHER_CHANNEL)).refusal


async def test_a_death_before_the_start_only_delays_it(lasting: Core) -> None:
    """The lobby is written before the start, and no other press would start it."""
    await over(lasting, "logger")
    panel = await lasting.press(ANN, "Play On", await replayed(lasting, ANN))
    for deaths in count():
        opens = lasting.pick(ANN, "easy", panel, channel=OTHER_CHANNEL)
        assert await killed_at(opens, deaths)
        await lasting.kill()
        if (new := await lasting.store.game(2)) is not None:
            assert new.status == "lobby"
            break
    await lasting.pass_time(ALERT_WAITS)
    assert (await lasting.game(2)).status == "playing"


async def test_the_page_stays_at_the_board_that_is_continued(core: Core) -> None:
    await over(core, "logger")
    n = int(button(await replayed(core, ANN), "Back").id.split(":")[3])
    async with opened(core) as house, house.of(ANN) as ann:
        await ann.get(f"/t/1?at={n}")
        for press in (ann.page.button("Play On"), None):
            assert "The game is over. " in ann.page.text
            assert "(Logger), turn 3 of 4." in ann.page.text
            if press:
                await ann.press(press)
        assert "Choose an opponent" in ann.page.text


async def test_it_is_a_post_in_the_servers_forum(core: Core) -> None:
    await over(core, "logger")
    await core.services.servers.set(GUILD, {FORUM: "888"})
    assert (await on(core, ANN, "easy")).text == "L2 continues L1 in a thread of <#888>."
    assert (await core.game(2)).options[FORUM] == "888"
    assert "post in <#888>" in (await on(core, BEN, "people", channel=OTHER_CHANNEL)).text
