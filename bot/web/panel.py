"""An answer of the bot as HTML: what it says, what it shows, and all that can be pressed, as forms.

Each button is one of a form that goes to the page of its table: pressed, it sends its id, as on
Discord. A menu is a list to choose from, with a button that sends what was chosen.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import NamedTuple

from bot.messages.message import Button, Menu, Message
from bot.web.markup import Markup, el

ID, KEY, FORM_WORD, WORDS = "id", "key", "form", "words"  # the fields of our forms


class Posting(NamedTuple):
    """What every form of a page carries. to: where it is sent; key: by which it has one effect,
    however often it is sent; word: of this browser's forms."""

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
    """The answer to what somebody has pressed or typed. Its text was said in HTML."""
    rows = [el("div", map(_button, row), class_="row") for row in (*said.rows, said.buttons) if row]
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
    """What is attached, to be kept: none of it is shown as a page of ours."""
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


def _button(button: Button) -> Markup:
    return el(
        "button", button.label, name=ID, value=button.id, disabled=button.off, class_=button.style
    )


def _menu(menu: Menu, posting: Posting) -> Markup | None:
    """What can be chosen; nothing where there is no choice."""
    if not menu.choices:
        return None
    choices = (
        el("option", _named(c.label, c.hint), value=c.value, selected=c.chosen)
        for c in menu.choices
    )
    chosen = el(
        "label", el("span", menu.title), el("select", choices, name=WORDS, multiple=menu.several)
    )
    return posting.form(chosen, el("button", "→", name=ID, value=menu.id, aria_label=menu.title))


def _named(label: str, hint: str) -> str:
    return f"{label}: {hint}" if hint else label
