"""Promises of every picture: its shape, the same each time, in any thread; and of games without."""

import re
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from PIL import Image

from renderer import Artist, Labels, Picture, surface
from renderer import draw as draw_hosted
from rules.game import Event
from rules.logger.rules import MATURE
from rules.play import look
from tests.hosted import HOSTED, draw, draw_hand, prepare, rgb
from tests.renderer.gallery import COUNTS, OURS, crowd_labels, labels, late_view, playout
from tests.renderer.positions import opening, picture, seen
from tests.renderer.sample import record_picture
from tests.rules.keep import KIND, Table
from tests.size import text


def mid_game(kind: str = "logger") -> list[Picture]:
    views = [*islice(playout(kind, 4), 10, 12)]
    return [draw(kind, view, labels(kind, 4, n)) for n, view in enumerate(views)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", COUNTS)
def test_a_picture_is_about_4_to_3_and_light(kind: str) -> None:
    """Of any game and number of players: a palette image, 1200 px wide."""
    for seats in (COUNTS[kind][0], COUNTS[kind][-1]):
        drawn = draw(kind, late_view(kind, seats), crowd_labels(kind, seats))
        png = Image.open(BytesIO(drawn.png))
        assert (png.format, png.mode, png.width) == ("PNG", "P", 1200)
        assert png.height == {"logger": 944, "fellers": 982}.get(kind, 900)
        assert len(drawn.png) < 300_000
        assert 0 < len(drawn.alt) <= 1024


@pytest.mark.parametrize("kind", OURS)
def test_equal_views_make_equal_bytes_in_any_thread(kind: str) -> None:
    expected = mid_game(kind)
    with ThreadPoolExecutor(2) as pool:
        drawn = list(pool.map(lambda _: mid_game(kind), range(2)))
    prepare()
    for again in (*drawn, mid_game(kind)):
        assert [n for n, board in enumerate(again) if board != expected[n]] == []


@pytest.mark.parametrize(
    ("name", "record", "row"),
    [
        ("board", "docs/board.txt", 49),
        ("logjam", "seeds/records/logjam-three.txt", 68),
        ("river", "seeds/records/fellers-three.txt", 73),
    ],
)
def test_pictures_of_the_readme_are_made_by_its_command(name: str, record: str, row: int) -> None:
    """`make pictures`."""
    root = Path(__file__).parents[2]
    kept = Image.open(root / f"docs/{name}.png").convert("RGB")
    assert rgb(record_picture(root / record, row)).tobytes() == kept.tobytes()


@pytest.mark.parametrize(
    ("seats", "told"), [(2, "Ben: a3 to b2 · c2 and e2 matured"), (3, "Ben chopped c2 and c3 (+2)")]
)
def test_a_last_turn_that_has_no_room_in_full_is_told_in_a_few_words(
    seats: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that its end, where the points are, is not cut off beside the cards of many."""
    noted = list[str]()
    monkeypatch.setattr("renderer.panel.note", lambda on, lines, *where: noted.extend(lines))
    events = (
        Event("walks", 1, ("a3", "b2")),
        Event("grows", 1, ("c2",), MATURE),
        Event("grows", 1, ("e2",), MATURE),
        Event("seeds", 1, ("a2", "a3")),
        Event("chops", 1, ("c2", "c3"), 2),
    )
    picture(opening(seats), *events)
    goal, turn = noted
    assert goal == "goal: 10 points"
    assert turn.startswith(told)


ROLLED = Table((4, 2), (True, False), (0, 1), (False, False))
LABELS = Labels("K1", ("Ann", "Ben"), 3)


def png_of(s: Table, seat: int | None = None, labels: Labels = LABELS) -> bytes:
    return draw("keep", look(KIND.game, s, (), seat), labels).png


def test_a_game_without_a_line_in_the_renderer_is_told_in_words() -> None:
    drawn = draw("keep", look(KIND.game, ROLLED, (), None), LABELS)
    assert drawn.alt.startswith("Keep K1, turn 3, Ben to move.\nScores: Ann 0 · Ben 1.")
    assert "Ann has spoken." in drawn.alt


def test_what_is_said_of_the_position_is_seen() -> None:
    spoken = Table((4, 2), (True, True), (0, 1), (False, False))
    left = Table((4, 2), (True, False), (0, 1), (True, False))
    others = {png_of(spoken), png_of(left), png_of(ROLLED, labels=Labels("K1", ("Ann", "Cy"), 3))}
    assert len({png_of(ROLLED), *others}) == 4
    assert png_of(Table((5, 1), (True, False), (0, 1), (False, False))) == png_of(ROLLED)


def test_a_hand_is_the_board_as_its_seat_sees_it() -> None:
    drawn = draw_hand("keep", look(KIND.game, ROLLED, (), 0), LABELS)
    assert drawn.alt == "Your die shows 4."
    assert drawn.png == png_of(ROLLED, 0)
    with pytest.raises(ValueError, match="no hands"):
        draw_hand("keep", look(KIND.game, ROLLED, (), None), LABELS)


DRAWING = text("docs/new-game.md").partition("## A picture\n")[2].partition("\n## ")[0]


def test_the_example_of_the_guide_draws_a_board_to_touch() -> None:
    """docs/new-game.md, "A picture": its code runs as it stands there."""
    lines = DRAWING.splitlines(keepends=True)
    code = dedent("".join(x for x in lines if x.startswith("    ") or not x.strip()))
    example: dict[str, Any] = {}
    exec(compile(code[code.index("from ") :], "docs/new-game.md", "exec"), example)
    game = HOSTED["logger"]._replace(artist=Artist(example["draw"], surface=example["surface"]))
    drawn = draw_hosted(game, seen(opening()), labels("logger", 4))
    assert Image.open(BytesIO(drawn.png)).size == (1200, 900)
    places = surface(game, seen(opening()), labels("logger", 4)).places
    names = {name for place in places for name in place.names}
    assert names == {f"{column}{row}" for column in "abc" for row in "123"}


def test_the_steps_of_the_guide_name_what_the_renderer_has() -> None:
    """docs/new-game.md, "A picture": `frame.empty_picture` and the like."""
    modules = "frame|figures|marks|palette|panel"
    named = set(re.findall(rf"`(?:renderer\.)?({modules})\.(\w+)", DRAWING)) - {("palette", "py")}
    assert len(named) > 4
    gone = [(at, x) for at, x in sorted(named) if not hasattr(import_module(f"renderer.{at}"), x)]
    assert not gone, f"docs/new-game.md, A picture: renderer/ has no {gone}"
