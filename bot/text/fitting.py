"""How much one message can hold, and what is left out where it is too much."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 2000  # characters that one message can hold


def stacked(parts: Sequence[str], spare: Sequence[str] = ()) -> str:
    """The parts that are not empty, one under the other. Where they are too much for one
    message, those of `spare` are left out, the first one first."""
    left = [part for part in parts if part]
    for part in filter(None, spare):
        if len("\n".join(left)) <= LONGEST:
            break
        left.remove(part)
    return fitted("\n".join(left))


def fitted(text: str, most: int = LONGEST) -> str:
    """The text, cut between words where it is too long for one message."""
    if len(text) <= most:
        return text
    kept = text[: most - 2]
    return kept[: max(kept.rfind("\n"), kept.rfind(" "))] + " …"
