"""The controls around the board on a page do what they do in the channel (decision 75)."""

import re
from base64 import b64decode

from bot.messages.courier import TransientError
from bot.table.browsers import Member
from rules.text import Text
from storage import Change
from tests.acting import ANN, BEN
from tests.bot.core import GUILD, Core
from tests.bot.web.house import House, opened
from tests.bot.web.test_viewers import pressed


def labels(html: str) -> list[str]:
    return re.findall(r'value="lc:(\w+):\d+:\d+"', html.partition('id="controls"')[2])


async def test_a_lobby_is_left_and_started_on_its_page(core: Core) -> None:
    await core.open(ANN, 3)
    async with opened(core) as house, house.of(ANN) as ann:
        assert labels(ann.page.html) == ["leave", "start", "details", "learn"]
        said = await pressed(house, ANN, "start")
        await ann.press(ann.page.button("Start Now"))
        assert said.text[:20] in ann.page.text.replace("\\", "")
        await core.join(BEN)
        async with house.of(BEN) as ben:
            await ben.press(ben.page.button("Leave"))
            assert "You've left" in ben.page.text
            assert (await ben.get("/t/1")).status == 403
        assert [sitter.name for sitter in (await core.game()).sitters] == ["Ann"]
        await core.join(BEN)
        await ann.press(ann.page.button("Start Now"))
        assert not labels(ann.page.html)
        assert (await ann.get("/t/1/ground.png")).status == 404  # there is no board yet
    assert (await core.game()).settled


async def test_a_new_game_on_a_page_goes_by_the_role_that_discord_says(core: Core) -> None:
    """Where a server lets only a role open games: Discord is asked at that moment, and not where no
    role is needed, as for joining. Source: decision 75."""
    await core.begin(ANN, BEN, lines=2)
    await over(core)
    await core.store.set_server(GUILD, {"starters": "71"}, [])
    asked = [("member", ANN.id)]
    async with opened(core) as house, house.of(ANN) as ann, house.of(BEN) as ben:
        again = ann.page.button("Rematch")
        await ann.press(again)
        assert 'class="answer refused"' in ann.page.html
        core.transport.members[ANN.id] = Member((70,))
        await ann.press(again, key="2")
        assert 'class="answer refused"' in ann.page.html
        core.transport.fail("member", TransientError(Text("no answer")))
        await ann.press(again, key="3")
        assert "Discord can't tell me your permissions right now" in ann.page.text
        core.transport.members[ANN.id] = Member((70, 71))
        await ann.press(again, key="4")
        assert 'class="answer refused"' not in ann.page.html
        await core.deliver()
        await ben.press(ben.page.button("Rematch"))
        core.time.seconds += 60
        await ann.press(again, key="5", id="lc:playfrom:1:4", words="people")
        assert "L3 continues L1" in ann.page.text
    assert [call for call in core.transport.calls if call[0] == "member"] == 5 * asked
    assert {each.user for each in (await core.game(2)).sitters} == {ANN.id, BEN.id}


async def over(core: Core) -> None:
    game = await core.game()
    ended = Change((), "over", status="over", on_turn=None)
    core.wake(await core.store.commit(game.id, game.n, ended), ())


async def test_hints_are_offered_where_the_table_has_them(core: Core) -> None:
    await core.begin(ANN, BEN, options={"rated": "no"})
    mover = await core.mover()
    async with opened(core) as house, house.of(mover) as ann:
        await ann.press(ann.page.button("Hint"))
        plan = next(b for b in ann.page.buttons if b.fields.get("id", "").startswith("lc:plan"))
        await ann.press(plan)
        assert (await core.game()).drafts
    assert [line for line in await core.log() if line.startswith("hint")]


async def test_every_turn_is_listed_and_leads_to_its_board(house: House) -> None:
    for line in ("corner a1", "corner e5"):
        await house.core.play(line)
    async with house.of(ANN) as ann:
        await ann.get("/t/1/turns")
        boards = re.findall(r"/t/1\?at=\d+", ann.page.html)
        assert len(boards) == 3
        await ann.get(boards[1])
        assert "turn 2 of 3" in ann.page.text
    async with house.browser() as nobody:
        assert (await nobody.get("/t/1/turns")).status == 403


async def test_a_game_is_kept_as_files(house: House) -> None:
    async with house.of(ANN) as ann:
        await ann.press(ann.page.button("More"))
        await ann.press(ann.page.button("Download Game"))
        kept = re.findall(r'href="data:([\w/;=-]+),([^"]+)" download="([^"]+)"', ann.page.html)
    assert [name for _, _, name in kept] == ["L1.txt", "L1.html"]
    assert b"logger" in b64decode(kept[0][1]).lower()


async def test_signing_out_ends_this_browser_and_no_other(house: House) -> None:
    async with house.of(ANN) as ann, house.of(ANN) as other:
        await ann.get("/t/1")
        await ann.press(ann.page.button("Sign Out"))
        assert ann.last.status == 200
        assert "You're signed out" in ann.page.text
        assert (await ann.get("/t/1")).status == 403
        assert (await other.get("/t/1")).status == 200
        out = other.page.button("Sign Out")
        for forged in ({"form": "0" * 32}, {"Origin": "https://evil.example"}):
            fields = out.fields | {k: v for k, v in forged.items() if k == "form"}
            headers = {k: v for k, v in forged.items() if k == "Origin"}
            assert (await other.post(out.action, fields, **headers)).status == 403
        assert (await other.get("/t/1")).status == 200
