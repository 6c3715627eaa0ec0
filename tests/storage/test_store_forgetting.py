"""Contract of every store: somebody is forgotten as a whole, or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest

from storage import Conflict, DraftRow, Forgotten, Former, NewTimer, Sitter, SqliteStore, Store
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, load, lobby, turn

DEE = Sitter(14, "Dee")


async def test_somebody_becomes_a_number_wherever_they_stood(store: Store) -> None:
    people = {"order": f"{BEN.user} {ANN.user}"}
    over = await finished(store, f"press:{ANN.user}", (ANN, BEN), (3, True), (1, False))
    await finished(store, "r", (BEN, CY), (3, True), (1, False), options=people)
    bell = NewTimer("bell", 9.0, f"{ANN.user}")
    cys = await store.create(lobby("l", host=CY, timers=(bell,)))
    former = Former(0, 1, ANN.user, "Ann")
    posts = (f"direct:{ANN.user}", f"direct:{ANN.user}7")
    row = await store.commit(cys.id, 1, turn("h", former=(former,), posts=posts))
    await store.note_sent(row.posts[0], 777, called=ANN.user)
    await store.save_draft(cys.id, DraftRow(0, row.n, "c3", f"form:{ANN.user}"))
    await store.set_personal(ANN.user, "pings", "here")
    await store.set(f"seen:{ANN.user}", f"{ANN.user}")
    await store.set_server(GUILD, {"barred": f"{ANN.user} {CY.user}"}, [f"barred:{ANN.user}"])

    assert await store.forget(ANN.user) == Forgotten(1, 2, ())

    read = [await load(store, game) for game in (1, 2, 3)]
    assert [(row.host, row.sitters) for row in read] == [
        (-1001, (replace(ANN, user=-1001, name="former player 1"), BEN)),
        (BEN.user, (BEN, CY)),
        (CY.user, (CY,)),
    ]
    assert read[1].options == {"order": f"{BEN.user} -1001"}
    assert read[2].former == (replace(former, user=-1001, name="former player 1"),)
    assert [timer.payload for timer in read[2].timers] == ["-1001"]
    assert [draft.key for draft in read[2].drafts] == ["form:-1001"]
    assert read[0].version > over.version
    assert [post.kind for post in await store.under_way([3])] == [f"direct:{ANN.user}7"]
    assert await store.last_call(ANN.user, "") is None
    assert await store.find_commit("press:-1001") == (1, 1)
    assert (await store.personal(ANN.user), await store.setting("seen:-1001")) == ({}, "-1001")
    assert await store.server(GUILD) == {"barred": f"-1001 {CY.user}"}
    assert [post.kind for post in await store.under_way([-GUILD])] == ["barred:-1001"]
    assert (first := (await store.table_of(-1001, GUILD, "logger")).own)
    assert (first.name, first.won) == ("former player 1", 1)
    assert await store.forget(BEN.user) == Forgotten(2, 2, ())


async def test_ratings_are_what_they_would_be_worked_out_anew(store: Store) -> None:
    """Nothing is computed again: ratings depend on which person is the same, not on ids."""
    ends = ((3, True, 1), (1, False, 2))
    for key, people in (("a", (ANN, BEN)), ("b", (BEN, ANN)), ("c", (ANN, CY))):
        await finished(store, key, people, *ends, turns=9)
    before = await store.rating_history(ANN.user, GUILD, "logger")
    assert (await store.forget(ANN.user)).number == 1

    async def known() -> list[object]:
        moved = [await store.rating_changes(game) for game in (1, 2, 3)]
        return [*moved, await store.standings(GUILD, "logger")]

    now, course = await known(), await store.rating_history(-1001, GUILD, "logger")
    assert [rated.rating for rated in course] == [rated.rating for rated in before]
    await store.rebuild_ratings()
    assert (await known(), await store.rating_history(-1001, GUILD, "logger")) == (now, course)


async def test_what_was_deleted_before_is_nowhere_in_the_file(tmp_path: Path) -> None:
    """Rows are deleted at every turn; they are overwritten also after somebody was forgotten."""
    helen = Sitter(7**20, "Helenissima")
    store = await SqliteStore.open(tmp_path / "x.db")
    await store.forget(4_711)
    for n in range(60):
        game = await store.create(lobby(f"o{n}", host=BEN, others=(helen, CY), channel=n + 1))
        gone = turn(f"g:{n}:{helen.user}", sitters=(BEN, CY), status="cancelled")
        await store.commit(game.id, 1, gone)
    await store.forget(helen.user)
    await store.close()
    held = (tmp_path / "x.db").read_bytes()
    traces = (helen.name.encode(), str(helen.user).encode(), helen.user.to_bytes(8, "big"))
    assert not any(trace in held for trace in traces)


async def test_on_one_server_alone_what_is_elsewhere_stays(store: Store) -> None:
    """If they have played nowhere else they are forgotten completely, with their settings."""
    ends = ((3, True, 1), (1, False, 2))
    direct = 500_000
    here = await finished(store, f"nudge:{ANN.user}", (ANN, BEN), *ends, turns=9, channel=1)
    await store.commit(here.id, here.n, turn(f"d:{ANN.user}", posts=("dm",)))
    (post,) = await store.under_way([here.id])
    await store.note_sent(post, 777, channel=direct, called=ANN.user)
    there = await finished(store, f"press:{ANN.user}", (ANN, BEN), *ends, turns=9, guild=901)
    await store.set_personal(ANN.user, "pings", "dm")
    before = await store.rating_history(ANN.user, 901, "logger")
    assert await store.forget(ANN.user, GUILD) == Forgotten(1, 1, ())
    told = await store.personal_data(ANN.user)
    assert {row["server"] for what in told.values() for row in what if "server" in row} == {901}
    assert await store.rating_history(ANN.user, 901, "logger") == before
    assert await store.find_commit("nudge:-1001") == (here.id, 1)
    assert (posted := await store.post_by_message(777))
    assert posted.channel not in (None, direct)
    assert await store.personal(ANN.user) == {"pings": "dm"}
    running = await store.create(lobby("b", host=ANN, guild=901))
    assert (await store.forget(ANN.user, 901)).open == (running.id,)
    await store.commit(running.id, 1, turn("c", status="cancelled"))
    assert await store.forget(ANN.user, 901) == Forgotten(2, 2, ())
    assert (await store.personal_data(ANN.user), await store.personal(ANN.user)) == ({}, {})
    assert await store.find_commit("press:-1002") == (there.id, 1)


async def test_direct_messages_with_somebody_are_not_known_again(store: Store) -> None:
    """Games of practice stand on a server of their own, which is their channel. A channel in which
    others play, or were called, stays what it is."""
    direct, left, ours = 500_000, 600_000, 700_000
    practice = {"guild": -direct, "channel": direct, "home": direct}
    for n in (1, 2):
        game = await store.create(lobby(f"typed:{direct}:{n}", host=ANN, **practice))
        await store.commit(game.id, 1, turn(f"o{n}", status="cancelled"))
    game = await finished(store, "a", (ANN, BEN), (3, True), (1, False), channel=ours)
    await store.commit(game.id, 2, turn("c", posts=("dm", "dm", "turn", "turn")))
    sent = ((direct, ANN), (left, ANN), (left, BEN), (ours, ANN))
    for post, (channel, who) in zip(await store.under_way([game.id]), sent, strict=True):
        await store.note_sent(post, 100 + post.id, channel=channel, called=who.user)
    await store.forget(ANN.user)
    rows = [await load(store, n) for n in (1, 2)]
    ((server, home, place),) = {(row.guild, row.home, row.channel) for row in rows}
    assert direct != place == home == -server
    assert [row.number for row in rows] == [1, 2]
    assert await store.find_commit(f"typed:{place}:1") == (1, 1)
    now = [await store.post_by_message(101 + n) for n in range(4)]
    assert [post and post.channel for post in now] == [place, left, left, ours]


async def test_a_former_player_is_no_computer(store: Store) -> None:
    """Computers' numbers begin just below zero (bot/table/computers.py), also after this."""
    larch = Sitter(-1, "Alder", computer="easy")
    game = await store.create(lobby("a", others=(larch,)))
    await store.commit(game.id, 1, turn("c", status="cancelled"))
    await store.forget(ANN.user)
    assert (await load(store, game.id)).sitters == (Sitter(-1001, "former player 1"), larch)


async def test_who_still_plays_is_not_forgotten(store: Store) -> None:
    """Nothing changes, or one person would become two. A mere spectator has a number too."""
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    running = await store.create(lobby("b", host=CY, others=(ANN,)))
    assert await store.forget(ANN.user) == Forgotten(0, 0, (running.id,))
    assert ((await store.table_of(ANN.user, GUILD)).own) is not None
    assert await store.game(running.id) == running
    await store.commit(running.id, 1, turn("press:4711", status="cancelled"))
    assert await store.forget(4_711) == Forgotten(1, 0, ())
    assert await store.forget(ANN.user) == Forgotten(2, 2, ())
    assert await store.find_commit("press:-1001") == (running.id, 2)


async def test_a_change_of_before_names_nobody_again(store: Store) -> None:
    """A change that was planned before somebody was forgotten reads the game once more."""
    running = await store.create(lobby("b", host=CY, others=(ANN, BEN)))
    sitters = (CY, replace(ANN, left=True), BEN)
    row = await store.commit(running.id, 1, turn("c", status="playing", sitters=sitters))
    assert await store.forget(ANN.user) == Forgotten(1, 1, ()), "they have left the seat"
    now = await load(store, running.id)
    assert now.sitters[1] == Sitter(-1001, "former player 1", left=True)
    gone, theirs = replace(CY, left=True), now.sitters[1]
    taken = Former(1, 3, ANN.user, ANN.name)
    leaves = turn("d", sitters=(gone, *sitters[1:]))
    for late in (leaves, turn("d", sitters=(CY, DEE, BEN), former=(taken,))):
        with pytest.raises(Conflict):
            await store.commit(row.id, row.n, late)
    again = Former(1, 3, theirs.user, theirs.name)
    await store.commit(row.id, row.n, turn("d", sitters=(CY, DEE, BEN), former=(again,)))
    assert await store.personal_data(ANN.user) == {}


async def test_a_person_is_told_all_that_is_theirs(store: Store) -> None:
    """The lines up to then of a seat that changed hands, and nothing of anybody else; an id that
    only begins like theirs is another one."""
    game = await store.create(lobby("a", host=BEN, others=(ANN,)))
    first = turn("b", "c3", posts=(f"share:{ANN.user}", f"share:{ANN.user}7"))
    await store.commit(game.id, 1, first)
    former = Former(0, 3, ANN.user, "Ann")
    change = turn(f"nudge:{ANN.user}", "d4", sitters=(CY, BEN), former=(former,))
    now = await store.commit(game.id, 2, change)
    await store.commit(game.id, 3, turn("d", "e5"))
    await store.save_draft(game.id, DraftRow(1, now.n + 1, "a1", "k"))
    await store.set_personal(ANN.user, "pings", "here")
    ann, ben, cy = [await store.personal_data(who.user) for who in (ANN, BEN, CY)]
    assert [row["text"] for row in ann["turns before"]] == ["c3"]
    assert [row["said"] for row in ann["posts asked for"]] == [f"share:{ANN.user}"]
    assert [row["said"] for row in ann["presses"]] == [f"nudge:{ANN.user}"]
    assert ann["settings"] == [{"name": "pings", "value": "here"}]
    assert [row["until"] for row in ann["seats before"]] == [3]
    assert ben.keys() == {"seats", "drafts"}
    assert [row["text"] for row in cy["turns"]] == ["d4", "e5"]
    assert await store.personal_data(4_711) == {}
