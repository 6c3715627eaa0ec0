"""What a typed line stands for, whether it is legal or not."""

from typing import Any

from rules.english import English, parse_line


def meaning(english: English[Any], s: Any, text: str) -> str:
    """The canonical words of a whole text, all of which can be read."""
    words = parse_line(english, s, text)
    assert words is not None, text
    return " ".join(words)
