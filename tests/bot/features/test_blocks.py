"""Blocked people, and people whom a server bars from its tables."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.blocks import MOST_REFUSED
from bot.messages.layout import Message
from bot.table.servers import LOG
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import GUILD, OTHER_CHANNEL, Core
from tests.bot.features import test_seasons as seasons

APART = "L1 isn't open to you. `/games here` lists other games"
BARRED = "have banned you from its games"


async def refuse(core: Core, who: Person, whom: Person) -> Message:
    return await core.do(who, "refuse", str(whom.id))


async def bar(core: Core, whom: Person, by: Person = EVE, **more: Any) -> Message:
    values = {"person": f"<@{whom.id}>"}
    return await core.do(by, "bar", values=values, manages=True, **more)


def choices(panel: Message) -> dict[str, list[str]]:
    return {menu.title: [choice.label for choice in menu.choices] for menu in panel.menus}


@pytest.mark.parametrize(("wants", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_two_who_are_apart_join_no_lobby_of_each_other(
    core: Core, wants: Person, other: Person
) -> None:
    """The answer is the same in both directions, so nobody learns of the block."""
    await refuse(core, wants, other)
    await core.open(ANN, 3)
    await core.deliver()
    before = core.posts(), await core.log()
    assert (await core.join(BEN)).text.startswith(APART)
    assert "Ann" not in (await core.join(BEN)).text
    await core.deliver()
    assert (core.posts(), await core.log()) == before, "the table reads nothing of it"
    await core.join(CY)
    assert len((await core.game()).sitters) == 2


async def test_it_counts_whoever_sits_there_and_no_longer_than_wanted(core: Core) -> None:
    await core.open(CY, 3)
    await core.join(ANN)
    await refuse(core, BEN, ANN)
    assert (await core.join(BEN)).text.startswith(APART)
    panel = await core.do(BEN, "unrefuse", str(ANN.id))
    assert f"You've unblocked <@{ANN.id}>." in panel.text
    assert "You haven't blocked anyone." in panel.text
    assert "L1" in (await core.join(BEN)).text
    assert len((await core.game()).sitters) == 3


async def test_lists_leave_out_lobbies_of_people_whom_one_blocks(core: Core) -> None:
    """A blocked person sees the usual list, and everyone sees games in progress (decision 68)."""
    await core.open(ANN, 3)
    await core.open(CY, 2, channel=OTHER_CHANNEL)
    await core.join(DEE, game=2)
    for who, whom in ((BEN, ANN), (BEN, CY), (ANN, EVE)):
        await refuse(core, who, whom)
    for who, seen in ((BEN, False), (EVE, True), (ANN, True)):
        listed = (await core.do(who, "nearby")).text
        assert ("L1" in listed, "L2" in listed) == (seen, True)
        named = await core.services.turns.names(core.wish(who))
        assert ("L1" in [each.value for each in named]) is seen


async def test_a_rematch_mentions_nobody_who_does_not_want_it(core: Core) -> None:
    """A person who blocks another opens none; the blocked one does, without them (decision 68)."""
    await core.begin(ANN, BEN, CY)
    while (await core.game()).status == "playing":
        await core.resign(await core.mover())
    await core.deliver()
    await refuse(core, BEN, ANN)
    told = (await core.do(BEN, "again", game=1)).text
    assert told.startswith("You've blocked someone who played in L1")
    assert await core.store.find_by_name(GUILD, "logger", 2) is None
    assert "L2 is open" in (await core.do(ANN, "again", game=1)).text
    await core.deliver()
    card = core.transport.messages[-1]
    assert card.pings == (CY.id,)
    assert f"<@{BEN.id}>" in card.text
    assert "You've blocked someone" in (await core.do(BEN, "again", game=1)).text
    assert "L2 isn't open to you" in (await core.join(BEN, game=2)).text


async def test_a_seat_on_offer_is_not_for_whom_somebody_there_refuses(core: Core) -> None:
    """The seat's former player doesn't count: they sit there no longer."""
    await core.begin(ANN, BEN, CY)
    game = await core.game()
    seats = {sitter.user: seat for seat, sitter in enumerate(game.sitters)}
    asked = await core.do(ANN, "offerseat", n=game.n)
    assert "on offer" in asked.text
    await refuse(core, BEN, DEE)
    await refuse(core, EVE, ANN)
    taken = {"seat": seats[ANN.id]}
    refused = await core.do(DEE, "takeover", game=1, n=game.n, values=taken)
    assert refused.text.startswith(APART)
    await core.do(EVE, "takeover", game=1, n=game.n, values=taken)
    assert (await core.game()).sitters[seats[ANN.id]].user == EVE.id


async def test_whoever_blocks_somebody_in_a_season_does_not_join_it(core: Core) -> None:
    """A blocked person joins like anyone, and learns nothing. A barred person is out."""
    await seasons.start(core, ANN, CY)
    await refuse(core, BEN, CY)
    assert "You've blocked someone in this season" in (await core.do(BEN, "seasonjoin")).text
    await refuse(core, ANN, DEE)
    usual = await core.do(EVE, "seasonjoin")
    assert await core.do(DEE, "seasonjoin") == usual
    for who in (EVE, DEE):
        await core.do(who, "seasonleave")
    await bar(core, CY)
    now = await seasons.season(core)
    assert [now.entrants[n].user for n in now.there] == [ANN.id]
    assert BARRED in (await core.do(CY, "seasonjoin")).text
    assert "even people you've blocked" in (await core.do(BEN, "seasonjoin")).text


async def test_blocking_somebody_of_the_same_season_is_asked_first_and_leaves_it(
    core: Core,
) -> None:
    await seasons.start(core, ANN, BEN, CY, DEE, EVE)
    asked = await refuse(core, ANN, BEN)
    assert "If you block them, you'll leave that season" in asked.text
    assert await core.store.blocked_people(ANN.id) == []
    (sure,) = asked.buttons
    assert (sure.label, sure.id) == ("Block and Withdraw", f"lc:refusenow:{BEN.id}")
    await core.do(ANN, "refusenow", values={"person": str(BEN.id)})
    assert "You've blocked someone in this season" in (await core.do(ANN, "seasonjoin")).text
    await seasons.said(core, CY, "seasonbegin")
    core.unseen = False
    await seasons.goes_on(core)
    await core.do(BEN, "refusenow", values={"person": str(CY.id)})
    await core.do(CY, "refuse", str(BEN.id))
    await seasons.goes_on(core)
    now = await seasons.season(core)
    assert {now.entrants[n].user for n in now.there} == {CY.id, DEE.id, EVE.id}, (
        "who blocks first leaves"
    )
    table = next(p for p in now.of_round(1) if now.entrant(BEN.id) in p.there)
    assert table.points(now.entrant(BEN.id) or 0) == 0


async def test_who_is_offered_is_whom_one_meets(core: Core) -> None:
    await core.practice(BEN, channel=OTHER_CHANNEL)
    await core.begin(ANN, Person(7**20, "*Helen*\u202e"))
    panel = await core.do(ANN, "refused")
    assert "You haven't blocked anyone." in panel.text
    assert choices(panel) == {"Block a player…": ["*Helen*", "Ben"]}
    panel = await refuse(core, ANN, BEN)
    assert f"You've blocked:\n- <@{BEN.id}>\n" in panel.text
    assert choices(panel) == {"Block a player…": ["*Helen*"], "Unblock a player…": ["Ben"]}
    assert choices(await core.do(BEN, "refused"))["Block a player…"] == ["Ann", "*Helen*"]


async def test_nobody_blocks_themselves_what_names_nobody_or_the_whole_world(core: Core) -> None:
    for said in ("Ben", "<@>", "<@&7>", "0", "9" * 19, "²", ""):
        assert "I don't know who" in (await core.do(ANN, "refuse", said)).text
    assert (await refuse(core, ANN, ANN)).text == "That's you. Pick someone else."
    assert await core.store.blocked_people(ANN.id) == []
    for user in range(1_000, 1_000 + MOST_REFUSED):
        await core.store.block(ANN.id, user, True, MOST_REFUSED)
    assert f"{MOST_REFUSED} people" in (await refuse(core, ANN, BEN)).text


async def test_who_is_barred_opens_joins_and_takes_nothing_there(core: Core) -> None:
    """Neither a practice game; on other servers and in direct messages they play as before."""
    await core.begin(ANN, CY, DEE)
    game = await core.game()
    await core.do(ANN, "offerseat", n=game.n)
    await core.open(CY, 3, channel=OTHER_CHANNEL)
    await bar(core, BEN)
    seat = [sitter.user for sitter in game.sitters].index(ANN.id)
    taken = core.do(BEN, "takeover", game=1, n=game.n, values={"seat": seat})
    for refused in (
        await core.open(BEN, channel=502),
        await core.practice(BEN, channel=502),
        await core.join(BEN, game=2),
        await taken,
    ):
        assert BARRED in refused.text
    assert BARRED not in (await core.practice(BEN, guild=-77, channel=77)).text
    assert BARRED not in (await core.open(BEN, guild=GUILD + 1, channel=700)).text


async def test_who_is_barred_leaves_lobbies_and_keeps_their_seats(core: Core) -> None:
    """A lobby that is full is about to begin, and counts as a game."""
    await core.begin(ANN, BEN)
    await core.open(BEN, 3, channel=OTHER_CHANNEL)
    await core.join(CY, game=2)
    core.unseen = False
    await core.open(BEN, 2, channel=502)
    await core.join(CY, game=3)
    assert (await core.game(3)).settled
    told = (await bar(core, BEN)).text
    assert told.splitlines() == [
        f"<@{BEN.id}> is banned from games and seasons on this server.",
        "They've left L2.",
        "They keep their seats in L1 and L3 until those games end.",
    ]
    assert [sitter.user for sitter in (await core.game(2)).sitters] == [CY.id]
    assert "is already banned from games here" in (await bar(core, BEN)).text


async def test_each_deed_is_a_line_of_the_server_s_log(core: Core) -> None:
    await core.services.servers.set(GUILD, {LOG: str(OTHER_CHANNEL)})
    for _ in range(2):
        await bar(core, BEN)
    panel = await core.do(EVE, "barred", manages=True)
    assert panel.text == f"Banned from games on this server:\n- <@{BEN.id}>"
    for _ in range(2):
        panel = await core.do(EVE, "unbar", str(BEN.id), manages=True)
    assert panel.text.startswith(f"<@{BEN.id}> isn't banned here.")
    await core.deliver()
    posts = [post for post in core.transport.messages if post.channel == OTHER_CHANNEL]
    assert [post.text for post in posts] == [
        f"<@{EVE.id}> banned <@{BEN.id}> from games.",
        f"<@{EVE.id}> lifted <@{BEN.id}>'s ban.",
    ]
    assert all(post.pings == () for post in posts)
    assert BARRED not in (await core.open(BEN)).text
