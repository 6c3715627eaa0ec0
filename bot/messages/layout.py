"""The parts of a message: texts, a picture, buttons and menus. A Layout said by a voice is a
Message: the same in words, with the picture drawn.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from bot import metrics
from bot.messages.fitting import LABEL_LENGTH, room
from bot.messages.languages import labelling
from bot.table.game import Game
from renderer import Picture, Reel
from rules.history import BrokenLog
from rules.text import NOTHING, Small, Text, lines
from rules.voice import ENGLISH, Argument, Voice
from storage import Row

T = TypeVar("T")
Words = TypeVar("Words", bound=Text | str, covariant=True)  # str once a voice has said the text
Image = TypeVar("Image", covariant=True)
Style = Literal["primary", "secondary", "success", "danger"]
CacheName: TypeAlias = tuple[object, ...] | None  # None: don't cache


def past(game: Game, rows: Sequence[Row]) -> CacheName:
    """The name of a finished game's public data: its seed, its length, and its players."""
    if game.status != "over":
        return None
    there = tuple((each.name, each.computer) for each in game.sitters)
    return game.seed, len(rows), there, tuple((each.name, each.computer) for each in game.former)


class Kept(Generic[T]):
    """A cache that drops the value nobody used for longest. For one thread."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most, self._size = most, size
        self._kept: dict[object, T] = {}

    def get(self, name: CacheName, voice: Voice, make: Callable[[Voice], T]) -> T:
        """The value for a game in a voice's words, cached or made now."""
        if name is None:
            return make(voice)
        key = name, voice.locale, voice.catalogue
        found = self._kept.pop(key) if key in self._kept else make(voice)
        self._kept[key] = found
        while sum(map(self._size, self._kept.values())) > self._most:
            del self._kept[next(iter(self._kept))]
        return found


MOST_CHOICES = 25  # of a menu, and of the suggestions while somebody types

# One thread draws more than Discord lets a bot post. More threads would only make the event loop
# wait for the interpreter when many tables play at once.
PAINTER = ThreadPoolExecutor(1, "painter")
# Films and pages take seconds and are made one by one, so no board waits for a whole one.
PROJECTOR = ThreadPoolExecutor(1, "projector")
FILMS = Kept[Picture](16_000_000, lambda film: len(film.png))
PAGES = Kept[bytes](32_000_000, len)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to draw in its reader's language."""

    draw: Callable[..., Picture]
    asked: tuple[Any, ...]

    def draw_in(self, voice: Voice) -> Picture:
        return self.draw(*self.asked, voice)


@dataclass(frozen=True, slots=True)
class Filming:
    """A film to draw, or a cached one. It takes a second or more. Boards are drawn between its
    frames, so don't call `draw_in` in the drawing thread."""

    begin: Callable[..., Reel]
    asked: tuple[Any, ...]
    name: CacheName = None

    def draw_in(self, voice: Voice) -> Picture:
        return FILMS.get(self.name, voice, self._made)

    def _made(self, voice: Voice) -> Picture:
        reel = self.begin(*self.asked, voice)
        while PAINTER.submit(reel.draw).result():
            pass
        return reel.picture


@dataclass(frozen=True, slots=True, eq=False)
class InWords:
    """A picture in words, which few people need. `str` makes them, also to compare."""

    tell: Callable[..., Text]
    asked: tuple[Any, ...]
    voice: Voice = ENGLISH

    def __str__(self) -> str:
        if not (plain := self.tell(*self.asked)):
            return ""
        why = Text(
            "I can't post pictures here: the Attach Files permission is missing. A channel "
            "manager can grant it. Here's the board as text:"
        )
        return self.voice.say(lines(why, plain))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InWords) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page to make in its reader's language."""

    make: Callable[..., bytes]
    asked: tuple[Any, ...]
    none: Text  # the text if the page is too large or can't be made
    most: int  # bytes
    name: CacheName = None

    def draw_in(self, voice: Voice) -> bytes:
        """The page, or b"" if it can't be made."""
        return PAGES.get(self.name, voice, self._made)

    def _made(self, voice: Voice) -> bytes:
        try:
            page = self.make(*self.asked, voice)
        except BrokenLog:  # the rules can't follow the log any more; people can still get the log
            return b""
        return page if len(page) <= self.most else b""


@dataclass(frozen=True)
class AnyButton(Generic[Words]):
    """A button."""

    label: Words
    id: str  # at most 100 characters; says what the button does
    style: Style = "secondary"
    off: bool = False  # shown greyed

    def say_in(self: AnyButton[Text], voice: Voice) -> SaidButton:
        return SaidButton(labelling(voice).say(self.label), self.id, self.style, self.off)


class Button(AnyButton[Text]):
    """A button before it's said. Calling an alias would take three times as long."""


@dataclass(frozen=True)
class AnyChoice(Generic[Words]):
    """One line of a menu."""

    value: str  # the value that a pick sends
    label: Words
    hint: Words | Literal[""] = ""  # a line under the label
    chosen: bool = False  # whether it is picked already, in a menu with several picks

    def say_in(self: Choice, voice: Voice) -> SaidChoice:
        voice = labelling(voice)
        hint = voice.say(self.hint) if self.hint else ""
        return SaidChoice(self.value, shorten(voice.say(self.label)), hint, self.chosen)


def shorten(label: str) -> str:
    """A label, with an ellipsis if it is too long."""
    return label if len(label) <= LABEL_LENGTH else f"{label[: LABEL_LENGTH - 1]}…"


@dataclass(frozen=True)
class AnyMenu(Generic[Words]):
    """A menu for one pick. Without choices it is greyed."""

    id: str
    title: Words
    choices: tuple[AnyChoice[Words], ...]  # at most 25
    several: bool = False  # any number of choices can be picked

    def say_in(self: Menu, voice: Voice) -> SaidMenu:
        choices = tuple(choice.say_in(voice) for choice in self.choices)
        return SaidMenu(self.id, labelling(voice).say(self.title), choices, self.several)


@dataclass(frozen=True)
class Panel(Generic[Words, Image]):
    """A message: a Layout at first, a Message once a voice has said it. At most five rows: those
    of buttons, the menus, and the last row."""

    text: Words  # in Discord's markdown
    picture: Image | None = None
    file: str = ""  # the name of the picture's or document's file
    buttons: tuple[AnyButton[Words], ...] = ()  # below the menus, at most five in a row
    pings: tuple[int, ...] = ()  # the people whom it may mention
    plain: InWords | None = None  # after the text, if the picture can't be attached
    quiet: bool = False  # not worth posting if other people read it
    menus: tuple[AnyMenu[Words], ...] = ()
    rows: tuple[tuple[AnyButton[Words], ...], ...] = ()  # above the menus
    document: str = ""  # the text of an attached file
    fleeting: bool = False  # in a channel it is deleted later
    refusal: bool = False  # it says why a wish was refused
    silent: bool = False  # it makes no sound, even with mentions
    sheet: Sheet | None = None  # makes the page
    page: bytes = b""  # another file with the name of the document, for a browser
    pages: Pages | None = None  # a list under the text
    # The layout that replaces it, if the answer can be edited.
    then: Callable[[], Awaitable[Layout]] | None = field(default=None, compare=False)

    def say_in(self: Layout, voice: Voice) -> Message:
        """The message in a voice's words. A picture takes milliseconds, a sheet as long for each
        board."""
        page = self.sheet.draw_in(voice) if self.sheet else b""
        lacking = self.sheet.none if self.sheet and not page else NOTHING
        try:
            picture = self.picture.draw_in(voice) if self.picture else None
        except OSError:  # a font is missing, so words must do
            plain = self.plain.tell(*self.plain.asked) if self.plain else NOTHING
            why = Text("I can't draw pictures: a font is missing. `lumbercamp doctor` says which.")
            picture, lacking = None, lines(why, plain)
        text = voice.say(lines(self.text, lacking)) if lacking else voice.say(self.text)
        rows, menus = self.rows, self.menus
        if self.pages:
            text, turns, choices = self.pages.say_in(text, voice)
            rows, menus = (turns, *rows), (*choices, *menus)
        said: dict[str, Any] = {
            "text": text,
            "picture": picture,
            "buttons": tuple(button.say_in(voice) for button in self.buttons),
            "pings": tuple(user for user in self.pings if user > 0),
            "plain": replace(self.plain, voice=voice) if self.plain else None,
            "menus": tuple(menu.say_in(voice) for menu in menus),
            "rows": tuple(tuple(each.say_in(voice) for each in row) for row in rows if row),
        }
        return cast("Message", replace(self, **said, sheet=None, page=page, pages=None))


Choice: TypeAlias = AnyChoice[Text]
Menu: TypeAlias = AnyMenu[Text]
Layout: TypeAlias = Panel[Text, Drawing | Filming]
SaidButton: TypeAlias = AnyButton[str]
SaidChoice: TypeAlias = AnyChoice[str]
SaidMenu: TypeAlias = AnyMenu[str]
Message: TypeAlias = Panel[str, Picture]


@dataclass(frozen=True, slots=True)
class Pages:
    """The entries of a list under the text of a message, page by page."""

    entries: Sequence[Argument]
    page: int = 0  # the page to show; a number that is too high shows the last one
    id: Callable[[int], str] | None = None  # of the button for a page; None: no buttons
    foot: Text = NOTHING  # under the entries
    menu: Menu | None = None  # a choice for each entry, of which the page shows its own
    most: int = MOST_CHOICES  # entries of a page

    def say_in(self, head: str, voice: Voice) -> tuple[str, tuple[Button, ...], tuple[Menu, ...]]:
        """The text with the page's entries, the buttons for other pages, and the menu."""
        entries, foot = [voice.say(each) for each in self.entries], voice.say(self.foot)
        n = len(entries)
        around = (head, voice.say(Small(span(n, n, n))), foot)
        parts = self._parts([len(each) + 1 for each in entries], sum(map(len, around)) + 3, voice)
        page = min(self.page, len(parts) - 1)
        first, end = parts[page]
        counted = voice.say(Small(span(first + 1, end, n))) if len(parts) > 1 else ""
        text = "\n".join(filter(None, (head, *entries[first:end], counted, foot)))
        buttons = turning(self.id, page, len(parts)) if self.id else ()
        if self.menu is None or not self.menu.choices:
            return text, buttons, ()
        return text, buttons, (replace(self.menu, choices=self.menu.choices[first:end]),)

    def _parts(self, long: Sequence[int], taken: int, voice: Voice) -> list[tuple[int, int]]:
        """The first entry of each page, and of the next one."""
        if voice.medium.endless:
            return [(0, len(long))]
        left = most = room(voice) - taken
        starts = [0]
        for at, each in enumerate(long):
            if at > starts[-1] and (each > left or at - starts[-1] == self.most):
                starts.append(at)
                left = most
            left -= each
        return list(zip(starts, [*starts[1:], len(long)], strict=True))


def span(first: int, last: int, n: int) -> Text:
    """The entries of a page, and the number of all: `1–5 of 12`."""
    return Text("{first}–{last} of {n}", first=first, last=last, n=n)


def turning(id_: Callable[[int], str], page: int, pages: int) -> tuple[Button, ...]:
    """Previous and Next, empty for a single page.
    id_: makes the id for a page. The two differ, as Discord takes no id twice in a message."""
    if pages < 2:
        return ()
    return (
        Button(Text("Previous"), id_(max(page - 1, 0)), off=not page),
        Button(Text("Next"), id_(page + 1), off=page == pages - 1),
    )


def some(choices: Sequence[Choice], page: int = 0) -> tuple[Choice, ...]:
    """The choices of a menu: all of them, or those of a page and the ways to other pages."""
    n, at_once = len(choices), MOST_CHOICES - 2  # of a page, beside the ways to the others
    if n <= MOST_CHOICES:
        return tuple(choices)

    def way(label: Text, page: int) -> Choice:
        first = page * at_once
        return Choice(f">{page}", label, span(first + 1, min(first + at_once, n), n))

    page = min(page, (n - 1) // at_once)
    first, end = page * at_once, (page + 1) * at_once
    before = (way(Text("Back…"), page - 1),) if page else ()
    after = (way(Text("More…"), page + 1),) if end < n else ()
    return (*choices[first:end], *before, *after)


def page_picked(words: str) -> int | None:
    """The page that a pick in a menu asks for, or None for another pick."""
    found = re.fullmatch(r">([0-9]{1,6})", words.strip())
    return int(found[1]) if found else None


def suggestions(known: Mapping[Choice, str], typed: str) -> list[Choice]:
    """Suggestions while somebody types: exact matches first, then entries that begin like it, then
    those that contain it. Values match too, as many entries may have the same name."""
    wanted = typed.strip().casefold()

    def fits(choice: Choice) -> int:
        names = (known[choice].casefold(), choice.value.casefold())
        tests = (wanted in names, any(n.startswith(wanted) for n in names), wanted in names[0])
        return tests.index(True) if True in tests else 3

    return [choice for choice in sorted(known, key=fits)[:MOST_CHOICES] if fits(choice) < 3]


async def render(layout: Layout, voice: Voice) -> Message:
    """The message. Pictures are drawn in another thread."""
    if layout.sheet is not None or isinstance(layout.picture, Filming):
        return await run_in_thread(PROJECTOR, layout.say_in, voice)
    if layout.picture is None:
        return layout.say_in(voice)
    with metrics.rendering.time():
        return await run_in_thread(PAINTER, layout.say_in, voice)


async def run_in_thread(thread: ThreadPoolExecutor, work: Callable[..., T], *asked: object) -> T:
    """Do some work in a thread that wakes the event loop itself. loop.run_in_executor() chains a
    second future, which takes longer than the rest."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(how: Callable[[], None]) -> None:
        if not done.cancelled():  # or its caller was cancelled
            how()

    def say() -> None:
        try:
            how = partial(done.set_result, work(*asked))
        except BaseException as broken:  # the caller gets it
            how = partial(done.set_exception, broken)
        loop.call_soon_threadsafe(settle, how)

    thread.submit(say)
    return await done
