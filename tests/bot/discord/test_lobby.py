"""The lobby in Discord: its message, its buttons, and what only its sender sees; names; bans."""

from urllib.parse import urlencode

import pytest

from bot.table.seats import open_seats
from tests.acting import ANN, BEN, CY, DEE
from tests.bot.core import VERBS
from tests.bot.discord.people import People
from tests.patience import until


async def test_without_attach_files_the_card_is_its_words(people: People) -> None:
    """The words are complete; the right may come or go while people join."""
    await people.deny("ATTACH_FILES")
    await people.command(ANN, "logger start", players=4)
    card = await people.post("lobby")
    assert card["attachments"] == []
    assert "Attach Files" not in card.text
    await people.press(BEN, "Join")
    assert "Ben has joined." in (await people.post("lobby")).text
    await people.deny()
    await people.press(CY, "Join")
    card = await people.post("lobby")
    assert card.file == "L1-lobby.png"
    assert "Seated: Ann, Ben and Cy. Open seats: 1." in card["attachments"][0]["description"]


@pytest.mark.parametrize("course", ["A+D", "A;D", "a & d", "A=D", "A:D", "A%2BD"])
def test_the_options_are_those_that_were_asked_for(course: str) -> None:
    verb, _, values = VERBS.read(f"lc:thread:fellers:4:{urlencode({'course': course})}")
    assert verb.name == "thread"
    assert values == {"kind": "fellers", "players": 4, "options": {"course": course}}


async def test_only_the_mover_is_called_and_only_a_sender_sees_an_answer(people: People) -> None:
    nasty = [await people.newcomer(name) for name in ("**@everyone**", f"<@{people.of(DEE).id}>")]
    await people.begin(*nasty)
    await people.play("a1")
    before = len(people.seen())
    own = [f"logger {verb}" for verb in ("turn", "board", "leaderboard", "start")]
    for command in (*own, "games cancel", "games join", "games leave"):
        shown = await people.command(nasty[0], command)
        assert shown["ephemeral"], command
        assert people.pinged(shown) in ([], [nasty[0].name])
        assert shown["id"] not in {m["id"] for m in await people.of(BEN).history("games")}
    assert len(people.seen()) == before
    for message in people.seen():
        assert not people.world.messages[message["channel_id"]][message["id"]].everyone
        assert set(people.pinged(message)) < {who.name for who in nasty}
        assert not [who.name for who in nasty if who.name in message.text]


async def test_somebody_is_banned_and_their_seat_is_offered(people: People) -> None:
    """The gateway reports it without a privileged intent."""
    await people.begin(ANN, BEN, CY)
    await people.of(BEN).act("leave", banned=True)
    await until(lambda: any("Take Over" in m.labels for m in people.seen()))
    offers = [m.text for m in people.seen() if "Take Over" in m.labels]
    assert "Ben has left this server" in offers[-1]
    assert list((open_seats(await people.game())).values()) == ["banned"]
