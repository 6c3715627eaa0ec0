"""HTML from elements, and the bot's answers as panels of forms, whose buttons send their ids.
Everything is escaped except the results of `el` and `words`, so a name can't be markup."""

from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple, TypeAlias

from bot.messages.layout import Message, SaidButton, SaidMenu
from rules.voice import Argument, Html, MomentStyle, Voice


class Markup(str):
    """A piece of HTML, already escaped."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"


def el(tag: str, /, *inside: Inside, **attributes: str | int | bool | None) -> Markup:
    """An element. attributes: `class_` is class, `data_n` is data-n; None and False are left out,
    True has no value."""
    head = f"<{tag}"
    for key, value in attributes.items():
        if value is not None and value is not False:
            name = key.rstrip("_").replace("_", "-")
            head += f" {name}" if value is True else f' {name}="{escape(str(value))}"'
    empty = tag in ("br", "img", "input", "link", "meta")
    return Markup(f"{head}>" if empty else f"{head}>{words(*inside)}</{tag}>")


def words(*inside: Inside) -> Markup:
    """The content of an element."""
    return Markup("".join(map(_escaped, inside)))


def _escaped(inside: Inside) -> str:
    if inside is None:
        return ""
    if isinstance(inside, str):
        return inside if isinstance(inside, Markup) else escape(inside)
    return "".join(map(_escaped, inside))


class _PageMedium(Html):
    """The medium of a replay's page, but with <time> elements, so a script can show times in the
    reader's zone and count down to them (static/clock.js)."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        if style == "R":  # relative times would need a script to stay right
            return None
        then = datetime.fromtimestamp(at, UTC)
        shown = then.strftime("%H:%M UTC" if style in "tT" else "%Y-%m-%d %H:%M UTC")
        return el("time", shown, datetime=then.isoformat(timespec="seconds"), data_style=style)


PAGE: Final = _PageMedium()


def say(voice: Voice, said: Argument) -> Markup:
    """A voice's text in this medium, which escapes its words."""
    assert isinstance(voice.medium, _PageMedium)
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


def panel(said: Message, posting: Posting) -> Markup:
    """The answer to a press or a typed line. Its text is already HTML."""

    def link(kind: str, held: bytes) -> str:
        return f"data:{kind};base64,{b64encode(held).decode()}"

    picture, page = None, said.file.removesuffix(".txt") + ".html"
    if said.picture is not None:
        kind = "image/gif" if said.picture.png.startswith(b"GIF") else "image/png"
        picture = el("img", src=link(kind, said.picture.png), alt=said.picture.alt, class_="shown")
    # Links that download the attachments: none is shown as a page of ours.
    files = [
        el("p", el("a", name, href=link(kind, held), download=name))
        for name, kind, held in (
            (said.file, "text/plain;charset=utf-8", said.document.encode()),
            (page, "text/html", said.page),
        )
        if held
    ]
    rows = [
        el("div", map(button_of, row), class_="row") for row in (*said.rows, said.buttons) if row
    ]
    return el(
        "section",
        el("p", Markup(said.text), class_="said") if said.text else None,
        picture,
        files,
        [_menu(menu, posting) for menu in said.menus if menu.choices],
        posting.form(*rows) if rows else None,
        class_="answer refused" if said.refusal else "answer",
        role="alert" if said.refusal else "status",
    )


def button_of(made: SaidButton, **data: str) -> Markup:
    """A button that sends its id."""
    said = "button", made.label
    return el(*said, name=ID, value=made.id, disabled=made.off, class_=made.style, **data)


def _menu(menu: SaidMenu, posting: Posting) -> Markup:
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
