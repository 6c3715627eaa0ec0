"""No button's id does anything for those whom it wasn't shown to (decisions 8 and 64)."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.features.feature import GAME, ROW, Field, Verb
from bot.features.verbs import NO_RIGHT
from rules.errors import Refused
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import GUILD, OTHER_CHANNEL, Core
from tests.bot.words import words
from tests.stores import STORES

SAMPLES = ("1", "on", "logger", "log", "x", "1:1", "end")  # the first fitting one is sent
CHANNEL_RIGHTS = {"moderator": True, "steward": True}
OTHER_SERVER = {"guild": GUILD + 1, "manages": True, **CHANNEL_RIGHTS}
OPEN = {"share", "report"}  # a public board is anybody's to show, and a problem to report
OWN = {"report", "drop", "askend"}  # that an older board was the newest one doesn't matter
# The senders of every id about Ann's and Ben's game or a server, and the verbs that work for them.
FORGERS: tuple[tuple[str, Person, dict[str, Any], set[str]], ...] = (
    ("a stranger", EVE, {}, OPEN),
    ("a player of another game", DEE, {"channel": OTHER_CHANNEL}, OPEN),
    ("a manager of another server", EVE, OTHER_SERVER, set()),
    ("a player with an old button", ANN, {"n": 1}, OWN),
    ("the other one with an old button", BEN, {"n": 1}, OWN - {"askend"}),
    ("a former manager", EVE, CHANNEL_RIGHTS, {"cancel", "report"}),
)


def fill(field: Field, n: int) -> str:
    if field.name == ROW:
        return str(n)
    return next(each for each in SAMPLES if re.fullmatch(field.pattern, each))


def forge(verb: Verb, n: int) -> str:
    fields = (fill(field, n) for field in verb.id or ())
    return ":".join([f"lc:{verb.name}{0 if verb.numbered else ''}", *fields])


@pytest.mark.slow
async def test_a_forged_id_changes_nothing(tmp_path: Path) -> None:
    core = await Core.build(tmp_path / "games.db")
    await core.begin(ANN, BEN, lines=4)
    await core.open(CY, channel=OTHER_CHANNEL)
    await core.join(DEE, channel=OTHER_CHANNEL)
    n = (await core.game()).n
    buttons = [(verb, {field.name for field in verb.id or ()}) for verb in core.verbs]
    ids = {v: forge(v, n) for v, names in buttons if GAME in names or (v.manages and v.id)}
    assert len(ids) > 60
    before = STORES.rows(core.path)
    for forger, who, more, may in FORGERS:
        changed = set[str]()
        for verb, id_ in ids.items():
            _, target, values = core.verbs.read(id_)
            told = ""
            try:
                wish = core.wish(who, "1", **{**target, **more})
                await core.verbs.do(verb.name, wish, values)
            except Refused as refused:
                told = words(refused.text)
            if verb.manages and "manages" not in more:
                assert told == words(NO_RIGHT), (forger, verb.name)
            elif "guild" in more and target:
                assert "no such game on this server" in told, (forger, verb.name)
            if (after := STORES.rows(core.path)) != before:
                changed.add(verb.name)
                before = after
        assert changed == may, forger
    await core.store.close()
