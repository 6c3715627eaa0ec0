"""What somebody says, and how it must end whenever the bot dies on the way.

word  ── said once, by `speak`            ┐
SIGKILL somewhere                         ├ misled: the bot says that it counts, wrongly
the bot again ── `again`, by people who aren't sure whether it counted; it counts once
"""

from __future__ import annotations

from pathlib import Path

from tests.acting import ANN, BEN
from tests.bot.discord.people import at_discord
from tests.crash.trial import Template, Trial

COUNTS = "Turn played in L1"
REST = "."  # a whole turn of Logjam: nothing is done
WAITS = "Turn played in J1"
SOON = 1.0  # seconds: the post that says that a turn waits is sent by then, and noted


class SlashLine:
    """The rest of a turn by a command; the draft has its beginning."""

    word = ""

    async def build(self, folder: Path) -> Template:
        """Ann and Ben stand on their corners; the first of them is to move."""
        async with at_discord(folder) as people:
            await people.begin(ANN, BEN)
            await people.play("a1", "e5")
            await people.quiet()
            mover = await people.mover()
            await people.command(mover, "logger turn", move="stay")
            return Template(folder, mover.name)

    async def speak(self, trial: Trial) -> None:
        self.word = await trial.guest.slash("games", "logger turn", move="plant n")

    def done(self, trial: Trial) -> bool:
        """The word is in the store, and everything about it is posted."""
        state = trial.world.interactions[self.word].state
        return state == "done" and self.counted(trial) and trial.told

    def counted(self, trial: Trial) -> bool:
        return trial.lines[5:] != []

    def check_told(self, trial: Trial) -> None:
        """Nothing tells of a turn that isn't in the log, and until then the draft is there."""
        told = [m["content"] for m in trial.seen(trial.who) if m.answers(self.word)]
        if not self.counted(trial):
            assert trial.boards() == ["1", "2", "L1-5.png"]
            assert COUNTS not in "".join(told)
            assert trial.draft != ""

    async def again(self, trial: Trial) -> None:
        """He sees no answer and gives the command once more."""
        counted = self.counted(trial)
        await self.speak(trial)
        await trial.until(lambda: trial.world.interactions[self.word].state == "done")
        (told,) = [m["content"] for m in trial.seen(trial.who) if m.answers(self.word)]
        assert ("'s turn in L1" if counted else COUNTS) in told

    def check_end(self, trial: Trial) -> None:
        """In the log once, every board posted once, the newest a board, the others lines."""
        texts = trial.lines
        assert [text.split()[0] for text in texts[:2]] == ["open", "join"]
        assert texts[3:5] == ["a1", "e5"]
        assert len(texts) == 6
        assert texts[5].split()[-1].startswith("+")
        assert trial.draft == ""
        boards = ["1", "2", "3", "L1-6.png"]
        assert trial.boards() == boards
        assert [m["attachments"][0]["filename"] for m in trial.with_buttons()] == boards[-1:]
        assert "Something went wrong" not in _said(trial)


class JamLine:
    """A whole turn of Logjam in a message: chance answers it with a roll after a while."""

    word = ""
    rolled = ""  # as it stood in the log when it was there first

    async def build(self, folder: Path) -> Template:
        async with at_discord(folder) as people:
            await people.command(ANN, "logjam start", players=2)
            await people.command(BEN, "games join")
            await people.quiet()
            return Template(folder, (await people.mover()).name, grace=SOON)

    async def speak(self, trial: Trial) -> None:
        self.word = await trial.say(REST)

    def done(self, trial: Trial) -> bool:
        told = self.counted(trial) and trial.told
        return told and len(trial.boards()) == 2 and WAITS not in _said(trial)

    def counted(self, trial: Trial) -> bool:
        """With the answer of chance, which follows automatically."""
        return len(_played(trial)) > 1

    def check_told(self, trial: Trial) -> None:
        """No post shows a turn or a roll that isn't in the log, and no roll changes."""
        played = _played(trial)
        assert played or WAITS not in _said(trial)
        assert len(played) > 1 or len(trial.boards()) == 1
        assert self.rolled in ("", *played[1:])
        self.rolled = "".join(played[1:])

    async def again(self, trial: Trial) -> None:
        """Discord delivers the same message once more."""
        await trial.guest.act("again", message=self.word)

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


Scene = SlashLine | JamLine


def _played(trial: Trial) -> list[str]:
    lines = trial.lines
    return lines[lines.index(REST) :] if REST in lines else []


def _said(trial: Trial) -> str:
    return "\n".join(m["content"] for m in trial.seen())
