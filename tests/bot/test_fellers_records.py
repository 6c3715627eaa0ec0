"""The record of a race: while it runs, the same whatever is drawn; afterwards, all of it.

Source: issue 5, items 3 and 6 ("hidden draws left out until the end", "checksums included");
design, "Chance and secrets".
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.domain import records
from bot.messages.message import Message
from rules.game import NATURE, Setup
from rules.play import answers, checksum
from rules.record import UNSEEN, parse
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, EVE, Core
from tests.bot.discord.searching import line
from tests.bot.fellers_records import Twins, draws
from tests.bot.fellers_tables import stored
from tests.bot.leaks import RULES, secrets_of
from tests.bot.words import in_words


@pytest.mark.parametrize("seed", range(4))
def test_records_of_races_that_differ_in_hidden_draws_are_equal(seed: int) -> None:
    """Byte for byte, checksums included; the rows in the store are other ones."""
    twins = Twins(seed, 30)
    ones, others = twins.rows
    assert draws(ones) != draws(others)
    assert checksum(twins.now[0]) != checksum(twins.now[1])
    assert records.text(stored(2), ones) == records.text(stored(2), others)


def test_what_is_left_out_is_what_was_hidden() -> None:
    """Each draw is a `?`, and each checksum vouches for what anybody may see."""
    twins = Twins(5, 30)
    text = records.text(stored(2), twins.rows[0])
    hidden = secrets_of(stored(2), twins.rows[0], twins.now)
    assert not [digits for digits in hidden.digits if digits in text]
    entries = parse(text).entries
    for entry, row in zip(entries, twins.rows[0], strict=True):
        unseen = " ".join(UNSEEN for _ in row.text.split())
        assert entry.line == (unseen if row.seat == NATURE else row.text)
    assert entries[-1].checksum == checksum(RULES.view(twins.now[0], None))


def test_a_course_that_was_drawn_is_in_the_record() -> None:
    """Everybody may know it, so it is not left out with the cards."""
    opening = RULES.new(Setup(2, {"course": "random"}))
    (course, dealt) = (line for line, _, _ in answers(RULES, opening, b"seed", 4))
    rows = Twins(1, 0).rows[0]
    said = [rows[0]._replace(n=n, seat=NATURE, text=line) for n, line in ((4, course), (5, dealt))]
    shown = records.recorded(stored(2, "random"), [*rows, *said]).entries[-2:]
    assert [entry.line for entry in shown] == [course, "? ? ? ? ? ?"]


async def raced(core: Core) -> Controls:
    """Ann and Ben at a whole race."""
    await core.seated(ANN, BEN, options={"course": "A"})
    chance = Random(2)
    while (await core.game()).status == "playing":
        said = " ".join(line((await core.table()).at.state, chance))
        assert "counts" in (await core.say(await core.mover(), said)).text
    await core.deliver()
    return Controls(core)


@pytest.fixture
async def controls(core: Core) -> Controls:
    core.kind = "fellers"
    return await raced(core)


async def record(controls: Controls) -> Message:
    return await controls.record(EVE, kind="fellers")


async def test_the_record_of_a_finished_race_is_whole(controls: Controls) -> None:
    """The rows as they stand in the store, with the seed, for anybody."""
    core = controls.core
    game, told = await core.game(), parse((await record(controls)).document)
    rows = await core.store.log(game.id)
    assert [(e.n, e.seat, e.line, e.checksum) for e in told.entries] == [
        (row.n, row.seat, row.text, row.mark) for row in rows
    ]
    assert told.seed == game.seed.hex()


async def test_a_finished_race_is_verified(
    controls: Controls, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `lumbercamp verify` and `lumbercamp replay` on the file, and by /games verify."""
    panel = await record(controls)
    file = tmp_path / panel.file
    file.write_text(panel.document)
    assert main(["verify", str(file)]) == 0
    assert "The seed is the one that was committed to" in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert "all of them right" in capsys.readouterr().out
    verdict = await in_words(controls.queries.verify(controls.core.wish(EVE)))
    assert "The seed is the one that was committed to" in verdict.text


async def test_a_card_that_was_not_drawn_is_noticed(controls: Controls, tmp_path: Path) -> None:
    """A record in which a draw was exchanged is not fair."""
    panel = await record(controls)
    told = parse(panel.document)
    dealt = next(entry for entry in told.entries if entry.seat == NATURE)
    first, *others = dealt.line.split()
    other = next(card for card in ("gm1", "gm2") if card != first)
    file = tmp_path / panel.file
    file.write_text(panel.document.replace(dealt.line, " ".join([other, *others]), 1))
    assert main(["verify", str(file)]) == 1


async def test_a_running_race_is_verified_later(core: Core) -> None:
    """Neither the command nor the file of a running race tells a draw or the seed."""
    core.kind = "fellers"
    await core.seated(ANN, BEN)
    controls, game = Controls(core), await core.game()
    verdict = (await in_words(controls.queries.verify(core.wish(EVE)))).text
    assert "The seed is shown when the game is over." in verdict
    assert game.seed.hex() not in verdict + (await record(controls)).document
