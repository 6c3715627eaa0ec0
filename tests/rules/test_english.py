"""Every legal word is offered, every event told, and each sentence said in any language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules import GAMES, english
from rules.english import English
from rules.errors import Refused
from rules.game import NATURE, Event, Leave, Setup
from rules.play import read
from rules.text import Text
from tests.approved import Example, examples, files, sections
from tests.pseudo import english_left, voice
from tests.rules.everywhere import everywhere
from tests.rules.promises import whole_game
from tests.rules.said_there import PEOPLE, SaidThere
from tests.spoken import Spoken

every_game = pytest.mark.parametrize("key", GAMES)
SIDES = {"nw", "ne", "sw", "se"}


def fact(said: str) -> Event:
    verb, *more = said.split()
    at = tuple(x for x in more if x[0] not in "=@")
    n = next((int(x[1:]) for x in more if x[0] == "="), 0)
    return Event(verb, NATURE if verb == "chooses" else 0, at, n, 0 if "@" in more else None)


(FILE,) = files(__file__)
TOLD = [Example(FILE, *section) for section in sections(FILE).items() if section[0]]
EVENTS = {
    each.name: [fact(x) for said in each.blocks() for x in said.splitlines()] for each in TOLD
}


def source(key: str) -> Iterator[ast.AST]:
    for file in (Path(rules.__path__[0]) / key).glob("*.py"):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("example", examples(__file__))
def test_each_event_is_told(example: Example) -> None:
    """docs/decisions.md, 1: the story says each fact of a step: who, and then what."""
    texts = Spoken(GAMES[example.name].texts)
    example.judge(lambda said: [texts.story([fact(x)], PEOPLE) for x in said.splitlines()])


@pytest.mark.parametrize("key", EVENTS)
def test_there_is_an_event_for_every_verb(key: str) -> None:
    words, made = set[str](), set[str]()
    for node in source(key):
        if isinstance(node, ast.Constant):
            words.add(str(node.value))
        if isinstance(node, ast.Call) and re.search("Event$|_event$|tell$", ast.unparse(node.func)):
            spelt = [x for arg in node.args[:2] for x in (arg, *ast.iter_child_nodes(arg))]
            made |= {x.value for x in spelt if isinstance(x, ast.Constant) and type(x.value) is str}
    assert made <= {event.verb for event in EVENTS[key]} <= words


@every_game
def test_an_unknown_verb_is_never_passed_over_in_silence(key: str) -> None:
    """docs/decisions.md, 1: a new verb without a sentence is a bug that shows."""
    try:
        told = Spoken(GAMES[key].texts).story([Event("dances", 0)], PEOPLE)
    except (KeyError, ValueError) as unknown:
        told = str(unknown)
    assert "dances" in told


@pytest.mark.no_cover
@pytest.mark.parametrize("name", everywhere())
def test_the_offers_are_exactly_what_is_legal(name: str) -> None:
    """docs/decisions.md, 3: each legal word with a label, and a kind without one says why."""
    kind = everywhere()[name].kind
    explains = type(kind.texts).offers is not English.offers
    for s in everywhere()[name].some(5):
        offers = Spoken(kind.texts).offers(s)
        ways = [way for offer in offers for way in offer.ways]
        assert {way.word for way in ways if not way.why} == set(map(str, kind.game.legal(s)))
        assert len({offer.title for offer in offers}) == len(offers)
        for offer in offers:
            assert offer.ways or offer.why, f"{offer.title}: leave it out, or say why it's empty"
            assert all(way.label and len(way.hint) <= 100 for way in offer.ways)
            bare = [way.word for way in offer.ways if explains and not way.hint]
            assert not bare, f"{name}: write a hint (its result) for {bare} in `offers`"
            words = {way.word for way in offer.ways}
            narrow = offer.row and explains
            assert len(offer.ways) <= 5 if narrow else len(words) == len(offer.ways)
        for way in ways:
            if way.why:
                assert way.why == str(kind.game.why_not(s, read(kind.game, s, way.word)))


def untranslated(text: object) -> list[str]:
    """The words that did not go through the catalogue."""
    assert isinstance(text, Text), text
    return [word for word in english_left(voice().say(text), PEOPLE) if word not in SIDES]


def sayings(kind: Any, s: Any, chance: Random) -> Iterator[Text]:
    """Every sentence about a position, and some reasons in it."""
    texts, names = kind.texts, PEOPLE[: len(kind.game.scores(s))]
    yield texts.squares
    yield from (say(s) for say in (texts.manner, texts.call, texts.choices, texts.summary))
    yield from (texts.hand(s, seat) for seat in range(len(names)))
    told = (texts.standing, texts.news, texts.pieces, texts.rows, texts.hands)
    yield from (say(s, names) for say in told)
    yield texts.primer(s)
    for group in texts.offers(s):
        yield from (group.title, group.why)
        if type(texts).offers is not english.English.offers:  # it is in the game's own words
            yield from (x for way in group.ways for x in (way.label, way.hint, way.why))
    candidates = list(kind.game.candidates(s))
    for step in chance.sample(candidates, min(9, len(candidates))):
        if reason := kind.game.why_not(s, step):
            yield reason


@pytest.mark.no_cover
@pytest.mark.parametrize("name", everywhere())
def test_whatever_is_said_of_a_position_can_be_said_in_any_language(name: str) -> None:
    """docs/text.md: a player of another language sees no word of English."""
    kind, chance = everywhere()[name].kind, Random(4)
    for s in everywhere()[name].some(2):
        for seen in (s, kind.game.apply(s, Leave(0))[0] if any(kind.game.scores(s)[:1]) else s):
            assert [x for text in sayings(kind, seen, chance) for x in untranslated(text)] == []


@pytest.mark.no_cover
@every_game
def test_so_can_every_story(key: str) -> None:
    kind = GAMES[key]
    told = [kind.texts.story([event], PEOPLE) for event in EVENTS.get(key, ())]
    for seats in (kind.game.fewest, kind.game.most):
        for moment in whole_game(kind, seats)[:40]:
            s = moment.steps[-1][2]
            told += [english.story(kind.texts, moment.events, PEOPLE)]
            told += [kind.texts.brief(s, moment.events, PEOPLE, seat).told for seat in range(seats)]
            told += [kind.texts.plan(moment.events, PEOPLE)] if moment.seat >= 0 else []
    assert [word for text in told for word in untranslated(text)] == []


COURSES = ("A+Z", "A+A", "A+B", "A+C+E+G+I", "D+F+H+K+A", "")
REFUSED = [
    ("logjam", "board", "1x1"),
    ("logjam", "logs", "9"),
    ("logjam", "setup", "slow"),
    *(("fellers", "course", course) for course in COURSES),
]


@every_game
def test_so_can_every_option(key: str) -> None:
    """docs/text.md; the parts of a river have names."""
    for option in GAMES[key].game.options:
        values = option.meaning.values() if option.name != "course" else ()
        assert [word for x in (option.about, *values) for word in untranslated(x)] == []


def test_so_can_a_refused_option() -> None:
    """docs/text.md: names of options and their values are typed, so they are not translated."""
    for key, option, value in REFUSED:
        game = GAMES[key].game
        known = {x for each in game.options for x in (each.name, *each.choices)}
        with pytest.raises(Refused) as refused:
            game.new(Setup(2, {option: value}))
        assert {*untranslated(refused.value.text)} <= {value, *known}


class InAnotherLanguage(SaidThere):
    """Refusals are in the pseudo-language; typed words stay as they were typed."""

    def answer(self, line: str) -> str:
        if line[0] not in ">|":
            return ""
        try:
            self.ask(line)
        except Refused as refused:
            typed = re.findall(r"\w+", line.casefold())
            return ", ".join(set(untranslated(refused.text)) - set(typed))
        return ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", files(str(Path(__file__).with_name("test_said_there.py"))), ids=lambda it: it.stem
)
def test_so_can_every_refusal_of_the_examples(file: Path) -> None:
    for name, text in sections(file).items():
        said, example = InAnotherLanguage(), Example(file, name, text)
        assert "".join(word for block in example.blocks() for word in said(block)) == "", name
