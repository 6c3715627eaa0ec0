"""HTML from elements, and how texts are said in it.

Everything is escaped except what `el` and `words` return, so a name can't be markup."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final, TypeAlias

from rules.voice import Argument, Html, MomentStyle, Voice

EMPTY: Final = frozenset({"br", "img", "input", "link", "meta"})  # which hold nothing


class Markup(str):
    """Words of HTML as they are meant."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"
Value: TypeAlias = str | int | bool | None


def el(tag: str, /, *inside: Inside, **attributes: Value) -> Markup:
    """An element. attributes: `class_` is class, `data_n` is data-n; None and False are left out,
    True stands without a value."""
    named = "".join(_attribute(key, value) for key, value in attributes.items())
    head = f"<{tag}{named}>"
    return Markup(head if tag in EMPTY else f"{head}{words(*inside)}</{tag}>")


def words(*inside: Inside) -> Markup:
    """What stands in an element."""
    return Markup("".join(map(_escaped, inside)))


def _escaped(inside: Inside) -> str:
    if inside is None:
        return ""
    if isinstance(inside, str):
        return inside if isinstance(inside, Markup) else escape(inside)
    return "".join(map(_escaped, inside))


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


class PageMedium(Html):
    """As in the page of a replay; and a time stands as one, so that a script can say it in the
    reader's own zone, and count down to it (static/clock.js)."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        if style == "R":  # which nothing here keeps telling without a script
            return None
        then = datetime.fromtimestamp(at, UTC)
        shown = then.strftime("%H:%M UTC" if style in "tT" else "%Y-%m-%d %H:%M UTC")
        return el("time", shown, datetime=then.isoformat(timespec="seconds"), data_style=style)


PAGE: Final = PageMedium()


def say(voice: Voice, said: Argument) -> Markup:
    """What a voice says in this medium: its words are escaped by that."""
    assert isinstance(voice.medium, PageMedium)
    return Markup(voice.say(said))
