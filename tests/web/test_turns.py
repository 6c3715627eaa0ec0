"""A turn is made on a page without scripts, by pressing words or by a line, and is the turn of the
channel.

Source: docs/decisions.md, decision 75.
"""

import pytest

from tests.acting import ANN, BEN, SIX
from tests.bot.core import OTHER_CHANNEL, Core
from tests.web.house import House, Surfer, opened

KINDS = ("logger", "logjam", "fellers")


async def whole_turn(surfer: Surfer, table: str) -> int:
    """Press the first word that can be said until the turn is whole, and confirm it."""
    await surfer.get(table)
    for presses in range(1, 60):
        page = surfer.page
        if not page.words:
            await surfer.press(page.button("Confirm"))
            return presses
        await surfer.press(page.word(page.words[0]))
        assert surfer.last.status == 200
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_turn_of_each_game_is_made_by_pressing_words(core: Core, kind: str) -> None:
    """By two of the table in turn, with their own hands where there are hands."""
    game = await core.table_of(kind)
    people = {person.id: person for person in SIX}
    async with opened(core) as house:
        for _ in range(2):
            mover = people[(await core.mover()).id]
            before = await core.game()
            async with house.of(mover) as surfer:
                await whole_turn(surfer, f"/t/{game.id}")
                assert "Turn played" in surfer.page.text
            assert (await core.game()).n > before.n


async def test_a_draft_is_begun_on_the_page_and_finished_in_the_channel(house: House) -> None:
    """And the other way round."""
    mover = await house.core.mover()
    async with house.of(mover) as surfer:
        await surfer.press(surfer.page.word("a1"))
        (draft,) = (await house.core.game()).drafts
        assert draft.line == "a1"
        await surfer.press(surfer.page.button("Step Back"))
        assert not (await house.core.game()).drafts
        wish = house.core.wish(mover, words="a5", game=1, n=(await house.core.game()).n)
        await house.verbs.do("say", wish, {"said": 0})
        await surfer.get("/t/1")
        assert "a5" in surfer.page.text
        await surfer.press(surfer.page.button("Confirm"))
        assert "Turn played" in surfer.page.text
    assert "a5" in await house.core.log()


async def test_a_line_is_typed_and_a_refusal_is_that_of_the_channel(house: House) -> None:
    mover = await house.core.mover()
    said = await house.core.say(mover, "walk to the moon", game=1)
    async with house.of(mover) as surfer:
        await surfer.press(surfer.page.button("Play"), words="walk to the moon")
        assert "I can't read" in said.text
        assert "I can't read" in surfer.page.text
        await surfer.press(surfer.page.button("Play"), words="corner e5")
        assert "Turn played" in surfer.page.text
    assert "e5" in await house.core.log()


async def test_a_form_that_is_sent_twice_has_one_effect(house: House) -> None:
    """The last press of a turn, and a whole line: a second time neither is refused."""
    mover = await house.core.mover()
    async with house.of(mover) as surfer:
        say = surfer.page.button("Play")
        for _ in range(2):
            await surfer.press(say, words="corner a1")
            assert 'class="answer refused"' not in surfer.page.html
    assert (await house.core.log()).count("a1") == 1
    other = await house.core.mover()
    async with house.of(other) as surfer:
        await surfer.press(surfer.page.word("e5"))
        confirm = surfer.page.button("Confirm")
        for _ in range(2):
            await surfer.press(confirm)
            assert 'class="answer refused"' not in surfer.page.html
    assert (await house.core.log()).count("e5") == 1


async def test_who_is_not_on_turn_is_shown_no_turn(house: House) -> None:
    mover = await house.core.mover()
    other = ANN if mover.id == BEN.id else BEN
    async with house.of(other) as surfer:
        assert not surfer.page.words
        assert f"{mover.name}'s turn" in surfer.page.text


async def test_a_turn_is_not_ended_unasked(core: Core) -> None:
    """In Forest Fellers it may end right after a card was chosen: then the page names the remaining
    steps first, before Confirm, which isn't the button to press."""
    game = await core.table_of("fellers")
    people = {person.id: person for person in SIX}
    mover = people[(await core.mover()).id]
    async with opened(core) as house, house.of(mover) as surfer:
        await surfer.get(f"/t/{game.id}")
        while 'data-verb="confirm"' not in surfer.page.html:
            await surfer.press(surfer.page.word(surfer.page.words[0]))
        html = surfer.page.html
        assert surfer.page.words
        said, goes_on = html.index("Also possible: "), html.index("data-word")
        confirm = html.index('data-verb="confirm"')
        assert said < goes_on < confirm
        assert "ends your turn now" in surfer.page.text
        assert "success" not in html[html.rindex("<button", 0, confirm) : confirm]
        assert (await core.game()).n == game.n


async def test_a_button_of_another_table_does_nothing(core: Core) -> None:
    """A page acts at its own table only, also for somebody who sits at both."""
    await core.open(ANN, 3)
    await core.open(ANN, 3, channel=OTHER_CHANNEL)
    async with opened(core) as house, house.of(ANN) as ann:
        leave = ann.page.button("Leave")
        there = leave.fields["id"].replace("lc:leave:1:", "lc:leave:2:")
        assert there != leave.fields["id"]
        await ann.press(leave, id=there)
        assert "belongs to another game" in ann.page.text
    assert [(await core.game(n)).status for n in (1, 2)] == ["lobby", "lobby"]
