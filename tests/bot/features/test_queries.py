"""Options, completed turns and records are right, and each command means one game (decision 6)."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from bot.features.whole_turns import Spot, WholeTurns, completions
from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.ops.replay import tell
from bot.table.intent import Intent
from rules.drafting import Kind
from rules.game import Step
from rules.play import turns
from rules.record import parse
from rules.voice import ENGLISH
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import CHANNEL, Core
from tests.bot.messages.test_sentences import positions
from tests.bot.playing import position
from tests.games import EVERY

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))
CHOPS = position("...../M..../MM.../...../.....", "a2,e5", supply=(2, 2))


@pytest.fixture
async def corners(two: Core) -> Core:
    await two.play("a1", "e5")
    return two


async def lines(core: Core) -> set[str]:
    table = await core.table()
    return {" ".join(map(str, x)) for x, _ in turns(table.kind.game, table.at.state)}


async def test_the_options_count_and_name_what_is_legal(corners: Core) -> None:
    text = (await corners.do(await corners.mover(), "options")).text
    assert f"{len(await lines(corners))} possible turns" in text
    assert "Walk to a3" in text


async def test_the_best_come_first(core: Core) -> None:
    """Most points for the mover first, at a table that shows good turns."""
    await core.begin(ANN, BEN, options={"good_turns": "on"})
    await core.put(CHOPS)
    found = [*await core.complete(await core.mover(), "turn", "")]
    assert "x" in found[0]
    table = await core.table()
    rules, seat = table.kind.game, table.actor
    ends = {" ".join(map(str, x)): s for x, s in turns(rules, table.at.state)}
    gains = [rules.scores(ends[line])[seat][0] for line in found]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == max(rules.scores(s)[seat][0] for s in ends.values())


async def test_it_is_filtered_as_typed(corners: Core) -> None:
    """In notation, in English, and in the words for its effect."""
    mover, every = await corners.mover(), await lines(corners)
    for typed, line, label in (
        ("b1", "b1 +c1", "walk to b1, plant c1"),
        ("a3; plant south", "a3 +a2", "walk to a3; then c3 grows; plant a2"),
        ("+c1", "b1 +c1", "walk to b1, plant c1"),
        ("plant C1", "b1 +c1", "walk to b1, plant c1"),
        ("stay, plant n", "a1 +a2", "stay on a1, plant a2"),
    ):
        found = await corners.complete(mover, "turn", typed)
        assert found[line] == label, typed
        assert found.keys() < every, typed


async def test_what_fits_nothing_completes_nothing(corners: Core) -> None:
    mover = await corners.mover()
    for typed in ("nonsense", "xe5 now", "b1; plant e5", "z" * 900, "🪓"):
        assert await corners.complete(mover, "turn", typed) == {}, typed


async def test_the_record_replays_and_names_nobody_by_number(corners: Core) -> None:
    """Decision 6; no ids of people, and the seed only when it is over."""
    panel = await corners.do(EVE, "record")
    assert panel.file == "L1.txt"
    assert not parse(panel.document).seed
    assert (await corners.game()).seed.hex() not in panel.document
    await corners.resign(ANN)
    panel = await corners.do(EVE, "record")
    record = parse(panel.document)
    assert record.seed == (await corners.game()).seed.hex()
    assert sorted(record.names) == ["Ann", "Ben"]
    assert not any(str(number) in panel.document.split() for number in (ANN.id, BEN.id, CHANNEL))
    *_, account = tell(record)
    assert "all correct" in account


async def test_a_rematch_is_recorded_without_ids(corners: Core) -> None:
    """The invited people are an option of the lobby, and made of ids."""
    await corners.resign(ANN)
    await corners.do(ANN, "again", game=1)
    await corners.do(BEN, "again", game=1)
    record = parse((await corners.do(EVE, "record", game=2)).document)
    assert record.options == {}


async def test_a_lobby_and_a_closed_game_have_a_record_too(core: Core) -> None:
    assert "There's no game in this channel" in (await core.do(ANN, "record")).text
    await core.open(ANN, 2)
    assert parse((await core.do(EVE, "record")).document).names == ("Ann",)
    await core.do(ANN, "cancel")
    closed = parse((await core.do(EVE, "record")).document)
    assert [entry.line.split()[0] for entry in closed.entries] == ["open", "cancel"]
    assert not closed.seed


# -- Completion of whole turns: a letter costs little, even among thousands of turns.


STEPS = 700  # steps for one letter: looking, reading typed text, telling


class Counted:
    """A game that counts its steps."""

    def __init__(self, game: Any) -> None:
        self.game, self.taken = game, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, s: Any, step: Step) -> Any:
        self.taken += 1
        return self.game.apply(s, step)


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY)
def test_a_letter_takes_a_bounded_number_of_steps(key: str) -> None:
    """Whatever is typed, and in the position of Logger with the most turns that was found."""
    rules, texts = EVERY[key].game, EVERY[key].texts
    played = [at for at in islice(positions(key, rules.fewest, 3), 40) if at.turns in (2, 12)]
    some = [at.state for at in played if rules.actor(at.state) >= 0]
    for state in [BUSY, *some] if key == "logger" else some:
        for typed in ("", "z", str(rules.legal(state)[0])):
            game = Counted(rules)
            seen = game.view(state, game.actor(state))
            names = ("Ann", "Ben", "Cy")[: len(game.scores(seen))]
            spot = Spot(Kind(game, texts), seen, names)  # type: ignore[arg-type]
            found = completions(WholeTurns(), spot, typed, ENGLISH)
            assert game.taken <= STEPS
            assert all(0 < len(choice.value) <= 100 for choice in found)  # fit for Discord


# -- A command in a channel with several games in reach asks which one it means, and never guesses.


async def with_threads(core: Core, *games: tuple[Person, Person]) -> list[int]:
    """A game of each pair in a thread of its own under the channel; the threads."""
    threads = list[int]()
    for first, second in games:
        await core.open(first, 2, thread=True)
        await core.deliver()
        thread = (await core.game(len(threads) + 1)).channel
        assert thread not in (None, CHANNEL)
        await core.join(second, channel=thread)
        threads.append(thread or 0)
    return threads


def command(core: Core, who: Person, verb: str, words: str = "", **more: object) -> Intent:
    meant = core.verbs[verb].game
    return core.wish(who, words, **{"kind": "logger"} | more, verb=verb, meant=meant)


async def picked(core: Core, who: Person, asked: Message, number: int) -> Intent:
    (menu,) = asked.menus
    game = await core.game(number)
    assert str(game.id) in [choice.value for choice in menu.choices]
    _, _, verb, words = menu.id.split(":", 3)
    return core.wish(who, words, game=game.id, verb=verb)


async def test_a_command_that_could_mean_two_games_asks_and_goes_on(core: Core) -> None:
    """In a thread its own game is meant."""
    threads = await with_threads(core, (ANN, BEN), (CY, DEE))
    asked = await core.answer("board", command(core, ANN, "board"))
    assert asked.text.startswith("Which game? Open here: L1 and L2")
    (menu,) = asked.menus
    assert [choice.label[:3] for choice in menu.choices] == ["L1:", "L2:"]
    for number in (1, 2):
        shown = await core.answer("board", await picked(core, CY, asked, number))
        there = await core.answer("board", command(core, ANN, "board", channel=threads[number - 1]))
        assert f"**L{number}**" in shown.text
        assert there.text == shown.text


async def test_a_turn_is_for_the_only_game_that_waits_for_its_speaker(core: Core) -> None:
    """But nobody leaves a game, or closes one, because it is their turn there."""
    await with_threads(core, (ANN, BEN), (CY, DEE))
    mover = await core.mover(2)
    said = command(core, mover, "turn", "a1")
    assert "Turn played" in (await answer_to(core.turns.say(said))).text
    assert [len(await core.log(n)) for n in (1, 2)] == [3, 4]
    asked = await core.answer("quit", command(core, await core.mover(1), "quit"))
    assert "Which game?" in asked.text


async def test_a_line_goes_on_with_the_wish(core: Core) -> None:
    """If both wait, nothing is played until one is picked; then the line is."""
    await with_threads(core, (ANN, BEN), (ANN, BEN))
    for number in (1, 2):
        if await core.mover(number) != ANN:
            wish = core.wish(BEN, "a1", game=(await core.game(number)).id)
            await answer_to(core.turns.say(wish))
    asked = await answer_to(core.turns.say(command(core, ANN, "turn", "e5")))
    before = [len(await core.log(n)) for n in (1, 2)]
    assert asked.menus[0].id == "lc:which:turn:e5"
    told = await answer_to(core.turns.say(await picked(core, ANN, asked, 2)))
    assert "Turn played" in told.text
    assert [len(await core.log(n)) for n in (1, 2)] == [before[0], before[1] + 1]


async def test_a_seat_is_one_of_the_only_lobby_in_reach(core: Core) -> None:
    """A game that runs in a thread below has no seat to give."""
    await with_threads(core, (ANN, BEN))
    await core.open(CY, 2)
    joined = command(core, DEE, "join")
    assert (await core.services.turns.find(joined)).found.number == 2


async def test_games_of_another_kind_are_not_meant(core: Core) -> None:
    await with_threads(core, (ANN, BEN))
    await core.open(CY, 2, kind="logjam")
    assert "**L1**" in (await core.answer("board", command(core, ANN, "board"))).text
    asked = await core.answer("board", command(core, ANN, "board").with_target(kind=None))
    assert "L1 and J1" in asked.text


# -- F1 is a game and f1 is a start space: how a line that begins with it is read.


async def test_before_a_card_it_is_a_name_and_after_one_the_start_space(core: Core) -> None:
    """A playable word is played; a name before another card is still a name."""
    core.kind = "fellers"
    await core.begin(ANN, BEN)
    table = await core.table()
    mover, card = await core.mover(), next(c for c in table.mine.hands[table.actor] if c != "j")

    async def named(line: str) -> bool:
        meant = await core.turns.resolve_name(core.wish(mover, line), "F1", line[len("F1") :])
        return meant.target.name is not None

    assert [await named(line) for line in ("F1", f"F1 {card}", f"F1 {card} d1 s")] == [True] * 3
    await core.say(mover, card)
    assert [await named(line) for line in ("F1 s", "f1")] == [False] * 2
    assert await named(f"F1 {card} d1 s")
