"""Computers that stand in for somebody, give hints, and look back at a game that is over."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from unittest.mock import AsyncMock

import pytest

from bot.features.queries import good
from bot.features.turning_points import balance
from bot.messages.boundary import answer_to
from bot.messages.layout import Message, SaidButton
from bot.table.computers import BetterTurn, GoodTurn, PlayedGame
from bot.table.seats import computers, good_turns, open_seats
from players import settled_shares
from rules.play import checksum, turns
from storage import Former
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import EVERY_GAME, Core, Patch, game_row, is_sound
from tests.bot.features.test_queries import CHOPS
from tests.bot.features.test_seats import left_by, line, wished
from tests.bot.minds import LostMind, QuickMind
from tests.bot.panels import labels
from tests.bot.playing import any_turn, good_turn
from tests.bot.transport import Posted
from tests.bot.words import words
from tests.drafts import draft_in
from tests.patience import PATIENCE

LET = "Let a Computer Play"


async def begun(core: Core, *people: Person, **options: str) -> None:
    await core.begin(*people, options={"substitute": "strong", **options})
    await core.play_any(2 * len(people))


async def stood_in(core: Core, who: Person, by: Person) -> Posted:
    posted = await left_by(core, who)
    told = await core.press(by, LET, posted)
    assert f"plays for {who.name}" in told.text, told.text
    await core.deliver()
    return posted


async def test_a_computer_takes_over_and_gives_the_seat_back(core: Core) -> None:
    """It plays at the agreed level, and its turns mention nobody."""
    await begun(core, ANN, BEN, CY)
    who = await core.mover()
    posted = await stood_in(core, who, next(p for p in (ANN, BEN, CY) if p != who))
    game = await core.game()
    (seat,) = computers(game)
    name = game.sitters[seat].name
    assert f"{name} (computer, strong) now plays for {who.name} in **L1**" in posted.text
    assert "can come back at any time" in posted.text
    assert game.on_turn != seat
    await core.play_any(4)
    assert "<@-" not in "".join(core.posts())
    assert who.id not in {ping for m in core.transport.messages[-4:] for ping in m.pings}
    assert "You're not in L1" in (await core.press(EVE, "I'm Back", posted)).text
    (back,) = posted.buttons
    for _ in range(2):
        await core.push(who, back)
    await core.deliver()
    assert computers(await core.game()) == frozenset()
    assert f"{who.name} took over {name}'s seat in" in posted.text
    assert posted.buttons == ()
    assert len([text for text in await core.log() if text.startswith("takeover")]) == 2
    await core.play_any(3)
    await is_sound(core)


async def test_only_where_it_was_agreed(core: Core) -> None:
    await core.begin(ANN, BEN, CY)
    await core.play_any(6)
    posted = await left_by(core, BEN)
    assert LET not in labels(posted)
    game = await core.game()
    seat = next(i for i, s in enumerate(game.sitters) if s.user == BEN.id)
    made_up = SaidButton(LET, f"lc:letplay:{game.id}:{game.n}:{seat}")
    assert "Only people can take over seats" in (await core.push(ANN, made_up)).text


async def test_a_computer_takes_over_each_seat_whose_button_is_pressed(core: Core) -> None:
    """After an outage, the buttons of two offers are of one row."""
    await begun(core, ANN, BEN, CY)
    for who in (BEN, CY):
        await left_by(core, who)
    game = await core.game()
    for seat in open_seats(game):
        await core.push(ANN, f"lc:letplay:1:{game.n}:{seat}")
    assert computers(await core.game()) == open_seats(game).keys()


async def test_who_asks_for_a_substitute_decides_whether_it_is_a_computer(core: Core) -> None:
    """The last person never gives way to one: nobody would be left."""
    await begun(core, ANN, BEN, CY)
    await wished(core, BEN)
    posted = await line(core)
    assert "isn't your seat" in (await core.press(ANN, LET, posted)).text
    assert "plays for Ben" in (await core.press(BEN, LET, posted)).text
    await core.deliver()
    posted = await left_by(core, CY)
    await core.press(ANN, LET, posted)
    await core.deliver()
    await wished(core, ANN)
    assert LET not in labels(await line(core))
    game = await core.game()
    seat = next(i for i, s in enumerate(game.sitters) if s.user == ANN.id)
    made_up = SaidButton(LET, f"lc:letplay:{game.id}:{game.n}:{seat}")
    assert "only computers would be left" in (await core.push(ANN, made_up)).text


# -- Hints: good turns against a computer, their value, and that the player asked.


async def practising(core: Core, kind: str = "logger") -> None:
    core.host(EVERY_GAME)
    core.kind = kind
    await core.practice()
    await core.deliver()


async def hint(core: Core, who: Person) -> Message:
    return await core.do(who, "hint")


def asked(core: Core) -> QuickMind:
    assert isinstance(core.mind, QuickMind)
    return core.mind


@pytest.mark.parametrize("kind", ["logger", "fellers", "keep"])
async def test_a_hint_is_a_button_that_puts_its_turn_into_the_builder(
    core: Core, kind: str
) -> None:
    """Ready to confirm. Its id names no card: features/turn_builder.py."""
    await practising(core, kind)
    for n in (1, 2, 3):
        answer = await hint(core, ANN)
        shown = next((each for each in answer.buttons if each.label.startswith(f"{n}. ")), None)
        if shown is None:
            continue
        line = answer.text.split("`")[2 * n - 1]
        panel = await core.push(ANN, shown)
        assert f"would be `{line}`" in panel.text
        assert panel.buttons[0].label == "Confirm Turn"
    assert "Turn played" in (await core.press(ANN, "Confirm Turn", panel)).text


async def test_a_hint_in_place_of_a_draft_says_so_and_how_to_get_that_back(core: Core) -> None:
    """Nothing is lost in silence. A hint that continues the draft takes nothing from it."""
    await practising(core)
    await core.say(ANN, any_turn(await core.table(), Random(2)))
    await core.deliver()
    table = await core.table()
    first = (await hint(core, ANN)).buttons[0]
    begun = first.label.partition(". ")[2].split()[0]
    other = next(word for word in map(str, table.kind.game.legal(table.mine)) if word != begun)
    await core.say(ANN, begun)
    assert "This replaced your draft" not in (await core.push(ANN, first)).text
    panel = await core.press(ANN, "Start Over", await core.do(ANN, "take"))
    await core.pick(ANN, other, panel)
    panel = await core.push(ANN, first)
    assert f"This replaced your draft `{other}`" in panel.text
    back = await core.press(ANN, "Restore My Draft", panel)
    assert (draft := await draft_in(core.store, 1, table.actor)) is not None
    assert draft.line == other
    assert "So far: " in back.text


async def test_a_hint_of_an_earlier_turn_and_one_of_somebody_else_change_nothing(
    core: Core,
) -> None:
    await practising(core)
    first = (await hint(core, ANN)).buttons[0]
    assert "You're not in L1" in (await core.push(BEN, first)).text
    await core.say(ANN, any_turn(await core.table(), Random(3)))
    await core.deliver()
    assert "moved on since then" in (await core.push(ANN, first)).text
    forged = replace(first, id=f"{first.id.rpartition(':')[0]}:9999")
    n = (await core.game()).n
    assert "moved on since then" in (await core.push(ANN, forged, n=n)).text


async def test_a_hint_that_everybody_can_read_says_nothing_of_a_hand(core: Core) -> None:
    """Only its player sees it, by a button that names only the game and the row."""
    await practising(core, "fellers")
    before = len(asked(core).asked)
    answer = await core.do(ANN, "hint", public=True)
    table = await core.table()
    assert [button.id for button in answer.buttons] == [f"lc:hint:1:{table.n}"]
    assert len(asked(core).asked) == before
    assert "`" not in answer.text


async def test_asking_is_noted_once_a_turn_and_told_at_the_end(core: Core) -> None:
    await practising(core)
    position = checksum((await core.table()).at.state)
    for _ in range(3):
        await hint(core, ANN)
    rows = [row.text for row in await core.store.log(1)]
    seat = next(s for s, who in enumerate((await core.game()).sitters) if not who.computer)
    assert rows.count(f"hint {seat}") == 1
    assert checksum((await core.table()).at.state) == position
    while not (table := await core.table()).over:
        await core.say(ANN, good_turn(table))
        await core.deliver()
    told = await core.do(ANN, "details", game=1)
    assert "Ann asked for a hint on 1 turn." in told.text


async def test_a_thought_that_comes_to_nothing_says_so(core: Core) -> None:
    core.mind = mind = LostMind(0)
    core.host(core.games)
    await practising(core)
    mind.losses = 1
    n = (await core.game()).n
    assert "I couldn't find a hint" in (await hint(core, ANN)).text
    assert (await core.game()).n == n


# -- Turning points: the turns of a game that changed most, after its end.


async def over(core: Core, kind: str = "logger") -> None:
    """A game that has been played to its end, by turns that make it short."""
    core.kind = kind
    await core.begin(ANN, BEN, options={"wait": "none"} if kind == "logjam" else {})
    while not (table := await core.table()).over:
        await core.say(await core.mover(), good_turn(table))


async def looked_back(core: Core, who: Person = ANN) -> Message:
    async with asyncio.timeout(PATIENCE):  # it never waits for the whole search
        return await core.do(who, "turned", game=1)


@pytest.mark.slow
async def test_what_was_played_and_what_was_better(core: Core, monkeypatch: Patch) -> None:
    """Three turns at most, in order, each with buttons for both boards; thought about once."""
    await over(core, "logjam")
    await core.deliver()
    whole = asked(core).find_turning_points

    async def slowly(game: PlayedGame) -> list[BetterTurn]:
        await asyncio.sleep(0)  # somebody else asks meanwhile
        return await whole(game)

    search = AsyncMock(side_effect=slowly)
    monkeypatch.setattr(core.mind, "find_turning_points", search)
    assert "Turning Points" in [button.label for button in core.transport.messages[-1].buttons]
    answer, other = await asyncio.gather(looked_back(core), looked_back(core, EVE))
    assert answer.text == other.text == (await looked_back(core, BEN)).text
    ((game,), _) = search.await_args_list[0]
    assert search.await_count == 1
    rules = (await core.game()).rules
    assert all(rules.actor(seen) >= 0 for seen, _ in game.turns)
    told = [line for line in answer.text.split("\n") if line.startswith("Turn ")]
    assert 1 <= len(told) == len(answer.buttons) <= 3
    assert all(" A better turn would have been `" in line for line in told)
    numbers = [int(line.split(",")[0].removeprefix("Turn ")) for line in told]
    assert numbers == sorted(set(numbers))
    assert [button.label for button in answer.buttons] == [f"Turn {n}" for n in numbers]
    assert answer.picture is not None
    turn = answer.buttons[0]
    played = await core.push(ANN, turn)
    better = await core.press(ANN, "Show Better Turn", played)
    assert played.text.startswith(f"{turn.label} of **J1**, as it was played.")
    assert better.text.startswith(f"{turn.label} of **J1**. A better turn would have been `")
    assert played.picture is not None
    assert better.picture is not None
    assert f"J1: turn played, turn {numbers[0]}, " in played.picture.alt
    assert f"J1: better turn, turn {numbers[0]}, " in better.picture.alt
    assert await core.press(ANN, "Show Actual Turn", better) == played
    earlier = SaidButton("Turn 1", "lc:better:1:9999")  # from before the search changed its mind
    assert "I found nothing better" in (await core.push(ANN, earlier)).text


async def test_a_first_look_is_shown_until_the_whole_search_is_done(
    core: Core, monkeypatch: Patch
) -> None:
    """The board of a first look can be seen too."""
    monkeypatch.setattr("bot.features.turning_points.SOON", 0.0)
    await over(core)
    whole, go = asked(core).find_turning_points, asyncio.Event()

    async def glimpse(game: PlayedGame) -> list[BetterTurn]:
        return (await whole(game))[:1]

    async def search(game: PlayedGame) -> list[BetterTurn]:
        await go.wait()
        return await whole(game)

    monkeypatch.setattr(core.mind, "glimpse", glimpse)
    monkeypatch.setattr(core.mind, "find_turning_points", search)
    await looked_back(core)  # the first look begins
    first = await looked_back(core)
    assert "This is a quick first analysis" in first.text
    assert len(first.buttons) == 1
    assert first.picture is not None
    assert "as it was played" in (await core.push(ANN, first.buttons[0])).text
    assert first.then is not None
    go.set()
    later = await answer_to(first.then())
    assert later.then is None
    assert "first analysis" not in later.text
    assert later == await looked_back(core)
    assert len(later.buttons) == 3


async def test_the_curve_ends_in_the_result(core: Core) -> None:
    """Shares add up to one, turn by turn, and at the end everything is the winner's."""
    await over(core)
    rows, table = await core.store.log(1), await core.table()
    shares = balance(table, core.tables.frames(table.game, rows)).shares
    assert len(shares) == 1 + table.at.turns
    assert all(sum(turn) == pytest.approx(1) and min(turn) >= 0 for turn in shares)
    (winner,) = table.winners()
    assert shares[-1] == tuple(float(seat == winner) for seat in range(2))
    frames = core.tables.frames(table.game, rows)
    before = next(frame.before for frame in reversed(frames) if frame.seat >= 0)
    assert shares[-2] == (settled_shares(table.game.rules, before) or shares[-2])


# -- No coach in rated games: everyone at the table agrees on who sees good turns.


async def midway(core: Core, options: dict[str, str]) -> Person:
    """The player to move where some turns bring points and others none."""
    await core.begin(ANN, BEN, options=options)
    await core.put(CHOPS)
    return await core.mover()


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, False),
        ({"rated": "no"}, True),
        ({"good_turns": "on"}, True),
        ({"rated": "no", "good_turns": "off"}, False),
    ],
)
async def test_a_table_agrees_whether_good_turns_are_shown(
    core: Core, options: dict[str, str], shown: bool
) -> None:
    """By itself where it is not rated: builder, My Options, completions and hints alike."""
    mover = await midway(core, options)
    panel = await core.do(mover, "take")
    assert ("Suggestions" in [menu.title for menu in panel.menus]) is shown
    assert ("Hint" in [button.label for button in panel.buttons]) is shown
    assert ("Suggestions:" in (await core.do(mover, "options")).text) is shown
    found = [*await core.complete(mover, "turn", "")]
    assert (found[0] == sorted(found)[0]) is not shown
    assert (found == sorted(found)) is not shown
    told = (await hint(core, mover)).text
    assert ("best first" in told) is shown
    assert ("Hints are off in" in told) == ("off" in options.values())


async def test_suggestions_are_those_of_the_search_that_hints_ask(core: Core) -> None:
    """The builder and My Options think once per position, and a suggestion is one pick."""
    mover = await midway(core, {"rated": "no"})
    asked = QuickMind()
    core.services.suggestions._mind = asked
    panel = await core.do(mover, "take")
    spelt = (await core.table()).kind.spelt
    best = [spelt(good.line.split()) for good in await QuickMind().best(asked.asked[0])]
    menu = next(menu for menu in panel.menus if menu.title == "Suggestions")
    assert [choice.hint for choice in menu.choices] == best
    told = (await core.do(mover, "options")).text.split("Suggestions:\n")[1].split("\n")
    assert [line.split(":")[0] for line in told[: len(best)]] == [f"- `{line}`" for line in best]
    assert len(asked.asked) == 3, "one thought, which is three turns of this mind"
    preview = await core.pick(mover, menu.choices[-1].value, panel)
    assert best[-1] in preview.text


def test_a_seat_that_changes_hands_is_no_way_to_a_coach() -> None:
    options = {"players": "3", "good_turns": "unrated"}
    game = game_row("logger", "Ann", "Ben", "Cy", options=options)
    former = (Former(0, 3, 31, "Dee"),)
    assert not good_turns(replace(game, former=former))
    assert good_turns(replace(game, former=former, options={**options, "rated": "no"}))


async def test_the_example_of_a_call_is_none_of_the_best(core: Core) -> None:
    """Everyone reads it, so no option changes it. It is still a whole legal turn."""
    mover = await midway(core, {"good_turns": "on"})
    (line,) = core.posts()[-1].split("for example `")[1:]
    example = line.partition("`")[0]
    assert "x" not in example, "a chop brings points here"
    assert "Turn played" in (await core.say(mover, example)).text


async def test_a_hint_says_what_each_turn_gives_away_and_what_is_feared(core: Core) -> None:
    """If everything is lost, no turn is called good."""
    await midway(core, {"rated": "no"})
    table, rules = await core.table(), (await core.table()).kind.game
    steps, after = next(turns(rules, table.mine))
    line, answer = (" ".join(map(str, said)) for said in (steps, next(turns(rules, after))[0]))
    best, other = GoodTurn(line, 0.62, answer=answer), GoodTurn(line, 0.55, 0.07)
    first, second = words(good(table, [best, other])).split("\n")[1:3]
    assert f"good · wins about 62% of the time · watch out for `{answer}`" in first
    assert "slightly worse, by about 7% · wins about 55% of the time" in second
    assert "the only good turn" in words(good(table, [GoodTurn(line, 0.5, only=True)]))
    assert "wins against every reply I tried" in words(
        good(table, [GoodTurn(line, 1.0, sure=True)])
    )
    lost = words(good(table, [GoodTurn(line, 0.0, sure=True)]))
    assert lost.startswith("In **L1**, you'll lose")
    assert "ood turn" not in lost
