"""Inside Discord: who gets into a frame, what they see there, and which sites may show it."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.table.browsers import ActivityAddress, Present, activity_key, press_key
from storage import BrowserLink
from tests.acting import ANN, BEN, CY
from tests.bot.core import CHANNEL, Core
from tests.bot.web.house import House, Surfer, opened

FRAME = ActivityAddress("https://7.discordsays.com", "https://discord.com https://*.discord.com")
OPENED = "/?frame_id=f&instance_id=i-1&platform=mobile"
HERE = f"/tables?channel={CHANNEL}"


@dataclass
class Discord:
    """Discord's answers: whose code it is, and the members of an instance."""

    codes: dict[str, int] = field(default_factory=dict)
    there: dict[str, set[int]] = field(default_factory=dict)
    asked: int = 0
    application = 7
    frame = FRAME

    async def present(self, code: str, instance: str) -> Present | None:
        self.asked += 1
        user = self.codes.pop(code, None)
        if user is None or user not in self.there.get(instance, ()):
            return None
        return Present(user, 1, CHANNEL)


@pytest.fixture
def discord() -> Discord:
    """Ann and Ben are in an instance, and have agreed to show their names."""
    people = {ANN.id, BEN.id}
    return Discord({"ann": ANN.id, "ben": BEN.id, "cy": CY.id}, {"i-1": people})


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core, discord: Discord) -> AsyncIterator[House]:
    async with opened(two, presence=discord) as it:
        yield it


async def comes(surfer: Surfer, code: str, instance: str = "i-1", **headers: str) -> str:
    """The frame names its visitor; return where it leads, or the answer."""
    fields = {"code": code, "instance": instance}
    await surfer.post("/activity", fields, **{"Origin": FRAME.origin} | headers)
    return surfer.last.body.decode()


async def inside(surfer: Surfer) -> dict[str, str]:
    """The browser's headers in the frame from then on."""
    cookie = surfer.last.headers["Set-Cookie"]
    return {"Cookie": cookie.partition(";")[0]}


async def test_who_is_there_plays_in_the_frame(house: House) -> None:
    async with house.browser() as surfer:
        assert HERE in await comes(surfer, "ann")
        assert surfer.last.headers["Cache-Control"] == "no-store"
        kept = surfer.last.headers["Set-Cookie"]
        assert kept.startswith("__Host-lumbercamp-frame=")
        for sign in ("Secure", "HttpOnly", "SameSite=None", "Partitioned", "Path=/"):
            assert f"; {sign}" in kept
        cookie = await inside(surfer)
        assert "L1" in (await surfer.get(HERE, **cookie)).page.text
        for address in ("/activity", OPENED, HERE):
            assert (await surfer.get(address, **cookie)).headers["Cache-Control"] == "no-store"
        page = (await surfer.get("/t/1", **cookie)).page
        corner = page.word("a1")
        await surfer.post(corner.action, corner.fields, Origin=FRAME.origin, **cookie)
        assert (await surfer.get("/t/1", **cookie)).page.buttons


async def test_a_frame_that_is_let_in_stays_so(house: House) -> None:
    """Opening it every day does not push out the other browsers that they have let in."""
    async with house.browser() as surfer:
        await comes(surfer, "ann")
        cookie = await inside(surfer)
        house.presence.codes["again"] = ANN.id
        await comes(surfer, "again", **cookie)
        assert "Set-Cookie" not in surfer.last.headers
        assert len(await house.core.store.browsers_of(ANN.id)) == 1
        await comes(surfer, "ben", **cookie)  # somebody else at the same client
        assert "Set-Cookie" in surfer.last.headers


LIES = {
    "a code that was used": ("ann", "i-1", 1),
    "a code that Discord never gave": ("forged", "i-1", 1),
    "an instance that is not": ("ben", "i-2", 1),
    "somebody who is not in the instance": ("cy", "i-1", 1),
    "no code": ("", "i-1", 0),
    "a path for an instance": ("ben", "../../users/@me", 0),
    "a book for a code": ("b" * 1000, "i-1", 0),
}


async def test_who_is_not_there_is_let_in_nowhere(house: House) -> None:
    house.presence.codes.pop("ann")  # it was used
    for lie, (code, instance, asked) in LIES.items():
        before = house.presence.asked
        async with house.browser() as surfer:
            told = await comes(surfer, code, instance)
            assert "Discord doesn't recognise you in this Activity" in told, lie
            assert house.presence.asked - before == asked, lie
            assert surfer.last.status == 403, lie
            assert "Set-Cookie" not in surfer.last.headers, lie


async def test_another_page_lets_nobody_in(house: House) -> None:
    async with house.browser() as surfer:
        for origin in ("https://evil.example", "null", "https://8.discordsays.com"):
            assert "t come from my own page" in await comes(surfer, "ann", Origin=origin)
    assert house.presence.asked == 0


async def test_only_discord_shows_it_in_a_frame(house: House) -> None:
    """Neither does another site, nor does any frame show a page meant for a plain browser."""

    def ancestors(surfer: Surfer) -> str:
        found = re.search(
            r"frame-ancestors ([^;]*)", surfer.last.headers["Content-Security-Policy"]
        )
        assert found is not None
        return found[1]

    async with house.browser() as surfer, house.of(BEN) as usual:
        await surfer.get(OPENED)
        assert ancestors(surfer) == f"'self' {FRAME.clients}"
        await comes(surfer, "ann")
        await surfer.get("/t/1", **await inside(surfer))
        assert ancestors(surfer) == f"'self' {FRAME.clients}"
        for address in ("/t/1", "/tables", "/enter/" + "w" * 43, "/nowhere", "/"):
            await usual.get(address)
            assert "discord" not in ancestors(usual), address


async def test_an_activity_shows_the_table_whose_button_was_pressed(house: House) -> None:
    """And a player who joins sees that table too, if they play there."""
    store = house.core.store
    await house.core.begin(ANN, CY, channel=CHANNEL + 1)
    async with house.browser() as surfer:
        await store.add_link(activity_key("i-1"), BrowserLink(BEN.id, 1), 60)
        assert '"/t/1"' in await comes(surfer, "ann")
        await store.add_link(press_key(ANN.id, CHANNEL), BrowserLink(ANN.id, 2), 60)
        house.presence.codes["again"] = ANN.id
        assert '"/t/2"' in await comes(surfer, "again")
        # A table at which Ben does not play.
        await store.add_link(activity_key("i-1"), BrowserLink(ANN.id, 2), 60)
        assert HERE in await comes(surfer, "ben")


@pytest.mark.parametrize("key", [press_key(ANN.id, CHANNEL), activity_key("i-1")])
async def test_what_an_activity_shows_lets_nobody_in(house: House, key: str) -> None:
    """It lies beside the links, and everybody can work it out."""
    await house.core.store.add_link(key, BrowserLink(ANN.id, 1), 60)
    async with house.browser() as surfer:
        await surfer.post("/enter", {"word": key})
        assert surfer.last.status == 410


async def test_one_address_and_all_together_have_so_many_codes(house: House) -> None:
    """If you invent codes you have to wait, and the page says for how long."""
    async with house.browser() as surfer:
        for n in range(9):
            await comes(surfer, f"x{n}")
        assert (surfer.last.status, surfer.last.headers["Retry-After"]) == (503, "1")
        assert house.presence.asked == 8
        for n in range(9):
            await comes(surfer, f"y{n}", **{"X-Forwarded-For": f"1.2.3.{n}"})
        assert surfer.last.status == 503
        assert house.presence.asked == 16
        house.core.time.seconds += 60
        assert HERE in await comes(surfer, "ann")


async def test_without_the_sdk_the_page_says_what_is_missing(
    two: Core, discord: Discord, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.web.sign_in.ARCHIVE", tmp_path / "sdk.tgz")
    async with opened(two, discord) as house, house.browser() as surfer:
        await surfer.get(OPENED)
        assert "make activity" in surfer.page.text
        assert "<script" not in surfer.page.html


async def test_without_an_activity_nothing_of_it_is_there(two: Core) -> None:
    async with opened(two) as house, house.browser() as surfer:
        for address in (OPENED, HERE, "/activity"):
            assert (await surfer.get(address)).status == 404
        assert "discord" not in surfer.last.headers["Content-Security-Policy"]
