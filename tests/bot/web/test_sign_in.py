"""Signing in with Discord in a plain browser (docs/browser.md; Discord's documents on OAuth2)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from bot.table.browsers import LINK_LASTS, Later
from tests.acting import ANN, BEN, CY, Person
from tests.bot.core import Core
from tests.bot.web.house import AGENT, House, Surfer, opened


@dataclass
class Discord:
    """Asks people for consent, and answers whose a code is: once, and only to its address."""

    codes: dict[str, tuple[int, str]] = field(default_factory=dict)
    asked: int = 0
    pause: float = 0.0

    def asks(self, redirect: str, state: str) -> str:
        return f"https://discord.com/oauth2/authorize?redirect_uri={redirect}&state={state}"

    def agrees(self, who: Person, redirect: str) -> str:
        """Somebody agrees: return the code with which they come back."""
        code = f"code-{len(self.codes) + self.asked}"
        self.codes[code] = who.id, redirect
        return code

    async def signed_in(self, code: str, redirect: str) -> int | None:
        self.asked += 1
        if self.pause:
            raise Later(self.pause)
        user, sent = self.codes.pop(code, (0, ""))
        return user if user and sent == redirect else None


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core, discord: Discord) -> AsyncIterator[House]:
    async with opened(two, signs_in=discord) as it:
        yield it


async def begins(surfer: Surfer, table: str = "1") -> dict[str, str]:
    """Press Sign In; return the parameters for Discord."""
    address = f"{surfer.house.address}/sign-in?to={table}"
    async with surfer.session.get(address, allow_redirects=False) as answer:
        assert answer.status == 303
        asked = parse_qs(urlsplit(answer.headers["Location"]).query)
        return {name: value for name, (value,) in asked.items()}


async def returns(surfer: Surfer, code: str, state: str) -> int:
    """Discord sends somebody back; return the status of the page."""
    await surfer.get(f"/signed-in?code={code}&state={state}", **{"User-Agent": AGENT})
    return surfer.last.status


async def signs_in(surfer: Surfer, discord: Discord, who: Person) -> int:
    asked = await begins(surfer)
    return await returns(surfer, discord.agrees(who, asked["redirect_uri"]), asked["state"])


async def test_who_signs_in_is_at_their_table(house: House, discord: Discord) -> None:
    """The page that lets nobody in leads there; the browser is one of theirs from then on."""
    async with house.browser() as ann, house.browser() as cy:
        assert await signs_in(cy, discord, CY) == 403, "who does not play there"
        assert "/sign-in" not in cy.page.html
        for address in ("/t/1/turns", "/t/1"):
            await ann.get(address)
            assert 'href="/sign-in?to=1"' in ann.page.html
        assert await signs_in(ann, discord, ANN) == 200
        assert "L1" in ann.page.text
        assert ann.page.button("Sign Out")
    (browser,) = await house.core.store.browsers_of(ANN.id)
    assert browser.called == "Firefox Android"


@pytest.mark.parametrize("wrong", ["", "x", "of another browser"])
async def test_a_state_of_another_browser_lets_nobody_in(
    house: House, discord: Discord, wrong: str
) -> None:
    """Mallory sends Ann the address with her own code; Discord is not even asked."""
    async with house.browser() as mallory, house.browser() as ann:
        theirs = await begins(mallory)
        await begins(ann)
        state = theirs["state"] if wrong == "of another browser" else wrong
        code = discord.agrees(CY, theirs["redirect_uri"])
        assert await returns(ann, code, state) == 403
        assert "started in another browser" in ann.page.text
        assert discord.asked == 0
        assert not await house.core.store.browsers_of(CY.id)


async def test_a_state_and_a_code_are_used_once(house: House, discord: Discord) -> None:
    async with house.browser() as ann, house.browser() as other:
        asked = await begins(ann)
        await ann.get(f"/signed-in?error=access_denied&state={asked['state']}")
        assert ann.last.status == 403
        assert "Discord didn't tell me who you are" in ann.page.text
        assert discord.asked == 0
        asked = await begins(ann)
        code = discord.agrees(ANN, asked["redirect_uri"])
        assert await returns(ann, code, asked["state"]) == 200
        assert await returns(ann, code, asked["state"]) == 403
        assert "started in another browser or more than ten minutes ago" in ann.page.text
        again = await begins(other)
        assert await returns(other, code, again["state"]) == 403
        assert "Discord didn't tell me who you are" in other.page.text
        assert (await other.get("/t/1")).status == 403


async def test_a_browser_does_not_become_somebody_elses(house: House, discord: Discord) -> None:
    async with house.of(BEN) as ben:
        assert await signs_in(ben, discord, ANN) == 403
        assert "Someone else is signed in on this browser" in ben.page.text
        assert await signs_in(ben, discord, BEN) == 200
        assert len(await house.core.store.browsers_of(BEN.id)) == 1


async def test_what_was_begun_is_kept_for_ten_minutes_by_this_browser_alone(house: House) -> None:
    """No script reads it, and no other host is sent it; it leads to a table and nowhere else."""
    async with house.browser() as ann:
        address = f"{house.address}/sign-in?to=1"
        async with ann.session.get(address, allow_redirects=False) as answer:
            kept = answer.headers["Set-Cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={int(LINK_LASTS)}"} <= {
            *kept.split("; ")
        }
        for to in ("", "//evil.example", "1/../x", "https://evil.example"):
            assert (await ann.get(f"/sign-in?to={to}")).status == 404


async def test_invented_sign_ins_ask_discord_nothing_and_turn_nobody_away(
    house: House, discord: Discord
) -> None:
    """However many come from Ann's own address: with cookies and states of their own making, parts
    of a true one, none at all, and one of more than ten minutes ago."""
    async with house.browser() as mallory, house.browser() as ann:
        true = (await begins(mallory))["state"]
        until, table, signed = true.split(".")
        invented = [
            *("x", "a.b.c", f"{until}.2.{signed}", f"{int(until) + 1}.{table}.{signed}"),
            *(f"{until}.{table}.{'0' * 64}", f"{until}.{table}.", "%ff", "9" * 5000),
        ]
        for n in range(2):
            for state in (*invented, true):
                cookie = {"Cookie": f"lumbercamp-state={state if n % 2 else 'w' * 43}"}
                await mallory.get(f"/signed-in?code=c{n}&state={state}", **cookie)
                assert mallory.last.status == 403
        old = await begins(ann)
        house.core.time.seconds += LINK_LASTS + 1
        code = discord.agrees(ANN, old["redirect_uri"])
        assert await returns(ann, code, old["state"]) == 403
        assert discord.asked == 0
        assert await signs_in(ann, discord, ANN) == 200


async def test_a_state_is_asked_about_once_even_where_the_cookie_is_sent_again(
    house: House, discord: Discord
) -> None:
    async with house.browser() as mallory:
        asked = await begins(mallory)
        (kept,) = (c for c in mallory.session.cookie_jar if c.key == "lumbercamp-state")
        cookie = {"Cookie": f"lumbercamp-state={kept.value}"}
        for n in range(3):
            await mallory.get(f"/signed-in?code=c{n}&state={asked['state']}", **cookie)
            assert mallory.last.status == 403
    assert discord.asked == 1


async def test_one_address_has_so_many_sign_ins(house: House, discord: Discord) -> None:
    """Others sign in meanwhile, and a visitor who had to wait need not begin again."""
    async with house.browser() as mallory, house.browser() as ann:
        for n in range(8):
            assert await returns(mallory, f"c{n}", (await begins(mallory))["state"]) == 403
        state = (await begins(mallory))["state"]
        assert await returns(mallory, "c", state) == 503
        assert mallory.last.headers["Retry-After"] == "10"
        assert "Too many people are signing in right now." in mallory.page.text
        asked = await begins(ann)
        code = discord.agrees(ANN, asked["redirect_uri"])
        back = f"/signed-in?code={code}&state={asked['state']}"
        await ann.get(back, **{"X-Forwarded-For": "1.2.3.4"})
        assert ann.last.status == 200
        before = discord.asked
        house.core.time.seconds += 10
        assert await returns(mallory, "c", state) == 403
        assert discord.asked == before + 1


async def test_all_addresses_together_have_so_many_sign_ins(house: House, discord: Discord) -> None:
    async with house.browser() as crowd:
        for n in range(24):
            state = (await begins(crowd))["state"]
            await crowd.get(f"/signed-in?code=c&state={state}", **{"X-Forwarded-For": f"1.2.3.{n}"})
    assert discord.asked == 20


async def test_a_visitor_waits_as_long_as_discord_asks(house: House, discord: Discord) -> None:
    async with house.browser() as ann:
        asked = await begins(ann)
        code = discord.agrees(ANN, asked["redirect_uri"])
        discord.pause = 599.5
        assert await returns(ann, code, asked["state"]) == 503
        assert ann.last.headers["Retry-After"] == "600"
        assert "Too many people are signing in right now." in ann.page.text
        discord.pause = 0
        assert await returns(ann, code, asked["state"]) == 200


async def test_without_a_secret_nobody_signs_in(two: Core) -> None:
    async with opened(two) as house, house.browser() as ann:
        assert "/sign-in" not in (await ann.get("/t/1")).page.html
        for address in ("/sign-in?to=1", "/signed-in?code=c&state=s"):
            assert (await ann.get(address)).status == 404
