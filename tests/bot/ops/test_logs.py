"""Logs: lines of JSON with ids, without secrets and the words of people."""

import asyncio
import json
import logging
import re
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import app
from bot.app import HOSTED, App
from bot.discord.client import Lumbercamp
from bot.messages.boundary import Broken, answer_to, guard
from bot.messages.languages import VOICE
from bot.messages.layout import PAINTER, Drawing, Layout, Panel, render
from bot.ops import logs
from renderer import Picture
from rules.errors import Illegal
from rules.text import NOTHING, Text
from storage import Busy, InDoubt, SqliteStore, Unwritable
from storage.errors import FileError
from storage.sqlite import store as sqlite
from tests.bot.core import Captured, Core, Patch
from tests.patience import PATIENCE
from tests.storage.files import store_in
from tests.storage.samples import lobby

SECRET = "t0ps3cret"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """configure() changes the whole process."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, [logging.getLogger(n).level for n in logs.OURS]
    hooks = sys.excepthook, threading.excepthook
    yield
    sys.excepthook, threading.excepthook = hooks
    root.handlers[:], level, own = before
    root.setLevel(level)
    for name, level in zip(logs.OURS, own, strict=True):
        logging.getLogger(name).setLevel(level)


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    async with store_in(":memory:") as opened:
        yield opened


def lines(capsys: Captured) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_of_ours(capsys: Captured) -> None:
    logs.configure("INFO")
    extra = {"game": 7, "why": "busy", "reference": "1a2b", "words": SECRET, "token": SECRET}
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
        "reference": "1a2b",
    }


def test_on_a_terminal_lines_are_plain_and_as_discreet(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    logs.configure("INFO")
    extra = {"game": 7, "why": "busy", "words": SECRET}
    logging.getLogger("bot.x").info("not answered", extra=extra)
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("discord.http").exception("broken %s", SECRET)
    err = capsys.readouterr().err
    assert SECRET not in err
    first, second = err.splitlines()
    assert first.split(" ", 1)[1] == "INFO not answered from=bot.x game=7 why=busy"
    assert " ERROR broken … from=discord.http type=ValueError frames=[" in second


def test_libraries_are_not_quoted(capsys: Captured) -> None:
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
        ("shard %s is %.1fs behind.", (3, 71.46), "shard 3 is 71.5s behind."),
        ("%(tries)d tries, last %(last)r", {"tries": 2, "last": SECRET}, "2 tries, last …"),
        ("took %.1f s", (SECRET,), "took %.1f s"),
        ("one %s", (1, SECRET), "one %s"),
        ("%s of %s", (True, None), "… of …"),
        ("100 % sure", (), "100 % sure"),
        (ValueError(SECRET), (), "ValueError"),
    ],
)
def test_numbers_of_libraries_are_told(
    template: object, args: Any, said: str, capsys: Captured
) -> None:
    """How far behind a connection is can be read; anything but a number may be a secret."""
    logs.configure("INFO")
    args = (args,) if isinstance(args, dict) else args
    logging.getLogger("discord.gateway").warning(template, *args)
    assert [line["what"] for line in lines(capsys)] == [said]


HELEN, ID = "Helen", 1_575_999_031_748_853_782


async def test_no_line_of_any_logger_holds_an_id_or_a_name(capsys: Captured) -> None:
    logs.configure("INFO")
    loop, member = asyncio.get_running_loop(), f"<Member id={ID} name={HELEN!r}>"
    ignored = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"
    logging.getLogger("discord.app_commands.tree").error(ignored, "logger start", ID, ID)
    discord_, asyncio_ = logging.getLogger("discord.client"), logging.getLogger("asyncio")
    discord_.info(f"{ID} has left, {ID}0")
    discord_.info("%(user)d of %(n)d", {"user": ID, "n": 7})
    logging.getLogger("aiohttp.server").error("Error handling request from %s", f"{ID}")
    loop.call_exception_handler({"message": f"Exception in callback said({member})", "id": ID})
    try:
        raise KeyError(f"{HELEN} {ID}")
    except KeyError:
        discord_.exception(f"Ignoring exception in on_member_update({member})")
        asyncio_.error("Task was destroyed but it is pending!", exc_info=True)
        bot = logging.getLogger("bot.outbox.queue")
        bot.warning(
            "parked", extra={"game": 7, "why": f"L7 has no place in <#{ID}>"}, exc_info=True
        )
        thread = threading.Thread(target=int, args=(f"{HELEN} {ID}",))
        thread.start()
        thread.join()
        sys.excepthook(*sys.exc_info())
    err = capsys.readouterr().err
    assert HELEN not in err
    assert not re.search("[0-9]{15}", err)
    told = [json.loads(line) for line in err.splitlines()]
    assert [line["what"] for line in told] == [
        "Ignoring exception in autocomplete for … (Guild: …, User: …)",
        "… has left, …",
        "… of 7",
        "Error handling request from …",
        "Exception in callback said…",
        "Ignoring exception in on_member_update…",
        "Task was destroyed but it is pending!",
        "parked",
        "ended",
        "ended",
    ]
    assert (told[-3]["game"], told[-3]["why"]) == (7, "L7 has no place in <#…>")
    assert told[-1]["type"] == "KeyError"
    assert "test_logs.py" in told[-1]["frames"][0]


async def test_a_write_that_fails_is_logged_with_its_reason(
    store: SqliteStore, capsys: Captured
) -> None:
    logs.configure("INFO")
    await store._thread.execute("pragma max_page_count = 1")
    with pytest.raises(Broken):
        await guard(store.create(lobby(options={"x": SECRET * 10_000})))
    err = capsys.readouterr().err
    assert SECRET not in err
    assert json.loads(err)["type"] == "Unwritable"
    assert json.loads(err)["why"] == "the disk is full (SQLITE_FULL)"


async def test_a_wish_that_came_with_the_last_event_is_served_to_its_end(
    store: SqliteStore, monkeypatch: Patch
) -> None:
    """Between the last wish that was waited for and the end of the connection."""
    client = App(store, Lumbercamp).client
    last, served, wishes = asyncio.Event(), list[int](), list[asyncio.Task[None]]()

    async def wish() -> None:
        with client.serving():
            await last.wait()
            served.append(len(await store.open_games()))

    async def leave(self: discord.AutoShardedClient) -> None:
        wishes.append(asyncio.create_task(wish()))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(last.set)

    monkeypatch.setattr(discord.AutoShardedClient, "close", leave)
    await client.close()
    assert served == [0]


def board(draw: Any) -> Layout:
    return Layout(NOTHING, Drawing(lambda _: draw(), ()))


@pytest.mark.parametrize("broken", [ValueError("ink"), SystemExit(3)])
async def test_who_waits_for_a_picture_hears_why_there_is_none(broken: BaseException) -> None:
    def draw() -> Picture:
        raise broken

    with pytest.raises(type(broken)) as heard:
        await render(board(draw), VOICE)
    assert heard.value is broken
    assert (await render(board(lambda: Picture(b"", "")), VOICE)).picture


async def _work(what: Layout | BaseException) -> Layout:
    if isinstance(what, Panel):
        return what
    raise what


async def test_a_bug_is_told_by_a_reference(caplog: pytest.LogCaptureFixture) -> None:
    panel = await answer_to(_work(RuntimeError("the hand of Ann")))
    found = re.search(r"\(reference ([0-9a-f]{4})\)", panel.text)
    assert found is not None
    assert "hand" not in panel.text
    assert "Your game is safe" in panel.text
    (record,) = caplog.records
    assert record.__dict__["reference"] == found[1]


async def test_behind_the_counter_a_refusal_is_a_bug_too(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Broken):
        await guard(_work(Illegal(Text("no"))))
    assert len(caplog.records) == 1


async def test_being_stopped_is_no_bug(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(asyncio.CancelledError):
        await answer_to(_work(asyncio.CancelledError()))
    assert caplog.records == []


def test_a_board_waits_for_one_piece_of_a_start_and_not_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All pieces take half a minute on a busy machine."""
    order, asked = list[object](), threading.Event()

    def prepared(games: object, folder: Path | None) -> Iterator[None]:
        for piece in range(3):
            asked.wait(PATIENCE)
            order.append(piece)
            yield

    monkeypatch.setattr(app, "draw_sprites", prepared)
    app.draw(HOSTED, None, lambda: False)
    PAINTER.submit(order.append, "board")
    asked.set()
    while len(order) < 4:
        PAINTER.submit(int).result(PATIENCE)
    assert order == [0, "board", 1, 2]
    app.draw(HOSTED, None, lambda: True)  # the bot ends meanwhile
    PAINTER.submit(int).result(PATIENCE)
    PAINTER.submit(int).result(PATIENCE)
    assert order[4:] == [0]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InDoubt, "I'm not sure that was saved: the database failed while writing (reference "),
        (Unwritable, "I couldn't save that: the database isn't available right now (reference "),
        (Busy, "The database is busy. Try again in a moment."),
    ],
)
async def test_people_are_told_whether_it_may_have_been_recorded(
    two: Core,
    error: type[FileError],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The reason is for the operator only; a busy database isn't a bug."""

    @contextmanager
    def refuses(path: object) -> Iterator[None]:
        raise error(path) if error is Busy else error(path, "the disk refused it")
        yield

    log, mover = await two.log(), await two.mover()
    monkeypatch.setattr(sqlite, "committing", refuses)
    answer = await two.say(mover, "a1")
    assert answer.text.startswith(said)
    assert "disk" not in answer.text
    assert ("broken" in caplog.messages) is (error is not Busy)
    monkeypatch.undo()
    assert await two.log() == log
    assert "Turn played" in (await two.say(mover, "a1")).text
