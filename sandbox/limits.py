"""The judge of messages and commands: what Discord refuses for its size or shape."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sandbox.files import Upload
from sandbox.model import BUTTON, LABEL, ROW, SELECT, TEXT_INPUT, Json, walk
from sandbox.refusals import FormErrors, Refusal

FILE_SIZE = 10 * 1024 * 1024
REQUEST_SIZE = 25 * 1024 * 1024
MENTIONED = ("users", "roles", "everyone")

CHAT, SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 1, 2, 3, 4, 5
ENTRY_POINT = 4  # a command's type, as CHAT
_VALUES, PARTS = (STRING, INTEGER, BOOLEAN), (SUBCOMMAND, GROUP)
_NAMED = "type name name_localizations description description_localizations options "


class Judge(FormErrors):
    """Collects the errors in the parts of messages, forms and commands."""

    def mentions(self, allowed: Json) -> None:
        """The form of `allowed_mentions`: one cannot both parse users and list some."""
        parse = allowed.get("parse") or ()
        for kind in parse:
            if kind not in MENTIONED:
                self.add("allowed_mentions.parse", f"{kind} is not known.")
        for kind in ("users", "roles"):
            listed = allowed.get(kind) or ()
            self.length(f"allowed_mentions.{kind}", listed, 0, 100)
            if kind in parse and listed:
                message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
                self.add("allowed_mentions", message)

    def components(self, components: list[Json]) -> None:
        self.length("components", components, 0, 5)
        for i, row in enumerate(components):
            path, children = f"components.{i}", row.get("components") or []
            if row.get("type") != ROW:
                self.add(f"{path}.type", 'Value of field "type" must be one of (1,).')
                continue
            self.length(f"{path}.components", children, 1, 5)
            for j, each in enumerate(children):
                if each.get("type") not in (BUTTON, SELECT):
                    message = f'Value of field "type" must be one of {BUTTON, SELECT}.'
                    self.add(f"{path}.components.{j}.type", message)
            if len(children) > 1 and any(each.get("type") == SELECT for each in children):
                self.add(f"{path}.components", "The specified component exceeds maximum width")
        seen: set[str] = set()
        for path, each in walk(components):
            if each.get("type") == BUTTON:
                self.button(path, each)
            elif each.get("type") == SELECT:
                self.select(path, each)
            custom_id = each.get("custom_id")
            if custom_id in seen:
                self.add(f"{path}.custom_id", "Component custom id cannot be duplicated")
            if custom_id:
                seen.add(custom_id)

    def button(self, path: str, it: Json) -> None:
        self.length(f"{path}.label", it.get("label") or "", 0, 80)
        style = it.get("style")
        if style not in range(1, 6):
            self.add(f"{path}.style", "Value must be one of (1, 2, 3, 4, 5).")
        if style == 5:  # a link
            if not it.get("url") or it.get("custom_id"):
                self.add(path, "A url button must have a url only")
        else:
            self.custom_id(path, it)
        if not it.get("label") and not it.get("emoji"):
            self.add(path, "A label or emoji is required")

    def custom_id(self, path: str, it: Json) -> None:
        if not it.get("custom_id"):
            self.add(f"{path}.custom_id", "A custom id required")
        else:
            self.length(f"{path}.custom_id", it["custom_id"], 1, 100)

    def select(self, path: str, it: Json) -> None:
        self.custom_id(path, it)
        self.length(f"{path}.placeholder", it.get("placeholder") or "", 0, 150)
        least, most = it.get("min_values", 1), it.get("max_values", 1)
        if not 0 <= least <= 25:
            self.add(f"{path}.min_values", "Must be between 0 and 25.")
        if not 1 <= most <= 25 or most < least:
            self.add(f"{path}.max_values", "Must be between 1 and 25.")
        values: set[Any] = set()
        self.length(f"{path}.options", it.get("options") or [], 1, 25)
        for i, each in enumerate(it.get("options") or []):
            at = f"{path}.options.{i}"
            self.length(f"{at}.label", each.get("label") or "", 1, 100)
            self.length(f"{at}.value", each.get("value") or "", 1, 100)
            self.length(f"{at}.description", each.get("description") or "", 0, 100)
            if each.get("value") in values:
                self.add(f"{at}.value", "The specified option value is already used")
            values.add(each.get("value"))

    def command(self, path: str, command: Json) -> None:
        kind, kinds = command.get("type", CHAT), (CHAT, ENTRY_POINT)
        known = "default_member_permissions dm_permission contexts integration_types nsfw"
        handled = " id handler" if kind == ENTRY_POINT else ""
        self.refuse_unknown(path, command, _NAMED + known + handled)
        if kind not in kinds:
            self.add(f"{path}.type", f"Value must be one of {kinds}.")
        if kind == ENTRY_POINT and (command.get("options") or command.get("handler") not in (1, 2)):
            self.add(f"{path}.handler", "An Entry Point has a handler, and no options.")
        self.names(path, command)
        self.parts(path, command.get("options") or [], (*PARTS, *_VALUES))
        if _text_length(command) > 8000:
            self.add(path, "Command exceeds maximum size (8000)")

    def names(self, path: str, it: Json) -> None:
        name = it.get("name") or ""
        if not re.fullmatch(r"[-_'\w]{1,32}", name) or name != name.lower():
            self.add(f"{path}.name", "Command name is invalid")
        self.length(f"{path}.description", it.get("description") or "", 1, 100)

    def parts(self, path: str, options: list[Json], kinds: tuple[int, ...]) -> None:
        """The options of a command, a group or a subcommand. The last two stand alone among their
        kind."""
        self.length(f"{path}.options", options, 0, 25)
        subcommands = [each for each in options if each.get("type") in PARTS]
        if 0 < len(subcommands) < len(options):
            self.add(f"{path}.options", "Sub-command and other options are mutually exclusive")
        names, optional = set(), False
        known = "required choices autocomplete"
        for i, each in enumerate(options):
            at = f"{path}.options.{i}"
            if each.get("required") and optional:
                self.add(at, "Required options must be placed before non-required options")
            optional = optional or not each.get("required")
            if each.get("name") in names:
                self.add(at, "Option name already exists")
            names.add(each.get("name"))
            self.refuse_unknown(at, each, _NAMED + known)
            self.names(at, each)
            choices, completes = each.get("choices") or [], each.get("autocomplete")
            self.choices(f"{at}.choices", choices)
            if choices and completes:
                self.add(at, "Choices and autocomplete are mutually exclusive")
            if completes and each.get("type") not in (STRING, INTEGER):
                self.add(f"{at}.autocomplete", "This type has no autocomplete")
            if each.get("type") not in kinds:
                self.add(f"{at}.type", f"Value must be one of {kinds}.")
            elif each["type"] in PARTS:
                within = _VALUES if each["type"] == SUBCOMMAND else (SUBCOMMAND,)
                self.parts(at, each.get("options") or [], within)

    def choices(self, path: str, choices: list[Json]) -> None:
        """Choices of an option and of an autocompletion: 25, each name and text value 100."""
        self.length(path, choices, 0, 25)
        for i, each in enumerate(choices):
            self.length(f"{path}.{i}.name", each.get("name") or "", 1, 100)
            if "value" not in each:
                self.add(f"{path}.{i}.value", "This field is required")
            elif isinstance(each["value"], str):
                self.length(f"{path}.{i}.value", each["value"], 1, 100)


def check_message(body: Json, files: list[Upload], kind: str) -> None:
    """Refuse a "create", "edit" or "webhook" that breaks a limit, or has fields that no bot here
    needs."""
    faults, known = Judge(), "content flags allowed_mentions components attachments tts"
    created = " nonce enforce_nonce message_reference" if kind == "create" else ""
    faults.refuse_unknown("", body, known + created)
    # The types on which the other checks rely.
    if not isinstance(body.get("content"), str | None):
        faults.add("content", "Could not interpret value as string.")
    if not isinstance(body.get("flags"), int | None):
        faults.add("flags", "Could not interpret value as int.")
    for name in ("allowed_mentions", "message_reference"):
        if not isinstance(body.get(name), dict | None):
            faults.add(name, "Only dictionaries may be used in a DictType")
    for name in ("components", "attachments"):
        faults.objects(name, body.get(name))
    faults.refuse()

    faults.length("content", body.get("content") or "", 0, 2000)
    faults.length("nonce", str(body.get("nonce") or ""), 0, 25)
    faults.mentions(body.get("allowed_mentions") or {})
    if len(files) > 10:
        faults.add("files", "Must be 10 or fewer in length.")
    faults.length("attachments", body.get("attachments") or [], 0, 10)
    for i, each in enumerate(body.get("attachments") or []):
        faults.length(f"attachments.{i}.description", each.get("description") or "", 0, 1024)
    faults.components(body.get("components") or [])
    faults.refuse()
    if any(len(each.content) > FILE_SIZE for each in files):
        raise Refusal(413, 40005, "Request entity too large")


@dataclass(slots=True)
class MessageForm:
    """The form of a message and its files."""

    form: Json
    files: list[Upload] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.form.get("content") or ""

    def check_new(self, kind: str) -> None:
        """Refuse a new message that breaks a limit or is empty."""
        check_message(self.form, self.files, kind)
        if not (self.text.strip() or self.form.get("components") or self.files):
            raise Refusal(400, 50006, "Cannot send an empty message")


def check_form(form: Json) -> None:
    """Refuse a modal that breaks a limit."""
    faults, styles = Judge(), (1, 2)
    faults.refuse_unknown("data", form, "custom_id title components")
    faults.objects("data.components", form.get("components"))
    faults.refuse()
    faults.custom_id("data", form)
    faults.length("data.title", form.get("title") or "", 1, 45)
    faults.length("data.components", form.get("components") or [], 1, 5)
    for i, label in enumerate(form.get("components") or []):
        path, field = f"data.components.{i}", label.get("component")
        if label.get("type") != LABEL or not isinstance(field, dict):
            faults.add(f"{path}.type", f'Value of field "type" must be one of ({LABEL},).')
            continue
        faults.length(f"{path}.label", label.get("label") or "", 1, 45)
        path = f"{path}.component"
        if field.get("type") != TEXT_INPUT or field.get("style") not in styles:
            faults.add(f"{path}.style", f"Value must be one of {styles}.")
        faults.custom_id(path, field)
        faults.length(f"{path}.placeholder", field.get("placeholder") or "", 0, 100)
        if not 1 <= field.get("max_length", 4000) <= 4000:
            faults.add(f"{path}.max_length", "Must be between 1 and 4000.")
    faults.refuse()


def check_commands(commands: Any) -> None:
    """Refuse a list of commands that Discord would not register."""
    if not isinstance(commands, list):
        raise Refusal(400, 50035, "Invalid Form Body")
    faults = Judge()
    faults.objects("commands", commands)
    faults.refuse()
    if len(commands) > 100:
        raise Refusal(400, 30032, "Maximum number of application commands reached (100)")
    names = Counter((each.get("type", CHAT), each.get("name")) for each in commands)
    for i, each in enumerate(commands):
        faults.command(str(i), each)
        if names[each.get("type", CHAT), each.get("name")] > 1:
            faults.add(f"{i}.name", "Application command names must be unique")
    faults.refuse()


def _text_length(it: Json) -> int:
    """The length of names, descriptions and choice values, each in its longest translation."""

    def longest(it: Json, name: str) -> int:
        texts = [it.get(name) or "", *(it.get(f"{name}_localizations") or {}).values()]
        return max(map(len, texts))

    own = longest(it, "name") + longest(it, "description")
    choices = sum(longest(c, "name") + len(str(c.get("value"))) for c in it.get("choices") or ())
    return own + choices + sum(_text_length(each) for each in it.get("options") or ())
