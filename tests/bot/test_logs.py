"""Logs: lines of JSON with ids, without what people said and without secrets.

Source: issue 2, item 7 ("logs are structured and free of content and secrets").
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.boundary import Broken, guarded
from bot.ops import logs
from storage import SqliteStore, Unwritable
from storage.trouble import told
from tests.storage.samples import lobby

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
        "We are being rate limited. … responded with 429.",
        "Task exception was never retrieved",
        "ours",
    ]


@pytest.mark.parametrize(
    ("template", "args", "said"),
    [
        (
            "shard ID %s websocket is %.1fs behind.",
            (3, 71.46),
            "shard ID 3 websocket is 71.5s behind.",
        ),
        (
            "Shard ID %s has connected (Session ID: %s).",
            (0, SECRET),
            "Shard ID 0 has connected (Session ID: …).",
        ),
        ("%(tries)d tries, last %(last)r", {"tries": 2, "last": SECRET}, "2 tries, last …"),
        ("took %.1f s", (SECRET,), "took %.1f s"),
        ("one %s", (1, SECRET), "one %s"),
        ("%s of %s", (True, None), "… of …"),
        ("100 % sure", (), "100 % sure"),
    ],
)
def test_numbers_of_libraries_are_told(
    template: str, args: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """How far behind a connection is can be read; anything but a number may be a secret."""
    logs.configure("INFO")
    args = (args,) if isinstance(args, dict) else args
    logging.getLogger("discord.gateway").warning(template, *args)
    assert [line["what"] for line in lines(capsys)] == [said]


def test_an_exception_as_message_is_its_type(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO")
    logging.getLogger("discord").warning(ValueError(SECRET))
    assert [line["what"] for line in lines(capsys)] == ["ValueError"]


async def test_a_write_that_fails_is_logged_with_its_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whether the disk is full, read-only or gone: in our words and SQLite's."""
    logs.configure("INFO")
    store = await SqliteStore.open(":memory:")
    await store._thread.execute("pragma max_page_count = 1")
    with pytest.raises(Broken):
        await guarded(store.create(lobby(options={"x": SECRET * 10_000})))
    await store.close()
    err = capsys.readouterr().err
    assert SECRET not in err
    assert json.loads(err)["type"] == "Unwritable"
    assert json.loads(err)["why"] == "the disk is full (SQLITE_FULL)"


def test_a_folder_that_is_gone_is_named_by_the_system(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO")
    try:
        with told("games.db"):
            Path("/nowhere/at/all").read_bytes()
    except Unwritable:
        logging.getLogger("bot").exception("broken")
    assert lines(capsys)[0]["why"] == "no such file or directory (ENOENT)"


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
