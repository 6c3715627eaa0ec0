"""The sentences about boards that are opened in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from rules.text import NOTHING, Link, Moment, Small, Strong, Text, lines
from storage import Browser

OPEN: Final = Text("Open Board")
BROWSERS: Final = Text("Signed-In Browsers")
ENDS: Final = Text("Sign out a browser")


UNTIL: Final = Small(
    Text("Open Board signs a browser in for 30 days. Sign out any browser you don't recognise.")
)


def watched(game: Game, address: str) -> Text:
    """The link by which anybody may watch."""
    name = Strong(game_name(game))
    return Text("Anyone with this link can watch {game}: {link}", game=name, link=Link(address))


def opened(game: Game, address: str, watch: str = "") -> Text:
    """The link, for one person alone. watch: the one for everybody, if there is one."""
    name = Strong(game_name(game))
    return lines(
        Text("Your own link to the board of {game}: {link}", game=name, link=Link(address)),
        Text(
            "The link works once, within ten minutes, and keeps that browser signed in for "
            "30 days. Don't share it."
        ),
        watched(game, watch) if watch else NOTHING,
    )


def let_in(browsers: Sequence[Browser]) -> Text:
    """Above the browsers that play for somebody."""
    if not browsers:
        return Text("You aren't signed in on any browser.")
    return Strong(Text("Your signed-in browsers"))


def told(browser: Browser) -> Text:
    """One of them."""
    return Text(
        "{browser}, signed in {day}, last used {ago}",
        browser=browser.called,
        day=Moment(browser.made, "d"),
        ago=Moment(browser.used, "R"),
    )


def day_of(at: float) -> Text:
    """When one was let in, where two are called the same."""
    return Text("signed in on {day}", day=Moment(at, "f"))
