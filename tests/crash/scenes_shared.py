"""What happens when somebody shows a board of before to everybody.

Share is pressed ── a row of the outbox, and no row of the game ── the board is there, once
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.system import Json, button, running_system
from tests.crash.scenes import Scene
from tests.crash.trial import Template, Trial

BY = "Shared by"
STANDS = ["1", "2", "L1-5.png"]  # the game's own boards


class Shared(Scene):
    """Whoever is on turn has opened the replay, and presses Share at its first board."""

    async def build(self, folder: Path) -> Template:
        template = await super().build(folder)
        async with running_system(folder) as system:
            page = await system.slash(template.who, "games", "games review replay", game="L1")
            assert button(page, "Share")
        return template

    async def speak(self, trial: Trial) -> None:
        (page,) = [m for m in trial.seen(trial.who) if "Share" in str(m["components"])]
        self.word = await trial.guest.press(page, button(page, "Share"))

    def done(self, trial: Trial) -> bool:
        state = trial.world.interactions[self.word].state
        return state == "done" and super().done(trial)

    def counted(self, trial: Trial) -> bool:
        return trial.ledger.shared > 0

    def check_told(self, trial: Trial) -> None:
        """Nobody is shown, or told of, what is not written down; nobody is shown it twice."""
        told = [m["content"] for m in trial.seen(trial.who)]
        assert self.counted(trial) or not any("Shared." in text for text in told)
        assert len(_shared(trial)) <= trial.ledger.shared

    async def again(self, trial: Trial) -> None:
        """Pressed once more, as no answer came: it is there once, and the answer says so."""
        counted, state = self.counted(trial), ""
        while state != "done":  # a bot that is starting may answer too late
            await self.speak(trial)
            state = await trial.outcome(self.word)
        told = trial.seen(trial.who)[-1]["content"]
        assert counted or "Shared." in told or "already shared this board" in told
        assert not counted or "already shared this board" in told or "in a moment" in told

    def check_end(self, trial: Trial) -> None:
        """One board, of the time when nobody had a corner; the game is as it was."""
        assert (len(trial.ledger.lines), trial.ledger.shared) == (5, 1)
        assert trial.boards() == [*STANDS, "L1-3-shared.png"]
        assert len(_shared(trial)) == 1
        assert "Something went wrong" not in "".join(m["content"] for m in trial.seen())


def _shared(trial: Trial) -> list[Json]:
    return [m for m in trial.seen() if BY in m["content"]]


SHARES = (Shared,)
