"""The lobby in Discord: its message, its buttons, and the commands for the same; and calls, seats
and deleted channels.
"""

from urllib.parse import urlencode

import pytest

from bot.table.seats import open_seats
from tests.bot.core import VERBS
from tests.bot.discord.system import Json, System, labels
from tests.bot.discord.watching import until


def seats(card: Json) -> list[tuple[str, str]]:
    """The files of a lobby message, and the seated people from their descriptions."""
    told = ((each["filename"], each["description"]) for each in card["attachments"])
    return [(name, text.partition("Seated: ")[2]) for name, text in told]


async def test_without_attach_files_the_card_is_its_words(system: System) -> None:
    """The words are complete; the right may come or go while people join."""
    await system.lacking("ATTACH_FILES")
    await system.slash("Ann", "games", "logger start", players=4)
    card = await system.post("games", "lobby")
    assert card["attachments"] == []
    assert "Attach Files" not in card["content"]
    await system.press("Ben", card, "Join")
    await system.quiet()
    card = await system.post("games", "lobby")
    assert "Ben has joined." in card["content"]
    await system.lacking()
    await system.press("Cy", card, "Join")
    await system.quiet()
    card = await system.post("games", "lobby")
    assert seats(card) == [("L1-lobby.png", "Ann, Ben and Cy. Open seats: 1.")]


# -- Open in a Thread: the button's id holds the options, whatever was typed.


@pytest.mark.parametrize("course", ["A+D", "A;D", "a & d", "A=D", "A:D", "A%2BD"])
def test_the_options_are_those_that_were_asked_for(course: str) -> None:
    verb, _, values = VERBS.read(f"lc:thread:fellers:4:{urlencode({'course': course})}")
    assert verb.name == "thread"
    assert values == {"kind": "fellers", "players": 4, "options": {"course": course}}


# -- Nobody's name formats, pings or misleads, wherever it is shown.


DEE = "1200000000000000204"
NASTY = ("**@everyone**", f"<@{DEE}>", "`x` ~~y~~ ||z||", "\u202eevil\u202c\u200b", "*" * 32)


async def test_a_name_is_only_a_name(system: System) -> None:
    """From the lobby to the result: only the mover gets pings, and no markup is bare."""
    for name in NASTY:
        await system.newcomer(name)
    for channel, game, names in (("games", "L1", NASTY[:3]), ("lounge", "L2", NASTY[3:])):
        await system.begin(*names, channel=channel)
        await system.play(channel, "a1")  # while not every seat has played, its host may close it
        for who in (*names, "Cy"):
            for command in ("turn", "board", "leaderboard"):
                told = await system.slash(who, channel, f"logger {command}")
                assert system.pinged(told) in ([], [who])
        asked = await system.slash(names[0], channel, "games cancel")
        await system.press(names[0], asked, f"Cancel {game} for Everyone")
    await system.quiet()
    for message in (*system.seen("games"), *system.seen("lounge")):
        there = system.world.messages[message["channel_id"]][message["id"]]
        assert not there.everyone
        assert "Dee" not in system.pinged(message)
        assert not [name for name in NASTY if name in message["content"]]
        assert "\u202e" not in message["content"]
        assert len(system.pinged(message)) <= 1


# -- Information commands: each answers only its sender.


async def test_an_answer_is_seen_by_its_sender_alone(started: System) -> None:
    """Public posts are the record; only the sender sees the rest."""
    before = len(started.seen("games"))
    own = [f"logger {verb}" for verb in ("turn", "board", "leaderboard", "rules", "start")]
    for command in (*own, "games cancel", "games join", "games leave"):
        shown = await started.slash("Ann", "games", command)
        assert shown["ephemeral"], command
        assert started.pinged(shown) == []
        theirs = await started.people["Ben"].history("games")
        assert shown["id"] not in {message["id"] for message in theirs}
    assert len(started.seen("games")) == before


# -- Seats that are offered and things that are asked of the others, through the whole bot.


async def test_somebody_is_banned_and_their_seat_is_offered(system: System) -> None:
    """The gateway reports it without a privileged intent."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave", banned=True)
    await until(lambda: any("Take Over" in labels(m) for m in system.seen("games")))
    offers = [m["content"] for m in system.seen("games") if "Take Over" in labels(m)]
    assert "Ben has left this server" in offers[-1]
    assert list((open_seats(await system.game("games"))).values()) == ["banned"]
