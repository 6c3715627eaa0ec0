"""What stands around the board and the turn: what else can be done, every turn so far, the rules,
and the way out of this browser. What is pressed here are the verbs of the channel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.messages import layouts
from bot.messages.layout import Button
from bot.messages.medium import labelling
from bot.messages.page_texts import topics
from bot.messages.replay_texts import line
from bot.table.table import Table
from bot.web.markup import Markup, el, say
from bot.web.panel import ID, Posting
from bot.web.who import Viewer
from rules.text import Text
from rules.voice import Voice

RULES: Final = Text("Rules")
TURNS: Final = Text("Turns")
TO_BOARD: Final = Text("Go to Board")
SIGN_OUT: Final = Text("Sign Out")


def controls(viewer: Viewer, posting: Posting, voice: Voice) -> Markup | None:
    """What else can be done about a game, as under its newest post."""
    buttons = layouts.on_a_page(viewer.game, viewer.user)
    if not buttons or viewer.browser is None:
        return None
    row = el("div", [_pressed(button, voice) for button in buttons], class_="row")
    return posting.form(row, id="controls")


def _pressed(button: Button, voice: Voice) -> Markup:
    made = button.said(voice)
    return el("button", made.label, name=ID, value=made.id, class_=made.style)


def turns(viewer: Viewer, tables: Iterable[Table], voice: Voice) -> Markup:
    """Every turn so far in a line, which leads to the board after it."""
    return el(
        "main",
        el("h2", labelling(voice).say(TURNS)),
        el("p", el("a", labelling(voice).say(TO_BOARD), href=viewer.address)),
        el("ol", list(_lines(viewer, tables, voice)), start=0, class_="turns"),
    )


def _lines(viewer: Viewer, tables: Iterable[Table], voice: Voice) -> Iterator[Markup]:
    for table in tables:
        yield el("li", el("a", say(voice, line(table)), href=f"{viewer.address}?at={table.n}"))


def rules(kind: str, voice: Voice) -> Markup | None:
    """The rules of a game, to be unfolded; nothing where nobody has written them."""
    found = _topics(kind, voice)
    if not found:
        return None
    return el("details", el("summary", labelling(voice).say(RULES)), found, id="rules")


@lru_cache(64)
def _topics(kind: str, voice: Voice) -> Markup:
    """Those of a game in a language: they are the same for everybody."""
    parts = (
        el(
            "section",
            el("h2", say(voice, topic.title)),
            el("p", say(voice, topic.words), class_="said"),
        )
        for topic in topics(kind)
    )
    return Markup("".join(parts))


def sign_out(viewer: Viewer, posting: Posting, voice: Voice) -> Markup | None:
    """What ends the session of this very browser."""
    if viewer.browser is None:
        return None
    button = el("button", labelling(voice).say(SIGN_OUT))
    return posting._replace(to="/sign-out").form(button, class_="out")
