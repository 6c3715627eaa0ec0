"""What a game of Logjam is agreed on before it begins, and whether its chance was fair after it.

Source: issue 4, items 1 and 2; experience 3.4, "The decisions".
"""

from __future__ import annotations

import re

import pytest

from tests.bot.discord.jamming import goes_on, jam, lobby, rests, table
from tests.bot.discord.system import Json, System
from tests.guest import GuestError

CLASSIC = {"loggers": "4", "setup": "classic", "board": "8x10", "logs": "2345"}


def start_options(system: System) -> dict[str, Json]:
    """The options of `/logjam start`, as Discord knows them."""
    (command,) = [c for c in system.world.commands if c["name"] == "logjam"]
    (start,) = [c for c in command["options"] if c["name"] == "start"]
    return {option["name"]: option for option in start["options"]}


async def test_the_options_are_choices_where_they_can_be(system: System) -> None:
    """None is required; each says what it is for, in no more than Discord shows."""
    options = start_options(system)
    assert [*options] == [
        "players",
        "computers",
        "level",
        "loggers",
        "setup",
        "board",
        "logs",
        "wait",
        "boards",
        "pace",
        "weekends",
        "vacations",
        "rated",
        "substitute",
        "thread",
    ]
    choices = {
        name: [choice["value"] for choice in option.get("choices", [])]
        for name, option in options.items()
    }
    assert choices["players"] == [2, 3, 4, 5, 6]
    assert choices["loggers"] == ["3", "4", "5"]
    assert choices["setup"] == ["quick", "classic"]
    assert choices["wait"] == ["none", "1", "2", "5"]
    assert choices["boards"] == ["lines", "keep"]
    assert choices["pace"] == ["brisk", "steady", "relaxed", "long", "none"]
    assert choices["board"] == choices["logs"] == []
    assert not any(option.get("required") for option in options.values())
    assert all(len(option["description"]) <= 100 for option in options.values())


async def test_the_lobby_says_what_is_agreed(system: System) -> None:
    """With the defaults of what nobody named, and what a short word stands for."""
    card = await lobby(system, "Ann", "Ben", board=" 8 X 10 ", loggers="4")
    options = next(x for x in card["content"].splitlines() if x.startswith("Options: "))
    for told in ("loggers `4`", "setup `quick`", "board `", "logs `222233334444`"):
        assert told in options
    assert "can be taken back for 2 minutes, before a die answers it" in card["content"]
    await system.press("Ben", card, "Join")
    await system.post("games")
    terms = (await table(system)).at.state.terms
    assert (terms.columns, terms.rows, terms.each) == (8, 10, 4)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"board": "99x99"}, "6 to 12 columns and 8 to 16 rows"),
        ({"board": "ten by twelve"}, "A board is columns x rows, such as `10x12`"),
        ({"logs": "6"}, "1 to 16 logs, each 2 to 5 long"),
        ({"logs": "2" * 17}, "1 to 16 logs, each 2 to 5 long"),
        ({"logs": "<@1200000000000000201> **x**"}, "1 to 16 logs"),
    ],
)
async def test_what_is_not_possible_opens_nothing(
    system: System, said: dict[str, str], why: str
) -> None:
    """One sentence with what is, to who asked alone."""
    told = await system.slash("Ann", "games", "logjam start", **said)
    assert why in told["content"]
    assert told["ephemeral"]
    assert system.seen("games") == []
    assert await system.store.open_games() == []


@pytest.mark.parametrize("said", [{"players": 7}, {"players": 1}, {"loggers": "6"}])
async def test_what_is_no_choice_cannot_be_said(system: System, said: dict[str, object]) -> None:
    """Discord's own refusal, before the bot hears of it."""
    with pytest.raises(GuestError):
        await system.slash("Ann", "games", "logjam start", **said)


async def test_a_thread_keeps_what_was_asked_for(system: System) -> None:
    """Where the channel has a game already, one button opens the second one as it was wanted,
    also after a restart."""
    await jam(system, "Ann", "Ben")
    offer = await system.slash("Cy", "games", "logjam start", players=3, **CLASSIC)
    assert offer["content"].startswith("No second game was opened: J1 is being played")
    await system.restart()
    told = await system.press("Cy", offer, "Open In A Thread")
    assert told["content"] == "J2 is open for 2 to 3 players. Its thread opens under the card."
    await system.quiet()
    card = system.seen("games")[-1]
    options = next(x for x in card["content"].splitlines() if x.startswith("Options: "))
    for name, value in CLASSIC.items():
        assert f"{name} `{value}`" in options
    await system.press("Dee", card, "Join")
    await system.press("Cy", card, "Start Now")
    board = await system.post(card["id"])
    assert "Lay a log." in board["content"]
    told = await system.press(await system.mover(card["id"]), board, "My Options")
    assert "You can lay a log of 2, 3, 4 or 5 squares" in told["content"]


async def test_a_classic_game_is_built_by_its_players(system: System) -> None:
    """A log by reply, one by the builder; the next player is called at once, for chance has
    nothing to say to it, and a take-back is possible until he has answered."""
    board = await jam(system, "Ann", "Ben", **CLASSIC)
    who = await system.mover("games")
    assert await system.say(who, "games", "lay a log from b4 to d4", reply_to=board["id"]) == ""
    board = await system.post("games")
    other = await system.mover("games")
    assert system.pinged(board) == [other] != [who]
    panel = await system.press(other, board, "Take Turn")
    assert "lay a log" in panel["content"].lower()
    told = await system.slash(who, "games", "logjam undo")
    assert "is taken back" in told["content"]
    assert system.pinged(await system.post("games")) == [who]


# -- was it fair


async def given_up(system: System) -> None:
    """A game of a few turns, which ends when somebody leaves."""
    await jam(system, "Ann", "Ben")
    for _ in range(3):
        who, answer = await rests(system)
        await goes_on(system, who, answer)
    asked = await system.slash("Ann", "games", "logjam resign")
    await system.press("Ann", asked, "Resign From J1")
    await system.post("games", "result")


async def test_a_finished_game_is_verified(system: System) -> None:
    """The game of the channel, or one by its name from anywhere; to anybody who asks."""
    await given_up(system)
    named: list[dict[str, str]] = [{"game": "J1"}, {"game": "  "}, {}]
    for place, said in (("lounge", {"game": " j1 "}), *(("games", each) for each in named)):
        told = await system.slash("Dee", place, "games verify", **said)
        assert told["ephemeral"]
        assert told["content"].startswith("**J1**: The seed is the one that was committed to")
        assert " rows of chance." in told["content"]


NO_GAME = {
    "J2": "There is no game J2 on this server.",
    "L1": "There is no game L1 on this server.",
    "J0": "There is no game J0 on this server.",
    "J999999999": "There is no game J999999999 on this server.",
    "J9999999999": "is no name of a game",
    "the last one": "is no name of a game",
    "`<@1200000000000000201>`": "is no name of a game",
    "j" * 6000: "is no name of a game",
}


async def test_what_names_no_game_is_told_so(system: System) -> None:
    await given_up(system)
    for said, why in NO_GAME.items():
        told = await system.slash("Dee", "games", "games verify", game=said)
        assert why in told["content"]
        assert system.pinged(told) == []


async def test_before_the_end_there_is_only_the_commitment(system: System) -> None:
    """In a lobby there is nothing yet; in a running game the hash that stood on its card."""
    told = await system.slash("Dee", "games", "games verify")
    assert told["content"].startswith("There is no game in this channel.")
    card = await lobby(system, "Ann", "Ben")
    (digits,) = re.findall("hash of .* begins `([0-9a-f ]+)`", card["content"])
    told = await system.slash("Dee", "games", "games verify")
    assert "there is nothing to verify" in told["content"]
    await system.press("Ben", card, "Join")
    await system.post("games")
    seed = (await system.game("games")).seed.hex()
    told = await system.slash("Dee", "games", "games verify")
    assert "The seed is shown when the game is over." in told["content"]
    assert f"Its hash is {digits.replace(' ', '')}" in told["content"]
    assert seed not in told["content"]
