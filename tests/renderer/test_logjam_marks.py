"""The last turn of Logjam is marked where it happened."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderer.logjam.marks import route, scenes
from rules.game import NATURE, Event
from rules.logjam.position import Phase, Position
from tests.hosted import draw
from tests.renderer.rafts import changed, labels, picture, playout, river, seen

RACE = river("c4 d4 e4", "g6 g7", loggers=["b4 f2", "f4 j12"])


def marked(s: Position, *events: Event) -> set[str]:
    return changed(s, picture(s), picture(s, *events)) - {"panel"}


@pytest.mark.parametrize(
    ("event", "squares"),
    [
        (Event("runs", 0, ("b2", "b4")), "b2 b3 b4"),
        (Event("runs", 1, ("j10", "j12")), "j10 j11 j12"),
        (Event("captures", 0, ("b3", "b4")), "b3 b4"),
        (Event("pushes", 0, ("b3", "b4")), "b3 b4"),
        (Event("returns", 1, ("f4",)), "f4"),
        (Event("crushed", 1, ("c4",), 2), "c4"),
        (Event("captured", 1, ("b4",), 2), ""),
        (Event("carried", 1, ("f3", "f4"), 1), "f3"),
        (Event("exits", 0, ("h12", "off"), 1), "h12 falls"),
        (Event("exits", 1, ("i10", "off"), 1), "i10 i11 i12 falls"),
        (Event("slides", 0, ("c3", "d3", "e3", "c4", "d4", "e4")), "c3 d3 e3"),
        (Event("slides", 0, ("b4", "c4", "d4", "c4", "d4", "e4")), "b4"),
        (Event("slides", 0, ("g5", "g6", "g6", "g7")), "g5"),
        (Event("drifts", 0, ("h10", "h11", "h12")), "h10 h11 h12"),
        (Event("shifts", 0, ("c3",)), ""),
        (Event("rests", 0), ""),
        (Event("rolls", 0, (), 3), ""),
    ],
    ids=str,
)
def test_an_event_is_marked_in_its_squares(event: Event, squares: str) -> None:
    """The last move with what it pushed: trail, ghost of the log, who was crushed, who went
    back, who went home."""
    assert marked(RACE, event) == set(squares.split())


def test_a_run_is_drawn_around_logs_and_rivals() -> None:
    """The log on c4 to e4 and the rival on f4 leave no other way of this length."""
    s = river("c4 d4 e4", loggers=["c5", "f4"])
    around = {"c3", "b3", "b4", "b5", "c5"}
    assert marked(s, Event("runs", 0, ("c3", "c5"))) == around


def test_a_way_that_is_no_longer_there_is_not_invented() -> None:
    """Events of several turns may be shown at once; the position is what counts."""
    shut = river("a3 b3 c3 d3 e3", "f3 g3 h3 i3 j3", loggers=["a5"])
    assert marked(shut, Event("runs", 0, ("a1", "a5"))) == {"a5"}
    assert marked(shut, Event("exits", 0, ("a1", "off"), 1)) == set()


def test_a_trail_is_never_drawn_over_a_log() -> None:
    """A logger whom a log has pushed off: their last square is the log's now."""
    s = river("a12 b12 c12")
    assert marked(s, Event("exits", 1, ("b12", "off"), 1)) == {"falls"}


def test_no_arrow_lies_over_a_piece() -> None:
    """A trail is drawn square by square, and squares with a logger or a log have none of it."""
    drawn = 0
    for seats, seed in ((2, 5), (6, 8)):
        for view in playout(seats, seed):
            for cell, scene in scenes(view.state, view.events).items():
                drawn += scene.go is not None
                pieces = [*view.state.loggers, *view.state.logs]
                if any(cell in cells for cells in pieces):
                    assert (scene.come, scene.go, scene.tip) == (None, None, False)
    assert drawn > 200


def test_a_way_leads_around_a_players_other_loggers_where_it_can() -> None:
    """They may be passed, but an arrow would have to be broken there."""
    s = river(loggers=["b1 b2", ""])
    cells = s.terms.grid.by_name
    names = [s.terms.grid.names[cell] for cell in route(s, 0, cells["c1"], cells["b2"])]
    assert names == ["c1", "c2", "b2"]


def test_an_arrow_begins_beside_those_who_stayed() -> None:
    """Their square has a rim instead, under them."""
    s = river(loggers=["b1 b4", ""])
    cells = s.terms.grid.by_name
    shown = scenes(s, [Event("runs", 0, ("b1", "b4"))])
    assert (shown[cells["b1"]].source, shown[cells["b1"]].go) == (True, None)
    assert (shown[cells["b2"]].begins, shown[cells["b2"]].go) == (True, "n")
    assert (shown[cells["b3"]].begins, shown[cells["b3"]].tip) == (False, True)


def test_in_the_set_up_what_has_just_been_put_down_is_marked() -> None:
    laying = replace(RACE, phase=Phase.LOGS)
    assert marked(laying, Event("lays", 0, ("c4", "d4", "e4"))) == {"c4", "d4", "e4"}
    standing = replace(RACE, phase=Phase.LOGGERS)
    assert marked(standing, Event("stands", 0, ("b4",))) == {"b4"}


def test_when_the_game_begins_the_quick_set_up_is_not_marked_all_over() -> None:
    """Its events are those of the first post; a mark on everything shows nothing."""
    lays = Event("lays", NATURE, ("c4", "d4", "e4"))
    assert marked(RACE, lays, Event("stands", 0, ("b4",))) == set()


def test_points_of_this_turn_are_on_the_card() -> None:
    gain = Event("exits", 0, ("h12", "off"), 2)
    assert "panel" in changed(RACE, picture(RACE), picture(RACE, gain))


def test_every_turn_of_whole_games_can_be_drawn() -> None:
    """Whatever the rules tell is understood."""
    verbs = set()
    for seats, seed in ((2, 5), (6, 8)):
        for view in list(playout(seats, seed))[:60]:
            picture(view.state, *view.events)
            verbs |= {event.verb for event in view.events}
    assert verbs >= {"runs", "captures", "pushes", "slides", "returns", "lays", "stands"}


def test_squares_that_may_be_picked_are_numbered_in_the_picture() -> None:
    """As in the menu of the builder; one of two choices has both numbers. What has no number there
    is marked."""
    names = labels(2)
    picking = replace(names, targets=("c5", "f4", "", "c5", "off"), spots=("c5", "d6"))
    bare, shown = (
        Image.open(BytesIO(draw("logjam", seen(RACE), each).png)).convert("RGB")
        for each in (names, picking)
    )
    differing = changed(RACE, bare, shown)
    assert differing >= {"c5", "f4", "d6"}
    assert differing <= {"c5", "f4", "d6", "f5"}  # a mark stands above a logger's letter
