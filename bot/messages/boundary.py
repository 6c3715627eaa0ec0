"""The error boundary of the use cases: one place turns a refusal into an answer, and one catches
what nobody expected."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from traceback import extract_tb
from typing import Final, TypeVar

from bot import metrics
from bot.messages.layout import Button, Layout, Menu, Message, rendered
from bot.messages.medium import VOICE
from rules.errors import Illegal, Refused, Unavailable
from rules.text import Text
from rules.voice import Voice
from storage import Busy, InDoubt, Unwritable

T = TypeVar("T")

MINUTE: Final = 60.0  # seconds

log = logging.getLogger(__name__)


class Broken(Exception):
    """Something broke that is our fault; the text is a reference to the log."""


class Veiled(Illegal):
    """Refused in public without the reason, which its speaker can ask for with a button."""

    def __init__(self, text: Text, why: str) -> None:
        super().__init__(text)
        self.buttons = (Button(Text("Show Me Why"), why),)  # why: the button's id


class Guided(Refused):
    """What somebody said who plays alone cannot be played: the buttons lead on."""

    def __init__(self, text: Text, buttons: Sequence[Button]) -> None:
        super().__init__(text)
        self.buttons = tuple(buttons)


class Which(Unavailable):
    """Several games could be meant: nothing was done, and a menu goes on with the wish."""

    def __init__(self, text: Text, menu: Menu) -> None:
        super().__init__(text)
        self.menu = menu


async def in_english() -> Voice:
    """Who answers where nothing else is said."""
    return VOICE


async def answered(
    work: Awaitable[Layout], voice: Callable[[], Awaitable[Voice]] = in_english
) -> Message:
    """The answer to a wish, whatever becomes of it, in words. voice: asked once it is done, for by
    then it is known which game it was about, or it has changed the language; raises nothing."""
    try:
        return await guarded(_answer(work, voice))
    except Broken as broken:
        return Message((await voice()).say(sorry(str(broken), broken.__cause__)))


def sorry(reference: str, bug: BaseException | None) -> Text:
    """What to say about a bug. reference: to its lines in the log."""
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


async def _answer(work: Awaitable[Layout], voice: Callable[[], Awaitable[Voice]]) -> Message:
    layout = await outcome(work)
    return await rendered(layout, await voice())


async def outcome(work: Awaitable[Layout]) -> Layout:
    """What comes of a wish; a refusal is an answer as well."""
    try:
        return await work
    except Refused as refused:
        buttons = refused.buttons if isinstance(refused, Veiled | Guided) else ()
        menus = (refused.menu,) if isinstance(refused, Which) else ()
        return Layout(refused.text, buttons=buttons, menus=menus, fleeting=True, refusal=True)


async def guarded(work: Awaitable[T]) -> T:
    """The result of some work. Raises Broken for a bug, which is logged with a reference."""
    try:
        return await work
    except Exception as bug:
        _count(bug)
        raise Broken(_logged(bug)) from bug


class Seldom:
    """Logs the bugs that strangers may find: one of a kind each minute, so nobody fills the log.

    passed: seconds that only ever grow."""

    def __init__(self, passed: Callable[[], float]) -> None:
        self._passed = passed
        self._told: dict[str, tuple[float, str]] = {}

    def tell(self, bug: Exception) -> str:
        """The reference under which the log has this bug."""
        _count(bug)
        kind = f"{type(bug).__name__} {extract_tb(bug.__traceback__, limit=-1)}"
        at, reference = self._told.get(kind, (-MINUTE, ""))
        if self._passed() >= at + MINUTE:
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
