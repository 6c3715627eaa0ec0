"""The judge of components: 1–5 rows of 1–5 buttons or of one menu."""

from __future__ import annotations

from typing import Any

from sandbox.components import BUTTON, ROW, SELECT, walk
from sandbox.model import Json
from sandbox.refusals import CHOICES, REQUIRED, Faults

LINK, PREMIUM = 5, 6
_FOR_ROWS = (BUTTON, SELECT)
_CUSTOM_ID, _LABEL, _ROWS, _IN_ROW = 100, 80, 5, 5


def check(faults: Faults, components: list[Json]) -> None:
    """Judge the components of a message."""
    faults.length("components", components, 0, _ROWS)
    for i, row in enumerate(components):
        if row.get("type") == ROW:
            _check_row(faults, f"components.{i}", row)
        else:
            message = 'Value of field "type" must be one of (1,).'
            faults.add(f"components.{i}.type", CHOICES, message)
    found = list(walk(components))
    for path, each in found:
        if each.get("type") == BUTTON:
            _check_button(faults, path, each)
        elif each.get("type") == SELECT:
            _check_select(faults, path, each)
    _check_unique(faults, found)


def _check_row(faults: Faults, path: str, row: Json) -> None:
    children = row.get("components") or []
    faults.length(f"{path}.components", children, 1, _IN_ROW)
    for i, each in enumerate(children):
        if each.get("type") not in _FOR_ROWS:
            message = f'Value of field "type" must be one of {_FOR_ROWS}.'
            faults.add(f"{path}.components.{i}.type", CHOICES, message)
    if len(children) > 1 and any(each.get("type") == SELECT for each in children):
        code = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
        faults.add(f"{path}.components", code, "The specified component exceeds maximum width")


def _check_button(faults: Faults, path: str, it: Json) -> None:
    faults.length(f"{path}.label", it.get("label") or "", 0, _LABEL)
    style = it.get("style")
    if style not in range(1, 7):
        faults.add(f"{path}.style", CHOICES, "Value must be one of (1, 2, 3, 4, 5, 6).")
    if style == LINK:
        if not it.get("url") or it.get("custom_id"):
            faults.add(path, "BUTTON_COMPONENT_INVALID_URL", "A url button must have a url only")
    elif style != PREMIUM:
        _check_custom_id(faults, path, it)
    if not it.get("label") and not it.get("emoji") and style != PREMIUM:
        faults.add(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or emoji is required")


def _check_custom_id(faults: Faults, path: str, it: Json) -> None:
    if not it.get("custom_id"):
        faults.add(f"{path}.custom_id", REQUIRED, "A custom id required")
    else:
        faults.length(f"{path}.custom_id", it["custom_id"], 1, _CUSTOM_ID)


def _check_select(faults: Faults, path: str, it: Json) -> None:
    _check_custom_id(faults, path, it)
    faults.length(f"{path}.placeholder", it.get("placeholder") or "", 0, 150)
    _check_counts(faults, path, it)
    _check_options(faults, f"{path}.options", it.get("options") or [])


def _check_counts(faults: Faults, path: str, it: Json) -> None:
    least, most = it.get("min_values", 1), it.get("max_values", 1)
    if not 0 <= least <= 25:
        faults.add(f"{path}.min_values", "NUMBER_TYPE_MAX", "Must be between 0 and 25.")
    if not 1 <= most <= 25 or most < least:
        faults.add(f"{path}.max_values", "NUMBER_TYPE_MAX", "Must be between 1 and 25.")


def _check_options(faults: Faults, path: str, options: list[Json]) -> None:
    faults.length(path, options, 1, 25)
    values: set[Any] = set()
    for i, each in enumerate(options):
        faults.length(f"{path}.{i}.label", each.get("label") or "", 1, 100)
        faults.length(f"{path}.{i}.value", each.get("value") or "", 1, 100)
        faults.length(f"{path}.{i}.description", each.get("description") or "", 0, 100)
        if each.get("value") in values:
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            faults.add(f"{path}.{i}.value", code, "The specified option value is already used")
        values.add(each.get("value"))


def _check_unique(faults: Faults, found: list[tuple[str, Json]]) -> None:
    seen: set[str] = set()
    for path, each in found:
        custom_id = each.get("custom_id")
        if custom_id in seen:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            faults.add(f"{path}.custom_id", code, "Component custom id cannot be duplicated")
        if custom_id:
            seen.add(custom_id)
