"""What somebody says, and how it has to come out whenever the bot dies on the way.

word  ── said once, by `speak`            ┐
SIGKILL somewhere                         ├ misled: told that it counts, but it does not
the bot again ── `again`, by who is not sure whether it counted; it counts once
"""

from __future__ import annotations

from pathlib import Path

from sandbox import World
from tests.bot.discord.camp import answers, camping, replied_to
from tests.bot.discord.watching import until
from tests.crash.stage import Stage, Template

TURN = "stay; plant n"
COUNTS = "turn in L1 counts"


class Scene:
    """A word, and what it does to a game. `given` is what is in the log before it."""

    def __init__(self) -> None:
        self.word = ""

    async def build(self, folder: Path) -> Template:
        """Ann and Ben stand on their corners; the first of them is on turn."""
        async with camping(folder) as camp:
            await camp.begin("Ann", "Ben")
            await camp.play("games", "a1", "e5")
            await camp.quiet()
            return Template(folder, await camp.mover("games"))

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.say(TURN)

    def done(self, stage: Stage) -> bool:
        """The word is in the store, and everything about it has been told."""
        return self.counted(stage) and stage.ledger.told

    def counted(self, stage: Stage) -> bool:
        return stage.ledger.lines[5:] != []

    def check_told(self, stage: Stage) -> None:
        """Nobody was told of a turn that is not in the log."""
        assert self.counted(stage) or stage.boards() == ["L1-3.png", "L1-4.png", "L1-5.png"]

    async def again(self, stage: Stage) -> None:
        """Discord delivers the very same message once more."""
        await stage.guest.act("again", message=self.word)

    def check_end(self, stage: Stage) -> None:
        """In the log once, every board posted once, buttons on the newest only."""
        texts = stage.ledger.lines
        assert ([text.split()[0] for text in texts[:2]], texts[3:5]) == (
            ["open", "join"],
            ["a1", "e5"],
        )
        assert len(texts) == 6
        assert texts[5].split()[-1].startswith("+")
        assert stage.ledger.draft == ""
        boards = ["L1-3.png", "L1-4.png", "L1-5.png", "L1-6.png"]
        assert stage.boards() == boards
        assert [m["attachments"][0]["filename"] for m in stage.with_buttons()] == boards[-1:]
        assert "Something broke" not in "".join(m["content"] for m in stage.seen())


class TypedLine(Scene):
    """A whole turn in a message that mentions the bot."""


class TypedDraft(Scene):
    """The beginning of a turn in a message that mentions the bot."""

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.say("stay")

    def done(self, stage: Stage) -> bool:
        return stage.ledger.draft != "" and self._answers(stage) > 0

    def check_told(self, stage: Stage) -> None:
        assert stage.ledger.draft != "" or self._answers(stage) == 0

    async def again(self, stage: Stage) -> None:
        """The same message once more, and then the rest of the turn."""
        kept, before = stage.ledger.draft, self._answers(stage)
        await super().again(stage)
        await stage.until(lambda: self._answers(stage) > before)
        assert stage.ledger.draft == (kept or stage.ledger.draft) != ""
        await stage.say("plant n")
        await stage.until(lambda: self.counted(stage))

    def _answers(self, stage: Stage) -> int:
        return sum(replied_to(m) == self.word and "Kept" in m["content"] for m in stage.seen())


class SlashLine(Scene):
    """The rest of a turn, whose beginning was kept, by a command."""

    async def build(self, folder: Path) -> Template:
        template = await super().build(folder)
        async with camping(folder) as camp:
            await camp.slash(template.who, "games", "logger turn", line="stay")
        return template

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.guest.slash("games", "logger turn", line="plant n")

    def done(self, stage: Stage) -> bool:
        state = stage.world.interactions[self.word].state
        return state == "done" and super().done(stage)

    def check_told(self, stage: Stage) -> None:
        super().check_told(stage)
        told = [m["content"] for m in stage.seen(stage.who) if answers(m, self.word)]
        assert self.counted(stage) or "counts" not in "".join(told)
        assert self.counted(stage) or stage.ledger.draft != ""

    async def again(self, stage: Stage) -> None:
        """He sees no answer and gives the command once more."""
        counted = self.counted(stage)
        await self.speak(stage)
        await stage.until(lambda: stage.world.interactions[self.word].state == "done")
        (told,) = [m["content"] for m in stage.seen(stage.who) if answers(m, self.word)]
        assert ("'s turn in L1" if counted else "counts") in told


class Confirmed(SlashLine):
    """A turn that was put together with buttons is confirmed."""

    async def build(self, folder: Path) -> Template:
        template = await Scene.build(self, folder)
        async with camping(folder) as camp:
            panel = await camp.slash(template.who, "games", "logger turn", line="stay")
            menu = panel["components"][0]["components"][0]
            asked = await camp.people[template.who].press(panel, menu["custom_id"], "+a2")
            await camp.people[template.who].outcome(asked)
            await until(lambda: _confirm(panel["id"], camp.world) != "")
        return template

    async def speak(self, stage: Stage) -> None:
        panel = next(m for m in stage.seen(stage.who) if _confirm(m["id"], stage.world))
        self.word = await stage.guest.press(panel, _confirm(panel["id"], stage.world))

    def done(self, stage: Stage) -> bool:
        return Scene.done(self, stage) and COUNTS in _told(stage)

    def check_told(self, stage: Stage) -> None:
        Scene.check_told(self, stage)
        assert self.counted(stage) or COUNTS not in _told(stage)
        assert self.counted(stage) or stage.ledger.draft != ""

    async def again(self, stage: Stage) -> None:
        """The button is still there: it is pressed again, and counts now or says that it did. Or
        it is gone, since he was told."""
        if COUNTS not in _told(stage):
            await self.speak(stage)
            await stage.until(lambda: COUNTS in _told(stage))


def _told(stage: Stage) -> str:
    """What the panel says now."""
    return str(stage.seen(stage.who)[-1]["content"])


def _confirm(message: str, world: World) -> str:
    """The id of the panel's button, "" when it is not there."""
    found = [there[message] for there in world.messages.values() if message in there]
    pressed = [c for m in found for row in m.components for c in row["components"]]
    return "".join(c["custom_id"] for c in pressed if c.get("label") == "Confirm Turn")


class LastJoin(SlashLine):
    """The last seat of a lobby is taken, which starts the game."""

    async def build(self, folder: Path) -> Template:
        async with camping(folder) as camp:
            await camp.slash("Ann", "games", "logger start", players=2)
            await camp.quiet()
        return Template(folder, "Ben")

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.guest.slash("games", "logger join")

    def counted(self, stage: Stage) -> bool:
        return stage.ledger.lines[1:] != []

    def check_told(self, stage: Stage) -> None:
        told = [m["content"] for m in stage.seen("Ben") if answers(m, self.word)]
        assert self.counted(stage) or "You are in" not in "".join(told)
        assert self.counted(stage) or stage.boards() == []

    async def again(self, stage: Stage) -> None:
        await self.speak(stage)
        await stage.until(lambda: stage.world.interactions[self.word].state == "done")
        (told,) = [m["content"] for m in stage.seen("Ben") if answers(m, self.word)]
        assert "You are in L1" in told

    def check_end(self, stage: Stage) -> None:
        opened, joined, start = stage.ledger.lines
        assert [line.split()[0] for line in (opened, joined, start)] == ["open", "join", "start"]
        assert stage.boards() == ["L1-3.png"]
        card, board = stage.seen()
        assert "It has begun" in card["content"]
        assert [m["id"] for m in stage.with_buttons()] == [board["id"]]


class NewLobby(SlashLine):
    """A lobby is opened."""

    async def build(self, folder: Path) -> Template:
        async with camping(folder):
            return Template(folder, "Ann")

    async def speak(self, stage: Stage) -> None:
        self.word = await stage.guest.slash("games", "logger start", players=2)

    def counted(self, stage: Stage) -> bool:
        return stage.ledger.lines != []

    def check_told(self, stage: Stage) -> None:
        assert self.counted(stage) or stage.seen() == []

    async def again(self, stage: Stage) -> None:
        counted = self.counted(stage)
        await self.speak(stage)
        await stage.until(lambda: stage.world.interactions[self.word].state == "done")
        (told,) = [m["content"] for m in stage.seen("Ann") if answers(m, self.word)]
        assert ("No second game was opened" if counted else "L1 is open") in told

    def check_end(self, stage: Stage) -> None:
        assert stage.ledger.lines == ["open"]
        (card,) = stage.seen()
        assert "is looking for" in card["content"]


SCENES = (TypedLine, TypedDraft, SlashLine, Confirmed, LastJoin, NewLobby)
