"""Ratings and tables worked out anew are what was written, and cost the same however much there is.

Source: issue 14, items 4 and 5, and "Must hold"; docs/decisions.md.
"""

import random
from dataclasses import replace
from functools import partial

import pytest

from storage import Change, Former, Handover, Result, Sitter, SqliteStore, Store
from storage.rating import WEEK, Rating
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, GUILD, Clock, finished, lobby, turn

LONG = 30  # turns


async def _played(store: Store, key: str) -> None:
    await finished(store, key, (ANN, BEN), (5, True, 1), (3, False, 2), turns=LONG)


async def derived(store: SqliteStore) -> dict[str, list[tuple[object, ...]]]:
    """All that is worked out from endings and results, row by row, to the last bit."""
    found = {}
    for table in ("ratings", "tallies", "endings"):
        rows = await store._thread.execute_fetchall(f"select * from {table} order by 1, 2, 3, 4")
        found[table] = [tuple(row) for row in rows]
    return found


class Season:
    """Two thousand games of thirty people on two servers, with everything that happens to them."""

    def __init__(self, store: SqliteStore, clock: Clock, seed: int) -> None:
        self.store, self.clock, self.chance = store, clock, random.Random(seed)
        self.people = [Sitter(100 + n, f"P{n}") for n in range(30)]

    async def play(self, n: int) -> None:
        """A game: of some people or once more of the last ones, played out, left or handed over."""
        chance = self.chance
        if n % 7 == 0:
            self.there = chance.sample(self.people, chance.choice((2, 2, 3, 4)))
        self.clock.time += chance.choice((60.0, 3_600.0, 90_000.0))
        if chance.random() < 0.05:
            await self._opt_out()
        kind, guild = chance.choice(("logger", "logjam")), chance.choice((GUILD, GUILD, 7))
        options = {"rated": "no"} if chance.random() < 0.05 else {}
        opened = await self.store.create(
            lobby(f"o{n}", host=self.there[0], kind=kind, guild=guild, options=options)
        )
        await self.store.commit(opened.id, 1, self._ended(n))

    async def _opt_out(self) -> None:
        who, value = self.chance.choice(self.people), self.chance.choice(("on", None))
        await self.store.set_personal(who.user, "hidden", value)

    def _ended(self, n: int) -> Change:
        chance, sitters = self.chance, list(self.there)
        chance.shuffle(sitters)
        points = [chance.randrange(6) for _ in sitters]
        former: tuple[Former, ...] = ()
        if chance.random() < 0.1:  # somebody resigns: the last place
            loser = chance.randrange(len(sitters))
            sitters[loser], points[loser] = replace(sitters[loser], left=True), -1
        if chance.random() < 0.1:
            former = (Former(0, 1, 99, "Substituted", excused=n % 3 == 0),)
        best = max(points)
        results = tuple(
            Result(
                seat,
                max(0, p),
                points.count(best) == 1 and p == best,
                1 + sum(q > p for q in points),
            )
            for seat, p in enumerate(points)
        )
        turns = chance.choice((2, 9, 40, 40, 40))
        return turn(
            f"e{n}",
            status="over",
            sitters=tuple(sitters),
            results=results,
            added=(Handover(former),),
            turns=turns,
        )


async def test_a_rebuild_after_2000_games_is_what_was_written(clock: Clock) -> None:
    """Issue 14, "Must hold": with opt-outs, resignations, rematches and substitutes, some of them
    agreed on, bit for bit; a second one is the same again."""
    store = await SqliteStore.open(":memory:", clock)
    try:
        season = Season(store, clock, 14)
        for n in range(2_000):
            await season.play(n)
        written = await derived(store)
        assert await store.rebuild_ratings() == 2_000
        assert await derived(store) == written
        endings = await store._thread.execute_fetchall("select unrated from endings")
        assert {row[0] for row in endings} == {"", "casual", "early", "excused", "rematch"}
        assert len(written["ratings"]) > 1_000
    finally:
        await store.close()


async def test_a_rebuild_finds_what_was_written_wrongly(clock: Clock) -> None:
    """The comparison above would see a rating that is off, lost or doubled."""
    store = await SqliteStore.open(":memory:", clock)
    try:
        for n in range(4):
            await _played(store, f"g{n}")
        right = await derived(store)
        for harm in (
            "update ratings set mu = mu + 1e-9 where ending = 2",
            "delete from ratings where ending = 3",
            "update tallies set won = won + 1 where user = 11",
        ):
            await store._thread.execute(harm)
            assert await derived(store) != right
            await store.rebuild_ratings()
            assert await derived(store) == right
    finally:
        await store.close()


async def test_another_rule_is_applied_to_the_past_when_the_file_is_opened(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 14, item 4: a later rule counts for all games; the same one is not worked out again."""
    store = await opener()
    await _played(store, "a")
    await store.close()
    monkeypatch.setattr("storage.ratings.rated", lambda before, places: [Rating(1.0, 1.0, 1)] * 2)
    store = await opener()
    assert (await store.rating_history(ANN.user, GUILD, "logger"))[0].rating.mu > 25
    await store.close()
    monkeypatch.setattr("storage.ratings.RULE", "another")
    store = await opener()
    assert (await store.rating_history(ANN.user, GUILD, "logger"))[0].rating.mu == 1.0
    await store.close()


async def test_the_next_result_costs_the_same_with_many_before_it(clock: Clock) -> None:
    """Issue 14, "Must hold": as many steps of SQLite's machine, with 20 times as many results of
    the same people on the same server. (`make bench` measures it with 100,000.)"""
    store = await SqliteStore.open(":memory:", clock)
    try:
        steps = []
        for n in range(401):
            clock.time += WEEK / 3
            opened = await store.create(lobby(f"o{n}"))
            results = (Result(0, 2, n % 2 == 0, 1 + n % 2), Result(1, 1, n % 2 == 1, 2 - n % 2))
            end = turn(f"e{n}", status="over", sitters=(ANN, BEN), results=results, turns=LONG)
            done: list[int] = []
            await store._thread.set_progress_handler(partial(done.append, 1), 1)
            await store.commit(opened.id, 1, end)
            await store._thread.set_progress_handler(None, 0)  # type: ignore[arg-type]
            steps.append(len(done))
        assert max(steps[390:]) <= 1.1 * max(steps[10:20])
    finally:
        await store.close()
