"""The link of a notification: it signs one browser in to one game, for a day, and only by a press
of its button. Mails lie around, and scanners and previews follow their links."""

from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256

import pytest
import pytest_asyncio

from bot.messages.boundary import answer_to
from bot.table.browsers import hash_word, limit_of, new_word
from bot.table.game import DAY
from tests.acting import ANN, BEN, CY, Person
from tests.bot.core import GUILD, Core
from tests.bot.web.house import House, Surfer, opened
from tests.bot.web.test_activity import Discord, comes, inside
from tests.bot.web.test_spectators import rule
from tests.bot.web.test_viewers import pressed


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core) -> AsyncIterator[House]:
    """Ann sits in three games: with Ben in the first, with Cy in the others."""
    for game in (2, 3):
        await two.open(ANN, channel=700 + game)
        await two.join(CY, game=game)
    assert await two.services.day_link(ANN.id, 1, "") is None  # without pages
    async with opened(two, presence=Discord({"ann": ANN.id}, {"i-1": {ANN.id}})) as it:
        yield it


async def day_link(house: House, who: Person = ANN, game: int = 1, notice: str = "") -> str:
    return str(await house.core.services.day_link(who.id, game, notice))


async def opens(surfer: Surfer) -> set[int]:
    """The games whose pages, turns and pictures a browser may have; no streams of the others."""
    found = set()
    for game in (1, 2, 3):
        parts = (f"/t/{game}", f"/t/{game}/turns", f"/t/{game}/ground.png")
        statuses = {(await surfer.get(part)).status for part in parts}
        if statuses != {200}:
            assert statuses | {(await surfer.get(f"/events/{game}")).status} == {403}
        else:
            found.add(game)
    return found


async def test_a_look_says_who_and_what_and_uses_nothing_up(house: House) -> None:
    """Nor does it sign anybody in: a scanner sees names of public messages, and no hand."""
    link = await day_link(house, notice="a")
    assert await day_link(house, notice="a") == link != await day_link(house, notice="b")  # a retry
    async with house.browser() as scanner, house.browser() as ann:
        for _ in range(2):
            assert (await scanner._asked("HEAD", link)).status == 200
            seen = await scanner.get(link, **{"Sec-Purpose": "prefetch"})
            assert "Sign in as Ann and open Logger L1?" in seen.page.text
            assert "a day, and only to this game" in seen.page.text
            assert seen.page.images == []
            assert "Set-Cookie" not in seen.headers
            assert "frame-ancestors 'self'" in seen.headers["Content-Security-Policy"]
        assert await opens(scanner) == set()
        assert (await ann.enters(link)).status == 200


async def test_it_works_once_and_for_its_game_only(house: House) -> None:
    """Not even as the spectator of another game, nor for the list of tables in an Activity."""
    await rule(house, "on")
    link, watch = await day_link(house), await house.link(CY, 2, watches=True)
    async with house.browser() as ann, house.browser() as thief:
        await thief.get(link)
        button = thief.page.buttons[0]
        await ann.enters(link)
        assert await opens(ann) == {1}
        assert (await ann.get("/tables")).status == (await ann.get("/activity")).status == 403
        assert (await ann.get(watch)).status == 200
        assert ann.page.buttons == []
        assert (await thief.press(button)).status == (await thief.get(link)).status == 410
        assert await opens(thief) == set()
        await comes(ann, "ann")  # an Activity signs in to everything again
        ann.session.headers.update(await inside(ann))
        assert await opens(ann) == {1, 2, 3}


async def test_a_link_leads_its_own_browser_to_the_board_again(house: House) -> None:
    """A mail is opened more than once; and it leads nobody else there."""
    link = await day_link(house)
    async with house.browser() as ann, house.browser() as other, house.of(CY, 2) as cy:
        await ann.enters(link)
        assert (await ann.get(link)).status == 200
        assert "It's Ann's turn." in ann.page.text or "It's Ben's turn." in ann.page.text
        assert [(await each.get(link)).status for each in (other, cy)] == [410, 410]
        assert (await ann.get(link.replace("/1.", "/2."))).status == 410


async def test_a_browser_keeps_what_it_had(house: House) -> None:
    """The next link adds its game, and one of Open Board all games; a browser that may open
    everything stays so. Each link is used up."""
    links = [await day_link(house, game=game) for game in (2, 1, 3)]
    async with house.browser() as ann, house.browser() as other:
        await ann.enters(links[0])
        await ann.enters(links[1])
        assert await opens(ann) == {1, 2}
        await ann.enters(await house.link(ANN))
        await ann.enters(links[2])
        house.core.time.seconds += 2 * DAY
        assert await opens(ann) == {1, 2, 3}
        assert {(await other.get(link)).status for link in links} == {410}


async def test_a_day_ends_both_the_link_and_its_browser(house: House) -> None:
    link, unused = await day_link(house), await day_link(house)
    async with house.browser() as ann:
        await ann.enters(link)
        await ann.get(unused)
        button = ann.page.buttons[0]
        house.core.time.seconds += DAY
        assert await opens(ann) == set()
        assert (await ann.press(button)).status == (await ann.get(unused)).status == 410


async def test_a_forged_word_opens_nothing(house: House) -> None:
    """A bot of an older version, which knows no limits, doesn't find a word either."""
    assert limit_of(new_word(range(10**17, 10**17 + 20))) == {*range(10**17, 10**17 + 8)}
    head, _, word = (await day_link(house)).rpartition("/")
    assert hash_word(word) != sha256(word.encode()).hexdigest()
    token = word.partition(".")[2]
    forged = [f"2.{token}", token, f"1-2.{token}", f"x.{token}", "." * 30, f"{word}.", word[:-1]]
    async with house.browser() as thief:
        for each in forged:
            assert (await thief.get(f"{head}/{each}")).status == 410
            assert (await thief.post("/enter", {"word": each})).status == 410
        for each in (*forged, word):  # the word of the link isn't the browser's
            assert (await thief.get("/t/1", Cookie=f"lumbercamp={each}")).status == 403


async def test_another_site_signs_nobody_in(house: House) -> None:
    """Nor can it replace a person who is signed in, and the link stays unused."""
    link = await day_link(house, BEN)
    word = {"word": link.rpartition("/")[2]}
    evil = {"Origin": "https://evil.example", "Sec_Fetch_Site": "cross-site"}
    async with house.browser() as cy, house.of(ANN) as ann:
        assert (await cy.post("/enter", word, **evil)).status == 403
        assert (await ann.get(link)).status == (await ann.post("/enter", word)).status == 403
        assert await opens(ann) == {1, 2, 3}
        assert (await cy.enters(link)).status == 200


async def signs_out(house: House) -> None:
    await pressed(house, ANN, "endbrowser", "1")


async def is_banned(house: House) -> None:
    await house.core.services.on_departure(ANN.id, GUILD, banned=True)


async def forgets(house: House) -> None:
    assert not (await answer_to(house.verbs.do("forgetnow", house.core.wish(ANN)))).refusal


@pytest.mark.parametrize("end", [signs_out, is_banned, forgets])
async def test_nothing_is_left_of_the_link(
    house: House, end: Callable[[House], Awaitable[object]]
) -> None:
    """Its page doesn't say whose it was."""
    link = await day_link(house)
    await end(house)
    async with house.browser() as thief:
        assert (await thief.get(link)).status == 410
        assert "Ann" not in thief.page.text
        assert (await thief.post("/enter", {"word": link.rpartition("/")[2]})).status == 410
