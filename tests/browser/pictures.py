"""The pictures of the README, taken from the sandbox as it is: a lobby, a call and a hand.

python -m tests.browser.pictures docs/pictures

The seats and turns are by chance, so no two takings are alike, and none needs to be.
"""

import argparse
import asyncio
import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from tests.acting import ANN, BEN, CY
from tests.bench.script import long_game
from tests.bot.discord.people import People, at_discord
from tests.browser.test_first_game import tab
from tests.chromium import chromium

NAMES = ("lobby", "call", "hand")
SCREEN: dict[str, Any] = {
    "viewport": {"width": 520, "height": 1400},
    "device_scale_factor": 1.5,
    "color_scheme": "light",
}
TURNS = 14  # before the call: trees have grown, and some were felled
VARIETY = 3  # lumberjacks in the hand


async def take(browser: Browser, folder: Path, turns: int = TURNS, variety: int = VARIETY) -> None:
    """Write the pictures into a folder. turns: before the call; variety: lumberjacks in the
    hand."""
    lobby, call, hand = (folder / f"{name}.png" for name in NAMES)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept:
        async with at_discord(Path(kept)) as there:
            await _lobby(browser, there, lobby)
            await _call(browser, there, call, turns)
            await _hand(browser, there, hand, variety)


async def _lobby(browser: Browser, there: People, file: Path) -> None:
    page = await tab(browser, there.world.address, "Cy", [], **SCREEN)
    await there.command(ANN, "logger start", players=3, hints="on")
    await there.command(BEN, "games join")
    await expect(_newest(page)).to_contain_text("Ben")
    await _shoot(_newest(page), file)
    await there.command(CY, "games join")


async def _call(browser: Browser, there: People, file: Path, turns: int) -> None:
    await there.play(*(turn.line for turn in long_game(3, TURNS)[:turns]))
    page = await tab(browser, there.world.address, (await there.mover()).name, [], **SCREEN)
    await _shoot(_newest(page), file)


async def _hand(browser: Browser, there: People, file: Path, variety: int) -> None:
    """Of the player to move, as soon as it holds so many lumberjacks: `gw4 d1 s` is a turn of the
    green woman."""
    at, turns = "more-games", list[str]()
    await there.command(ANN, "fellers start", at=at, players=2, hints="on")
    await there.command(BEN, "games join", at=at)
    for _ in range(TURNS):
        await there.play(*turns[:1], at=at)
        mover = (await there.mover(at)).name
        found = await there.guests[mover].complete(at, "fellers turn", "move", move="")
        turns = [each["value"] for each in found]
        if len({turn.split()[0][:2] for turn in turns}) >= variety:
            break
    page = await tab(browser, there.world.address, mover, [], channel=at, **SCREEN)
    await page.get_by_role("button", name="My Hand").last.click()
    private = page.locator(".message.ephemeral").last
    await expect(private.locator("img")).to_be_visible()
    await _shoot(private, file)


def _newest(page: Page) -> Locator:
    return page.locator(".message:not(.ephemeral)").last


async def _shoot(message: Locator, file: Path) -> None:
    """A message with its pictures, in few colours for a small file."""
    for picture in await message.locator("img").all():
        await picture.scroll_into_view_if_needed()
        await expect(picture).to_have_js_property("complete", True)
    await message.scroll_into_view_if_needed()
    shown = Image.open(io.BytesIO(await message.screenshot(animations="disabled")))
    shown.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {shown.width} x {shown.height}, {file.stat().st_size // 1000} kB")


async def _take(folder: Path) -> None:
    async with chromium() as browser:
        await take(browser, folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    asyncio.run(_take(parser.parse_args().folder))


if __name__ == "__main__":
    main()
