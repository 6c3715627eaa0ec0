"""The judge: Discord's own description of its API against what the bot sent and the sandbox said.

LUMBERCAMP_OPENAPI names the file. Where the description is known to be stricter than Discord, an
exchange is normalised first: ids may be numbers, and a multipart form is judged as its JSON.
"""

import json
import os
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from sandbox import World

_PREFIX = "/api/v10"
_IDS = re.compile(r"(^|_)id$|^user$|^role$")
_LONG_NUMBER = re.compile(r"[0-9]{15,}")  # an id
Finding = tuple[str, str]  # place, fault
_JUDGED: dict[bytes, list[Finding]] = {}  # by the exchange without its ids


@cache
def _description() -> dict[str, Any]:
    file = Path(os.environ["LUMBERCAMP_OPENAPI"])
    described: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return described


@cache
def _registry() -> Registry:
    return Registry([("urn:discord", _description())])


@cache
def _validator(pointer: str) -> Draft202012Validator:
    reference = {"$ref": f"urn:discord#{quote(pointer)}"}
    return Draft202012Validator(reference, registry=_registry(), validate_formats=False)


@cache
def _paths() -> list[tuple[str, re.Pattern[str]]]:
    """Paths with fixed words before those with a name in their place: @me, @original."""
    found = [
        (path, re.compile(re.sub(r"\\\{.+?\\\}", "[^/]+", re.escape(path)) + "$"))
        for path in _description()["paths"]
    ]
    return sorted(found, key=lambda each: each[0].count("{"))


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    for described, pattern in _paths():
        if pattern.match(path.removeprefix(_PREFIX)):
            operation = _description()["paths"][described].get(method.lower())
            if operation is not None:
                escaped = described.replace("~", "~0").replace("/", "~1")
                return f"/paths/{escaped}/{method.lower()}", operation
    return None


def judge(world: World) -> list[Finding]:
    """Everything wrong with the exchanges of a world that keeps them."""
    assert world.exchanges is not None, "nothing was kept: set world.exchanges = [] first"
    return _judge_all(map(json.dumps, world.exchanges))


def judge_journal(file: Path) -> list[Finding]:
    """Everything wrong with the exchanges that sandboxes wrote to a journal."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return _judge_all(lines)


def _judge_all(lines: Iterable[str]) -> list[Finding]:
    return [finding for line in lines for finding in _judge_line(line)]


def _judge_line(line: str) -> list[Finding]:
    """Of the exchanges that differ in nothing but ids, such as the commands that every bot hands
    in, one is judged in all tests of this process."""
    shape = sha256(_LONG_NUMBER.sub("0", line).encode()).digest()
    if shape not in _JUDGED:
        _JUDGED[shape] = _judge_one(*json.loads(line))
    return _JUDGED[shape]


def _judge_one(method: str, path: str, asked: Any, status: int, said: Any) -> list[Finding]:
    where = f"{method} {path.removeprefix(_PREFIX)}"
    found = _operation(method, path)
    if found is None:
        return [(where, "there is no such operation")]
    pointer, operation = found
    findings: list[Finding] = []
    if asked and status < 400:
        findings += _compare(f"{where} request", f"{pointer}/requestBody", asked)
    answer = operation["responses"].get(str(status))
    if answer is None and status < 400:
        findings.append((where, f"status {status} is not described"))
    if said is not None and status < 400:
        findings += _compare(f"{where} answer", f"{pointer}/responses/{status}", said)
    return findings


def _compare(where: str, pointer: str, value: Any) -> list[Finding]:
    validator = _validator(f"{pointer}/content/application~1json/schema")
    return [
        (f"{where} {'.'.join(map(str, error.instance_path))}", _deepest(error))
        for error in validator.iter_errors(normal(value))
    ]


def _deepest(error: ValidationError) -> str:
    """Of a choice between shapes, the complaint that lies deepest says most."""
    said = max(_complaints(error), key=_depth)
    return f"{'.'.join(map(str, said.instance_path))}: {said.message[:300]}"


def _complaints(error: ValidationError) -> list[ValidationError]:
    """The error, or why none of several shapes fits."""
    shapes = getattr(error.kind, "context", ())
    return [it for shape in shapes for each in shape for it in _complaints(each)] or [error]


def _depth(error: ValidationError) -> int:
    """A shape that wasn't even meant (another `type`) doesn't count."""
    return 0 if [*error.instance_path][-1:] == ["type"] else len(error.instance_path)


def normal(value: Any, key: str = "") -> Any:
    """Ids as text, wherever the client sends numbers; components keep their small numbers."""
    if isinstance(value, dict):
        is_component = isinstance(value.get("type"), int)
        return {
            k: v if is_component and k == "id" and isinstance(v, int) else normal(v, k)
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [normal(each, key.removesuffix("s")) for each in value]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and _IDS.search(key) else value
