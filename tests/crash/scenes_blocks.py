"""What happens when somebody is barred from a server's tables while they sit in a lobby.

/games-admin ban ── banned, with a line of the log ── they have left the lobby, and its card says so
"""

from __future__ import annotations

from pathlib import Path

from tests.bot.discord.system import running_system
from tests.crash.scenes_mended import HOST, LOG, InALobby, log_of
from tests.crash.trial import Template, Trial

WHO = "Ben"


class Barred(InALobby):
    """Cy, who manages the server, bars Ben, who sits in Ann's lobby."""

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            await self.set_up(system)
            await system.may(HOST, "MANAGE_GUILD")
            guild, log = int(system.world.guild_id), str(system.id(LOG))
            await system.store.set_server(guild, {"log": log})
            await system.quiet()
        return Template(folder, HOST)

    async def speak(self, trial: Trial) -> None:
        whom = next(each for each in trial.world.people.values() if each.global_name == WHO)
        said = f"<@{whom.id}>"
        self.word = await trial.guest.slash("games", "games-admin ban", player=said)

    def done(self, trial: Trial) -> bool:
        return self.counted(trial) and trial.ledger.told and _answered(trial)

    def counted(self, trial: Trial) -> bool:
        return trial.ledger.barred == 1

    def check_told(self, trial: Trial) -> None:
        """Nobody is told of what is not so, and the log says nothing twice."""
        assert len(log_of(trial)) <= self.counted(trial)
        assert self.counted(trial) or not _answered(trial)
        assert self.counted(trial) or "quit" not in trial.ledger.lines

    async def again(self, trial: Trial) -> None:
        """Said once more where no answer came: what is done already is not done twice."""
        while not _answered(trial):  # a bot that is starting may answer too late
            await self.speak(trial)
            if await trial.outcome(self.word) == "done":
                await trial.until(lambda: _answered(trial))

    def check_end(self, trial: Trial) -> None:
        """Barred once, told once in the log, and gone from the lobby."""
        assert self.counted(trial)
        assert trial.ledger.lines.count("quit") == 1
        assert len(log_of(trial)) == 1
        assert "Something went wrong" not in "".join(m["content"] for m in trial.seen())


def _answered(trial: Trial) -> bool:
    return any("banned from games" in m["content"] for m in trial.seen(HOST))


BARRED = (Barred,)
