"""Pictures for pages: drawn once, and for nobody else."""

import re
from typing import Any

import pytest
from playwright.async_api import Request, Route, expect

from bot.messages.languages import VOICE
from bot.messages.layout import Drawing
from bot.web.pictures import FOLDER, Pictures
from renderer import Picture
from rules.voice import Voice
from tests.acting import ANN
from tests.bot.core import Core
from tests.chromium import chromium
from tests.web.fingers import Fingers, seated
from tests.web.house import House

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


async def test_what_nobody_has_wanted_for_longest_is_given_up_first() -> None:
    """It is drawn once more, under the same name."""
    pictures, artist = Pictures(250), Artist()
    old, _ = await pictures.draw(1, 0, artist.of("a"), VOICE)
    kept, _ = await pictures.draw(1, 0, artist.of("b"), VOICE)
    await pictures.draw(1, 0, artist.of("a"), VOICE)
    await pictures.draw(1, 0, artist.of("c"), VOICE)
    assert pictures.find(1, 0, kept) is None
    assert pictures.find(1, 0, old) is not None
    assert artist.drawn == 3
    await pictures.draw(1, 0, artist.of("b"), VOICE)
    assert pictures.find(1, 0, kept) is not None
    assert pictures.find(1, 0, old) is None


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
    """Each that is not a page's own way in."""
    begun = re.search(r"MODULES = \[(.*)\]", (FOLDER / "start.js").read_text(encoding="utf-8"))
    assert begun is not None
    assert sorted(re.findall(r"\w+", begun[1])) == SCRIPTS


@pytest.mark.slow
@pytest.mark.parametrize("first", SCRIPTS[::6])
async def test_a_board_is_touched_whichever_script_was_there_first(
    house: House, first: str
) -> None:
    """They are fetched at the same time, so a slow line changes the order in which they begin."""
    mover = await house.core.mover()
    start = f'await import("./{first}.js"); for (const it of {SCRIPTS}) import(`./${{it}}.js`);'
    async with chromium() as browser, seated(browser, house, mover) as hands:

        async def ordered(route: Route) -> None:
            await route.fulfill(body=start, content_type="text/javascript")

        again = Fingers(await hands.page.context.new_page())
        again.page.on("pageerror", lambda error: again.troubles.append(str(error)))
        await again.page.route("**/start.js", ordered)
        await again.page.goto(f"{house.address}/t/1")
        await again.tap(await again.at("a1"))
        await expect(again.confirm).to_be_visible()
        assert again.troubles == []


@pytest.mark.slow
async def test_scripts_come_behind_the_picture_and_wait_for_none_that_does_not_come(
    two: Core, house: House
) -> None:
    """Extras keep nobody from seeing the board, and a lost picture nobody from playing on it."""
    async with chromium() as browser, seated(browser, house, ANN) as hands:
        page, asked = hands.page, list[str]()

        def notes(request: Request) -> None:
            asked.append(request.url.rpartition("/")[2])

        page.on("request", notes)
        await page.goto(f"{house.address}/t/1?again=1")
        await expect(page.locator("svg.places polygon").first).to_be_visible()
        pictures = [n for n, name in enumerate(asked) if name.startswith("board-")]
        assert pictures[0] < asked.index("touch.js")

        async def lost(route: Route) -> None:
            """No answer."""

        await page.route("**/board-*.png", lost)
        await two.play("a1")
        await page.goto(f"{house.address}/t/1?again=2", wait_until="commit")
        await expect(page.locator("svg.places polygon").first).to_be_visible()
        await page.unroute_all(behavior="ignoreErrors")
