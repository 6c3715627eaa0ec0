"""What happens when somebody who manages the server mends a table: each measure, pressed once.

Confirm is pressed ── its rows, in one commit ── a line or a board at the table, a line in the log
"""

from __future__ import annotations

from pathlib import Path

from sandbox.model import BOT_ID
from tests.bot.discord.system import Json, System, button, running_system
from tests.crash.scenes import Scene
from tests.crash.trial import Template, Trial

HOST, DO_IT = "Cy", "Confirm"
LOG = "lounge"
START: Json = {"players": 2, "clock": "brisk", "rated": "no"}


class Mended(Scene):
    """A measure at a table of two, who stand on their corners. picked: in the menus; rows: what
    the log has of it; place: where the table is, which is mended from #games."""

    place = "games"
    picked: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    async def build(self, folder: Path) -> Template:
        async with running_system(folder) as system:
            await self.set_up(system)
            await system.may(HOST, "MANAGE_GUILD")
            guild, log = int(system.world.guild_id), str(system.id(LOG))
            await system.store.set_server(guild, {"log": log})
            panel = await system.slash(HOST, "games", "games-admin manage", game="L1")
            for choice in self.picked:
                menu = panel["components"][0]["components"][0]["custom_id"]
                pressed = await system.people[HOST].press(panel, menu, choice)
                panel = await system.answer(HOST, pressed)
            await system.quiet()
        return Template(folder, HOST)

    async def set_up(self, system: System) -> None:
        await system.slash("Ann", self.place, "logger start", **START)
        await system.slash("Ben", self.place, "games join")
        await system.play(self.place, "a1", "e5")
        await system.quiet()

    async def speak(self, trial: Trial) -> None:
        panel = next(m for m in trial.seen(HOST) if DO_IT in str(m["components"]))
        self.word = await trial.guest.press(panel, button(panel, DO_IT))

    def done(self, trial: Trial) -> bool:
        return super().done(trial) and _answered(trial)

    def counted(self, trial: Trial) -> bool:
        return any(line.startswith("moderator") for line in trial.ledger.lines)

    def check_told(self, trial: Trial) -> None:
        """Nobody is told of what is not in the log, and nothing twice."""
        counted = self.counted(trial)
        assert counted or not _answered(trial)
        assert counted or "oderator" not in "".join(m["content"] for m in trial.seen())
        assert len(log_of(trial)) <= counted

    async def again(self, trial: Trial) -> None:
        """Pressed once more where no answer came: it is done once, and the answer says so."""
        while not _answered(trial):  # a bot that is starting may answer too late
            await self.speak(trial)
            if await trial.outcome(self.word) == "done":
                await trial.until(lambda: _answered(trial))

    def check_end(self, trial: Trial) -> None:
        """Its rows once, in their order, one line in the log, and no board twice."""
        lines = trial.ledger.lines
        first = next(n for n, line in enumerate(lines) if line.startswith("moderator"))
        heads = [" ".join(line.split()[:2]) for line in lines[first:]]
        assert heads[: len(self.rows)] == [*self.rows]
        assert sum(head.startswith("moderator") for head in heads) == 1
        assert len(log_of(trial)) == 1
        boards = trial.boards()
        assert len(boards) == len(set(boards))
        assert "Something went wrong" not in "".join(m["content"] for m in trial.seen())


class InALobby(Mended):
    """At a table that has not begun."""

    async def set_up(self, system: System) -> None:
        await system.slash("Ann", "games", "logger start", **{**START, "players": 3})
        await system.slash("Ben", "games", "games join")
        await system.quiet()


class Ended(Mended):
    picked, rows = ("end",), ("moderator end", "cancel")


class Paused(Mended):
    picked, rows = ("pause",), ("moderator pause",)


class Given(Mended):
    picked, rows = ("time-1",), ("moderator time",)


class Skipped(Mended):
    picked, rows = ("skip-0",), ("moderator skip", "timeout 0")


class Offered(Mended):
    picked, rows = ("replace-1",), ("moderator replace", "offer 1")


class Seated(Mended):
    """A computer plays on at once."""

    picked, rows = ("computer-0",), ("moderator computer", "offer 0", "takeover 0")


class SetBack(Mended):
    """To the second corner."""

    picked, rows = ("undo", "undo-4"), ("moderator undo", "undo 4")


class Removed(InALobby):
    picked, rows = ("remove-1",), ("moderator remove", "quit")


class Moved(Mended):
    """It goes on in #games."""

    place, picked, rows = "more-games", ("move",), ("moderator move",)


def _answered(trial: Trial) -> bool:
    return any(
        m["content"].startswith("Done. I've notified the players of L1") for m in trial.seen(HOST)
    )


def log_of(trial: Trial) -> list[str]:
    """The lines of the server's log."""
    place = trial.guest.place(LOG)
    told = trial.world.messages[place].values()
    return [m.content for m in told if m.author == BOT_ID and m.only is None]


MENDED = (Ended, Paused, Given, Skipped, Offered, Seated, SetBack, Removed, Moved)
