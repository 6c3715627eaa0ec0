"""The sentences of posts and answers: their contents, and that they fit into a message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from bot.features.queries import my_moves as my_options
from bot.messages import answers, layouts, posts
from bot.messages.answers import parts
from bot.messages.fitting import MESSAGE_LENGTH, Stacked, fit
from bot.messages.posts import Aftermath
from bot.table.table import ReplayState, RowPlayed, Table
from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, NO_OPTIONS, NOBODY, Event, Setup
from rules.play import answers as replies
from rules.text import Text, lines
from rules.voice import Argument
from storage import Change, Line, Sitter
from tests.acting import ANN, BEN
from tests.bot.core import CHANCE, Core, game_row
from tests.bot.playing import position
from tests.bot.words import words
from tests.games import EVERY
from tests.spoken import Spoken


def positions(
    kind: str, seats: int, seed: int, *rare: str, options: Mapping[str, str] = NO_OPTIONS
) -> Iterator[ReplayState]:
    """A random game from its first turn on. rare: kinds of steps that players take if they can."""
    rules, chance = EVERY[kind].game, Random(seed)
    agreed = {option.name: option.default for option in rules.options}
    at = ReplayState(rules.new(Setup(seats, {**agreed, **options})), (), 0, CHANCE)
    yield at
    while (seat := rules.actor(at.state)) != NOBODY:
        if seat == NATURE:
            for _, state, events in replies(rules, at.state, b"%d" % seed, at.turns):
                at = at.then(state, events)
        else:
            s, told = at.state, list[Event]()
            while rules.actor(s) == seat:
                special = [step for step in rules.legal(s) if type(step).__name__ in rare]
                s, more = rules.apply(s, chance.choice(special or rules.legal(s)))
                told += more
            at = at.after_turn(seat, s, told, 0)
        yield at


@cache
def crowded() -> list[Table]:
    """Positions of a game of four with the worst names, with whole stories of ten turns."""
    names = ("*" * 32, "~" * 32, "`" * 32, "|" * 32)
    sitters = tuple(Sitter(10**18 + i, name) for i, name in enumerate(names))
    game = game_row("logger", *names, sitters=sitters)
    told, tables = list[Event](), list[Table]()
    for at in islice(positions("logger", 4, 3, "Seed", "Plant", "Protest"), 150):
        told += at.events
        tables.append(Table(game, at.turns, replace(at, events=tuple(told[-60:]))))
    return tables


def test_nothing_essential_is_lost_in_the_worst_case() -> None:
    longest = 0
    for table in crowded()[::5]:
        assert len(words(answers.turn_answer(table))) <= MESSAGE_LENGTH or len(table.at.events) > 20
        assert len(words(answers.game_standing(table))) <= MESSAGE_LENGTH
        if table.over:
            continue
        state, english = table.at.state, table.kind.texts
        drafted = draft(table.kind, state, "")
        preview = layouts.draft_layout(table, drafted, public=False)
        assert len(words(preview.text)) <= MESSAGE_LENGTH
        story = english.story(table.at.events, table.names)
        text = words(posts.turn_in_words(table, lines(*parts(story))))
        longest = max(longest, len(text))
        assert len(text) <= MESSAGE_LENGTH
        assert text.startswith(f"<@{table.game.sitters[table.actor].user}>, your turn in **L1**")
        for part in (english.summary(state), english.standing(state, table.names)):
            assert words(part) in text
        assert words(english.news(state, table.names)) in text
        assert words(story).split("\n")[-1] in text
        assert "Reply to this message" in text
        assert len(words(posts.turn(table))) <= MESSAGE_LENGTH
        board = words(posts.board(table))
        assert len(board) <= MESSAGE_LENGTH
        for part in (english.summary(state), english.pieces(state, table.names)):
            assert words(part) in board
    assert longest > 1200, "the positions are not crowded enough to prove anything"


def test_the_details_of_a_result_keep_its_verdict() -> None:
    """The older part of the story gives way first."""
    table = crowded()[-1]
    over = position("TTTTT/TTTTT/TTTTT/TTTTT/TTTTT", "a1,e5,a5,e1", points=(12, 3, 4, 5))
    table = Table(table.game, table.n, ReplayState(over, table.at.events, 99, CHANCE))
    text = words(posts.details(table, Aftermath()))
    assert len(text) <= MESSAGE_LENGTH
    assert text.startswith("**L1 is over: ")
    assert "Places: " in text


async def test_a_game_whose_log_is_damaged_is_not_guessed_at(core: Core) -> None:
    """One sentence with a reference, and no change."""
    game = await core.begin(ANN, BEN)
    await core.store.commit(game.id, game.n, Change((Line(0, "zz", ""),), "damage"))
    answer = await core.say(await core.mover(), "a1")
    assert answer.text.startswith("Something went wrong on my side (reference ")
    assert (await core.game()).n == game.n + 1


def test_fitted() -> None:
    """Cut between words, with a sign that something is missing; never longer than asked for."""
    assert fit("a b c") == "a b c"
    assert fit("one two three", 10) == "one two …"
    assert fit("one\ntwo three", 8) == "one …"
    assert len(fit("x" * 3000)) <= MESSAGE_LENGTH


def test_stacked() -> None:
    """Empty parts make no lines; the spare ones go as far as they must, and no farther."""
    assert words(Stacked(["a", "", "b"], spare=["", "a"])) == "a\nb"
    long, longer = "l" * 900, "m" * 900
    whole = Stacked(["head", long, longer, "foot"], spare=[long])
    assert words(whole) == f"head\n{long}\n{longer}\nfoot"
    cut = Stacked(["head", long, longer, long[1:], "foot"], spare=[long, longer])
    assert words(cut) == f"head\n{longer}\n{long[1:]}\nfoot"


# -- Every sentence that is said in Logjam and Forest Fellers, in whole games.


PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eda", "Flo", "Gus")

TABLES = [
    ("logjam", 3, {"setup": "classic", "board": "7x9", "logs": "22334"}),
    ("logjam", 6, {"loggers": "5"}),
    ("fellers", 2, {}),
    ("fellers", 5, {"course": "B+E+G+K"}),
]

OPENING = re.compile(r"[A-Z`*<]|[a-i][0-9]+ ")


def table(kind: str, seats: int, options: dict[str, str], state: Any, *events: Event) -> Table:
    on_turn = EVERY[kind].game.actor(state)
    game = game_row(
        kind,
        *PEOPLE[:seats],
        options={"players": str(seats), **options},
        status="over" if on_turn == NOBODY else "playing",
        on_turn=on_turn if on_turn >= 0 else None,
        changed=60.0,
    )
    lately = (RowPlayed(None, events),)
    return Table(game, 9, ReplayState(state, events, 5, CHANCE, lately=lately))


def is_plain(text: str) -> None:
    """Nothing of the program shows, nothing is doubled, and every line is whole."""
    for line in filter(None, text.split("\n")):
        assert "  " not in line, text
        assert not re.search(r"None|-1\b|-2\b|\(\)|\[\]|\.\.(?!\.)|, ,| ,|: \.|: ;", line), text
        assert not re.search(r"Phase|Event|Stop\(|WrongPhase|HIDDEN|\?\?", line), text


def is_sentence(text: str) -> None:
    is_plain(text)
    for line in filter(None, text.split("\n")):
        assert OPENING.match(line), text
        assert line.endswith((".", ":", "…")), text


def said(english: Spoken[Any], s: Any, names: Sequence[Argument]) -> Iterator[str]:
    """Everything that a game's English says of a position, except the drawing in words."""
    yield from (english.choices(s), english.summary(s), english.call(s), english.hand(s, 0))
    yield from (english.standing(s, names), english.news(s, names), english.pieces(s, names))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_all_that_is_said_of_a_game_is_plain(
    kind: str, seats: int, options: dict[str, str]
) -> None:
    """The mover is named first; another one begins a line only to win or to leave."""
    english, game = Spoken(GAMES[kind].texts), GAMES[kind].game
    rare = ("Capture", "Push", "Shift", "Float")
    played = islice(positions(kind, seats, 1, *rare, options=options), 200)
    for before, at in list(pairwise(played))[::10]:  # a sample
        now = table(kind, seats, options, at.state, *at.events)
        story = english.story(now.view_of().events, now.names)
        is_sentence(story)
        mover = game.actor(before.state)
        if mover >= 0 and all(event.verb != "leaves" for event in now.at.events):
            first, *others = story.split("\n")
            assert first.startswith(PEOPLE[mover]), story
            assert all("wins" in line for line in others), story
            counts = words(answers.turn_answer(now))
            assert counts.startswith(f"Turn played in {game.letter}1. {PEOPLE[mover]}"), counts
        views = list[Any]()
        for seat in (None, *range(seats)):  # seats with the same view read the same
            view = game.view(now.at.state, seat)
            views += [] if view in views else [view]
        for text in (text for view in views for text in said(english, view, now.names)):
            is_sentence(text)
        is_plain(english.rows(now.at.state, now.names))
        for offer in english.offers(game.view(before.state, mover)):
            named = (part for w in offer.ways for part in (w.label, w.hint))
            for text in (offer.title, offer.why, *named):
                is_plain(text)
                assert text == text.strip()
        for text in map(words, posted(now)):
            is_plain(text)
            assert len(text) <= MESSAGE_LENGTH


def posted(now: Table) -> Iterator[Text]:
    """The turn post, the result, the board, the answer to a played turn and to a draft."""
    story = answers.story_since(now)
    yield from (posts.board(now), answers.turn_answer(now), answers.game_standing(now))
    if now.running:
        yield from (posts.turn(now), posts.turn_in_words(now, story))
        yield my_options(now, Text("7 possible turns"), ())
        yield layouts.draft_layout(now, draft(now.kind, now.mine, ""), public=False).text
    if now.over:
        yield from (posts.result(now, Aftermath()), posts.details(now, Aftermath()))
