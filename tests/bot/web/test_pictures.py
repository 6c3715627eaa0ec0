"""Pictures for pages: drawn once, and for nobody else."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Request, Route, expect

from bot.messages.languages import VOICE
from bot.messages.layout import Drawing
from bot.web.pictures import FOLDER, Pictures
from renderer import Picture
from rules.voice import Voice
from tests.acting import ANN
from tests.bot.core import Core
from tests.bot.web.fingers import seated
from tests.bot.web.house import House

# All scripts but a page's own entry.
SCRIPTS = sorted({path.stem for path in FOLDER.glob("*.js")} - {"start", "activity"})


class Artist:
    """Draws a letter, and counts."""

    def __init__(self) -> None:
        self.drawn = 0

    def draw(self, hosted: object, letter: str, voice: Voice) -> Picture:
        self.drawn += 1
        return Picture(letter.encode() * 100, letter)

    def of(self, letter: str) -> Drawing:
        return Drawing(self.draw, ({}, letter))  # rules are not compared


async def test_what_was_drawn_for_these_eyes_is_not_drawn_again() -> None:
    """For other eyes it is, or one would tell of the other."""
    pictures, artist = Pictures(), Artist()
    first = await pictures.draw(1, 0, artist.of("a"), VOICE)
    assert await pictures.draw(1, 0, artist.of("a"), VOICE) == first
    assert artist.drawn == 1
    for game, seat, letter in ((1, 1, "a"), (1, None, "a"), (2, 0, "a"), (1, 0, "b")):
        await pictures.draw(game, seat, artist.of(letter), VOICE)
    assert artist.drawn == 5
    assert pictures.find(1, 0, first[0]) == first[1]
    assert pictures.find(3, 0, first[0]) is None


async def test_a_page_that_is_asked_for_again_has_nothing_drawn(
    two: Core, house: House, monkeypatch: Any
) -> None:
    """And whose turn it is not sees the new picture at once, after a turn."""
    drawn = list[str]()

    def counted(self: Drawing, voice: Voice) -> Picture:
        drawn.append(self.draw.__name__)
        return self.draw(*self.asked, voice)

    async with house.of(ANN) as ann:
        monkeypatch.setattr(Drawing, "draw_in", counted)
        await ann.get("/t/1")
        before, first = ann.page.images, len(drawn)
        await ann.get("/t/1")
        assert ann.page.images == before
        assert len(drawn) == first
        await two.play("a1")
        await ann.get("/t/1")
        assert ann.page.images != before


def test_all_scripts_of_a_page_are_begun() -> None:
    begun = re.search(r"MODULES = \[(.*)\]", (FOLDER / "start.js").read_text(encoding="utf-8"))
    assert begun is not None
    assert sorted(re.findall(r"\w+", begun[1])) == SCRIPTS


@pytest.mark.slow
async def test_a_board_is_there_and_is_touched_whatever_comes_first_or_never(
    browser: Browser, two: Core, house: House
) -> None:
    """Scripts are fetched at the same time, so a slow line changes the order in which they begin;
    they come behind the picture; and a lost picture keeps nobody from playing."""
    async with seated(browser, house, await two.mover()) as hands:
        page, asked = hands.page, list[str]()
        for first in (SCRIPTS[0], SCRIPTS[-1]):
            rest = f"for (const it of {SCRIPTS}) import(`./${{it}}.js`);"
            await page.route("**/start.js", script(f'await import("./{first}.js"); {rest}'))
            await page.goto(f"{house.address}/t/1")
            await hands.tap(await hands.at("a1"))
            await hands.tap(page.locator("#turn button[data-verb=back]"))
        await page.unroute_all()

        def note(request: Request) -> None:
            asked.append(request.url.rpartition("/")[2])

        page.on("request", note)
        await page.goto(f"{house.address}/t/1?again=1")
        await expect(page.locator("svg.places polygon").first).to_be_visible()
        pictures = [n for n, name in enumerate(asked) if name.startswith("board-")]
        assert pictures[0] < asked.index("touch.js")

        lost = list[Route]()  # without an answer
        await page.route("**/board-*.png", lambda route: lost.append(route))
        await two.play("a1")
        await page.goto(f"{house.address}/t/1?again=2", wait_until="commit")
        await expect(page.locator("svg.places polygon").first).to_be_visible()
        for route in lost:  # a task waits for each
            await route.abort()
        assert hands.troubles == []


def script(text: str) -> Callable[[Route], Awaitable[None]]:
    async def answer(route: Route) -> None:
        await route.fulfill(body=text, content_type="text/javascript")

    return answer
