"""Nothing in a picture is cut: no tail or accent, and no name that has room. Source: issue 44."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

import renderer
from bot.messages.languages import languages
from renderer import Labels, panel
from renderer.lettering import LEAST, coverage, headroom
from renderer.palette import nearest, tint
from rules.game import Event
from rules.play import look
from rules.voice import PLAIN, Voice
from tests.foreign import WHOLE
from tests.hosted import HOSTED
from tests.renderer import written
from tests.renderer.test_coats import TABLES, started

NAMES = ("Rosa", "Hazel", "Juniper", "Ingrid", "Quigley", "Peggy")
INKS = panel.INK, tint("paper", 1)


@pytest.mark.parametrize("text", ["am Zug", "Ärger", "Élodie", "¿Ñandú?", "Çağ", "jpqy", "Ở"])
@pytest.mark.parametrize("spare", [0, 2, 4, 5])
@pytest.mark.parametrize("tight", [False, True])
def test_no_ink_of_a_line_is_cut(text: str, spare: int, tight: bool) -> None:
    """German "am Zug" lost the descender of its g."""
    wide, high = coverage(text, LEAST).size
    on, whole = (Image.new("L", (wide, high + 40), nearest(INKS[1])) for _ in range(2))
    at = 0, 20 + headroom(LEAST)
    panel.write(on, at, text, LEAST, INKS, spare=spare, tight=tight)
    panel.write(whole, at, text, LEAST, INKS)
    assert on.tobytes() == whole.tobytes()


def spoken() -> Iterator[Voice]:
    for code in ("en", *WHOLE):
        yield languages().voice(code, PLAIN)


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_no_name_or_word_of_a_panel_is_shortened(kind: str, seats: int) -> None:
    """Whoever played last, with a card beside the name, in every language."""
    view = started(kind, seats)
    named = Labels("X7", NAMES[:seats], 12)
    computer = Labels("X7", NAMES[:seats], 12, computers=frozenset(range(1, seats)))
    events = [(Event("plays", seat, ("gm4", "gw")),) for seat in range(seats)]
    plays = events if kind == "fellers" else [()]
    for voice in spoken():
        for labels in (named, computer):
            for played in plays:
                state = look(HOSTED[kind].kind.game, view.state, played, None)
                with pytest.MonkeyPatch.context() as patch:
                    written.forget()
                    found = written.noted(patch)
                    patch.setattr("renderer.shelf._shelf", None)
                    renderer.draw(HOSTED[kind], state, labels, voice)
                assert [said for said in found if "…" in said] == []


@pytest.mark.parametrize("wide", [100, 128, 204, 296])
@pytest.mark.parametrize("goal", range(1, 41))
def test_pips_of_any_number_are_drawn(goal: int, wide: int) -> None:
    """15 on the cards of four players ended in an error."""
    for full in (0, 1, goal // 2, goal):
        assert panel.pips(full, goal, wide).width == wide
