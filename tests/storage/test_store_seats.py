"""Contract of every store: rows of talk leave the game as it stands, and seats change hands.

Source: issue 12, items 3 and 4; docs/decisions.md, 29.
"""

from dataclasses import replace

import pytest

from storage import (
    TABLE,
    Change,
    Conflict,
    DraftRow,
    Former,
    GameRow,
    Handover,
    Line,
    Store,
)
from tests.drafts import draft_in
from tests.storage.samples import ANN, BEN, CHANNEL, CY, Clock, lobby, turn

TALK = (Line(TABLE, "ask end 0", ""),)


@pytest.fixture
async def game(store: Store) -> GameRow:
    """A game of two that is played, two rows long."""
    new = await store.create(lobby(channel=CHANNEL))
    begun = turn("start", sitters=(ANN, BEN), status="playing", on_turn=0)
    return await store.commit(new.id, 1, begun)


async def test_a_row_of_talk_leaves_the_game_as_it_stands(
    store: Store, game: GameRow, clock: Clock
) -> None:
    """What was made for the row before it is good; a turn makes it old."""
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
    """Also one that is kept for the row before the talk."""
    await store.save_draft(game.id, DraftRow(0, 2, "c3", "k1"))
    await store.commit(game.id, 2, Change(TALK, "talk", aside=True))
    assert await draft_in(store, game.id, 0) == DraftRow(0, 2, "c3", "k1")
    await store.save_draft(game.id, DraftRow(0, 2, "c3 xd4", "k2"))
    await store.save_draft(game.id, DraftRow(0, 3, "c3 xd4", "k2"))
    await store.commit(game.id, 3, turn("a"))
    assert await draft_in(store, game.id, 0) is None
    with pytest.raises(Conflict):
        await store.save_draft(game.id, DraftRow(0, 3, "c3", "k3"))
    with pytest.raises(Conflict):
        await store.save_draft(game.id, DraftRow(0, 5, "c3", "k3"))


async def test_who_sat_there_before_is_known(store: Store, game: GameRow) -> None:
    """In the order in which seats were handed over; a name holds no half characters."""
    ben = Former(1, 3, BEN.user, "B\ud800n")
    taken = Change(
        (Line(TABLE, "takeover 1", ""),), "t", sitters=(ANN, CY), added=(Handover((ben,)),)
    )
    moved = await store.commit(game.id, 2, taken)
    assert moved.former == (Former(1, 3, BEN.user, "B?n"),)
    ann = Former(0, 4, ANN.user, ANN.name)
    again = Change(
        (Line(TABLE, "takeover 0", ""),), "u", sitters=(BEN, CY), added=(Handover((ann,)),)
    )
    moved = await store.commit(game.id, 3, again)
    assert [each.seat for each in moved.former] == [1, 0]
    assert await store.game(game.id) == moved


async def test_seats_that_somebody_has_lost_are_known_for_as_long_as_one_asks(
    store: Store, game: GameRow, clock: Clock
) -> None:
    """Issue 25, item 24: given up, or handed over; not one that they have again."""
    clock.time = 2_000.0
    gone = (replace(ANN, left=True), BEN)
    leaves = Change((Line(TABLE, "leave 0", ""),), "leave", sitters=gone)
    left = await store.commit(game.id, 2, leaves)
    other = await store.create(lobby("b", host=BEN))
    begun = turn("start2", sitters=(BEN, ANN), status="playing", on_turn=0)
    other = await store.commit(other.id, 1, begun)
    clock.time = 3_000.0
    former = (Former(1, 3, ANN.user, "Ann"),)
    taken = Change(
        (Line(TABLE, "takeover 1", ""),), "taken", sitters=(BEN, CY), added=(Handover(former),)
    )
    handed = await store.commit(other.id, 2, taken)
    assert [(lost.game, lost.seat, lost.n, lost.at) for lost in await store.lost_seats(11, 0)] == [
        (handed, 1, 3, 3_000.0),
        (left, 0, 3, 2_000.0),
    ]
    assert [lost.game.id for lost in await store.lost_seats(11, 2_500.0)] == [other.id]
    assert await store.lost_seats(BEN.user, 0) == []
    back = Change((Line(TABLE, "takeover 1", ""),), "back", sitters=(BEN, ANN))
    await store.commit(other.id, 3, back)
    assert [lost.game.id for lost in await store.lost_seats(11, 0)] == [game.id]
