"""The engine with nature, hidden draws and `enough`, on a small game of cards."""

import pytest

from rules.drafting import draft
from rules.errors import Illegal, Unread
from rules.game import NATURE, Seat, Setup
from rules.history import BrokenLog
from rules.play import answer, perform, replay
from tests.rules.cards import CARDS, CardGame, Cards

GAME = CardGame()
START = GAME.new(Setup(2))

Row = tuple[int, Seat, str, str]


def rolled(face: str) -> Cards:
    """The first player is to play, after this roll."""
    return perform(GAME, START, face)[0]


def test_nature_speaks_until_somebody_else_is_due() -> None:
    """docs/decisions.md, 4: two hidden cards and the next roll are one answer."""
    line, s, events = answer(GAME, draft(CARDS, rolled("2"), "").state, b"seed", 5)
    assert len(line.split()) == 3
    assert (GAME.actor(s), len(s.hands[0])) == (1, 2)
    assert [event.verb for event in events] == ["draws", "gets", "draws", "gets", "rolls"]
    assert answer(GAME, s, b"seed", 6) == ("", s, [])


def test_a_draft_stops_before_nature() -> None:
    """docs/decisions.md, 7: a draft is played without nature, so undo can never peek."""
    drafted = draft(CARDS, rolled("1"), "+b")
    assert (drafted.line, drafted.complete) == ("+b", True)
    assert GAME.actor(drafted.state) == NATURE
    assert drafted.state.bag == START.bag
    with pytest.raises(Illegal, match=r"`\+r` isn't needed here\. `\+b` completes the turn"):
        draft(CARDS, rolled("1"), "+b +r")


def test_a_word_of_nature_s_is_not_the_players_to_say() -> None:
    for line in ("+b r", "2", "+b 1"):
        with pytest.raises(Unread):
            draft(CARDS, rolled("1"), line)


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
    rows: list[Row] = [(4, NATURE, "2", ""), (5, 0, "+b +r", ""), (6, NATURE, "r r 1", "")]
    n, seat, _, _ = rows[row]
    rows[row] = (n, seat, line, "00000000" if "checksum" in says else "")
    with pytest.raises(BrokenLog) as broken:
        list(replay(GAME, Setup(2), rows))
    assert str(broken.value).startswith(says)


def test_a_row_of_somebody_else_s_is_not_followed() -> None:
    with pytest.raises(BrokenLog, match="row 4: it isn't this seat's turn"):
        list(replay(GAME, Setup(2), [(4, 0, "2", "")]))


def test_what_ends_a_turn_is_not_said_for_a_word_that_is_no_more_legal_after_it() -> None:
    """docs/decisions.md, 7: after `.` chance is due, so a card that is not there is refused."""
    with pytest.raises(Illegal, match="you have no such card"):
        draft(CARDS, rolled("3"), "+r +r")
