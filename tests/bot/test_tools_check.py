"""`lumbercamp check`: every open game against today's rules, also while the bot runs."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.ops.check import Checked, check
from rules import GAMES
from rules.game import Setup
from rules.logger import Logger
from rules.play import checksum, perform
from rules.record import parse
from storage import TABLE, Change, GameRow, Line, SqliteStore, Store
from tests.storage.samples import ANN, BEN, lobby

DEMO = Path(__file__).parents[2] / "seeds/records/logger-two.txt"
LINES = ("a1", "e5", "a3 +a4", "e3 +e4")


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(":memory:")
    yield opened
    await opened.close()


def said(*lines: str) -> tuple[Line, ...]:
    """Turns of two players as they are recorded them."""
    game = GAMES["logger"].game
    state = game.new(Setup(2))
    made = [Line(TABLE, "start 0 1", "")]
    for line in lines:
        seat = game.actor(state)
        state, _ = perform(game, state, line)
        made.append(Line(seat, line, checksum(state)))
    return tuple(made)


async def begun(store: Store, key: str, channel: int, *lines: Line, on_turn: int = 0) -> GameRow:
    game = await store.create(lobby(key, channel=channel))
    change = Change(lines, f"{key} plays", (ANN, BEN), "playing", on_turn=on_turn)
    return await store.commit(game.id, 1, change)


async def test_games_that_the_rules_agree_with_are_fine(store: SqliteStore) -> None:
    assert str(await check(store)) == "No game is open."
    await begun(store, "a", 1, *said(*LINES))
    await store.create(lobby("b", channel=2))
    checked = await check(store)
    assert checked == Checked(2, ())
    assert str(checked) == "All open games are fine: 2."


async def test_the_first_turn_that_differs_is_named_and_the_others_are_still_checked(
    store: SqliteStore,
) -> None:
    """docs/decisions.md, decision 6."""
    lines = said(*LINES)
    bent = (*lines[:3], Line(0, "a3 +b3", lines[3].mark), lines[4])
    await begun(store, "a", 1, *bent)
    await begun(store, "b", 2, *said(*LINES))
    checked = await check(store)
    (sentence,) = checked.wrong
    assert sentence.startswith("L1 on server 900 (game 1): row 5: the position has checksum ")
    assert str(checked) == "1 of 2 open games are fine, 1 not."


async def test_a_changed_rule_is_noticed(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the command is for: new code, old games."""
    await begun(store, "a", 1, *said(*LINES))
    monkeypatch.setattr(
        Logger, "why_not", lambda *_: "nothing may be planted on Sundays", raising=True
    )
    (sentence,) = (await check(store)).wrong
    assert "row 3: `a1`: nothing may be planted on Sundays" in sentence


async def test_rules_that_break_over_one_game_do_not_hide_the_others(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(store, "a", 1, *said(*LINES))
    await begun(store, "b", 2, *said(*LINES))

    def broken(*_: object) -> None:
        raise IndexError("with a secret in it")

    monkeypatch.setattr(Logger, "apply", broken)
    wrong = (await check(store)).wrong
    assert wrong == (
        "L1 on server 900 (game 1): replaying it fails (IndexError).",
        "L2 on server 900 (game 2): replaying it fails (IndexError).",
    )


async def test_a_game_of_an_unknown_kind_is_named(store: SqliteStore) -> None:
    """After going back to an older version."""
    await store.create(lobby("a", kind="halma"))
    wrong = (await check(store)).wrong
    assert wrong == (
        "halma 1 on server 900 (game 1): the game halma is not known to this version.",
    )


async def test_a_lobby_that_could_not_start_any_more_is_named(store: SqliteStore) -> None:
    await store.create(lobby("a", options={"players": "9"}))
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith("Logger is for 2 to 4 players.")


async def test_whose_turn_it_is_must_agree(store: SqliteStore) -> None:
    await begun(store, "a", 1, *said(*LINES), on_turn=1)
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith("row 6: it is seat 1's turn.")


async def test_a_game_that_is_over_by_these_rules_is_named(store: SqliteStore) -> None:
    """It would wait for a turn that nobody may take."""
    record = parse(DEMO.read_text(encoding="utf-8"))
    rows = [Line(entry.seat, entry.line, entry.checksum) for entry in record.entries[2:]]
    await begun(store, "a", 1, *rows)
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith("row 30: by these rules the game is over.")


# the command


def made_by_a_bot(path: Path, *, bent: bool) -> None:
    """A database that its bot has left."""

    async def made() -> None:
        store = await SqliteStore.open(path)
        start, *lines = said(*LINES)
        await begun(store, "a", 1, start, *(lines[1:] if bent else lines))
        await store.close()

    asyncio.run(made())


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings say it is, with a token whose file only the bot may read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUMBERCAMP_DATABASE", "games.db")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "not for us"))
    monkeypatch.setenv("LUMBERCAMP_DISCORD_API", "only with a token")
    return tmp_path / "games.db"


def test_the_command_says_that_all_is_fine(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made_by_a_bot(database, bent=False)
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "All open games are fine: 1.\n"


def test_the_command_fails_when_a_game_differs(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made_by_a_bot(database, bent=True)
    assert main(["check"]) == 1
    shown = capsys.readouterr()
    assert shown.err == ("L1 on server 900 (game 1): row 3: it is not this seat's turn.\n")
    assert shown.out == "0 of 1 open games are fine, 1 not.\n"


def test_the_command_makes_no_database(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong path must not look like a database without games."""
    assert main(["check"]) == 78
    assert capsys.readouterr().err == (
        f"There is no database {database}. Nothing was made. Name another file.\n"
    )
    assert list(database.parent.iterdir()) == []
