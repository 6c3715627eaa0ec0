"""The first ten minutes of a newcomer who types only words that the bot has shown.

As on a real server, plain lines are not delivered.
"""

from __future__ import annotations

import re

import pytest

from tests.bot.discord.system import Json, System, buttons, replied_to
from tests.bot.discord.watching import until

KINDS = ("logger", "logjam", "fellers")
WORD = re.compile(r"\w+")


class Newcomer:
    """Ann, who has been shown nothing yet. shown: every word that she has seen."""

    def __init__(self, system: System, kind: str) -> None:
        self.system, self.kind = system, kind
        self.shown: set[str] = set()

    def sees(self, message: Json) -> Json:
        """Read a message: its words, its buttons, and its pictures' descriptions."""
        said = [message["content"], *(a.get("description") or "" for a in message["attachments"])]
        for part in buttons(message):
            said += [part.get("label") or part.get("placeholder") or ""]
            said += [f"{way['label']} {way.get('description')}" for way in part.get("options", ())]
        self.shown |= set(WORD.findall(" ".join(said).casefold()))
        return message

    async def board(self) -> Json:
        """The board that mentions them."""
        await until(self._called)
        await self.system.quiet()
        return self.sees(await self.system.post("games"))

    async def _called(self) -> bool:
        game = await self.system.game("games")
        return game.on_turn is not None and not game.sitters[game.on_turn].computer

    async def replies(self, line: str) -> Json:
        """The answers to a line that replies to the board: an answer, or the next board."""
        new = set(WORD.findall(line.casefold())) - self.shown
        assert not new, f"nobody has shown them {new}"
        board, row = await self.board(), await self.row()
        said = (await self.system.people["Ann"].say("games", line, reply_to=board["id"]))["id"]
        if under := await self.system.under(said, "games"):
            assert under.strip()
            answers = [m for m in self.system.seen("games") if replied_to(m) == said]
            return self.sees(answers[-1])
        assert await self.row() > row, f"{line!r} is met with silence"
        return await self.board()

    async def row(self) -> int:
        return (await self.system.game("games")).n

    async def presses(self, message: Json, label: str) -> Json:
        """The result of a button with that name."""
        (id_,) = (part["custom_id"] for part in buttons(message) if part.get("label") == label)
        pressed = await self.system.people["Ann"].press(message, id_)
        return self.sees(await self.system.answer("Ann", pressed))


@pytest.fixture(params=KINDS)
async def nia(discreet: System, request: pytest.FixtureRequest) -> Newcomer:
    """A player who has their first board."""
    person = Newcomer(discreet, request.param)
    begun = await discreet.slash(
        "Ann", "games", f"{request.param} practice", level="easy", thread=False
    )
    person.sees(begun)
    await person.board()
    return person


async def test_their_first_lines_are_answered(nia: Newcomer) -> None:
    """A plain line once, and every reply, whatever it copies from the screen."""
    system = nia.system
    stands = (await system.game("games")).stands
    await system.people["Ann"].say("games", "your turn")
    await until(
        lambda: [m for m in system.seen("games") if "can't see ordinary messages" in m["content"]]
    )
    board = await nia.board()
    labels = [part["label"] for part in buttons(board)]
    words = re.sub("[*`]|^-# |<[^>]*>", "", board["content"], flags=re.M).split("\n")
    for line in (*labels, *words[1:], "what do I do", "resign"):
        if line in ("what do I do", "resign"):
            nia.shown |= set(WORD.findall(line.casefold()))  # words that everyone knows
        if line and not line.startswith("Reply, for example"):
            await nia.replies(line)
    game = await system.game("games")
    assert (game.stands, game.status) == (stands, "playing"), "talk and questions play nothing"


async def test_their_first_turns_are_copied(nia: Newcomer) -> None:
    """A hint, and one of its turns; then the one that the next board suggests."""
    hint = await nia.presses(await nia.board(), "Hint")
    row = await nia.row()
    board = await nia.replies(_line(hint))
    assert await nia.row() > row
    assert "Next, try **Hint**" in board["content"]
    (word,) = re.findall(r"reply `(\w+)`", board["content"])
    told = await nia.replies(word)
    if word == "undo":
        assert "(turn" in told["content"], "it is their turn again"
        assert (await nia.replies(_line(hint)))["content"]
    else:
        assert "lesson 1 of 5" in (await nia.presses(told, "Lessons"))["content"]


def _line(hint: Json) -> str:
    """The first turn of a hint, word for word."""
    found = re.search(r"`([^`]+)`", hint["content"])
    assert found is not None
    return found[1]
