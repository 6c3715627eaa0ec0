"""The last picture of a game, and facts worth knowing about how somebody plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules import GAMES
from rules.ending import Ending, Highlight, drawn_game, ending_of, seats_by_place, tie_break, untold
from rules.game import NOBODY, Event, Frame, GameRules, Leave, Played, Setup
from rules.play import frames, replay, winners
from rules.record import parse
from rules.voice import ENGLISH
from tests.approved import Approved
from tests.rules import nothanks
from tests.rules.keep import Keep, Table
from tests.rules.nothanks import NONE, UNSEEN, Offer

RECORDS = Path(__file__).parents[2] / "seeds/records"


def ending(name: str) -> tuple[GameRules[Any], list[Frame[Any]], Ending]:
    record = parse((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    game = GAMES[record.kind].game
    return game, (played := list(frames(game, record))), ending_of(game, played)


def test_a_curve_has_a_point_for_each_turn_and_ends_with_the_winner() -> None:
    for path in RECORDS.glob("*.txt"):
        game, played, told = ending(path.stem)
        turns, best = sum(f.seat >= 0 for f in played), winners(game, played[-1].after)
        assert len(told.scores) == turns + 1
        assert max(told.scores[-1]) == told.scores[-1][best[0]]
        assert told.moment is not None
        assert 1 <= told.moment.turn <= turns


def test_points_below_zero_keep_their_sign_and_steps_to_go_have_none() -> None:
    """In No Thanks! chips are points off. Steps to go are negative, as fewer are better."""
    game = nothanks.KIND.game
    points = untold(game, game.new(Setup(3)))
    assert [points.show_score(n) for n in points.scores[0]] == ["-11"] * 3
    *_, steps = ending("logjam-three")
    assert min(steps.scores[0]) < 0
    assert steps.show_score(-7) == "7"


def test_the_moment_is_what_the_game_finds_remarkable() -> None:
    remarks = {"logger-two": "longest row: ", "logjam-three": "best roll: a "}
    for name, remark in (remarks | {"fellers-three": "best turn: "}).items():
        *_, told = ending(name)
        assert told.moment is not None
        assert str(told.moment.told).startswith(remark)


def test_who_has_left_keeps_what_they_had() -> None:
    game = GAMES["logger"].game
    rows = [(1, 0, "a1", ""), (2, 1, "e5", ""), (3, -3, "leave 1", "")]
    told = ending_of(game, replay(game, Setup(2), rows))
    assert told.scores == ((0, 0), (0, 0), (0, 0))
    assert told.moment is None


class Kept(Keep):
    """A player who has spoken has the points of their die."""

    def scores(self, s: Table) -> tuple[tuple[int, ...], ...]:
        return tuple((die * said,) for die, said in zip(s.dice, s.spoken, strict=True))


def test_a_game_that_remarks_on_nothing_has_its_best_turn() -> None:
    """docs/new-game.md: the most points won in one turn, the first of such turns."""
    rows = [(1, -1, "4 6 6", ""), (2, 0, "keep", ""), (3, 1, "keep", ""), (4, 2, "keep", "")]
    told = ending_of(Kept(), replay(Kept(), Setup(3), rows))
    assert told.moment is not None
    assert told.moment == Highlight(1, 2, told.moment.told)
    assert str(told.moment.told) == "best turn: 6 points"
    assert told.scores == ((0, 0, 0), (4, 0, 0), (4, 6, 0), (4, 6, 6))


def test_a_game_whose_log_is_not_known_has_its_scores_alone() -> None:
    game = Keep()
    s = Table((1, 2, 3), (False,) * 3, (2, 1, 0), (False,) * 3)
    told = untold(game, game.apply(s, Leave(0))[0])
    assert (told.scores, str(told.measured), told.moment) == (((0, 1, 0),), "points", None)


def test_the_fewest_points_win_where_a_game_says_so() -> None:
    game = nothanks.NoThanks()
    s = Offer((1,) * UNSEEN, NONE, 0, 0, ((3, 4), (30,), (9,)), (1, 30, 2))
    assert game.scores(s) == ((2,), (0,), (7,))
    assert winners(game, s) == (1,)
    assert game.comparable(s) == ((-2,), (0,), (-7,))
    assert max(range(3), key=lambda seat: game.worth(s, seat)) == 1
    left, _ = game.apply(s, Leave(1))
    assert (winners(game, left), game.comparable(left)[1]) == ((0,), ())
    assert seats_by_place(game, left) == {1: [0], 2: [2]}
    assert str(untold(game, s).measured) == "points (the fewest win)"
    offered = s._replace(deck=(*s.deck, 5), card=33, pot=0)
    taken, events = game.apply(offered, nothanks.TAKE)
    assert game.gain(Frame(1, 0, "take", offered, taken, tuple(events))) == -33


def test_a_draw_that_all_agree_on_ends_the_game_where_it_stands() -> None:
    """2011 sheet, End Game: all remaining players share it; all else is as it was."""
    game = GAMES["logger"].game
    rows = [(1, 0, "a1", ""), (2, 1, "e5", ""), (3, 2, "a5", ""), (4, -3, "leave 1", "")]
    *_, last = replay(game, Setup(3), rows)
    over = drawn_game(game)
    assert game.actor(last.after) != NOBODY
    assert over.actor(last.after) == NOBODY
    assert winners(over, last.after) == (0, 2)
    assert over.title == "Logger"


def test_equals_share_a_place_and_who_has_left_has_none() -> None:
    game = Keep()
    s, _ = game.apply(Table((1,) * 4, (False,) * 4, (3, 3, 2, 1), (False,) * 4), Leave(3))
    assert seats_by_place(game, s) == {1: [0, 1], 3: [2]}
    assert seats_by_place(drawn_game(game), s) == {1: [0, 1, 2]}


def test_what_decides_between_equals_is_said_by_the_game() -> None:
    logger, logjam, fellers = (GAMES[key].game for key in ("logger", "logjam", "fellers"))
    assert str(tie_break(logger, (10, 3), (10, 1))) == "more protesters in hand"
    assert "player who made the last move" in str(tie_break(logjam, (4, 1, 0), (4, 0, 0)))
    assert str(tie_break(fellers, (2, 0, -3), (2, 0, -9))) == "fewer steps to go"
    assert str(tie_break(Keep(), (5, 1), (5, 0))) == "better tie-break"
    assert not tie_break(logger, (11, 1), (10, 3))
    assert not tie_break(logger, (10, 1), (10, 1))


def game_of(*events: Event, seat: int = 0, won: bool = False, after: Any = None) -> Played:
    """A game of one row with all these events."""
    frame: Frame[Any] = Frame(4, 0, "", None, after, events)
    return Played((frame,), seat, won)


def told(key: str, *games: Played) -> str:
    return "\n".join(ENGLISH.say(text) for text in GAMES[key].game.figures(games))


def test_facts_tell_how_somebody_plays(approved: Approved) -> None:
    """Of one's own deeds: one's own rolls, but a roll-off; shoves of lumberjacks, from one player
    to another."""
    chops = [Event("chops", 0, ("a1",), n) for n in (1, 4)]
    others = Event("chops", 1, ("a1",), 9)
    first = game_of(*chops, others, won=True)
    approved("Logger: chops of 1 and 4 trees", told("logger", first))
    later = game_of(others, seat=1)
    approved("a second game, in the other seat: a chop of 9 trees", told("logger", first, later))
    approved("no chop", told("logger", game_of()))
    mine = [Event("rolls", 0, (), face) for face in (6, 6, 5)]
    theirs = [Event("rolls", 1, (), 1), Event("rolls_off", 0, (), 1)]
    approved("Logjam: 6, 6 and 5", told("logjam", game_of(*mine, *theirs)))
    approved("no roll", told("logjam", game_of(*theirs)))
    _, played, _ = ending("fellers-three")
    shoved = ((0, "ym"), (0, "gm"), (0, "log"), (1, "gm"), (1, "gm"), (2, "ym"))
    shoves = [Event("shoves", seat, (thing, "a1", "a2")) for seat, thing in shoved]
    after = played[-1].after
    approved("Forest Fellers: 1 shove, and 2 back", told("fellers", game_of(*shoves, after=after)))
    approved("no game", told("fellers", Played((), 0, won=False)))
