"""Refusals: to the bot as Discord's, to people in a sentence."""

from typing import Any

from sandbox.model import Json


class Refusal(Exception):
    """An answer with an error status and Discord's JSON error code."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        shown: Json = {"message": self.message, "code": self.code}
        return shown if self.errors is None else {**shown, "errors": self.errors}


class Sorry(Exception):
    """A refusal of a person's request; the text is for that person."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class FormErrors:
    """Collects a form's errors, by dotted path, and refuses it as a whole."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def add(self, path: str, message: str) -> None:
        at = self.errors
        for key in path.split(".") if path else ():
            at = at.setdefault(key, {})
        at.setdefault("_errors", []).append({"code": "INVALID", "message": message})

    def length(self, path: str, value: Any, least: int, most: int) -> None:
        """Require a text of `least` to `most` characters, or a list of as many members."""
        what = "in length" if isinstance(value, str) else "members"
        if least <= len(value) <= most:
            return
        if least == 0:
            self.add(path, f"Must be {most} or fewer {what}.")
        else:
            self.add(path, f"Must be between {least} and {most} {what}.")

    def objects(self, path: str, value: Any) -> None:
        """Require a list of objects, whose own lists are lists of objects; or nothing."""
        if value is None:
            return
        if not isinstance(value, list):
            return self.add(path, "Only iterables may be used in a ListType")
        for i, each in enumerate(value):
            if not isinstance(each, dict):
                self.add(f"{path}.{i}", "Only dictionaries may be used in a DictType")
                continue
            for name in ("components", "options"):
                self.objects(f"{path}.{i}.{name}", each.get(name))

    def refuse_unknown(self, path: str, body: Json, names: str) -> None:
        """Refuse unknown fields, which Discord ignores: here a misspelt one must not go
        unnoticed."""
        for name in body.keys() - set(names.split()):
            self.add(f"{path}.{name}".strip("."), "This field is not known.")

    def refuse(self) -> None:
        if self.errors:
            raise Refusal(400, 50035, "Invalid Form Body", self.errors)


def invalid(path: str, message: str) -> Refusal:
    """A form with a single fault."""
    faults = FormErrors()
    faults.add(path, message)
    return Refusal(400, 50035, "Invalid Form Body", faults.errors)


def unknown(what: str) -> Refusal:
    codes = {
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "User": 10013,
        "Webhook": 10015,
        "interaction": 10062,
        "application command": 10063,
    }
    return Refusal(404, codes[what], f"Unknown {what}")
