"""A game of which one player is on the page and the others are in the channel."""

from rules.play import look
from tests.acting import SIX
from tests.bot.core import Core
from tests.bot.web.fingers import Fingers
from tests.sensible import sensible


async def goes_on(core: Core) -> bool:
    """Somebody is to move; chance answers some minutes after a turn."""
    if (await core.game()).on_turn is None:
        await core.pass_time(3600)
    return (await core.game()).on_turn is not None


async def one_turn(core: Core, player: Fingers) -> bool:
    """A sensible turn of the player to move: it is in the log once, and nothing else has changed
    there. Whether it was made on the page."""
    table, mover, before = await core.table(), await core.mover(), await core.log()
    game, seat = table.kind.game, table.actor
    seen = look(game, table.at.state, (), seat).state
    way = sensible(game, seen)
    assert way is not None
    words, here = [str(step) for step in way[0]], mover.id == SIX[0].id
    if here:
        await player.due()
        await player.says(words)
    else:
        said = await core.say(mover, " ".join(words), game=table.game.id)
        assert "Turn played" in said.text, said.text
    log = await core.log()
    assert log[: len(before)] == before
    assert sum(is_turn(words, row) for row in log[len(before) :]) == 1, (words, log[-3:])
    return here


def is_turn(words: list[str], row: str) -> bool:
    """Whether a row has these words, and the automatic ones."""
    said = row.split()
    return all(word in said for word in words if word != ".")
