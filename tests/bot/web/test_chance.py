"""Opening or joining on a page gives chance a number of Discord's, as in the channel."""

import re

import pytest

from bot.ops.replay import verify_record
from bot.table.intent import Contribution
from rules.record import parse
from tests.acting import Person
from tests.bot.core import CHANNEL, Core
from tests.bot.web.house import opened
from tests.bot.web.test_spectators import rule

HELEN, IVO, KIM = Person(7**20, "Helen"), Person(7**21, "Ivo"), Person(7**22, "Kim")


async def end(core: Core, number: int) -> None:
    await core.deliver()
    first, *others = (Person(each.user, each.name) for each in (await core.game(number)).sitters)
    await core.do(first, "askend", game=number)
    asked = (await core.game(number)).n
    for other in others:
        await core.do(other, "accept", game=number, n=asked)
    await core.deliver()


async def is_fair(core: Core, number: int) -> list[str]:
    """Check that the presses of a game's opening and joining are fair, and name nobody."""
    game = await core.game(number)
    record = parse((await core.do(HELEN, "record", game=game.id)).document)
    assert verify_record(record).fair, verify_record(record).told
    rows = [row.text for row in await core.store.log(game.id)]
    assert not [row for row in rows if re.search(rf"{HELEN.id}|{IVO.id}|{KIM.id}|web", row)]
    given = [row.split()[1] for row in rows if row.startswith(("open", "join"))]
    assert all(Contribution.parse(each) for each in given)
    return given


async def test_a_rematch_that_both_press_on_the_page_is_fair(core: Core) -> None:
    """Both give the newest post: the first of the game before, the other of the lobby."""
    core.unseen = False
    await core.begin(HELEN, IVO)
    await end(core, 1)
    before = (await core.game(1)).post
    async with opened(core) as house, house.of(HELEN) as helen, house.of(IVO) as ivo:
        await helen.press(helen.page.button("Rematch"))
        await core.deliver()
        card = (await core.game(2)).post
        await ivo.press(ivo.page.button("Rematch"))
        await end(core, 2)
    assert await is_fair(core, 2) == [f"{before}", f"{card}"]


async def test_a_join_on_the_page_is_fair_also_after_one_in_the_channel(core: Core) -> None:
    """The lobby's card is older than the press in the channel, which therefore counts for both."""
    core.unseen = False
    await core.begin(HELEN, IVO)
    await core.open(KIM, 3, channel=CHANNEL + 1)
    await core.deliver()
    async with opened(core) as house, house.of(HELEN) as helen:
        core.other_luck(100_000)
        await core.join(IVO, channel=CHANNEL + 1)
        await rule(house, "on")
        await helen.get(await house.link(HELEN, 2, watches=True))
        await helen.press(helen.page.button("Join"))
    await end(core, 2)
    opened_, ivos, helens = await is_fair(core, 2)
    assert opened_ < ivos == helens


async def test_while_discord_numbers_no_post_nobody_sits_down_on_a_page(core: Core) -> None:
    await core.begin(HELEN, IVO)
    await core.open(KIM, 3, channel=CHANNEL + 1)
    async with opened(core) as house, house.of(HELEN) as helen:
        await rule(house, "on")
        await helen.get(await house.link(HELEN, 2, watches=True))
        await helen.press(helen.page.button("Join"))
        assert "my last message here, which hasn't gone through yet" in helen.page.text
        assert len((await core.game(2)).sitters) == 1
        await core.deliver()
        await helen.press(helen.page.button("Join"), key="again")
    assert len((await core.game(2)).sitters) == 2


@pytest.mark.parametrize(
    "said", ["web:7:h8Kk", "typed:5:9", "3", "0123456789012345678", "", "9" * 21]
)
def test_only_a_number_that_discord_assigns_is_a_contribution(said: str) -> None:
    assert Contribution.parse(said) is None
    with pytest.raises(ValueError, match="has assigned no"):
        Contribution(len(said))
