"""From a press to the data of its interaction, checked as a client would."""

from __future__ import annotations

from sandbox.components import SELECT, walk
from sandbox.model import Json, Message
from sandbox.refusals import Sorry


def press_data(message: Message, custom_id: str, values: list[str]) -> Json:
    """Data of a pressed button or of a choice in a select. Raises `Sorry`."""
    found = [each for _, each in walk(message.components) if each.get("custom_id") == custom_id]
    if not found:
        raise Sorry("There is no such button on this message.", 404)
    it = found[0]
    if it.get("disabled"):
        raise Sorry("This button is switched off.")
    data: Json = {"custom_id": custom_id, "component_type": it["type"], "id": it["id"]}
    if it["type"] != SELECT:
        return data
    _check_values(it, values)
    return {**data, "values": values}


def _check_values(it: Json, values: list[str]) -> None:
    least, most = it.get("min_values", 1), it.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Sorry(f"Choose {least} to {most}.")
    offered = [option["value"] for option in it.get("options") or ()]
    if not set(values) <= set(offered):
        raise Sorry("That is not one of the choices.")
