"""The engine with nature, hidden draws and `enough`, on a small game of cards.

Logger has none of these; the games to come do, and the engine must carry them as it is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.drafting import Kind, draft
from rules.errors import Finished, Illegal, Unread
from rules.game import NATURE, NOBODY, Event, Seat, Setup
from rules.history import BrokenLog
from rules.play import answer, checksum, legal, look, perform, read, replay
from rules.text import Text
from tests.rules.cards import CARDS, CardEnglish, CardGame, Cards, Due

GAME = CardGame()
START = GAME.new(Setup(2))

Row = tuple[int, Seat, str, str]


@dataclass(frozen=True)
class Played:
    """A row of a log, with the position before and after it."""

    row: Row
    before: Cards
    after: Cards
    events: list[Event]


def game(seed: bytes) -> Iterator[Played]:
    """A whole game: nature answers from the seed, the players take the first way."""
    s, n = START, 4
    while GAME.actor(s) != NOBODY:
        seat = GAME.actor(s)
        line, there, events = answer(GAME, s, seed, n) if seat == NATURE else first_turn(s, n)
        yield Played((n, seat, line, checksum(there)), s, there, events)
        s, n = there, n + 1


def first_turn(s: Cards, n: int) -> tuple[str, Cards, list[Event]]:
    word = str(legal(GAME, s)[n % 2 % len(legal(GAME, s))])
    drafted = draft(CARDS, s, word)
    return drafted.line, drafted.state, list(drafted.events)


def rolled(face: str) -> Cards:
    """The first player is to play, after this roll."""
    return perform(GAME, START, face)[0]


any_seed = st.binary(min_size=8, max_size=8)


@given(any_seed)
def test_the_log_rebuilds_the_game_without_its_seed(seed: bytes) -> None:
    """docs/decisions.md, 4 and 6: what nature said stands in the log like any other line."""
    played = list(game(seed))
    assert played[-1].after.due is Due.OVER
    rebuilt = list(replay(GAME, Setup(2), [p.row for p in played]))
    assert [(each.n, each.seat, each.after, [*each.events]) for each in rebuilt] == [
        (p.row[0], p.row[1], p.after, p.events) for p in played
    ]


@given(any_seed)
def test_nature_answers_the_same_when_asked_again(seed: bytes) -> None:
    """docs/decisions.md, 4: a commit that is repeated repeats the roll and the cards."""
    assert [p.row for p in game(seed)] == [p.row for p in game(seed)]


def test_nature_s_answer_depends_on_the_row() -> None:
    """docs/decisions.md, 4: the place in the log decides, so no roll can be had again."""
    lines = {answer(GAME, START, b"seed", n)[0] for n in range(30)}
    assert lines == {"1", "2", "3"}


def test_nature_speaks_until_somebody_else_is_due() -> None:
    """docs/decisions.md, 4: two hidden cards and the next roll are one answer."""
    line, s, events = answer(GAME, draft(CARDS, rolled("2"), "").state, b"seed", 5)
    assert len(line.split()) == 3
    assert (GAME.actor(s), len(s.hands[0])) == (1, 2)
    assert [event.verb for event in events] == ["draws", "gets", "draws", "gets", "rolls"]
    assert answer(GAME, s, b"seed", 6) == ("", s, [])


def test_repeats_are_weights() -> None:
    """docs/decisions.md, 5: nature's legal steps keep their repeats, players' are unique."""
    assert Counter(map(str, legal(GAME, START))) == {"1": 2, "2": 1, "3": 1}
    assert len(set(legal(GAME, rolled("3")))) == len(legal(GAME, rolled("3")))


def test_every_word_reads_back_to_itself() -> None:
    """docs/decisions.md, 2: nature's words too, although several candidates share one."""
    for s in (START, rolled("3"), perform(GAME, rolled("1"), "+b")[0]):
        for step in legal(GAME, s):
            assert read(GAME, s, str(step)) == step
        with pytest.raises(Unread, match="I can't read `7` here"):
            read(GAME, s, "7")


def test_a_draft_stops_before_nature() -> None:
    """docs/decisions.md, 7: a draft is played without nature, so undo can never peek."""
    drafted = draft(CARDS, rolled("1"), "+b")
    assert (drafted.line, drafted.complete) == ("+b", True)
    assert GAME.actor(drafted.state) == NATURE
    assert drafted.state.bag == START.bag
    with pytest.raises(Illegal, match=r"`\+r` isn't needed here\. `\+b` completes the turn"):
        draft(CARDS, rolled("1"), "+b +r")


def test_what_needs_no_saying_is_found_by_looking_ahead() -> None:
    """docs/decisions.md, 7: with a 2 both cards must be played, in whichever order."""
    drafted = draft(CARDS, rolled("2"), "")
    assert (drafted.line, drafted.said, drafted.complete) == ("+b +r", (), True)
    for said in ("+b", "+r", "+r +b", "+b +r"):
        assert draft(CARDS, rolled("2"), said).state == drafted.state
    assert GAME.forced(rolled("1")) is None
    assert GAME.forced(rolled("3")) is None


def test_enough_is_implied_by_a_typed_line_only() -> None:
    """docs/decisions.md, 7: with a 3 the mover may stop after the first card."""
    assert draft(CARDS, rolled("3"), "+r").line == "+r ."
    pressed = draft(CARDS, rolled("3"), "+r", typed=False)
    assert (pressed.line, pressed.complete) == ("+r", False)
    assert draft(CARDS, rolled("3"), "+r +b").line == "+r +b"
    with pytest.raises(Illegal, match="you must play a card"):
        draft(CARDS, rolled("3"), ".")


def test_a_word_of_nature_s_is_not_the_players_to_say() -> None:
    """docs/decisions.md, 4: neither before nor after the turn."""
    for line in ("+b r", "2", "+b 1"):
        with pytest.raises(Unread):
            draft(CARDS, rolled("1"), line)


def test_nothing_can_be_said_when_it_is_over() -> None:
    """docs/decisions.md, 1: nobody speaks any more."""
    *_, last = game(b"seed")
    with pytest.raises(Finished):
        draft(CARDS, last.after, "+b")
    assert legal(GAME, last.after) == []


@given(any_seed)
def test_a_secret_card_is_seen_by_its_owner_alone(seed: bytes) -> None:
    """docs/decisions.md, 5: at each hidden draw all possible cards are tried; everybody but the
    one who draws sees the same position and the same events."""
    for played in game(seed):
        s = played.before
        if s.due is not Due.DRAW:
            continue
        outcomes = [GAME.apply(s, step) for step in set(legal(GAME, s))]
        for seat in (1 - s.mover, None):
            seen = {look(GAME, there, events, seat) for there, events in outcomes}
            assert len(seen) == 1
        own = {look(GAME, there, events, s.mover) for there, events in outcomes}
        assert len(own) == len(outcomes)


@given(any_seed)
def test_looking_at_what_was_seen_changes_nothing(seed: bytes) -> None:
    """docs/decisions.md, 5: a view is a position too, and its view is itself."""
    for played in game(seed):
        for seat in (0, 1, None):
            seen = look(GAME, played.after, played.events, seat)
            assert look(GAME, seen.state, seen.events, seat) == seen
            assert seen.seat == seat
            assert "b" not in "".join(seen.state.hands[i] for i in (0, 1) if i != seat)


@pytest.mark.parametrize(
    ("row", "line", "says"),
    [
        (0, "7", "row 4: that draw or roll isn't possible here"),
        (1, "+b +b", "row 5: `+b`: you have no such card."),
        (1, "+b +r b", "row 5: `b`: the turn had already ended."),
        (1, "", "row 5: the turn isn't finished"),
        (2, "b", "row 6: the turn isn't finished"),
        (2, "b b 3", "row 6: the position has checksum"),
    ],
)
def test_a_log_that_cannot_be_followed_is_told_by_its_row(row: int, line: str, says: str) -> None:
    """docs/decisions.md, 6: whichever row is wrong, and why."""
    rows: list[Row] = [(4, NATURE, "2", ""), (5, 0, "+b +r", ""), (6, NATURE, "r r 1", "")]
    n, seat, _, _ = rows[row]
    rows[row] = (n, seat, line, "00000000" if "checksum" in says else "")
    with pytest.raises(BrokenLog) as broken:
        list(replay(GAME, Setup(2), rows))
    assert str(broken.value).startswith(says)


def test_a_row_of_somebody_else_s_is_not_followed() -> None:
    """docs/decisions.md, 6: who speaks is part of the log."""
    with pytest.raises(BrokenLog, match="row 4: it isn't this seat's turn"):
        list(replay(GAME, Setup(2), [(4, 0, "2", "")]))


def test_a_checksum_tells_the_truth_from_a_view() -> None:
    """docs/decisions.md, 6: a checksum is of the text of a position, secrets and all."""
    assert checksum(START) == checksum(GAME.new(Setup(2)))
    assert checksum(START) != checksum(GAME.view(START, None))


def test_what_ends_a_turn_is_not_said_for_a_word_that_is_no_more_legal_after_it() -> None:
    """docs/decisions.md, 7: after `.` chance is due, so a card that is not there is refused."""
    with pytest.raises(Illegal, match="you have no such card"):
        draft(CARDS, rolled("3"), "+r +r")


class Strict(CardEnglish):
    """Refuses to read a card that is not in the hand."""

    def parse(self, s: Cards, text: str) -> tuple[tuple[str, ...], str]:
        word, _, rest = text.partition(" ")
        if word[1:] not in s.hands[s.mover]:
            raise Illegal(Text("There's no card {card}.", card=word[1:]))
        return (word,), rest


def test_a_phrase_that_says_nothing_now_may_name_what_filled_itself_in() -> None:
    """docs/decisions.md, 7: both cards have filled themselves in, so neither is in the hand."""
    strict = Kind(GAME, Strict())
    assert draft(strict, rolled("2"), "+b").state == draft(CARDS, rolled("2"), "+b").state
    with pytest.raises(Illegal, match="There's no card x"):
        draft(strict, rolled("2"), "+x")
