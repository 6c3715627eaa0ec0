"""The pieces on the river, the last turn's marks, and any board."""

from dataclasses import replace

from renderer.logjam import sprites
from renderer.logjam.marks import scenes
from renderer.logjam.river import placement, tall
from rules.game import NATURE, NOBODY, Event
from rules.logjam.position import Phase, Position
from tests.hosted import draw, rgb
from tests.renderer.gallery import playout
from tests.renderer.rafts import changed, labels, picture, river, seen

ALONE = river()


def test_logs_that_touch_are_seen_to_be_several() -> None:
    one, two = river("c4 d4 e4 f4"), river("c4 d4", "e4 f4")
    assert changed(one, picture(one), picture(two)) >= {"d4", "e4"}


def test_a_die_that_is_still_to_be_rolled_is_on_no_card() -> None:
    waiting = ALONE._replace(roll=5, phase=Phase.ROLL)
    assert changed(ALONE, picture(waiting), picture(waiting._replace(roll=6))) == set()


def test_who_is_home_on_the_way_and_yet_to_be_placed_is_on_the_card() -> None:
    shown = set()
    for home, hand in ((0, 0), (0, 3), (1, 0), (1, 1), (3, 0)):
        out = (0,) * (3 - home - hand)
        s = ALONE._replace(home=(home, 3), hand=(hand, 0), loggers=(out, ()))
        shown.add(picture(s).crop((770, 110, 1200, 320)).tobytes())
    assert len(shown) == 5


def test_the_winner_is_on_his_card() -> None:
    over = river(loggers=["", "b1"])._replace(phase=Phase.OVER, winner=0)
    assert changed(over, picture(over), picture(over._replace(winner=NOBODY))) == set()
    other = over._replace(home=(0, 3), loggers=(over.loggers[1], ()), winner=1)
    assert "panel" in changed(over, picture(over), picture(other))


RACE = river("c4 d4 e4", "g6 g7", loggers=["b4 f2", "f4 j12"])


def marked(s: Position, *events: Event) -> set[str]:
    return changed(s, picture(s), picture(s, *events)) - {"panel"}


MARKED = (
    (Event("runs", 0, ("b2", "b4")), "b2 b3 b4"),
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
    (Event("rolls", 0, (), 3), ""),
)


def test_an_event_is_marked_in_its_squares() -> None:
    for event, squares in MARKED:
        assert marked(RACE, event) == set(squares.split()), event


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
        for view in playout("logjam", seats, seed):
            for cell, scene in scenes(view.state, view.events).items():
                drawn += scene.go is not None
                pieces = [*view.state.loggers, *view.state.logs]
                if any(cell in cells for cells in pieces):
                    assert (scene.come, scene.go, scene.tip) == (None, None, False)
    assert drawn > 200


def test_in_the_set_up_what_has_just_been_put_down_is_marked() -> None:
    laying = RACE._replace(phase=Phase.LOGS)
    assert marked(laying, Event("lays", 0, ("c4", "d4", "e4"))) == {"c4", "d4", "e4"}
    standing = RACE._replace(phase=Phase.LOGGERS)
    assert marked(standing, Event("stands", 0, ("b4",))) == {"b4"}


def test_when_the_game_begins_the_quick_set_up_is_not_marked_all_over() -> None:
    """Its events are those of the first post; a mark on everything shows nothing."""
    lays = Event("lays", NATURE, ("c4", "d4", "e4"))
    assert marked(RACE, lays, Event("stands", 0, ("b4",))) == set()


def test_squares_that_may_be_picked_are_numbered_in_the_picture() -> None:
    """As in the menu of the builder; one of two choices has both numbers."""
    names = labels(2)
    picking = replace(names, targets=("c5", "f4", "", "c5", "off"), spots=("c5", "d6"))
    bare, shown = (rgb(draw("logjam", seen(RACE), each)) for each in (names, picking))
    differing = changed(RACE, bare, shown)
    assert differing >= {"c5", "f4", "d6"}
    assert differing <= {"c5", "f4", "d6", "f5"}  # a mark stands above a logger's letter


SIZES = [(columns, rows) for columns in (6, 8, 10, 11, 12) for rows in (8, 12, 13, 16)]


def test_any_board_fits_beside_its_panel() -> None:
    for columns, rows in SIZES:
        board, column = placement(columns, rows)
        assert (tall(board) > 900) == (rows == 16)
        assert tall(board) < 1200
        assert board.left >= 12
        assert board.top >= 4
        assert board.top + board.height <= tall(board) - 4
        assert board.left + board.width <= column.left - 12
        assert column.right <= 1200 - 12
        assert board.side >= 56


def test_the_count_of_a_stack_reads_on_a_phone_on_any_board() -> None:
    """41 px on the smallest squares too: its digit is as high as that of such a text."""
    for side in {placement(*size)[0].side for size in SIZES}:
        drawn = sprites.label(3, side).sprite(side / sprites.UNIT)
        box = drawn.getchannel("A").point(lambda a: 255 * (a > 128)).getbbox()
        assert box
        left, top, right, bottom = box
        assert bottom - top >= 29
        assert right <= side
        assert left >= 0
