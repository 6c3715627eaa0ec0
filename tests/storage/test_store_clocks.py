"""Contract of every store: clocks are rows of a game, which its commits alone write.

Source: issue 12, item 1.
"""

import pytest

from storage import Change, ClockChange, ClockRow, Conflict, GameRow, OrderFates, Spent, Store
from tests.storage.samples import CHANNEL, lobby, turn

ANN, BEN = ClockRow(0, 100.0, 5.0), ClockRow(1, 200.0)


@pytest.fixture
async def game(store: Store) -> GameRow:
    return await store.create(lobby(channel=CHANNEL))


async def test_a_game_has_no_clocks_until_a_commit_writes_some(store: Store, game: GameRow) -> None:
    assert game.clocks == ()
    moved = await store.commit(game.id, 1, turn("a", added=(ClockChange(clocks=(BEN, ANN)),)))
    assert moved.clocks == (ANN, BEN), "by seat"
    assert await store.game(game.id) == moved
    other = await store.create(lobby("b"))
    assert other.clocks == ()


async def test_a_clock_takes_the_place_of_the_earlier_one_of_its_seat(
    store: Store, game: GameRow
) -> None:
    await store.commit(game.id, 1, turn("a", added=(ClockChange(clocks=(ANN, BEN)),)))
    still, runs = ClockRow(0, 90.0), ClockRow(1, 200.0, 7.5)
    moved = await store.commit(game.id, 2, turn("b", added=(ClockChange(clocks=(still,)),)))
    assert moved.clocks == (still, BEN)
    moved = await store.commit(game.id, 3, Change((), "", added=(ClockChange(clocks=(runs,)),)))
    assert (moved.n, moved.clocks) == (3, (still, runs)), "also without a row of the log"
    assert await store.game(game.id) == moved


async def test_what_was_spent_is_known_by_the_row_at_which_the_game_was(
    store: Store, game: GameRow
) -> None:
    """A take-back gives back what was spent since; what is said twice at one row adds up."""
    await store.commit(game.id, 1, Change((), "", added=(ClockChange(spent=(Spent(1, 0, 5.0),)),)))
    both = (Spent(1, 0, 2.0, 9.0), Spent(1, 1, 1.0))
    await store.commit(game.id, 1, turn("a", added=(ClockChange(spent=both),)))
    last = Spent(2, 1, 3.0, -4.0)
    await store.commit(game.id, 2, turn("b", added=(ClockChange(spent=(last,)),)))
    assert await store.time_spent(game.id, 1) == [Spent(1, 0, 7.0, 9.0), Spent(1, 1, 1.0), last]
    assert await store.time_spent(game.id, 2) == [last]
    other = await store.create(lobby("c"))
    assert await store.time_spent(other.id, 0) == []


async def test_clocks_that_have_changed_meanwhile_are_not_overwritten(
    store: Store, game: GameRow
) -> None:
    """Time that was granted without a row of the log is not lost to a turn that knew nothing of
    it."""
    await store.commit(game.id, 1, turn("a", added=(ClockChange(clocks=(ANN, BEN)),)))
    more = ClockRow(0, 150.0, 5.0)
    await store.commit(
        game.id, 2, Change((), "", added=(ClockChange(clocks=(more,), seen=(ANN, BEN)),))
    )
    with pytest.raises(Conflict) as late:
        await store.commit(
            game.id,
            2,
            turn("b", added=(ClockChange(clocks=(ClockRow(0, 90.0),), seen=(ANN, BEN)),)),
        )
    assert late.value.found == 2
    moved = await store.commit(
        game.id, 2, turn("b", added=(ClockChange(clocks=(BEN,), seen=(more, BEN)),))
    )
    assert moved.clocks == (more, BEN)


def test_a_feature_adds_one_value_of_a_class_to_a_change() -> None:
    """storage/rows.py: the newest takes the place of the one before; others stay."""
    change = Change((), "").plus(ClockChange((ANN,))).plus(OrderFates(()))
    assert change.plus(ClockChange((BEN,))).added == (OrderFates(()), ClockChange((BEN,)))
