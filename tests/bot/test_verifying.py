"""Chance can be checked by anybody: from the seed, every seat and roll is drawn again.

Source: issue 4, item 2: the seed's hash at the start, the seed at the end, `lumbercamp verify` and
`/games verify`; docs/decisions.md, decision 4.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.boundary import answered
from bot.domain import records
from bot.ops.verify import verified
from rules.game import NATURE
from rules.record import Entry, Record, parse, write
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CY, Core


@pytest.fixture
async def over(core: Core) -> Record:
    """A game of Logjam with a take-back in it, which ends when two of three have resigned."""
    core.kind, controls = "logjam", Controls(core)
    await core.seated(ANN, BEN, CY)
    for taken_back in (False, True, False, False):
        mover = await core.mover()
        await core.say(mover, ".")
        if taken_back:
            await controls.undo(mover)
            await core.say(mover, ".")
        core.time.seconds += 121
        await core.clock.tick()
    for person in (ANN, BEN):
        await controls.press(person, await controls.resign(person), "Resign From J1")
    game = await core.game()
    assert game.status == "over"
    return parse(records.text(game, await core.store.log(game.id)))


def changed(record: Record, row: Entry, line: str) -> Record:
    """The record with another line in a row, and no checksums to notice it by."""
    new = [replace(e, line=line if e is row else e.line, checksum="") for e in record.entries]
    return replace(record, entries=tuple(new))


async def test_a_fair_game_is_verified(over: Record) -> None:
    """Seats and rolls are as the seed gives them, and the seed is the one of the lobby's card."""
    verdict = verified(over)
    assert verdict.fair
    assert str(verdict.told).startswith("The seed is the one that was committed to, if the card")
    assert "The seats were drawn from the seed." in str(verdict.told)
    assert "rolls and draws" in str(verdict.told)


async def test_a_changed_roll_is_found(over: Record) -> None:
    """The row, what it says and what the seed gives."""
    last = [entry for entry in over.entries if entry.seat == NATURE][-1]
    other = "1" if last.line != "1" else "2"
    verdict = verified(changed(over, last, other))
    assert not verdict.fair
    said = f"Row {last.n}: chance said `{other}`, but the seed gives `{last.line}`."
    assert str(verdict.told) == said


async def test_changed_seats_are_found(over: Record) -> None:
    start = next(e for e in over.entries if e.line.startswith("start "))
    places = start.line.split()[1:]
    verdict = verified(changed(over, start, " ".join(["start", *reversed(places)])))
    assert not verdict.fair
    assert str(verdict.told).startswith(f"Row {start.n}: the seats")


async def test_another_seed_is_found_by_its_hash(over: Record) -> None:
    assert not verified(replace(over, seed="00" * 32)).fair
    assert "committed to" in str(verified(replace(over, seed="00" * 32)).told)


async def test_a_running_game_keeps_its_seed(core: Core) -> None:
    """Before the end there is nothing to check with but the commitment."""
    core.kind = "logjam"
    game = await core.seated(ANN, BEN)
    answer = await answered(Controls(core).queries.verify(core.wish(ANN)))
    assert "The seed is shown when the game is over." in answer.text
    text = records.text(game, await core.store.log(game.id))
    assert game.seed.hex() not in answer.text + text
    assert parse(text).commitment in answer.text


async def test_a_lobby_has_nothing_to_verify(core: Core) -> None:
    core.kind = "logjam"
    await core.open(ANN, 3)
    answer = await answered(Controls(core).queries.verify(core.wish(ANN)))
    assert "nothing to verify" in answer.text


async def test_a_rematch_says_that_its_seats_moved_on(core: Core) -> None:
    """They were not drawn, so they are not checked."""
    controls = Controls(core)
    await core.seated(ANN, BEN)
    await controls.press(ANN, await controls.resign(ANN), "Resign From L1")
    for person in (ANN, BEN):
        await controls.again(person, game=1)
    await controls.press(ANN, await controls.resign(ANN, name="L2"), "Resign From L2")
    game = await core.game(2)
    verdict = verified(records.recorded(game, await core.store.log(game.id)))
    assert verdict.fair
    assert "they moved on by one from the game before" in str(verdict.told)


async def test_the_command_says_the_same(
    over: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`lumbercamp verify RECORD`: 0 for a fair game, 1 for a wrong one, 2 for no file, 3 for one of
    an older form."""
    fair, wrong = tmp_path / "fair.txt", tmp_path / "wrong.txt"
    fair.write_text(write(over))
    wrong.write_text(write(replace(over, seed="00" * 32)))
    assert main(["verify", str(fair)]) == 0
    assert capsys.readouterr().out == f"{verified(over).told!s}\n"
    assert main(["verify", str(wrong)]) == 1
    assert "committed to" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none.txt")]) == 2
    assert "was not read" in capsys.readouterr().err
    assert main(["verify", "seeds/records/logger-two.txt"]) == 3
    assert "older form, which can be checked only so far" in capsys.readouterr().out
    wrong.write_text("lumbercamp record 2\nnonsense\n")
    assert main(["verify", str(wrong)]) == 1
    assert "not a sound record" in capsys.readouterr().err
