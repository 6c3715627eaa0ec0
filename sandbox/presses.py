"""From a press or a filled form to the data of its interaction, checked as a client would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import shapes
from sandbox.components import ROW, SELECTS, STRING_SELECT, TEXT, TEXT_INPUT, walk
from sandbox.model import Interaction, Json, Message
from sandbox.refusals import Sorry

if TYPE_CHECKING:
    from sandbox.world import World

_LABEL, _FILE_UPLOAD = 18, 19
_SINGLE = (TEXT_INPUT, 21, 23)  # one value: a text, a radio group, a checkbox


def press_data(world: World, message: Message, custom_id: str, values: list[str]) -> Json:
    """Data of a pressed button or of a choice in a select. Raises `Sorry`."""
    found = [each for _, each in walk(message.components) if each.get("custom_id") == custom_id]
    if not found:
        raise Sorry("There is no such button on this message.", 404)
    it = found[0]
    if it.get("disabled"):
        raise Sorry("This button is switched off.")
    data: Json = {"custom_id": custom_id, "component_type": it["type"], "id": it["id"]}
    if it["type"] not in SELECTS:
        return data
    _check_values(it, values)
    return {**data, "values": values, **_resolved(world, it, values)}


def _check_values(it: Json, values: list[str]) -> None:
    least, most = it.get("min_values", 1), it.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Sorry(f"Choose {least} to {most}.")
    offered = [option["value"] for option in it.get("options") or ()]
    if it["type"] == STRING_SELECT and not set(values) <= set(offered):
        raise Sorry("That is not one of the choices.")


def _resolved(world: World, it: Json, values: list[str]) -> Json:
    if it["type"] == STRING_SELECT:
        return {}
    people = [world.people[each] for each in values if each in world.people]
    users = {p.id: shapes.user(p) for p in people}
    members = {p.id: shapes.partial_member(p) for p in people}
    return {"resolved": {"users": users, "members": members}}


def form_data(it: Interaction, fields: dict[str, str]) -> Json:
    """Data of a filled form. Raises `Sorry` when a field is missing, too short or too long."""
    if it.modal is None:
        raise Sorry("No form is open.", 409)
    parts = [_part(each, fields) for each in it.modal["components"]]
    return {"custom_id": it.modal["custom_id"], "components": parts}


def _part(it: Json, fields: dict[str, str]) -> Json:
    shown: Json = {"type": it["type"], "id": it["id"]}
    if it["type"] == ROW:
        shown["components"] = [_field(each, fields) for each in it["components"]]
    elif it["type"] == _LABEL:
        shown["component"] = _field(it["component"], fields, it["label"])
    else:
        assert it["type"] == TEXT
    return shown


def _field(it: Json, fields: dict[str, str], label: str = "") -> Json:
    name = it.get("label") or label
    shown: Json = {"type": it["type"], "id": it["id"], "custom_id": it["custom_id"]}
    value = fields.get(it["custom_id"])
    if it["type"] not in _SINGLE:
        given = value if isinstance(value, list) else [value] if value else []
        if not given and it.get("required", True):
            raise Sorry(f"{name}: something must be chosen.")
        return {**shown, "values": given}
    if it["type"] == TEXT_INPUT:
        value = str(value or "")
        _check_text(it, name, value)
    return {**shown, "value": value}


def _check_text(it: Json, name: str, text: str) -> None:
    if not text and not it.get("required", True):
        return
    least, most = it.get("min_length") or 1, it.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise Sorry(f"{name}: {least} to {most} characters.")
