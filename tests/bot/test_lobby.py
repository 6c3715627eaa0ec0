"""Lobbies: opened, joined, left, started, cancelled, closed by themselves.

Source of the promises: issue 2, item 7, and the guide's 3.4 as kept in docs/decisions.md.
"""

from __future__ import annotations

import pytest

from bot.games.timers import LOBBY_CLOSES
from bot.tables.lobby import WEEK
from bot.timers.clock import LONGEST_NAP
from rules.dice import commitment, keyed, shuffled
from storage import TABLE, Change, Line, NewTimer
from tests.bot.hall import ANN, BEN, CHANNEL, CY, DEE, EVE, OTHER_CHANNEL, PEOPLE, Hall
from tests.bot.test_at_once import Meddled


async def test_an_open_lobby_has_a_card_with_its_buttons(hall: Hall) -> None:
    """The card says who looks for whom, the seats, when it closes, and pings nobody."""
    answer = await hall.open(ANN, 4)
    assert answer.text == "L1 is open for 2 to 4 players. The card is below."
    await hall.deliver()
    (card,) = hall.transport.messages
    game = await hall.game()
    assert "Ann is looking for 1 to 3 more players." in card.text
    assert "Seats: 1 Ann · 2 open · 3 open · 4 open" in card.text
    assert f"Closes <t:{int(hall.time() + WEEK)}:F>" in card.text
    assert commitment(game.seed) in card.text
    assert game.seed.hex() not in card.text
    assert card.pings == ()
    assert [b.label for b in card.buttons] == ["Join", "Leave", "Start Now", "How To Play"]


async def test_the_card_says_how_many_are_still_wanted(hall: Hall) -> None:
    """The number that must come is never more than the number that can."""
    wanted = []
    await hall.open(ANN, 4)
    for person in (BEN, CY):
        await hall.deliver()
        wanted.append(hall.posts()[0].split("\n")[0].partition("looking for ")[2])
        await hall.join(person)
    await hall.deliver()
    wanted.append(hall.posts()[0].split("\n")[0].partition("looking for ")[2])
    assert wanted == ["1 to 3 more players.", "up to 2 more players.", "1 more player."]
    await hall.open(ANN, 2, channel=OTHER_CHANNEL)
    await hall.deliver()
    assert "Ann is looking for 1 more player." in hall.posts(OTHER_CHANNEL)[0]


async def test_the_last_seat_starts_the_game(hall: Hall) -> None:
    """It starts by itself when full; seats are drawn from the seed; the lobby's end is one
    commit with its start."""
    await hall.open(ANN, 3)
    first = await hall.join(BEN)
    assert "You are in L1. It starts with 1 more player, or when Ann starts it." in first.text
    last = await hall.join(CY, key="last")
    assert "You are in L1, and it has started: the first player is being called." in last.text
    game, given = await hall.game(), (await hall.log())[1].removeprefix("join ")
    order = shuffled(keyed(game.seed, (given, "last")), 0, range(3))
    start = f"start {' '.join(map(str, order))}"
    assert await hall.log() == ["open", f"join {given}", "join last", start]
    assert [s.user for s in game.sitters] == [PEOPLE[i].id for i in order]
    assert (game.status, game.on_turn, game.timers) == ("playing", 0, ())
    await hall.deliver()
    assert hall.transport.messages[0].buttons == (), "nobody can join any more"
    assert "looking for" not in hall.posts()[0]


async def test_joining_twice_is_once_and_late_is_too_late(hall: Hall) -> None:
    """A full lobby is a running game: who comes late is told so, who is in is not sent away."""
    await hall.open(ANN, 2)
    assert (await hall.join(ANN)).text.startswith("You are in L1.")
    await hall.join(BEN)
    assert "it has started" in (await hall.join(BEN)).text
    assert "has started already" in (await hall.join(EVE)).text
    assert len((await hall.game()).sitters) == 2


async def test_leaving(hall: Hall) -> None:
    """A seat is given back; who was not in is told that nothing changed."""
    await hall.open(ANN, 3)
    await hall.join(BEN)
    assert (await hall.leave(EVE)).text == "You are not in L1, so nothing has changed."
    assert (await hall.leave(BEN)).text == "You have left L1."
    assert [s.name for s in (await hall.game()).sitters] == ["Ann"]
    await hall.deliver()
    assert "1 Ann · 2 open · 3 open" in hall.posts()[0]


async def test_when_the_host_leaves_the_next_one_is_host(hall: Hall) -> None:
    """A lobby is never without somebody who may close it."""
    await hall.open(ANN, 4)
    await hall.join(BEN)
    await hall.join(CY)
    await hall.leave(ANN)
    await hall.deliver()
    assert "Ben is looking for" in hall.posts()[0]
    assert "only its host, Ben, or somebody" in (await hall.cancel(CY)).text
    assert "is closed" in (await hall.cancel(BEN)).text


async def test_the_refusal_names_the_host_wherever_he_sits(hall: Hall) -> None:
    """Seats are drawn at the start, so the host need not be the first player."""
    hosts = set()
    for number in range(1, 7):
        channel = CHANNEL + 10 * number
        await hall.open(CY, 3, channel=channel)
        await hall.join(ANN, channel=channel)
        await hall.join(DEE, channel=channel)
        answer = await hall.cancel(EVE, channel=channel)
        assert "only its host, Cy, or somebody" in answer.text
        hosts.add([s.name for s in (await hall.game(number)).sitters].index("Cy"))
    assert len(hosts) > 1, "the draw was always the same: try more games"


async def test_when_the_last_one_leaves_the_lobby_is_closed(hall: Hall) -> None:
    """Nobody is left to start it; the channel is free again."""
    await hall.open(ANN, 3)
    answer = await hall.leave(ANN)
    assert answer.text == "L1 (Logger) is closed. Nobody has won; `/logger start` opens another."
    await hall.deliver()
    assert hall.posts()[1] == answer.text
    assert "was closed before its end" in hall.posts()[0]
    for verb in (hall.join, hall.start):
        assert (await verb(BEN)).text == answer.text
    assert "L2 is open" in (await hall.open(BEN)).text


async def test_a_running_game_cannot_be_left(hall: Hall) -> None:
    """Giving up a seat is not in this version; the answer says what is possible."""
    await hall.seated(ANN, BEN)
    answer = await hall.leave(ANN)
    assert "your seat cannot be given back" in answer.text
    assert "`/logger resign`" in answer.text
    assert (await hall.leave(EVE)).text == "You are not in L1, so nothing has changed."


async def test_one_live_game_to_a_channel(hall: Hall) -> None:
    """A taken channel offers a thread with one button, which remembers the number asked for."""
    await hall.open(ANN, 2)
    lobby = await hall.open(BEN, 3)
    assert lobby.text == (
        "No second game was opened: L1 is waiting for players in this channel. A thread is free."
    )
    assert [b.id for b in lobby.buttons] == ["lc:thread:logger:3"]
    await hall.join(BEN)
    assert "L1 is being played" in (await hall.open(CY, 4)).text
    assert "L2 is open" in (await hall.open(CY, 4, thread=True)).text
    assert "L3 is open" in (await hall.open(DEE, 4, channel=OTHER_CHANNEL)).text


@pytest.mark.parametrize("players", [1, 5])
async def test_a_number_that_logger_is_not_for(hall: Hall, players: int) -> None:
    """Issue 2, "five players": one clear sentence."""
    assert (await hall.open(ANN, players)).text == "Logger is for 2 to 4 players."
    assert await hall.store.open_games() == []


async def test_bots_take_no_seat(hall: Hall) -> None:
    """Issue 2, "a bot as player"."""
    assert "Bots cannot take a seat" in (await hall.open(ANN, robot=True)).text
    await hall.open(ANN)
    assert "Bots cannot take a seat" in (await hall.join(EVE, robot=True)).text
    assert len((await hall.game()).sitters) == 1


async def test_cancelling(hall: Hall) -> None:
    """A lobby at once; a running game after a question about this very row, by the host or
    somebody who may manage the channel."""
    await hall.open(ANN)
    await hall.join(BEN)
    assert "was not closed" in (await hall.cancel(BEN)).text
    asked = await hall.cancel(ANN)
    assert "ends it for everybody" in asked.text
    game = await hall.game()
    assert [b.id for b in asked.buttons] == [f"lc:cancel:{game.id}:{game.n}"]
    mover = await hall.mover()
    await hall.say(mover, "a1")
    stale = await hall.cancel(ANN, game=game.id, n=game.n)
    assert "has moved on since then; nothing was changed" in stale.text
    assert (await hall.game()).status == "playing"
    asked = await hall.cancel(EVE, moderator=True)
    done = await hall.cancel(EVE, moderator=True, game=game.id, n=(await hall.game()).n)
    assert "is closed" in done.text
    assert (await hall.game()).status == "cancelled"
    board = await hall.turns.board(hall.wish(EVE), picture=False)
    assert "was closed before its end" in board.text
    assert "turn." not in board.text, "it is nobody's turn any more"
    assert "was closed on" in (await hall.say(mover, "a5")).text
    await hall.deliver()
    assert all(not m.buttons for m in hall.transport.messages)


async def test_a_game_that_is_over_cannot_be_cancelled(hall: Hall) -> None:
    """What has a result keeps it."""
    game = await hall.seated(ANN, BEN)
    end = Change((Line(TABLE, "end", ""),), "end", status="over", on_turn=None)
    await hall.store.commit(game.id, game.n, end)
    assert "L1 ended on" in (await hall.cancel(ANN)).text
    assert "L1 ended on" in (await hall.join(EVE)).text


async def test_no_game_here(hall: Hall) -> None:
    """Each verb says that there is none and how to open one."""
    for verb in (hall.join, hall.leave, hall.start, hall.cancel):
        answer = await verb(ANN)
        assert answer.text == "There is no game in this channel. `/logger start` opens one."


@pytest.mark.parametrize("verb", ["open", "join", "leave", "last leave", "start", "auto", "cancel"])
async def test_a_second_delivery_has_one_effect_and_the_first_answer(hall: Hall, verb: str) -> None:
    """Issue 2: "the same interaction delivered twice"."""
    wish = hall.wish(BEN if verb in ("join", "leave", "auto") else ANN, kind="logger")
    if verb != "open":
        await hall.open(ANN, 2 if verb == "auto" else 3)
    if verb in ("leave", "start"):
        await hall.join(BEN)

    async def deliver() -> str:
        if verb == "open":
            return (await hall.cases.lobby.open(wish, 3, thread=False)).text
        name = {"last leave": "leave", "auto": "join"}.get(verb, verb)
        return (await hall.lobby(name, wish)).text

    first, log = await deliver(), await hall.log()
    assert (await deliver(), await hall.log()) == (first, log)
    assert len(await hall.store.open_games()) == (0 if verb in ("last leave", "cancel") else 1)


async def test_a_second_delivery_of_leave_after_the_start(hall: Hall) -> None:
    """The seat was given back, whatever the others did since."""
    await hall.open(ANN, 4)
    await hall.join(BEN)
    await hall.join(CY)
    wish = hall.wish(CY)
    first = await hall.lobby("leave", wish)
    await hall.start(ANN)
    assert await hall.lobby("leave", wish) == first


async def test_a_lobby_closes_itself_after_seven_days(hall: Hall) -> None:
    """Not earlier, and with one line in its channel; a running game has no clock."""
    await hall.open(ANN, 3)
    await hall.open(CY, 2, channel=OTHER_CHANNEL)
    await hall.join(DEE, channel=OTHER_CHANNEL)
    hall.time.seconds += WEEK - 1
    assert await hall.clock.tick() == 1
    assert (await hall.game()).status == "lobby"
    hall.time.seconds += 1
    assert await hall.clock.tick() > 0
    assert (await hall.game()).status == "cancelled"
    assert (await hall.log())[-1] == "expire"
    await hall.deliver()
    assert [text for text in hall.posts() if "is closed" in text] == [
        "L1 (Logger) is closed. Nobody has won; `/logger start` opens another."
    ]
    assert (await hall.game(2)).status == "playing"


async def test_somebody_comes_in_the_very_moment_of_closing(hall: Hall) -> None:
    """The clock looks again; it neither breaks nor closes what has started."""
    await hall.open(ANN, 2)
    hall.time.seconds += WEEK + 1

    async def comes(*_: object) -> None:
        if (await hall.game()).status == "lobby":
            await hall.join(BEN)

    late = hall.over(Meddled(hall.store, "commit", comes))
    assert await late.clock.tick() == LONGEST_NAP
    assert (await hall.game()).status == "playing"
    assert "expire" not in await hall.log()


async def test_a_game_that_has_begun_is_not_closed_like_a_lobby(hall: Hall) -> None:
    """Whatever the store says of its timers."""
    await hall.seated(ANN, BEN)
    game = await hall.game()
    closes = Change((), "closes", timers=(NewTimer(LOBBY_CLOSES, hall.time()),))
    await hall.store.commit(game.id, game.n, closes)
    assert await hall.clock.tick() == LONGEST_NAP
    assert (await hall.game()).status == "playing"
    assert (await hall.game()).timers == ()
