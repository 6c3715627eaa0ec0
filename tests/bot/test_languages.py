"""Which languages are spoken, and by whom (docs/text.md, Languages)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.messages.medium import MARKDOWN
from bot.text.languages import languages
from rules.text import Mention, Moment, Name, Place, Plural, Small, Strong, Text, lines
from rules.voice import PLAIN

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{name} left the game."
msgstr "{name} ist ausgestiegen."

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} Punkt"
msgstr[1] "{n} Punkte"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("de", "pt_BR"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
        path = tmp_path / name / "LC_MESSAGES" / "lumbercamp.po"
        path.write_text(GERMAN if name == "de" else "", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("wanted", "heard"),
    [("de", "de"), ("de-AT", "de"), ("pt-BR", "pt_BR"), ("fr", "en_GB"), ("", "en_GB")],
)
def test_who_has_no_catalogue_hears_english(folder: Path, wanted: str, heard: str) -> None:
    """Discord names languages as `pt-BR`; one of the same language is near enough."""
    assert str(languages(folder).voice(wanted, PLAIN).locale) == heard


def test_a_catalogue_is_read_as_its_translators_wrote_it(folder: Path) -> None:
    """Nothing has to be compiled or installed first."""
    german = languages(folder).voice("de", MARKDOWN)
    left = Text("{name} left the game.", name=Name("*Ann*"))
    assert german.say(left) == r"\*Ann\* ist ausgestiegen."
    assert german.say(Plural("{n} point", "{n} points", n=1)) == "1 Punkt"
    assert german.say(Plural("{n} point", "{n} points", n=2)) == "2 Punkte"


def test_there_is_nothing_but_english_yet() -> None:
    """The catalogues of the project; without any, everything is said as it stands in the code."""
    assert str(languages().voice("de", PLAIN).locale) == "en_GB"


def test_discord_marks_what_is_special() -> None:
    """Mentions, channels, times in the reader's own zone, what matters, and the small print."""
    text = lines(
        Strong(Text("{who} won", who=Mention(7, Name("Ann")))),
        Small(Text("in {place} at {time}", place=Place(9), time=Moment(60.9, "R"))),
    )
    said = languages().voice("", MARKDOWN).say(text)
    assert said == "**<@7> won**\n-# in <#9> at <t:60:R>"
