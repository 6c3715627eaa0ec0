"""Moderators mend a table: what each measure does, what it leaves behind, and its refusals."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.mending import possible, turns
from bot.messages.layout import Message
from bot.ops.upkeep import check
from bot.table import records
from bot.table.game import CLOCK, DAY, PAUSED, REMIND
from bot.table.servers import LOG
from bot.table.table import Tables
from bot.table.verify import Outcome, Verdict, verify
from rules.game import NATURE
from rules.record import parse
from rules.voice import ENGLISH
from storage import Row
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core, is_sound
from tests.bot.panels import button
from tests.bot.transport import Posted

LOGS = 777  # the channel of the server's log
TIMED = {"pace": "brisk"}


async def ask_for(core: Core, who: Person, verb: str, words: str = "", **more: Any) -> Message:
    """As a manager of the server does it, by command, menu or button."""
    return await core.do(who, verb, words, **{"game": 1, "manages": True} | more)


async def confirmed(core: Core, who: Person, measure: str, **more: Any) -> tuple[Message, Message]:
    """The texts before and after a measure."""
    asked = await ask_for(core, who, "mendpick", measure, n=(await core.game()).n, **more)
    if not asked.buttons:
        return asked, asked
    _, verb, game, n, said = asked.buttons[0].id.split(":")
    more = {"game": int(game), "n": int(n), "values": {"measure": said}, **more}
    return asked, await ask_for(core, who, verb, **more)


async def mend(core: Core, who: Person, measure: str, **more: Any) -> str:
    _, told = await confirmed(core, who, measure, **more)
    await core.deliver()
    return told.text


async def offered(core: Core, who: Person = EVE) -> list[str]:
    panel = await ask_for(core, who, "mend")
    return [choice.value for menu in panel.menus for choice in menu.choices]


@pytest.fixture
async def watched(core: Core) -> Core:
    await core.store.set_server(GUILD, {LOG: str(LOGS)})
    return core


async def verdict(core: Core) -> Verdict:
    """Of the record, as anybody can have it, once the seed is shown."""
    game = await core.game()
    return verify(game.rules, parse(records.text(game, await core.store.log(game.id))))


async def test_everything_that_can_be_done_says_its_effect_first(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2, options=TIMED)
    before = await watched.game()
    measures = await offered(watched)
    of_seats = ["time", "time-0", "time-1", "replace-0", "replace-1", "computer-0", "computer-1"]
    assert measures == ["pause", f"skip-{before.on_turn}", *of_seats, "undo", "end"]
    for measure in measures:
        asked = await ask_for(watched, EVE, "mendpick", measure, n=before.n)
        assert "L1" in asked.text
        assert "?" in asked.text.split("\n")[0], "nothing is stated before it is so"
        assert [each.label for each in asked.buttons][-1] == "Never Mind"
    assert await watched.game() == before


async def test_a_verdict_names_what_moderators_have_done(watched: Core) -> None:
    """`moderator undo` excuses a late undo, so the verdict names it."""
    await watched.begin(ANN, BEN, lines=2, options={"rated": "no"})
    n = (await watched.game()).n
    await watched.tell("stay; plant n")
    await mend(watched, EVE, f"undo-{n}")
    await mend(watched, EVE, "pause")
    assert await mend(watched, EVE, "end") == (
        "Done. I've notified the players of L1 and noted it in the server log."
    )
    rows, told = await watched.log(), await verdict(watched)
    assert rows[-2:] == ["moderator end", "cancel"]
    assert ((await watched.game()).status, told.outcome) == ("cancelled", Outcome.CLOSED)
    assert f"<@{EVE.id}>, who isn't in the game, ended it" in watched.posts()[-1]
    assert watched.posts(LOGS)[-1] == f"<@{EVE.id}> ended L1. Nobody won."
    assert f"A moderator ended the game (row {len(rows)})" in ENGLISH.say(told.told)
    undone, paused = rows.index("moderator undo") + 1, rows.index("moderator pause") + 1
    both = f"`moderator undo` in row {undone} and `moderator pause` in row {paused}."
    assert f"A moderator stepped in: {both}" in ENGLISH.say(told.told)


async def test_a_paused_game_stands_still_and_reminds_nobody(watched: Core) -> None:
    """Even if somebody plays meanwhile; after the pause its clock runs from there."""
    await watched.begin(ANN, BEN, lines=2, options=TIMED)
    await watched.pass_time(3600.0)
    await mend(watched, EVE, "pause")
    game = await watched.game()
    stood = [clock.left for clock in game.clocks]
    assert {clock.since for clock in game.clocks} == {None}
    assert (game.due(CLOCK), game.due(REMIND)) == (None, None)
    assert "Paused by a moderator" in (await ask_for(watched, EVE, "mend")).text
    posted = len(watched.transport.messages)
    await watched.pass_time(5 * DAY)
    await watched.deliver()
    assert len(watched.transport.messages) == posted
    await watched.tell("stay; plant n")
    game = await watched.game()
    assert {clock.since for clock in game.clocks} == {None}
    assert (game.due(CLOCK), game.due(REMIND)) == (None, None)
    await watched.pass_time(5 * DAY)
    await mend(watched, EVE, "resume")
    game = await watched.game()
    ran = [clock for clock in game.clocks if clock.since is not None]
    assert [clock.seat for clock in ran] == [game.on_turn]
    assert ran[0].left == stood[ran[0].seat]
    assert game.due(CLOCK) == pytest.approx(watched.time() + ran[0].left)
    assert game.due(REMIND) is not None
    paused, resumed = watched.posts(LOGS)
    assert paused == f"<@{EVE.id}> paused L1. Clocks are stopped."
    assert resumed == f"<@{EVE.id}> resumed L1."
    await is_sound(watched)


async def test_a_pause_ends_by_itself(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2, options=TIMED)
    await mend(core, EVE, "pause")
    await core.pass_time(31 * DAY)
    game = await core.game()
    assert (await core.log())[-1] == "moderator resume"
    assert (game.due(PAUSED), game.due(CLOCK) is None) == (None, False)


async def test_an_offered_seat_and_a_question_wait_for_the_end_of_a_pause(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    mine = await core.mover()
    await core.do(mine, "resign")
    await core.press(mine, "Resign from L1")
    await mend(core, EVE, "pause")
    await core.pass_time(4 * DAY)
    assert "leave" not in (await core.log())[-1]
    await mend(core, EVE, "resume")
    await core.pass_time(2 * DAY)
    assert (await core.log())[-1].startswith("leave")


@pytest.mark.parametrize("measure", ["time", "time-1"])
async def test_more_time_is_given_to_one_or_to_all(watched: Core, measure: str) -> None:
    await watched.begin(ANN, BEN, lines=2, options=TIMED)
    before = (await watched.game()).clocks
    await mend(watched, EVE, measure)
    after = (await watched.game()).clocks
    more = [now.left - was.left for was, now in zip(before, after, strict=True)]
    assert more == [0.0 if measure == "time-1" else 24 * 3600.0, 24 * 3600.0]
    rows = ["moderator time 0", "moderator time 1"] if measure == "time" else ["moderator time 1"]
    assert (await watched.log())[-len(rows) :] == rows
    assert len(watched.posts(LOGS)) == 1


async def test_a_turn_is_skipped_as_the_clock_would(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2)
    seat = (await watched.game()).on_turn
    await mend(watched, EVE, f"skip-{seat}")
    assert (await watched.log())[-3:-1] == [f"moderator skip {seat}", f"timeout {seat}"]
    assert (await watched.game()).on_turn != seat
    told = next(text for text in watched.posts() if "skipped" in text)
    assert "L1**: a moderator skipped this turn. I played this for" in told
    assert "time ran out for this turn" not in "".join(watched.posts())
    await is_sound(watched)


async def test_a_seat_is_offered_whose_player_plays_on(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2)
    game = await watched.game()
    seat = game.on_turn or 0
    mine = await watched.mover()
    await mend(watched, EVE, f"replace-{seat}")
    assert (await watched.log())[-2:] == [f"moderator replace {seat}", f"offer {seat} moderator"]
    line = next(m for m in watched.transport.messages if "is looking for someone" in m.text)
    assert [each.label for each in line.buttons] == ["Take Over"]
    back = await watched.do(mine, "return", game=1)
    assert "so you can't withdraw the offer" in back.text
    await watched.play("stay; plant n")
    assert f"replace-{seat}" not in await offered(watched)
    told = await watched.do(CY, "takeover", values={"seat": seat}, game=1)
    assert "The seat is yours" in told.text
    await is_sound(watched)


async def test_a_computer_plays_for_somebody_who_can_come_back(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2)
    game = await watched.game()
    seat, mine = game.on_turn or 0, await watched.mover()
    await mend(watched, EVE, f"computer-{seat}")
    rows = [f"moderator computer {seat}", f"offer {seat} moderator", f"takeover {seat}"]
    assert (await watched.log())[game.n : game.n + 3] == rows
    assert (await watched.game()).sitters[seat].computer
    assert (await watched.game()).on_turn != seat, "it has played"
    line = next(m for m in watched.transport.messages if "let a computer" in m.text)
    assert [each.label for each in line.buttons] == ["I'm Back"]
    back = await watched.do(mine, "return", values={"seat": seat}, game=1)
    assert "The seat is yours" in back.text
    await is_sound(watched)


@pytest.mark.parametrize("kind", ["logjam", "fellers"])
async def test_a_game_is_taken_back_over_what_chance_has_said(watched: Core, kind: str) -> None:
    """Chance draws from numbers it has never used, so nobody gains by later draws."""
    watched.kind = kind
    await watched.begin(ANN, BEN, options={"rated": "no"})
    await watched.play_any(4)
    assert "undo" in await offered(watched)
    game, rows = await watched.game(), await watched.store.log(1)
    measure, stood = await earliest(watched)
    await mend(watched, EVE, measure)
    table = await watched.table()
    assert (table.at.state, table.actor) == (stood.at.state, stood.actor)
    before = int(measure.removeprefix("undo-"))
    assert (await watched.log())[game.n : game.n + 2] == ["moderator undo", f"undo {before}"]
    assert "took the game back to turn" in "".join(watched.posts())
    await watched.play_any(2)
    seen = sum(row.seat == NATURE for row in rows)
    assert table.at.answered == seen, "what was seen has its numbers for ever"
    assert (await check(watched.store, watched.games)).wrong == ()
    await mend(watched, EVE, "end")
    assert (await verdict(watched)).outcome is Outcome.CLOSED


async def earliest(core: Core) -> tuple[str, Any]:
    """The measure that takes the game back to its first turn that can be, and where it was then."""
    game = await core.game()
    menu = (await ask_for(core, EVE, "mendpick", "undo", n=game.n)).menus[0]
    measure = menu.choices[-1].value
    n = int(measure.removeprefix("undo-"))
    return measure, await Tables(core.store, core.games).at(game, n)


async def test_a_rated_game_is_taken_back_when_its_players_agree(watched: Core) -> None:
    """Also by a moderator without a part in it: ratings depend on it."""
    await watched.begin(ANN, BEN, lines=2)
    n = (await watched.game()).n
    await watched.tell("stay; plant n")
    asked, told = await confirmed(watched, EVE, f"undo-{n}")
    assert "is rated. I'll ask the other players first, and all of them have to" in asked.text
    assert asked.buttons[0].label == "Ask the Others"
    assert "I've asked the other players in L1" in told.text
    await watched.deliver()
    assert f"undo {n}" not in await watched.log()
    line = asking(watched)
    assert set(line.pings) == {ANN.id, BEN.id}
    assert "Take L1 back to turn 3?" in line.text
    await accept(watched, line, ANN)
    assert f"undo {n}" not in await watched.log()
    await accept(watched, line, BEN)
    seats = [each.user for each in (await watched.game()).sitters]
    assert (await watched.log())[-5:] == [
        f"ask moderator-undo-{n} moderator",
        f"accept {seats.index(ANN.id)}",
        f"accept {seats.index(BEN.id)}",
        "moderator undo",
        f"undo {n}",
    ]
    await watched.deliver()
    assert watched.posts(LOGS) == [f"<@{EVE.id}> took L1 back to an earlier turn."]
    await is_sound(watched)


def asking(core: Core) -> Posted:
    return [m for m in core.transport.messages if "A moderator has a question" in m.text][-1]


async def accept(core: Core, line: Posted, who: Person, label: str = "Accept") -> str:
    return (await core.push(who, button(line, label).id)).text


@pytest.mark.parametrize("measure", ["end", "undo"])
async def test_a_host_who_plays_there_does_nothing_alone(watched: Core, measure: str) -> None:
    await watched.begin(ANN, BEN, lines=2, options={**TIMED, "rated": "no"})
    await watched.tell("stay; plant n")
    game = await watched.game()
    measure = (await earliest(watched))[0] if measure == "undo" else measure
    asked, told = await confirmed(watched, ANN, measure)
    assert "You're playing, or have played, in L1." in asked.text
    assert "I've asked the other players in L1" in told.text
    await watched.deliver()
    stands = await watched.log()
    line = asking(watched)
    assert line.pings == (BEN.id,)
    assert "You made the request in L1" in await accept(watched, line, ANN)
    assert await watched.log() == stands
    await accept(watched, line, BEN, "Decline")
    now = await watched.game()
    assert (now.clocks, now.sitters, now.status) == (game.clocks, game.sitters, game.status)
    assert watched.posts(LOGS) == []
    again = await mend(watched, ANN, measure)
    assert "This request has already gone out to the players" in again


async def test_a_host_who_plays_alone_mends_nothing(core: Core) -> None:
    await core.practice(ANN)
    await core.deliver()
    assert "There's nobody else in L1 who could agree." in await mend(core, ANN, "end")


async def test_somebody_is_removed_from_a_lobby(watched: Core) -> None:
    await watched.open(ANN, 3)
    await watched.join(BEN)
    assert "you're in the lobby of L1 yourself" in await mend(watched, ANN, "remove-1")
    assert await offered(watched) == ["end", "remove-0", "remove-1"]
    await mend(watched, EVE, "remove-1")
    assert (await watched.log())[-2:] == ["moderator remove", "quit"]
    assert [sitter.user for sitter in (await watched.game()).sitters] == [ANN.id]
    assert watched.posts(LOGS) == [f"<@{EVE.id}> removed <@{BEN.id}> from the lobby of L1."]
    assert await offered(watched) == ["end"]
    assert "isn't open to you" in (await watched.join(BEN)).text
    assert "no longer possible in L1" in await mend(watched, EVE, "remove-0")


async def test_a_game_goes_on_where_the_host_says_so(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2)
    assert "move" not in await offered(watched)
    await mend(watched, EVE, "move", channel=OTHER_CHANNEL)
    assert (await watched.game()).place == OTHER_CHANNEL
    assert (await watched.log())[-1] == "moderator move"
    assert watched.transport.in_channel(OTHER_CHANNEL)
    assert watched.posts(LOGS) == [f"<@{EVE.id}> moved L1 to <#{OTHER_CHANNEL}>."]
    await is_sound(watched)


async def test_the_same_measure_twice_has_one_effect(watched: Core) -> None:
    await watched.begin(ANN, BEN, lines=2, options=TIMED)
    game = await watched.game()
    for measure in ("time-0", "pause") * 2:
        told = await ask_for(watched, EVE, "mendnow", n=game.n, values={"measure": measure})
        assert told.text.startswith("Done")
    assert (await watched.log())[game.n :] == ["moderator time 0", "moderator pause"]
    await watched.tell("stay; plant n")
    late = await ask_for(watched, EVE, "mendnow", n=game.n, values={"measure": "time-1"})
    assert "has moved on" in late.text


async def test_a_forged_measure_does_nothing(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)
    game = await core.game()
    forged = ("dance", "skip", "skip-9", "undo-1", "undo-2", "undo-99", "time-5", "resume")
    for measure in forged:
        told = await ask_for(core, EVE, "mendnow", n=game.n, values={"measure": measure})
        assert "no longer possible in L1" in told.text, measure
        assert await core.game() == game, measure


async def test_nothing_shows_a_hand(core: Core) -> None:
    core.kind = "fellers"
    await core.begin(ANN, BEN)
    await core.play_any(4)
    game, rows = await core.game(), await core.store.log(1)
    other = [row._replace(text=veiled(row), mark="") for row in rows]
    assert [*possible(game, rows, CHANNEL)] == [*possible(game, other, CHANNEL)]
    assert [*turns(game, rows)] == [*turns(game, other)]


def veiled(row: Row) -> str:
    """A row without the words of players and chance."""
    return row.text if row.seat < NATURE else "?"
