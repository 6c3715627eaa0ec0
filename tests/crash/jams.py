"""Words in a game of Logjam, where a turn waits before chance answers it with one roll.

open · join · start · the set-up and a roll │ . · a roll       rows of the log
given ─────────────────────────────────────┘     └ by the clock, or by Go On Now
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.camp import Camp, button, camping
from tests.crash.scenes import Scene, SlashLine
from tests.crash.stage import Stage, Template

REST = "."  # a whole turn: nothing is done
COUNTS = "turn in J1 counts"
GOES_ON = "goes on: the die has been rolled"
LATER = 1e7  # seconds until chance speaks by itself where a scene is to be without it


async def jammed(camp: Camp) -> str:
    """Ann and Ben play; who is on turn."""
    await camp.slash("Ann", "games", "logjam start", players=2)
    await camp.slash("Ben", "games", "logjam join")
    await camp.quiet()
    return await camp.mover("games")


class JamLine(Scene):
    """A whole turn in a message that mentions the bot, answered by the clock with a roll."""

    rolled = ""  # as it stood in the log when it was there first

    async def build(self, folder: Path) -> Template:
        async with camping(folder) as camp:
            return Template(folder, await jammed(camp), grace=0.0)

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.say(REST)

    def done(self, stage: Stage) -> bool:
        return super().done(stage) and len(stage.boards()) == 2 and COUNTS in _said(stage)

    def counted(self, stage: Stage) -> bool:
        """With what chance answers, which comes after it by itself."""
        return len(_played(stage)) > 1

    def check_told(self, stage: Stage) -> None:
        """Nobody was told of a turn or a roll that is not in the log, and no roll changes."""
        played = _played(stage)
        assert played or COUNTS not in _said(stage)
        assert len(played) > 1 or len(stage.boards()) == 1
        assert self.rolled in ("", *played[1:])
        self.rolled = "".join(played[1:])

    def check_end(self, stage: Stage) -> None:
        """One turn, one roll after it, one post that calls the next player with that roll."""
        self.check_told(stage)
        _, roll = _played(stage)
        assert roll in "123456"
        assert len(stage.boards()) == len(set(stage.boards())) == 2
        called = [m for m in stage.seen() if m["attachments"]][-1]
        assert f"You rolled **{roll}**." in called["content"]
        boards = [m for m in stage.with_buttons() if m["attachments"]]
        assert [m["attachments"][0]["filename"] for m in boards] == stage.boards()[-1:]
        assert "Something broke" not in _said(stage)


class JamWaits(SlashLine):
    """A whole turn by a command, which waits: chance says nothing, whoever dies and lives."""

    async def build(self, folder: Path) -> Template:
        async with camping(folder) as camp:
            return Template(folder, await jammed(camp), grace=LATER)

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.guest.slash("games", "logjam turn", line=REST)

    def counted(self, stage: Stage) -> bool:
        return _played(stage) != []

    def check_told(self, stage: Stage) -> None:
        assert self.counted(stage) or COUNTS not in _told(stage)
        assert len(stage.boards()) == 1

    async def again(self, stage: Stage) -> None:
        """He sees no answer and gives the command once more."""
        counted = self.counted(stage)
        await self.speak(stage)
        await stage.until(lambda: stage.world.interactions[self.word].state == "done")
        now = str(stage.seen(stage.who)[-1]["content"])
        assert ("it is nobody's turn in J1 yet" if counted else COUNTS) in now

    def check_end(self, stage: Stage) -> None:
        assert _played(stage) == [REST]
        assert len(stage.boards()) == 1


class GoOnNow(JamLine):
    """Who made the turn that waits ends the wait."""

    async def build(self, folder: Path) -> Template:
        async with camping(folder) as camp:
            who = await jammed(camp)
            camp.ahead = LATER
            await camp.slash(who, "games", "logjam turn", line=REST)
            return Template(folder, who)

    async def speak(self, stage: Stage) -> None:
        (answer,) = [m for m in stage.seen(stage.who) if COUNTS in m["content"]]
        self.word = await stage.guest.press(answer, button(answer, "Go On Now"))

    def done(self, stage: Stage) -> bool:
        return Scene.done(self, stage) and len(stage.boards()) == 2 and GOES_ON in _told(stage)

    def check_told(self, stage: Stage) -> None:
        super().check_told(stage)
        assert self.counted(stage) or GOES_ON not in _told(stage)

    async def again(self, stage: Stage) -> None:
        """He presses once more, and is told the same whether chance has spoken or not."""
        before = _told(stage).count(GOES_ON)
        await self.speak(stage)
        await stage.until(lambda: _told(stage).count(GOES_ON) > before)


def _played(stage: Stage) -> list[str]:
    """The rows of the log from the turn on."""
    lines = stage.ledger.lines
    return lines[lines.index(REST) :] if REST in lines else []


def _said(stage: Stage) -> str:
    """All that everybody can read."""
    return "\n".join(m["content"] for m in stage.seen())


def _told(stage: Stage) -> str:
    """All that the player alone can read."""
    return "\n".join(m["content"] for m in stage.seen(stage.who))


JAMS = (JamLine, JamWaits, GoOnNow)
