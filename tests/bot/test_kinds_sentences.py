"""Every sentence that is said in Logjam and Forest Fellers, in whole games: whole, plain, and of
the right people.

Source: issue 2, item 7; the guide's 3.5. What is hidden is not looked for here (tests/leaks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.table import Played, ReplayState, Table
from bot.text import answers, posts, results, stories
from bot.text.fitting import LONGEST
from bot.text.options import options as my_options
from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, NO_OPTIONS, NOBODY, Event, Leave, Setup
from rules.play import answer, legal
from rules.text import Text
from rules.voice import Argument
from storage import Sitter
from tests.bot.core import CHANCE
from tests.bot.words import words
from tests.hosted import HOSTED
from tests.spoken import Spoken

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eda", "Flo")
TABLES = [
    ("logjam", 2, {}),
    ("logjam", 3, {"setup": "classic", "board": "7x9", "logs": "22334"}),
    ("logjam", 6, {"loggers": "5", "board": "12x16", "logs": "2222333344445555"}),
    ("fellers", 2, {}),
    ("fellers", 3, {"course": "random"}),
    ("fellers", 5, {"course": "B+E+G+K"}),
]
OPENING = re.compile(r"[A-Z`*<]|[a-i][0-9]+ ")


def table(kind: str, seats: int, options: dict[str, str], state: Any, *events: Event) -> Table:
    """The table after these events, as the bot has it."""
    on_turn = GAMES[kind].game.actor(state)
    sitters = tuple(Sitter(i + 1, PEOPLE[i]) for i in range(seats))
    over = on_turn == NOBODY
    game = Game(
        id=1,
        kind=kind,
        number=1,
        edition="1",
        options={"players": str(seats), **options},
        seed=b"seed",
        commitment="",
        guild=1,
        home=2,
        channel=2,
        host=1,
        n=9,
        status="over" if over else "playing",
        on_turn=on_turn if on_turn >= 0 else None,
        created=0.0,
        changed=60.0,
        sitters=sitters,
        hosted=HOSTED[kind],
    )
    lately = (Played(None, events),)
    return Table(game, 9, ReplayState(state, events, 5, CHANCE, lately=lately))


def turns(kind: str, seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[Any, Table]]:
    """A game of players who love what seldom happens: each turn's position before it, and the
    table after it with what nature answered; in the middle of it somebody leaves."""
    rules, chance = GAMES[kind].game, Random(seed)
    s: Any = rules.new(Setup(seats, options or NO_OPTIONS))
    for n in range(300):
        if rules.actor(s) == NOBODY:
            return
        before, events = s, list[Event]()
        if n == 60 and seats > 2:
            s, events = rules.apply(s, Leave(rules.actor(s) if rules.actor(s) >= 0 else 0))
        elif rules.actor(s) == NATURE:
            _, s, events = answer(rules, s, seed.to_bytes(8), n)
        while rules.actor(s) == rules.actor(before) >= 0:
            s, more = rules.apply(s, rare(legal(rules, s), chance))
            events += more
        yield before, table(kind, seats, options, s, *events)


def rare(steps: list[Any], chance: Random) -> Any:
    special = [x for x in steps if type(x).__name__ in ("Capture", "Push", "Shift", "Float")]
    home = [x for x in steps if str(x).endswith("-off") or str(x) in ("s", "se", "sw")]
    return chance.choice(special or (chance.random() < 0.7 and home) or steps)


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
    """All that a game's English says of a position, but for the drawing in words."""
    yield from (english.choices(s), english.summary(s), english.call(s), english.hand(s, 0))
    yield from (english.standing(s, names), english.news(s, names), english.pieces(s, names))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_all_that_is_said_of_a_game_is_plain(
    kind: str, seats: int, options: dict[str, str], seed: int
) -> None:
    """Stories, standings, choices, posts and answers, as the table and as each player sees it."""
    english, game = Spoken(GAMES[kind].texts), GAMES[kind].game
    for before, now in turns(kind, seats, options, seed):
        is_sentence(english.story(now.seen().events, now.names))
        views = list[Any]()
        for seat in (None, *range(seats)):  # who sees the same is told the same
            view = game.view(now.at.state, seat)
            views += [] if view in views else [view]
        for text in (text for view in views for text in said(english, view, now.names)):
            is_sentence(text)
        is_plain(english.rows(now.at.state, now.names))
        for offer in english.offers(game.view(before, game.actor(before))):
            for text in (
                offer.title,
                offer.why,
                *(part for w in offer.ways for part in (w.label, w.hint)),
            ):
                is_plain(text)
                assert text == text.strip()


@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_posts_and_answers_are_plain_and_fit(
    kind: str, seats: int, options: dict[str, str]
) -> None:
    """The turn post, the result, the board, the answer that a turn counts or is kept."""
    for _, now in turns(kind, seats, options, 3):
        story = stories.happened(now)
        texts = [posts.board(now), answers.recorded(now), answers.game_standing(now)]
        if now.running:
            texts += [
                posts.turn(now),
                posts.turn_in_words(now, story),
                my_options(now, Text("7 different turns"), ()),
            ]
            texts.append(answers.kept(now, draft(now.kind, now.mine, "")))
        if now.over:
            texts.append(results.result(now, story, []))
        for text in map(words, texts):
            is_plain(text)
            assert len(text) <= LONGEST


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_a_turn_is_told_of_who_made_it(
    kind: str, seats: int, options: dict[str, str], seed: int
) -> None:
    """The first name in the story of a turn, and in the answer that it counts, is the mover's;
    another one begins a line only to win or to leave."""
    game = GAMES[kind].game
    for before, now in turns(kind, seats, options, seed):
        mover = game.actor(before)
        if mover < 0 or any(event.verb == "leaves" for event in now.at.events):
            continue
        lines = Spoken(now.kind.texts).story(now.seen().events, now.names).split("\n")
        assert lines[0].startswith(PEOPLE[mover]), lines
        assert all("wins" in line for line in lines[1:]), lines
        counts = words(answers.recorded(now))
        assert counts.startswith(f"Your turn in {game.letter}1 counts. {PEOPLE[mover]}"), counts
