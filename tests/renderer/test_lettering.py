"""A text is as wide as the font says, whoever has measured its letters."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from renderer.lettering import LEAST, font, width

LETTERS = "AVTWYLaoyf. ,1478-é→"


@example("AVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAV", LEAST)  # closer to each other than each alone
@given(st.text(st.sampled_from(LETTERS), max_size=30), st.sampled_from((28, LEAST, 58)))
def test_a_text_is_as_wide_as_the_font_says(text: str, size: int) -> None:
    assert width(text, size) == round(font(size).getlength(text))
