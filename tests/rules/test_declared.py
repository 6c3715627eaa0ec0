"""A part that a game or its English does not have is refused, and so is one of another shape.

Source: issue 26, item 4: the game protocol is declared, not guessed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from mypy import api

from rules.game import Game, Seat, Setup
from tests.rules.keep import Keep, KeepEnglish, Table

ROOT = Path(__file__).parents[2]
WRONG = """
from rules.game import Seat, Step
from rules.text import Text
from tests.rules.keep import Keep, KeepEnglish, Table

class Wrong(Keep):
    chance_waits = "yes"
    def worth(self, s: Table) -> float:
        return 1.0
    def offhand(self, s: Table) -> str:
        return "keep"

class Says(KeepEnglish):
    def call(self, s: Table, seat: Seat) -> Text:
        return Text("Call.")
"""


def test_a_misspelt_part_is_refused_with_the_nearest_that_there_is() -> None:
    """docs/new-game.md: as soon as the class is read, so in the first test that imports it."""
    with pytest.raises(TypeError, match=r"^Bad\.wroth: Game has no such part, perhaps worth\."):

        class Bad(Keep):
            def wroth(self, s: Table, seat: Seat) -> float:
                return 1.0

    with pytest.raises(TypeError, match=r"Poor\.storey: English has .*perhaps story\."):
        type("Poor", (KeepEnglish,), {"storey": lambda self: None})


def test_a_part_that_is_only_annotated_or_mixed_in_is_refused_too() -> None:
    """Wherever it is from; what begins with _ is the game's own."""
    with pytest.raises(TypeError, match=r"titel: Game has no such part, perhaps title"):

        class Bad(Keep):
            titel: str
            _own = 1

    mixed = type("Mixed", (), {"zzz": 1})
    with pytest.raises(TypeError, match=r"zzz: Game has no such part\. Names of its own"):
        type("Worse", (Keep, mixed), {})
    assert type("Fine", (Keep,), {"_zzz": 1, "worth": Keep.worth})().title == "Keep"


def test_what_a_game_leaves_out_has_a_default() -> None:
    """Nothing hidden, no reasons for a turn, and nothing that who begins forgets."""
    game = Keep()
    s = game.new(Setup(game.fewest))
    assert Game.world(game, s, 0, Random(1).choice) is s
    assert game.reasons(s, s, 0) == ()
    assert game.liking(s, 0) == game.worth(s, 0)


@pytest.mark.slow
def test_a_part_of_another_shape_fails_the_type_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by its line: parameters, result, type of a value."""
    monkeypatch.chdir(ROOT)
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, encoding="utf-8")
    told, _, failed = api.run(["--cache-dir", str(tmp_path), str(file)])
    lines = [line for line in told.splitlines() if ": error:" in line]
    assert failed
    assert [line.split(":")[1] for line in lines] == ["7", "8", "10", "14"], told
