"""Contract of every store: lobbies are opened, numbered, counted and found again."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from storage import TABLE, Census, SqliteStore, Store, every_open_game
from storage.errors import Already, Conflict, Full, Taken, Unwritable
from storage.rows import SEVERAL, Change, DraftRow, GameRow, Limits, NewTimer, OrderRow, Row, Sitter
from storage.store import LARGE_TURN
from tests.patience import PATIENCE
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CHANNEL, CY, GUILD, Clock, finished, load, lobby, turn


async def test_a_new_game_is_a_lobby_with_its_host(store: Store, clock: Clock) -> None:
    made = await store.create(lobby(channel=CHANNEL))
    assert (made.kind, made.number, made.edition) == ("logger", 1, "1")
    assert (made.options, made.seed) == ({"players": "2"}, bytes(range(32)))
    assert (made.guild, made.home, made.channel, made.host) == (GUILD, CHANNEL, CHANNEL, ANN.user)
    assert (made.n, made.status, made.on_turn, made.timers) == (1, "lobby", None, ())
    assert (made.created, made.changed, made.sitters) == (clock.time, clock.time, (ANN,))
    assert await store.game(made.id) == made
    assert await store.log(made.id) == [Row(1, TABLE, "open 7", "", "open", clock.time)]
    assert (await store.game(99), await store.log(99)) == (None, [])


async def test_numbers_count_per_server_and_kind(store: Store) -> None:
    """Games are named L1, L2, … per server, and found by these names; a cancelled one keeps its."""
    ours = [lobby("a"), lobby("b"), lobby("c", kind="logjam"), lobby("d", guild=7)]
    made = [await store.create(each) for each in ours]
    assert [game.number for game in made] == [1, 2, 1, 1]
    assert await store.find_by_name(GUILD, "logger", 2) == made[1]
    assert await store.find_by_name(GUILD, "logjam", 2) is None
    await store.commit(made[1].id, 1, turn("e", status="cancelled"))
    assert (await store.create(lobby("f"))).number == 3


async def test_a_channel_has_one_live_game(store: Store) -> None:
    made = await store.create(lobby("a", channel=CHANNEL))
    with pytest.raises(Taken) as taken:
        await store.create(lobby("b", channel=CHANNEL, kind="logjam"))
    assert taken.value.game == made.id
    assert await store.open_games() == [made]


async def test_here_is_the_live_game_or_the_one_that_ended_last(store: Store, clock: Clock) -> None:
    """`standings` speaks of the game in this channel."""
    assert await store.game_in_channel(CHANNEL) is None
    early = await store.create(lobby("a"))
    late = await store.create(lobby("b", channel=CHANNEL))
    assert await store.game_in_channel(CHANNEL) == late
    late = await store.commit(late.id, 1, turn("c", status="cancelled"))
    assert await store.game_in_channel(CHANNEL) == late
    clock.time += 1
    early = await store.commit(early.id, 1, turn("d", channel=CHANNEL, status="playing"))
    assert await store.game_in_channel(CHANNEL) == early
    early = await store.commit(early.id, 2, turn("e", status="over"))
    assert await store.game_in_channel(CHANNEL) == early


async def test_in_reach_are_the_live_games_of_a_channel_and_of_its_threads(store: Store) -> None:
    """A command never guesses between two."""
    here = await store.create(lobby("a", channel=CHANNEL))
    thread = await store.create(lobby("b", channel=601))
    ended = await store.create(lobby("c", channel=602))
    await store.commit(ended.id, 1, turn("d", status="over"))
    elsewhere = await store.create(lobby("e", home=501, channel=501))
    assert await store.games_in_reach(CHANNEL) == [here, thread]
    assert await store.games_in_reach(601) == [thread]
    assert await store.games_in_reach(501) == [elsewhere]
    assert await store.games_in_reach(602) == []


async def test_open_games_are_read_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Server by server, also if the last page is a full one; none has an ended game, and ends
    meanwhile disturb nothing."""
    kinds = ("logger", "logjam")
    new = [lobby(f"{i}", guild=9 - i % 3, kind=kinds[i % 2]) for i in range(7)]
    made = [await store.create(each) for each in new]
    await store.commit(made[2].id, 1, turn("over", status="over"))
    ended = await store.create(lobby("cancelled", guild=1))
    await store.commit(ended.id, 1, turn("cancel", status="cancelled"))
    made[1] = await store.commit(made[1].id, 1, turn("plays", status="playing"))
    there = [made[5], made[1], made[4], made[0], made[3], made[6]]
    assert await store.open_games(most=2) == there[:2]
    assert await store.open_games(there[1], most=3) == there[2:5]
    assert await store.open_games(there[5]) == []
    assert await store.games_on(8) == [made[1], made[4]], "`/games here`: of every kind"
    assert await store.games_on(1) == []
    monkeypatch.setattr("storage.store.PAGE", 2)
    paged = cast(Store, SimpleNamespace(open_games=partial(store.open_games, most=2)))
    assert [row async for row in every_open_game(paged)] == there
    found = list[GameRow]()
    async for row in every_open_game(paged):
        if not found:
            await store.commit(there[-1].id, 1, turn("over too", status="over"))
        found.append(row)
    assert found == there[:-1]


async def test_the_games_of_somebody_are_the_open_ones_that_he_sits_in(store: Store) -> None:
    """`/games mine`: on all servers, lobbies and running games, oldest first. A seat that was left
    stays in the log, and not in the person's list."""
    first = await store.create(lobby("a", guild=7))
    await store.create(lobby("b", host=BEN))
    joined = await store.create(lobby("c", host=BEN, kind="logjam"))
    joins = turn("d", status="playing", on_turn=0, sitters=(BEN, ANN))
    joined = await store.commit(joined.id, 1, joins)
    for key, status in (("e", "over"), ("f", "cancelled")):
        ended = await store.create(lobby(key))
        await store.commit(ended.id, 1, turn(f"{key} ends", status=status))
    gone = replace(ANN, left=True)
    left = await store.create(lobby("g"))
    left = await store.commit(left.id, 1, turn("h", sitters=(gone, BEN), status="playing"))
    assert left.sitters == (gone, BEN)
    assert await store.games_of(ANN.user) == [first, joined]
    assert await store.games_of(99) == []


async def test_earlier_games_of_a_kind_are_counted_that_somebody_played(store: Store) -> None:
    """A learner gets more help: lobbies, closed games, other kinds and later ones don't count. No
    more are counted than tell a beginner, also where somebody has played thousands."""
    assert await store.games_begun(ANN.user, "logger", 1) == 0
    ours = (("a", "playing"), ("b", "over"), ("c", "cancelled"), ("d", "lobby"))
    for key, status, kind in (*((*each, "logger") for each in ours), ("e", "over", "logjam")):
        game = await store.create(lobby(key, kind=kind))
        await store.commit(game.id, 1, turn(f"{key} goes on", status=status))
    later = await store.create(lobby("f"))
    assert await store.games_begun(ANN.user, "logger", later.id) == 2
    assert await store.games_begun(ANN.user, "logger", 2) == 1
    assert await store.games_begun(BEN.user, "logger", later.id) == 0
    for n in range(SEVERAL):
        game = await store.create(lobby(f"{n}"))
        await store.commit(game.id, 1, turn(f"{n} begins", status="playing"))
    assert await store.games_begun(ANN.user, "logger", game.id) == SEVERAL


async def test_the_newest_games_of_a_kind_are_open_or_over(store: Store) -> None:
    """`/games review replay`: the last one first, of one kind and server, up to a limit."""
    games = [await store.create(lobby(key)) for key in "abc"]
    await store.create(lobby("d", guild=7))
    await store.create(lobby("e", kind="logjam"))
    over = await store.commit(games[1].id, 1, turn("f", status="over"))
    assert await store.newest(GUILD, "logger", 9) == [games[2], over, games[0]]
    assert await store.newest(GUILD, "logger", 1) == [games[2]]


async def test_an_odd_name_comes_back_as_it_was(store: Store) -> None:
    """Parameters only, never a query glued from typed text."""
    names = ("O'Brien", '";drop table games;--', "Žoë 🪓", "", "%s ? :x {}", "\n\t", "x" * 4_000)
    for name in names:
        odd = lobby(f"key {name}", host=Sitter(1, name), text=name, options={name: name})
        read = await load(store, (await store.create(odd)).id)
        assert (read.sitters, read.options) == ((Sitter(1, name),), {name: name})
        assert (await store.log(read.id))[0].text == name


async def test_half_a_character_in_a_name_does_not_stop_a_game(store: Store) -> None:
    """JSON can hold half a character and a NUL, which not every text column takes."""
    game = await store.create(lobby(host=Sitter(1, "A\0nn \ud83e")))
    assert game.sitters == (Sitter(1, "Ann ?"),)
    moved = await store.commit(game.id, 1, turn("a", sitters=(Sitter(2, "\udc00"),)))
    assert moved == await store.game(game.id)
    assert moved.sitters == (Sitter(2, "?"),)


async def test_a_game_shows_no_secret_in_its_repr(store: Store) -> None:
    """A seed or a hidden draw is in no log line."""
    made = await store.create(lobby(seed=b"very secret", text="hidden draw"))
    beside = DraftRow(0, 1, "hidden card", "key"), OrderRow(0, 1, "hidden", "", "hidden")
    shown = repr([lobby(seed=b"very secret"), made, await store.log(made.id), *beside])
    assert "secret" not in shown
    assert "hidden" not in shown


async def test_all_is_there_again_after_closing(opener: Opener) -> None:
    """Also after a kill in the middle."""
    store = await opener()
    game = await store.create(lobby(channel=CHANNEL))
    change = turn("a", "c3", "+b2", sitters=(ANN, BEN), status="playing", on_turn=1)
    await store.commit(game.id, 1, change)
    await store.give_order(game.id, 3, OrderRow(0, 1, "c3", "m", "d4"))
    await store.save_draft(game.id, DraftRow(1, 3, "c3", "a"))
    await store.set("key", "O'Brien ?")
    await store.set_personal(BEN.user, "text_first", "on")
    read, log = await load(store, game.id), await store.log(game.id)
    assert all((read.drafts, read.orders, read.sitters[1].settings))
    await store.close()
    store = await opener()
    assert (found := await store.game_in_channel(CHANNEL)) == read
    assert (found.drafts, found.orders, found.sitters) == (read.drafts, read.orders, read.sitters)
    assert await store.log(game.id) == log
    assert await store.setting("key") == "O'Brien ?"


async def test_no_more_games_than_the_limits_allow(store: Store) -> None:
    """Of one host on one server, and of a server; known keys come first (docs/decisions.md,
    decision 8), ended games are free."""
    one: dict[str, Any] = {"limits": Limits(person=1), "channel": None}
    first = await store.create(lobby("a", **one))
    with pytest.raises(Already) as known:
        await store.create(lobby("a", **one | {"guild": 7}))
    assert (known.value.game, known.value.n) == (first.id, 1)
    assert await store.open_games() == [first]
    with pytest.raises(Full) as full:
        await store.create(lobby("b", **one))
    assert (full.value.limit, full.value.mine) == (1, True)
    await store.create(lobby("c", host=BEN, **one))
    await store.create(lobby("d", **{**one, "guild": GUILD + 1}))
    with pytest.raises(Full) as full:
        await store.create(lobby("e", host=CY, limits=Limits(server=2)))
    assert (full.value.limit, full.value.mine) == (2, False)
    await store.commit(first.id, 1, turn("f", status="cancelled"))
    await store.create(lobby("g", **one))


async def test_every_write_to_a_game_or_beside_it_counts(store: Store) -> None:
    """Knowledge about a game holds as long as its version is the same. Refusals, reads and other
    games' writes count nothing."""
    other = await store.create(lobby("o"))
    game = await store.create(lobby("a", others=(BEN,), timers=(NewTimer("bell", 5.0),)))
    versions = [game.version]

    row = await store.commit(game.id, 1, turn("b", status="playing", posts=("turn", "card")))
    versions.append(row.version)
    for write in (
        store.save_draft(game.id, DraftRow(0, row.n, "c3", "k")),
        store.drop_draft(game.id, 0),
        store.give_order(game.id, row.n, OrderRow(0, 1, "c3", "", "d4")),
        store.withdraw_order(game.id, 1, 1),
        store.credit({game.timers[0].id: 9.0}, (), {}),
        store.note_sent(row.posts[0], 777),
    ):
        await write
        versions.append((await load(store, game.id)).version)
    assert versions == list(range(8))
    await store.note_sent(row.posts[1], 778)  # it stays nowhere
    with pytest.raises(Conflict):
        await store.save_draft(game.id, DraftRow(0, 9, "c3", "k"))
    await store.save_draft(other.id, DraftRow(0, 1, "c3", "k"))
    assert (await load(store, game.id)).version == 7


async def test_a_key_counts_also_for_a_commit_that_writes_no_row(
    store: Store, clock: Clock
) -> None:
    """The same request twice posts once, within a month; a change without a post may be made
    again."""
    game = await store.create(lobby())
    told = Change((), "press:1", posts=("card",))
    await store.commit(game.id, game.n, told)
    with pytest.raises(Already) as known:
        await store.commit(game.id, game.n, told)
    assert (known.value.game, known.value.n) == (game.id, game.n)
    assert await store.find_commit("press:1") == (game.id, game.n)
    assert [post.kind for post in await store.under_way([game.id])] == ["card"]
    for _ in range(2):
        await store.commit(game.id, game.n, Change((), f"place:{game.id}", channel=5))
    clock.time += 31 * 86_400
    await store.commit(game.id, game.n, Change((), "press:2", posts=("card",)))
    assert await store.find_commit("press:1") is None
    assert await store.find_commit("press:2") == (game.id, game.n)


async def test_open_games_and_posts_are_counted(store: Store) -> None:
    assert await store.census() == Census({}, 0, 0)
    first = await store.create(lobby("a", channel=1))
    await store.create(lobby("b", channel=2))
    await store.create(lobby("c", channel=3, kind="logjam"))
    posts = ("turn", "card", "other")
    await store.commit(first.id, 1, turn("d", status="playing", posts=posts))
    await finished(store, "e", (ANN, BEN), (1, True), (0, False), channel=4)
    there = await store.census()
    assert there.games == {("logger", "playing"): 1, ("logger", "lobby"): 1, ("logjam", "lobby"): 1}
    assert (there.waiting, there.parked) == (3, 0)
    sent, parked, _ = await store.under_way([first.id])
    await store.note_sent(sent, 777)
    await store.park(parked, "404")
    assert await store.census() == Census(there.games, 1, 1)


async def test_a_probe_writes_unless_something_was_just_written(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of probes costs nothing while turns are played."""
    monkeypatch.setattr("storage.store.RECENTLY", PATIENCE)
    await store.create(lobby())
    await store.probe()
    assert await store.setting("probe") is None
    monkeypatch.setattr("storage.store.RECENTLY", 0.0)
    await store.probe()
    assert await store.setting("probe") == ""


async def test_after_a_write_that_failed_a_probe_is_as_large_as_a_turn(store: SqliteStore) -> None:
    """A smaller write may find room when a turn doesn't."""
    await store._thread.execute_fetchall("pragma max_page_count = 1")
    with pytest.raises(Unwritable) as refused:
        await store.set("large", "x" * 50_000)
    assert refused.value.why == "the disk is full (SQLITE_FULL)"
    await store.set("small", "x")
    with pytest.raises(Unwritable):
        await store.probe()
    await store._thread.execute_fetchall("pragma max_page_count = 10000")
    await store.probe()
    assert len(await store.setting("probe") or "") == LARGE_TURN
