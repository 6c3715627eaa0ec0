"""The judge of application commands.

100 commands · names of 32, lower case · descriptions of 100 · 25 options, required ones first
25 choices · all texts of one command together 8000 characters
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from sandbox.model import Json
from sandbox.refusals import CHOICES, REQUIRED, FormErrors, Refusal

CHAT, SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 1, 2, 3, 4, 5
ENTRY_POINT = 4  # a command's type, as CHAT
_VALUES, PARTS = (STRING, INTEGER, BOOLEAN), (SUBCOMMAND, GROUP)
_NAME = re.compile(r"[-_'\w]{1,32}")
_COMMANDS, _TEXTS = 100, 8000
_NAMED = {"type", "name", "name_localizations", "description", "description_localizations"}
_PLACED = {"default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw"}
_FIELDS = frozenset({*_NAMED, *_PLACED, "options"})
_OF_ENTRY_POINT = frozenset({"id", "handler"})
_BOUNDS = {"required", "choices", "min_value", "max_value", "min_length", "max_length"}
_OPTION_FIELDS = frozenset({*_NAMED, *_BOUNDS, "options", "autocomplete"})


def check_commands(commands: Any) -> None:
    """Refuse a list of commands that Discord would not register."""
    if not isinstance(commands, list):
        raise Refusal(400, 50035, "Invalid Form Body")
    faults = FormErrors()
    faults.objects("commands", commands)
    faults.refuse()
    if len(commands) > _COMMANDS:
        message = f"Maximum number of application commands reached ({_COMMANDS})"
        raise Refusal(400, 30032, message)
    names = Counter((each.get("type", CHAT), each.get("name")) for each in commands)
    for i, each in enumerate(commands):
        _check_command(faults, str(i), each)
        if names[each.get("type", CHAT), each.get("name")] > 1:
            code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
            faults.add(f"{i}.name", code, "Application command names must be unique")
    faults.refuse()


def _check_command(faults: FormErrors, path: str, command: Json) -> None:
    kind, kinds = command.get("type", CHAT), (CHAT, ENTRY_POINT)
    faults.known(path, command, _FIELDS | (_OF_ENTRY_POINT if kind == ENTRY_POINT else set()))
    if kind not in kinds:
        faults.add(f"{path}.type", CHOICES, f"Value must be one of {kinds}.")
    if kind == ENTRY_POINT and (command.get("options") or command.get("handler") not in (1, 2)):
        faults.add(f"{path}.handler", CHOICES, "An Entry Point has a handler, and no options.")
    _check_names(faults, path, command)
    _check_options(faults, path, command.get("options") or [], (*PARTS, *_VALUES))
    if _text_length(command) > _TEXTS:
        code = "APPLICATION_COMMAND_TOO_LARGE"
        faults.add(path, code, f"Command exceeds maximum size ({_TEXTS})")


def _check_names(faults: FormErrors, path: str, it: Json) -> None:
    name = it.get("name") or ""
    if not _NAME.fullmatch(name) or name != name.lower():
        code = "APPLICATION_COMMAND_INVALID_NAME"
        faults.add(f"{path}.name", code, "Command name is invalid")
    faults.length(f"{path}.description", it.get("description") or "", 1, 100)


def _check_options(
    faults: FormErrors, path: str, options: list[Json], kinds: tuple[int, ...]
) -> None:
    """Those of a command, a group or a subcommand. The last two stand alone among their kind."""
    faults.length(f"{path}.options", options, 0, 25)
    _check_order(faults, path, options)
    subcommands = [each for each in options if each.get("type") in PARTS]
    if 0 < len(subcommands) < len(options):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        faults.add(f"{path}.options", code, "Sub-command and other options are mutually exclusive")
    for i, each in enumerate(options):
        at = f"{path}.options.{i}"
        faults.known(at, each, _OPTION_FIELDS)
        _check_names(faults, at, each)
        _check_choices(faults, at, each)
        if each.get("type") not in kinds:
            faults.add(f"{at}.type", CHOICES, f"Value must be one of {kinds}.")
        elif each["type"] in PARTS:
            within = _VALUES if each["type"] == SUBCOMMAND else (SUBCOMMAND,)
            _check_options(faults, at, each.get("options") or [], within)


def _check_order(faults: FormErrors, path: str, options: list[Json]) -> None:
    names, optional = set(), False
    for i, each in enumerate(options):
        if each.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            message = "Required options must be placed before non-required options"
            faults.add(f"{path}.options.{i}", code, message)
        optional = optional or not each.get("required")
        if each.get("name") in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            faults.add(f"{path}.options.{i}", code, "Option name already exists")
        names.add(each.get("name"))


def _check_choices(faults: FormErrors, path: str, option: Json) -> None:
    choices = option.get("choices") or []
    check_choices(faults, f"{path}.choices", choices)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"
        faults.add(path, code, "Choices and autocomplete are mutually exclusive")
    if option.get("autocomplete") and option.get("type") not in (STRING, INTEGER):
        faults.add(f"{path}.autocomplete", CHOICES, "This type has no autocomplete")


def check_choices(faults: FormErrors, path: str, choices: list[Json]) -> None:
    """Choices of an option and of an autocompletion: 25, each name and text value 100."""
    faults.length(path, choices, 0, 25)
    for i, each in enumerate(choices):
        faults.length(f"{path}.{i}.name", each.get("name") or "", 1, 100)
        if "value" not in each:
            faults.add(f"{path}.{i}.value", REQUIRED, "This field is required")
        elif isinstance(each["value"], str):
            faults.length(f"{path}.{i}.value", each["value"], 1, 100)


def _text_length(it: Json) -> int:
    """Names, descriptions and choice values, the longest translation of each."""
    own = _longest(it, "name") + _longest(it, "description")
    choices = sum(_longest(c, "name") + len(str(c.get("value"))) for c in it.get("choices") or ())
    return own + choices + sum(_text_length(each) for each in it.get("options") or ())


def _longest(it: Json, name: str) -> int:
    texts = [it.get(name) or "", *(it.get(f"{name}_localizations") or {}).values()]
    return max(map(len, texts))
