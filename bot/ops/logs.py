"""Logs: one JSON object per line, without content. No id or name of a person, no words of theirs,
no token and no exception's message gets in; a traceback is frames and types. The formatter sees
each line of each logger, so ids are removed only here."""

import json
import logging
import re
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any, Final

from storage import Unwritable

OURS = ("bot", "storage")
_FIELDS = ("reference", "post", "game", "why", "status", "code", "verb", "range", "of")
_UNSAID: Final = "…"

log = logging.getLogger(__name__)


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON, or as a plain one for a person at a terminal; only
    _FIELDS are taken from `extra`."""

    plain = False

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "from": record.name,
            "what": _what(record),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["type"] = record.exc_info[0].__name__
            if isinstance(record.exc_info[1], Unwritable):
                line["why"] = record.exc_info[1].why
            line["frames"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        line = {name: _without_ids(each) for name, each in line.items()}
        if not self.plain:
            return json.dumps(line, ensure_ascii=False)
        head = [str(line.pop(name)) for name in ("at", "level", "what")]
        return " ".join([*head, *(f"{name}={value}" for name, value in line.items())])


def _without_ids(value: Any) -> Any:
    """A value of a line, with … for each number that is as long as an id."""
    if isinstance(value, list):
        return [_without_ids(each) for each in value]
    if value is None or isinstance(value, bool | float):
        return value
    said = re.sub("[0-9]{15,}", _UNSAID, str(value))  # as long as Discord's ids are
    return value if said == str(value) and isinstance(value, int) else said


def _what(record: logging.LogRecord) -> str:
    """Our own messages in full; from libraries only the template's first line, with its numbers.
    Text without a template is cut before the first sign of inserted content."""
    if record.name.split(".")[0] in OURS:
        return record.getMessage()
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    if record.args:
        return _filled(record.msg, record.args).partition("\n")[0]
    plain = record.msg.partition("\n")[0]
    content = re.search("[<({\\['\"`«“]", plain)  # signs before text that a library has filled in
    return f"{plain[: content.start()]}{_UNSAID}" if content else plain


class _Unsaid:
    """Replaces a value that may be an address with a token, or an exception's text."""

    def __str__(self) -> str:
        return _UNSAID

    __repr__ = __str__


def _filled(template: str, args: object) -> str:
    try:
        if isinstance(args, Mapping):
            return template % {name: _number(value) for name, value in args.items()}
        return template % tuple(map(_number, args)) if isinstance(args, tuple) else template
    except (TypeError, ValueError, KeyError):
        return template  # the template wants a number and gets something else


def _number(value: object) -> object:
    return value if type(value) in (int, float) else _Unsaid()


def configure(level: str) -> None:
    """Send all logs to standard error: as JSON, or as plain lines on a terminal. DEBUG applies only
    to our own packages: libraries' debug lines hold content and tokens."""
    handler, lines = logging.StreamHandler(sys.stderr), JsonLines()
    lines.plain = sys.stderr.isatty()
    handler.setFormatter(lines)
    libraries = max(logging.INFO, logging.getLevelName(level))
    logging.basicConfig(level=libraries, handlers=[handler], force=True)
    for ours in OURS:
        logging.getLogger(ours).setLevel(level)
    sys.excepthook = _ended
    threading.excepthook = lambda fault: _ended(
        fault.exc_type, fault.exc_value, fault.exc_traceback
    )


def _ended(type_: type[BaseException], fault: BaseException | None, frames: Any) -> None:
    """Log an uncaught exception, which Python would print with its message."""
    if issubclass(type_, KeyboardInterrupt | SystemExit):
        return
    log.critical("ended", exc_info=(type_, fault or type_(), frames))
