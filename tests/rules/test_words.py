"""The table's own words are read in one place.

Source: issue 26, "Typed rows".
"""

import pytest

from rules.game import NOBODY, TABLE
from rules.history import NO_WORD, UNKNOWN, Word, remark, table_word

WRITTEN = {
    "open 1573844352738787328": Word("open", what="1573844352738787328"),
    "join 7": Word("join", what="7"),
    "computer easy": Word("computer", what="easy"),
    "quit": Word("quit"),
    "start 1 0": Word("start", places=(1, 0)),
    "start 0 1 rematch": Word("start", what="rematch", places=(0, 1)),
    "undo 5": Word("undo", row=5),
    "leave 1": Word("leave", 1),
    "cancel": Word("cancel"),
    "expire": Word("expire"),
    "draw": Word("draw"),
    "end": Word("end"),
    "premove 1": Word("premove", 1),
    "timeout 1": Word("timeout", 1),
    "ask undo 0": Word("ask", 0, "undo"),
    "ask time 2": Word("ask", 2, "time"),
    "accept 1": Word("accept", 1),
    "decline 1": Word("decline", 1),
    "withdraw 0": Word("withdraw", 0),
    "offer 1 timeout": Word("offer", 1, "timeout"),
    "takeover 1": Word("takeover", 1),
    "back 1": Word("back", 1),
    "here 1": Word("here", 1),
    "ask moderator-undo-5 moderator": Word("ask", NOBODY, "moderator-undo-5"),
    "moderator undo": Word("moderator", what="undo"),
    "moderator skip 1": Word("moderator", 1, "skip"),
    f"{remark('wave')} 1": Word("wave", 1),
}


@pytest.mark.parametrize("line", WRITTEN)
def test_every_word_is_read_as_it_is_written(line: str) -> None:
    assert table_word(TABLE, line) == WRITTEN[line]
    assert str(WRITTEN[line]) == line


@pytest.mark.parametrize("line", ["", "undo", "undo x", "undo \u0661", "leave", "leave 1 2"])
def test_what_would_change_a_position_and_is_amiss_is_no_word(line: str) -> None:
    assert table_word(TABLE, line) is NO_WORD


@pytest.mark.parametrize("line", ["dance", "accept", "open", "join", "offer 1", "ask undo"])
def test_a_word_of_another_version_is_unknown(line: str) -> None:
    assert table_word(TABLE, line) is UNKNOWN


def test_what_is_no_number_of_a_seat_is_nobody() -> None:
    assert table_word(TABLE, "leave 01").seat == table_word(TABLE, "leave A").seat == NOBODY


def test_what_a_player_says_is_no_word_of_the_table() -> None:
    assert table_word(0, "undo 5") is NO_WORD
