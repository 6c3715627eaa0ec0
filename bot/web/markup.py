"""HTML from elements, and texts in HTML.

Everything is escaped except the results of `el` and `words`, so a name can't be markup.

An answer of the bot is a panel: each button belongs to a form that goes to the page of its table,
and sends its id, as on Discord. A menu is a list with a button that sends the choice.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple, TypeAlias

from bot.messages.layout import Message, SaidButton, SaidMenu
from rules.voice import Argument, Html, MomentStyle, Voice

EMPTY: Final = frozenset({"br", "img", "input", "link", "meta"})  # elements without content


class Markup(str):
    """A piece of HTML, already escaped."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"
Value: TypeAlias = str | int | bool | None


def el(tag: str, /, *inside: Inside, **attributes: Value) -> Markup:
    """An element. attributes: `class_` is class, `data_n` is data-n; None and False are left out,
    True has no value."""
    named = "".join(_attribute(key, value) for key, value in attributes.items())
    head = f"<{tag}{named}>"
    return Markup(head if tag in EMPTY else f"{head}{words(*inside)}</{tag}>")


def words(*inside: Inside) -> Markup:
    """The content of an element."""
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
    """The medium of a replay's page, but with <time> elements, so a script can show times in the
    reader's zone and count down to them (static/clock.js)."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        if style == "R":  # relative times would need a script to stay right
            return None
        then = datetime.fromtimestamp(at, UTC)
        shown = then.strftime("%H:%M UTC" if style in "tT" else "%Y-%m-%d %H:%M UTC")
        return el("time", shown, datetime=then.isoformat(timespec="seconds"), data_style=style)


PAGE: Final = PageMedium()


def say(voice: Voice, said: Argument) -> Markup:
    """A voice's text in this medium, which escapes its words."""
    assert isinstance(voice.medium, PageMedium)
    return Markup(voice.say(said))


ID, KEY, FORM_WORD, WORDS = "id", "key", "form", "words"  # the fields of our forms


class Posting(NamedTuple):
    """Common fields of a page's forms. to: their address; key: gives each a single effect, however
    often it is sent; word: the token of this browser's forms."""

    to: str
    key: str
    word: str

    def form(self, *inside: Markup | None, **attributes: str) -> Markup:
        """A form of this page."""
        hidden = (
            el("input", type="hidden", name=KEY, value=self.key),
            el("input", type="hidden", name=FORM_WORD, value=self.word),
        )
        return el("form", hidden, inside, method="post", action=self.to, **attributes)


def panel(said: Message, posting: Posting, *, role: str = "status") -> Markup:
    """The answer to a press or a typed line. Its text is already HTML."""
    rows = [
        el("div", map(button_of, row), class_="row") for row in (*said.rows, said.buttons) if row
    ]
    return el(
        "section",
        el("p", Markup(said.text), class_="said") if said.text else None,
        _picture(said),
        list(_files(said)),
        [_menu(menu, posting) for menu in said.menus],
        posting.form(*rows) if rows else None,
        class_="answer refused" if said.refusal else "answer",
        role="alert" if said.refusal else role,
    )


def _files(said: Message) -> Iterator[Markup]:
    """Links that download the attachments: none is shown as a page of ours."""
    page = said.file.removesuffix(".txt") + ".html"
    for name, kind, held in (
        (said.file, "text/plain;charset=utf-8", said.document.encode()),
        (page, "text/html", said.page),
    ):
        if held:
            source = f"data:{kind};base64,{b64encode(held).decode()}"
            yield el("p", el("a", name, href=source, download=name))


def _picture(said: Message) -> Markup | None:
    if said.picture is None:
        return None
    kind = "gif" if said.picture.png.startswith(b"GIF") else "png"
    source = f"data:image/{kind};base64,{b64encode(said.picture.png).decode()}"
    return el("img", src=source, alt=said.picture.alt, class_="shown")


def button_of(made: SaidButton, **data: str) -> Markup:
    """A button that sends its id."""
    said = "button", made.label
    return el(*said, name=ID, value=made.id, disabled=made.off, class_=made.style, **data)


def _menu(menu: SaidMenu, posting: Posting) -> Markup | None:
    """A menu's choices; None if there are none."""
    if not menu.choices:
        return None
    choices = (
        el(
            "option",
            f"{c.label}: {c.hint}" if c.hint else c.label,
            value=c.value,
            selected=c.chosen,
        )
        for c in menu.choices
    )
    chosen = el(
        "label", el("span", menu.title), el("select", choices, name=WORDS, multiple=menu.several)
    )
    return posting.form(chosen, el("button", "→", name=ID, value=menu.id, aria_label=menu.title))
