"""`lumbercamp run` as people start, stop and kill it."""

from __future__ import annotations

import base64
import os
import signal
from pathlib import Path

import aiohttp
import pytest

from sandbox.model import BOT_ID
from tests.bot.discord.process import ROOT, begin, board, mover, playing
from tests.guest import guests

ODD = "xylophone", "quodlibet"

# Windows has no uvloop, and its event loop takes no handlers of signals; psycopg is an extra. A
# background process of a shell without job control ignores Ctrl-C.
LESS_THAN_HERE = """
import signal
import sys
from asyncio.unix_events import _UnixSelectorEventLoop as Loop

def refuse(*args):
    raise NotImplementedError

Loop.add_signal_handler = refuse
sys.modules["uvloop"] = sys.modules["psycopg"] = None  # whoever imports them fails
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


@pytest.mark.slow
async def test_it_names_its_page_ends_cleanly_and_logs_nothing_private(tmp_path: Path) -> None:
    """`make run`, open the page that it names, play; Ctrl-C closes cleanly and exits 0. Also on
    Windows, without the extra for PostgreSQL, and with a log of every level."""
    (tmp_path / "sitecustomize.py").write_text(LESS_THAN_HERE)
    env = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "LUMBERCAMP_LOG_LEVEL": "DEBUG"}
    async with playing(tmp_path, 0, **env) as (bot, address):
        async with aiohttp.ClientSession() as session, session.get(f"{address}/") as page:
            assert page.status == 200
            assert "Lumbercamp" in await page.text()
        async with guests(address) as people:
            post = await begin(people)
            guest = mover(people, post)
            await guest.say("games", f"{ODD[0]} a1", reply_to=post["id"])
            await guest.message(lambda m: ODD[0] in m["content"] and m["author"].get("bot"))
            asked = await guest.slash("games", "logger turn", move=f"{ODD[1]} a1")
            assert ODD[1] in (await guest.answer(asked)).text
            await guest.say("games", "a1", reply_to=post["id"])
            await board(people, 2)
        bot.signal(signal.SIGINT)
        assert await bot.end() == 0
        assert "Traceback" not in bot.complaint
        log = bot.complaint + bot.said
    assert '"level": "INFO"' in log
    token = base64.b64encode(BOT_ID.encode()).decode().rstrip("=")  # the beginning of each
    assert not any(word in log for word in (*ODD, "Ann", "Ben", "corner", token))
