"""Contract of every store: tables and ratings follow from results only."""

import time
from dataclasses import replace
from typing import Any

import pytest

from storage import NEW, SqliteStore, Store
from storage.rating import WEEK, Rating, rate
from storage.rows import RATING, Change, Former, RatingChange, Result, Sitter, Standing
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CY, GUILD, Clock, finished, lobby, turn

LONG = 30  # turns
BIRCH = Sitter(-2, "Birch", computer="easy")


async def game(store: Store, key: str, *people: Sitter, **columns: Any) -> str:
    """A game won by the first of them, with the second second and so on; why it isn't rated."""
    results = [(9 - n, n == 0, n + 1) for n in range(len(people))]
    over = await finished(store, key, people, *results, **{"turns": LONG, **columns})
    moved = await store.rating_changes(over.id)
    assert moved is not None
    assert bool(moved.changes) == (not moved.unrated)
    return moved.unrated


def test_ratings_are_those_of_the_paper() -> None:
    """Weng and Lin, Algorithm 4: unlike strengths, two of them tied. RULE has to grow with a new
    openskill or another rule, that is with another bit of these."""
    before = [Rating(25, 8, 0), Rating(28, 6.5, 1), Rating(31, 5, 2), Rating(34, 3.5, 3)]
    assert rate(before, [3, 1, 1, 4]) == [
        Rating(27.063887008079895, 7.749639681656702, 1),
        Rating(28.81153283375561, 6.451094309738746, 2),
        Rating(31.394318238002278, 4.980831676972304, 3),
        Rating(33.17611508282185, 3.4901171103709845, 4),
    ]


async def test_the_transaction_that_ends_a_game_moves_its_ratings(store: Store) -> None:
    """By place, not by wins; each person once; the rating before comes with it."""
    ends = ((5, False, 2), (9, True, 1), (0, False, 3))
    over = await finished(store, "a", (ANN, BEN, CY), *ends, turns=9)
    moved = await store.rating_changes(over.id)
    assert moved is not None
    ann, ben, cy = rate([NEW] * 3, [2, 1, 3])
    assert moved.changes == {11: (NEW, ann), 12: (NEW, ben), 13: (NEW, cy)}
    assert await game(store, "b", ANN, BEN) == ""
    first, second = await store.rating_history(ANN.user, GUILD, "logger")
    assert (first.game, first.rating, second.rating.games) == (over.id, ann, 2)
    (last,) = await store.rating_history(ANN.user, GUILD, "logger", most=1)
    assert last == second
    assert await store.rating_history(ANN.user, 7, "logger") == []


async def test_what_is_not_rated_says_why(store: Store) -> None:
    assert await game(store, "a", ANN, BIRCH) == "computers"
    assert await game(store, "b", ANN, BEN, options={"rated": "no"}) == "casual"
    assert await game(store, "c", ANN, BEN, turns=5) == "early"
    assert await game(store, "d", ANN, BEN, turns=6) == ""
    assert await game(store, "e", ANN) == "alone"
    excused = await hand_over(store, "f", EXCUSED, ends={ANN: 1, BEN: 2})
    assert excused == RatingChange("excused", {}), "nobody is left to compare Ann with"
    assert len(await store.rating_history(ANN.user, GUILD, "logger")) == 1
    assert await store.rating_changes(999) is None


async def hand_over(
    store: Store, key: str, *former: Former, ends: dict[Sitter, int], guild: int = GUILD
) -> RatingChange | None:
    """The ratings that a game has moved after seats changed hands like that. ends: each sitter's
    place at the end."""
    opened = await store.create(lobby(key, guild=guild))
    handed = Change((), "", sitters=(*ends,), former=former)
    await store.commit(opened.id, 1, handed)
    results = tuple(Result(n, 0, place == 1, place) for n, place in enumerate(ends.values()))
    await store.commit(opened.id, 1, turn(key + "!", status="over", results=results, turns=LONG))
    return await store.rating_changes(opened.id)


GIVES = Former(1, 1, CY.user, "Cy")  # Cy's seat is somebody else's from then on
DEE = Sitter(14, "Dee")
EXCUSED, BACK = replace(GIVES, excused=True), Former(1, 5, -2, "Birch", "easy")
GONE = replace(ANN, left=True)
# Key, former sitters, the places at the end; and the places of the rated ones.
RULED = [
    ("friend", [GIVES], {ANN: 1, BEN: 2}, {ANN: 1, CY: 2}),
    ("the friend won", [GIVES], {ANN: 2, BEN: 1}, {ANN: 1, CY: 2}),
    ("computer", [GIVES], {ANN: 2, BIRCH: 1}, {ANN: 1, CY: 2}),
    ("Ann left", [], {GONE: 2, CY: 1}, {CY: 1, ANN: 2}),
    ("Ann resigned later", [GIVES], {GONE: 2, BEN: 1}, {ANN: 1, CY: 2}),
    ("Cy came back and won", [GIVES, BACK], {ANN: 2, CY: 1}, {ANN: 1, CY: 2}),
    ("of three", [GIVES], {ANN: 3, BEN: 1, DEE: 2}, {DEE: 1, ANN: 2, CY: 3}),
    ("two of three gone", [GIVES], {GONE: 3, BEN: 1, DEE: 2}, {DEE: 1, ANN: 2, CY: 2}),
    ("one of three excused", [EXCUSED], {ANN: 2, BEN: 1, DEE: 3}, {ANN: 1, DEE: 2}),
    ("left and excused", [], {replace(GONE, excused=True): 3, CY: 1, DEE: 2}, {CY: 1, DEE: 2}),
]


async def test_whoever_gave_up_a_seat_is_rated_last_and_no_substitute_is_rated(
    store: Store,
) -> None:
    """Ratings 1. The players who stayed are rated by their places, and those who left or gave up
    their seat last; no substitute, no computer, nobody excused."""
    for guild, (key, former, ends, places) in enumerate(RULED):
        moved = await hand_over(store, key, *former, ends=ends, guild=guild)
        after = rate([NEW] * len(places), [*places.values()])
        wanted = {who.user: (NEW, now) for who, now in zip(places, after, strict=True)}
        assert moved == RatingChange("", wanted), key


async def test_substitutes_are_no_way_round_the_limit_of_rematches(store: Store) -> None:
    """The sitters at the start are counted, also if one of them gave up the seat."""
    for n in range(5):
        assert await game(store, f"a{n}", ANN, CY) == ""
    again = await hand_over(store, "b", GIVES, ends={ANN: 1, BIRCH: 2})
    assert again == RatingChange("rematch", {})


async def test_who_is_hidden_is_not_told_to_have_moved(store: Store) -> None:
    """Nor as somebody who gave up a seat."""
    await store.set_personal(CY.user, "hidden", "on")
    moved = await hand_over(store, "a", GIVES, ends={ANN: 1, BEN: 2})
    assert moved is not None
    assert set(moved.changes) == {ANN.user}
    assert len(await store.rating_history(CY.user, GUILD, "logger")) == 1


async def test_a_rebuild_is_server_by_server(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that cannot be rebuilt stays as it was, and those before it are done."""
    ends = [await game(store, f"{n}", ANN, BEN, guild=n) for n in (1, 2)]
    assert ends == ["", ""]
    before = await store.rating_history(BEN.user, 2, "logger")

    def broken(mine: Any, places: Any) -> list[Rating]:
        if next(harm, None):
            raise RuntimeError
        return [Rating(1.0, 1.0, 1)] * 2

    harm = iter([False, True])
    monkeypatch.setattr("storage.ratings.rate", broken)
    with pytest.raises(RuntimeError):
        await store.rebuild_ratings()
    assert [x.rating.mu for x in await store.rating_history(BEN.user, 1, "logger")] == [1.0]
    assert await store.rating_history(BEN.user, 2, "logger") == before
    assert await store.rebuild_ratings() == 2
    assert [x.rating.mu for x in await store.rating_history(BEN.user, 2, "logger")] == [1.0]


async def test_the_same_people_have_five_rated_games_a_week(store: Store, clock: Clock) -> None:
    """The sixth rematch within seven days counts for nothing, on whichever seats they sit; with
    somebody else, in another game or a week later games count again."""
    why = [await game(store, f"a{n}", *((ANN, BEN) if n % 2 else (BEN, ANN))) for n in range(6)]
    assert why == ["", "", "", "", "", "rematch"]
    assert await game(store, "b", ANN, BEN, CY) == ""
    assert await game(store, "c", ANN, BEN, kind="logjam") == ""
    assert await game(store, "d", ANN, BEN, guild=7) == ""
    clock.time += WEEK
    assert await game(store, "e", ANN, BEN) == ""


async def test_a_game_that_goes_on_after_all_has_moved_nothing(store: Store) -> None:
    """Later games count as if it had never ended; when it ends again, it is the last."""
    first = await finished(store, "a", (ANN, BEN), (1, True, 1), (0, False, 2), turns=LONG)
    assert await game(store, "b", BEN, CY) == ""
    await store.commit(first.id, first.n, turn("u", status="playing"))
    assert await store.rating_changes(first.id) is None
    (ben,) = await store.rating_history(BEN.user, GUILD, "logger")
    assert ben.rating == rate([NEW, NEW], [1, 2])[0]
    results = (Result(0, 1, False, 2), Result(1, 2, True, 1))
    again = turn("v", status="over", results=results, turns=LONG)
    await store.commit(first.id, first.n + 1, again)
    assert [x.rating.games for x in await store.rating_history(BEN.user, GUILD, "logger")] == [1, 2]
    assert await table(store) == [(1, "Ben", 2, 2, 2), (2, "Ann", 1, 0, 0), (2, "Cy", 1, 0, 0)]


NOVEMBER, DECEMBER = 1_794_000_000.0, 1_796_200_000.0  # 2026-11-06 and 2026-12-02, UTC


def counted(line: Standing | None) -> tuple[int, str, int, int, int]:
    assert line is not None
    return line.place, line.name, line.games, line.won, line.streak


async def table(store: Store, month: str = "") -> list[tuple[int, str, int, int, int]]:
    return [counted(line) for line in await store.standings(GUILD, "logger", month)]


async def test_the_table_counts_games_wins_and_those_in_a_row(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    await finished(store, "b", (BEN, ANN, CY), (11, True), (3, False), (5, False))
    await finished(store, "c", (ANN, CY), (3, False), (7, True))
    await finished(store, "d", (replace(ANN, name="Al"), CY), (3, False), (7, True))
    assert await table(store) == [(1, "Cy", 3, 2, 2), (2, "Ben", 2, 1, 1), (3, "Al", 4, 1, 0)]


async def test_as_many_wins_in_as_many_games_share_a_place(store: Store) -> None:
    """The place after a tie leaves out as many numbers as there were equals."""
    await finished(store, "a", (ANN, BEN, CY), (5, True), (3, False), (2, False))
    await finished(store, "b", (ANN, BEN), (1, False), (2, True))
    await finished(store, "c", (CY, Sitter(14, "Dee")), (2, False), (2, False))
    places = [line[:2] for line in await table(store)]
    assert places == [(1, "Ann"), (1, "Ben"), (3, "Dee"), (4, "Cy")]
    own = [counted((await store.table_of(user, GUILD, "logger")).own)[0] for user in (12, 13, 14)]
    assert own == [1, 4, 3]


async def test_only_the_first_are_listed_and_anybody_has_a_line(store: Store) -> None:
    for n in range(4):
        await finished(store, f"g{n}", (Sitter(100 + n, f"P{n}"), BEN), (5, True), (0, False))
    lines = await store.standings(GUILD, "logger", most=3)
    assert [line.name for line in lines] == ["P0", "P1", "P2"]
    assert counted((await store.table_of(BEN.user, GUILD, "logger")).own) == (5, "Ben", 4, 0, 0)
    assert (await store.table_of(7, GUILD, "logger")).own is None


async def test_a_table_is_of_a_month_or_for_ever(store: Store, clock: Clock) -> None:
    clock.time = NOVEMBER
    await finished(store, "a", (ANN, BEN), (5, True), (0, False))
    clock.time = DECEMBER
    await finished(store, "b", (ANN, BEN), (5, False), (6, True))
    assert await table(store, month="2026-11") == [(1, "Ann", 1, 1, 1), (2, "Ben", 1, 0, 0)]
    assert await table(store, month="2026-12") == [(1, "Ben", 1, 1, 1), (2, "Ann", 1, 0, 0)]
    assert await table(store) == [(1, "Ann", 2, 1, 0), (1, "Ben", 2, 1, 1)]
    assert await table(store, month="2026-10") == []


async def test_a_table_by_ratings_begins_with_the_sure_ones(store: Store, clock: Clock) -> None:
    """A guess after some games leads no table, however many were won; players without a sure rating
    stand behind, by their wins."""
    ends = ((1, True, 1), (0, False, 2))
    for n, people in enumerate([(ANN, BEN), (BEN, ANN), (ANN, BEN), *[(CY, DEE)] * 3]):
        await finished(store, f"{n}", people, *ends, turns=9)
    surely = 'update ratings set sigma = 4 where "user" in (11, 12)'
    await store._thread.write(lambda db: db.execute(surely))
    for month in ("", time.strftime("%Y-%m", time.gmtime(clock.time))):
        table = await store.standings(GUILD, "logger", month, by=RATING)
        sure = [line.rating is not None and line.rating.sure for line in table]
        assert sure == [True, True, False, False]
        ranks = [(line.place, line.name) for line in table]
        assert ranks == [(1, "Ann"), (2, "Ben"), (3, "Cy"), (4, "Dee")]
        for line in table:
            seen = await store.table_of(line.user, GUILD, "logger", month, by=RATING)
            assert (list(seen.first), seen.own) == (table, line)
    by_wins = await store.standings(GUILD, "logger")
    assert [line.name for line in by_wins] == ["Cy", "Ann", "Ben", "Dee"]
    await finished(store, "c", (CY, DEE), (5, True), (0, False), kind="logjam")
    cy, *_ = await store.standings(GUILD, "", by=RATING)
    assert (cy.name, cy.games, cy.rating) == ("Cy", 4, None), "of all games there is none"


async def test_who_is_hidden_is_in_no_table(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (5, True), (0, False))
    await finished(store, "b", (CY, BEN), (5, True), (0, False))
    await store.set_personal(ANN.user, "hidden", "on")
    assert await table(store) == [(1, "Cy", 1, 1, 1), (2, "Ben", 2, 0, 0)]
    assert counted((await store.table_of(ANN.user, GUILD, "logger")).own) == (1, "Ann", 1, 1, 1)
    assert counted((await store.table_of(BEN.user, GUILD, "logger")).own)[0] == 2
    first, own, hidden, total = await store.table_of(ANN.user, GUILD, "logger")
    assert total == 2, "who is hidden isn't counted"
    assert (counted(own), hidden) == ((1, "Ann", 1, 1, 1), True), "they alone are told so"
    assert list(first) == await store.standings(GUILD, "logger")
    await store.set_personal(ANN.user, "hidden", None)
    assert (await store.table_of(BEN.user, GUILD, "logger")).hidden is False
    assert len(await table(store)) == 3


async def test_only_games_that_are_over_count(store: Store) -> None:
    await finished(store, "x", (ANN, BEN), (10, True), (4, False), guild=7)
    await finished(store, "y", (ANN, BEN), (10, True), (4, False), kind="logjam")
    game = await finished(store, "a", (ANN, BEN), (10, True), (4, False), turns=9)
    last = await finished(store, "z", (BEN, CY), (10, True), (4, False), turns=9)
    await store.commit(game.id, game.n, turn("b", status="playing"))
    await store.commit(last.id, last.n, Change((), "moved", posts=("card",)))
    assert await table(store) == [(1, "Ben", 1, 1, 1), (2, "Cy", 1, 0, 0)]
    other = await store.create(lobby("c"))
    gone = turn("d", status="cancelled", results=(Result(0, 99, True),))
    await store.commit(other.id, 1, gone)
    assert len(await table(store)) == 2


async def test_the_last_games_of_somebody_are_those_of_that_server(store: Store) -> None:
    first = await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    last = await finished(store, "b", (BEN, ANN), (11, True), (3, False))
    await finished(store, "c", (ANN, BEN), (1, True), (0, False), guild=7)
    await store.create(lobby("d"))
    games = await store.finished_games(ANN.user, GUILD, "logger")
    assert [(x.game.id, x.seat, x.won) for x in games] == [(last.id, 1, False), (first.id, 0, True)]
    assert len(await store.finished_games(ANN.user, GUILD, "logger", most=1)) == 1


async def derived(store: SqliteStore) -> dict[str, list[tuple[object, ...]]]:
    """Everything computed from endings and results, row by row, to the last bit."""
    found = {}
    for table in ("ratings", "tallies", "endings"):
        rows = await store._thread.execute_fetchall(f"select * from {table} order by 1, 2, 3, 4")
        found[table] = [tuple(row) for row in rows]
    return found


async def test_a_rebuild_is_what_was_written(store: SqliteStore, clock: Clock) -> None:
    for key, former, ends, _ in RULED:
        await hand_over(store, key, *former, ends=ends)
    await store.set_personal(BEN.user, "hidden", "on")
    clock.time += 5 * WEEK
    for n in range(6):
        await game(store, f"again{n}", ANN, BEN, turns=LONG)
    await store.set_personal(BEN.user, "hidden", None)
    await finished(store, "tied", (BEN, CY, DEE), (5, False, 1), (5, False, 1), (3, False, 3))
    await game(store, "elsewhere", BEN, CY, DEE, guild=7)
    await game(store, "casual", ANN, DEE, options={"rated": "no"})
    await game(store, "early", ANN, DEE, turns=5)
    await hand_over(store, "excused", EXCUSED, ends={ANN: 1, BEN: 2})
    written = await derived(store)
    unrated = await store._thread.execute_fetchall("select unrated from endings")
    assert {row[0] for row in unrated} == {"", "casual", "early", "excused", "rematch"}
    for harm in (
        "update ratings set mu = mu + 1e-9 where ending = 5",
        "delete from ratings where ending = 5",
        "update tallies set won = won + 1 where user in (select min(user) from tallies)",
    ):
        await store._thread.execute(harm)
        assert await derived(store) != written
        assert await store.rebuild_ratings() == len(written["endings"])
        assert await derived(store) == written


async def test_another_rule_is_applied_to_the_past_when_the_file_is_opened(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later rule counts for all games; the same one isn't computed again."""
    store = await opener()
    assert await game(store, "a", ANN, BEN) == ""
    await store.close()
    monkeypatch.setattr("storage.ratings.rate", lambda *_: [Rating(1.0, 1.0, 1)] * 2)
    store = await opener()
    assert (await store.rating_history(ANN.user, GUILD, "logger"))[0].rating.mu > 25
    await store.close()
    monkeypatch.setattr("storage.store.RULE", "another")
    store = await opener()
    assert (await store.rating_history(ANN.user, GUILD, "logger"))[0].rating.mu == 1.0
