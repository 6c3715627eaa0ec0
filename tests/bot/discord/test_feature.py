"""A feature in one file that nobody imports, through the real client: a verb with a button and a
command, a timer, an outbox row, a policy and their sentences.
"""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bot.features.feature import OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Layout
from bot.table.commit import CommitMoment, Policy
from bot.table.game import Game
from bot.table.intent import Session, held_seat
from bot.table.rows import OutboxRow, TimerKind, code
from rules.text import Name, Text
from storage import Change, GameRow, NewTimer, Timer
from tests.acting import ANN, BEN, CY
from tests.bot.discord.people import People, at_discord
from tests.patience import until

SOON = 60.0  # seconds


@code("rang")
class Rang(OutboxRow):
    """The bell of a game rings, for a seat."""

    seat: int
    aside = True


def name_at(game: Game, seat: int) -> Name:
    return Name(game.sitters[seat].name)


def feature(at: Services) -> Feature:
    """A bell at each table, which rings a minute after a request, and at each turn."""

    async def ring(session: Session) -> Layout:
        game, seat = session.found, held_seat(session.found, session.user)
        timer = NewTimer("bell", at.now() + SOON, Rang(seat).encode())
        await at.commits.commit(game, Change((), session.key, timers=(timer,)))
        return Layout(Text("The bell will ring for {name}.", name=name_at(game, seat)))

    async def due(row: GameRow, timer: Timer) -> None:
        change = Change((), f"bell:{timer.id}", posts=(timer.payload,), done=(timer,))
        await at.commits.commit(at.games.from_row(row), change)

    async def rings(row: Rang, courier: Courier) -> Made:
        game = await courier.game()
        said = Text("Ding! It is {name}'s bell.", name=name_at(game, row.seat))
        return await courier.at_table(Layout(said), game)

    def at_each_turn(game: Game, change: Change, moment: CommitMoment) -> Change:
        played = any(line.seat >= 0 for line in change.lines)
        return replace(change, posts=(*change.posts, Rang(0).encode())) if played else change

    about = Text("Have a bell rung")
    verb = Verb(
        "ring",
        ring,
        OF_A_ROW,
        slash=Slash("games", Text("/ring"), about, (named_game(),)),
        more=Behind(1, 9, Text("Ring The Bell")),
    )
    timer = TimerKind("bell", SOON, due)
    policy = Policy(at_each_turn)
    return Feature((verb,), (timer,), (policy,), (handles(Rang, rings),))


async def test_a_feature_of_one_file_works_by_button_command_timer_row_and_policy(
    tmp_path: Path,
) -> None:
    async with at_discord(tmp_path, features=(feature,)) as people:
        await people.begin(ANN, BEN)
        await people.press(ANN, "More…")
        told = await people.press(ANN, "Ring The Bell")
        assert told.text == "The bell will ring for Ann."
        told = await people.command(BEN, "games ring", game="L1")
        assert told.text == "The bell will ring for Ben."
        await people.pass_time(SOON + 1)
        assert rung(people) == {"Ann": 1, "Ben": 1}
        stranger = await people.command(CY, "games ring")
        assert "You're not in L1" in stranger.text, "it is refused as any verb is"
        await people.play("a1")
        assert sum(rung(people).values()) == 3


def rung(people: People) -> Counter[str]:
    said = (m.text.removeprefix("Ding! It is ").split("'") for m in people.seen())
    return Counter(name for name, *more in said if more == ["s bell."])


async def test_an_answer_that_is_not_done_improves_in_its_place(tmp_path: Path) -> None:
    """Turning Points answers at once, and edits that answer."""
    go = asyncio.Event()

    async def later() -> Layout:
        await go.wait()
        return Layout(Text("It is Ann's bell."))

    async def look(session: Session) -> Layout:
        return Layout(Text("It is somebody's bell."), then=later)

    verb = Verb("find", look, slash=Slash("games", Text("/find"), Text("Find the bell")))
    async with at_discord(tmp_path, features=(lambda at: Feature((verb,)),)) as people:
        await people.command(ANN, "logger start", players=2)
        told = await people.command(ANN, "games find")
        assert told.text == "It is somebody's bell."
        go.set()
        await until(lambda: people.of(ANN).shown[told["id"]].text == "It is Ann's bell.")
