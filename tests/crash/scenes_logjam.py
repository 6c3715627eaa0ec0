"""Words in a game of Logjam, where a turn waits before chance answers it with one roll.

open · join · start · the set-up and a roll │ . · a roll       rows of the log
given ─────────────────────────────────────┘     └ by the clock, or by Roll Now
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.system import System, button, running_system
from tests.crash.scenes import Scene, SlashLine
from tests.crash.trial import Template, Trial

REST = "."  # a whole turn: nothing is done
COUNTS = "Turn played in J1"
GOES_ON = "The die has been rolled, so the turn in J1 is final"
SOON = 1.0  # seconds: the post that says that a turn waits is sent by then, and noted
LATER = 1e7  # seconds until chance answers, in scenes that must end before


async def jammed(system: System) -> str:
    """Ann and Ben play; return who is to move."""
    await system.slash("Ann", "games", "logjam start", players=2)
    await system.slash("Ben", "games", "games join")
    await system.quiet()
    return await system.mover("games")


class JamLine(Scene):
    """A whole turn in a message that mentions the bot, answered by the clock with a roll."""

    rolled = ""  # as it stood in the log when it was there first

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            return Template(folder, await jammed(system), grace=SOON)

    async def speak(self, trial: Trial) -> None:
        self.word = await trial.say(REST)

    def done(self, trial: Trial) -> bool:
        return super().done(trial) and len(trial.boards()) == 2 and COUNTS not in _said(trial)

    def counted(self, trial: Trial) -> bool:
        """With the answer of chance, which follows automatically."""
        return len(_played(trial)) > 1

    def check_told(self, trial: Trial) -> None:
        """No post shows a turn or a roll that isn't in the log, and no roll changes."""
        played = _played(trial)
        assert played or COUNTS not in _said(trial)
        assert len(played) > 1 or len(trial.boards()) == 1
        assert self.rolled in ("", *played[1:])
        self.rolled = "".join(played[1:])

    def check_end(self, trial: Trial) -> None:
        """One turn, one roll after it, one post that calls the next player with that roll; the post
        about the waiting turn is gone."""
        self.check_told(trial)
        _, roll = _played(trial)
        assert roll in "123456"
        assert len(trial.boards()) == len(set(trial.boards())) == 2
        called = [m for m in trial.seen() if m["attachments"]][-1]
        assert f"You rolled **{roll}**." in called["content"]
        boards = trial.with_buttons()
        assert [m["attachments"][0]["filename"] for m in boards] == trial.boards()[-1:]
        assert "Something went wrong" not in _said(trial)


class JamWaits(SlashLine):
    """A whole turn by a command, which waits: chance says nothing, whatever dies."""

    posts = False

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            return Template(folder, await jammed(system), grace=LATER)

    async def speak(self, trial: Trial) -> None:
        self.word = await trial.guest.slash("games", "logjam turn", move=REST)

    def counted(self, trial: Trial) -> bool:
        return _played(trial) != []

    def check_told(self, trial: Trial) -> None:
        assert self.counted(trial) or COUNTS not in _told(trial)
        assert len(trial.boards()) == 1

    async def again(self, trial: Trial) -> None:
        """He sees no answer and gives the command once more."""
        counted = self.counted(trial)
        await self.speak(trial)
        await trial.until(lambda: trial.world.interactions[self.word].state == "done")
        now = str(trial.seen(trial.who)[-1]["content"])
        assert ("It's nobody's turn in J1 yet" if counted else COUNTS) in now

    def check_end(self, trial: Trial) -> None:
        assert _played(trial) == [REST]
        assert len(trial.boards()) == 1


class GoOnNow(JamLine):
    """The player who made the waiting turn ends the wait."""

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            who = await jammed(system)
            system.ahead = LATER
            await system.slash(who, "games", "logjam turn", move=REST)
            return Template(folder, who)

    async def speak(self, trial: Trial) -> None:
        for answer in [m for m in trial.seen(trial.who) if COUNTS in m["content"]]:
            self.word = await trial.guest.press(answer, button(answer, "Roll Now"))

    def done(self, trial: Trial) -> bool:
        return Scene.done(self, trial) and len(trial.boards()) == 2 and GOES_ON in _told(trial)

    def check_told(self, trial: Trial) -> None:
        super().check_told(trial)
        assert self.counted(trial) or GOES_ON not in _told(trial)

    async def again(self, trial: Trial) -> None:
        """Press once more if the button is still there; the answer is the same as before."""
        await self.speak(trial)
        await trial.until(lambda: GOES_ON in _told(trial))


def _played(trial: Trial) -> list[str]:
    """The rows of the log from the turn on."""
    lines = trial.ledger.lines
    return lines[lines.index(REST) :] if REST in lines else []


def _said(trial: Trial) -> str:
    """Everything that everybody can read."""
    return "\n".join(m["content"] for m in trial.seen())


def _told(trial: Trial) -> str:
    """Everything that only the player can read."""
    return "\n".join(m["content"] for m in trial.seen(trial.who))


JAMS = (JamLine, JamWaits, GoOnNow)
