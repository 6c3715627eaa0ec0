"""What happens when somebody who manages the server sets something for its games.

A button of the panel ── set, with a line of the log, or neither ── the line is there, once
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.system import Json, System, button, buttons, running_system
from tests.crash.scenes import Scene
from tests.crash.trial import Template, Trial

DEED = "changed the game settings here"
LABEL = "Allow This Channel"


class Deed(Scene):
    """Ann, whose server it is, presses Allow This Channel; the log is in #games."""

    async def build(self, folder: Path) -> Template:
        template = await super().build(folder)
        async with running_system(folder) as system:
            guild, place = int(system.world.guild_id), system.id("games")
            await system.store.set_server(guild, {"log": place})
            await self.panel(system)
        return Template(folder, "Ann", template.grace, template.at)

    async def panel(self, system: System) -> None:
        front = await system.slash("Ann", "games", "games-admin setup")
        assert button(await system.press("Ann", front, "Where"), LABEL)

    async def speak(self, trial: Trial) -> None:
        (panel,) = _panels(trial)
        self.word = await trial.guest.press(panel, button(panel, LABEL))

    def done(self, trial: Trial) -> bool:
        state = trial.world.interactions[self.word].state
        return state == "done" and self.counted(trial) and trial.ledger.told

    def counted(self, trial: Trial) -> bool:
        return "channels" in trial.ledger.settings

    def check_told(self, trial: Trial) -> None:
        """Neither the log nor the panel says what is not so, and the log says nothing twice."""
        lines = [m for m in trial.seen() if DEED in m["content"]]
        assert len(lines) <= self.counted(trial)
        panels = [m for m in trial.seen(trial.who) if "Block This Channel" in str(m["components"])]
        assert self.counted(trial) or not panels

    async def again(self, trial: Trial) -> None:
        """Pressed once more where the panel says that nothing has come of it: that is no second
        deed."""
        while _panels(trial):
            await self.speak(trial)
            if await trial.outcome(self.word) == "done":  # a bot that is starting may be too late
                await trial.until(lambda: not _panels(trial))

    def check_end(self, trial: Trial) -> None:
        """Set once, told once; the game is as it was."""
        place = trial.guest.place("games")
        assert trial.ledger.settings == {"log": place, "channels": place}
        assert len([m for m in trial.seen() if DEED in m["content"]]) == 1
        assert (len(trial.ledger.lines), trial.boards()) == (5, ["1", "2", "L1-5.png"])
        assert "Something went wrong" not in "".join(m["content"] for m in trial.seen())


def _panels(trial: Trial) -> list[Json]:
    """Those of Ann on which it can still be pressed."""
    mine = trial.seen(trial.who)
    return [m for m in mine if any(each.get("label") == LABEL for each in buttons(m))]


DEEDS = (Deed,)
