"""Logs: lines of JSON with ids, without what people said and without secrets.

Source: issue 2, item 7 ("logs are structured and free of content and secrets").
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from bot import logs

SECRET = "t0ps3cret"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """configure() changes the whole process."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, [logging.getLogger(n).level for n in logs.OURS]
    yield
    root.handlers[:], level, own = before
    root.setLevel(level)
    for name, level in zip(logs.OURS, own, strict=True):
        logging.getLogger(name).setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """When, how grave, where from, what; of the extras only the known ones."""
    logs.configure("INFO")
    extra = {"game": 7, "why": "busy", "words": SECRET, "token": SECRET}
    logging.getLogger("bot.x").info("not answered", extra=extra)
    (line,) = lines(capsys)
    at = str(line.pop("at"))
    assert at[10] == "T"
    assert at[-5] in "+-"
    assert line == {
        "level": "INFO",
        "from": "bot.x",
        "what": "not answered",
        "game": 7,
        "why": "busy",
    }


def test_an_exception_is_frames_and_types(capsys: pytest.CaptureFixture[str]) -> None:
    """Its text may hold anything."""
    logs.configure("INFO")
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("bot").exception("broken", extra={"reference": "1a2b"})
    err = capsys.readouterr().err
    assert SECRET not in err
    line = json.loads(err)
    assert (line["type"], line["reference"]) == ("ValueError", "1a2b")
    assert "test_logs.py" in line["frames"][0]


def test_libraries_are_not_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    """Their messages are filled in with addresses, packets and texts of exceptions."""
    logs.configure("DEBUG")
    library = logging.getLogger("discord.http")
    library.debug("packet %s", SECRET)
    library.warning("We are being rate limited. %s responded with 429.", SECRET)
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: {SECRET}")
    logging.getLogger("bot").debug("ours")
    err = capsys.readouterr().err
    assert SECRET not in err
    assert [json.loads(line)["what"] for line in err.splitlines()] == [
        "We are being rate limited. %s responded with 429.",
        "Task exception was never retrieved",
        "ours",
    ]


def test_what_asyncio_says_of_a_forgotten_exception(capsys: pytest.CaptureFixture[str]) -> None:
    """The event loop's own handler repeats the exception; the log does not."""
    logs.configure("INFO")

    async def forgotten() -> None:
        context = {"message": "Task exception was never retrieved", "exception": ValueError(SECRET)}
        asyncio.get_running_loop().call_exception_handler(context)

    asyncio.run(forgotten())
    err = capsys.readouterr().err
    assert "never retrieved" in err
    assert SECRET not in err


@pytest.mark.parametrize("level", ["INFO", "WARNING", "ERROR"])
def test_the_level_holds(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing below it, of nobody."""
    logs.configure(level)
    for name in ("bot", "discord"):
        for each in ("DEBUG", "INFO", "WARNING", "ERROR"):
            logging.getLogger(name).log(logging.getLevelName(each), "x")
    seen = {str(line["level"]) for line in lines(capsys)}
    order = ["DEBUG", "INFO", "WARNING", "ERROR"]
    assert seen == set(order[order.index(level) :])
