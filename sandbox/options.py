"""From "logger turn" and {"line": "c3"} to the data of a slash command, checked as a client would.

command ─ [group ─] subcommand ─ options     → {"id", "name", "options": [nested]}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox import shapes
from sandbox.model import Channel, Json, Person
from sandbox.permissions import of_person
from sandbox.refusals import Sorry
from sandbox.state import State

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10


def command_data(state: State, person: Person, channel: Channel, name: str, given: Json) -> Json:
    """Data of a finished command. Raises `Sorry` for whatever a client would not let through."""
    command, path, options = _find(state, name)
    _check_place(state, person, channel, command)
    _check_names(options, given)
    resolved: Json = {}
    filled = []
    for option in options:
        if option["name"] in given:
            value = _value(state, option, given[option["name"]], resolved)
            filled.append({"type": option["type"], "name": option["name"], "value": value})
        elif option.get("required"):
            raise Sorry(f"The option {option['name']} is required.")
    return _data(command, path, filled, {"resolved": resolved} if resolved else {})


def completion_data(state: State, name: str, given: Json, focused: str) -> Json:
    """Data while typing: nothing is checked, one option has the focus."""
    command, path, options = _find(state, name)
    known = {option["name"]: option for option in options}
    if not known.get(focused, {}).get("autocomplete"):
        raise Sorry(f"The option {focused} does not complete itself.")
    filled: list[Json] = [
        {"type": known[key]["type"], "name": key, "value": value}
        for key, value in {**given, focused: given.get(focused, "")}.items()
        if key in known
    ]
    for each in filled:
        if each["name"] == focused:
            each["focused"] = True
    return _data(command, path, filled, {})


def _data(command: Json, path: list[Json], filled: list[Json], more: Json) -> Json:
    for part in reversed(path):
        filled = [{"type": part["type"], "name": part["name"], "options": filled}]
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return {**data, "options": filled, **more}


def _find(state: State, name: str) -> tuple[Json, list[Json], list[Json]]:
    """The command, its group and subcommand, and the options to fill."""
    first, *rest = name.strip().lstrip("/").split() or [""]
    found = [c for c in state.commands if c["name"] == first and c["type"] == 1]
    if not found:
        raise Sorry(f"There is no command /{first}.", 404)
    path: list[Json] = []
    options: list[Json] = found[0].get("options") or []
    for word in rest:
        part = next((o for o in options if o["name"] == word and o["type"] in (1, 2)), None)
        if part is None:
            raise Sorry(f"There is no command /{name}.", 404)
        path.append(part)
        options = part.get("options") or []
    if any(option["type"] in (1, 2) for option in options):
        raise Sorry(f"/{name} needs one of: {', '.join(option['name'] for option in options)}.")
    return found[0], path, options


def _check_place(state: State, person: Person, channel: Channel, command: Json) -> None:
    contexts = command.get("contexts")
    allowed = [0, 1] if contexts is None else contexts
    if contexts is None and command.get("dm_permission") is False:
        allowed = [0]
    if (1 if channel.is_private else 0) not in allowed:
        where = "in private messages" if channel.is_private else "on a server"
        raise Sorry(f"/{command['name']} cannot be used {where}.", 403)
    needed = command.get("default_member_permissions")
    held = of_person(state, person, channel)
    if needed is not None and not channel.is_private and int(needed) & ~held:
        raise Sorry(f"You have no permission to use /{command['name']}.", 403)


def _check_names(options: list[Json], given: Json) -> None:
    unknown = given.keys() - {option["name"] for option in options}
    if unknown:
        raise Sorry(f"There is no option called {min(unknown)}.")


# -- values


def _value(state: State, option: Json, value: Any, resolved: Json) -> Any:
    kind = option["type"]
    if kind == _USER:
        return _user(state, option, str(value), resolved)
    if kind == _CHANNEL:
        return _channel_id(state, option, str(value), resolved)
    if kind not in _READ:
        raise Sorry(f"The option {option['name']} is of a kind the sandbox cannot fill.")
    read = _READ[kind](option, value)
    choices = option.get("choices")
    if choices and read not in [each["value"] for each in choices]:
        names = ", ".join(each["name"] for each in choices)
        raise Sorry(f"The option {option['name']} must be one of: {names}.")
    return read


def _text(option: Json, value: Any) -> str:
    text = str(value)
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if not least <= len(text) <= most:
        raise Sorry(f"The option {option['name']} must have {least} to {most} characters.")
    return text


def _number(option: Json, value: Any) -> Any:
    whole = option["type"] == _INTEGER
    try:
        number = int(str(value)) if whole else float(str(value))
    except ValueError:
        kind = "a whole number" if whole else "a number"
        raise Sorry(f"The option {option['name']} must be {kind}.") from None
    least, most = option.get("min_value"), option.get("max_value")
    if least is not None and number < least:
        raise Sorry(f"The option {option['name']} must be at least {least}.")
    if most is not None and number > most:
        raise Sorry(f"The option {option['name']} must be at most {most}.")
    return number


def _truth(option: Json, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise Sorry(f"The option {option['name']} must be true or false.")
    return str(value).lower() == "true"


_READ: dict[int, Callable[[Json, Any], Any]] = {
    _STRING: _text,
    _INTEGER: _number,
    _NUMBER: _number,
    _BOOLEAN: _truth,
}


def _user(state: State, option: Json, value: str, resolved: Json) -> str:
    person_id = value.strip("<@!>")
    if person_id not in state.people:
        raise Sorry(f"The option {option['name']} must be a person here.")
    person = state.people[person_id]
    resolved.setdefault("users", {})[person_id] = shapes.user(person)
    member = {**shapes.partial_member(person), "permissions": str(of_person(state, person))}
    resolved.setdefault("members", {})[person_id] = member
    return person_id


def _channel_id(state: State, option: Json, value: str, resolved: Json) -> str:
    channel = state.channels.get(value.strip("<#>"))
    if channel is None or channel.is_private:
        raise Sorry(f"The option {option['name']} must be a channel here.")
    shown = {**shapes.channel(state, channel), "permissions": "0"}
    resolved.setdefault("channels", {})[channel.id] = shown
    return channel.id
