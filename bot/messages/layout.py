"""What a message consists of before it is said: texts, a picture, what can be pressed.

Layout ──told(layout, voice)──> Message: the same in words, with the picture drawn
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from bot import metrics
from bot.messages import message
from bot.messages.fitting import LABEL_LENGTH
from bot.messages.kept import Kept, Name
from bot.messages.medium import labelling
from bot.messages.message import Message, Style
from bot.messages.trouble import undrawn, without_picture
from renderer import Picture, Reel
from rules.history import BrokenLog
from rules.text import NOTHING, Text, lines
from rules.voice import Voice

Asked = ParamSpec("Asked")
Done = TypeVar("Done")

MOST_CHOICES = 25  # of a menu, and of what Discord offers while somebody types

# One thread draws more than Discord lets a bot post; more threads would only keep the event loop
# waiting for the interpreter when many tables play at once.
PAINTER = ThreadPoolExecutor(1, "painter")
# Films and pages take seconds, and are made one after another; no board waits for a whole one.
PROJECTOR = ThreadPoolExecutor(1, "projector")
FILMS = Kept[Picture](16_000_000, lambda film: len(film.png))
PAGES = Kept[bytes](32_000_000, len)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that is still to be drawn, in the language of who will look at it."""

    draw: Callable[..., Picture]
    asked: tuple[Any, ...]

    def said(self, voice: Voice) -> Picture:
        return self.draw(*self.asked, voice)


@dataclass(frozen=True, slots=True)
class Filming:
    """A film that is still to be made, or that is kept under a name. It takes a second or more, so
    boards are drawn between its frames, and it is not said in the thread that draws."""

    begin: Callable[..., Reel]
    asked: tuple[Any, ...]
    name: Name | None = None

    def said(self, voice: Voice) -> Picture:
        return FILMS.get(self.name, voice, self._made)

    def _made(self, voice: Voice) -> Picture:
        reel = self.begin(*self.asked, voice)
        while PAINTER.submit(reel.draw).result():
            pass
        return reel.picture


@dataclass(frozen=True, slots=True)
class InWords:
    """See bot.messages.message.InWords."""

    tell: Callable[..., Text]
    asked: tuple[Any, ...]

    def said(self, voice: Voice) -> message.InWords:
        return message.InWords(lambda: voice.say(without_picture(self.tell(*self.asked))))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page that is still to be made, in the language of its reader, or that is kept under a name.
    none: said in its place where it is larger than `most` bytes, or cannot be made."""

    make: Callable[..., bytes]
    asked: tuple[Any, ...]
    none: Text
    most: int
    name: Name | None = None

    def said(self, voice: Voice) -> bytes:
        """Empty where there is none."""
        return PAGES.get(self.name, voice, self._made)

    def _made(self, voice: Voice) -> bytes:
        try:
            page = self.make(*self.asked, voice)
        except BrokenLog:  # the rules follow the log no more; the log itself can still be had
            return b""
        return page if len(page) <= self.most else b""


@dataclass(frozen=True, slots=True)
class Button:
    """See bot.messages.message.Button."""

    label: Text
    id: str
    style: Style = "secondary"
    off: bool = False

    def said(self, voice: Voice) -> message.Button:
        return message.Button(labelling(voice).say(self.label), self.id, self.style, self.off)


@dataclass(frozen=True, slots=True)
class Choice:
    """See bot.messages.message.Choice."""

    value: str
    label: Text
    hint: Text = NOTHING
    chosen: bool = False

    def said(self, voice: Voice) -> message.Choice:
        voice = labelling(voice)
        label = shortened(voice.say(self.label))
        return message.Choice(self.value, label, voice.say(self.hint), self.chosen)


def shortened(label: str) -> str:
    """A label of a choice, which says at its end where there was more."""
    return label if len(label) <= LABEL_LENGTH else f"{label[: LABEL_LENGTH - 1]}…"


@dataclass(frozen=True, slots=True)
class Menu:
    """See bot.messages.message.Menu."""

    id: str
    title: Text
    choices: tuple[Choice, ...]
    several: bool = False

    def of(self, choices: Sequence[Choice]) -> Menu:
        """The same menu with other choices."""
        return replace(self, choices=tuple(choices))

    def said(self, voice: Voice) -> message.Menu:
        choices = tuple(choice.said(voice) for choice in self.choices)
        return message.Menu(self.id, labelling(voice).say(self.title), choices, self.several)


class Shown(NamedTuple):
    """A page of a list: the text with its entries, what turns to other pages, and its menus."""

    text: str
    turns: tuple[Button, ...] = ()
    menus: tuple[Menu, ...] = ()


class Paged(Protocol):
    """A list of any length (bot/messages/paging.py)."""

    def said(self, head: str, voice: Voice) -> Shown: ...


@dataclass(frozen=True, slots=True)
class Layout:
    """See bot.messages.message.Message. pages: a list under the text."""

    text: Text
    picture: Drawing | Filming | None = None
    file: str = ""
    buttons: tuple[Button, ...] = ()
    pings: tuple[int, ...] = ()
    plain: InWords | None = None
    quiet: bool = False
    menus: tuple[Menu, ...] = ()
    rows: tuple[tuple[Button, ...], ...] = ()
    document: str = ""
    fleeting: bool = False
    refusal: bool = False
    silent: bool = False
    sheet: Sheet | None = None
    pages: Paged | None = None
    then: Callable[[], Awaitable[Layout]] | None = None  # what stands in its place later

    def said(self, voice: Voice) -> Message:
        """The message, as this voice says it; a picture takes some milliseconds, a sheet as much
        for each board."""
        page = self.sheet.said(voice) if self.sheet else b""
        lacking = self.sheet.none if self.sheet and not page else NOTHING
        try:
            picture = self.picture.said(voice) if self.picture else None
        except OSError:  # a font is missing: the words have to do
            plain = self.plain.tell(*self.plain.asked) if self.plain else NOTHING
            picture, lacking = None, undrawn(plain)
        text = voice.say(lines(self.text, lacking)) if lacking else voice.say(self.text)
        shown = self.pages.said(text, voice) if self.pages else Shown(text)
        rows, menus = (shown.turns, *self.rows), (*shown.menus, *self.menus)
        return Message(
            shown.text,
            page=page,
            picture=picture,
            file=self.file,
            buttons=tuple(button.said(voice) for button in self.buttons),
            pings=tuple(user for user in self.pings if user > 0),
            plain=self.plain.said(voice) if self.plain else None,
            quiet=self.quiet,
            fleeting=self.fleeting,
            refusal=self.refusal,
            silent=self.silent,
            menus=tuple(menu.said(voice) for menu in menus),
            rows=tuple(tuple(each.said(voice) for each in row) for row in rows if row),
            document=self.document,
            then=self.then,
        )


async def rendered(layout: Layout, voice: Voice) -> Message:
    """The message; what is drawn is drawn beside the event loop."""
    if layout.sheet is not None or isinstance(layout.picture, Filming):
        return await beside(PROJECTOR, layout.said, voice)
    if layout.picture is None:
        return layout.said(voice)
    with metrics.rendering.time():
        return await beside(PAINTER, layout.said, voice)


async def beside(
    thread: ThreadPoolExecutor,
    work: Callable[Asked, Done],
    *asked: Asked.args,
    **more: Asked.kwargs,
) -> Done:
    """What comes of some work that a thread does, which answers the event loop itself:
    loop.run_in_executor() has a second future watched, which takes longer than all else of it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Done] = loop.create_future()

    def settle(how: Callable[[], None]) -> None:
        if not done.cancelled():  # or nobody waits for it any more
            how()

    def say() -> None:
        try:
            how = partial(done.set_result, work(*asked, **more))
        except BaseException as broken:  # whoever waits hears of it
            how = partial(done.set_exception, broken)
        loop.call_soon_threadsafe(settle, how)

    thread.submit(say)
    return await done
