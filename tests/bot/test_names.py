"""Names are other people's text: they never ping, format, hide or mislead.

Source: issue 2, "Must hold" (markdown and mentions in names).
"""

from __future__ import annotations

import re

import pytest

from bot.core.commands import Command
from bot.core.names import ESCAPED, LONGEST, bare, brief, seated, shown
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.medium import VOICE
from renderer.naming import spoken
from rules.text import Name, Text
from storage import Sitter
from tests.bot.core import BEN, Core, Person
from tests.bot.words import words

NASTY = [
    "@everyone",
    "<@11>",
    "<@&77>",
    "<#500>",
    "**bold**",
    "__u__ ~~s~~ ||spoiler||",
    "`code`",
    "[link](https://evil.example)",
    "https://evil.example",
    "discord.gg/evil",
    "# heading",
    "> quote",
    "-# small",
    "\\*",
    "two\nlines",
]


@pytest.mark.parametrize("name", NASTY)
def test_markup_is_escaped(name: str) -> None:
    """Whatever could format or link has a backslash before it; nothing is a mention."""
    text = shown(name)
    left = re.sub(r"\\[\\*_~|`>\[\]()#<:/-]", "", text)
    assert not re.search(r"[\\*_~|`>\[\]()#<:/\n-]", left), text
    assert "@" not in text.replace("@\u200b", "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "somebody"),
        ("   ", "somebody"),
        ("\u200b\u200d\ufeff", "somebody"),
        ("\u3164", "somebody"),
        ("\u0301\u0301", "somebody"),
        ("A\u200bnn", "A nn"),
        ("\u202eevil", "evil"),
        ("  Ann \t Lee ", "Ann Lee"),
        ("Ærøskøbing", "Ærøskøbing"),
        ("安娜", "安娜"),
    ],
)
def test_what_cannot_be_seen_is_left_out(name: str, said: str) -> None:
    """Zero widths, controls, marks of direction; a name of nothing else is "somebody"."""
    assert (bare(name), shown(name)) == (said, said)


def test_a_name_from_right_to_left_turns_nothing_around() -> None:
    """It is isolated, so that the score behind it stays behind it."""
    assert shown("שרה") == "\u2068שרה\u2069"


@pytest.mark.parametrize("name", ["x" * 100, "*" * 100, "@" * 100, "\\" * 100, "a*" * 50])
def test_a_long_name_is_cut(name: str) -> None:
    """Also after escaping, and never in the middle of an escape."""
    text = shown(name)
    assert len(bare(name)) <= LONGEST
    assert len(text) <= ESCAPED
    assert not re.search(r"(?<!\\)(\\\\)*\\$", text)


def test_equal_names_are_told_apart() -> None:
    """By the letter on their pieces, also where somebody's name looks like that."""
    assert _seated("Ann", "Ben", "Ann") == ("Ann (A)", "Ben", "Ann (N)")
    assert len(set(_seated("Ann", "Ann", "Ann (A)"))) == 3
    assert len(set(_seated("x" * 40 + "1", "x" * 40 + "2"))) == 2


def test_the_letter_on_the_pieces_stands_beside_a_name_that_does_not_begin_with_it() -> None:
    """The same one in words as in the description of a picture, where a name is cut short too."""
    for names in (("Ann", "Amy", "Bob"), ("Anne Marie A", "Anne Marie B", "張三", "Émile")):
        assert _seated(*names) == spoken(names)
    sitters = [Sitter(i, name) for i, name in enumerate(names)]
    assert [words(name)[-3:] for name in brief(sitters)] == ["(A)", "(B)", "(C)", "ile"]
    assert _seated("Ann", "Amy", "Bob") == ("Ann (N)", "Amy (M)", "Bob")


def _seated(*names: str) -> tuple[str, ...]:
    return tuple(map(words, seated([Sitter(i, name) for i, name in enumerate(names)])))


@pytest.mark.parametrize("name", [*NASTY, "", "\u202eevil", "*" * 100, "שרה"])
async def test_whatever_the_name_a_game_is_told(core: Core, name: str) -> None:
    """Card, turn, answers and picture: only the mover is pinged, by his id."""
    who = Person(11, name)
    await core.open(who, 2)
    await core.deliver()
    await core.join(BEN)
    answer = await core.say(await core.mover(), "a1")
    await core.deliver()
    for message in core.transport.messages:
        mentions = set(re.findall(r"(?<!\\)<@!?&?\d+>", message.text))
        assert mentions == {f"<@{user}>" for user in message.pings}
        assert "@everyone" not in message.text
    assert "<@" not in answer.text.replace("\\<@", "")
    assert core.transport.messages[-1].pings == ((await core.mover()).id,)


def test_labels_show_a_name_as_it_is() -> None:
    """Discord reads no markup on buttons and in menus: a backslash would be seen there."""
    name, command = Name("snow_fox*"), Command("logger", "turn")
    says = Text("{name} says {command}", name=name, command=command)
    button, choice = Button(says, "lc:x"), Choice("x", says, says)
    said = Layout(says, buttons=(button,), menus=(Menu("lc:y", says, (choice,)),)).said(VOICE)
    assert said.text == r"snow\_fox\* says `/logger turn`"
    (shown,) = said.menus
    labels = {said.buttons[0].label, shown.title, shown.choices[0].label, shown.choices[0].hint}
    assert labels == {"snow_fox* says /logger turn"}
