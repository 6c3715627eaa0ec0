"""Report a Problem keeps what docs/hosting.md and docs/privacy.md say, and the host reads it."""

from __future__ import annotations

import json
import platform
import re
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from bot.features.reports import REPORT_LENGTH, REPORTS_A_DAY, UNTOLD, record
from bot.messages.layout import Message
from bot.ops.upkeep import NO_SUCH_REPORT, show_reports
from rules.record import parse
from storage import TABLE, Report, Row
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import Captured, Core
from tests.bot.discord.searching import line
from tests.bot.fellers_tables import stored
from tests.bot.leaks import PLAYED, Payload, leaks, secrets_of
from tests.bot.panels import find_button
from tests.stores import STORES

HELEN = Person(7**20, "Helen")
TOLD = "It hangs after I press Take Turn."


async def report(core: Core, who: Person, said: str = TOLD, **more: Any) -> Message:
    """As the form does, once it is filled in."""
    return await core.do(who, "report", said, **more)


async def the_only(core: Core) -> Report:
    (found,) = await core.store.reports()
    return found


async def test_a_report_is_kept_with_record_versions_and_what_was_typed(core: Core) -> None:
    await core.begin(ANN, BEN)
    await core.play("a1", "e5")
    assert find_button(await core.do(EVE, "more"), "Report a Problem")
    answer = await report(core, ANN)
    kept = await the_only(core)
    assert f"`{kept.reference}`" in answer.text
    assert "your Discord ID" in answer.text
    assert (kept.user, kept.said, kept.at) == (ANN.id, TOLD, core.time())
    assert parse(kept.record).entries[-1].line == "e5"
    for told in (version("lumbercamp"), version("discord.py"), platform.python_version()):
        assert told in kept.state
    assert "logger, edition 1 of the rules" in kept.state
    assert "row 5 · to move: seat 1" in kept.state


async def test_it_names_nobody_but_who_reports(core: Core) -> None:
    """The options of a rematch, which contain ids, are left out too."""
    await core.begin(ANN, HELEN)
    while (await core.game()).status == "playing":
        await core.do(ANN, "cancel", game=1, n=(await core.game()).n)
    await report(core, ANN, game=1)
    kept = await the_only(core)
    for told in (kept.state, kept.record):
        assert not any(each in told for each in ("Ann", "Helen", str(HELEN.id)))
    assert parse(kept.record).names == ("Seat 1", "Seat 2")


async def test_nothing_hidden_is_in_a_report_of_a_race(core: Core) -> None:
    """Neither cards nor draws nor the seed, nor a checksum to test hands with; nor a draft."""
    core.kind = "fellers"
    await core.begin(ANN, BEN)
    chance = Random(3)
    for _ in range(6):
        said = " ".join(line((await core.table()).at.state, chance))
        assert "Turn played" in (await core.say(await core.mover(), said)).text
    mover, now = await core.mover(), (await core.table()).at.state
    await core.say(mover, next(iter(now.hands[now.mover])))  # an unfinished turn
    await report(core, mover)
    game, rows, kept = await core.game(), await core.store.log(1), await the_only(core)
    hidden = secrets_of(game, rows, (now, now))
    texts = [kept.state, PLAYED.sub("", kept.record)]
    assert leaks([Payload(None, text, "a report") for text in texts], hidden) == []


def test_a_log_that_the_rules_cannot_follow_tells_nothing_hidden() -> None:
    """Such a log is a reason to report; the report has everything else."""
    said = ((TABLE, "open 7"), (TABLE, "join 8"), (TABLE, "start 0 1"), (0, "zz9"))
    broken = [Row(n, seat, text, "", None, 0.0) for n, (seat, text) in enumerate(said, 1)]
    assert record(stored(2), broken) == UNTOLD


async def test_players_are_seats_in_what_is_typed(core: Core) -> None:
    """By name and by id, however written; the words around them stay."""
    await core.begin(HELEN, BEN)
    game = await core.game()
    seats = {each.name: f"Seat {n + 1}" for n, each in enumerate(game.sitters)}
    said = f"HELEN's turn hangs, helena's not; <@{HELEN.id}> {HELEN.id} and Ben."
    await report(core, EVE, said, game=1)
    helen, ben = seats["Helen"], seats["Ben"]
    wanted = f"{helen}'s turn hangs, helena's not; {helen} {helen} and {ben}."
    assert (await the_only(core)).said == wanted


async def test_a_name_in_a_report_about_another_game_goes_with_its_person(core: Core) -> None:
    await core.begin(HELEN, BEN)
    await core.open(BEN, 2, channel=501)
    await core.join(EVE, channel=501)
    await report(core, BEN, f"Since helen came nothing works, <@{HELEN.id}>!", game=2)
    await core.do(HELEN, "forgetnow")
    said = (await the_only(core)).said
    assert said == "Since former player 1 came nothing works, <@-1001>!"


async def test_nothing_typed_is_nothing_kept(core: Core) -> None:
    await core.begin(ANN, BEN)
    assert "Please say what went wrong" in (await report(core, ANN, "  \n ")).text
    assert await core.store.reports() == []
    await report(core, ANN, "x" * 5000)
    assert len((await the_only(core)).said) == REPORT_LENGTH


async def test_so_many_a_day_are_taken_of_one_person(core: Core) -> None:
    await core.begin(ANN, BEN)
    for _ in range(REPORTS_A_DAY):
        assert "Thank you" in (await report(core, ANN)).text
    refused = await report(core, ANN)
    assert f"{REPORTS_A_DAY} problems in the last day" in refused.text
    assert "Thank you" in (await report(core, BEN)).text


async def test_it_is_in_the_file_of_its_person_and_goes_with_them(core: Core) -> None:
    """`/games bot data` of others knows nothing of it."""
    await core.begin(HELEN, BEN)
    await report(core, EVE, game=1)
    for who, has in ((EVE, True), (BEN, False)):
        file = await core.do(who, "myfile")
        held = json.loads(file.document or "{}")
        assert [row["typed"] for row in held.get("reports", ())] == [TOLD] * has
    await core.do(EVE, "forgetnow")
    assert await core.store.reports() == []


async def test_the_host_lists_reports_and_reads_one(tmp_path: Path, capsys: Captured) -> None:
    """While the bot runs, too. Typed text doesn't steer their terminal."""
    core, place = await Core.build(tmp_path / "games.db"), STORES.place(tmp_path / "games.db")
    assert await show_reports(place, "") == 0
    assert "No problems were reported" in capsys.readouterr().out
    await core.begin(ANN, BEN)
    await report(core, ANN, "a \x1b[31mred\u202e line\nand a second one" + "!" * 90)
    kept = await the_only(core)
    assert await show_reports(place, "") == 0
    listed = capsys.readouterr().out
    assert re.match(rf"{kept.reference}  \d{{4}}-\d\d-\d\d \d\d:\d\d UTC  L1 ", listed)
    assert len(listed.splitlines()) == 1
    assert await show_reports(place, kept.reference.lower()) == 0
    shown = capsys.readouterr().out
    assert all(each in shown for each in (kept.record, kept.state, "\nand a second one"))
    for told in (listed, shown):
        assert not {"\x1b", "\u202e"} & {*told}
    assert await show_reports(place, "NONE") == NO_SUCH_REPORT
    assert "There's no report NONE" in capsys.readouterr().err
    await core.store.close()
