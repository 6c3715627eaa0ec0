"""The judge of components, in messages and in forms (modals).

legacy    1–5 rows ─ 1–5 buttons or one select
V2        (flag 32768) up to 40 parts, nested ones included, texts together 4000
modal     1–5 rows with one text input, labels with one field, texts
"""

from __future__ import annotations

from typing import Any

from sandbox.components import BUTTON, LABEL, ROW, SELECTS, STRING_SELECT, TEXT, TEXT_INPUT, walk
from sandbox.model import COMPONENTS_V2, Json
from sandbox.refusals import CHOICES, REQUIRED, Faults

LINK, PREMIUM = 5, 6
_FOR_ROWS = (BUTTON, *SELECTS, TEXT_INPUT)

_CUSTOM_ID, _LABEL, _ROWS, _IN_ROW, _V2_PARTS, _V2_TEXT = 100, 80, 5, 5, 40, 4000


def check(faults: Faults, components: list[Json], flags: int, files: set[str]) -> None:
    """Judge the components of a message with these flags, sent with files of these names."""
    found = list(walk(components))
    if flags & COMPONENTS_V2:
        _check_v2(faults, found, files)
    else:
        _check_legacy(faults, components)
    for path, each in found:
        _check_one(faults, path, each)
    _check_unique(faults, found)


def _check_legacy(faults: Faults, components: list[Json]) -> None:
    faults.length("components", components, 0, _ROWS)
    for i, each in enumerate(components):
        if each.get("type") != ROW:
            message = 'Value of field "type" must be one of (1,).'
            faults.add(f"components.{i}.type", CHOICES, message)


def _check_v2(faults: Faults, found: list[tuple[str, Json]], files: set[str]) -> None:
    if len(found) > _V2_PARTS:
        code = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"
        faults.add("components", code, f"A message has at most {_V2_PARTS} components.")
    texts = [each.get("content") or "" for _, each in found if each.get("type") == TEXT]
    if sum(map(len, texts)) > _V2_TEXT:
        code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
        faults.add("components", code, f"Text exceeds the maximum of {_V2_TEXT}.")
    for path, each in found:
        for url in _media(each):
            if url.startswith("attachment://") and url[len("attachment://") :] not in files:
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                faults.add(path, code, "The referenced attachment was not found.")


def _media(component: Json) -> list[str]:
    match component.get("type"):
        case 11:
            return [component["media"]["url"]]
        case 12:
            return [each["media"]["url"] for each in component.get("items") or ()]
        case 13:
            return [component["file"]["url"]]
    return []


def _check_one(faults: Faults, path: str, it: Json) -> None:
    match it.get("type"):
        case 1:
            _check_row(faults, path, it)
        case 2:
            _check_button(faults, path, it)
        case 3 | 5 | 6 | 7 | 8:
            _check_select(faults, path, it)
        case 4:
            _check_text_input(faults, path, it)
        case 10:
            faults.length(f"{path}.content", it.get("content") or "", 1, _V2_TEXT)


def _check_row(faults: Faults, path: str, row: Json) -> None:
    children = row.get("components") or []
    faults.length(f"{path}.components", children, 1, _IN_ROW)
    for i, each in enumerate(children):
        if each.get("type") not in _FOR_ROWS:
            message = f'Value of field "type" must be one of {_FOR_ROWS}.'
            faults.add(f"{path}.components.{i}.type", CHOICES, message)
    alone = (*SELECTS, TEXT_INPUT)
    if len(children) > 1 and any(each.get("type") in alone for each in children):
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
    if it["type"] == STRING_SELECT:
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


def _check_text_input(faults: Faults, path: str, it: Json) -> None:
    _check_custom_id(faults, path, it)
    faults.length(f"{path}.label", it.get("label") or "", 0, 45)
    faults.length(f"{path}.placeholder", it.get("placeholder") or "", 0, 100)
    faults.length(f"{path}.value", it.get("value") or "", 0, 4000)
    for name in ("min_length", "max_length"):
        if not 0 <= (it.get(name) or 0) <= 4000:
            faults.add(f"{path}.{name}", "NUMBER_TYPE_MAX", "Must be between 0 and 4000.")


def _check_unique(faults: Faults, found: list[tuple[str, Json]]) -> None:
    seen: set[str] = set()
    for path, each in found:
        custom_id = each.get("custom_id")
        if custom_id in seen:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            faults.add(f"{path}.custom_id", code, "Component custom id cannot be duplicated")
        if custom_id:
            seen.add(custom_id)


# -- forms


def check_modal(body: Json) -> None:
    """Refuse a form that Discord would not open."""
    faults = Faults()
    faults.known("", body, frozenset(("title", "custom_id", "components")))
    faults.objects("components", body.get("components"))
    faults.refuse()
    faults.length("title", body.get("title") or "", 1, 45)
    faults.length("custom_id", body.get("custom_id") or "", 1, _CUSTOM_ID)
    components = body.get("components") or []
    faults.length("components", components, 1, 5)
    found = list(walk(components))
    for i, each in enumerate(components):
        _check_modal_part(faults, f"components.{i}", each)
    for path, each in found:
        _check_one(faults, path, each)
    _check_unique(faults, found)
    faults.refuse()


def _check_modal_part(faults: Faults, path: str, it: Json) -> None:
    if it.get("type") == LABEL:
        faults.length(f"{path}.label", it.get("label") or "", 1, 45)
        faults.length(f"{path}.description", it.get("description") or "", 0, 100)
    elif it.get("type") == ROW:
        for i, each in enumerate(it.get("components") or []):
            if each.get("type") != TEXT_INPUT:
                message = "A row of a modal holds one text input."
                faults.add(f"{path}.components.{i}.type", CHOICES, message)
    elif it.get("type") != TEXT:
        faults.add(f"{path}.type", CHOICES, "Value must be one of (1, 10, 18).")
