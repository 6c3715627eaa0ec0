"""Public lines that can't be played: the answer says only that, and Show Me Why gives only the
speaker the reason.
"""

from random import Random

import pytest

from rules.fellers.position import FIGURES, Position
from sandbox.world import PlannedFault
from tests.acting import ANN, BEN, CY, DEE, Person
from tests.bot.core import Patch
from tests.bot.discord.people import TO_BOT, People
from tests.bot.discord.searching import line, promised, unpainted
from tests.drafts import draft_in

WHY = "Show Me Why"
REFUSED = "You can't play that in F1 right now."
KEPT = "Saved as a draft in F1, but not played yet. Press the button to open your hand."


@pytest.fixture(autouse=True)
def _unpainted(monkeypatch: Patch) -> None:
    unpainted(monkeypatch)
    promised(monkeypatch, 7)


async def begin(people: People) -> tuple[Person, Person, Position]:
    """Begin a race of three; return the player to move, another player, and where they stand."""
    await people.begin(ANN, BEN, CY, kind="fellers")
    table = await people.app.services.turns.tables.at(await people.game())
    return *await people.seats(), table.at.state


def missing(s: Position) -> str:
    mine = [FIGURES[i] for i, owner in enumerate(s.owners) if owner == s.mover]
    cards = (f"{code}{n}" for code in mine for n in range(1, 6))
    return next(card for card in cards if card not in s.hands[s.mover])


@pytest.mark.slow
async def test_every_question_and_every_beginning_reads_the_same(people: People) -> None:
    mover, other, s = await begin(people)
    held, row = s.hands[s.mover][0], (await people.game()).n
    for text in (f"{missing(s)}?", f"can I play {held}", "j j j?", f"{held} .?"):
        answer = await people.say(mover, f"{TO_BOT}{text}")
        assert answer.text == "That was a question, so nothing was played in F1."
        assert answer.labels == [WHY]
    told = await people.press(mover, WHY, answer)
    assert told["ephemeral"]
    assert f"Send `{held}" in told.text
    assert (await people.game()).n == row
    answer = await people.say(mover, f"{TO_BOT}{line(s, Random(3))[0]}")
    assert answer.text == KEPT
    assert answer.labels == ["My Hand"]
    assert "It's your turn in F1." in (await people.press(mover, "My Hand", answer)).text
    theirs = (await people.press(other, "My Hand", answer)).text
    assert theirs.startswith("Your hand: ")
    assert f"It's {mover.name}'s turn." in theirs
    assert "Only players in F1" in (await people.press(DEE, "My Hand", answer)).text
    assert (await people.say(mover, TO_BOT)).text == KEPT
    assert not people.requests("/users/@me/channels")


@pytest.mark.slow
async def test_the_speaker_alone_is_told_why(people: People) -> None:
    mover, other, s = await begin(people)
    card, board = missing(s), await people.post()
    body = {"message": "Missing Permissions", "code": 50013}
    kept = PlannedFault("DELETE", r"/channels/\d+/messages/\d+$", 403, body, times=99)
    people.world.faults.append(kept)
    message = await people.of(mover).say("games", card, reply_to=board["id"])
    answer = await people.under(message["id"])
    assert answer.text == REFUSED
    assert f"you don't have {card}" in (await people.press(mover, WHY, answer)).text
    await people.of(mover).delete("games", message["id"])
    told = await people.press(mover, WHY, answer)
    assert told.text == (
        "I can't read that message any more. Open your hand and enter your turn there."
    )
    answer = await people.say(mover, f"{TO_BOT}{card}")
    assert answer.text == REFUSED
    for who in (other, DEE):
        told = await people.press(who, WHY, answer)
        assert told.text == "Only the person who sent that turn can see why it was rejected."
    before = people.seen()
    await people.restart()
    told = await people.press(mover, WHY, answer)
    assert told["ephemeral"]
    assert told.text.startswith(f"`{card}` isn't legal: you don't have {card}.")
    assert "You can play " in told.text
    assert people.seen() == before
    assert await draft_in(people.store, 1, s.mover) is None
    await people.play(" ".join(line(s, Random(1))))
    told = await people.press(mover, WHY, answer)
    assert told.text.startswith(f"It's been {(await people.mover()).name}'s turn in F1")
