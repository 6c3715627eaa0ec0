"""A record is the same whatever language its table speaks and its people type, and so is the log.

Source: issue 30, Must hold.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages.languages import languages
from bot.table import records
from rules import GAMES
from rules.drafting import Kind, draft
from rules.play import ordinary, spelled
from tests.bot.conftest import Seeds
from tests.bot.core import ANN, SIX, UNHURRIED, Core, Patch
from tests.foreign import WHOLE

TURNS, MINUTE = 12, 60


def in_words(kind: Kind[Any], s: Any, line: str) -> str:
    """A line of the log as somebody types it in the first language of a kind."""
    words, at = [], s
    for word in line.split():
        step = spelled(kind.game, at)[word]
        words.append((*kind.texts.phrased(at, step), word)[0])
        at, _ = kind.game.apply(at, step)
    return ", ".join(words)


async def recorded(game: str, language: str) -> tuple[list[str], str]:
    """The log and the record of a table at which that language is spoken and typed."""
    core = await Core.build(languages=languages())
    core.kind = game
    wish = core.wish(ANN, kind=game)
    seats = GAMES[game].game.fewest
    await core.cases.lobby.open(wish, seats, thread=False, options=UNHURRIED, language=language)
    for other in SIX[1:seats]:
        await core.join(other)
    for n in range(TURNS):
        if (await core.game()).status == "over":
            break
        table = await core.table()
        way = ordinary(table.kind.game, table.mine)
        assert way is not None
        line = draft(table.kind, table.mine, " ".join(map(str, way[0]))).line
        spoken = table.heard_by(language or "en", alone=True)
        typed = in_words(spoken.kind, table.mine, line) if n % 3 else line
        answer = await core.say(await core.mover(), typed)
        assert (await core.game()).n > table.game.n, (typed, answer.text)
        await core.later(MINUTE)  # a die is rolled when the turn can be taken back no longer
        await core.deliver()
    kept = await core.game()
    rows = await core.store.log(kept.id)
    assert len(rows) > TURNS or kept.status == "over"
    await core.store.close()
    return [row.text for row in rows], records.text(kept, rows)


@pytest.mark.parametrize("game", GAMES)
async def test_a_record_is_the_same_in_every_language(game: str, monkeypatch: Patch) -> None:
    found = list[tuple[list[str], str]]()
    for language in ("", *WHOLE):
        monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())
        found.append(await recorded(game, language))
    assert found[0][0]
    assert [*map(found[0].__eq__, found)] == [True] * len(found)
