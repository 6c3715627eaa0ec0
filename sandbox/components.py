"""Components as trees: their kinds, a walk through them, and how Discord gives them back.

row ─ button, select, text input          container, section ─ text, gallery, …
label ─ field
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.model import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 12, 13, 14, 17, 18
SELECTS = (STRING_SELECT, 5, 6, 7, 8)

_CHOICE: Json = {"min_values": 1, "max_values": 1}
_PICTURE: Json = {"description": None, "spoiler": False}
_DEFAULTS: dict[int, Json] = {
    **dict.fromkeys(SELECTS, _CHOICE),
    TEXT_INPUT: {"label": None, "min_length": None, "max_length": None},
    THUMBNAIL: _PICTURE,
    FILE: {"name": None, "size": None, "spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, parents first."""
    for i, each in enumerate(components):
        at = f"{path}.{i}"
        yield at, each
        yield from walk(each.get("components") or [], f"{at}.components")
        for name in ("accessory", "component"):
            if each.get(name):
                yield from walk([each[name]], f"{at}.{name}")


def completed(components: list[Json]) -> list[Json]:
    """The same components with what Discord adds: a number for each, and the defaults."""
    taken = {each["id"] for _, each in walk(components) if each.get("id")}
    free = (n for n in range(1, 1000) if n not in taken)
    return [_completed(each, free) for each in components]


def _completed(it: Json, free: Iterator[int]) -> Json:
    shown: Json = {**_DEFAULTS.get(it["type"], {}), **it, "id": it.get("id") or next(free)}
    if shown.get("components"):
        shown["components"] = [_completed(each, free) for each in shown["components"]]
    if it["type"] == GALLERY:
        shown["items"] = [{**_PICTURE, **each} for each in it["items"]]
    for name in ("accessory", "component"):
        if shown.get(name):
            shown[name] = _completed(shown[name], free)
    return shown
