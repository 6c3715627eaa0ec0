"""`lumbercamp replay`: its output, and its exit codes: 0 fine, 1 wrong, 2 unreadable. It and
`verify` answer any text with a sentence (decision 6)."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.ops.replay import Wrong, tell
from bot.ops.upkeep import check
from rules import GAMES
from rules.game import NATURE, TABLE, Setup
from rules.logger import Logger
from rules.play import checksum, perform
from rules.record import Entry, Record, parse, write
from seeds import rivers
from storage import TABLE as TABLE_storage
from storage import Change, GameRow, Line, Store
from tests.approved import Approved
from tests.bot.core import Captured, Patch
from tests.storage.files import store_in
from tests.storage.samples import ANN, BEN, finished, lobby
from tests.stores import STORES

ROOT = Path(__file__).parents[3]
DEMO = ROOT / "seeds/records/logger-two.txt"


def demo() -> Record:
    return parse(DEMO.read_text(encoding="utf-8"))


def one_turn_each(*more: Entry) -> Record:
    """Of a game whose record begins after its lobby."""
    rows = (Entry(4, 0, "a1"), Entry(5, 1, "e5"), *more)
    return Record("logger", 1, ("Ann", "Ben"), rows)


def test_what_is_not_known_here_is_said_and_nothing_is_guessed() -> None:
    with pytest.raises(Wrong, match=r"unknown game chess\. The game must be .*logjam"):
        list(tell(replace(demo(), kind="chess")))
    with pytest.raises(Wrong, match="Can't replay this: Logger is for 2 to 4 players"):
        list(tell(replace(demo(), names=("Ann",), entries=())))
    with pytest.raises(Wrong, match="Row 6 is wrong: 'shuffle' isn't a known command"):
        list(tell(one_turn_each(Entry(6, TABLE, "shuffle"))))
    with pytest.raises(Wrong, match=r"Row 6 is wrong \(chance: 6\): "):
        list(tell(one_turn_each(Entry(6, NATURE, "6"))))


def test_the_ending_says_how_it_stands() -> None:
    *_, next_up, account = tell(one_turn_each())
    assert next_up == "The game isn't over: Ann to move."
    assert account == "2 turns. 0 checksums, all correct. 2 rows without a checksum."
    *_, closed, _ = tell(one_turn_each(Entry(6, TABLE, "cancel")))
    assert closed == "The game was closed before it finished."


def test_somebodys_name_cannot_steer_the_terminal() -> None:
    record = replace(one_turn_each(), names=("A\x1b[31mnn", "B\u202een"))
    text = "\n".join(tell(parse(write(record))))
    assert "\x1b" not in text
    assert "\u202e" not in text


LINES = ("a1", "e5", "a3 +a4", "e3 +e4")


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    opened = await STORES.open()
    yield opened
    await opened.close()


def said(*lines: str) -> tuple[Line, ...]:
    """Turns of two players as they are recorded them."""
    game = GAMES["logger"].game
    state = game.new(Setup(2))
    made = [Line(TABLE_storage, "start 0 1", "")]
    for line in lines:
        seat = game.actor(state)
        state, _ = perform(game, state, line)
        made.append(Line(seat, line, checksum(state)))
    return tuple(made)


async def begun(store: Store, key: str, channel: int, *lines: Line, on_turn: int = 0) -> GameRow:
    game = await store.create(lobby(key, channel=channel))
    change = Change(lines, f"{key} plays", (ANN, BEN), "playing", on_turn=on_turn)
    return await store.commit(game.id, 1, change)


async def test_the_first_turn_that_differs_is_named_and_the_others_are_still_checked(
    store: Store,
) -> None:
    assert str(await check(store)) == "No open games."
    lines = said(*LINES)
    bent = (*lines[:3], Line(0, "a3 +b3", lines[3].mark), lines[4])
    await begun(store, "a", 1, *bent)
    await begun(store, "b", 2, *said(*LINES))
    await store.create(lobby("c", channel=3))
    checked = await check(store)
    (sentence,) = checked.wrong
    assert sentence.startswith("L1 on server 900 (game 1): row 5: the position has checksum ")
    assert str(checked) == "2 of 3 open games are fine. Problems: 1."


@pytest.mark.parametrize(
    ("rows", "on_turn", "why"),
    [
        (("expire",), 0, "row 7: `expire` isn't possible here."),
        ((), 1, "row 6: it's seat 1's turn."),
    ],
)
async def test_a_log_that_does_not_fit_is_named(
    store: Store, rows: tuple[str, ...], on_turn: int, why: str
) -> None:
    more = (Line(TABLE_storage, row, "") for row in rows)
    await begun(store, "a", 1, *said(*LINES), *more, on_turn=on_turn)
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith(why)


async def test_a_changed_rule_is_noticed(store: Store, monkeypatch: Patch) -> None:
    await begun(store, "a", 1, *said(*LINES))
    monkeypatch.setattr(
        Logger, "why_not", lambda *_: "nothing may be planted on Sundays", raising=True
    )
    (sentence,) = (await check(store)).wrong
    assert "row 3: `a1`: nothing may be planted on Sundays" in sentence


async def test_rules_that_break_over_one_game_do_not_hide_the_others(
    store: Store, monkeypatch: Patch
) -> None:
    await begun(store, "a", 1, *said(*LINES))
    await begun(store, "b", 2, *said(*LINES))

    def broken(*_: object) -> None:
        raise IndexError("with a secret in it")

    monkeypatch.setattr(Logger, "apply", broken)
    wrong = (await check(store)).wrong
    assert wrong == (
        "L1 on server 900 (game 1): it can't be replayed (IndexError).",
        "L2 on server 900 (game 2): it can't be replayed (IndexError).",
    )


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"kind": "halma"}, "this version doesn't know the game halma."),
        ({"options": {"players": "9"}}, "Logger is for 2 to 4 players."),
    ],
)
async def test_a_lobby_that_could_not_start_any_more_is_named(
    store: Store, columns: dict[str, Any], why: str
) -> None:
    await store.create(lobby("a", **columns))
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith(f"1 on server 900 (game 1): {why}")


async def test_a_game_that_is_over_by_these_rules_is_named(store: Store) -> None:
    record = parse(DEMO.read_text(encoding="utf-8"))
    rows = [Line(entry.seat, entry.line, entry.checksum) for entry in record.entries[2:]]
    await begun(store, "a", 1, *rows)
    (sentence,) = (await check(store)).wrong
    assert sentence.endswith("row 30: under these rules the game is over.")


def made_by_a_bot(path: Path, *, bent: bool) -> None:
    """A database that its bot has left."""

    async def made() -> None:
        start, *lines = said(*LINES)
        async with store_in(path) as store:
            await begun(store, "a", 1, start, *(lines[1:] if bent else lines))

    asyncio.run(made())


async def _played(path: Path) -> None:
    store = await STORES.open(path)
    for key in ("a", "b"):
        await finished(store, key, (ANN, BEN), (5, True, 1), (3, False, 2), turns=9)
    await store.close()


def _ratings(path: Path) -> list[str]:
    return sorted(map(str, STORES.rows(path)["ratings"]))


def test_ratings_are_worked_out_anew_from_the_results(
    tmp_path: Path, capsys: Captured, monkeypatch: Patch
) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setenv("LUMBERCAMP_DATABASE", STORES.named(path))
    asyncio.run(_played(path))
    before = _ratings(path)
    STORES.execute(path, "update ratings set mu = 0")
    assert main(["ratings", "rebuild"]) == 0
    said = "Rebuilt all ratings and standings from 2 games.\n"
    assert capsys.readouterr().out == said
    assert _ratings(path) == before


RECORD, SHIPPED = DEMO.read_bytes(), rivers()["a.txt"].encode()
SOUND, BENT = b"sound", b"bent"  # databases that a bot has left
COMMANDS: dict[str, tuple[str, dict[str, bytes]]] = {
    "a whole record, turn by turn": ("replay demo.txt", {"demo.txt": RECORD}),
    "a wrong turn ends a record, and the rows before it are told": (
        "replay wrong.txt",
        {"wrong.txt": RECORD[: RECORD.index(b"10 A")].replace(b"9 B c5 +b5 ", b"9 B c5 +d5 ")},
    ),
    "no record": ("replay x.txt", {"x.txt": RECORD.replace(b"lumbercamp record 1\n", b"")}),
    "nobody on that seat": ("replay x.txt", {"x.txt": RECORD.replace(b"8 A b3 ", b"8 X b3 ")}),
    "rows out of order": ("replay x.txt", {"x.txt": RECORD.replace(b"10 A b2", b"9 A b2")}),
    "a record that is no text": ("replay x.png", {"x.png": b"\x89PNG\xff\xfe"}),
    "a record that is not there": ("replay gone.txt", {}),
    "a segment, the even lanes half a space lower": ("rivers check a.txt", {"a.txt": SHIPPED}),
    "a segment with faults": ("rivers check a.txt", {"a.txt": SHIPPED.replace(b". o .", b". 4 .")}),
    "no segment": ("rivers check a.txt", {"a.txt": SHIPPED.replace(b" o ", b" ? ", 1)}),
    "one of two is not there": ("rivers check gone.txt a.txt", {"a.txt": SHIPPED}),
    "one of two is no text": ("rivers check x a.txt", {"x": b"\xff\xfe", "a.txt": SHIPPED}),
    "two that cannot lie in one box": ("rivers check a.txt a.txt", {"a.txt": SHIPPED}),
    "games as they should be": ("check", {"games.db": SOUND}),
    "a game that differs": ("check", {"games.db": BENT}),
    "no database to check": ("check", {}),
    "no database to migrate": ("migrate", {}),
    "no database that could be migrated": ("migrate --dry-run", {}),
    "a backup of a name that is there": ("backup x.db", {"games.db": SOUND, "x.db": b"mine"}),
    "no database to copy": ("backup x.db", {}),
    "no database to rate": ("ratings rebuild", {}),
    "somebody of whom nothing is stored": (f"forget {7**20}", {"games.db": SOUND}),
    "nobody to forget": (f"forget {7**20}", {}),
}


@pytest.mark.slow
def test_what_the_commands_say(
    tmp_path: Path, monkeypatch: Patch, capsys: Captured, approved: Approved
) -> None:
    """docs/reference.md, Commands, and docs/hosting.md; nothing is made, and nothing of the bot's
    read."""
    monkeypatch.setenv("LUMBERCAMP_DATABASE", "games.db")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "not for us")
    monkeypatch.setenv("LUMBERCAMP_DISCORD_API", "only with a token")
    for n, (situation, (line, files)) in enumerate(COMMANDS.items()):
        (folder := tmp_path / f"{n}").mkdir()
        monkeypatch.chdir(folder)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        if database := files.get("games.db"):
            (folder / "games.db").unlink()
            made_by_a_bot(folder / "games.db", bent=database == BENT)
        code = main(line.split())
        said = "".join(capsys.readouterr()).replace(str(folder), "FOLDER")
        approved(f"{situation}: lumbercamp {line}", f"{said}(exit code {code})")
        left = {p.name: p.read_bytes() for p in folder.iterdir() if "games.db" not in p.name}
        assert left == {name: files[name] for name in files if name != "games.db"}
        assert database or not [*folder.glob("games.db*")]


TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("seeds/records", "tests/records")
    for path in sorted((ROOT / folder).glob("*.txt"))
]


TOLD = DEMO.read_text(encoding="utf-8")


MUCH = 60_000  # characters; a demo told turn by turn has up to 20,000


NUMBERS = ("0", "-1", "9" * 9, "9" * 5000, "\u00b2", "\u0663", "1x1", "99999x99999", "")


COUNTED = ("undo", "leave", "start", "join", "takeover", "back", "premove", "timeout", "accept")


WORDS = (
    *(f"{word} {n}" for word in COUNTED for n in NUMBERS),
    *("start 0 1 rematch", "offer 0 timeout", "ask end 0", "ask undo 1", "draw", "end", "cancel"),
    *("open", "quit", "computer", "computer easy", "expire", "a1", "?", ".", "a1 " * 300),
)


HEADS = (
    *(f"option {name} {n or 'x'}" for name in ("board", "logs", "course") for n in NUMBERS),
    *("seed 00", "seed " + "00" * 900, "commitment " + "ab" * 32),
    *("former A 3 X", "former B 999999999 Y", "seat C Zed", "seat A \x1b[2J", "option setup x"),
    *("game logjam edition 1", "game fellers edition 1", "game chess edition 1"),
)  # fmt: skip


Harm = Callable[[Random, list[str]], None]


def cut(chance: Random, lines: list[str]) -> None:
    """Drop a line, say one twice, or end one early."""
    at = chance.randrange(len(lines))
    left = lines[at][: chance.randrange(len(lines[at]) + 1)]
    lines[at : at + 1] = chance.choice([[], [lines[at]] * 2, [left]])


def spoilt(chance: Random, lines: list[str]) -> None:
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    words[chance.randrange(len(words))] = chance.choice([*NUMBERS, "chance", "game", "Z", "#"])
    lines[at] = " ".join(words)


def reworded(chance: Random, lines: list[str]) -> None:
    """Change a row's words, but keep to the form."""
    rows = [at for at, line in enumerate(lines) if line[:1].isdigit()]
    if rows:
        at = chance.choice(rows)
        speaker = chance.choice(["game", "game", "chance", "A", "B"])
        lines[at] = f"{lines[at].split(' ')[0]} {speaker} {chance.choice(WORDS)}"


def headed(chance: Random, lines: list[str]) -> None:
    lines[chance.randrange(1, 8) : 0] = [chance.choice(HEADS)]


CHANGES: Sequence[Harm] = (cut, cut, cut, spoilt, *(reworded,) * 6, *(headed,) * 3)


def mutated(seed: int) -> str:
    chance = Random(seed)
    lines = chance.choice(TEXTS).split("\n")
    for _ in range(chance.choice([1, 1, 1, 2])):
        chance.choice(CHANGES)(chance, lines)
    return "\n".join(lines)


def answer(command: str, text: str, monkeypatch: Patch, capsys: Captured) -> tuple[int, str]:
    """The exit code and the output."""
    content = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    code = main([command, "-"])
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_record_with_anything_in_it_is_answered_with_sentences(
    monkeypatch: Patch, capsys: Captured
) -> None:
    """Each record is changed somewhere; main() lets no bug through."""
    for seed in range(16):
        text = mutated(seed)
        for command in ("verify", "replay"):
            code, said = answer(command, text, monkeypatch, capsys)
            assert code in (0, 1, 2, 3), seed
            assert said.strip().endswith((".", ")")), (seed, said[-200:])
            assert len(said) < MUCH, seed


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("4 A a1 #", "4 game undo " + "9" * 1500 + " #", "is wrong: 'undo 9999"),
        ("seat A Ann", "seat A " + "x" * 10_000_000, "larger than 8 MB"),
    ],
)
def test_absurd_input_is_told_in_a_sentence(
    old: str, new: str, why: str, monkeypatch: Patch, capsys: Captured
) -> None:
    """Lines of a wrong form: tests/rules/test_record.py."""
    assert old in TOLD
    for command in ("verify", "replay"):
        code, said = answer(command, TOLD.replace(old, new, 1), monkeypatch, capsys)
        assert code == 1
        assert why in said
        assert len(said) < 1000
