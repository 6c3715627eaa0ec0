"""A game from the lobby to its result, typed in English through every door.

Source: issue 2, "Must hold": a whole four-player game through all four doors to its result.
"""

from __future__ import annotations

from itertools import cycle

from sandbox.founding import BOT_ID
from tests.bot.discord.system import Json, System, buttons

# Thirty-one turns, found by playing at random: seeds with a choice, guarded trees, long rows,
# and an equal number of turns for all after ten points.
GAME = """\
corner a5
Stand on A1
e1
Move C5; plant b5
go to a3, then plant south
walk to c1; grow c3 to d3; plant north
e3, seed c3 into b3, protest c3
d4 chop south
stay; c3>d3; plant a4
b2 chop west
d2; fell c2
move to e3, grow c3 to c4, grow b3 to b4, chop west
b3 plant west
b2; grow b5 to a5; protect b5; done
C3, PLANT SOUTH
go d4; chop c4
stay, seed b5 to b4, cut down a3
walk a3 then chop north
c5 plant east
d2 XC2
d3 plant c3
move a4; chop a5
c4; fell b4
c2 chop north
d4; d5>c5; chop north
a5, grow b5 to b4, plant a4
c4 xc5
move north west; b5>c5; chop b4
stay; plant d3
a5; seed a4 b4; chop a4
c4, then chop c5
"""

DOORS = ("reply", "mention", "slash", "plain")


async def say(system: System, who: str, door: str, line: str, board: Json) -> str:
    """A line through one of the four doors, and what the bot answers there."""
    match door:
        case "reply":
            return await system.say(who, "games", line, reply_to=board["id"])
        case "mention":
            return await system.say(who, "games", f"<@{BOT_ID}> {line}")
        case "plain":
            return await system.say(who, "games", line)
    answer = await system.slash(who, "games", "logger turn", line=line)
    content: str = answer["content"]
    return content


async def test_a_game_of_four_is_played_through_all_doors(system: System) -> None:
    """Issue 2: each turn is one line; the board mentions exactly who is next; a whole turn by
    message is answered by the next board alone."""
    board = await system.begin("Ann", "Ben", "Cy", "Dee")
    for line, door in zip(GAME.splitlines(), cycle(DOORS), strict=False):
        who = await system.mover("games")
        assert system.pinged(board) == [who]
        answer = await say(system, who, door, line, board)
        assert "counts" in answer if door == "slash" else answer == "", (line, answer)
        if (await system.game("games")).status == "playing":
            board = await system.post("games")
    await _is_over(system)


async def _is_over(system: System) -> None:
    """The result pings everybody once; the standings know it; no board has buttons left."""
    game = await system.game("games")
    assert game.status == "over"
    result = await system.post("games", "result")
    assert "**L1 is over: " in result["content"]
    assert "Best moment, longest row: " in result["attachments"][0]["description"]
    assert system.pinged(result) == ["Ann", "Ben", "Cy", "Dee"]
    assert result["attachments"][0]["filename"] == f"L1-{game.n}.png"
    posts = system.boards("games")
    assert len(posts) == 1 + len(GAME.splitlines())
    assert [m["id"] for m in posts[:-1] if buttons(m)] == []
    told = await system.say("Ann", "games", f"<@{BOT_ID}> c3")
    assert told.startswith("L1 ended on <t:")
    standings = (await system.slash("Dee", "games", "logger standings"))["content"]
    assert standings.count("1 game,") == 4
    assert standings.count("1 won") == 1
    assert "The game is over" in standings
