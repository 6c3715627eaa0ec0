"""A text is as wide as the font says and looks as it draws it, whoever has measured its letters and
put them together."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from renderer.lettering import LEAST, coverage, font, headroom, width

LETTERS = "AVTWYLaoyfj. ,1478-éÅ→"
SIZES = st.sampled_from((28, LEAST, 58))


@example("AVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAV", LEAST)  # closer to each other than each alone
@given(st.text(st.sampled_from(LETTERS), max_size=30), SIZES)
def test_a_text_is_as_wide_as_the_font_says(text: str, size: int) -> None:
    assert width(text, size) == round(font(size).getlength(text))


@example("AVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAV", LEAST)
@given(st.text(st.sampled_from(LETTERS), max_size=30), SIZES)
def test_a_line_of_kept_letters_looks_as_the_font_draws_it(text: str, size: int) -> None:
    """Pixel by pixel, where letters reach into each other too."""
    found = coverage(text, size)
    whole = Image.new("L", found.size)
    ImageDraw.Draw(whole).text((1, headroom(size)), text, fill=255, font=font(size))
    assert found.tobytes() == whole.tobytes()
