"""A server's settings for its tables, and its log: a line for each deed of its managers."""

from __future__ import annotations

from bot.messages.courier import Logged, PermanentError, doer
from bot.table.game import Game
from bot.table.names import game_name
from bot.table.rows import code
from bot.table.servers import LOG
from rules.text import Text
from storage import Change
from tests.bot.core import ANN, BEN, CHANNEL, GUILD, OTHER_CHANNEL, Core


@code("tested_deed")
class Deed(Logged):
    """A planted deed of a manager."""

    by: int

    def line(self, game: Game | None) -> Text:
        where = Text("the server") if game is None else game_name(game)
        return Text("{who} tested {where}.", who=doer(self.by), where=where)


SAID = f"<@{ANN.id}> tested the server."


def logged(core: Core) -> list[str]:
    """The lines of the log; none has a ping."""
    lines = [post for post in core.transport.messages if post.channel == OTHER_CHANNEL]
    assert all(post.pings == () for post in lines)
    return [post.text for post in lines]


async def test_what_is_set_is_said_in_the_log_once(core: Core) -> None:
    """In the channel that this very setting has chosen; a second press says nothing."""
    for changed in (True, False):
        set_now = core.cases.servers.set(GUILD, {LOG: str(OTHER_CHANNEL)}, Deed(ANN.id))
        assert await set_now is changed
        await core.deliver()
    assert logged(core) == [SAID]
    assert await core.cases.store.server(GUILD) == {LOG: str(OTHER_CHANNEL)}


async def test_a_deed_at_a_table_is_said_with_its_change(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.cases.servers.set(GUILD, {LOG: str(OTHER_CHANNEL)})
    game = await core.game()
    await core.cases.commits.commit(game, Change((), "deed", posts=(Deed(ANN.id).encode(),)))
    await core.deliver()
    assert logged(core) == [f"<@{ANN.id}> tested L1."]


async def test_without_a_log_nothing_is_said(core: Core) -> None:
    """Nor later, once there is a log: it has only deeds after that."""
    await core.cases.servers.set(GUILD, {}, Deed(ANN.id))
    await core.deliver()
    await core.cases.servers.set(GUILD, {LOG: str(OTHER_CHANNEL)})
    await core.deliver()
    assert (logged(core), await core.store.waiting()) == ([], [])


async def test_a_log_that_takes_no_posts_is_tried_again_and_stops_no_table(core: Core) -> None:
    """Until the right is back, or another channel is chosen; no host is written to about it."""
    await core.cases.servers.set(GUILD, {LOG: str(OTHER_CHANNEL)})
    core.transport.fail_in(OTHER_CHANNEL, PermanentError(Text("something went wrong")))
    await core.cases.servers.set(GUILD, {}, Deed(ANN.id))
    await core.deliver()
    await core.seated(ANN, BEN)
    await core.deliver()
    assert (core.transport.told, logged(core)) == ([], [])
    assert core.posts(CHANNEL)
    await core.outbox.retry(guild=GUILD)
    await core.drained()
    assert logged(core) == [SAID]
