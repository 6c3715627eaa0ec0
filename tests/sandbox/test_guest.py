"""The people of the tests leave nothing behind."""

import aiohttp

from sandbox import World
from tests.guest import guests


async def test_whoever_leaves_lets_go_of_their_stream(world: World) -> None:
    """A connection that nobody has ended is found by a search for garbage in a later test, which
    fails for it."""
    async with guests(world.address) as people:
        await people["Ann"].listen()
        connector = people["Ann"]._session.connector
        assert isinstance(connector, aiohttp.TCPConnector)
        assert len(connector._acquired) == 1
        await people["Ann"].leave()
        assert not connector._acquired
