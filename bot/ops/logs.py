"""Logs: one JSON object a line, with ids but without content. What a person typed, a name, a
token or the message of an exception never gets in; a traceback is frames and types."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Mapping

from storage import Unwritable

OURS = ("bot", "storage")
FIELDS = (
    "reference",
    "post",
    "game",
    "why",
    "status",
    "code",
    "interaction",
    "verb",
    "range",
    "of",
)


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON; only FIELDS are taken from `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "from": record.name,
            "what": _what(record),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["type"] = record.exc_info[0].__name__
            if isinstance(record.exc_info[1], Unwritable):
                line["why"] = record.exc_info[1].why
            line["frames"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def _what(record: logging.LogRecord) -> str:
    """Our own messages; of libraries' only the first line of the template, with its numbers."""
    if record.name.split(".")[0] in OURS:
        return record.getMessage()
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    return _filled(record.msg, record.args).partition("\n")[0]


class _Unsaid:
    """Stands for what may be an address with a token, or the text of an exception."""

    def __str__(self) -> str:
        return "…"

    __repr__ = __str__


def _filled(template: str, args: object) -> str:
    try:
        if isinstance(args, Mapping):
            return template % {name: _number(value) for name, value in args.items()}
        return template % tuple(map(_number, args)) if isinstance(args, tuple) else template
    except (TypeError, ValueError, KeyError):
        return template  # a number was to stand where there is none


def _number(value: object) -> object:
    return value if type(value) in (int, float) else _Unsaid()


def configure(level: str) -> None:
    """Send all logs to standard error as JSON lines. DEBUG is for our own packages alone: what
    libraries tell there holds content and tokens."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    libraries = max(logging.INFO, logging.getLevelName(level))
    logging.basicConfig(level=libraries, handlers=[handler], force=True)
    for ours in OURS:
        logging.getLogger(ours).setLevel(level)
