"""Contract of every store: who does not play with whom, and whom a server has barred.

Source: issue 29, item 3; docs/privacy.md.
"""

from dataclasses import replace

from storage import Apart, Somebody, Store
from tests.storage.samples import ANN, BEN, CY, GUILD, lobby

NOBODY = Apart(frozenset(), barred=False)


async def test_two_are_apart_whichever_of_them_wants_it(store: Store) -> None:
    """Twice is once; and taking it back is one's own."""
    for _ in range(2):
        assert await store.block(ANN.user, BEN.user, True, most=1)
    assert (await store.apart(ANN.user, GUILD)).people == {BEN.user}
    assert (await store.apart(BEN.user, GUILD)).people == {ANN.user}
    assert (await store.apart(ANN.user, GUILD)).own == {BEN.user}
    assert (await store.apart(BEN.user, GUILD)).own == frozenset()
    assert await store.apart(CY.user, GUILD) == NOBODY
    assert await store.block(BEN.user, ANN.user, False, most=1)
    assert (await store.apart(BEN.user, GUILD)).people == {ANN.user}
    await store.block(ANN.user, BEN.user, False, most=1)
    assert await store.apart(BEN.user, GUILD) == NOBODY


async def test_whom_one_refuses_is_told_by_their_last_name(store: Store) -> None:
    """Nobody else is told; and as many as they may."""
    await store.create(lobby("a", host=BEN))
    later = replace(BEN, name="Benny")
    await store.create(lobby("b", host=later, channel=9))
    await store.block(ANN.user, BEN.user, True, most=2)
    await store.block(ANN.user, 4_711, True, most=2)
    assert await store.blocked_people(ANN.user) == [
        Somebody(BEN.user, "Benny"),
        Somebody(4_711, ""),
    ]
    assert await store.blocked_people(BEN.user) == []
    assert not await store.block(ANN.user, CY.user, True, most=2)
    assert await store.block(ANN.user, BEN.user, True, most=2)
    assert len(await store.blocked_people(ANN.user)) == 2


async def test_a_server_bars_and_lets_play_again_with_a_line_each_time(store: Store) -> None:
    """What was so already is not said again; other servers are others."""
    await store.create(lobby("a", host=BEN))
    assert await store.bar(GUILD, BEN.user, True, ["said"])
    assert await store.bar(GUILD, BEN.user, True, ["said"]) is None
    assert await store.barred_people(GUILD) == [Somebody(BEN.user, BEN.name)]
    assert (await store.apart(BEN.user, GUILD)).barred
    assert await store.apart(BEN.user, GUILD + 1) == NOBODY
    assert await store.bar(GUILD, BEN.user, False) == ()
    assert await store.bar(GUILD, BEN.user, False, ["said"]) is None
    assert await store.barred_people(GUILD) == []
    assert [post.kind for post in await store.under_way([-GUILD])] == ["said"]


async def test_it_goes_with_either_of_two_and_only_one_of_them_is_told(store: Store) -> None:
    """Nobody learns from their data who refuses them; that a server bars them they are told."""
    await store.block(ANN.user, BEN.user, True, most=5)
    await store.block(CY.user, ANN.user, True, most=5)
    await store.bar(GUILD, ANN.user, True)
    assert await store.about(ANN.user) == {
        "refused people": [{"id": BEN.user}],
        "barred on": [{"server": GUILD}],
    }
    assert await store.about(BEN.user) == {}
    await store.forget(ANN.user)
    for who in (ANN, BEN, CY):
        assert await store.apart(who.user, GUILD) == NOBODY
        assert await store.blocked_people(who.user) == []
