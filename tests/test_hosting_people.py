"""`lumbercamp forget` leaves no id and no name in the bytes of the file (docs/hosting.md)."""

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.features.verbs import press_intent
from bot.messages.boundary import answer_to
from bot.ops.upkeep import STILL_PLAYS, forget_person
from bot.table.game import private
from bot.table.intent import typed_key
from storage import Change, Former
from tests.acting import Person
from tests.bot.core import GUILD as TABLES
from tests.bot.core import Core
from tests.bot.features.test_boards import newest, share
from tests.bot.playing import good_turn
from tests.bot.transport import DIRECT
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, lobby
from tests.stores import STORES


async def forget(path: Path, person: int) -> str:
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        await forget_person(STORES.place(path), person)
    return told.getvalue()


async def test_people_can_be_forgotten_and_stay_apart(tmp_path: Path) -> None:
    """docs/hosting.md: nothing of a person is left, and two forgotten players are two rows of the
    standings, also in the games that they share."""
    path = tmp_path / "lumbercamp.db"
    ann, ben = replace(ANN, user=7**20), replace(BEN, user=7**21)
    order = {"players": "2", "order": f"{ben.user} {ann.user}"}
    store = await STORES.open(path)
    game = await finished(store, "a", (ann, ben), (3, True), (10, False), channel=1)
    before = Former(1, 1, ann.user, ann.name)  # a player who has handed over a seat
    await store.commit(game.id, game.n, Change((), "", former=(before,)))
    await finished(store, "b", (ben, CY), (4, True), (1, False), channel=1, options=order)
    await store.set_personal(ann.user, "text_first", "on")
    await store.close()
    for n, (person, where) in enumerate([(ann, "1 game"), (ben, "2 games")], 1):
        now = f'That person is now "former player {n}" in {where}.'
        assert (await forget(path, person.user)).startswith(now)
    store = await STORES.open(path)
    standings = await store.standings(GUILD, "logger")
    games = [await store.game(n) for n in (1, 2)]
    await store.close()
    assert [(s.user, s.name, s.games, s.won) for s in standings] == [
        (-1001, "former player 1", 1, 1),
        (-1002, "former player 2", 2, 1),
        (CY.user, CY.name, 1, 0),
    ]
    assert [game and game.host for game in games] == [-1001, -1002]
    held = STORES.held(path)
    for person in (ann, ben):
        assert str(person.user).encode() not in held
        assert person.user.to_bytes(8) not in held
    assert ann.name.encode() not in held


HELEN, IVO, KIM = Person(7**20, "Helen"), Person(7**21, "Ivo"), Person(7**22, "Kim")


async def pushes(core: Core, who: Person, verb: str) -> None:
    await core.push(who, f"lc:{verb}:1:{(await core.game()).n}")


async def lively(path: Path) -> Core:
    """A game that is over and a rematch that nobody came to, with every kind of row that names its
    person: buttons that count once a row, a board that was shared, a seat that its player's leaving
    of the server has offered, a problem that was reported, what somebody has set for themselves,
    and practice in direct messages."""
    core = await Core.build(path)
    await core.store.set_personal(HELEN.id, "pings", "dm")
    core.transport.departed.add(HELEN.id)
    game = await core.begin(HELEN, IVO)
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    await core.deliver()
    await core.services.on_departure(HELEN.id, game.guild)
    await share(core, KIM, await newest(core, KIM))
    await pushes(core, await core.waiting(), "nudge")
    for verb in ("askend", "withdraw"):
        await pushes(core, IVO, verb)
    while (table := await core.table()).running:
        mover = await core.mover()
        here = core.wish(mover, good_turn(table), game=1, n=table.n)
        await answer_to(core.turns.say(press_intent(here, core.verbs["confirm"])))
    await core.do(HELEN, "again")
    await core.do(HELEN, "cancel", game=2)
    await core.store.set_personal(HELEN.id, "text_first", "on")
    await core.store.set_personal(HELEN.id, "vacation", "1.0/2.0")
    await core.verbs.do("report", core.wish(KIM, "Helen cannot move", game=1))
    await core.verbs.do("report", core.wish(HELEN, "it hangs", game=1))
    await core.store.note_absence(TABLES, HELEN.id, 5.0)
    await core.store.block(HELEN.id, KIM.id, True, 9)
    await core.store.block(KIM.id, HELEN.id, True, 9)
    await core.deliver()
    await practises(core)
    return core


async def practises(core: Core) -> None:
    """In direct messages, in a running game: forgetting the player ends it."""
    there = DIRECT + HELEN.id
    direct: dict[str, Any] = {"guild": private(there), "channel": there}
    await core.practice(HELEN, **direct)
    await core.deliver()
    (row,) = [row for row in await core.store.games_of(HELEN.id) if row.guild < 0]
    key = typed_key(there, next(core.transport.ids))
    line = good_turn(await core.tables.at(await core.tables.game(row.id)))
    await core.say(HELEN, line, **{**direct, "key": key})
    assert await core.store.find_commit(key)
    await core.deliver()


def traces(core: Core, *people: Person) -> list[str]:
    """Traces of these people in any file of the folder, as text or as a number of eight bytes, and
    in the bot's posted files."""
    known = [each for who in people for each in (who.name, who.id, DIRECT + who.id)]
    forms = [str(each).encode() for each in known]
    forms += [each.to_bytes(8) for each in known if isinstance(each, int)]
    found = [file for file in Path(core.path).parent.rglob("*") if file.is_file()]
    files = [(file, file.read_bytes()) for file in found]
    return [f"{file.name}: {form!r}" for file, held in files for form in forms if form in held]


def stands_in(path: Path, person: int | str) -> list[str]:
    """Where an id or a name stands in all tables, also within a text: `log.key: withdraw:1:6:7`."""
    return [
        f"{table}.{name}: {value}"
        for table, rows in STORES.rows(path).items()
        for row in rows
        for name, value in row.items()
        if str(person) in str(value)
    ]


@pytest.mark.parametrize("number", ["2", "-1", "4711", f"<@{7**20}>"])
def test_a_number_that_is_no_discord_id_is_refused(number: str) -> None:
    """`forget 2` would put another number in the place of every 2 of keys and options."""
    with pytest.raises(SystemExit, match="2"):
        main(["forget", "--", number])


async def test_nobody_is_forgotten_by_halves(tmp_path: Path) -> None:
    """docs/hosting.md: in the middle of a game nothing changes, or a person would become two."""
    path = tmp_path / "lumbercamp.db"
    store = await STORES.open(path)
    await finished(store, "a", (ANN, BEN), (3, True), (10, False), channel=1)
    running = await store.create(lobby("b", host=ANN, channel=2))
    before = await store.standings(GUILD, "logger")
    await store.close()
    told = await forget(path, ANN.user)
    assert told.startswith("That person is still playing in L2 ")
    store = await STORES.open(path)
    after = await store.standings(GUILD, "logger"), await store.game(running.id)
    await store.close()
    assert after == (before, running)
    assert await forget_person(STORES.place(path), ANN.user) == STILL_PLAYS
