"""No hand of Forest Fellers is seen by mistake: in logs, posts, pictures and panels."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.features import turns as typed
from bot.features.boards import page
from bot.features.queries import my_moves
from bot.features.seats import _confirm_leaving
from bot.features.turns import drafted_of
from bot.features.whole_turns import WholeTurns, place
from bot.messages import answers as answers_text
from bot.messages import cards as cards_text
from bot.messages import layouts, posts, turn_builder
from bot.messages.boundary import Veiled
from bot.messages.languages import VOICE
from bot.messages.turn_builder import at_table, choice_groups
from bot.messages.turn_builder import controls as controls_choices
from bot.ops.logs import JsonLines
from bot.table.intent import Intent
from bot.table.records import Board, Page
from bot.table.table import Table
from bot.table.verify import verify
from renderer import alt
from rules.fellers.english import FellersEnglish
from rules.fellers.position import Position
from rules.game import NATURE, Seat
from rules.play import checksum
from rules.record import parse
from rules.text import Joined, Text
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import Core, Patch
from tests.bot.discord.searching import line
from tests.bot.fellers_tables import Drawing, drawings, other_hands, turns
from tests.bot.leaks import Payload, cards, leaks, of_panel, secrets_of
from tests.rules.games import any_seed
from tests.spoken import Spoken


@pytest.fixture
async def race(core: Core) -> Core:
    core.kind = "fellers"
    await core.begin(ANN, BEN, CY)
    chance = Random(3)
    for _ in range(7):
        await plays(core, chance)
    return core


async def position(core: Core) -> Position:
    state: Position = (await core.table()).at.state
    return state


async def plays(core: Core, chance: Random) -> None:
    await core.play(" ".join(line(await position(core), chance)))


async def test_a_bug_in_a_turn_leaves_no_card_in_the_log(
    race: Core, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    who, said = await race.mover(), " ".join(line(await position(race), Random(9)))
    caplog.set_level(logging.DEBUG)

    def broken(self: FellersEnglish, events: Any, names: Any) -> Text:
        raise ValueError(f"no sentence for {events} of {names}")

    monkeypatch.setattr(FellersEnglish, "story", broken)
    panel = await race.say(who, said)
    assert "Something went wrong on my side (reference " in panel.text
    reference = panel.text.split("reference ")[1][:4]
    told = [JsonLines().format(record) for record in caplog.records]
    assert any(reference in text for text in told)
    game, now = await race.game(), await position(race)
    hidden = secrets_of(game, [], (now, now))
    assert leaks([Payload(None, text, "the log") for text in told], hidden) == []
    assert leaks([of_panel(panel, None)], hidden) == []


async def test_a_position_shows_no_programmer_its_hands(race: Core) -> None:
    """A traceback with values, or a debugger's line, has only the open table."""
    now = await position(race)
    shown = repr(now)
    assert cards(shown) <= {card for pile in now.discards for card in pile}
    assert not any(word in shown for word in ("hands", "decks"))


async def test_a_closed_race_is_laid_open_as_one_that_is_over(race: Core) -> None:
    game = await race.game()
    await race.do(EVE, "cancel", moderator=True, game=game.id, n=game.n)
    assert (await race.do(ANN, "hand")).picture is None
    assert "was closed before it finished" in (await race.do(EVE, "text")).text
    record = parse((await race.do(EVE, "record", game=game.id)).document)
    assert record.seed == game.seed.hex()
    assert verify(game.rules, record).fair
    await race.open(ANN)
    await race.do(ANN, "cancel")
    assert parse((await race.do(EVE, "record", game=(await race.game(2)).id)).document).seed == ""


# -- For any drawn card, everyone but the drawer sees, hears and reads the same.


Said = tuple[str, object]


def alike(drawing: Drawing, told: Any) -> None:
    first, *others = (list(told(table)) for table in drawing.tables)
    for other in others:
        assert other == first


def seen(table: Table, seat: Seat | None) -> Iterator[Said]:
    """Every text and picture of the position and its events for one viewer."""
    eyes, english = table.view_of(seat), Spoken(table.kind.texts)
    yield "view", str(eyes.state)
    yield "checksum", checksum(eyes.state)
    yield "events", eyes.events
    yield "story", english.story(eyes.events, table.names)
    for name in ("call", "choices", "summary", "offers"):
        yield name, getattr(english, name)(eyes.state)
    if seat is not None:
        yield "hand", english.hand(eyes.state, seat)
    for name in ("standing", "news", "pieces", "rows"):
        yield name, getattr(english, name)(eyes.state, table.names)
    yield "alt text", alt.text(table.kind, eyes, table.labels)
    board = Page(Board(table.n, 0), table, table.number, seat, False, True, False)
    yield "page", page(board, in_words=True).say_in(VOICE)
    if seat is not None and not table.over:
        yield "resign", _confirm_leaving(table, seat).text


def written(table: Table) -> Iterator[Said]:
    """The texts about a game that everyone reads."""
    yield "board", posts.board(table)
    yield "card", cards_text.card(table.game, table)
    yield "counts", answers_text.turn_answer(table)
    yield "standing", answers_text.game_standing(table)
    story = Joined("", [table.kind.texts.story(table.view_of().events, table.names)])
    if table.over:
        yield "result", posts.result(table, posts.Aftermath())
        yield "details", posts.details(table, posts.Aftermath())
    elif table.actor != NATURE:
        call = posts.turn(table, advice=table.kind.texts.primer(table.mine))
        yield "turn", layouts.turn(table, call).say_in(VOICE)
        yield "turn in words", posts.turn_in_words(table, story)


def at_turn(table: Table) -> Iterator[Said]:
    """The mover's panels behind their button, and completions, which take long."""
    if table.actor < 0:
        return
    nothing = drafted_of(table, table.actor, ())
    offers = choice_groups(table.kind, nothing.state)
    best = WholeTurns().first(place(table), (), 5)
    yield "parts", controls_choices(at_table(table, 0, offers, best))
    yield "builder", turn_builder.builder(table, table.actor, nothing).text
    yield "options", my_moves(table, Text("some"), [Joined(": ", (x.line, x.name)) for x in best])
    first = str(nothing.state.hands[table.actor][0])
    begun = drafted_of(table, table.actor, (first,))
    yield "begun", layouts.draft_layout(table, begun, public=False)
    yield "begun in public", layouts.draft_layout(table, begun, public=True)
    yield "confirms", turn_builder.confirm_id(table, table.actor, begun.state)


@pytest.mark.slow
@settings(max_examples=1, phases=[Phase.generate])  # a smaller seed makes no smaller race
@given(st.integers(2, 5), any_seed)
def test_a_draw_is_seen_by_its_drawer_alone(seats: int, seed: int) -> None:
    """In draws of whole races, with the deal; two cards for each of the mover's panels."""
    chance = Random(seed)
    for drawing in list(drawings(seats, seed))[seed % 3 :: 3]:
        for seat in drawing.others:
            alike(drawing, lambda table, seat=seat: seen(table, seat))
        alike(drawing, written)
        if all(table.actor != drawing.drawer for table in drawing.tables):
            two = chance.sample(drawing.tables, min(2, len(drawing.tables)))
            alike(replace(drawing, tables=tuple(two)), at_turn)


def test_public_answers_to_the_mover_know_nothing_of_his_hand() -> None:
    for table in islice(turns(3, 0), 0, 25, 8):
        for words in ("gm4", "j", "ym2", "s s .", "gm3 n n n n n", "nonsense", ""):
            answers = [_in_public(other, words) for other in other_hands(table)]
            assert len({answer.text for answer in answers}) <= 2  # refused, or a draft
            refused = [answer for answer in answers if answer.why]
            assert refused == refused[:1] * len(refused)
            kept = [answer for answer in answers if not answer.why]
            assert kept == kept[:1] * len(kept)


class Answer(NamedTuple):
    """The text under a line; why: the id of the button, if it was refused."""

    text: str
    why: str = ""
    buttons: object = ()


def _in_public(table: Table, words: str) -> Answer:
    wish = Intent("k", 11, "Ann", 900, 500, words=words, public=True)
    try:
        drafted = typed._heard(wish, table, None, words)
    except Veiled as veiled:
        return Answer(str(veiled), veiled.buttons[0].id)
    panel = layouts.draft_layout(table, drafted, public=True)
    return Answer(str(panel.text), buttons=panel.buttons)
