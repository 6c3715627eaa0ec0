"""What happens at a table of one person and a computer: a turn is said, and the computer replies.

a turn is said ── its row; no board, as it is the computer's turn
it has thought ── its row, and one board for both
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.system import running_system
from tests.bot.discord.test_practice import turn_of
from tests.bot.minds import LeastMind
from tests.crash.scenes import Scene
from tests.crash.trial import Template, Trial

CORNER = "e5"  # which a computer that plays what changes least does not take


class Replied(Scene):
    """Ann takes her corner, and the computer's turn comes."""

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            system.mind.turn = LeastMind().turn  # type: ignore[method-assign]
            await system.slash("Ann", "games", "logger practice", level="easy", thread=False)
            await turn_of(system, "Ann")
            await system.quiet()
            return Template(folder, "Ann")

    async def speak(self, trial: Trial) -> None:
        self.word = await trial.say(f"take corner {CORNER}")

    def counted(self, trial: Trial) -> bool:
        """Also what the computer has replied."""
        rows = trial.ledger.lines
        return CORNER in rows and len(rows) > rows.index(CORNER) + 1

    def check_told(self, trial: Trial) -> None:
        """No board is there before the reply is."""
        assert self.counted(trial) or len(trial.boards()) == 1

    def check_end(self, trial: Trial) -> None:
        """Each turn once, one board for both, and the call of whoever is on turn again."""
        rows, boards = trial.ledger.lines, trial.boards()
        assert rows.count(CORNER) == 1
        assert len(rows) == rows.index(CORNER) + 2
        assert len(boards) == 2
        assert boards[-1] == f"L1-{len(rows)}.png"
        (call,) = trial.with_buttons()
        assert f"<@{trial.guest.id}>" in call["content"]
        assert "Something went wrong" not in "".join(m["content"] for m in trial.seen())


PRACTICE = (Replied,)
