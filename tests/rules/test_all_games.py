"""What every game keeps to, Logger now and those to come: the promises of the engine."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.drafting import Kind, draft
from rules.english import plain
from rules.errors import Unavailable, Unread
from rules.game import (
    NATURE,
    NOBODY,
    Game,
    Option,
    Setup,
    Step,
    Vocabulary,
    WrongPhase,
)
from rules.play import (
    Seen,
    agree,
    checksum,
    legal,
    look,
    perform,
    read,
    replay,
    spelled,
    turns,
)
from rules.text import Text
from tests.rules.promises import Moment, moments
from tests.spoken import Spoken

every_game = pytest.mark.parametrize("key", GAMES)


class Foreign(Step):
    """A step of a game that nobody plays here."""


def the_log_rebuilds_every_position(kind: Kind[Any], seats: int, played: list[Moment]) -> None:
    """docs/decisions.md, 6: the log is the game; each checksum is checked on the way."""
    rows = [(n, m.seat, m.line, checksum(m.after)) for n, m in enumerate(played, 4)]
    rebuilt = list(replay(kind.game, Setup(seats), rows))
    assert [(each.n, each.before, each.after, each.events) for each in rebuilt] == [
        (n, moment.before, moment.after, moment.events) for n, moment in enumerate(played, 4)
    ]


def every_step_is_its_words(kind: Kind[Any], s: Any) -> None:
    """docs/decisions.md, 2: candidates are unique, and each word reads back to its step; what a
    player copies from a post or a menu is read as it is, in any case."""
    candidates = list(kind.game.candidates(s))
    if kind.game.actor(s) != NATURE:
        assert len({str(step) for step in candidates}) == len(candidates)
    for step in legal(kind.game, s):
        assert read(kind.game, s, str(step)) == step
        assert not set(str(step)) & set(" #\n")
        if kind.game.actor(s) >= 0:
            assert Spoken(kind.texts).parse(s, plain(str(step).upper())) == ((str(step),), "")


def apply_is_a_function_of_its_arguments(game: Game[Any], played: Moment) -> None:
    """docs/decisions.md, 1: the same step on the same position is the same, and alters
    nothing."""
    text = str(played.before)
    assert perform(game, played.before, played.line) == (played.after, [*played.events])
    assert str(played.before) == text
    assert hash(played.before) == hash(played.before)


def a_finished_game_has_a_score_for_each_seat(game: Game[Any], seats: int, s: Any) -> None:
    """docs/decisions.md, 1: it ends, nothing is legal any more, and somebody has the most."""
    assert game.actor(s) == NOBODY
    assert legal(game, s) == []
    assert list(turns(game, s)) == []
    assert len(game.scores(s)) == seats
    for step in game.candidates(s):
        assert isinstance(game.why_not(s, step), WrongPhase)


@every_game
@settings(max_examples=20)
@given(st.data(), st.integers(0, 2**32))
def test_whole_games_keep_the_promises(key: str, data: st.DataObject, seed: int) -> None:
    """docs/decisions.md, 1, 2 and 6: each game is played once, and everything that holds in every
    game is asked of it."""
    kind = GAMES[key]
    seats = data.draw(st.integers(kind.game.fewest, kind.game.most))
    played = list(moments(kind, seats, seed))
    the_log_rebuilds_every_position(kind, seats, played)
    for each in Random(seed).sample(played, min(16, len(played))):
        every_step_is_its_words(kind, each.after)
    for each in played:
        apply_is_a_function_of_its_arguments(kind.game, each)
    a_finished_game_has_a_score_for_each_seat(kind.game, seats, played[-1].after)


@every_game
def test_a_wrong_number_of_seats_is_refused(key: str) -> None:
    """docs/decisions.md, 1: in a sentence that names the right ones."""
    game = GAMES[key].game
    for seats in (game.fewest - 1, game.most + 1, 0, 99):
        with pytest.raises(Unavailable, match=rf"is for .*\b{game.most} players") as refused:
            game.new(Setup(seats))
        assert (f"{game.fewest} to {game.most}" in str(refused.value)) is (game.fewest < game.most)


@every_game
def test_a_game_has_names(key: str) -> None:
    """rules/__init__.py: the only registry; a game is found by its key and numbered by its
    letter."""
    game = GAMES[key].game
    assert game.key == key
    assert game.title
    assert len({kind.game.letter for kind in GAMES.values()}) == len(GAMES)
    assert game.rules_version >= 1


@every_game
def test_unknown_words_are_unread(key: str) -> None:
    """docs/decisions.md, 2: reading is a look-up, and safe to show."""
    game = GAMES[key].game
    s = game.new(Setup(game.fewest))
    with pytest.raises(Unread, match="I can't read `nonsense` here"):
        read(game, s, "nonsense")
    assert set(spelled(game, s)) == {str(step) for step in game.candidates(s)}


@every_game
def test_a_step_of_no_game_is_not_applied(key: str) -> None:
    """docs/decisions.md, 1: a step that the game does not know is a mistake of the caller's, and
    ends nobody's turn."""
    game = GAMES[key].game
    for seed in range(3):
        for moment in islice(moments(GAMES[key], game.fewest, seed), 0, 40, 5):
            with pytest.raises(TypeError, match="Foreign is no step of"):
                game.apply(moment.after, Foreign())


def test_a_vocabulary_is_spelt_once() -> None:
    """docs/decisions.md, 2: the words of a game that never change are not made again."""
    game = GAMES["logger"].game
    words = game.candidates(game.new(Setup(2)))
    assert isinstance(words, Vocabulary)
    assert all(words.by_word[str(step)] is step for step in words)


def test_a_draft_of_nothing_is_the_position_itself() -> None:
    """docs/decisions.md, 7: before anything is said."""
    kind = GAMES["logger"]
    s = kind.game.new(Setup(2))
    drafted = draft(kind, s, "")
    assert (drafted.said, drafted.steps, drafted.state, drafted.events) == ((), (), s, ())
    assert look(kind.game, s, (), None) == Seen(s, (), None)


@every_game
def test_options_are_agreed_on_with_every_default_written_out(key: str) -> None:
    """docs/decisions.md, 6: a record names them all; what a game does not know is refused with
    what it has."""
    game = GAMES[key].game
    agreed = agree(game, game.fewest, {})
    assert agreed == {option.name: option.default for option in game.options}
    assert agree(game, game.fewest, agreed) == agreed
    with pytest.raises(Unavailable, match=f"{game.title} has no option.*`colour`"):
        agree(game, game.fewest, {"colour": "red"})
    for option in game.options:
        with pytest.raises(Unavailable, match=f"is too long for `{option.name}`"):
            agree(game, game.fewest, {option.name: "x" * 200})


def test_an_option_is_shown_under_its_label_where_it_has_one() -> None:
    """Issue 45: people see and type plain words where records keep other ones."""
    own = Option("river", Text("The river"), "r1")
    assert (own.shown, own.said("r1")) == ("river", "r1")
    other = Option("river", Text("The river"), "r1", label="course", labels={"r1": "calm"})
    assert (other.shown, other.said("r1"), other.said("r2")) == ("course", "calm", "r2")


def test_what_is_drawn_in_secret_stays_so_unless_a_game_says_otherwise() -> None:
    """docs/decisions.md, 5: Forest Fellers shows no hand to everybody before the end."""
    game = GAMES["fellers"].game
    assert not game.shown(game.new(Setup(2)))
