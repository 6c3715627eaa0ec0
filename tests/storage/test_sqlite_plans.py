"""No verb walks through a whole table, as many stored games must not slow a turn; and another
database than SQLite takes every statement as it is (docs/decisions.md, 70)."""

import re
from unittest.mock import patch

from storage import SqliteStore, Store
from storage.rows import ClockRow, DraftRow, Limits, NewReport, NewTimer, Spent, Thought
from tests.storage.samples import ANN, BEN, CHANNEL, GUILD, finished, lobby, turn, waiting

SMALL = {
    "SCAN CONSTANT ROW",  # no table at all
    "SCAN games USING INDEX games_live",  # the live games, for reads of all of them
    "SCAN timers",  # all of them, likewise
    "SCAN timers USING INDEX timers_due",  # as far as to the first
    "SCAN outbox USING INDEX outbox_parked",  # the parked posts, likewise
    "SCAN outbox USING INDEX outbox_queue",  # the waiting ones, likewise
}
BELL = NewTimer("bell", 5.0)


async def every_verb(store: Store) -> None:
    game = await store.create(lobby("a", channel=CHANNEL, limits=Limits(9, 9), timers=(BELL,)))
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "k"))
    await store.drop_draft(game.id, 0)
    await store.commit(game.id, 1, turn("b", channel=501, posts=("turn",), done=("bell",)))
    (timer,) = (await store.commit(game.id, 2, turn("t", timers=(BELL,)))).timers
    clocks, spent = (ClockRow(0, 9.0, 1.0),), (Spent(3, 0, 1.0, 2.0),)
    await store.commit(game.id, 3, turn("u", done=(timer,), clocks=clocks, spent=spent))
    await store.credit({timer.id: 9.0}, [(game.id, "card")], {"away": ""})
    await store.time_spent(game.id, 1)
    await finished(store, "c", (ANN, BEN), (1, True), (0, False), turns=6)
    for post in await waiting(store):
        await store.note_try(post, "503")
        await store.park(post, "404")
        await store.note_sent(post, 777)
    await store.post_by_message(777)
    await store.last_messages(before=9)
    await store.sent_lately(60.0)
    await store.latest(game.id, "turn")
    await store.telling(game.id)
    await store.tell_once(game.id, "share")
    await store.waiting()
    await store.census()
    await store.newest(GUILD, "logger", 25)
    await store.find_by_name(GUILD, "logger", 1)
    await store.game_in_channel(CHANNEL)
    await store.games_in_reach(CHANNEL)
    await store.under_way([game.id])
    await store.calls(game.id, 1)
    await store.calling_posts(game.id, 1, 9)
    await store.servers_of_calls(ANN.user, "turn")
    await store.last_call(ANN.user, "alert")
    await store.log(game.id, after=1)
    await store.open_games()
    await store.games_of(ANN.user)
    await store.lost_seats(ANN.user, 0.0)
    await store.games_on(GUILD)
    await store.games_begun(ANN.user, "logger", game.id)
    await store.find_commit("b")
    await store.next_timer(["bell", "gong"])
    await store.timers_after()
    await store.newest_timer()
    await store.games_by_ids([game.id])
    await store.due_timers(["bell", "gong"], [timer.id], 1)
    await store.thoughts("bell")
    await store.claim_thoughts("bell", 30.0, 2, [timer.id])
    await store.leave_thought(Thought(timer))
    await store.leave_thought(Thought(timer, line="a1"))
    await store.retry(3_000)
    await store.retry(guild=GUILD)
    await every_verb_beside_games(store)


async def every_verb_beside_games(store: Store) -> None:
    await store.standings(GUILD, "logger")
    await store.table_of(ANN.user, GUILD, "logger")
    await store.rating_changes(2)
    await store.rating_history(ANN.user, GUILD, "logger")
    await store.finished_games(ANN.user, GUILD, "logger")
    await store.set("key", "value")
    await store.setting("key")
    for value in ("value", None):
        await store.set_personal(ANN.user, "name", value)
        await store.set_server(GUILD, {"name": value}, ["logged"])
    await store.personal(ANN.user)
    await store.server(GUILD)
    for on in (True, False):
        await store.block(ANN.user, BEN.user, on, 5)
        await store.bar(GUILD, BEN.user, on, ["barred"])
    await store.blocks_and_bans(ANN.user, GUILD)
    await store.blocked_people(ANN.user)
    await store.call_kinds(ANN.user, f"invites:{ANN.user}:", 0)
    await store.games_of_both(ANN.user, BEN.user, "season")
    await store.barred_people(GUILD)
    await store.admitted_browsers([1], [1])
    await store.end_browser(ANN.user, 1)
    for guild in (0, GUILD):
        await store.add_token(f"{guild}", ANN.user, guild, "token", ["made"] if guild else ())
        await store.tokens_of(ANN.user, guild)
        await store.page_of_games(9, 2, guild, ANN.user, "over")
        await store.end_token(1, ANN.user, guild)
    await store.token("0")
    await store.note_token(1)
    await store.results_of([1])
    await store.note_absence(GUILD, ANN.user, 1.0)
    await store.report("k", NewReport("7K2QX", ANN.user, 1, 1, "it hangs", "", ""), 5)


async def every_statement(store: SqliteStore) -> set[str]:
    """Every verb's statements to the database, with the values in their places."""
    said: list[str] = []
    await store._thread.set_trace_callback(said.append)
    await every_verb(store)
    await store._thread.set_trace_callback(None)  # type: ignore[arg-type]
    return {sql for sql in said if sql.split()[0] in ("select", "update", "delete", "insert")}


async def test_every_statement_finds_its_rows_by_an_index(store: SqliteStore) -> None:
    walks, said = [], await every_statement(store)
    for sql in said:
        # A plan may name its result by any table.
        explain = "explain query plan " + sql.partition(" returning ")[0]
        plan = await store._thread.execute_fetchall(explain)
        walks += [(sql, step) for *_, step in plan if step.startswith("SCAN") and step not in SMALL]
    assert len(said) > 60
    assert walks == []


async def test_a_turn_after_a_turn_is_one_hop(store: SqliteStore) -> None:
    """A hop costs more than a statement. The game is known since the turn before, the data for the
    post came with the commit, and the note that it was sent is written with the next one."""
    game = await store.create(lobby(channel=CHANNEL, others=(BEN,)))
    await store.commit(game.id, 1, turn("a", on_turn=1, posts=("turn",)))
    thread = store._thread
    with patch.object(thread, "_execute", wraps=thread._execute) as hops:
        here = await store.game_in_channel(CHANNEL)
        row = await store.commit(game.id, 2, turn("b", on_turn=0, posts=("turn",)))
        assert (await store.telling(game.id)).game == row
        await store.note_sent(row.posts[0], 777)
        assert await store.game(game.id) == row
    assert here is not None
    assert hops.call_count == 1, hops.mock_calls


async def test_a_turn_reads_and_writes_no_more_than_it_needs(store: SqliteStore) -> None:
    """docs/speed.md, Where a turn's processor time goes: tables where a game has no row are not
    asked, and a column that stays the same is not written to the indexes that have it."""
    game = await store.create(lobby("a", channel=CHANNEL, others=(BEN,)))
    said: list[str] = []
    await store._thread.set_trace_callback(said.append)
    await store.game(game.id)
    assert len(said) == 2, said
    await store.commit(game.id, 1, turn("b", on_turn=1, posts=("turn",)))
    first = len(said)
    await store.game_in_channel(CHANNEL)
    await store.commit(game.id, 2, turn("c", on_turn=0, posts=("turn",)))
    await store._thread.set_trace_callback(None)  # type: ignore[arg-type]
    written, _ = (sql for sql in said if sql.startswith("update games"))
    assert not any(column in written for column in ("status", "channel", "home"))
    assert first <= 2 + 3 + 6 + 3, said  # read, read, written, and the data for its post
    # Its version alone is read again, and whether posts of it wait for others.
    assert len(said) - first <= 8 + 3, said[first:]


ONLY_SQLITE = {
    "a replacement that no other database knows": r"insert or \w+",
    "an empty list": r"\bin \(\)",
    "a numbered place": r"\?\d",
    "a reserved word without quotes": r'(?<!")\buser\b(?!")|(?<!")\bleft\b(?! join)(?!")',
    "a truth value that is a number": r"\bnot \"?left\b",
    "a function of SQLite": r"\bifnull\(",
    "a product with a condition": r"\bcross join\b",
}


async def test_another_database_takes_every_statement(store: SqliteStore) -> None:
    said = [re.sub(r"'[^']*'", "''", sql) for sql in await every_statement(store)]
    for what, pattern in ONLY_SQLITE.items():
        assert [sql for sql in said if re.search(pattern, sql)] == [], what
