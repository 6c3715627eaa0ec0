"""The pictures of the README, taken from the sandbox as it is: a lobby, a call and a hand.

python -m tests.browser.pictures docs/pictures

The seats and turns are by chance, so no two takings are alike, and none needs to be.
"""

import argparse
import asyncio
import io
import random
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from sandbox.model import Json
from tests.bot.discord.people import at_discord
from tests.browser.test_first_game import tab
from tests.chromium import chromium
from tests.guest import Guest

NAMES = ("lobby", "call", "hand")
SCREEN: dict[str, Any] = {
    "viewport": {"width": 520, "height": 1400},
    "device_scale_factor": 1.5,
    "color_scheme": "light",
}
LOGGER, FELLERS = ("games", "logger turn"), ("more-games", "fellers turn")
TURNS = 14  # before the call: trees have grown, and some were felled
VARIETY = 3  # lumberjacks in the hand
ACTION = ("chop", "protest", "plant")  # deeds of a suggested turn of Logger, best first

People = dict[str, Guest]


async def take(browser: Browser, folder: Path, turns: int = TURNS, variety: int = VARIETY) -> None:
    """Write the pictures into a folder. turns: before the call; variety: lumberjacks in the
    hand."""
    lobby, call, hand = (folder / f"{name}.png" for name in NAMES)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept:
        async with at_discord(Path(kept)) as there:
            address, people = there.world.address, there.guests
            await _lobby(browser, address, people, lobby)
            await _call(browser, address, people, call, turns)
            await _hand(browser, address, people, hand, variety)


async def _lobby(browser: Browser, address: str, people: People, file: Path) -> None:
    page = await tab(browser, address, "Cy", [], **SCREEN)
    await people["Ann"].slash("games", "logger start", players=3, hints="on")
    card = await _post(people["Ann"], "games")
    await people["Ben"].press(card, "Join")
    await expect(_newest(page)).to_contain_text("Ben")
    await _shoot(_newest(page), file)
    await people["Cy"].press(card, "Join")


async def _call(browser: Browser, address: str, people: People, file: Path, turns: int) -> None:
    chance, turn = random.Random(11), 0
    called = await _called(people, "games", "")
    while turn < turns or (turn and not await _offers_a_chop(called[1])):
        turn += 1
        await called[1].slash(*LOGGER, move=await _line(called[1], chance))
        called = await _called(people, "games", called[0]["id"])
    page = await tab(browser, address, called[1].name, [], **SCREEN)
    await _shoot(_newest(page), file)


async def _hand(browser: Browser, address: str, people: People, file: Path, variety: int) -> None:
    await people["Ann"].slash("more-games", "fellers start", players=2, hints="on")
    card = await _post(people["Ann"], "more-games")
    await people["Ben"].press(card, "Join")
    called, turns = await _called(people, "more-games", card["id"]), 0
    choices = await _suggested(called[1], *FELLERS)
    while len(_cards(choices)) < variety and turns < TURNS:
        turns += 1
        await called[1].slash(*FELLERS, move=choices[0]["value"])
        called = await _called(people, "more-games", called[0]["id"])
        choices = await _suggested(called[1], *FELLERS)
    page = await tab(browser, address, called[1].name, [], channel="more-games", **SCREEN)
    await page.get_by_role("button", name="My Hand").last.click()
    private = page.locator(".message.ephemeral").last
    await expect(private.locator("img")).to_be_visible()
    await _shoot(private, file)


# -- playing


async def _post(guest: Guest, channel: str, after: str = "") -> Json:
    """The first public post there, later than another, with buttons."""
    place = guest.place(channel)
    return await guest.message(
        lambda m: (
            m["channel_id"] == place
            and m["components"]
            and not m.get("ephemeral")
            and int(m["id"]) > int(after or 0)
        )
    )


async def _called(people: People, channel: str, after: str) -> tuple[Json, Guest]:
    """The next board that calls somebody, and the player called."""
    place, ann = people["Ann"].place(channel), people["Ann"]
    post = await ann.message(
        lambda m: (
            m["channel_id"] == place
            and m["mentions"]
            and m["attachments"]
            and int(m["id"]) > int(after or 0)
        )
    )
    called = {each["id"] for each in post["mentions"]}
    return post, next(guest for guest in people.values() if guest.id in called)


async def _suggested(mover: Guest, channel: str, command: str) -> list[Json]:
    return await mover.complete(channel, command, "move", move="")


def _cards(turns: Sequence[Json]) -> set[str]:
    """The lumberjacks that can be played: `gw4 d1 s` is one of the green woman."""
    return {each["value"].split()[0][:2] for each in turns}


async def _offers_a_chop(mover: Guest) -> bool:
    return any("chop" in each["name"] for each in await _suggested(mover, *LOGGER))


async def _line(mover: Guest, chance: random.Random) -> str:
    """One of the bot's suggested turns, of those with the most deeds."""
    turns = await _suggested(mover, *LOGGER)
    best = next((found for verb in ACTION if (found := _holding(turns, verb))), turns)
    line: str = chance.choice(best)["value"]
    return line


def _holding(turns: Sequence[Json], verb: str) -> list[Json]:
    return [each for each in turns if verb in each["name"]]


# -- the camera


def _newest(page: Page) -> Locator:
    """The newest post that everybody sees."""
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
