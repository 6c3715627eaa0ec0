"""The only place that turns refusals into answers and catches bugs."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from traceback import extract_tb
from typing import TypeVar

from bot import metrics
from bot.messages.languages import VOICE
from bot.messages.layout import Button, Layout, Menu, Message, render
from rules.errors import Illegal, Refused, Unavailable
from rules.text import Text
from rules.voice import Voice
from storage import Busy, InDoubt, Unwritable

T = TypeVar("T")

log = logging.getLogger(__name__)


class Broken(Exception):
    """A bug of ours. The text is a reference to the log."""


class Veiled(Illegal):
    """A refusal in public without its reason. The speaker can ask for it with a button."""

    def __init__(self, text: Text, why: str) -> None:
        super().__init__(text)
        self.buttons = (Button(Text("Show Me Why"), why),)  # why: the button's id


class Guided(Refused):
    """A refusal to a person who plays alone, with buttons for the next step."""

    def __init__(self, text: Text, buttons: Sequence[Button]) -> None:
        super().__init__(text)
        self.buttons = tuple(buttons)


class Which(Unavailable):
    """Several games are possible: a menu continues the wish."""

    def __init__(self, text: Text, menu: Menu) -> None:
        super().__init__(text)
        self.menu = menu


async def answer_to(
    work: Awaitable[Layout], voice: Callable[[], Awaitable[Voice]] | None = None
) -> Message:
    """The answer to a wish, in words. Raises nothing.
    voice: asked after the wish, as only then the game or a new language is known. None: English."""

    async def answer() -> Message:
        try:
            layout = await work
        except Refused as refused:
            buttons = refused.buttons if isinstance(refused, Veiled | Guided) else ()
            menus = (refused.menu,) if isinstance(refused, Which) else ()
            layout = Layout(refused.text, buttons=buttons, menus=menus, fleeting=True, refusal=True)
        return await render(layout, await voice() if voice else VOICE)

    try:
        return await guard(answer())
    except Broken as broken:
        said = await voice() if voice else VOICE
        return Message(said.say(sorry(str(broken), broken.__cause__)))


def sorry(reference: str, bug: BaseException | None) -> Text:
    """The sentence about a bug."""
    if isinstance(bug, Busy):
        return Text("The database is busy. Try again in a moment.")
    if isinstance(bug, InDoubt):
        return Text(
            "I'm not sure that was saved: the database failed while writing (reference "
            "{reference}). Check the newest board before you try again. Nothing earlier is "
            "lost.",
            reference=reference,
        )
    if isinstance(bug, Unwritable):
        return Text(
            "I couldn't save that: the database isn't available right now (reference "
            "{reference}). Nothing already saved is lost. Try again in a few minutes.",
            reference=reference,
        )
    return Text(
        "Something went wrong on my side (reference {reference}). Your game is safe. To tell "
        "the person who runs this bot, open More and press Report a Problem.",
        reference=reference,
    )


async def guard(work: Awaitable[T]) -> T:
    """The result of some work. Raises Broken for a bug, which is logged with a reference."""
    try:
        return await work
    except Exception as bug:
        _count(bug)
        raise Broken(_logged(bug)) from bug


class Seldom:
    """Logs bugs that strangers cause, at most one of a kind a minute. passed: a monotonic clock."""

    def __init__(self, passed: Callable[[], float]) -> None:
        self._passed = passed
        self._told: dict[str, tuple[float, str]] = {}

    def tell(self, bug: Exception) -> str:
        """Log a bug, unless one like it was logged this minute, and return the reference."""
        _count(bug)
        kind = f"{type(bug).__name__} {extract_tb(bug.__traceback__, limit=-1)}"
        at, reference = self._told.get(kind, (-60.0, ""))
        if self._passed() >= at + 60.0:
            reference = _logged(bug)
            self._told[kind] = self._passed(), reference
        return reference


def _logged(bug: Exception) -> str:
    reference = secrets.token_hex(2)
    if isinstance(bug, Busy):
        log.warning("the database is busy", extra={"reference": reference})
    else:
        log.error("broken", exc_info=bug, extra={"reference": reference})
    return reference


def _count(bug: Exception) -> None:
    metrics.errors.labels(type(bug).__name__).inc()
    if isinstance(bug, Unwritable):
        metrics.failed_writes.inc()
