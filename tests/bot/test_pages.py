"""The rules and the help, topic by topic: they fit, leave nothing out, and show turns that were
played.

Source: issue 11, item 8 ("Rules pages with one annotated picture a topic, an example turn, and
buttons for the topics; /help with buttons; no provenance in them"); the tests' table of the design
("every command and every notation symbol occurs in the help").
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from discord import app_commands

import seeds
from bot.app import HOSTED
from bot.core.game import Games
from bot.discord.commands import GameCommands
from bot.domain.examples import example
from bot.features.teaching import Teaching
from bot.messages import layout
from bot.messages.medium import MARKDOWN, VOICE
from bot.messages.message import Message
from bot.text import pages
from bot.text.fitting import LONGEST
from bot.text.pages import Topic
from renderer import WRITTEN, Artist, Hosted, hosted
from rules import GAMES
from rules.errors import Unavailable
from rules.record import parse
from rules.voice import ENGLISH
from tests.pseudo import english_left, voice
from tests.rules.keep import KIND as KEEP

ALONE = Games(hosted({"keep": KEEP}))
DIRECTIONS = ("ne", "nw", "se", "sw")  # notation
NAMES = ("Ann", "Ben", "Cy")
TOPICS = [(kind, topic) for kind in GAMES for topic in pages.topics(kind)]
every_topic = pytest.mark.parametrize(
    ("kind", "topic"), TOPICS, ids=[f"{kind}-{topic.key}" for kind, topic in TOPICS]
)


def help_pages(games: Games = HOSTED) -> str:
    topics = pages.help_topics([games[kind].game for kind in games])
    return "\n".join(VOICE.say(topic.words) for topic in topics)


def rules_of(kind: str) -> str:
    return "\n".join(VOICE.say(topic.words) for topic in pages.topics(kind))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pages are read, empty."""
    monkeypatch.setattr(seeds, "FOLDER", tmp_path)
    return tmp_path


# what they say


@pytest.mark.parametrize("kind", GAMES)
def test_every_command_is_in_the_help(kind: str) -> None:
    """Each verb of the game's commands, by itself or with a game's slash; and the game."""
    commands = GameCommands(GAMES[kind].game).commands
    verbs = [command.name for command in commands if isinstance(command, app_commands.Command)]
    assert "start" in verbs
    said = {word for quoted in re.findall("`(.+?)`", help_pages()) for word in quoted.split()[:2]}
    assert [verb for verb in verbs if verb not in said] == []
    assert f"`/{kind}`" in help_pages()


def test_the_help_names_no_game_that_is_not_there() -> None:
    """Its examples are of the games that were handed in."""
    said = help_pages(ALONE)
    assert f"`/{KEEP.game.key} start`" in said
    assert [kind for kind in GAMES if f"/{kind}" in said] == []
    assert "{" not in said


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("logger", ("`d2`", "`d5>e5`", "`+b1`", "`!b5 .`", "`xc4`")),
        (
            "logjam",
            ("`g7-i10`", "`b12-off`", "`i12xi11 @g1`", "`f8>f9`", "`a9+e`", "`B@j1`", "`.`"),
        ),
        ("fellers", ("`gw4`", "`j kw`", "`gw3 gm`", "`e1`", "`nw`", "`:gw`", "`:e12`")),
    ],
)
def test_every_symbol_of_a_notation_is_explained(kind: str, words: tuple[str, ...]) -> None:
    assert [word for word in words if word not in rules_of(kind)] == []


def test_the_help_says_what_editing_does() -> None:
    assert "Editing or deleting a message later changes nothing" in help_pages()


@pytest.mark.parametrize("page", [*GAMES, "help"])
def test_a_page_does_not_say_where_its_rules_are_from(page: str) -> None:
    """That is docs/rulings.md."""
    text = seeds.page(page)
    assert text is not None
    found = re.findall(r"(?i)\b(?:19|20)\d\d\b|dresner|friese|\bsheet|printed|arena|ruling", text)
    assert found == []


async def test_a_topic_of_the_help_is_one_message() -> None:
    for topic in pages.help_topics([GAMES[kind].game for kind in GAMES]):
        shown = (await Teaching(HOSTED).help(topic.key)).said(VOICE)
        assert len(shown.text) <= 1200, "a phone's screen or two"
        assert [len(row) for row in shown.rows] == [5, len(GAMES)]


# what they show


@every_topic
async def test_a_topic_is_short_and_has_a_picture_of_a_turn(kind: str, topic: Topic) -> None:
    shown = (await Teaching(HOSTED).rules(kind, topic.key)).said(VOICE)
    title = VOICE.say(topic.title)
    assert shown.text.startswith(f"**{GAMES[kind].game.title} · {title}**\n")
    assert 3 <= len(re.findall(r"[.!?:](?:\s|$)", VOICE.say(topic.words))) <= 11
    assert len(shown.text) <= LONGEST
    assert shown.picture is not None
    assert f"In the picture: {' '.join(told(shown))}" in " ".join(shown.text.split())
    first = topic == pages.topics(kind)[0]  # it leads to the lessons as well
    assert len(shown.rows) <= 2 + first  # a phone shows more of the picture
    assert shown.picture.alt.startswith(f"{GAMES[kind].game.title} {GAMES[kind].game.letter}0, ")
    off = [each.label for row in shown.rows for each in row if each.off]
    assert off == [title]


def told(shown: Message) -> list[str]:
    """What the picture's description says of the last turn."""
    assert shown.picture is not None
    return shown.picture.alt.partition("Last turn: ")[2].split()


@every_topic
def test_what_a_topic_shows_was_played(kind: str, topic: Topic) -> None:
    """The record is of that game and by these rules, with every checksum, and the row is a whole
    turn of somebody."""
    assert topic.shown is not None
    record = parse(seeds.record(topic.shown.record))
    assert record.kind == kind
    entry = next(entry for entry in record.entries if entry.n == topic.shown.row)
    assert entry.seat >= 0
    assert all(each.checksum for each in record.entries if each.seat >= 0)
    assert example(HOSTED.drawn(kind), record, topic.shown.row).line == entry.line


def test_a_row_that_is_no_turn_is_not_shown() -> None:
    record = parse(seeds.record("logjam-three"))
    for row in (4, 8, 999):
        with pytest.raises(LookupError):
            example(HOSTED.drawn("logjam"), record, row)


async def test_a_picture_is_drawn_once_and_beside_the_event_loop() -> None:
    """Who reads holds up nobody's turn."""
    threads: list[str] = []

    def drawn(*asked: Any) -> Any:
        threads.append(threading.current_thread().name)
        return WRITTEN.drawn(*asked)

    teaching = Teaching(Games({"logger": Hosted(GAMES["logger"], Artist(drawn))}))
    first, second = [
        await layout.told(await teaching.rules("logger", "growth"), VOICE) for _ in range(2)
    ]
    assert first.picture is not None
    assert second.picture is first.picture
    assert [name.startswith("painter") for name in threads] == [True]


# which one is shown


async def test_a_topic_is_found_as_it_is_typed() -> None:
    teaching = Teaching(HOSTED)
    for typed in ("growth", "Growth", " GROW", "The End", "the-end"):
        shown = (await teaching.rules("logger", typed)).said(VOICE)
        assert shown.text.casefold().startswith(f"**logger · {pages.key(typed).replace('-', ' ')}")
    assert (await teaching.rules("logger")).said(VOICE).text.startswith("**Logger · Goal**")
    assert [str(choice.label) for choice in teaching.named("logger", "the e", ENGLISH)] == [
        "The End"
    ]
    assert len(teaching.named("logger", "", ENGLISH)) == len(pages.topics("logger"))


async def test_who_asks_for_no_topic_of_a_game_is_told_which_there_are() -> None:
    with pytest.raises(Unavailable, match=r"no topic `castling`.* Goal, Start, Walk, .* and "):
        await Teaching(HOSTED).rules("logger", "castling")


async def test_the_button_of_a_topic_that_is_gone_begins_the_page() -> None:
    teaching = Teaching(HOSTED)
    assert await teaching.opened("logger", "castling") == await teaching.opened("logger", "")
    assert await teaching.opened(None, "castling") == await teaching.opened(None, "")
    with pytest.raises(Unavailable, match="`chess` is not played here"):
        await teaching.opened("chess", "")


# a game without topics


async def test_a_page_without_topics_is_shown_whole(folder: Path) -> None:
    (folder / "keep.md").write_text("**Keep**, a small one\n\nRoll, and keep what you like.\n")
    teaching = Teaching(ALONE)
    shown = (await teaching.rules("keep")).said(VOICE)
    assert shown == Message("**Keep**, a small one\nRoll, and keep what you like.")
    assert teaching.named("keep", "", ENGLISH) == []


async def test_a_game_without_a_page_says_so(folder: Path) -> None:
    with pytest.raises(Unavailable, match="Nobody has written down the rules of Keep yet"):
        await Teaching(ALONE).rules("keep")


# in other languages


def everything() -> Iterator[Any]:
    for kind in GAMES:
        for topic in pages.topics(kind):
            yield from (topic.title, topic.words)
    for topic in pages.help_topics([GAMES[kind].game for kind in GAMES]):
        yield from (topic.title, topic.words)


def test_all_pages_go_through_the_catalogue() -> None:
    """docs/text.md: where a language has no page of its own."""
    pseudo = voice(MARKDOWN)
    left = [word for said in everything() for word in english_left(pseudo.say(said))]
    assert left == []


@every_topic
async def test_what_stands_around_a_topic_goes_through_the_catalogue(
    kind: str, topic: Topic
) -> None:
    shown = (await Teaching(HOSTED).rules(kind, topic.key)).said(voice(MARKDOWN))
    words = [shown.text, *(each.label for row in shown.rows for each in row)]
    names = [*NAMES, GAMES[kind].game.title, *DIRECTIONS]
    assert [left for said in words for left in english_left(said, names)] == []


def test_a_page_of_a_language_comes_before_the_catalogue(folder: Path) -> None:
    """de_AT reads what is written for de; a page with other topics than ours is not used."""
    (folder / "logger.md").write_text("## Goal {record logger-three 24}\nFell it, {game}.\n")
    (folder / "de").mkdir()
    (folder / "de" / "logger.md").write_text("## Ziel\nFälle ihn, {game}.\n")
    (topic,) = pages.topics("logger", game="L7")
    assert (spoken("de", topic), spoken("de_AT", topic)) == (("Ziel", "Fälle ihn, L7."),) * 2
    assert spoken("fr", topic) == ("Goal", "Fell it, L7.")
    assert (topic.key, topic.shown) == ("goal", ("logger-three", 24))
    (folder / "de" / "logger.md").write_text("## Ziel\nFälle ihn.\n## Mehr\nUnd mehr.\n")
    assert spoken("de", topic) == ("Goal", "Fell it, L7.")


def spoken(language: str, topic: Topic) -> tuple[str, str]:
    speaker = replace(VOICE, locale=Locale.parse(language))
    return speaker.say(topic.title), speaker.say(topic.words)
