"""Whole races on Discord, with everything that the bot sends searched after each turn.

Racers   players who say turns through every door, and ask for secrets
Search   requests, log lines of all levels and metrics since the last look
"""

import hashlib
import logging
from random import Random
from types import SimpleNamespace
from typing import Any

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
from tests.acting import Person
from tests.bot.core import Patch
from tests.bot.discord.people import TO_BOT, People
from tests.bot.leaks import Payload, leaks_of_a_game, secrets_of, sent
from tests.rules.races import DOWNSTREAM
from tests.sandbox.client import png

RULES = GAMES["fellers"].game
ONWARD = ("S ↓", "SE ↘", "SW ↙")  # buttons
DOORS = ("slash", "reply", "mention", "plain", "halves", "panel")


def promised(monkeypatch: Patch, seed: int) -> None:
    """Every run plays one game: its seed is known, and people and posts add nothing to chance."""

    def token_bytes(length: int) -> bytes:
        return hashlib.sha256(b"%d" % seed).digest()[:length]

    monkeypatch.setattr("bot.features.lobbies.secrets", SimpleNamespace(token_bytes=token_bytes))
    monkeypatch.setattr("rules.dice.Chance.after", lambda chance, post: chance.key)
    for user in ("bot.table.table", "bot.table.verify"):
        monkeypatch.setattr(f"{user}.chance_key", lambda seed, contributions: seed)


def unpainted(monkeypatch: Patch) -> None:
    """Small pictures with their true alt texts: the pixels are searched elsewhere."""
    pixels = png(8, 6)

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

    def __init__(self, people: People) -> None:
        self.people, self.exchanges = people, 0
        self.before: Position | None = None
        self.lines = Lines()
        self.lines.begin()

    async def look(self) -> list[str]:
        """All leaks since the last look."""
        await self.people.quiet()
        game = await self.people.game()
        now: Position = (await self.people.app.services.turns.tables.at(game)).at.state
        rows = await self.people.store.log(game.id)
        hidden = secrets_of(game, rows, (self.before or now, now))
        self.before = now
        tables = self.people.app.services.turns.tables
        return await leaks_of_a_game(tables, game, rows, self._new(), hidden)

    def _new(self) -> list[Payload]:
        world = self.people.world
        kept = world.exchanges or []
        found = [*sent(world, kept[self.exchanges :])]
        self.exchanges = len(kept)
        found += [Payload(None, line, "the log") for line in self.lines.said]
        self.lines.said.clear()
        found.append(Payload(None, generate_latest(metrics.REGISTRY).decode(), "the metrics"))
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
    """People at a race, who say turns through every door. Nosy doesn't play."""

    def __init__(self, people: People, chance: Random) -> None:
        self.people, self.chance = people, chance

    async def begin(self, *names: str, **options: Any) -> None:
        people = self.people
        everybody = [await self._person(name) for name in (*names, "Nosy")]
        *players, self.nosy = everybody
        await people.command(players[0], "fellers start", players=len(names), **options)
        card = await people.post("lobby")
        for who in players[1:]:
            await people.press(who, "Join", card)
        await people.quiet()
        people.place = next((c.id for c in people.world.channels.values() if c.is_thread), "games")

    async def _person(self, name: str) -> Person:
        there = self.people.guests
        return there[name].person if name in there else await self.people.newcomer(name)

    async def position(self) -> Position:
        table = await self.people.app.services.turns.tables.at(await self.people.game())
        state: Position = table.at.state
        return state

    async def turn(self) -> None:
        """A whole turn through one of the doors."""
        people, words = self.people, line(await self.position(), self.chance)
        who, rows, text = await people.mover(), (await people.game()).n, " ".join(words)
        match self.chance.choice(DOORS):
            case "panel":
                await self._build(who)
            case "halves":
                await people.say(who, f"{TO_BOT}{words[0]}")
                await people.command(who, "fellers turn", move=" ".join(words[1:]))
            case "slash":
                await people.command(who, "fellers turn", move=text)
            case "reply":
                await people.say(who, text, reply_to=(await people.post())["id"])
            case "mention":
                await people.say(who, f"{TO_BOT}{text}")
            case _:
                await people.say(who, text)
        assert (await people.game()).n > rows

    async def _build(self, who: Person) -> None:
        """The panel behind My Hand: downstream where that is possible, and never Stay for long."""
        panel = await self.people.press(who, "My Hand", await self.people.post())
        while "Confirm Turn" not in panel.labels:
            said = (b for b in panel.buttons if b["custom_id"].startswith("lc:press:"))
            ways = [each for each in said if not each.get("disabled")]
            onward = [each for each in ways if each["label"] in ONWARD]
            moving = [each for each in ways if each["label"] not in ("Stop Here", "Stay")]
            way = self.chance.choice(onward or moving or ways)
            panel = await self.people.press(who, way["custom_id"], panel)
        await self.people.press(who, "Confirm Turn", panel)

    async def ask_around(self) -> None:
        """Let everyone ask for everything: the mover, who only looks on, and another player."""
        people, board = self.people, await self.people.post()
        mover, other = await people.seats()
        for who in (mover, self.nosy, other):
            for verb in ("hand", "moves", "board", "leaderboard", "undo"):
                await people.command(who, f"fellers {verb}")
            for label in ("My Hand", "Board as Text", "More…"):
                await people.press(who, label, board)
            for verb in ("export", "verify"):
                await people.command(who, f"games review {verb}")
            await self._turn_back(who)
            for typed in ("", "gm", "grass man"):
                place = people.id()
                await people.of(who).complete(place, "fellers turn", "move", move=typed)
        await self._guess(mover)

    async def _turn_back(self, who: Person) -> None:
        """Page back with a private answer's buttons, and show one board to all."""
        page = await self.people.command(who, "games review replay")
        for label in ("Next", "Last", "Back", "Back", "Back", "Next", "First"):
            if not all(each.get("disabled") for each in page.buttons if each["label"] == label):
                page = await self.people.press(who, label, page)
            if label == "Next":
                await self.people.press(who, "Share", page)

    async def _guess(self, mover: Person) -> None:
        """Say unplayable lines in public, and press for the reason, as the speaker and as
        others."""
        for text in ("gm4 n n n n n", "j zz", "ym1 ."):
            told = await self.people.say(mover, f"{TO_BOT}{text}")
            for who in (mover, self.nosy):
                if "Show Me Why" in told.labels:
                    await self.people.press(who, "Show Me Why", told)


async def races(
    people: People,
    names: tuple[str, ...],
    seed: int,
    *,
    turns: int = 1000,
    curiosity: float = 0.04,
    **options: Any,
) -> list[str]:
    """Play a whole race, or so many turns; return the leaks.

    curiosity: the share of turns in which everyone asks for everything
    """
    chance, found = Random(seed), list[str]()
    racers = Racers(people, chance)
    await racers.begin(*names, **options)
    search = Search(people)
    try:
        while turns and (await people.game()).status == "playing":
            found += await search.look()
            if chance.random() < curiosity:
                await racers.ask_around()
                found += await search.look()
            turns -= 1
            if turns:
                await racers.turn()
    finally:
        search.lines.end()
    return found
