"""Turning back to the boards of before, privately: Back and On in the answer to `board`.

Source: issue 11, item 2: "the boards since one's last turn, and any earlier one, privately".
"""

from __future__ import annotations

from random import Random

import pytest

from bot.boundary import answered
from bot.messages.message import Message
from bot.text import stories
from rules import GAMES
from rules.drafting import Kind
from rules.game import Seat, Setup
from rules.history import effective
from rules.play import replay
from tests.bot.controls import Controls, button
from tests.bot.core import ANN, BEN, CY, EVE, GUILD, OTHER_CHANNEL, Core, Person
from tests.bot.kinds import hosting
from tests.bot.leaks import cards
from tests.bot.playing import any_turn
from tests.bot.words import words
from tests.pseudo import english_left, voice
from tests.rules.keep import Keep, KeepEnglish, Table


class Open(Keep):
    """Dice that everybody sees: whoever has a six has no choice, and is not asked."""

    key, title, letter = "open", "Open", "O"
    hidden_information = False

    def view(self, s: Table, seat: Seat | None) -> Table:
        return s


every_kind = pytest.mark.parametrize("kind", [*GAMES, Open.key])


async def plays(core: Core, turns: int, seed: int = 4) -> None:
    """So many turns of whoever is asked next; a die is rolled when its time has come."""
    chance = Random(seed)
    for _ in range(turns):
        if (await core.game()).status == "over":
            return
        answer = await core.say(await core.mover(), any_turn(await core.table(), chance))
        assert "counts" in answer.text
        await rolled(core)


async def titles(core: Core) -> list[str]:
    """What each board's page says it is, counted in the log: a board after each turn that somebody
    said, and all turns without a choice that followed from it."""
    due, game = [1], await core.game()
    for row in await core.store.log(game.id):
        if row.seat >= 0:
            due += [due[-1]] if row.key else []
            due[-1] += 1
    *before, last = due
    turns = last - 1 if game.status == "over" else last
    newest = f"after the last of {turns} turns" if game.status == "over" else f"turn {turns}"
    return [*(f"turn {n} of {turns}" for n in before), newest]


async def rolled(core: Core) -> None:
    core.time.seconds += 1000
    core.passed += 1000
    await core.clock.tick()


async def newest(core: Core, who: Person) -> Message:
    return await answered(core.cases.boards.newest(core.wish(who)))


async def press(core: Core, who: Person, page: Message, label: str) -> Message:
    """Back or Forward, which are not greyed; in whichever channel."""
    pushed = button(page, label)
    assert not pushed.off
    _, verb, game, n = pushed.id.split(":")
    wish = core.wish(who, game=int(game), n=int(n), channel=OTHER_CHANNEL)
    return await answered(getattr(core.cases.boards, verb)(wish))


async def leafed(
    core: Core, who: Person, page: Message, label: str, most: int = 20
) -> list[Message]:
    """This page and all that come as long as the button can be pressed."""
    pages = [page]
    while not button(pages[-1], label).off:
        pages.append(await press(core, who, pages[-1], label))
        assert len(pages) < most, "there is no end to it"
    return pages


def numbered(page: Message) -> str:
    """Which board a page says it is."""
    return page.text.split(", ", 1)[1].split(".")[0]


async def begun(core: Core, kind: str, *people: Person) -> None:
    core.hosts(hosting(Kind(Open(), KeepEnglish())))
    core.kind = kind
    await core.seated(*people)


@every_kind
async def test_one_can_turn_back_to_the_first_board_and_forward_again(
    core: Core, kind: str
) -> None:
    """A board for each turn and one before the first, each as it was and with its story."""
    await begun(core, kind, ANN, BEN)
    await plays(core, 6)
    back = await leafed(core, EVE, await newest(core, EVE), "Back")
    assert [numbered(page) for page in back[::-1]] == await titles(core)
    assert button(back[0], "On").off
    assert not any(button(page, "On").off for page in back[1:])
    forth = await leafed(core, EVE, back[-1], "On")
    assert forth == back[::-1]
    game, log = await core.game(), await core.store.log(1)
    rows = effective((row.n, row.seat, row.text, row.mark) for row in log)
    played = replay(game.rules, Setup(2, game.options), rows)
    said = {row.n for row in log if row.key}
    frames = [frame for frame in played if frame.seat >= 0 and frame.n in said]
    for frame, page in zip(frames, forth[1:], strict=True):
        table = await core.tables.at(game, int(button(page, "Back").id.split(":")[3]))
        assert table.at.since == frame.n - 1
        assert words(stories.happened(table)) in page.text
        assert page.picture is not None
        assert f"turn {table.number}, " in page.picture.alt
        assert words(table.kind.texts.pieces(table.seen().state, table.names)) in page.picture.alt


async def test_a_turn_without_a_choice_has_no_board_of_its_own(core: Core) -> None:
    """It stands on that of the turn which it followed from."""
    core.other_luck(11)
    await begun(core, Open.key, ANN, BEN)
    await plays(core, 6)
    pages = await leafed(core, EVE, await newest(core, EVE), "Back")
    assert numbered(pages[0]) == "after the last of 6 turns"
    assert len(pages) == 6, "one before the first of the five turns that were said"


async def test_an_old_page_goes_on_from_where_it_is(lasting: Core) -> None:
    """After turns that it knows nothing of, and in another process."""
    core = lasting
    await begun(core, "logger", ANN, BEN)
    await plays(core, 4)
    first = await newest(core, ANN)
    page = await press(core, ANN, first, "Back")
    assert numbered(page) == "turn 4 of 5"
    await plays(core, 2)
    core = await core.again()
    assert numbered(await press(core, ANN, page, "On")) == "turn 5 of 7"
    assert numbered(await press(core, ANN, page, "Back")) == "turn 3 of 7"
    assert numbered(await press(core, ANN, first, "Back")) == "turn 4 of 7"
    await core.store.close()


async def test_what_was_taken_back_was_never_there(core: Core) -> None:
    """Nor can it be reached from a page on which it still was."""
    await begun(core, "logger", ANN, BEN)
    await plays(core, 4)
    controls, mover = Controls(core), await core.mover()
    await core.say(mover, any_turn(await core.table(), Random(8)))
    page = await newest(core, ANN)
    gone = page.text.split("\n", 1)[1]
    await controls.undo(mover)
    back = await leafed(core, ANN, await newest(core, ANN), "Back")
    assert len(back) == 5
    assert numbered(back[0]) == "turn 5"
    assert not any(gone in each.text for each in back)
    assert numbered(await press(core, ANN, page, "Back")) == "turn 5"
    await core.say(mover, any_turn(await core.table(), Random(9)))
    assert numbered(await press(core, ANN, back[0], "Back")) == "turn 4 of 6"


async def test_a_page_says_which_board_was_there_after_its_readers_last_turn(core: Core) -> None:
    """Who was away turns back to it."""
    await begun(core, "logger", ANN, BEN, CY)
    await plays(core, 5)
    away = await core.mover()
    back = await leafed(core, away, await newest(core, away), "Back")
    mine = [n for n, page in enumerate(back) if "the board after your last turn" in page.text]
    assert mine == [2], "two others have played since"
    assert not any(
        "your last turn" in page.text for page in await leafed(core, EVE, back[-1], "On")
    )


@every_kind
async def test_a_game_that_is_over_can_be_looked_through(core: Core, kind: str) -> None:
    await begun(core, kind, ANN, BEN)
    await plays(core, 3)
    controls, mover = Controls(core), await core.mover()
    name = f"Resign From {(await core.game()).rules.letter}1"
    await controls.press(mover, await controls.resign(mover), name)
    page = await newest(core, mover)
    assert numbered(page).startswith("after the last of ")
    assert "The game is over." in page.text
    back = await leafed(core, mover, page, "Back")
    assert [numbered(each) for each in back[::-1]] == await titles(core)


async def test_a_reader_sees_with_their_own_eyes_of_that_time(core: Core) -> None:
    """Hands stay hidden: a player reads what they held then, others and strangers nothing."""
    await begun(core, "fellers", ANN, BEN)
    held = [(await core.table()).at.state.hands]
    for seed in range(4):
        await plays(core, 1, seed)
        held.append((await core.table()).at.state.hands)
    users = [sitter.user for sitter in (await core.game()).sitters]
    for who in (ANN, BEN):
        pages = await leafed(core, who, await newest(core, who), "Back")
        for hands, page in zip(held[::-1], pages, strict=True):
            (said,) = [line for line in page.text.split("\n") if line.startswith("Your hand: ")]
            assert cards(said) == set(hands[users.index(who.id)])
    for page in await leafed(core, EVE, await newest(core, EVE), "Back"):
        assert "hand" not in page.text


@every_kind
async def test_who_plays_by_ear_has_each_board_in_words(core: Core, kind: str) -> None:
    await begun(core, kind, ANN, BEN)
    await plays(core, 3)
    await core.store.set_personal(ANN.id, "text_first", "on")
    for page in await leafed(core, ANN, await newest(core, ANN), "Back"):
        table = await core.tables.at(await core.game(), int(button(page, "Back").id.split(":")[3]))
        texts, state = table.kind.texts, table.seen().state
        for part in (
            texts.squares,
            texts.pieces(state, table.names),
            texts.rows(state, table.names),
        ):
            assert words(part) in page.text
        assert page.picture is not None
    assert len((await newest(core, BEN)).text) < 300


async def test_there_is_nothing_to_turn_in_a_lobby(core: Core) -> None:
    await core.open(ANN, 3)
    page = await newest(core, EVE)
    assert "Seats: 1 Ann" in page.text
    assert {"Back", "On"}.isdisjoint(each.label for each in page.buttons)


async def test_another_server_sees_no_board(core: Core) -> None:
    """An id that was made up or carried elsewhere shows nothing."""
    game = await core.seated(ANN, BEN)
    wish = core.wish(EVE, game=game.id, n=9, guild=GUILD + 1)
    assert "no such game" in (await answered(core.cases.boards.earlier(wish))).text


@pytest.mark.parametrize("by_ear", [True, False])
@pytest.mark.parametrize("kind", GAMES)
async def test_pages_speak_every_language(core: Core, kind: str, by_ear: bool) -> None:
    """No word of them is English alone, the buttons' neither."""
    await begun(core, kind, ANN, BEN)
    await plays(core, 2)
    if by_ear:
        await core.store.set_personal(ANN.id, "text_first", "on")
    wish = core.wish(ANN)
    for _ in range(3):
        layout = await (
            core.cases.boards.earlier(wish) if wish.n else core.cases.boards.newest(wish)
        )
        page = layout.said(voice())
        names = ("Ann", "Ben", GAMES[kind].game.title)
        assert set(english_left(page.text, names)) <= {"ne", "nw", "se", "sw"}
        assert not any(list(english_left(each.label)) for each in page.buttons)
        wish = core.wish(ANN, n=int(page.buttons[0].id.split(":")[3]))
