"""Contract of every store: what people have reported as a problem.

Source: docs/hosting.md, Problem reports; docs/privacy.md, For how long.
"""

from storage import NewReport, Report, Store
from storage.reports import A_DAY, REPORTS_LAST
from tests.storage.samples import ANN, BEN, CY, GUILD, Clock, finished, lobby


def reported(reference: str, user: int = ANN.user, said: str = "it hangs") -> NewReport:
    return NewReport(reference, user, 1, 1, said, "Lumbercamp 1", "a record")


async def test_a_report_is_kept_with_what_it_is_about(store: Store, clock: Clock) -> None:
    await store.create(lobby("a"))
    assert await store.report("k", reported("7K2QXA"), most=5) == "7K2QXA"
    assert await store.reports() == [
        Report(
            *("7K2QXA", ANN.user, clock(), "logger", 1, GUILD, 1),
            *("it hangs", "Lumbercamp 1", "a record"),
        )
    ]


async def test_a_second_delivery_has_the_first_reference(store: Store) -> None:
    await store.create(lobby("a"))
    assert await store.report("k", reported("AAAAAA"), most=1) == "AAAAAA"
    assert await store.report("k", reported("BBBBBB"), most=1) == "AAAAAA"
    assert len(await store.reports()) == 1


async def test_nobody_fills_the_disk(store: Store, clock: Clock) -> None:
    """So many a day and person, and each for ninety days."""
    await store.create(lobby("a"))
    for n in range(2):
        assert await store.report(f"k{n}", reported(f"A{n}"), most=2)
    assert await store.report("k3", reported("A3"), most=2) is None
    assert await store.report("k4", reported("B", user=BEN.user), most=2) == "B"
    clock.time += A_DAY
    assert await store.report("k5", reported("A5"), most=2) == "A5"
    assert [each.reference for each in await store.reports()] == ["A5", "B", "A1", "A0"]
    clock.time += REPORTS_LAST
    await store.report("k6", reported("A6"), most=2)
    assert [each.reference for each in await store.reports()] == ["A6", "A5"]


async def test_a_report_goes_with_its_person(store: Store) -> None:
    """What others typed about their games may name them, and goes as well; what was typed about
    other games stays, without their id."""
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    await finished(store, "b", (BEN, CY), (3, True), (1, False))
    await store.report("a", reported("A"), most=5)
    await store.report("b", reported("B", user=BEN.user, said="Ann hangs"), most=5)
    other = reported("C", user=BEN.user, said=f"see <@{ANN.user}>")
    await store.report("c", other._replace(game=2), most=5)
    assert [row["typed"] for row in (await store.about(ANN.user))["reports"]] == ["it hangs"]
    assert len((await store.about(BEN.user))["reports"]) == 2
    await store.forget(ANN.user)
    assert {r.reference: r.said for r in await store.reports()} == {"B": "", "C": "see <@-1001>"}
    assert "reports" not in await store.about(ANN.user)
