"""Typed lines in languages other than English, in all games that have their phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.messages.languages import languages
from rules import GAMES
from rules.drafting import Kind, at_table, draft
from rules.english import parse_line, way_name
from rules.errors import Illegal, Question, Unread
from rules.fellers import input as fellers_input
from rules.input import Language, strip_accents
from rules.logger import input as logger_input
from rules.logjam import input as logjam_input
from rules.voice import PLAIN
from tests.foreign import WHOLE
from tests.rules.everywhere import everywhere
from tests.rules.typed_lines import (
    FILES,
    MISREAD,
    POSITIONS,
    THOUGH_CLEAR,
    VERDICTS,
    typed_lines,
    verdict,
)
from tests.size import text

TABLES = {game: kind.texts.languages for game, kind in GAMES.items()}
MEANINGS = {
    "logger": logger_input.MEANINGS,
    "logjam": logjam_input.MEANINGS,
    "fellers": fellers_input.MEANINGS,
}
TYPED = [(game, each) for game, table in TABLES.items() for each in table if each != "en"]
# A language just begun may have none yet; a complete one has them for each game that it is read in.
WITH_LINES = {it for it in TYPED if it[1] in WHOLE or (FILES / it[1] / f"{it[0]}.txt").exists()}
WITH_LINES |= {(game, "en") for game in POSITIONS}
READ = [(game, language) for game, table in TABLES.items() for language in table]
in_every_language = pytest.mark.parametrize(("game", "language"), TYPED)
OF_A_PHASE, OF_A_POSITION = 3, 3  # positions and steps that are looked at


def kind_in(game: str, *languages: str) -> Kind[Any]:
    return at_table(GAMES[game], tuple("ABCDEF") if game == "logjam" else (), languages)


def sampled(game: str) -> Iterator[tuple[Any, Any]]:
    """Some positions of each phase, with some of the possible words."""
    chance = Random(8)
    for places in (each for name, each in everywhere().items() if name.split()[0] == game):
        for s in places.some(OF_A_PHASE):
            steps = places.kind.game.legal(s)
            for step in chance.sample(steps, min(OF_A_POSITION, len(steps))):
                yield s, step


@pytest.mark.parametrize(("game", "language"), [it for it in READ if it[0] in MEANINGS])
def test_all_that_can_be_meant_can_be_said_in_each_language(game: str, language: str) -> None:
    """And nothing else; except words that a table leaves to the notation."""
    meant = {meant for meant, _ in TABLES[game][language].phrases}
    assert meant <= MEANINGS[game].keys()
    assert MEANINGS[game].keys() - meant <= {"arrow"}
    assert TABLES[game][language].said.keys() == TABLES[game]["en"].said.keys()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), READ)
def test_what_is_suggested_in_a_language_is_read_in_it(game: str, language: str) -> None:
    texts, said = kind_in(game, language).texts, 0
    for s, step in sampled(game):
        for phrase in (*texts.phrase_step(s, step), texts.spelt(str(step))):
            words, rest = texts.parse(s, texts.plain(phrase))
            assert (words, rest) == ((str(step),), ""), (phrase, str(s))
            said += 1
    assert said > 20 or game not in MEANINGS


@pytest.mark.parametrize(("game", "language"), READ)
def test_what_a_menu_calls_a_step_is_read_as_that_step(game: str, language: str) -> None:
    """People type what they read: `Take corner a5 (top left)`, `Run d7 to the open edge`."""
    texts, voice, said = kind_in(game, language).texts, languages().voice(language, PLAIN), 0
    for s in dict.fromkeys(s for s, _ in sampled(game)):
        for group in texts.offers(s):
            for way in (each for each in group.ways if not each.why):
                phrase = voice.say(way.label if group.row else way_name(group, way))
                assert parse_line(texts, s, phrase) == (way.word,), f"let phrases read {phrase!r}"
                said += 1
    assert said > (20 if game in MEANINGS else 0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), sorted(WITH_LINES))
def test_lines_as_people_type_them(game: str, language: str) -> None:
    """docs/text.md: none is misread, at most a tenth of the clear ones is refused, and a table has
    the numbers of English."""
    kind, folder = kind_in(game, language, "en"), FILES / language.replace("en", ".")
    lines = list(typed_lines(game, folder))
    judged = {typed: verdict(typed, kind) for typed in lines}
    assert [typed for typed in lines if judged[typed] == MISREAD] == []
    refused = [typed for typed in lines if judged[typed] == THOUGH_CLEAR]
    assert len(refused) <= sum(typed.meant != "?" for typed in lines) / 10, refused
    assert len(lines) >= 100
    if language == "en":
        counted = [str([*judged.values()].count(each)) for each in VERDICTS]
        assert f"| {GAMES[game].game.title} | {' | '.join(counted)} |" in text("docs/text.md")


@in_every_language
def test_english_is_read_at_a_table_of_another_language(game: str, language: str) -> None:
    kind, wrong = kind_in(game, language, "en"), []
    for typed in islice(typed_lines(game), 0, None, 24):
        before, now = verdict(typed), verdict(typed, kind)
        if now != before and now in (MISREAD, THOUGH_CLEAR):
            wrong.append((typed.line, typed.meant, before, now))
    assert wrong == []


def test_what_means_two_things_is_asked() -> None:
    """In German `o` is east, in Spanish west: a player who may speak either is asked which."""
    s = next(typed.position for typed in typed_lines("logger") if typed.meant.startswith("c3 !"))
    both = kind_in("logger", "de", "es")
    assert draft(kind_in("logger", "de"), s, "geh o 1").line.split()[0] == "d3"
    with pytest.raises(Illegal, match="more than one way"):
        draft(both, s, "o 1")
    assert draft(both, s, "ve al este").line.split()[0] == "d3"
    with pytest.raises(Question):
        draft(both, s, "¿puedo ir a b3?")
    with pytest.raises(Unread):
        draft(kind_in("logger", "de"), s, "ve al este")


def test_who_is_not_understood_is_answered_in_the_language_that_they_typed() -> None:
    """docs/text.md, How a line is read: a typo of English is put right in English, everywhere."""
    s = next(typed.position for typed in typed_lines("logger") if typed.meant.startswith("c3 !"))
    kind = kind_in("logger", "de", "en")
    with pytest.raises(Unread, match="bleib"):
        draft(kind, s, "blieb")
    with pytest.raises(Illegal, match="walk first"):
        draft(kind, s, "chop d4")


def test_a_question_is_one_in_any_language_of_a_table() -> None:
    """A language that a game has no phrases for changes nothing."""
    kind = kind_in("logger", "de", "pl", "es")
    assert [each.texts.language for each in kind.read_in()] == ["de", "es", "en"]
    for line in ("kann ich nach a3", "puedo ir a a3", "can I go to a3"):
        assert kind.is_question(line)
    assert not kind.is_question("puis-je aller en a3")


def test_every_letter_with_an_accent_may_be_typed_without_it() -> None:
    """docs/text.md, Languages: also in languages that nobody has begun yet."""
    nothing = Language(phrases=(), groups={})
    for word in ("giù", "però", "così", "niño", "über", "naïf", "można"):
        pattern = re.compile(nothing.pattern(word, {}))
        assert pattern.fullmatch(word)
        assert pattern.fullmatch(strip_accents(word))
    south = Language(phrases=(), groups={}, sides={"s": "giù"})
    assert south.compass == {"s": "s", "giù": "s", "giu": "s"}
