"""What a game need not write itself, tried on the game of docs/new-game.md.

Source: issue 10, item 7: defaults for what most games do alike."""

from typing import Any, cast

import pytest

from rules import GAMES
from rules.deeds import Deed, Tenses
from rules.drafting import Kind, draft
from rules.english import OURS, QUIET, Brief, English
from rules.errors import Illegal, Unavailable, Unread
from rules.fellers.rules import Float
from rules.game import NATURE, TABLE, Event, Leave, Setup, Step
from rules.input import Words
from rules.logjam.position import Place as LogjamPlace
from rules.play import legal, ordinary
from rules.text import NOTHING
from tests.rules.keep import AGAIN, HIDDEN, KEEP, KIND, LIFT, Keep, KeepEnglish, Roll, Table
from tests.spoken import Choice, ChoiceGroup, Spoken

GAME, ENGLISH, TEXTS = KIND.game, Spoken(KIND.texts), KIND.texts
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
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "roll 4 2") == (("4",), "2")
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "say 4") == ((), "say 4")
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "4 2") == (("4",), "2")
    assert ENGLISH.parse(ROLLED, "nonsense") == ((), "nonsense")
    with pytest.raises(Unread, match="Send one of the words shown"):
        draft(KIND, ROLLED, "nonsense")


ROLLED_REST = (ROLLED.spoken, ROLLED.points, ROLLED.gone)


def test_what_can_be_said_is_told_and_offered_in_the_words_themselves() -> None:
    assert ENGLISH.choices(ROLLED) == "You can play `keep` or `again`."
    assert ENGLISH.summary(ROLLED) == ENGLISH.choices(ROLLED)
    ways = (Choice("keep", "keep", ""), Choice("again", "again", ""))
    assert ENGLISH.offers(ROLLED) == (ChoiceGroup("Say", ways),)
    opening = GAME.new(Setup(2))
    assert (GAME.actor(opening), ENGLISH.choices(opening)) == (
        NATURE,
        "Next, dice will be rolled or cards will be drawn.",
    )
    assert ENGLISH.offers(opening) == ()
    over, _ = GAME.apply(ROLLED, Leave(0))
    assert ENGLISH.choices(over) == "The game is over."
    assert (ENGLISH.call(over), ENGLISH.news(over, NAMES), ENGLISH.squares) == ("", "", "")
    assert ENGLISH.hands(over, NAMES) == ""


def test_what_happened_and_where_everything_stands() -> None:
    s, rolled = GAME.apply(Table((0, 2), *ROLLED_REST), Roll(4))
    assert ENGLISH.story(rolled, NAMES) == "Ann: rolls.\nAnn: gets 4."
    left, _ = GAME.apply(s, Leave(0))
    assert ENGLISH.standing(left, NAMES) == "Scores: Ann left · Ben 1."
    assert str(English.pieces(KeepEnglish(), left, NAMES)) == str(left)
    assert ENGLISH.rows(left, NAMES) == "Ann has left.\nBen is still to speak."


def test_scores_are_points_and_seats_go_by_no_letters() -> None:
    """docs/new-game.md: unless a game says otherwise."""
    assert [str(GAME.unit(n)) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert KIND.at("XY").texts is TEXTS
    assert KIND.at("XY").spelt((KEEP, AGAIN)) == "keep again"
    assert TEXTS.primer(ROLLED) == NOTHING
    assert TEXTS.hands(ROLLED, NAMES) == NOTHING


LIFTED = (Event("shows", 0, n=4), Event("takes", 1, ("b2", "b3")), Event("starts", TABLE))


def test_who_was_away_is_told_the_events_in_a_row_and_whether_they_are_in_them() -> None:
    """docs/new-game.md, `brief`: what somebody else did to the reader matters more to them."""
    said = [TEXTS.brief(ROLLED, LIFTED, NAMES, reader) for reader in (0, 1, 2)]
    assert {str(brief.told) for brief in said} == {"Ann: shows 4 · Ben: takes b2 b3"}
    assert [brief.weight for brief in said] == [QUIET, OURS, QUIET]
    assert TEXTS.brief(ROLLED, LIFTED[2:], NAMES, 0) == Brief(NOTHING, QUIET)


TAKEN = {
    "takes": Tenses(Deed("took {squares}"), Deed("take {squares}")),
    "shows": Tenses(Deed("showed {n}"), Deed("{name} shows {n}"), follows=True),
}


class Declaring(KeepEnglish):
    """Declares some of its deeds in both tenses."""

    deeds = TAKEN


def test_a_turn_that_is_not_played_is_told_in_the_imperative_and_what_follows_after_it() -> None:
    """Issue 27, item 5: one declared form beside that in which the story is told."""
    texts, took = Declaring(), (LIFTED[1], LIFTED[1], LIFTED[0], LIFTED[2])
    plan = texts.plan(took, NAMES)
    assert str(plan) == "take b2 and b3, take b2 and b3; then Ann shows 4"
    assert str(plan.shortly) == "take b2 and b3, take b2 and b3"
    assert plan == texts.plan(took, NAMES) != plan.shortly
    assert str(texts.story(LIFTED, NAMES)) == "Ann: showed 4.\nBen: took b2 and b3."
    assert str(texts.brief(ROLLED, LIFTED, NAMES, 2).told) == "Ann: showed 4 · Ben: took b2 and b3"


def test_without_declared_deeds_a_turn_that_is_not_played_is_told_by_its_words_alone() -> None:
    """docs/new-game.md: a third person in its place would tell it as if it had been played."""
    assert not TEXTS.plan(LIFTED, NAMES)
    assert str(TEXTS.plan((Event("says keep", 0),), NAMES)) == "keep the die"


class Misspelt(KeepEnglish):
    """Suggests something that it cannot read itself."""

    def phrased(self, s: Table, step: Step) -> Words:
        return ("keen",) if step == AGAIN else ()


def test_what_would_be_refused_is_not_suggested() -> None:
    """docs/decisions.md, 7: whoever says a suggested line now is not refused."""
    with pytest.raises(Unread, match="Did you mean `keep`\\?"):
        draft(Kind(Keep(), Misspelt()), ROLLED, "kee")


def test_an_example_is_some_turn_where_turns_cannot_be_compared() -> None:
    """rules/play.py, `ordinary`: the same one whenever the position is."""
    way = ordinary(GAME, ROLLED)
    assert way in [((step,), GAME.apply(ROLLED, step)[0]) for step in (KEEP, AGAIN)]
    assert way == ordinary(GAME, ROLLED)
    assert ordinary(GAME, GAME.apply(ROLLED, Leave(0))[0]) is None


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


def test_an_idea_is_a_turn_without_what_only_varies_it() -> None:
    """Of turns that share an idea, only the best is suggested."""
    step: Any = object()
    floats, placed = Float("gw"), LogjamPlace(cast(Any, None), 0)
    assert GAMES["logger"].game.idea([step]) == [step]
    assert GAMES["fellers"].game.idea([step, floats]) == [step]
    assert GAMES["fellers"].game.idea([floats]) == [floats]
    assert GAMES["logjam"].game.idea([step, placed]) == [step]
    assert GAMES["logjam"].game.idea([placed]) == [placed]


def test_a_game_without_chance_tells_of_none() -> None:
    logger = GAMES["logger"]
    assert logger.texts.chance(logger.game.new(Setup(2, {})), ("Ann", "Ben")) == NOTHING
