"""Alerts about new games: who gets them, when, how often, and what stays of them."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.messages.courier import PermanentError
from bot.table.game import ALERT, DAY, HOUR
from bot.table.seats import ALERT_WAITS
from bot.table.settings import BLOCKED, ON
from rules.text import Text
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import CHANNEL, GUILD, Core
from tests.bot.features.test_blocks import bar
from tests.bot.features.test_mending import mend
from tests.bot.features.test_privacy import HELEN, deleted, killed_at
from tests.bot.transport import DIRECT, Killed
from tests.stores import STORES
from tests.test_hosting_people import stands_in

NAME = f"alerts:{GUILD}:logger"


async def follow(core: Core, *people: Person) -> None:
    for who in people:
        await core.press(who, "Turn On Logger", await core.do(who, "alerts"))


async def new(core: Core, who: Person = ANN, n: int = 0, **more: Any) -> None:
    await core.open(who, **{"players": 2, "channel": CHANNEL + n} | more)
    await core.deliver()


async def wait(core: Core, seconds: float = ALERT_WAITS) -> None:
    await core.pass_time(seconds)
    await core.deliver()


def alerts(core: Core, who: Person = BEN) -> list[str]:
    return [message.text for message in core.transport.in_channel(DIRECT + who.id)]


async def setting(core: Core, who: Person = BEN) -> str | None:
    return (await core.store.personal(who.id)).get(NAME)


async def test_the_lobbies_of_ten_minutes_come_in_one_message_but_not_ones_own(core: Core) -> None:
    await follow(core, ANN, BEN)
    await new(core)
    await wait(core, ALERT_WAITS / 2)
    await new(core, CY, 10)
    await wait(core, ALERT_WAITS / 2)
    (told,) = alerts(core)
    assert told.startswith("You can join 2 new games:\n**L1 · Logger** — Ann is looking for 1 more")
    card = core.transport.in_channel(CHANNEL + 10)[0]
    assert f"[Open the lobby](https://discord.com/channels/{GUILD}/510/{card.id})" in told
    await wait(core)
    assert len(alerts(core)) == 1
    assert ["L2" in text and "L1" not in text for text in alerts(core, ANN)] == [True]
    assert await core.store.last_call(BEN.id, ALERT) is None  # no reminder waits for it
    panel = await core.press(BEN, "Change Alerts", core.transport.in_channel(DIRECT + BEN.id)[0])
    await core.press(BEN, "Turn Off Logger", panel, guild=-5)
    assert await setting(core) is None


REASONS: dict[str, Any] = {
    "they block the host": lambda core: core.push(BEN, f"lc:refusenow:{ANN.id}"),
    "the host blocks them": lambda core: core.push(ANN, f"lc:refusenow:{BEN.id}"),
    "they are banned": lambda core: bar(core, BEN),
    "they were removed": lambda core: mend(core, EVE, "remove-1"),
    "they turned it off": lambda core: core.push(BEN, f"lc:alert:{GUILD}:logger:off"),
    "it is full": lambda core: core.do(ANN, "start"),
    "it is closed": lambda core: core.do(ANN, "cancel"),
    "it is hidden": lambda core: new(core, CY, 10, kind="fellers"),  # they don't follow that game
    "it is for guests": lambda core: new(core, ANN, 20),
}


@pytest.mark.parametrize("why", REASONS)
async def test_nobody_hears_of_a_lobby_that_is_not_for_them(core: Core, why: str) -> None:
    core.transport.hidden |= {CHANNEL, CHANNEL + 20} if "hidden" in why else set()
    await follow(core, BEN)
    options = {"join": "invited"} if "guests" in why else {}
    await new(core, players=3, options=options)
    if why in ("they were removed", "it is full"):
        await core.join(BEN)
    await REASONS[why](core)
    await wait(core)
    assert ["L1" in text for text in alerts(core)] == ([False] if "guests" in why else [])


async def test_fifty_lobbies_make_three_messages_a_day(core: Core) -> None:
    await follow(core, BEN)
    for number in range(1, 51):
        await new(core)
        await wait(core, ALERT_WAITS if number % 5 else 1)
        await core.do(ANN, "cancel", game=(await core.game(number)).id)
    assert len(alerts(core)) == 3
    await wait(core, DAY)
    await new(core)
    await wait(core)
    assert ["L51" in text for text in alerts(core)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("command", "hours", "said"),
    [
        ("settings", 9, {"time_zone": "UTC", "quiet_hours": "22:00-08:00"}),
        ("vacation", 1, {"until": "1970-01-21"}),
    ],
)
async def test_a_night_or_vacation_ends_with_one_message(
    core: Core, command: str, hours: int, said: dict[str, str]
) -> None:
    await follow(core, BEN, CY)
    core.time.seconds = 20 * DAY + 23 * HOUR
    await core.command(BEN, f"games {command}", **said)
    for n, who in enumerate((ANN, DEE)):
        await new(core, who, 10 * n)
        await wait(core)
    assert (len(alerts(core)), len(alerts(core, CY))) == (0, 2)
    await wait(core, hours * HOUR)
    assert ["2 new games" in text for text in alerts(core)] == [True]


async def test_blocked_messages_pause_them_until_one_is_turned_on(core: Core) -> None:
    await follow(core, BEN)
    core.transport.fail_in(DIRECT + BEN.id, PermanentError(Text("they take none")))
    await new(core)
    await wait(core)
    assert await setting(core) == BLOCKED
    for panel in (await core.do(BEN, "settings"), await core.do(BEN, "alerts")):
        assert "Discord blocked my last alert" in panel.text
    await core.press(BEN, "Turn On Logjam")
    assert await setting(core) == ON


async def test_leaving_the_server_ends_them_even_if_only_the_message_notices(core: Core) -> None:
    await follow(core, BEN, CY)
    await core.services.on_departure(CY.id, GUILD)
    assert (await setting(core), await setting(core, CY)) == (ON, None)
    core.transport.departed.add(BEN.id)
    await new(core)
    await wait(core)
    assert (alerts(core), await setting(core)) == ([], None)


async def test_a_forged_button_reaches_no_other_server_or_person(core: Core) -> None:
    core.transport.departed.add(BEN.id)
    assert "can't find you" in (await core.push(BEN, "lc:alert:901:logger:on")).text
    assert "don't host" in (await core.push(BEN, f"lc:alert:{GUILD}:chess:on")).text
    assert "Each server" in (await core.push(BEN, "lc:alerts", guild=-7)).text
    await follow(core, ANN)
    await core.push(CY, f"lc:alert:{GUILD}:logger:off")
    assert await setting(core, ANN) == ON


async def test_they_are_exported_and_deleted(lasting: Core) -> None:
    await follow(lasting, HELEN)
    await new(lasting)
    await wait(lasting)
    (told,) = json.loads((await lasting.do(HELEN, "myfile")).document)["settings"]
    assert told == {"name": NAME, "value": ON}
    await deleted(lasting, HELEN)
    await lasting.store.close()
    assert stands_in(Path(lasting.path), HELEN.id) == []


@pytest.mark.slow
async def test_a_death_at_any_await_tells_each_reader_once(tmp_path: Path) -> None:
    for deaths in count():
        core = await Core.build(tmp_path / f"{deaths}.db")
        await follow(core, BEN, CY)
        await new(core)
        core.time.seconds += ALERT_WAITS
        dead = await killed_at(core.clock.tick(), deaths)
        await core.kill()
        await core.clock.tick()
        core.transport.fail_after("post", Killed())
        with pytest.raises(Killed):
            await core.deliver()
        await core.kill()
        await wait(core)
        assert (len(alerts(core)), len(alerts(core, CY))) == (1, 1), deaths
        assert (await core.game()).due(ALERT) is None
        await core.store.close()
        STORES.release(tmp_path / f"{deaths}.db")
        if not dead:
            break
    assert deaths > 5
