"""Contract of every store: a server's table of results, and named values.

Source: issue 14, item 5; docs/decisions.md.
"""

import time

from storage import RATING, Change, Result, Sitter, Standing, Store
from storage.rating import WEEK
from tests.storage.samples import ANN, BEN, CY, GUILD, Clock, finished, lobby, turn

DEE = Sitter(14, "Dee")
NOVEMBER, DECEMBER = 1_794_000_000.0, 1_796_200_000.0  # 2026-11-06 and 2026-12-02, UTC


def counted(line: Standing | None) -> tuple[int, str, int, int, int]:
    assert line is not None
    return line.place, line.name, line.games, line.won, line.streak


async def table(
    store: Store, kind: str = "logger", month: str = ""
) -> list[tuple[int, str, int, int, int]]:
    return [counted(line) for line in await store.standings(GUILD, kind, month)]


async def test_the_table_counts_games_wins_and_those_in_a_row(store: Store) -> None:
    """Place, name, games, won, streak; a game that was not won ends a streak."""
    await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    await finished(store, "b", (BEN, ANN, CY), (11, True), (3, False), (5, False))
    await finished(store, "c", (ANN, CY), (3, False), (7, True))
    await finished(store, "d", (ANN, CY), (3, False), (7, True))
    assert await table(store) == [
        (1, "Cy", 3, 2, 2),
        (2, "Ben", 2, 1, 1),
        (3, "Ann", 4, 1, 0),
    ]


async def test_as_many_wins_in_as_many_games_share_a_place(store: Store) -> None:
    """Issue 14, item 5: ties are ranked as ties, and the next place is as far on as there were."""
    await finished(store, "a", (ANN, BEN, CY), (5, True), (3, False), (2, False))
    await finished(store, "b", (ANN, BEN), (1, False), (2, True))
    await finished(store, "c", (CY, Sitter(14, "Dee")), (2, False), (2, False))
    places = [line[:2] for line in await table(store)]
    assert places == [(1, "Ann"), (1, "Ben"), (3, "Dee"), (4, "Cy")]
    own = [counted(await store.standing(user, GUILD, "logger"))[0] for user in (12, 13, 14)]
    assert own == [1, 4, 3]


async def test_only_the_first_are_listed_and_anybody_has_a_line(store: Store) -> None:
    """However long the table, the own line is there."""
    for n in range(12):
        won = Sitter(100 + n, f"P{n:02}"), BEN
        await finished(store, f"g{n}", won, (5, True), (0, False))
    lines = await store.standings(GUILD, "logger")
    assert (len(lines), [line.name for line in lines][:2]) == (10, ["P00", "P01"])
    assert len(await store.standings(GUILD, "logger", most=3)) == 3
    assert counted(await store.standing(BEN.user, GUILD, "logger")) == (13, "Ben", 12, 0, 0)
    assert await store.standing(7, GUILD, "logger") is None


async def test_a_table_is_of_a_month_or_for_ever(store: Store, clock: Clock) -> None:
    """By the month in which a game ended, in UTC."""
    clock.time = NOVEMBER
    await finished(store, "a", (ANN, BEN), (5, True), (0, False))
    clock.time = DECEMBER
    await finished(store, "b", (ANN, BEN), (5, False), (6, True))
    assert await table(store, month="2026-11") == [(1, "Ann", 1, 1, 1), (2, "Ben", 1, 0, 0)]
    assert await table(store, month="2026-12") == [(1, "Ben", 1, 1, 1), (2, "Ann", 1, 0, 0)]
    assert await table(store) == [(1, "Ann", 2, 1, 0), (1, "Ben", 2, 1, 1)]
    assert await table(store, month="2026-10") == []


async def test_a_table_of_all_games_has_no_rating(store: Store) -> None:
    """Ratings are of one game each."""
    await finished(store, "a", (ANN, BEN), (5, True), (0, False), turns=6)
    await finished(store, "b", (ANN, BEN), (5, True), (0, False), kind="logjam")
    assert await table(store, "") == [(1, "Ann", 2, 2, 2), (2, "Ben", 2, 0, 0)]
    assert [line.rating for line in await store.standings(GUILD, "")] == [None, None]
    (ann, _) = await store.standings(GUILD, "logger")
    assert ann.rating is not None
    assert ann.rating.games == 1


async def test_a_table_by_ratings_begins_with_those_that_are_sure(
    store: Store, clock: Clock
) -> None:
    """Issue 31, item 6: a guess after some games leads no table, however many were won; who has no
    sure rating stands behind, by what they have won."""
    for n in range(26):
        clock.time += WEEK / 4
        first, second = (BEN, ANN) if n % 3 == 0 else (ANN, BEN)
        await finished(store, f"a{n}", (first, second), (1, True, 1), (0, False, 2), turns=9)
    for n in range(10):
        await finished(store, f"b{n}", (CY, DEE), (1, True, 1), (0, False, 2), turns=9)
    for month in ("", time.strftime("%Y-%m", time.gmtime(clock.time))):
        table = await store.standings(GUILD, "logger", month, by=RATING)
        sure = [line.rating is not None and line.rating.sure for line in table]
        assert [(line.place, line.name) for line in table] == [
            *((1, "Ann"), (2, "Ben"), (3, "Cy"), (4, "Dee"))
        ]
        assert sure == [True, True, False, False]
        for line in table:
            assert await store.standing(line.user, GUILD, "logger", month, by=RATING) == line
            seen = await store.table_of(line.user, GUILD, "logger", month, by=RATING)
            assert (list(seen.first), seen.own) == (table, line)
    assert [line.name for line in await store.standings(GUILD, "logger")] == [
        *("Ann", "Cy", "Ben", "Dee")
    ]
    ann, *_ = await store.standings(GUILD, by=RATING)
    assert (ann.name, ann.rating) == ("Ann", None), "of all games there is none"


async def test_who_is_hidden_is_in_no_table(store: Store) -> None:
    """Issue 14, item 5: the others are ranked as if they were not there; their own line stays."""
    await finished(store, "a", (ANN, BEN), (5, True), (0, False))
    await finished(store, "b", (CY, BEN), (5, True), (0, False))
    await store.set_personal(ANN.user, "hidden", "on")
    assert await table(store) == [(1, "Cy", 1, 1, 1), (2, "Ben", 2, 0, 0)]
    assert counted(await store.standing(ANN.user, GUILD, "logger")) == (1, "Ann", 1, 1, 1)
    assert counted(await store.standing(BEN.user, GUILD, "logger"))[0] == 2
    first, own, hidden, total = await store.table_of(ANN.user, GUILD, "logger")
    assert total == 2, "who is hidden isn't counted"
    assert (counted(own), hidden) == ((1, "Ann", 1, 1, 1), True), "they alone are told so"
    assert list(first) == await store.standings(GUILD, "logger")
    await store.set_personal(ANN.user, "hidden", None)
    assert (await store.table_of(BEN.user, GUILD, "logger")).hidden is False
    assert len(await table(store)) == 3


async def test_a_shared_win_is_nobodys(store: Store) -> None:
    """Who shares the first place has won by no more than the others did."""
    await finished(store, "a", (ANN, BEN), (10, False), (10, False))
    assert [line[3] for line in await table(store)] == [0, 0]


async def test_another_server_or_kind_does_not_count(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (10, True), (4, False), guild=7)
    await finished(store, "b", (ANN, BEN), (10, True), (4, False), kind="logjam")
    assert await table(store) == []


async def test_only_games_that_are_over_count(store: Store) -> None:
    """A result that was taken back is no result; the others of that server stay."""
    game = await finished(store, "a", (ANN, BEN), (10, True), (4, False), turns=9)
    await finished(store, "z", (BEN, CY), (10, True), (4, False), turns=9)
    await store.commit(game.id, game.n, turn("b", status="playing"))
    assert await table(store) == [(1, "Ben", 1, 1, 1), (2, "Cy", 1, 0, 0)]
    assert await store.rating_changes(game.id) is None
    other = await store.create(lobby("c"))
    gone = turn("d", status="cancelled", results=(Result(0, 99, True),))
    await store.commit(other.id, 1, gone)
    assert len(await table(store)) == 2


async def test_a_person_is_shown_by_the_newest_name(store: Store) -> None:
    await finished(store, "a", (Sitter(1, "Zoe"),), (1, False))
    await finished(store, "b", (Sitter(1, "Amy"),), (2, False))
    await finished(store, "c", (Sitter(1, "Zoe B."),), (3, False))
    assert await table(store) == [(1, "Zoe B.", 3, 0, 0)]


async def test_the_last_games_of_somebody_are_those_of_that_server(store: Store) -> None:
    """What profiles are made from: the game, whose seat, and whether it was won."""
    first = await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    last = await finished(store, "b", (BEN, ANN), (11, True), (3, False))
    await finished(store, "c", (ANN, BEN), (1, True), (0, False), guild=7)
    await store.create(lobby("d"))
    games = await store.finished_games(ANN.user, GUILD, "logger")
    assert [(x.game.id, x.seat, x.won) for x in games] == [
        (last.id, 1, False),
        (first.id, 0, True),
    ]
    assert len(await store.finished_games(ANN.user, GUILD, "logger", most=1)) == 1


async def test_a_setting_is_what_was_set_last(store: Store) -> None:
    assert await store.setting("guild commands") is None
    await store.set("guild commands", "abc")
    await store.set("guild commands", "")
    await store.set("other", "x")
    assert await store.setting("guild commands") == ""


async def test_nothing_comes_of_a_change_to_a_game_that_is_over(store: Store) -> None:
    """A post that is moved after the end counts no game a second time."""
    game = await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    await store.commit(game.id, game.n, Change((), "x", posts=("card",)))
    assert [line[2] for line in await table(store)] == [1, 1]
