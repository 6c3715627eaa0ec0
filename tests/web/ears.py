"""Somebody who hears the page: they know its text by a screen reader, roles, names and the line
that is read when it changes, and press things by their names."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from playwright.async_api import expect

from bot.messages.languages import VOICE, labelling
from rules.drafting import Kind
from rules.english import Choice, ChoiceGroup, way_name
from rules.touching import names_in
from tests.patience import PATIENCE
from tests.web.fingers import Fingers
from tests.web.playing import offered

LINE: Final = re.compile(r"""( *)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)""")
SPEAKS: Final = labelling(VOICE)
CONFIRM: Final = "Confirm Turn"
BOARDS: Final = ("Board", "Your hand")  # the names of the pictures


class Heard(NamedTuple):
    """Something with a role and a name, in the group that it stands in."""

    role: str
    name: str
    group: str
    off: bool


class Ears(Fingers):
    """Their page."""

    by_list = False  # words are read from the lists beside the board, not from the board

    async def heard(self) -> list[Heard]:
        """Everything that can be reached, in order."""
        return list(read(await self.page.locator("body").aria_snapshot()))

    async def told(self) -> str:
        """The last line read."""
        return await self.page.get_by_role("status").last.inner_text()

    async def due(self) -> None:
        """The page says so itself; when it is opened, it is read from above."""
        await expect(self.page.get_by_role("button", name="Start Over")).to_be_attached()
        if not self.presses:
            return
        await expect(self.page.get_by_role("status").last).to_have_text(re.compile("your turn"))

    async def presses_named(self, what: Heard) -> None:
        """Press something, and listen to the answer."""
        where = self.page
        within = where.get_by_role("group", name=what.group, exact=True) if what.group else where
        button = within.get_by_role("button", name=what.name, exact=True).first
        await button.focus()
        await self.page.evaluate(LISTEN)
        await self.page.keyboard.press("Enter")
        self.presses += 1
        async with asyncio.timeout(PATIENCE):
            await self.page.evaluate("window.heard")

    async def says(self, words: list[str], kind: Kind[Any], s: Any) -> None:
        self.by_list = not self.by_list
        for n, word in enumerate(words):
            if word == "." and any(each.name == CONFIRM for each in await self.heard()):
                break
            offers = offered(kind, s, words[:n])
            found = [(group, way) for group in offers for way in group.ways if way.word == word]
            if found:
                await self.says_one(*found[0])
        (confirm,) = [each for each in await self.heard() if each.name == CONFIRM]
        await self.presses_named(confirm)

    async def says_one(self, group: ChoiceGroup, way: Choice) -> None:
        """Say a word by its name, on the board or in the lists beside it."""
        title, label = SPEAKS.say(group.title), SPEAKS.say(way.label)
        whole, hint = SPEAKS.say(way_name(group, way)), SPEAKS.say(way.hint)
        told = f"{whole}: {hint}"
        buttons = [each for each in await self.heard() if each.role == "button" and not each.off]
        listed = [e for e in buttons if e.group == title and e.name.endswith(f"{label} {hint}")]
        places = [e for e in buttons if e.group in BOARDS and told in e.name]
        if not listed:  # it has said itself
            return
        if self.by_list or not places:
            await self.presses_named(listed[0])
            return
        await self.presses_named(places[0])
        while there := await self.said_to_be_left(told, f"{label} {hint}"):
            await self.presses_named(there)

    async def said_to_be_left(self, told: str, called: str) -> Heard | None:
        """Where to continue a word, by the last line read; None: it is complete."""
        spoken = (await self.told()).split("; ")
        buttons = [each for each in await self.heard() if each.role == "button"]
        chosen = [e for e in buttons if not e.group and e.name.endswith(called)]
        there = [e for e in buttons if e.group in BOARDS and e.name.split(". ")[0] in spoken]
        named_ = [e for e in there if names_in(told, (re.split("[ ,.]", e.name)[0],))]
        return next(iter((*chosen, *named_)), None)


def read(snapshot: str) -> Iterator[Heard]:
    """The lines of a page's accessibility snapshot."""
    groups: list[tuple[int, str]] = []
    for line in snapshot.split("\n"):
        if (found := LINE.match(line)) is None:
            continue
        deep, role, name, more = len(found[1]), found[2], found[3] or "", found[4]
        while groups and groups[-1][0] >= deep:
            groups.pop()
        name = name.replace('\\"', '"').replace("''", "'")
        yield Heard(role, name, groups[-1][1] if groups else "", "[disabled]" in more)
        if role == "group":
            groups.append((deep, name))


# Something is heard when a line is read.
LISTEN: Final = """() => {
  const line = [...document.querySelectorAll("[role=status]")].at(-1);
  window.heard = new Promise((heard) =>
    new MutationObserver(() => line.textContent && heard()).observe(line, { childList: true }));
}"""
