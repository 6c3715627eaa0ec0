"""Promises of the engine for every game, and defaults for most games."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.deeds import Deed, Tenses
from rules.drafting import Kind, at_table, draft
from rules.english import OURS, QUIET, Brief, English, plain
from rules.errors import Unavailable, Unread
from rules.fellers.rules import Float
from rules.game import (
    NATURE,
    NOBODY,
    TABLE,
    Event,
    GameRules,
    Leave,
    Option,
    Setup,
    Step,
    Stop,
    WrongPhase,
)
from rules.input import Words
from rules.logjam.position import Placement as LogjamPlace
from rules.logjam.position import grid
from rules.play import (
    TRIED,
    agree,
    checksum,
    ordinary,
    perform,
    play_unattended,
    read,
    replay,
    turns,
    turns_tried,
)
from rules.text import NOTHING, Text
from tests.rules import nothanks
from tests.rules.everywhere import everywhere
from tests.rules.keep import AGAIN, KEEP, KIND, Keep, KeepEnglish, Roll, Table
from tests.rules.promises import whole_game
from tests.rules.said_there import offered
from tests.spoken import Spoken

every_game = pytest.mark.parametrize("key", GAMES)


class Foreign(Step):
    """A step of a game that nobody plays here."""


@pytest.mark.no_cover
@every_game
def test_whole_games_keep_the_promises(key: str) -> None:
    """docs/decisions.md, 1, 2 and 6: the log is the game, each word reads back to its step, a step
    has no effects, and at the end nothing is legal any more."""
    kind, game, seats = GAMES[key], GAMES[key].game, GAMES[key].game.fewest
    played = whole_game(kind, seats)
    rows = [(n, m.seat, m.line, checksum(m.after)) for n, m in enumerate(played, 4)]
    rebuilt = [(x.n, x.before, x.after, x.events) for x in replay(game, Setup(seats), rows)]
    assert rebuilt == [(n, m.before, m.after, m.events) for n, m in enumerate(played, 4)]
    for moment in Random(seats).sample(played, 5):
        every_step_is_its_words(kind, moment.after)
        text = str(moment.before)
        assert perform(game, moment.before, moment.line) == (moment.after, [*moment.events])
        assert str(moment.before) == text
    over = played[-1].after
    assert (game.actor(over), game.legal(over), [*turns(game, over)]) == (NOBODY, [], [])
    assert len(game.scores(over)) == seats
    assert all(isinstance(game.why_not(over, x), WrongPhase) for x in game.candidates(over))


def every_step_is_its_words(kind: Kind[Any], s: Any) -> None:
    """Candidates are unique. A word copied from a post or a menu is read as it is, in any case."""
    candidates = list(kind.game.candidates(s))
    if kind.game.actor(s) != NATURE:
        assert len({str(step) for step in candidates}) == len(candidates)
    for step in kind.game.legal(s):
        assert read(kind.game, s, str(step)) == step
        assert not set(str(step)) & set(" #\n")
        if kind.game.actor(s) >= 0:
            assert Spoken(kind.texts).parse(s, plain(str(step).upper())) == ((str(step),), "")


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", everywhere())
def test_legal_is_having_no_reason_against_it(name: str) -> None:
    """docs/decisions.md, 3: also in positions that no game has seen."""
    game = everywhere()[name].kind.game
    for s in everywhere()[name].some(2):
        reasons = {step: game.why_not(s, step) for step in game.candidates(s)}
        assert game.legal(s) == [step for step, reason in reasons.items() if reason is None]
        assert all(re.fullmatch(r"[a-z].*[^. ]", str(why)) for why in reasons.values() if why)


@every_game
def test_a_game_has_names(key: str) -> None:
    """rules/__init__.py: the only registry; a game has a key and the number of its letter."""
    game = GAMES[key].game
    assert game.key == key
    assert re.fullmatch("[a-z][a-z0-9]*", key), "a typed command loses other signs"
    assert 2 <= game.fewest <= game.most <= 7, "seven seats have figures"
    assert game.title
    assert len({kind.game.letter for kind in GAMES.values()}) == len(GAMES)
    assert game.rules_version >= 1


@every_game
def test_a_step_of_no_game_is_not_applied(key: str) -> None:
    """docs/decisions.md, 1: it is a mistake of the caller's, and ends nobody's turn."""
    game = GAMES[key].game
    for moment in whole_game(GAMES[key], game.fewest)[::8]:
        with pytest.raises(TypeError, match="Foreign is no step of"):
            game.apply(moment.after, Foreign())


@every_game
def test_options_are_agreed_on_with_every_default_written_out(key: str) -> None:
    """docs/decisions.md, 6: a record names them all; a refusal names the game's own."""
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
    """People see and type plain words where records have other ones."""
    own = Option("river", Text("The river"), "r1")
    assert (own.shown, own.value_label("r1")) == ("river", "r1")
    other = Option("river", Text("The river"), "r1", label="course", labels={"r1": "calm"})
    assert (other.shown, *map(other.value_label, ("r1", "r2"))) == ("course", "calm", "r2")


@every_game
def test_a_turn_for_who_is_away_is_whole_and_legal(key: str) -> None:
    game = GAMES[key].game
    for row in whole_game(GAMES[key], game.most)[:150:3]:
        if row.seat >= 0:
            line, after = play_unattended(game, row.before)
            assert perform(game, row.before, line)[0] == after


@pytest.mark.parametrize("key", ["logger", "logjam", "fellers"])
def test_who_begins_looks_at_the_first_alone(key: str) -> None:
    """Its value is at most zero, which is home; in Logger, at points and protesters."""
    game = GAMES[key].game
    rows = [row for row in whole_game(GAMES[key], 2) if row.seat >= 0]
    values = {game.liking(row.after, row.seat) for row in rows}
    assert key == "logger" or max(values) <= 0
    assert 1 < len(values) < len(rows) / 2


@pytest.mark.parametrize(("key", "phase"), [("logger", "walk"), ("logjam", "move")])
def test_the_example_of_a_call_is_legal_and_none_of_the_best(key: str, phase: str) -> None:
    """On any board; the same for the same board, and better than doing nothing."""
    game = GAMES[key].game
    for s in Random(11).sample(everywhere()[key].by_phase[phase], 6):
        way, seat = ordinary(game, s), game.actor(s)
        assert way is not None
        assert way == ordinary(game, s)
        steps, there = way
        assert perform(game, s, " ".join(map(str, steps)))[0] == there
        assert game.actor(there) != seat
        found = [each for each in islice(turns_tried(game, s), TRIED) if each is not None]
        best = max(game.appeal(after, seat) for _, after in found)
        others = [each for each in found if game.appeal(each[1], seat) < best]
        assert not others or game.appeal(there, seat) < best
        assert steps != (Stop(),) or all(each[0] == steps for each in others)


GAME, ENGLISH, TEXTS = KIND.game, Spoken(KIND.texts), KIND.texts
NAMES = ("Ann", "Ben")
ROLLED = Table((4, 2), (False, False), (0, 1), (False, False))


class Duel(Keep):
    title, most = "Duel", 2


def test_a_wrong_number_of_seats_is_refused_with_the_right_ones() -> None:
    with pytest.raises(Unavailable, match="Keep is for 2 to 6 players"):
        GAME.new(Setup(7))
    with pytest.raises(Unavailable, match="Duel is for 2 players"):
        Duel().new(Setup(3))


def test_what_is_typed_is_a_phrase_or_a_word() -> None:
    """Any candidate, legal or not, in any case; other words cannot be read."""
    assert ENGLISH.parse(ROLLED, "hold again") == (("keep",), "again")
    assert ENGLISH.parse(ROLLED, "keep") == (("keep",), "")
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "roll 4") == ((), "roll 4")
    assert ENGLISH.parse(Table((0, 0), *ROLLED_REST), "4 2") == (("4",), "2")
    assert ENGLISH.parse(ROLLED, "nonsense") == ((), "nonsense")
    with pytest.raises(Unread, match="Send one of the words shown"):
        draft(KIND, ROLLED, "nonsense")


ROLLED_REST = (ROLLED.spoken, ROLLED.points, ROLLED.gone)


def test_what_can_be_said_is_told_and_offered_in_the_words_themselves() -> None:
    assert ENGLISH.choices(ROLLED) == "You can play `keep` or `again`."
    assert ENGLISH.summary(ROLLED) == ENGLISH.choices(ROLLED)
    (group,) = ENGLISH.offers(ROLLED)
    assert offered(group) == "Choose what to do (in a row):\n  keep | keep\n  again | again"
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
    units = [str(GAMES[key].game.unit(2)) for key in ("logger", "logjam", "fellers")]
    assert units == ["2 points", "2 loggers home", "2 lumberjacks home"]
    assert at_table(KIND, ("X", "Y")).texts is TEXTS
    assert at_table(KIND, ("X", "Y")).spelt((KEEP, AGAIN)) == "keep again"
    assert TEXTS.primer(ROLLED) == NOTHING
    assert TEXTS.hands(ROLLED, NAMES) == TEXTS.chance(ROLLED, NAMES) == NOTHING


def test_a_loss_is_no_catch() -> None:
    """docs/new-game.md, `catch`: where the fewest points win, the easiest computer would otherwise
    refuse whatever costs a point."""
    game = nothanks.KIND.game
    s = game.new(Setup(3))._replace(card=20, deck=nothanks.CARDS[:-1])
    refused, taken = (game.apply(s, step)[0] for step in (nothanks.PAY, nothanks.TAKE))
    assert game.catch(s, refused, 0) == game.catch(s, taken, 0) == 0
    cheap = s._replace(pot=25)
    assert game.catch(cheap, game.apply(cheap, nothanks.TAKE)[0], 0) == 5


LIFTED = (Event("shows", 0, n=4), Event("takes", 1, ("b2", "b3")), Event("starts", TABLE))


def test_who_was_away_is_told_the_events_in_a_row_and_whether_they_are_in_them() -> None:
    """docs/new-game.md, `brief`: others' deeds to the reader matter more to them."""
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
    """One declared form beside the form of the story."""
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

    def phrase_step(self, s: Table, step: Step) -> Words:
        return ("keen",) if step == AGAIN else ()


def test_what_would_be_refused_is_not_suggested() -> None:
    """docs/decisions.md, 7: a suggested line that is said now is not refused."""
    with pytest.raises(Unread, match="Did you mean `keep`\\?"):
        draft(Kind(Keep(), Misspelt()), ROLLED, "kee")


def test_an_example_is_some_turn_where_turns_cannot_be_compared() -> None:
    """rules/play.py, `ordinary`: always the same one for a position."""
    way = ordinary(GAME, ROLLED)
    assert way in [((step,), GAME.apply(ROLLED, step)[0]) for step in (KEEP, AGAIN)]
    assert way == ordinary(GAME, ROLLED)
    assert ordinary(GAME, GAME.apply(ROLLED, Leave(0))[0]) is None


def test_an_idea_is_a_turn_without_what_only_varies_it() -> None:
    """Of turns that share an idea, only the best is suggested."""
    step: Any = object()
    floats, placed = Float("gw"), LogjamPlace(grid(6, 8), 0)
    assert GAMES["logger"].game.idea([step]) == [step]
    assert GAMES["fellers"].game.idea([step, floats]) == [step]
    assert GAMES["fellers"].game.idea([floats]) == [floats]
    assert GAMES["logjam"].game.idea([step, placed]) == [step]
    assert GAMES["logjam"].game.idea([placed]) == [placed]


def test_a_misspelt_part_is_refused_with_the_nearest_that_there_is() -> None:
    """docs/new-game.md: as soon as the class is read, so in the first test that imports it."""
    with pytest.raises(TypeError, match=r"^Bad\.wroth: GameRules has .*perhaps worth\."):
        type("Bad", (Keep,), {"wroth": lambda self: None})
    with pytest.raises(TypeError, match=r"Poor\.storey: English has .*perhaps story\."):
        type("Poor", (KeepEnglish,), {"storey": lambda self: None})


def test_what_a_game_leaves_out_has_a_default() -> None:
    game = Keep()
    s = game.new(Setup(game.fewest))
    assert GameRules.world(game, s, 0, Random(1).choice) is s
    assert not GameRules.secrets_known(game, s)
    assert game.reasons(s, s, 0) == game.figures(()) == ()
    assert (game.machine(s), game.dice(s), game.playouts(s)) == (None, None, None)
    assert game.liking(s, 0) == game.worth(s, 0)
    with pytest.raises(TypeError, match="Foreign is no step of Keep"):
        game.apply(s, Foreign())
