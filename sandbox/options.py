"""The data of interactions, checked as a client would."""

from __future__ import annotations

from typing import Any

from sandbox.limits import INTEGER, PARTS, STRING
from sandbox.model import LABEL, SELECT, TEXT_INPUT, Channel, Json, Message, Person, walk
from sandbox.permissions import person_permissions
from sandbox.refusals import Sorry
from sandbox.state import SandboxState


def command_data(
    state: SandboxState, person: Person, channel: Channel, name: str, given: Json
) -> Json:
    """Data of a finished command. Raises `Sorry` for anything that a client would reject."""
    command, path, options = _find(state, name)
    needed = int(command.get("default_member_permissions") or 0)
    if channel.is_private and not command["dm_permission"]:
        raise Sorry(f"/{command['name']} doesn't work in direct messages.", 403)
    if not channel.is_private and needed & ~person_permissions(state, person, channel):
        raise Sorry(f"You don't have permission to use /{command['name']}.", 403)
    if unknown := given.keys() - {option["name"] for option in options}:
        raise Sorry(f"There's no option called {min(unknown)}.")
    filled = []
    for option in options:
        if option["name"] in given:
            value = _value(option, given[option["name"]])
            filled.append({"type": option["type"], "name": option["name"], "value": value})
        elif option.get("required"):
            raise Sorry(f"Fill in {option['name']} first.")
    return _data(command, path, filled)


def completion_data(state: SandboxState, name: str, given: Json, focused: str) -> Json:
    """Data while typing, unchecked; one option has the focus."""
    command, path, options = _find(state, name)
    known = {option["name"]: option for option in options}
    if not known.get(focused, {}).get("autocomplete"):
        raise Sorry(f"{focused} has no suggestions.")
    focus = {focused: {"focused": True}}
    filled: list[Json] = [
        {"type": known[key]["type"], "name": key, "value": value, **focus.get(key, {})}
        for key, value in {**given, focused: given.get(focused, "")}.items()
        if key in known
    ]
    return _data(command, path, filled)


def _data(command: Json, path: list[Json], filled: list[Json]) -> Json:
    for part in reversed(path):
        filled = [{"type": part["type"], "name": part["name"], "options": filled}]
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return {**data, "options": filled}


def _find(state: SandboxState, name: str) -> tuple[Json, list[Json], list[Json]]:
    """The command, its group and subcommand if it has some, and the options to fill."""
    first, *rest = name.strip().lstrip("/").split() or [""]
    found = [c for c in state.commands if c["name"] == first]
    if not found:
        raise Sorry(f"There's no command /{first}.", 404)
    path: list[Json] = []
    options: list[Json] = found[0].get("options") or []
    for word in rest:
        part = next((o for o in options if o["name"] == word and o["type"] in PARTS), None)
        if part is None:
            raise Sorry(f"There's no command /{name}.", 404)
        path.append(part)
        options = part.get("options") or []
    if any(option["type"] in PARTS for option in options):
        raise Sorry(f"/{name} needs one of: {', '.join(option['name'] for option in options)}.")
    return found[0], path, options


def _value(option: Json, value: Any) -> Any:
    """The value of a filled option, in its type. Raises `Sorry`."""
    name, text = f"The option {option['name']}", str(value)
    read: Any = text
    if option["type"] == STRING:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(text) <= most:
            raise Sorry(f"{name} must have {least} to {most} characters.")
    elif option["type"] == INTEGER:
        try:
            read = int(text)
        except ValueError:
            raise Sorry(f"{name} must be a whole number.") from None
        least, most = option.get("min_value"), option.get("max_value")
        if least is not None and read < least:
            raise Sorry(f"{name} must be at least {least}.")
        if most is not None and read > most:
            raise Sorry(f"{name} must be at most {most}.")
    else:
        if text.lower() not in ("true", "false"):
            raise Sorry(f"{name} must be true or false.")
        read = text.lower() == "true"
    choices = option.get("choices")
    if choices and read not in [each["value"] for each in choices]:
        names = ", ".join(each["name"] for each in choices)
        raise Sorry(f"{name} must be one of: {names}.")
    return read


def press_data(message: Message, custom_id: str, values: list[str]) -> Json:
    """Data of a pressed button or of a choice in a select. Raises `Sorry`."""
    found = [each for _, each in walk(message.components) if each.get("custom_id") == custom_id]
    if not found:
        raise Sorry("This message has no such button.", 404)
    it = found[0]
    if it.get("disabled"):
        raise Sorry("This button is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": it["type"], "id": it["id"]}
    if it["type"] != SELECT:
        return data
    least, most = it.get("min_values", 1), it.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Sorry(f"Choose {least} to {most}.")
    offered = [option["value"] for option in it.get("options") or ()]
    if not set(values) <= set(offered):
        raise Sorry("That isn't one of the choices.")
    return {**data, "values": values}


def form_data(form: Json, values: Json) -> Json:
    """Data of a filled-in form. values: by the ids of its fields. Raises `Sorry`."""
    parts = []
    for number, label in enumerate(form["components"]):
        field = label["component"]
        typed = str(values.get(field["custom_id"], ""))
        if field.get("required", True) and not typed:
            raise Sorry(f"Fill in “{label['label']}” first.")
        if len(typed) > (most := field.get("max_length", 4000)):
            raise Sorry(f"That's {len(typed)} characters; the limit is {most}.")
        inner = {"type": TEXT_INPUT, "id": 2 * number + 2, "custom_id": field["custom_id"]}
        component = {**inner, "value": typed}
        parts.append({"type": LABEL, "id": 2 * number + 1, "component": component})
    return {"custom_id": form["custom_id"], "components": parts}
