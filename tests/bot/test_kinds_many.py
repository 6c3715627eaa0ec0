"""Games of all kinds side by side: played again, checked by the command, and called by the clock.

Source: experience 3.12 (a rematch); docs/decisions.md, 6 (the log is the game); issue 4, "the roll
comes before the mention".
"""

from __future__ import annotations

import pytest

from bot.core.game import CHANCE
from bot.core.table import Tables
from bot.domain.agreed import SECONDS
from bot.features.lobby import WEEK
from bot.ops.check import check
from rules.game import NATURE
from tests.bot.core import ANN, BEN, CHANNEL, CY, DEE, PEOPLE, Core
from tests.bot.test_kinds_undo import begun, gone


@pytest.mark.parametrize(
    ("kind", "options"),
    [("logjam", {"loggers": "5", "board": "8x12"}), ("fellers", {"course": "D+G"})],
)
async def test_a_rematch_keeps_what_was_agreed(
    core: Core, kind: str, options: dict[str, str]
) -> None:
    """Experience 3.12: the same people, options and all; the seats move on."""
    controls = await begun(core, kind, ANN, BEN, **options)
    await gone(controls, await core.mover())
    before = await core.game()
    await controls.again(ANN, game=before.id)
    await controls.again(BEN, game=before.id)
    again = await core.game(2)
    assert again.status == "playing"
    for name, value in options.items():
        assert again.options[name] == value
    assert [s.user for s in again.sitters] == [s.user for s in reversed(before.sitters)]


async def test_all_open_games_of_all_kinds_are_fine(lasting: Core) -> None:
    """`lumbercamp check`: lobbies with options, turns, half-said turns, graces, and what was
    taken back; games that are over are not looked at."""
    core, channel = lasting, CHANNEL
    for kind, options in (
        ("logger", {}),
        ("logjam", {"board": "9x9", "setup": "classic"}),
        ("fellers", {"course": "random"}),
        ("logjam", {}),
        ("fellers", {"course": "A+D+F"}),
    ):
        for players in (2, 3):
            channel += 1
            await core.open(ANN, players, kind=kind, options=options, channel=channel)
            await core.join(BEN, channel=channel)
    quick = await core.store.named(900, "logjam", 3)
    assert quick is not None
    mover = next(p for p in PEOPLE if p.id == quick.sitters[quick.on_turn or 0].user)
    assert "counts" in (await core.say(mover, ".", channel=quick.channel)).text
    checked = await check(core.store)
    assert (checked.wrong, checked.games) == ((), 10)
    fresh = await core.again()
    assert str(await check(fresh.store)) == "All open games are fine: 10."
    await fresh.store.close()


async def test_the_clock_does_all_that_is_due(lasting: Core) -> None:
    """Graces of several games and a lobby's week, also those that ended while nothing ran; each
    once, and the nearest of what is left is told."""
    core, numbers = lasting, (1, 2, 3)
    core.kind = "logjam"
    for number in numbers:
        await core.open(ANN, 2, channel=CHANNEL + number)
        await core.join(BEN, channel=CHANNEL + number)
        core.time.seconds += 10
        mover = await core.mover(number)
        await core.say(mover, ".", channel=CHANNEL + number)
    await core.open(CY, 2, kind="logger", channel=CHANNEL + 4)
    assert await core.clock.tick() == SECONDS - 20
    core.time.seconds += SECONDS - 15
    assert await core.clock.tick() == 5, "one has gone on, the next is due five seconds later"
    assert [(await core.game(n)).due(CHANCE) is None for n in numbers] == [True, False, False]
    later = await core.again()
    later.time.seconds += WEEK + SECONDS
    await later.clock.tick()
    for number in numbers:
        game = await later.game(number)
        assert (game.due(CHANCE), game.status) == (None, "playing")
        rows = [row for row in await later.store.log(game.id) if row.seat == NATURE]
        assert [row.n for row in rows if row.key] == [game.n], "one roll, the newest row"
        fresh = await Tables(later.store, later.games).at(game)
        assert fresh.actor == game.on_turn
    lobby = await later.store.named(900, "logger", 1)
    assert lobby is not None
    assert lobby.status == "cancelled"
    assert (await later.say(DEE, ".", channel=CHANNEL + 1)).text.startswith("You are not in J1")
    await later.store.close()
