"""The sentences about boards that are opened in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from rules.text import NOTHING, Link, Moment, Small, Strong, Text, lines
from storage import Browser

OPEN: Final = Text("Open Board")
BROWSERS: Final = Text("Browsers")
ENDS: Final = Text("End one of them")


UNTIL: Final = Small(
    Text("Each is let in for 30 days by Open Board. What you do not know, you should end.")
)


def watched(game: Game, address: str) -> Text:
    """The link by which anybody may watch."""
    name = Strong(game_name(game))
    return Text("Whoever has this link may watch {game}: {link}", game=name, link=Link(address))


def opened(game: Game, address: str, watch: str = "") -> Text:
    """The link, for one person alone. watch: the one for everybody, if there is one."""
    name = Strong(game_name(game))
    return lines(
        Text("The board of {game}, for you alone: {link}", game=name, link=Link(address)),
        Text(
            "It opens once, within ten minutes, and lets that browser play for you for 30 days. "
            "Give it to nobody."
        ),
        watched(game, watch) if watch else NOTHING,
    )


def let_in(browsers: Sequence[Browser]) -> Text:
    """Above the browsers that play for somebody."""
    if not browsers:
        return Text("No browser plays for you.")
    return Strong(Text("Browsers that play for you"))


def told(browser: Browser) -> Text:
    """One of them."""
    return Text(
        "{browser}, let in {day}, used {ago}",
        browser=browser.called,
        day=Moment(browser.made, "d"),
        ago=Moment(browser.used, "R"),
    )


def day_of(at: float) -> Text:
    """When one was let in, where two are called the same."""
    return Text("let in {day}", day=Moment(at, "f"))
