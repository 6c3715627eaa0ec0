"""Contract of every store: standing orders are a seat's own, and one commit settles them all."""

from dataclasses import replace
from typing import Any

import pytest

from storage import TABLE, Change, Conflict, GameRow, Line, OrderFates, OrderRow, Store
from tests.storage.samples import ANN, BEN, CY, lobby, turn


def order(seat: int = 1, condition: str = "c3", line: str = "c5 +c4", **more: Any) -> OrderRow:
    return OrderRow(0, seat, condition, "", line, **more)


async def playing(store: Store) -> GameRow:
    """Ann and Ben play; the game is at row 2."""
    game = await store.create(lobby())
    begun = turn("start", sitters=(ANN, BEN), status="playing", on_turn=0)
    return await store.commit(game.id, 1, begun)


async def given(store: Store, *orders: OrderRow) -> GameRow:
    game = await playing(store)
    for each in orders:
        await store.give_order(game.id, 2, each)
    return await read(store, game)


async def read(store: Store, game: GameRow) -> GameRow:
    found = await store.game(game.id)
    assert found is not None
    return found


def settled(game: GameRow, *whys: str, seat: int = 0, **columns: Any) -> Change:
    """A turn of a seat that says what became of the orders."""
    fates = tuple((o.id, why) for o, why in zip(game.orders, whys, strict=True))
    return Change((Line(seat, "c3", "m"),), f"turn{game.n}", added=(OrderFates(fates),), **columns)


async def test_an_order_is_read_with_its_game(store: Store) -> None:
    """Issue 12, item 5: it is there when the moment comes."""
    game = await given(store, order(), order(condition="", line="a1"))
    assert [replace(o, id=0) for o in game.orders] == [order(), order(condition="", line="a1")]
    assert [o.orders for o in await store.open_games()] == [game.orders]


async def test_a_later_order_with_the_same_condition_takes_its_place(store: Store) -> None:
    """Issue 12, item 5: one line for each condition."""
    game = await given(store, order(), order(line="a1"), order(seat=0))
    assert [(o.seat, o.line) for o in game.orders] == [(1, "a1"), (0, "c5 +c4")]


async def test_an_order_for_a_position_that_is_past_is_refused(store: Store) -> None:
    """As a draft is: it would otherwise outlive the commit that was to play it."""
    game = await given(store)
    with pytest.raises(Conflict) as conflict:
        await store.give_order(game.id, 1, order())
    assert conflict.value.found == 2
    with pytest.raises(Conflict):
        await store.give_order(99, 1, order())
    assert (await read(store, game)).orders == ()


async def test_a_seat_withdraws_its_own_orders_alone(store: Store) -> None:
    game = await given(store, order(), order(condition="d3"))
    first, second = game.orders
    await store.withdraw_order(game.id, 0, first.id)
    await store.withdraw_order(99, 1, first.id)
    await store.withdraw_order(game.id, 1, second.id)
    await store.withdraw_order(game.id, 1, second.id)
    assert (await read(store, game)).orders == (first,)


async def test_a_commit_says_what_became_of_each_order(store: Store) -> None:
    """One was played and is gone; why another one fell is still to be told."""
    game = await given(store, order(), order(condition="d3"))
    after = await store.commit(game.id, 2, settled(game, "", "otherwise"))
    assert [(o.condition, o.fell) for o in after.orders] == [("d3", "otherwise")]
    assert await read(store, game) == after


async def test_a_change_made_from_other_orders_is_a_conflict(store: Store) -> None:
    """An order that came or went in the meantime is neither missed nor played."""
    game = await given(store, order())
    late = await given_to(store, game, order(condition="d3"))
    with pytest.raises(Conflict) as conflict:
        await store.commit(game.id, 2, settled(game, ""))
    assert conflict.value.found == 2
    assert await read(store, game) == late
    await store.withdraw_order(game.id, 1, late.orders[0].id)
    with pytest.raises(Conflict):
        await store.commit(game.id, 2, settled(late, "", ""))


async def given_to(store: Store, game: GameRow, new: OrderRow) -> GameRow:
    await store.give_order(game.id, game.n, new)
    return await read(store, game)


async def test_why_an_order_fell_is_kept_until_its_seat_speaks(store: Store) -> None:
    game = await given(store, order())
    game = await store.commit(game.id, 2, settled(game, "otherwise"))
    none = Change((Line(0, "d4", "m"),), "another", added=(OrderFates(()),))
    game = await store.commit(game.id, game.n, none)
    assert [o.fell for o in game.orders] == ["otherwise"]
    spoke = Change((Line(1, "d4", "m"),), "spoke", added=(OrderFates(()),))
    assert (await store.commit(game.id, game.n, spoke)).orders == ()


async def test_who_orders_again_has_been_told_why_the_last_one_fell(store: Store) -> None:
    game = await given(store, order())
    game = await store.commit(game.id, 2, settled(game, "otherwise"))
    game = await given_to(store, game, order(condition="e5"))
    assert [(o.condition, o.fell) for o in game.orders] == [("e5", "")]


@pytest.mark.parametrize("after", [CY, replace(BEN, left=True)])
async def test_orders_go_with_whoever_gave_them(store: Store, after: Any) -> None:
    """Issue 12: a seat that is handed over or left keeps nothing of theirs."""
    game = await given(store, order(), order(seat=0))
    change = Change((Line(TABLE, "takeover 1", ""),), "taken", sitters=(ANN, after))
    assert [o.seat for o in (await store.commit(game.id, 2, change)).orders] == [0]


async def test_orders_end_with_the_game(store: Store) -> None:
    game = await given(store, order(), order(seat=0))
    change = Change((Line(TABLE, "cancel", ""),), "cancel", status="cancelled")
    assert (await store.commit(game.id, 2, change)).orders == ()


def test_an_order_is_not_shown_in_its_repr() -> None:
    assert "c5" not in repr(order())
    assert "c3" not in repr(order())
