"""Few words above a post's picture, in all states of all games (decision 59)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bot.features.turning_points import AHEAD, BEHIND, LEVEL, SQUARES, line
from bot.messages import cards, layouts, posts
from bot.messages.cards import details
from bot.messages.fitting import CARD, RESULT
from bot.messages.posts import Aftermath
from bot.table.game import CLOCK, LOBBY_CLOSES, Game
from bot.table.reminders import MOST_REMINDERS
from bot.table.table import ReplayState, Table
from rules.ending import Ending, Highlight
from rules.game import NOBODY, Leave
from rules.text import Code, Text
from rules.voice import ENGLISH, Medium, MomentStyle
from storage import Former, Rating, RatingChange, Sitter, Timer
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import Core, game_row
from tests.bot.messages.test_call import called
from tests.bot.messages.test_sentences import PEOPLE, positions
from tests.bot.words import words
from tests.games import EVERY

LONG = [
    f"{first} Maria von und"
    for first in ("Anna", "Benjamin", "Cyrus", "Deirdre", "Esmeralda", "Florentina", "Gustav")
]
SEATS = [(key, kind.game.most) for key, kind in EVERY.items()]
every_table = pytest.mark.parametrize(("kind", "seats"), SEATS)
DUE = 1_790_000_000.0


class _Eyes(Medium):
    """Mentions are names, and how long something is takes three words."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return "in 2 days" if style == "R" else None


EYES = replace(ENGLISH, medium=_Eyes())


def read(text: Text) -> list[str]:
    return EYES.say(text).split()


def lobbies(kind: str, seats: int, names: Sequence[str]) -> Iterator[Game]:
    """With one person, more, and computers; at every pace, with options, not rated, a rematch."""
    rules = EVERY[kind].game
    usual = {option.name: option.default for option in rules.options}
    strange = {"boards": "keep", "substitute": "strong", "weekends": "stop", "vacations": "none"}
    rematch = {"order": " ".join(str(11 + n) for n in range(seats))}
    people = [Sitter(11 + n, name) for n, name in enumerate(names[:seats])]
    machines = [Sitter(-1 - n, f"Spruce {n}", computer="strong") for n in range(seats - 1)]
    companies = people[:1], people[:-1], people, [people[0], *machines]
    paces = [{**strange, **rematch, "pace": pace} for pace in ("steady", "relaxed", "long", "none")]
    for more in ({}, strange, {"rated": "no"}, rematch, *paces):
        options = {"players": str(seats), "pace": "brisk", **usual, **more}
        for sitters in companies:
            game = game_row(kind, options=options, sitters=tuple(sitters), status="lobby")
            yield replace(game, timers=(Timer(1, 1, LOBBY_CLOSES, DUE, ""),), on_turn=None)


@every_table
def test_the_card_of_a_lobby_has_40_words(kind: str, seats: int) -> None:
    """With names of four words. Details has the rest; no post has a number of 64 digits."""
    for game in lobbies(kind, seats, LONG):
        said = cards.lobby(game).text
        assert len(read(said)) <= CARD, ENGLISH.say(said)
        assert all(len(word) < 40 for word in words(said).split())
        whole = words(details(game).text)
        assert all(sitter.name in whole for sitter in game.sitters)
        assert f"<t:{DUE:.0f}:F>" in whole
        assert len(read(cards.begins(game))) <= CARD


def cards_of(game: Game, table: Table) -> Iterator[Text]:
    """The lobby message of a game that has begun: here or in a thread, waiting, over, or closed."""
    yield cards.card(replace(game, status="lobby", settled=True), None).text
    yield cards.card(replace(game, channel=game.home), table).text
    thread = replace(game, channel=game.home + 1, timers=(Timer(1, 1, CLOCK, DUE, "0"),))
    there = replace(table, game=thread)
    for reminded in (0, MOST_REMINDERS):
        for ignoring in (False, True):
            yield cards.card(thread, there, reminded=reminded, ignoring=ignoring).text
    yield cards.card(replace(thread, status="cancelled"), None).text
    yield cards.move_notice(thread)
    yield layouts.closing_line(replace(thread, status="cancelled"), begun=True, by=99).text


@cache
def ends(kind: str, seats: int) -> tuple[ReplayState, ...]:
    """A game played to its end, or far enough, and the same with all others gone."""
    rules, played = EVERY[kind].game, [*islice(positions(kind, seats, 1), 150)]
    gone = next(at for at in played if at.turns == seats)
    for seat in range(1, seats):
        if rules.actor(gone.state) != NOBODY:
            state, events = rules.apply(gone.state, Leave(seat))
            gone = gone.then(state, events)
    return played[-1], gone


def at_its_end(kind: str, at: ReplayState, names: Sequence[str], **columns: Any) -> Table:
    """The table at that final position; by agreement where the rules would continue."""
    game = game_row(kind, *names, status="over", on_turn=None, changed=9e6, **columns)
    return Table(game, game.n, at)


def aftermaths(game: Game) -> Iterator[Aftermath]:
    """Rated, not rated for every reason, with hints, and with time that ran out."""
    best = Highlight(0, 12, Text("longest row: {n} trees", n=3))
    yield Aftermath(best)
    before, after = Rating(1_500_000, 90_000, 20), Rating(1_560_000, 80_000, 21)
    moved = [RatingChange("", {sitter.user: (before, after) for sitter in game.sitters})]
    reasons = ("casual", "computers", "excused", "early", "rematch")
    moved += [RatingChange(why, {}) for why in reasons]
    hints = dict.fromkeys(range(len(game.sitters)), 7)
    for each in moved:
        rated = posts.rating_changes(game, each, [Text("Ann")] * len(game.sitters))
        yield Aftermath(best, rated, hints, tuple(range(1, len(game.sitters))))


@pytest.mark.slow
@every_table
def test_a_result_has_45_words(kind: str, seats: int) -> None:
    """A seventh player adds six. All are mentioned, once, and Details has the rest."""
    digest = Code("L7:31:3f9a-12c0-77de")
    former = (Former(1, 3, 77, "Nobody Anybody knew"),)
    for at in ends(kind, seats):
        table = at_its_end(kind, at, LONG[:seats], former=former)
        for aftermath in aftermaths(table.game):
            text = posts.result(table, aftermath, digest)
            assert len(read(text)) <= RESULT + 6 * max(0, seats - 6), ENGLISH.say(text)
            said = words(text)
            for sitter in table.game.sitters:
                assert said.count(f"<@{sitter.user}>") == 1, said
            assert all(len(word) < 40 for word in said.split())
            assert "Best moment: " in words(posts.details(table, aftermath))


@every_table
def test_the_card_of_a_game_has_40_words(kind: str, seats: int) -> None:
    for now in called(kind, seats, 0)[::6]:
        people = tuple(Sitter(11 + n, name) for n, name in enumerate(LONG[:seats]))
        for sitters in (people, tuple(replace(s, computer="strong") for s in people)):
            game = replace(now.game, sitters=(people[0], *sitters[1:]))
            for said in cards_of(game, replace(now, game=game)):
                assert len(read(said)) <= CARD, ENGLISH.say(said)


@every_table
def test_a_line_is_of_signs_alone(kind: str, seats: int) -> None:
    for at in ends(kind, seats):
        table = at_its_end(kind, at, PEOPLE[:seats])
        scores = [tuple((n * (seat + 2)) % 7 for seat in range(seats)) for n in range(34)]
        ending = Ending(tuple(scores), Text("points"), None)
        for seat in range(seats):
            said = line(table, ending, seat)
            sign, name, squares, end = said.split()
            assert (sign, name) == (table.kind.game.sign, f"{table.kind.game.letter}1")
            assert set(squares) <= {AHEAD, LEVEL, BEHIND}
            assert len(squares) == SQUARES
            assert not re.search(r"[\w]", end)


def test_where_the_fewest_points_win_whoever_has_fewer_is_ahead() -> None:
    """rules/game.py, `lowest_wins`: such a game has its line without code of its own."""
    table = at_its_end("chips", ends("chips", 3)[0], PEOPLE[:3])
    ending = Ending(((0, 0, 0), (5, 0, 9), (5, 7, 9)), Text("points"), None)
    squares = [line(table, ending, seat).split()[2] for seat in range(3)]
    assert squares == [BEHIND + AHEAD, AHEAD + BEHIND, BEHIND + BEHIND]


async def told(core: Core, who: Person) -> str:
    return (await core.do(who, "line", game=1)).text


async def test_the_button_shows_the_line_to_who_presses(core: Core) -> None:
    await core.begin(ANN, BEN)
    await core.play("a1", "e5", "b1 +c1", "d5 +c5")
    await core.deliver()
    assert "once it's over" in await told(core, ANN)
    await core.resign(ANN)
    await core.deliver()
    result = core.transport.messages[-1]
    assert "Share Result" in [button.label for button in result.buttons]
    posted = len(core.transport.messages)
    ann, ben, eve = [await told(core, who) for who in (ANN, BEN, EVE)]
    assert ann.split("\n")[0] == "`🌲 L1 🟨🟨🟨🟨 🏳️`"
    assert ben.split("\n")[0] == "`🌲 L1 🟨🟨🟨🟨 🏆`"
    assert eve == ben
    assert "From Ann's seat" in ann
    assert len(core.transport.messages) == posted, "nobody else sees it"
