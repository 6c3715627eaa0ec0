"""A turn is made on a page without scripts, and is the turn of the channel (decision 75)."""

from tests.acting import ANN, SIX
from tests.bot.core import OTHER_CHANNEL, Core
from tests.bot.web.house import House, opened


async def test_a_draft_is_begun_on_the_page_and_finished_in_the_channel(house: House) -> None:
    mover, other = await house.core.mover(), await house.core.waiting()
    async with house.of(other) as surfer:
        assert not surfer.page.words
        assert f"{mover.name}'s turn" in surfer.page.text
    async with house.of(mover) as surfer:
        await surfer.press(surfer.page.button("Play"), words="walk to the moon")
        assert "I can't read" in surfer.page.text
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
    await core.open(ANN, 3)
    await core.open(ANN, 3, channel=OTHER_CHANNEL)
    async with opened(core) as house, house.of(ANN) as ann:
        leave = ann.page.button("Leave")
        there = leave.fields["id"].replace("lc:leave:1:", "lc:leave:2:")
        assert there != leave.fields["id"]
        await ann.press(leave, id=there)
        assert "belongs to another game" in ann.page.text
    assert [(await core.game(n)).status for n in (1, 2)] == ["lobby", "lobby"]
