"""Copy a whole store from a file to a server and back: nothing is missing, nothing differs."""

import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from storage import Address, BrowserLink, ClockRow, Spent, SqliteStore, Store, restore, store_within
from storage.copying import CopiedTable, CopyEnd, Sum, copy, tables
from storage.errors import Busy, InDoubt, NotCopied, NotMoved, NotRestored, Unreachable, Unwritable
from storage.migrating import Migration, migrations
from storage.rows import Change, DraftRow, Former, NewReport, NewTimer, OrderRow, PuzzleTry
from storage.sqlite import copying as files
from storage.sqlite import opening, reading
from tests import postgres
from tests.storage.files import folder_of, foreign, run_in_fork, store_in
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, lobby, turn, waiting
from tests.stores import OF_SERVERS

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
_full = list[bytes]()  # a file that `fill` has filled
OTHER = {"file": "server", "server": "file"}


class Place:
    """The place of a database, which need not exist yet."""

    def __init__(self, path: Path, name: str = "") -> None:
        self.path, self.name = path, name
        self.address = Address(postgres.server().url(name)) if name else None

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        opened = await (self.address.open() if self.address else SqliteStore.open(self.path))
        try:
            yield opened
        finally:
            await opened.close()

    def source(self, *, alone: bool = True) -> AbstractContextManager[CopyEnd]:
        if self.address:
            return self.address.copied_from(alone=alone)
        return files.copied_from(self.path, alone=alone)

    def target(self) -> AbstractContextManager[CopyEnd]:
        if self.address:
            return self.address.copied_to(NotMoved)
        return files.moved_to(self.path, NotMoved)

    def seen(self) -> Any:
        """Everything that is there, as far as somebody else can tell."""
        if self.address is None:
            return {name: data for name, data in folder_of(self.path).items() if "lock" not in name}
        with psycopg.connect(self.address.url) as db:
            names = [name for (name,) in db.execute(postgres.TABLES) if name not in OF_SERVERS]
            sqls = [f"select * from {name} order by 1" for name in names]
            return names, [db.execute(sql).fetchall() for sql in sqls]


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Callable[[str], Place]]:
    with ExitStack() as at_end:

        def made(engine: str) -> Place:
            if engine == "server":
                name = postgres.taken()
                at_end.callback(postgres.free, name)
                return Place(tmp_path, name)
            if engine == "empty server":
                return Place(tmp_path, at_end.enter_context(postgres.database()))
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            return Place(folder / "games.db")

        yield made


@pytest.fixture(params=OTHER)
def ends(request: pytest.FixtureRequest, places: Callable[[str], Place]) -> tuple[Place, Place]:
    """A file and a server, or a server and a file."""
    return places(request.param), places(OTHER[request.param])


@pytest.fixture
async def full(ends: tuple[Place, Place]) -> Place:
    """With a row in every table, and ids that were given and are not there any more."""
    return await fill_place(ends[0])


@pytest.fixture
def there(ends: tuple[Place, Place]) -> Place:
    return ends[1]


@pytest.fixture
async def file(places: Callable[[str], Place]) -> Place:
    """Likewise, where it needs only one direction."""
    return await fill_place(places("file"))


async def fill_place(place: Place) -> Place:
    if place.address:
        async with place.store() as store:
            await fill(store)
        return place
    if not _full:
        async with place.store() as store:
            await fill(store)
        _full.append(place.path.read_bytes())
    place.path.write_bytes(_full[0])
    place.path.chmod(0o600)
    return place


async def fill(store: Store) -> None:
    timers = (NewTimer("bell", 5e9), NewTimer("gong", 7.25), NewTimer("soon", 8.0))
    game = await store.create(lobby("a", host=replace(ANN, name="Zoë 🪵 % '"), timers=timers))
    change = turn("b", "c3", status="playing", sitters=(ANN, BEN), posts=("turn",), done=("gong",))
    former, clocks = (Former(0, 1, CY.user, CY.name),), (ClockRow(0, 9.1, None),)
    change = replace(change, former=former, clocks=clocks, spent=(Spent(1, 0, 1e-3, 2.0),))
    game = await store.commit(game.id, 1, change)
    await store.give_order(game.id, game.n, OrderRow(0, 0, "c3", "m", "d4"))
    await store.commit(game.id, game.n, Change((), "told", posts=("card",)))
    await store.save_draft(game.id, DraftRow(1, game.n, "c\\3\n\tä", "k"))
    await finished(store, "c", (ANN, BEN), (3, True), (1, False), turns=9)
    await store.report("k", NewReport("7K2QX", ANN.user, 1, 1, "it \\N hangs", "", "L1"), 5)
    await store.set("key", "value")
    await store.set_personal(ANN.user, "name", "value")
    await store.set_server(GUILD, {"name": "value"})
    await store.block(ANN.user, BEN.user, True, 5)
    await store.bar(GUILD, CY.user, True)
    await store.note_absence(GUILD, CY.user, 1e9)
    await store.try_puzzle(ANN.user, 20_781, "logger", PuzzleTry("c3 xd3", solved=True))
    await store.add_link("a link", BrowserLink(ANN.user, game.id), 600.0)
    await store.add_browser("a browser", BEN.user, "Firefox", 1e9)
    await store.add_token("a token", BEN.user, GUILD, "token")


def rows(place: Place) -> dict[str, list[Any]]:
    """The rows of each table, without who has claimed them."""
    with place.source() as source:
        return {table.name: sorted(map(repr, _unclaimed(source, table))) for table in tables()}


def _unclaimed(source: CopyEnd, table: CopiedTable) -> Iterator[tuple[Any, ...]]:
    columns = table.columns.split(", ")
    claimed = table.name in ("outbox", "timers")
    free = dict.fromkeys(('"owner"', '"until"', '"claims"'), 0) if claimed else {}
    for row in source.rows(table):
        yield tuple(free.get(name, value) for name, value in zip(columns, row, strict=True))


def move(here: Place, there: Place) -> int:
    with here.source() as source, there.target() as target:
        return copy(source, target)


@pytest.mark.slow
async def test_all_rows_arrive(full: Place, there: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.postgres.copying.BATCH", 1)
    before, seen = rows(full), full.seen()
    assert all(before.values()), [name for name, found in before.items() if not found]
    assert move(full, there) == sum(map(len, before.values()))
    assert rows(there) == before
    assert full.seen() == seen


async def test_ids_go_on_behind_the_last_that_was_ever_given(full: Place, there: Place) -> None:
    """Above all for timers: a timer set again is another one."""
    async with full.store() as store:
        (timer,) = (await store.commit(1, 2, turn("d", timers=(NewTimer("gong", 1.0),)))).timers[:1]
        await store.commit(1, 3, turn("e", done=("gong",)))
    move(full, there)
    async with there.store() as store:
        assert (await store.create(lobby("f"))).id == 3
        game = await store.commit(1, 4, turn("g", timers=(NewTimer("gong", 1.0),), posts=("turn",)))
        assert game.timers[0].id == timer.id + 1
        assert [post.id for post in game.posts] == [max(p.id for p in await waiting(store))]
        report = NewReport("7K2QY", ANN.user, 1, 1, "", "", "")
        assert await store.report("k2", report, 5) == "7K2QY"


async def test_somewhere_else_than_nowhere_nothing_is_moved(full: Place, there: Place) -> None:
    async with there.store() as store:
        await store.set_personal(ANN.user, "name", "theirs")
    seen = there.seen(), full.seen()
    with pytest.raises(NotMoved, match="already"):
        move(full, there)
    assert (there.seen(), full.seen()) == seen


async def test_tables_in_which_nothing_is_are_filled(file: Place, places: Any) -> None:
    """A bot may have begun there, before somebody thought of the games of before."""
    there = places("server")
    async with there.store() as store:
        await store.set("key", "another")
    move(file, there)
    assert rows(there) == rows(file)


async def test_while_a_bot_has_one_of_them_nothing_is_moved(
    full: Place, there: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns would be lost. A copy of a running bot's games is still possible."""
    async with full.store() as store:
        monkeypatch.setattr("storage.postgres.opening._BOUNDS", b"set lock_timeout = '10ms'")
        with pytest.raises(Busy):
            move(full, there)
        with full.source(alone=False) as source:
            assert await store_within(source.db).log(1) == await store.log(1)
    async with there.store() as store:
        with pytest.raises((Busy, NotMoved)):
            move(full, there)


async def test_what_an_engine_cannot_keep_is_said(tmp_path: Path, file: Place, places: Any) -> None:
    """A text on a server has no NUL, and a file knows only one zero; a word in place of a number
    isn't a row of ours."""
    said = "update reports set said = 'it' || char(0) || ' hangs'"
    server = places("server")
    foreign(file.path, said, "update spent set seconds = -1e-999")
    move(file, server)
    assert "'it hangs'" in "".join(rows(server)["reports"])
    postgres.server().execute("update spent set seconds = '-0'", database=server.name)
    move(server, Place(tmp_path / "back.db"))
    foreign(file.path, "update log set n = 'one' where n = 1")
    with pytest.raises(NotMoved, match=r"a row of log can't be stored there \(22P02\)"):
        move(file, places("server"))


class Faulty:
    """An end of a copy that spoils the rows of the log."""

    def __init__(self, end: Any, fault: Callable[[list[Any]], list[Any]]) -> None:
        self._end, self._fault = end, fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self._end, name)

    def rows(self, table: CopiedTable) -> Iterator[Any]:
        found = list(self._end.rows(table))
        return iter(self._fault(found) if table.name == "log" else found)


FAULTS: tuple[Callable[[list[Any]], list[Any]], ...] = (
    lambda rows: rows[1:],
    lambda rows: [(*rows[0][:3], "d4", *rows[0][4:]), *rows[1:]],
    lambda rows: [*rows[1:], rows[1]],
)


async def test_a_row_that_does_not_arrive_as_it_was_is_noticed(file: Place, places: Any) -> None:
    there = places("file")
    seen = there.seen()
    refused = partial(pytest.raises, NotMoved, match="some rows of log arrived changed")
    for fault in FAULTS:
        with refused(), file.source() as source, there.target() as target:
            copy(source, Faulty(target, fault))
    with pytest.raises(NotMoved), file.source() as source, there.target() as target:
        copy(Faulty(source, FAULTS[0]), target)
    assert there.seen() == seen


def kill_at(step: int, here: Place, there: Place) -> bool:
    """Move in a process of its own, which is killed at its nth step; False: it ended before. Steps
    are each table, once it is written and once it is read, the last ones of a file, and the end."""

    def work() -> str:
        steps, count_rows = iter(range(1_000)), Sum.count_rows

        def tick() -> bool:
            if next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return True

        def count_and_tick(self: Sum, rows: Any) -> Iterator[Any]:
            yield from count_rows(self, rows)
            tick()

        Sum.count_rows = count_and_tick  # type: ignore[method-assign]
        for name, last in (("sound", reading.sound), ("put_in_place", opening.put_in_place)):
            setattr(files, name, lambda *args, last=last: tick() and last(*args))
        move(here, there)
        tick()
        return "moved"

    return run_in_fork(work)[0] == signal.SIGKILL


@pytest.mark.slow
async def test_killed_on_the_way_nothing_or_all_is_there(full: Place, there: Place) -> None:
    before, seen, whole, step = there.seen(), full.seen(), rows(full), 0
    while kill_at(step, full, there):
        left = there.seen() if there.address else (there.seen().get("games.db") or before)
        if left != before:
            break
        assert full.seen() == seen
        step += 26
    assert step >= 2 * len(tables()) - 1
    assert rows(there) == whole


def cut_off(here: Place, there: Place, *, early: bool) -> None:
    end = f"select {postgres.ENDED} where datname = '{there.name}'"
    with here.source() as source, there.target() as target:
        if early:
            postgres.server().execute(end)
        copy(source, target)
        postgres.server().execute(end)


async def test_a_server_that_goes_away_leaves_no_half(file: Place, places: Any) -> None:
    """Nobody knows whether a commit without an answer was done, and the error says so."""
    there = places("server")
    seen = there.seen()
    for kind in (Unreachable, InDoubt):
        with pytest.raises(Unwritable) as lost:
            cut_off(file, there, early=kind is Unreachable)
        assert type(lost.value) is kind
        assert there.seen() == seen


async def test_a_backup_of_a_server_is_a_file_of_one_moment(tmp_path: Path, places: Any) -> None:
    """It has all or none of a bot's later rows; and it overwrites nothing."""
    there = places("server")
    async with there.store() as store:
        await fill(store)
        there.address.backup(tmp_path / "copy.db")
        await store.commit(1, 2, turn("later"))
        with pytest.raises(NotCopied):
            there.address.backup(tmp_path / "copy.db")
    async with Place(tmp_path / "copy.db").store() as store:
        assert (await store.log(1))[-1].n == 2
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0  # the secret seeds of running games


async def test_a_backup_is_restored_on_a_server(tmp_path: Path, file: Place, places: Any) -> None:
    there = places("empty server")
    told = there.address.restore(file.path)
    assert told == restore(file.path, tmp_path / "other.db")
    assert told.games == 1
    seen = there.seen()
    with pytest.raises(NotRestored):
        there.address.restore(file.path)
    assert there.seen() == seen


async def test_a_file_of_an_older_shape_is_moved_as_it_would_be_opened(
    tmp_path: Path, places: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = places("file")
    path = tmp_path / "old.db"
    async with store_in(path) as store:
        await store.set("key", "of before")
    later = Migration(9000, "later", "update settings set value = value || '!';")
    monkeypatch.setattr("storage.migrating.migrations", lambda: (*migrations(), later))
    seen = path.read_bytes()
    move(Place(path), there)
    assert path.read_bytes() == seen
    async with there.store() as store:
        assert await store.setting("key") == "of before!"


async def test_a_copy_gets_no_name_that_is_taken_and_none_if_it_is_not_sound(
    file: Place, places: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = places("file")
    there.path.write_text("mine")
    with pytest.raises(NotMoved, match="already a file with that name"):
        move(file, there)
    assert there.path.read_text() == "mine"
    there.path.unlink()
    monkeypatch.setattr(files, "sound", lambda file: False)
    with pytest.raises(NotMoved, match="the copy is damaged"):
        move(file, there)
    assert there.seen() == {}


async def test_a_store_within_a_transaction_is_a_part_of_it(places: Any) -> None:
    there = places("file")
    with there.target() as target:
        store = store_within(target.db)
        game = await store.create(lobby())
        await store.probe()
        assert (await store.game(game.id)) is not None
        post = (await store.commit(game.id, 1, turn("b", posts=("turn",)))).posts[0]
        await store.note_sent(post, 777)
        await store.close()
    async with there.store() as store:
        assert (await store.post_by_message(777)) is not None
