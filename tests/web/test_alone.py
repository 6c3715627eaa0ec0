"""Games on the page by the keyboard only, and by ear only."""

import pytest

from tests.acting import SIX
from tests.bot.core import Core
from tests.browser.axe import wrong
from tests.chromium import chromium
from tests.web.ears import Ears
from tests.web.fingers import Fingers, Keys, seated
from tests.web.house import opened
from tests.web.playing import LONGEST, goes_on, one_turn

LOOKS = 12  # turns after which axe looks


@pytest.mark.slow
@pytest.mark.parametrize(("by", "kind"), [(Keys, "fellers"), (Ears, "logger")])
async def test_a_game_is_played(core: Core, kind: str, by: type[Fingers]) -> None:
    """By keyboard: Tab, arrows, Enter."""
    game, made = await core.table_of(kind), 0
    async with (
        opened(core) as house,
        chromium() as browser,
        seated(browser, house, SIX[0], game.id, by) as player,
    ):
        for turn in range(LONGEST):
            if not await goes_on(core):
                break
            house.web.hub.wake()
            made += await one_turn(core, player)
            if turn % LOOKS == 0:
                assert await wrong(player.page) == []
        assert player.troubles == []
    assert made
