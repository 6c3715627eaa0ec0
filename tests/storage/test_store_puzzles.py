"""Contract of every store: what people have tried at the puzzles of a day.

Source: issue 31, item 7; docs/privacy.md.
"""

from storage import ANSWER, HINT, PuzzleTry, Store
from tests.storage.samples import ANN, BEN

DAY, WRONG, RIGHT = 20_781, PuzzleTry("c3 +b2"), PuzzleTry("c3 xd3", solved=True)


async def done(store: Store, *what: PuzzleTry, day: int = DAY) -> list[PuzzleTry]:
    for each in what:
        await store.try_puzzle(ANN.user, day, "logger", each)
    return await store.puzzle_tries(ANN.user, day, "logger")


async def test_each_try_counts_once_up_to_the_right_one(store: Store) -> None:
    """What is pressed twice, or sent again, is one try; nobody and no day shares another's."""
    hint = PuzzleTry(HINT)
    tries = await done(store, WRONG, WRONG, hint, RIGHT, RIGHT, PuzzleTry("later"))
    assert len(tries) == 3
    assert {*tries} == {WRONG, hint, RIGHT}
    assert await store.puzzle_tries(ANN.user, DAY, "logjam") == []
    assert await store.puzzle_tries(BEN.user, DAY, "logger") == []


async def test_who_was_told_the_answer_solves_it_no_more(store: Store) -> None:
    assert await done(store, PuzzleTry(ANSWER), RIGHT) == [PuzzleTry(ANSWER)]
    assert await store.puzzle_days(ANN.user) == []


async def test_the_days_of_somebody_are_those_with_a_solved_puzzle(store: Store) -> None:
    """The last first, and each once."""
    for day in (DAY, DAY - 2):
        await done(store, RIGHT, day=day)
    await store.try_puzzle(ANN.user, DAY, "logjam", RIGHT)
    await done(store, WRONG, day=DAY - 1)
    assert await store.puzzle_days(ANN.user) == [DAY, DAY - 2]
    assert await store.puzzle_days(BEN.user) == []


async def test_tries_are_told_to_whom_they_belong_and_go_with_them(store: Store) -> None:
    """docs/privacy.md."""
    await done(store, WRONG)
    (row,) = (await store.about(ANN.user))["puzzles"]
    assert (row["kind"], row["did"], row["solved"]) == ("logger", WRONG.did, 0)
    await store.forget(ANN.user)
    assert await done(store) == []
    assert await store.about(ANN.user) == {}
