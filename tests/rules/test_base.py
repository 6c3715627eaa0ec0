"""rules/base.py: what a game need not write itself, tried on the game of docs/new-game.md.

Source: issue 10, item 7: defaults for what most games do alike."""

import pytest

from rules.base import BaseEnglish
from rules.drafting import draft
from rules.english import Choice, ChoiceGroup
from rules.errors import Illegal, Unavailable, Unread
from rules.game import NATURE, Leave, Setup, Step
from rules.play import legal
from tests.rules.keep import AGAIN, HIDDEN, KEEP, KIND, LIFT, Keep, KeepEnglish, Roll, Table

GAME, ENGLISH = KIND.game, KIND.english
NAMES = ("Ann", "Ben")
ROLLED = Table((4, 2), (False, False), (0, 1), (False, False))


class Duel(Keep):
    title, most = "Duel", 2


class Foreign(Step):
    """A step of no game."""


def test_a_wrong_number_of_seats_is_refused_with_the_right_ones() -> None:
    with pytest.raises(Unavailable, match="Keep is for 2 to 6 players"):
        GAME.new(Setup(7))
    with pytest.raises(Unavailable, match="Duel is for 2 players"):
        Duel().new(Setup(3))


def test_a_foreign_step_is_named() -> None:
    with pytest.raises(TypeError, match="Foreign is no step of Keep"):
        GAME.apply(ROLLED, Foreign())


def test_what_is_typed_is_a_phrase_or_a_word() -> None:
    """Of the candidates, legal or not, in any case; what is neither cannot be read."""
    assert ENGLISH.parse(ROLLED, "hold again") == (("keep",), "again")
    assert ENGLISH.parse(ROLLED, "keep") == (("keep",), "")
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "4 2") == (("4",), "2")
    assert ENGLISH.parse(ROLLED, "nonsense") == ((), "nonsense")
    with pytest.raises(Unread, match="Say one of the words that are shown"):
        draft(KIND, ROLLED, "nonsense")


ROLLED_REST = (ROLLED.spoken, ROLLED.points, ROLLED.gone)


def test_what_can_be_said_is_told_and_offered_in_the_words_themselves() -> None:
    assert ENGLISH.choices(ROLLED) == "You can say `keep` or `again`."
    assert ENGLISH.summary(ROLLED) == ENGLISH.choices(ROLLED)
    ways = (Choice("keep", "keep", ""), Choice("again", "again", ""))
    assert ENGLISH.offers(ROLLED) == (ChoiceGroup("Say", ways),)
    opening = GAME.new(Setup(2))
    assert (GAME.actor(opening), ENGLISH.choices(opening)) == (NATURE, "Chance speaks next.")
    assert ENGLISH.offers(opening) == ()
    over, _ = GAME.apply(ROLLED, Leave(0))
    assert ENGLISH.choices(over) == "The game is over."
    assert (ENGLISH.call(over), ENGLISH.news(over, NAMES), ENGLISH.squares) == ("", "", "")


def test_what_happened_and_where_everything_stands() -> None:
    s, rolled = GAME.apply(Table((0, 2), *ROLLED_REST), Roll(4))
    assert ENGLISH.story(rolled, NAMES) == "Ann: rolls.\nAnn: gets 4."
    left, _ = GAME.apply(s, Leave(0))
    assert ENGLISH.standing(left, NAMES) == "Scores: Ann left · Ben 1."
    assert BaseEnglish.pieces(KeepEnglish(), left, NAMES) == str(left)
    assert ENGLISH.rows(left, NAMES) == "Ann has left.\nBen is still to speak."


def test_keep_is_what_its_page_says() -> None:
    """docs/new-game.md: a six is kept, the highest die scores, and only the cups' lifting ends
    the secret."""
    six = Table((6, 2), *ROLLED_REST)
    assert legal(GAME, six) == [KEEP]
    with pytest.raises(Illegal, match="a six is kept"):
        draft(KIND, six, "again")
    s, _ = GAME.apply(ROLLED, KEEP)
    s, _ = GAME.apply(s, AGAIN)
    assert legal(GAME, s) == list(map(Roll, range(1, 7)))
    s, _ = GAME.apply(s, Roll(4))
    assert legal(GAME, s) == [LIFT]
    assert GAME.view(s, 0).dice == (4, HIDDEN)
    assert not Keep().shown(s)
    s, events = GAME.apply(s, LIFT)
    assert [(e.verb, e.seat, e.n) for e in events[2:]] == [("scores", 0, 1), ("scores", 1, 2)]
    assert s.points == (1, 2)
    assert Keep().shown(s)
