"""Names are other people's text: they never ping, format, hide or mislead."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

from bot.messages.languages import VOICE, Languages, languages
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.table.names import ESCAPED, NAME_LENGTH, Command, bare, brief, escape, names_by_seat
from renderer.picture import alt_names, legible_name
from rules.text import Name, Text
from rules.voice import PLAIN
from storage import Sitter
from tests.acting import Person
from tests.bot.core import Core
from tests.bot.words import words
from tests.rules.rivers_of_logs import river

NASTY = (
    *("@everyone", "<@11>", "<@&77>", "<#500>", "**bold**", "__u__ ~~s~~ ||spoiler||", "`code`"),
    *("[link](https://evil.example)", "https://evil.example", "discord.gg/evil", "\\*"),
    *("# heading", "> quote", "-# small", "two\nlines"),
)


@pytest.mark.parametrize("name", NASTY)
def test_markup_is_escaped(name: str) -> None:
    """Whatever could format or link has a backslash before it; nothing is a mention."""
    text = escape(name)
    left = re.sub(r"\\[\\*_~|`>\[\]()#<:/-]", "", text)
    assert not re.search(r"[\\*_~|`>\[\]()#<:/\n-]", left), text
    assert "@" not in text.replace("@\u200b", "")


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # two parts of a word
HINDI = "\u0930\u094d\u200d\u092f"  # a half letter
SHAPED = (
    FAMILY,
    SCOTLAND,
    PERSIAN,
    HINDI,
    "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire
    "\U0001f9d1\U0001f3fd\u200d\U0001f33e",  # a farmer with a colour of skin
    "\U0001f3f3\ufe0f\u200d\u26a7\ufe0f",  # a flag
    "\U0001f642\u200d\u2194\ufe0f",  # a head that shakes
    "1\ufe0f\u20e3",  # a key
    "\u845b\U000e0100",  # a form of a Han character
)


@pytest.mark.parametrize("name", SHAPED)
def test_signs_that_shape_their_neighbours_stay(name: str) -> None:
    """In the description of a picture, and behind a longer name too."""
    assert bare(name) == name
    assert bare(f" {name} Lee") == f"{name} Lee"
    assert name in alt_names((f"Ann {name}",))[0]
    assert name in escape(name)


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
        ("A\u200dnn", "A nn"),
        ("A\u200cnn", "A nn"),
        ("Ann\ufe0f", "Ann"),
        ("\u05e9\u200d\u05e8", "\u2068\u05e9 \u05e8\u2069"),  # Hebrew letters never join
        (FAMILY + "\u200d", FAMILY),
        ("\u200d" + FAMILY, FAMILY),
        ("\U0001f468\u200d\u200d\U0001f469", "\U0001f468 \U0001f469"),
        ("\U0001f468\u200cAnn", "\U0001f468 Ann"),
        (SCOTLAND[:-1], "\U0001f3f4"),
        ("Ann" + SCOTLAND[1:], "Ann"),
        (PERSIAN[:3], f"\u2068{PERSIAN[:2]}\u2069"),
        ("*\u200d*", r"\* \*"),
        ("\u0645\u202e\u200c\u0645", "\u2068\u0645 \u0645\u2069"),
    ],
)
def test_what_cannot_be_seen_is_left_out(name: str, said: str) -> None:
    """Zero widths, controls, marks of direction, and signs that shape no neighbour: with them two
    names would look the same. A name of nothing else is "somebody"."""
    assert escape(name) == said
    assert bare(name) == re.sub(r"[\\\u2068\u2069]", "", said)


def test_a_cut_name_ends_in_no_sign_that_shapes_nothing() -> None:
    for length in range(NAME_LENGTH - 8, NAME_LENGTH + 1):
        for tail in SHAPED:
            cut = bare("x" * length + tail * 3)
            assert len(cut) <= NAME_LENGTH
            assert bare(cut) == cut


@pytest.mark.parametrize("name", ["x" * 100, "*" * 100, "@" * 100, "\\" * 100, "a*" * 50])
def test_a_long_name_is_cut(name: str) -> None:
    """After escaping, too, and never in the middle of an escape."""
    text = escape(name)
    assert len(bare(name)) <= NAME_LENGTH
    assert len(text) <= ESCAPED
    assert not re.search(r"(?<!\\)(\\\\)*\\$", text)


def test_equal_names_are_told_apart() -> None:
    """By the letter on their pieces, even if a name ends like that."""
    assert _seated("Ann", "Ben", "Ann") == ("Ann (A)", "Ben", "Ann (N)")
    assert len(set(_seated("Ann", "Ann", "Ann (A)"))) == 3
    assert len(set(_seated("x" * 40 + "1", "x" * 40 + "2"))) == 2


def test_the_letter_on_the_pieces_stands_beside_a_name_that_does_not_begin_with_it() -> None:
    """The same one in words as in the description of a picture, where a name is cut short too."""
    for names in (("Ann", "Amy", "Bob"), ("Anne Marie A", "Anne Marie B", "張三", "Émile")):
        assert _seated(*names) == alt_names(names)
    sitters = [Sitter(i, name) for i, name in enumerate(names)]
    assert [words(name)[-3:] for name in brief(sitters)] == ["(A)", "(B)", "(C)", "ile"]
    assert _seated("Ann", "Amy", "Bob") == ("Ann (N)", "Amy (M)", "Bob")


def _seated(*names: str) -> tuple[str, ...]:
    return tuple(map(words, names_by_seat([Sitter(i, name) for i, name in enumerate(names)])))


def test_who_has_no_name_is_told_in_the_language_of_the_reader() -> None:
    """In pictures and their alt texts too, and where there is little room. The letter on their
    pieces is the same in all languages, so it stands next to the substitute name."""
    sitters = [Sitter(-1003, "former player 3"), Sitter(7, "\u3164"), Sitter(8, "Ann")]
    said = {
        "en": ("former player 3 (F)", "someone (B)", "Ann"),
        "fr": ("anonyme 3 (F)", "quelqu'un (B)", "Ann"),
    }
    for code, names in said.items():
        voice = languages().voice(code, PLAIN)
        assert tuple(map(voice.say, names_by_seat(sitters))) == names
        assert tuple(map(voice.say, brief(sitters))) == names
    stored = [sitter.name for sitter in sitters[::2]]
    assert alt_names(tuple(stored), voice=voice) == ("anonyme 3 (F)", "Ann")
    assert legible_name(stored[0], "F", voice) == "anonyme 3"


def test_labels_show_a_name_as_it_is() -> None:
    """Discord reads no markup on buttons and in menus: a backslash would be seen there."""
    name, command = Name("snow_fox*\u202e\u200b"), Command("logger", "turn")
    says = Text("{name} says {command}", name=name, command=command)
    button, choice = Button(says, "lc:x"), Choice("x", says, says)
    said = Layout(says, buttons=(button,), menus=(Menu("lc:y", says, (choice,)),)).say_in(VOICE)
    assert said.text == r"snow\_fox\* says `/logger turn`"
    (shown,) = said.menus
    labels = {said.buttons[0].label, shown.title, shown.choices[0].label, shown.choices[0].hint}
    assert labels == {"snow_fox* says /logger turn"}


# -- A player's letter on the pieces, next to the name and in typed lines is the same.


CROWD = """
    . . . . .
    . 2 2 . .
    . B C . .
    . 1 1 . .
    . A . . .
    . . . . .
    D E F . .
"""


async def seen(core: Core, who: Person) -> dict[str, tuple[str, set[str]]]:
    """The player and their square, by letter, as the picture's description says it."""
    board = await core.do(who, "board")
    assert board.picture is not None
    said = re.findall(r"^((\w)\w*(?: \((\w)\))?): (.*)\.$", board.picture.alt, re.M)
    return {
        beside or first: (name, set(re.findall(r"\b[a-e][0-9]", where)))
        for name, first, beside, where in said
        if name not in ("Logs", "Home")
    }


async def test_who_only_reads_letters_and_types_them_is_understood(core: Core) -> None:
    """Two are sent back, in two lines; who is named goes, and the log names their seat."""
    core.kind = "logjam"
    names = ("Bob", "Ann", "Amy", "Ben", "Eve", "Eda")
    await core.begin(*(Person(11 + i, name) for i, name in enumerate(names)))
    await core.put(river(CROWD, roll=2))
    mover = await core.mover()
    before = await seen(core, mover)
    assert len(before) == 6
    one, other = (next(x for x in before if at in before[x][1]) for at in ("b5", "c5"))
    asked = (await core.say(mover, "push b4 from b3")).text
    assert {one, other} == set(re.findall(r"of (\w)'s loggers to", asked))
    counts = (await core.say(mover, f"send {other} back to e1")).text
    assert f"{before[one][0]} back to d1 · {before[other][0]} back to e1." in counts
    after = await seen(core, mover)
    assert (after[one][1], after[other][1]) == ({"d1"}, {"e1"})
    assert (await core.log())[-1] == "b3>b4 C@e1 @d1"


# -- The languages spoken (docs/text.md, Languages).


@pytest.mark.parametrize(
    ("wanted", "heard"),
    [("de", "de"), ("de-AT", "de"), ("pt-BR", "pt_BR"), ("fr", "en_GB"), ("", "en_GB")],
)
def test_who_has_no_catalogue_hears_english(wanted: str, heard: str) -> None:
    """Discord names languages as `pt-BR`; one of the same language is near enough."""
    known = dict.fromkeys(("de", "pt_BR"), NullTranslations())
    assert str(Languages(known).voice(wanted, PLAIN).locale) == heard
