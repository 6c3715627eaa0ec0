"""Contract of every store: the rows of a seat: drafts, standing orders, who sat there before."""

from dataclasses import replace
from typing import Any

import pytest

from storage import TABLE, Change, DraftRow, Former, GameRow, Line, OrderRow, Sitter, Store
from storage.errors import Conflict
from tests.drafts import draft_in
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CHANNEL, CY, GUILD, Clock, finished, load, lobby, turn

TALK = (Line(TABLE, "ask end 0", ""),)


@pytest.fixture
async def game(store: Store) -> GameRow:
    new = await store.create(lobby(channel=CHANNEL))
    begun = turn("start", sitters=(ANN, BEN), status="playing", on_turn=0)
    return await store.commit(new.id, 1, begun)


async def test_talk_leaves_the_game_as_it_stands(store: Store, game: GameRow, clock: Clock) -> None:
    clock.time += 60
    talked = await store.commit(game.id, 2, Change(TALK, "talk", aside=True))
    assert (talked.n, talked.stands, talked.changed) == (3, 2, game.changed)
    assert [talked.past(n) for n in (1, 2, 3, 4)] == [True, False, False, True]
    assert await store.game(game.id) == talked
    moved = await store.commit(game.id, 3, turn("a"))
    assert (moved.n, moved.stands, moved.changed) == (4, 4, clock.time)
    assert [moved.past(n) for n in (2, 3, 4)] == [True, True, False]
    assert await store.game(game.id) == moved


async def test_a_draft_outlives_talk_and_no_turn(store: Store, game: GameRow) -> None:
    """Also a draft for the row before the talk. It belongs to its position, and to its game."""
    other = await store.create(lobby("other"))
    await store.save_draft(other.id, DraftRow(0, 1, "c3", "k"))
    await store.save_draft(game.id, DraftRow(0, 2, "c3", "k1"))
    assert await store.game(game.id) == game, "a half-said turn isn't a part of it"
    talked = await store.commit(game.id, 2, Change(TALK, "talk", aside=True))
    assert talked.drafts == (DraftRow(0, 2, "c3", "k1"),)
    assert await draft_in(store, game.id, 0) == DraftRow(0, 2, "c3", "k1")
    await store.save_draft(game.id, DraftRow(0, 2, "c3 xd4", "k2"))
    await store.save_draft(game.id, DraftRow(1, 3, "c3 xd4", "k2"))
    assert (await store.commit(game.id, 3, turn("a"))).drafts == ()
    assert [await draft_in(store, game.id, seat) for seat in (0, 1)] == [None, None]
    assert await draft_in(store, other.id, 0) is not None
    for n in (3, 5):
        with pytest.raises(Conflict) as conflict:
            await store.save_draft(game.id, DraftRow(0, n, "c3", "k3"))
        assert conflict.value.found == 4


async def test_who_sat_there_before_is_known(store: Store, game: GameRow) -> None:
    ben = Former(1, 3, BEN.user, "B\ud800n")
    taken = Change((Line(TABLE, "takeover 1", ""),), "t", sitters=(ANN, CY), former=(ben,))
    moved = await store.commit(game.id, 2, taken)
    assert moved.former == (Former(1, 3, BEN.user, "B?n"),)
    ann = Former(0, 4, ANN.user, ANN.name)
    again = Change((Line(TABLE, "takeover 0", ""),), "u", sitters=(BEN, CY), former=(ann,))
    moved = await store.commit(game.id, 3, again)
    assert [each.seat for each in moved.former] == [1, 0]
    assert await store.game(game.id) == moved


async def test_seats_that_somebody_has_lost_are_known_for_as_long_as_one_asks(
    store: Store, game: GameRow, clock: Clock
) -> None:
    clock.time = 2_000.0
    gone = (replace(ANN, left=True), BEN)
    leaves = Change((Line(TABLE, "leave 0", ""),), "leave", sitters=gone)
    left = await store.commit(game.id, 2, leaves)
    other = await store.create(lobby("b", host=BEN))
    begun = turn("start2", sitters=(BEN, ANN), status="playing", on_turn=0)
    other = await store.commit(other.id, 1, begun)
    clock.time = 3_000.0
    former = (Former(1, 3, ANN.user, "Ann"),)
    taken = Change((Line(TABLE, "takeover 1", ""),), "taken", sitters=(BEN, CY), former=former)
    handed = await store.commit(other.id, 2, taken)
    lost = [(lost.game, lost.seat, lost.n, lost.at) for lost in await store.lost_seats(11, 0)]
    assert lost == [(handed, 1, 3, 3_000.0), (left, 0, 3, 2_000.0)]
    assert [lost.game.id for lost in await store.lost_seats(11, 2_500.0)] == [other.id]
    assert await store.lost_seats(BEN.user, 0) == []
    back = Change((Line(TABLE, "takeover 1", ""),), "back", sitters=(BEN, ANN))
    await store.commit(other.id, 3, back)
    assert [lost.game.id for lost in await store.lost_seats(11, 0)] == [game.id]


async def test_a_draft_is_dropped_and_belongs_to_a_game(store: Store) -> None:
    game = await store.create(lobby())
    for seat, line in ((0, "c3"), (1, "d4"), (0, "c3 xd4")):
        await store.save_draft(game.id, DraftRow(seat, 1, line, "a"))
    assert (await load(store, game.id)).drafts == (
        DraftRow(0, 1, "c3 xd4", "a"),
        DraftRow(1, 1, "d4", "a"),
    )
    for _ in range(2):
        await store.drop_draft(game.id, 0)
        assert await draft_in(store, game.id, 0) is None
    with pytest.raises(Conflict) as conflict:
        await store.save_draft(99, DraftRow(0, 1, "c3", "a"))
    assert conflict.value.found is None


async def test_a_draft_of_a_turn_that_was_played_is_not_there_after_a_restart(
    opener: Opener,
) -> None:
    """It is gone from the rows too, not only from a store's memory."""
    store = await opener()
    game = await store.create(lobby())
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "a"))
    await store.commit(game.id, 1, turn("b"))
    await store.close()
    store = await opener()
    assert await draft_in(store, game.id, 0) is None


def order(seat: int = 1, condition: str = "c3", line: str = "c5 +c4", **more: Any) -> OrderRow:
    return OrderRow(0, seat, condition, "", line, **more)


async def given(store: Store, *orders: OrderRow) -> GameRow:
    """Ann and Ben play; the game is at row 2."""
    new = await store.create(lobby())
    begun = turn("start", sitters=(ANN, BEN), status="playing", on_turn=0)
    game = await store.commit(new.id, 1, begun)
    for each in orders:
        await store.give_order(game.id, 2, each)
    return await load(store, game.id)


def settled(game: GameRow, *whys: str, seat: int = 0, **columns: Any) -> Change:
    """A turn of a seat, with the fate of the orders."""
    fates = tuple((o.id, why) for o, why in zip(game.orders, whys, strict=True))
    return Change((Line(seat, "c3", "m"),), f"turn{game.n}", fates=fates, **columns)


async def test_an_order_is_read_with_its_game(store: Store) -> None:
    game = await given(store, order(line="c4"), order(condition="", line="a1"), order(), order(0))
    there = [replace(o, id=0) for o in game.orders]
    assert there == [order(condition="", line="a1"), order(), order(0)]
    assert [o.orders for o in await store.open_games()] == [game.orders]


async def test_an_order_for_a_position_that_is_past_is_refused(store: Store) -> None:
    """As a draft is: it would otherwise outlive the commit that was to play it."""
    game = await given(store)
    with pytest.raises(Conflict) as conflict:
        await store.give_order(game.id, 1, order())
    assert conflict.value.found == 2
    with pytest.raises(Conflict):
        await store.give_order(99, 1, order())
    assert (await load(store, game.id)).orders == ()


async def test_a_seat_withdraws_its_own_orders_alone(store: Store) -> None:
    game = await given(store, order(), order(condition="d3"))
    first, second = game.orders
    await store.withdraw_order(game.id, 0, first.id)
    await store.withdraw_order(99, 1, first.id)
    await store.withdraw_order(game.id, 1, second.id)
    await store.withdraw_order(game.id, 1, second.id)
    assert (await load(store, game.id)).orders == (first,)


async def test_a_commit_says_what_became_of_each_order(store: Store) -> None:
    """One was played and is gone; the reason why another one fell still waits."""
    game = await given(store, order(), order(condition="d3"))
    after = await store.commit(game.id, 2, settled(game, "", "otherwise"))
    assert [(o.condition, o.fell) for o in after.orders] == [("d3", "otherwise")]
    assert await store.game(game.id) == after


async def test_a_change_made_from_other_orders_is_a_conflict(store: Store) -> None:
    """An order that came or went in the meantime is neither missed nor played."""
    game = await given(store, order())
    late = await give(store, game, order(condition="d3"))
    with pytest.raises(Conflict) as conflict:
        await store.commit(game.id, 2, settled(game, ""))
    assert conflict.value.found == 2
    assert await store.game(game.id) == late
    await store.withdraw_order(game.id, 1, late.orders[0].id)
    with pytest.raises(Conflict):
        await store.commit(game.id, 2, settled(late, "", ""))


async def give(store: Store, game: GameRow, new: OrderRow) -> GameRow:
    await store.give_order(game.id, game.n, new)
    return await load(store, game.id)


async def test_why_an_order_fell_is_kept_until_its_seat_speaks_or_orders(store: Store) -> None:
    game = await given(store, order())
    game = await store.commit(game.id, 2, settled(game, "otherwise"))
    none = Change((Line(0, "d4", "m"),), "another", fates=())
    game = await store.commit(game.id, game.n, none)
    assert [o.fell for o in game.orders] == ["otherwise"]
    spoke = Change((Line(1, "d4", "m"),), "spoke", fates=())
    game = await store.commit(game.id, game.n, spoke)
    assert game.orders == ()
    game = await give(store, game, order())
    game = await store.commit(game.id, game.n, settled(game, "otherwise"))
    game = await give(store, game, order(condition="e5"))
    assert [(o.condition, o.fell) for o in game.orders] == [("e5", "")]


async def test_orders_go_with_whoever_gave_them(store: Store) -> None:
    """A seat that is handed over or left keeps nothing of theirs; all end with the game."""
    game = await given(store, order(), order(seat=0))
    taken = Change((Line(TABLE, "takeover 1", ""),), "taken", sitters=(ANN, CY))
    game = await store.commit(game.id, 2, taken)
    assert [o.seat for o in game.orders] == [0]
    game = await give(store, game, order())
    left = Change((Line(TABLE, "leave 0", ""),), "left", sitters=(replace(ANN, left=True), CY))
    game = await store.commit(game.id, game.n, left)
    assert [o.seat for o in game.orders] == [1]
    end = Change((Line(TABLE, "cancel", ""),), "cancel", status="cancelled")
    assert (await store.commit(game.id, game.n, end)).orders == ()


BIRCH = Sitter(-2, "Birch", computer="easy")
SITS = Line(TABLE, "computer easy", "")


async def test_who_sits_down_with_the_host_is_there_from_the_beginning(store: Store) -> None:
    """One transaction: no lobby that a crash leaves without its computer."""
    game = await store.create(lobby(others=(BIRCH,), more=(SITS,)))
    assert (game.n, game.stands, game.sitters) == (2, 2, (ANN, BIRCH))
    log = [(row.n, row.text, row.key) for row in await store.log(game.id)]
    assert log == [(1, "open 7", "open"), (2, "computer easy", None)]


async def test_a_seat_says_that_it_is_a_computers(opener: Opener) -> None:
    """Also after a restart, with the player who sat there before."""
    store = await opener()
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("a", sitters=(ANN, BIRCH), status="playing"))
    former = (Former(1, 3, BIRCH.user, BIRCH.name, "easy"),)
    taken = Change((Line(TABLE, "takeover 1", ""),), "t", sitters=(ANN, BEN), former=former)
    await store.commit(game.id, 2, taken)
    await store.close()
    store = await opener()
    found = await load(store, game.id)
    assert ([s.computer for s in found.sitters], found.former) == (["", ""], former)


async def test_a_game_against_a_computer_counts_for_nobody(store: Store) -> None:
    await finished(store, "a", (ANN, BIRCH), (10, True), (4, False))
    three = (BEN, CY, replace(BIRCH, user=-3))
    await finished(store, "b", three, (9, True), (4, False), (2, False))
    await finished(store, "c", (ANN, BEN), (3, False), (5, True))
    table = await store.standings(GUILD, "logger")
    assert [(line.name, line.games, line.won) for line in table] == [("Ben", 1, 1), ("Ann", 1, 0)]


async def test_the_level_that_somebody_beat_at_last_is_known(store: Store) -> None:
    easy, strong = BIRCH, replace(BIRCH, computer="strong")
    assert await store.beaten_level(ANN.user, "logger") == ""
    await finished(store, "a", (ANN, strong), (10, True), (4, False))
    await finished(store, "b", (ANN, easy), (10, True), (4, False))
    await finished(store, "c", (ANN, strong), (4, False), (10, True))
    await finished(store, "d", (ANN, BEN), (10, True), (4, False))
    assert await store.beaten_level(ANN.user, "logger") == "easy"
    assert await store.beaten_level(ANN.user, "logjam") == ""
    assert await store.beaten_level(BEN.user, "logger") == ""


async def test_an_order_takes_those_behind_it_along(store: Store) -> None:
    """docs/players.md: a premove that is replaced or removed goes with its follow-ups."""
    game = await store.create(lobby())
    first, behind = OrderRow(0, 0, "c3", "", "d4"), OrderRow(0, 0, "c3|b2", "", "e5")
    await store.give_order(game.id, game.n, first, behind)
    row = await load(store, game.id)
    assert [each.is_follow_up for each in row.orders] == [False, True]
    await store.give_order(game.id, game.n, first)  # the same again
    assert (await load(store, game.id)).orders == row.orders
    await store.give_order(game.id, game.n, replace(first, line="d5"))
    (order,) = (await load(store, game.id)).orders
    await store.withdraw_order(game.id, 0, 999)
    await store.withdraw_order(game.id, 0, order.id)
    assert (await load(store, game.id)).orders == ()


async def test_games_are_paged_by_server_or_person_latest_first(store: Store) -> None:
    for n in range(3):
        await store.create(replace(lobby(), key=f"{n}", channel=None))
    assert [row.id for row in await store.page_of_games(9, 2, GUILD, 0)] == [3, 2]
    assert [row.id for row in await store.page_of_games(2, 2, 0, ANN.user, "lobby")] == [1]
    assert await store.page_of_games(9, 2, 0, ANN.user, "over") == []
