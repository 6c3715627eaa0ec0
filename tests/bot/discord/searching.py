"""Whole races in the whole system, with everything that the bot sends searched after each turn.

Racers   players who say turns through every door, and ask for secrets
Search   requests, log lines of all levels and metrics since the last look
"""

import hashlib
import io
import logging
from random import Random
from types import SimpleNamespace
from typing import Any

from PIL import Image
from prometheus_client.exposition import generate_latest

import renderer
from bot import metrics
from bot.messages import layouts
from bot.ops.logs import OURS, JsonLines
from renderer import Hosted, Labels, Picture, alt
from rules import GAMES
from rules.fellers.position import Position
from rules.game import Step
from rules.play import Seen
from rules.voice import Voice
from sandbox.model import BOT_ID
from tests.bot.core import Patch
from tests.bot.discord import racing
from tests.bot.discord.system import Json, System, buttons, replied_to
from tests.bot.leaks import Payload, leaks_of_a_game, secrets_of, sent
from tests.rules.races import DOWNSTREAM

RULES = GAMES["fellers"].game
DOORS = ("slash", "reply", "mention", "plain", "halves", "panel")


def promised(monkeypatch: Patch, seed: int) -> None:
    """Every run plays one game: its seed is known, and people and posts add nothing to chance."""

    def token_bytes(length: int) -> bytes:
        return hashlib.sha256(b"%d" % seed).digest()[:length]

    monkeypatch.setattr("bot.features.lobbies.secrets", SimpleNamespace(token_bytes=token_bytes))
    monkeypatch.setattr("rules.dice.Chance.after", lambda chance, post: chance.key)
    for user in ("bot.table.table", "bot.table.verify"):
        monkeypatch.setattr(f"{user}.chance_key", lambda seed, contributions: seed)


def png() -> bytes:
    """A small picture that is one."""
    made = io.BytesIO()
    Image.new("L", (8, 6)).save(made, "PNG")
    return made.getvalue()


def unpainted(monkeypatch: Patch) -> None:
    """Small pictures with their true alt texts: the pixels are searched elsewhere."""
    pixels = png()

    def draw(what: Hosted, seen: Seen[Any], labels: Labels, voice: Voice) -> Picture:
        return Picture(pixels, alt.text(what.kind, seen, labels.with_voice(voice)))

    def draw_hand(what: Hosted, seen: Seen[Any], labels: Labels, voice: Voice) -> Picture:
        return Picture(pixels, voice.say(what.kind.texts.hand(seen.state, seen.seat or 0)))

    monkeypatch.setattr(layouts, "draw", draw)
    monkeypatch.setattr(renderer, "draw_hand", draw_hand)


class Lines(logging.Handler):
    """Log lines as they would be written, of our own packages at every level."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.said: list[str] = []

    def begin(self) -> None:
        """Listen, to debug lines too."""
        logging.getLogger().addHandler(self)
        for ours in OURS:
            logging.getLogger(ours).setLevel(logging.DEBUG)

    def end(self) -> None:
        logging.getLogger().removeHandler(self)
        for ours in OURS:
            logging.getLogger(ours).setLevel(logging.NOTSET)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.INFO or record.name.split(".")[0] in OURS:
            self.said.append(self.format(record))


class Search:
    """Searches new exchanges; remembers the race before them."""

    def __init__(self, system: System, place: str = "games") -> None:
        self.system, self.place, self.exchanges = system, place, 0
        self.before: Position | None = None
        self.lines, self.looked_at = Lines(), 0
        self.lines.begin()

    def end(self) -> None:
        self.lines.end()

    async def look(self) -> list[str]:
        """All leaks since the last look."""
        await self.system.quiet()
        game = await self.system.game(self.place)
        now: Position = (await self.system.app.services.turns.tables.at(game)).at.state
        rows = await self.system.store.log(game.id)
        hidden = secrets_of(game, rows, (self.before or now, now))
        self.before = now
        tables = self.system.app.services.turns.tables
        return await leaks_of_a_game(tables, game, rows, self._new(), hidden)

    def _new(self) -> list[Payload]:
        world = self.system.world
        kept = world.exchanges or []
        found = [*sent(world, kept[self.exchanges :])]
        self.exchanges = len(kept)
        found += [Payload(None, line, "the log") for line in self.lines.said]
        self.lines.said.clear()
        found.append(Payload(None, generate_latest(metrics.REGISTRY).decode(), "the metrics"))
        self.looked_at += len(found)
        return found


def line(s: Position, chance: Random) -> list[str]:
    """A whole turn in notation, mostly downstream."""
    seat, said = RULES.actor(s), list[str]()
    while RULES.actor(s) == seat:
        step = _choice(RULES.legal(s), chance)
        said.append(str(step))
        s, _ = RULES.apply(s, step)
    return said


def _choice(steps: list[Step], chance: Random) -> Step:
    onward = [step for step in steps if str(step) in DOWNSTREAM]
    return chance.choice(onward if onward and chance.random() < 0.9 else steps)


class Racers:
    """People at a race. Nosy doesn't play."""

    def __init__(self, system: System, chance: Random, place: str = "games") -> None:
        self.system, self.chance, self.place = system, chance, place
        self.nosy = "Nosy"

    async def begin(self, *names: str, **options: Any) -> None:
        for name in (*names, self.nosy):
            if name not in self.system.people:
                await self.system.newcomer(name)
        first, *others = names
        await self.system.slash(first, "games", "fellers start", players=len(names), **options)
        await self.system.quiet()
        card = next(m for m in self.system.seen("games") if "is looking for" in m["content"])
        for name in others:
            await self.system.press(name, card, "Join")
        await self.system.quiet()
        channels = self.system.world.channels.values()
        if threads := [each for each in channels if each.is_thread]:
            self.place = threads[0].id

    async def position(self) -> Position:
        game = await self.system.game(self.place)
        state: Position = (await self.system.app.services.turns.tables.at(game)).at.state
        return state

    async def turn(self) -> None:
        """A whole turn through one of the doors."""
        who, words = await self.system.mover(self.place), line(await self.position(), self.chance)
        rows, door = (await self.system.game(self.place)).n, self.chance.choice(DOORS)
        if door == "panel":
            await self._build(who)
        elif door == "halves":
            await self.public(who, words[0])
            await self._say(who, "slash", " ".join(words[1:]))
        else:
            await self._say(who, door, " ".join(words))
        assert (await self.system.game(self.place)).n > rows

    async def _say(self, who: str, door: str, text: str) -> None:
        match door:
            case "slash":
                await self.system.slash(who, self.place, "fellers turn", move=text)
            case "reply":
                board = await self.system.post(self.place)
                await self.system.say(who, self.place, text, reply_to=board["id"])
            case "mention":
                await self.public(who, text)
            case _:
                await self.system.say(who, self.place, text)

    async def _build(self, who: str) -> None:
        guest, board = self.system.people[who], await self.system.post(self.place)
        panel = await racing.press(guest, board, racing.HAND)
        preview = await racing.built(guest, panel, self.chance)
        await racing.change(guest, preview, racing.CONFIRM)

    async def public(self, who: str, text: str) -> list[Json]:
        """Say something to the bot in public; return the answer under it."""
        said = await self.system.people[who].say(self.place, f"<@{BOT_ID}> {text}")
        await self.system.under(said["id"], self.place)
        return [m for m in self.system.seen(self.place) if replied_to(m) == said["id"]]

    async def ask_around(self) -> None:
        """Let everyone ask for everything."""
        mover, board = await self.system.mover(self.place), await self.system.post(self.place)
        everybody = [mover, self.nosy, *self._others(mover, await self.system.game(self.place))]
        for who in everybody:
            for verb in ("hand", "moves", "board", "leaderboard", "undo"):
                await self.system.slash(who, self.place, f"fellers {verb}")
            for label in ("My Hand", "Board as Text", "More…"):
                await self.system.press(who, board, label)
            for verb in ("export", "verify"):
                await self.system.slash(who, self.place, f"games review {verb}")
            await self._turn_back(who)
            for typed in ("", "gm", "grass man"):
                asked = {"command": "fellers turn", "focused": "move", "options": {"move": typed}}
                channel = self.system.id(self.place)
                await self.system.people[who].act("complete", channel=channel, **asked)
        await self.guesses(mover)

    async def _turn_back(self, who: str) -> None:
        """Page back with a private answer's buttons, and show one board to all."""
        guest = self.system.people[who]
        page = await self.system.slash(who, self.place, "games review replay")
        for label in ("Next", "Last", "Back", "Back", "Back", "Next", "First"):
            if not all(each.get("disabled") for each in buttons(page) if each["label"] == label):
                page = await racing.change(guest, page, label)
            if label == "Next":
                await self.system.press(who, page, "Share")

    def _others(self, mover: str, game: Any) -> list[str]:
        users = {str(sitter.user) for sitter in game.sitters}
        return [n for n, g in self.system.people.items() if g.id in users and n != mover][:1]

    async def guesses(self, mover: str) -> None:
        """Say unplayable lines in public, and press for the reason, as the speaker and as
        others."""
        for text in ("gm4 n n n n n", "j zz", "ym1 ."):
            for told in await self.public(mover, text):
                for who in (mover, self.nosy):
                    if "Show Me Why" in str(told["components"]):
                        await self.system.press(who, told, "Show Me Why")


async def raced(
    system: System, names: tuple[str, ...], seed: int, curiosity: float = 0.04, **options: Any
) -> list[str]:
    """Play a whole race, or one up to the first leak; return the leaks.

    curiosity: the share of turns in which everyone asks for everything
    """
    chance = Random(seed)
    racers = Racers(system, chance)
    await racers.begin(*names, **options)
    search = Search(system, racers.place)
    try:
        while (await system.game(racers.place)).status == "playing":
            if found := await search.look():
                return found
            if chance.random() < curiosity:
                await racers.ask_around()
                if found := await search.look():
                    return found
            await racers.turn()
    finally:
        search.end()
    assert "is over: " in (await system.post(racers.place, "result"))["content"]
    return []
