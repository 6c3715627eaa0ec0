"""Sentences as values: the words of a voice, by language and medium (docs/text.md)."""

from __future__ import annotations

import re
from gettext import NullTranslations
from itertools import product
from typing import ClassVar, get_args

import pytest
from babel import Locale

from bot.messages.languages import Markdown
from rules.text import (
    NOTHING,
    ChannelName,
    Code,
    Due,
    Joined,
    Jump,
    Link,
    Listed,
    Mention,
    Moment,
    Name,
    Plural,
    Rank,
    Small,
    Strong,
    Tenths,
    Text,
    lines,
    sentences,
)
from rules.voice import ENGLISH, Argument, Html, ListStyle, Medium, Voice

NOON = 1_763_294_400.0  # 16 November 2025, 12:00 UTC


class German(NullTranslations):
    """Four sentences of a catalogue; the last one has lost an argument."""

    KNOWN: ClassVar = {
        "{name} walked to {square}.": "Nach {square} ging {name}.",
        "{n} points": "{n} Punkte",
        "c3 < d4": "c3 < d4 & mehr",
        "Only {a}.": "Nur {b}.",
    }

    def gettext(self, message: str) -> str:
        return self.KNOWN.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


GERMAN = Voice(Locale.parse("de"), German())
CHAT = Voice(Locale.parse("en_GB"), NullTranslations(), Markdown())
PAGE = Voice(Locale.parse("de"), German(), Html())

EVERYTHING: tuple[tuple[Argument, str, str], ...] = (
    (Text("{name} walked.", name="Ann"), "Ann walked.", "Ann walked."),
    (NOTHING, "", ""),
    (Plural("{n} point", "{n} points", n=1), "1 point", "1 point"),
    (Plural("{n} point", "{n} points", n=1200), "1,200 points", "1,200 points"),
    (Name("A*a"), "A*a", r"A\*a"),
    (Name("somebody"), "someone", "someone"),
    (Name("former player 2"), "former player 2", "former player 2"),
    (Name("former friend"), "former friend", "former friend"),
    (Listed(["a"]), "a", "a"),
    (Listed(["a", "b", "c"]), "a, b and c", "a, b and c"),
    (Listed(["a", "b", "c"], "or"), "a, b or c", "a, b or c"),
    (Listed(["a", "b", "c"], "unit"), "a, b, c", "a, b, c"),
    (Joined(" · ", ["a", NOTHING, "", 0]), "a · 0", "a · 0"),
    (lines("a", "b"), "a\nb", "a\nb"),
    (sentences("A.", "B."), "A. B.", "A. B."),
    (Code("c3"), "`c3`", "`c3`"),
    (Strong("won"), "won", "**won**"),
    (Small("by the option"), "by the option", "-# by the option"),
    (Mention(7, Name("Ann")), "Ann", "<@7>"),
    (ChannelName(9), "its channel", "<#9>"),
    (Rank(1), "1.", r"1\."),
    (Jump("L7", 1, 2, 3), "L7", "[L7](https://discord.com/channels/1/2/3)"),
    (Link("https://a.b/?c&d"), "https://a.b/?c&d", "<https://a.b/?c&d>"),
    (Moment(NOON), "16 November 2025, 12:00:00 UTC", "<t:1763294400:F>"),
    (Moment(NOON, "t"), "12:00", "<t:1763294400:t>"),
    (Moment(NOON, "d"), "16/11/2025", "<t:1763294400:d>"),
    (Moment(NOON, "D"), "16 November 2025", "<t:1763294400:D>"),
    (Due(NOON), "16 November 2025, 12:00:00 UTC", "<t:1763294400:f> (<t:1763294400:R>)"),
    (Tenths(2.549), "2.5", "2.5"),
    (-5, "-5", "-5"),
    (12_345, "12,345", "12,345"),
)


def test_a_text_is_said_as_the_medium_marks_it() -> None:
    for text, plain, chat in EVERYTHING:
        assert (ENGLISH.say(text), CHAT.say(text)) == (plain, chat), text


def test_a_sentence_is_looked_up_whole_with_its_arguments_where_the_language_has_them() -> None:
    walked = Text("{name} walked to {square}.", name="Ann", square="c3")
    assert GERMAN.say(walked) == "Nach c3 ging Ann."
    assert GERMAN.say(Plural("{n} point", "{n} points", n=1200)) == "1.200 Punkte"
    assert GERMAN.say(Listed(["a", "b", "c"], "or")) == "a, b oder c"
    assert GERMAN.say(Moment(NOON, "D")) == "16. November 2025"
    assert GERMAN.say(Tenths(1234.5)) == "1.234,5"


def test_a_list_can_be_said_in_every_language() -> None:
    things, languages = (
        ["{1}", "2", "3"],
        ["bg", "cs", "de", "fr", "ja", "nl", "pl", "sd", "ur", "zh"],
    )
    for language, style in product(languages, get_args(ListStyle)):
        voice = Voice(Locale.parse(language), NullTranslations())
        said = [voice.say(Listed(things[:n], style)) for n in range(4)]
        assert [[x for x in things if x in each] for each in said] == [things[:n] for n in range(4)]
    assert GERMAN.say(Listed(["a", "b", "c"], "unit")) == "a, b, c"


def test_what_a_catalogue_lacks_or_has_wrong_is_said_in_english() -> None:
    assert GERMAN.say(Text("Untold {a}.", a="x")) == "Untold x."
    assert GERMAN.say(Text("Only {a}.", a="x")) == "Only x."


def test_a_page_shows_every_word_and_runs_none() -> None:
    assert PAGE.say(Text("c3 < d4")) == "c3 &lt; d4 &amp; mehr"
    assert PAGE.say(Text("{who}", who=Name("<b>"))) == "<bdi>&lt;b&gt;</bdi>"
    marked = Joined("", [Code("a>b"), Strong("x"), Small("y")])
    assert PAGE.say(marked) == "<code>a&gt;b</code><strong>x</strong><small>y</small>"
    address = "https://a.b/?c&amp;d"
    assert PAGE.say(Link("https://a.b/?c&d")) == f'<a href="{address}">{address}</a>'


def test_names_with_braces_are_not_templates() -> None:
    assert str(Text("{name} won.", name="{square}")) == "{square} won."


def test_no_text_is_put_into_finished_english() -> None:
    """docs/text.md: such words could be said in no other language, so it breaks at once."""
    with pytest.raises(TypeError, match="a text in an f-string"):
        f"{Text('{name} won.', name='Ann')} Well done."


def test_texts_are_values() -> None:
    alike = [Text("{a}{b}", a=1, b=2), Text("{a}{b}", b=2, a=1)]
    assert alike[0] == alike[1]
    assert hash(alike[0]) == hash(alike[1])
    texts = [argument for argument, _, _ in EVERYTHING if isinstance(argument, Text)]
    assert len(set(texts)) == len(texts)
    assert Code("a") != Strong("a")
    assert Text("a") != "a"
    assert repr(Text("{a}", a=1)) == "Text('{a}', (('a', 1),))"


def test_what_says_nothing_is_false() -> None:
    for nothing in (NOTHING, Listed([]), Joined(" ", [NOTHING]), Code(NOTHING)):
        assert not nothing
        assert Joined(" · ", ["a", nothing]) == Joined(" · ", ["a"])


def said(language: str, argument: Argument, medium: Medium | None = None) -> str:
    return Voice(Locale.parse(language), NullTranslations(), medium or Medium()).say(argument)


def test_french_says_whose_it_is_with_an_apostrophe_before_a_vowel() -> None:
    """An H may be aspirated or not: the letters don't show it."""
    for whose in ("d'Ana", "d'Émile", "de Ben", "de Hugo", "de 7up"):
        name = Name(whose.removeprefix("d'").removeprefix("de "))
        assert said("fr", Text("le coup de {name}", name=name)) == f"le coup {whose}"


def test_spanish_says_e_before_an_i() -> None:
    for listed in ("Ana e Inés", "Ana, Ben e Hilda", "Ana y Hielo", "Inés y Ana", "Ana", ""):
        names = re.findall(r"\w{3,}", listed)
        assert said("es", Listed(map(Name, names))) == listed


def test_spanish_says_u_before_an_o() -> None:
    assert said("es", Listed([Code("sur"), Code("oeste")], "or")) == "`sur` u `oeste`"
    assert said("es", Listed(["7", "8"], "or")) == "7 u 8"
    assert said("es", Listed(["a1", "b1"], "or")) == "a1 o b1"
    assert said("de", Listed(["7", "8"], "or")) == "7 oder 8"


def test_a_french_colon_stands_apart() -> None:
    parts = ("joue une carte", "un pas")
    assert said("fr", Joined(": ", parts)) == "joue une carte\N{NO-BREAK SPACE}: un pas"
    assert said("fr", Joined(", ", parts)) == "joue une carte, un pas"
    assert said("de", Joined("; ", parts)) == "joue une carte; un pas"
