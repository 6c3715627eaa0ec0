"""The command line answers bad input by one sentence and an exit code for a service manager."""

import asyncio
import os
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from bot.ops import command_line as command
from bot.ops import logs, replay, service
from bot.ops.settings import Unstartable
from tests.bot.core import Captured, Patch
from tests.storage.files import opened_once

RECORD = str(Path(__file__).parents[3] / "seeds/records/fellers-three.txt")
EX_USAGE, EX_CONFIG = 2, 78


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: Patch, tmp_path: Path) -> None:
    """An empty folder and an environment without settings; logs stay as pytest has them."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("LUMBERCAMP_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(logs, "configure", lambda level: None)


def use(monkeypatch: Patch, **env: str) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("argv", [[], ["sing"], ["run", "twice"]])
def test_a_command_that_is_not_one(argv: list[str], capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(argv)
    assert stopped.value.code == EX_USAGE
    assert "usage: lumbercamp" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "database", "thinkers", "said"),
    [
        ("think", "games.db", "", "needs a PostgreSQL database"),
        ("think", "postgresql://nobody", "0", "have nothing to do"),
        ("run", "games.db", "0", "computer players would never move"),
    ],
)
def test_who_thinks_where_nothing_can(
    monkeypatch: Patch, capsys: Captured, words: str, database: str, thinkers: str, said: str
) -> None:
    use(monkeypatch, DISCORD_TOKEN="t.o.k", LUMBERCAMP_DATABASE=database)
    use(monkeypatch, LUMBERCAMP_THINKERS=thinkers)
    assert command.main([words]) == EX_CONFIG
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("trouble", "code"),
    [(Unstartable("Discord rejected the token."), EX_CONFIG), (KeyboardInterrupt(), 0)],
)
def test_how_it_ends(
    monkeypatch: Patch, capsys: Captured, trouble: BaseException, code: int
) -> None:
    use(monkeypatch, DISCORD_TOKEN="t.o.k")

    async def serve(*_: Any) -> None:
        raise trouble

    monkeypatch.setattr(service, "serve", serve)
    assert command.main(["run"]) == code
    assert capsys.readouterr().err == (f"{trouble}\n" if code else "")


@pytest.mark.parametrize(("words", "at_once"), [(("replay", RECORD), True), (("check",), False)])
def test_a_reader_that_goes_away_ends_it_quietly(
    words: tuple[str, ...], at_once: bool, tmp_path: Path, monkeypatch: Patch
) -> None:
    """No traceback, and the exit code of SIGPIPE, during the output, as by `python -u`, or before
    the end."""
    asyncio.run(opened_once(tmp_path / "games.db"))
    use(monkeypatch, LUMBERCAMP_DATABASE=str(tmp_path / "games.db"))
    read, write = os.pipe()
    os.close(read)
    with (
        open(write, "wb", 0 if at_once else -1) as raw,
        TextIOWrapper(raw, write_through=at_once) as output,
        (tmp_path / "errors").open("w") as errors,
    ):
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", errors)
        assert command.main(words) == 141
    assert (tmp_path / "errors").read_text() == ""


def test_a_console_without_our_characters_shows_all_the_others(monkeypatch: Patch) -> None:
    shown = TextIOWrapper(BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", shown)
    assert command.main(["replay", RECORD]) == 0
    assert "Cy 5/3/17 \\xb7 Ben" in shown.buffer.getvalue().decode("ascii")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("DISCORD_TOKEN=a.b.c".encode("utf-16"), "isn't UTF-8 text"),
        (b"LUMBERCAMP_HOST=Andr\xe9", "isn't UTF-8 text"),
        (b"\xef\xbb\xbfLUMBERCAMP_LOG_LEVEL=chatty", "LUMBERCAMP_LOG_LEVEL must be one of"),
    ],
)
def test_a_file_of_settings_in_another_encoding_is_named(
    content: bytes, why: str, monkeypatch: Patch, capsys: Captured
) -> None:
    monkeypatch.setenv("LUMBERCAMP_LOG_LEVEL", "INFO")  # undo the file's settings afterwards
    monkeypatch.delenv("LUMBERCAMP_LOG_LEVEL")
    Path(".env").write_bytes(content)
    assert command.main(["run"]) == EX_CONFIG
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_a_bug_is_not_taken_for_a_wrong_record(monkeypatch: Patch, capsys: Captured) -> None:
    """The code 1 means that the record is wrong."""

    def breaks(*_: object) -> int:
        raise KeyError("ours")

    monkeypatch.setattr(replay, "run", breaks)
    assert command.main(["replay", "-"]) == 70
    assert "KeyError" in capsys.readouterr().err
