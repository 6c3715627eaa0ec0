"""Contract of every store: ratings come of results alone, once, and are the same worked out anew.

Source: issue 14, item 4 and "Must hold"; docs/decisions.md. The numbers of openskill are those of
its README and manual (version 6).
"""

from dataclasses import replace
from typing import Any

import pytest

from storage import NEW, Change, Former, Handover, Moved, Result, Sitter, Store
from storage.rating import MODEL, WEEK, Rating, rated
from tests.storage.plackett_luce import updated
from tests.storage.samples import ANN, BEN, CY, GUILD, Clock, finished, lobby, turn

LONG = 30  # turns


async def game(store: Store, key: str, *people: Sitter, **columns: Any) -> str:
    """A game that the first of them has won, the second is second and so on; why it is not
    rated."""
    results = [(9 - n, n == 0, n + 1) for n in range(len(people))]
    over = await finished(store, key, people, *results, **{"turns": LONG, **columns})
    moved = await store.rating_changes(over.id)
    assert moved is not None
    assert bool(moved.changes) == (not moved.unrated)
    return moved.unrated


def test_the_model_says_what_openskill_publishes() -> None:
    """README: two teams of two; manual: the same numbers, and the ordinals of two players."""
    new = MODEL.rating
    [[a, b], [x, y]] = MODEL.rate([[new(), new()], [new(), new()]])
    assert (NEW.mu, NEW.sigma) == (25.0, 8.333333333333334)
    assert (a.mu, a.sigma) == (b.mu, b.sigma) == (26.964294621803063, 8.177962604389991)
    assert (x.mu, x.sigma) == (y.mu, y.sigma) == (23.035705378196937, 8.177962604389991)
    assert (a.ordinal(), x.ordinal()) == (2.4304068086330872, -1.4981824349730388)


@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1), (1, 2, 3), (2, 1, 2), (3, 1, 1, 4)])
def test_ratings_are_those_of_the_paper(places: tuple[int, ...]) -> None:
    """Weng and Lin, Algorithm 4, written down a second time; with ties, from unlike strengths."""
    before = [Rating(25 + 3 * n, 8.0 - 1.5 * n, n) for n in range(len(places))]
    wanted = updated([(each.mu, each.sigma) for each in before], places)
    for now, (mu, sigma), then in zip(rated(before, places), wanted, before, strict=True):
        assert now.mu == pytest.approx(mu, rel=1e-12)
        assert now.sigma == pytest.approx(sigma, rel=1e-12)
        assert now.games == then.games + 1


def test_a_rule_that_says_something_else_has_another_number() -> None:
    """Whoever brings a new openskill or another rule sees here that RULE has to grow."""
    assert rated([NEW, NEW], [1, 2]) == [
        Rating(27.635389493140497, 8.06590141354368, 1),
        Rating(22.364610506859503, 8.06590141354368, 1),
    ]


async def test_the_transaction_that_ends_a_game_moves_its_ratings(store: Store) -> None:
    """By place, not by who has won; each person once; what was before is told with it."""
    over = await finished(
        store, "a", (ANN, BEN, CY), (5, False, 2), (9, True, 1), (0, False, 3), turns=9
    )
    moved = await store.rating_changes(over.id)
    assert moved is not None
    ann, ben, cy = rated([NEW] * 3, [2, 1, 3])
    assert moved.changes == {11: (NEW, ann), 12: (NEW, ben), 13: (NEW, cy)}
    assert await game(store, "b", ANN, BEN) == ""
    first, second = await store.rating_history(ANN.user, GUILD, "logger")
    assert (first.game, first.rating, second.rating.games) == (over.id, ann, 2)
    (last,) = await store.rating_history(ANN.user, GUILD, "logger", most=1)
    assert last == second
    assert await store.rating_history(ANN.user, 7, "logger") == []


async def test_what_is_not_rated_says_why(store: Store) -> None:
    """Issue 14, item 4: computers, what the table has agreed on, games that were over before three
    turns each, somebody alone."""
    birch = Sitter(-2, "Birch", computer="easy")
    assert await game(store, "a", ANN, birch) == "computers"
    assert await game(store, "b", ANN, BEN, options={"rated": "no"}) == "casual"
    assert await game(store, "c", ANN, BEN, turns=5) == "early"
    assert await game(store, "d", ANN, BEN, turns=6) == ""
    assert await game(store, "e", ANN) == "alone"
    assert len(await store.rating_history(ANN.user, GUILD, "logger")) == 1
    assert await store.rating_changes(999) is None


async def given_up(
    store: Store,
    key: str,
    *former: Former,
    now: tuple[Sitter, ...],
    places: tuple[int, ...],
    turns: int = LONG,
) -> Moved | None:
    """What a game has done to the ratings whose seats have changed hands like that."""
    opened = await store.create(lobby(key))
    handed = Change((), "", sitters=now, added=(Handover(former),))
    await store.commit(opened.id, 1, handed)
    results = tuple(Result(n, 0, place == 1, place) for n, place in enumerate(places))
    await store.commit(opened.id, 1, turn(key + "!", status="over", results=results, turns=turns))
    return await store.rating_changes(opened.id)


GIVES = Former(1, 1, CY.user, "Cy")  # Cy's seat is somebody else's from then on
BIRCH = Sitter(-2, "Birch", computer="easy")
DEE = Sitter(14, "Dee")
# Key, former sitters, who sits there at the end, their places; and the places of the rated ones.
RULED = [
    ("friend", [GIVES], (ANN, BEN), (1, 2), {ANN: 1, CY: 2}),
    ("the friend won", [GIVES], (ANN, BEN), (2, 1), {ANN: 1, CY: 2}),
    ("computer", [GIVES], (ANN, BIRCH), (2, 1), {ANN: 1, CY: 2}),
    ("Ann left", [], (replace(ANN, left=True), CY), (2, 1), {CY: 1, ANN: 2}),
    ("Ann resigned later", [GIVES], (replace(ANN, left=True), BEN), (2, 1), {ANN: 1, CY: 2}),
    (
        "Cy came back and won",
        [GIVES, Former(1, 5, -2, "Birch", "easy")],
        (ANN, CY),
        (2, 1),
        {ANN: 1, CY: 2},
    ),
    ("of three", [GIVES], (ANN, BEN, DEE), (3, 1, 2), {DEE: 1, ANN: 2, CY: 3}),
    (
        "two of three gone",
        [GIVES],
        (replace(ANN, left=True), BEN, DEE),
        (3, 1, 2),
        {DEE: 1, ANN: 2, CY: 2},
    ),
    (
        "one of three excused",
        [replace(GIVES, excused=True)],
        (ANN, BEN, DEE),
        (2, 1, 3),
        {ANN: 1, DEE: 2},
    ),
    (
        "left and excused",
        [],
        (replace(ANN, left=True, excused=True), CY, DEE),
        (3, 1, 2),
        {CY: 1, DEE: 2},
    ),
]


@pytest.mark.parametrize(("key", "former", "now", "there", "places"), RULED)
async def test_whoever_gave_up_a_seat_is_rated_last_and_no_substitute_is_rated(
    store: Store,
    key: str,
    former: list[Former],
    now: tuple[Sitter, ...],
    there: tuple[int, ...],
    places: dict[Sitter, int],
) -> None:
    """Ratings 1. Those who stayed are rated by their places, and whoever left or gave up their
    seat last; no substitute, no computer, nobody excused."""
    moved = await given_up(store, key, *former, now=now, places=there)
    after = rated([NEW] * len(places), [*places.values()])
    wanted = {who.user: (NEW, now) for who, now in zip(places, after, strict=True)}
    assert moved is not None
    assert moved.unrated == ""
    assert moved.changes == wanted
    before = await store.rating_history(CY.user, GUILD, "logger")
    await store.rebuild_ratings()
    assert await store.rating_history(CY.user, GUILD, "logger") == before


async def test_who_is_excused_leaves_one_who_cannot_be_rated(store: Store) -> None:
    """Ratings 1. Of two players there is nobody left to compare the other one with."""
    gives = replace(GIVES, excused=True)
    assert await given_up(store, "a", gives, now=(ANN, BEN), places=(1, 2)) == Moved("excused", {})


async def test_substitutes_are_no_way_round_the_limit_of_rematches(store: Store) -> None:
    """Those who sat there at the start are counted, also where one of them gave up the seat."""
    for n in range(5):
        assert await game(store, f"a{n}", ANN, CY) == ""
    again = await given_up(store, "b", GIVES, now=(ANN, BIRCH), places=(1, 2))
    assert again == Moved("rematch", {})


async def test_who_is_hidden_is_not_told_to_have_moved(store: Store) -> None:
    """Issue 14, item 5: also not as who has given up a seat."""
    await store.set_personal(CY.user, "hidden", "on")
    moved = await given_up(store, "a", GIVES, now=(ANN, BEN), places=(1, 2))
    assert moved is not None
    assert set(moved.changes) == {ANN.user}
    assert len(await store.rating_history(CY.user, GUILD, "logger")) == 1


async def test_a_rebuild_goes_server_by_server(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 28, B 9: what one of them makes impossible leaves that one as it was, and those before
    it are done."""
    ends = [await game(store, f"{n}", ANN, BEN, guild=n) for n in (1, 2)]
    assert ends == ["", ""]
    before = await store.rating_history(BEN.user, 2, "logger")

    def broken(mine: Any, places: Any) -> list[Rating]:
        if next(harm, None):
            raise RuntimeError
        return [Rating(1.0, 1.0, 1)] * 2

    harm = iter([False, True])
    monkeypatch.setattr("storage.ratings.rated", broken)
    with pytest.raises(RuntimeError):
        await store.rebuild_ratings()
    assert [x.rating.mu for x in await store.rating_history(BEN.user, 1, "logger")] == [1.0]
    assert await store.rating_history(BEN.user, 2, "logger") == before
    assert await store.rebuild_ratings() == 2
    assert [x.rating.mu for x in await store.rating_history(BEN.user, 2, "logger")] == [1.0]


async def test_the_same_people_have_five_rated_games_a_week(store: Store, clock: Clock) -> None:
    """Issue 14, item 4: the sixth rematch within seven days counts for nothing, on whichever seats
    they sit; with somebody else, in another game or a week later they go on."""
    why = [await game(store, f"a{n}", *((ANN, BEN) if n % 2 else (BEN, ANN))) for n in range(7)]
    assert why == ["", "", "", "", "", "rematch", "rematch"]
    assert await game(store, "b", ANN, BEN, CY) == ""
    assert await game(store, "c", ANN, BEN, kind="logjam") == ""
    assert await game(store, "d", ANN, BEN, guild=7) == ""
    clock.time += WEEK
    assert await game(store, "e", ANN, BEN) == ""


async def test_a_game_that_goes_on_after_all_has_moved_nothing(store: Store) -> None:
    """What came after it counts as if it had never ended; when it ends again, it is the last."""
    first = await finished(store, "a", (ANN, BEN), (1, True, 1), (0, False, 2), turns=LONG)
    assert await game(store, "b", BEN, CY) == ""
    await store.commit(first.id, first.n, turn("u", status="playing"))
    assert await store.rating_changes(first.id) is None
    (ben,) = await store.rating_history(BEN.user, GUILD, "logger")
    assert ben.rating == rated([NEW, NEW], [1, 2])[0]
    again = turn(
        "v", status="over", results=(Result(0, 1, False, 2), Result(1, 2, True, 1)), turns=LONG
    )
    await store.commit(first.id, first.n + 1, again)
    assert [x.rating.games for x in await store.rating_history(BEN.user, GUILD, "logger")] == [1, 2]
