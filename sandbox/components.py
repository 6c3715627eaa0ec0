"""Rows of buttons and menus, and the fields of a form: a walk through them, and how Discord gives
them back."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.model import Json

ROW, BUTTON, SELECT, TEXT_INPUT, LABEL = 1, 2, 3, 4, 18

_CHOICE: Json = {"min_values": 1, "max_values": 1}


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, parents first."""
    for i, each in enumerate(components):
        at = f"{path}.{i}"
        yield at, each
        yield from walk(each.get("components") or [], f"{at}.components")


def completed(components: list[Json]) -> list[Json]:
    """Components as Discord gives them back: each with a number, and with the defaults."""
    taken = {each["id"] for _, each in walk(components) if each.get("id")}
    free = (n for n in range(1, 1000) if n not in taken)
    return [_completed(each, free) for each in components]


def _completed(it: Json, free: Iterator[int]) -> Json:
    defaults = _CHOICE if it["type"] == SELECT else {}
    shown: Json = {**defaults, **it, "id": it.get("id") or next(free)}
    if shown.get("components"):
        shown["components"] = [_completed(each, free) for each in shown["components"]]
    return shown
