"""Doors to a page: a link of one's own lets you in, once, in its time; other keys let nobody in."""

import re
from dataclasses import replace

import pytest

from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.table.browsers import LINK_LASTS, browser_name
from bot.web.viewers import LASTS
from tests.acting import ANN, BEN, CY, Person
from tests.bot.core import Core
from tests.bot.web.house import AGENT, House, opened


async def test_a_link_is_used_by_its_button_alone_once_and_in_its_time(house: House) -> None:
    link = await house.link(ANN)
    async with house.browser() as preview, house.browser() as ann, house.browser() as other:
        for _ in range(3):
            assert (await preview.get(link)).status == 200
        await preview.get("/t/1")
        assert preview.last.status == 403
        await ann.enters(link)
        assert ann.last.status == 200
        assert (await other.get(link)).status == 410
        word = link.rpartition("/")[2]
        assert (await other.post("/enter", {"word": word})).status == 410
        assert (await other.get("/t/1")).status == 403
        await other.get(await house.link(ANN))
        button = other.page.buttons[0]
        house.core.time.seconds += LINK_LASTS
        assert (await other.press(button)).status == 410
        assert (await other.get("/t/1")).status == 403


async def test_who_plays_in_a_browser_does_not_become_somebody_else(house: House) -> None:
    """Ann sends her link to Ben, who would play for her without knowing; it stays hers."""
    link = await house.link(ANN)
    async with house.of(BEN) as ben, house.browser() as ann:
        assert (await ben.get(link)).status == 403
        word = link.rpartition("/")[2]
        assert (await ben.post("/enter", {"word": word})).status == 403
        await ann.enters(link)
        assert ann.last.status == 200


async def test_behind_https_the_cookie_is_bound_to_the_very_host(two: Core) -> None:
    """No script reads it; __Host- asks browsers for Secure, for the path / and for no domain."""
    async with (
        opened(two, before=lambda port: "https://boards.example") as house,
        house.browser() as ann,
    ):
        link = await house.link(ANN)
        word = link.removeprefix("https://boards.example/enter/")
        asked = {"Origin": "https://boards.example"}
        async with ann.session.post(
            house.reached + "/enter", data={"word": word}, headers=asked, allow_redirects=False
        ) as answer:
            cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-lumbercamp=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


async def test_who_has_left_the_server_or_their_seat_sees_nothing(house: House) -> None:
    async with house.of(ANN) as ann:
        house.core.transport.departed.add(ANN.id)
        house.core.time.seconds += LASTS
        assert (await ann.get("/t/1")).status == 403
        assert (await ann.get("/events/1")).status == 403
        assert (await ann.post("/t/1", {"id": "", "words": "corner a1"})).status == 403
        house.core.transport.departed.clear()
        house.core.time.seconds += LASTS
        assert (await ann.get("/t/1")).status == 200
        (browser,) = await house.core.store.browsers_of(ANN.id)
        await house.core.store.end_browser(ANN.id, browser.id)
        assert (await ann.get("/t/1")).status == 403


async def test_who_does_not_play_gets_no_link_and_sees_no_table(house: House) -> None:
    """Nor do they learn which tables there are: the answer for a missing one is the same."""
    with pytest.raises(AssertionError, match="You're not in"):
        await house.link(CY)
    async with house.browser() as nobody:
        there, nowhere = await nobody.get("/t/1"), await nobody.get("/t/77")
        assert (there.status, there.body) == (nowhere.status, nowhere.body)
    await house.core.begin(CY, replace(BEN, id=15), channel=777)
    async with house.of(ANN) as ann:
        there, nowhere = await ann.get("/t/2"), await ann.get("/t/77")
        assert (there.status, there.body) == (nowhere.status, nowhere.body)


FORGED = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "", "Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "cross-site"},
    {"Origin": "", "Sec_Fetch_Site": "same-site"},
]


async def test_a_form_of_another_site_does_nothing(house: House) -> None:
    mover = await house.core.mover()
    async with house.of(mover) as surfer:
        fields = surfer.page.button("Play").fields | {"words": "corner a1"}
        word = (await house.link(mover)).rpartition("/")[2]
        for headers in FORGED:
            assert (await surfer.post("/t/1", fields, **headers)).status == 403, headers
            assert (await surfer.post("/enter", {"word": word}, **headers)).status == 403, headers
    assert "a1" not in await house.core.log()


async def test_a_form_without_the_word_of_this_browser_does_nothing(house: House) -> None:
    mover = await house.core.mover()
    async with house.of(mover) as surfer, house.of(mover) as other:
        word = other.page.button("Play").fields["form"]
        for forged in ("", "0" * 32, word):
            fields = surfer.page.button("Play").fields | {"form": forged, "words": "corner a1"}
            assert (await surfer.post("/t/1", fields)).status == 403
            await surfer.get("/t/1")
    assert "a1" not in await house.core.log()


async def test_what_a_browser_calls_itself_is_kept_in_two_words() -> None:
    assert browser_name(AGENT) == "Firefox Android"
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
    assert browser_name(chrome) == "Chrome Linux"
    assert browser_name(f"{chrome} Edg/140.0") == "Edge Linux"
    assert browser_name("<script>alert(1)</script>") == "?"


async def test_a_link_in_a_message_has_no_preview_and_no_line_of_a_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    link = await house.link(ANN)
    async with house.browser() as ann:
        await ann.enters(link)
        await ann.get("/t/1?at=99999999999999999999")
        await ann.get("/enter/" + "x" * 5000)
        words = {each.value for each in ann.session.cookie_jar}
    secrets = {link.rpartition("/")[2], *words}
    assert not [secret for secret in secrets if secret in caplog.text]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/enter/[\w-]{43}", link)


async def test_browsers_are_shown_and_ended_in_the_settings(house: House) -> None:
    """By the person for whom they play, and by nobody else."""
    async with house.of(ANN) as ann, house.of(BEN) as ben:
        panel = await pressed(house, ANN, "settings")
        assert "Signed-In Browsers" in [button.label for button in panel.buttons]
        panel = await pressed(house, ANN, "browsers")
        assert "Firefox Android" in panel.text
        (menu,) = panel.menus
        (choice,) = menu.choices
        await pressed(house, BEN, "endbrowser", choice.value)
        assert (await ann.get("/t/1")).status == 200
        panel = await pressed(house, ANN, "endbrowser", choice.value)
        assert "You aren't signed in on any browser" in panel.text
        assert (await ann.get("/t/1")).status == 403
        assert (await ben.get("/t/1")).status == 200
    there = (await pressed(house, CY, "settings")).buttons
    assert "Signed-In Browsers" not in [button.label for button in there]


async def pressed(house: House, who: Person, verb: str, words: str = "") -> Message:
    return await answer_to(house.verbs.do(verb, house.core.wish(who, words)))
