"""Requests for another player's hand, and every place where it could appear by mistake.

Error references, logs, completions of others, admin views; and the hand of a player who leaves.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import renderer
from bot.features import turns as typed
from bot.features.boards import page
from bot.features.drafts import drafted_of
from bot.features.queries import my_moves
from bot.features.resign import _ask
from bot.features.turn_builder import _good
from bot.features.whole_turns import WholeTurns, completed, place
from bot.messages import answers as answers_text
from bot.messages import cards as cards_text
from bot.messages import layouts, posts, results, turn_builder
from bot.messages.answers import planned
from bot.messages.boundary import Veiled
from bot.messages.choices import Place, at_table, offered
from bot.messages.choices import controls as controls_choices
from bot.messages.layout import Message
from bot.messages.medium import VOICE
from bot.ops.logs import JsonLines
from bot.table import records
from bot.table.boards import Board, Page
from bot.table.intent import Intent
from bot.table.table import Table
from bot.table.verify import verified
from renderer import Picture, alt
from rules.fellers.english import FellersEnglish
from rules.fellers.position import ABSENT, Position
from rules.game import NATURE, Seat, Setup
from rules.play import answers, checksum
from rules.record import UNSEEN, parse
from rules.text import Joined, Text
from rules.voice import ENGLISH
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CY, EVE, Core, Patch, Person
from tests.bot.discord.searching import line, unpainted
from tests.bot.fellers_tables import Drawing, Twins, drawings, draws, other_hands, stored, turns
from tests.bot.leaks import RULES, Payload, cards, leaks, leaks_of_a_game, of_panel, secrets_of
from tests.bot.words import in_words
from tests.rules.races import any_seed
from tests.spoken import Spoken


@pytest.fixture
async def controls(core: Core) -> Controls:
    """Ann, Ben and Cy in the middle of a race."""
    core.kind = "fellers"
    await core.seated(ANN, BEN, CY)
    controls, chance = Controls(core), Random(3)
    for _ in range(7):
        await plays(controls, chance)
    return controls


async def position(controls: Controls) -> Position:
    state: Position = (await controls.core.table()).at.state
    return state


async def plays(controls: Controls, chance: Random) -> None:
    said = " ".join(line(await position(controls), chance))
    assert "Turn played" in (await controls.core.say(await controls.core.mover(), said)).text


async def is_tight(controls: Controls, who: Person, *panels: Message) -> None:
    """Check that these panels have only their reader's cards."""
    game, now = await controls.core.game(), await position(controls)
    hidden = secrets_of(game, rows := await controls.core.store.log(game.id), (now, now))
    sent = [of_panel(panel, who.id) for panel in panels]
    assert await leaks_of_a_game(controls.core.tables, game, rows, sent, hidden) == []


async def everything(controls: Controls, who: Person) -> list[Message]:
    """Every request that a person can make, a moderator's too."""
    more: dict[str, Any] = {"kind": "fellers", "moderator": True}
    asked = [controls.hand, controls.take, controls.options, controls.record, controls.undo]
    panels = [await ask(who, **more) for ask in asked]
    core, wish = controls.core, controls.core.wish(who, **more)
    boards, page = core.cases.boards, wish
    panels += [
        await in_words(boards.as_text(wish)),
        await in_words(core.cases.standings.of_game(wish)),
    ]
    for turned in (boards.newest, *[boards.earlier] * 4):
        panels.append(await in_words(turned(page)))
        page = wish.about(n=int(panels[-1].buttons[0].id.split(":")[3]))
    return [*panels, await core.do(who, "verify", **more), await core.do(who, "mine", **more)]


@pytest.mark.parametrize("asker", ["a stranger", "who waits"])
async def test_who_asks_for_everything_learns_nothing_of_others(
    controls: Controls, asker: str
) -> None:
    """Strangers and moderators, and players whose turn it is not."""
    who = EVE if asker == "a stranger" else await controls.core.waiting()
    await is_tight(controls, who, *(await everything(controls, who)))
    for begin in ("", "gm", "grass man 4", "j"):
        assert await controls.completed(who, begin, kind="fellers") == {}


class Broken(FellersEnglish):
    """A bug whose message has everything it worked on."""

    def story(self, events: Any, names: Any) -> Text:
        raise ValueError(f"no sentence for {events} of {names}")


async def test_a_bug_in_a_turn_leaves_no_card_in_the_log(
    controls: Controls, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player gets a reference, by which the operator finds the place but no card."""
    who, said = await controls.core.mover(), " ".join(line(await position(controls), Random(9)))
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(FellersEnglish, "story", Broken.story)
    panel = await controls.core.say(who, said)
    assert "Something went wrong on my side (reference " in panel.text
    reference = panel.text.split("reference ")[1][:4]
    told = [JsonLines().format(record) for record in caplog.records]
    assert any(reference in text for text in told)
    game, now = await controls.core.game(), await position(controls)
    hidden = secrets_of(game, [], (now, now))
    assert leaks([Payload(None, text, "the log") for text in told], hidden) == []
    assert leaks([of_panel(panel, None)], hidden) == []


async def test_a_position_hides_its_hands_when_it_is_shown_to_a_programmer(
    controls: Controls,
) -> None:
    """A traceback with values, or a debugger's line, has only the open table."""
    now = await position(controls)
    shown = repr(now)
    assert cards(shown) <= {card for pile in now.discards for card in pile}
    assert "hands" not in shown
    assert "decks" not in shown


async def test_with_a_player_go_his_cards(controls: Controls) -> None:
    """Hand, deck, discards and lumberjacks are gone; the game continues without them."""
    who = await controls.core.mover()
    game = await controls.core.game()
    seat = game.on_turn or 0
    panel = await controls.resign(who)
    assert "the others will play on" in panel.text
    await controls.press(who, panel, "Resign from F1")
    now = await position(controls)
    assert (now.hands[seat], now.decks[seat], now.discards[seat]) == ((), (), ())
    mine = [at for at, owner in zip(now.figures, now.owners, strict=True) if owner == seat]
    assert set(mine) == {ABSENT}
    assert (await controls.core.game()).status == "playing"
    await plays(controls, Random(1))


# who leaves


async def test_nobody_is_told_what_he_held_who_has_left(controls: Controls) -> None:
    """Neither the post nor the record tells it; the others' hands stay hidden too."""
    core = controls.core
    await core.deliver()
    who = await core.mover()
    await controls.press(who, await controls.resign(who), "Resign from F1")
    await core.deliver()
    await is_tight(controls, EVE, *(await everything(controls, EVE)))
    assert cards(core.posts()[-1]) == set()


async def test_a_closed_race_is_laid_open_as_one_that_is_over(controls: Controls) -> None:
    """Its record has the seed, and nobody has a hand; a closed lobby has none."""
    core = controls.core
    game = await core.game()
    await core.cancel(EVE, moderator=True, game=game.id, n=game.n)
    assert (await controls.hand(ANN)).picture is None
    record = parse((await controls.record(EVE, game=game.id)).document)
    assert record.seed == game.seed.hex()
    assert verified(game.rules, record).fair
    await core.open(ANN)
    await core.cancel(ANN)
    assert parse((await controls.record(EVE, game=(await core.game(2)).id)).document).seed == ""


# -- The record of a race: while it runs, no draw changes it; afterwards, it has every draw.


@pytest.mark.parametrize("seed", range(4))
def test_records_of_races_that_differ_in_hidden_draws_are_equal(seed: int) -> None:
    """Byte for byte, checksums included; the rows in the store are other ones."""
    twins = Twins(seed, 30)
    ones, others = twins.rows
    assert draws(ones) != draws(others)
    assert checksum(twins.now[0]) != checksum(twins.now[1])
    assert records.text(stored(2), ones) == records.text(stored(2), others)


def test_what_is_left_out_is_what_was_hidden() -> None:
    """Each draw is a `?`, and each checksum is that of the public view."""
    twins = Twins(5, 30)
    text = records.text(stored(2), twins.rows[0])
    hidden = secrets_of(stored(2), twins.rows[0], twins.now)
    assert not [digits for digits in hidden.digits if digits in text]
    entries = parse(text).entries
    for entry, row in zip(entries, twins.rows[0], strict=True):
        unseen = " ".join(UNSEEN for _ in row.text.split())
        assert entry.line == (unseen if row.seat == NATURE else row.text)
    assert entries[-1].checksum == checksum(RULES.view(twins.now[0], None))


def test_a_course_that_was_drawn_is_in_the_record() -> None:
    """Everyone may know it, so it stays in, unlike the cards."""
    opening = RULES.new(Setup(2, {"course": "random"}))
    (course, dealt) = (line for line, _, _ in answers(RULES, opening, b"seed", 4))
    rows = Twins(1, 0).rows[0]
    said = [rows[0]._replace(n=n, seat=NATURE, text=line) for n, line in ((4, course), (5, dealt))]
    shown = records.recorded(stored(2, "random"), [*rows, *said]).entries[-2:]
    assert [entry.line for entry in shown] == [course, "? ? ? ? ? ?"]


async def raced(core: Core) -> Controls:
    """Ann and Ben at a whole race."""
    await core.seated(ANN, BEN, options={"course": "A"})
    chance = Random(2)
    while (await core.game()).status == "playing":
        said = " ".join(line((await core.table()).at.state, chance))
        assert "Turn played" in (await core.say(await core.mover(), said)).text
    await core.deliver()
    return Controls(core)


@pytest.fixture
async def controls_records(core: Core) -> Controls:
    core.kind = "fellers"
    return await raced(core)


async def record(controls: Controls) -> Message:
    return await controls.record(EVE, kind="fellers")


async def test_the_record_of_a_finished_race_is_whole(controls_records: Controls) -> None:
    """The rows of the store, with the seed, for anyone."""
    core = controls_records.core
    game, told = await core.game(), parse((await record(controls_records)).document)
    rows = await core.store.log(game.id)
    assert [(e.n, e.seat, e.line, e.checksum) for e in told.entries] == [
        (row.n, row.seat, row.text, row.mark) for row in rows
    ]
    assert told.seed == game.seed.hex()


# -- For any drawn card, everyone but the drawer sees, hears and reads the same.


DRAWS = int(os.environ.get("LUMBERCAMP_DRAWS", "4"))
Said = tuple[str, object]


def alike(drawing: Drawing, told: Any) -> None:
    """Check that all tables show the same."""
    first, *others = (list(told(table)) for table in drawing.tables)
    for other in others:
        assert other == first


def seen(table: Table, seat: Seat | None) -> Iterator[Said]:
    """Every text and picture of the position and its events for one viewer."""
    eyes, english = table.seen(seat), Spoken(table.kind.texts)
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
    if seat is not None and not table.over:
        yield "resign", _ask(table, seat).text


def written(table: Table) -> Iterator[Said]:
    """The texts about a game that everyone reads."""
    yield "board", posts.board(table)
    yield "card", cards_text.card(table.game, table)
    yield "counts", answers_text.recorded(table)
    yield "standing", answers_text.game_standing(table)
    story = Joined("", [table.kind.texts.story(table.seen().events, table.names)])
    if table.over:
        yield "result", results.result(table, results.Aftermath())
        yield "details", results.details(table, results.Aftermath())
    elif table.actor != NATURE:
        yield "turn", posts.turn(table)
        yield "turn in words", posts.turn_in_words(table, story)


def at_turn(table: Table) -> Iterator[Said]:
    """The mover's panels behind their button, and completions, which take long."""
    if table.actor < 0:
        return
    nothing = drafted_of(table, table.actor, ())
    offers = offered(table.kind, nothing.state)
    best = WholeTurns().first(place(table), (), 5)
    yield "parts", controls_choices(Place(at_table(table, 0), 0, offers, _good(best)))
    yield "builder", turn_builder.builder(table, table.actor, nothing).text
    yield "options", my_moves(table, Text("some"), [planned(x.plan, x.line) for x in best])
    first = str(nothing.state.hands[table.actor][0])
    begun = drafted_of(table, table.actor, (first,))
    yield "begun", answers_text.kept(table, begun)
    yield "begun in public", layouts.kept(table, begun, public=True)
    yield "confirms", turn_builder.confirm_id(table, table.actor, begun.state)


@pytest.mark.slow
@settings(max_examples=4, phases=[Phase.generate])  # a smaller seed makes no smaller race
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


@pytest.mark.parametrize("seed", range(3))
def test_public_answers_to_the_mover_know_nothing_of_his_hand(seed: int) -> None:
    """A refusal or a saved line has the same public words for any hand."""
    for table in [*turns(3, seed)][::12]:
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
    panel = layouts.kept(table, drafted, public=True)
    return Answer(str(panel.text), buttons=panel.buttons)


def test_completions_are_the_same() -> None:
    """Completions of whole turns depend on no other player's draw."""
    played = [d for d in drawings(3, 4) if d.tables[0].actor not in (NATURE, d.drawer)]
    for drawing in played[5::15]:
        alike(drawing, lambda table: completed(WholeTurns(), place(table), "", ENGLISH))


async def test_a_whole_post_is_the_same(monkeypatch: Patch) -> None:
    """Text, file, ids of buttons and alt text, as they are handed to be sent."""
    unpainted(monkeypatch)
    for drawing in list(drawings(4, 2))[::9]:
        for seat in drawing.others:
            posts = [await _posted(table, seat) for table in drawing.tables]
            assert posts == posts[:1] * len(posts)


async def _posted(table: Table, seat: Seat | None) -> list[Message]:
    """The post, and the board on request, now and later."""
    board, turns = Board(table.n, 0), table.number
    told = [
        page(Page(board, table, turns, seat, False, last, not last), in_words=words).said(VOICE)
        for last in (True, False)
        for words in (True, False)
    ]
    if table.actor >= 0:
        call = posts.turn(table, advice=table.kind.texts.primer(table.mine))
        told.append(layouts.turn(table, call).said(VOICE))
    return told


@pytest.mark.parametrize("n", range(DRAWS))
def test_pictures_are_equal_byte_for_byte(n: int) -> None:
    """Everyone's board, another seat's view, and its hand."""
    drawing = Random(n).choice(list(drawings(2 + n % 4, n)))
    everybody, *seats = drawing.others
    for seat in (everybody, seats[n % len(seats)]):
        pictures = {_painted(table, seat) for table in drawing.tables}
        assert len(pictures) == 1


def _painted(table: Table, seat: Seat | None) -> tuple[Picture, Picture | None]:
    eyes = table.seen(seat)
    board = renderer.draw(table.game.hosted, eyes, table.labels)
    held = seat is not None and eyes.state.hands[seat]
    hand = renderer.draw_hand(table.game.hosted, eyes, table.labels) if held else None
    return board, hand


def test_the_drawer_s_own_picture_differs() -> None:
    drawing = list(drawings(2, 3))[20]
    hands = {_painted(table, drawing.drawer)[1] for table in drawing.tables}
    assert len(hands) == len(drawing.tables)
