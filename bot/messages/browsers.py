"""The browsers that somebody has let in, and what ends each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.paging import Pages
from bot.text import browsers as texts
from rules.text import notation
from storage import Browser

ALL, END, TURN = "browsers", "endbrowser", "browserspage"  # verbs
TO_ALL: Final = Button(texts.BROWSERS, f"lc:{ALL}")


def let_in(browsers: Sequence[Browser], page: int = 0) -> Layout:
    """All of them, each with an end to it."""
    choices = tuple(
        Choice(str(each.id), notation(each.called), texts.day_of(each.made)) for each in browsers
    )
    menu = Menu(f"lc:{END}", texts.ENDS, choices)
    told = map(texts.told, browsers)
    pages = Pages(tuple(told), page, lambda to: f"lc:{TURN}:{to}", texts.UNTIL, menu)
    return Layout(texts.let_in(browsers), pages=pages if browsers else None)
