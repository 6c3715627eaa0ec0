"""E-mails and webhooks of the sandbox: each person has an address for both, and a page that shows
them, whose text is only text."""

import asyncio
import smtplib
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import Browser, expect

import sandbox
from sandbox import World
from sandbox.inbox import MOST
from sandbox.model import Person
from tests.bot.discord.process import playing
from tests.browser.axe import judge
from tests.chromium import SHARED, new_page
from tests.guest import Guest, guests

PICTURE = Path("docs/board.png").read_bytes()
SIZE = int.from_bytes(PICTURE[16:20], "big")  # its width
ID = "1300000000000000000"  # of a second Ann


def mail(to: str = "ann@sandbox.example", subject: str = "Your turn") -> EmailMessage:
    """As a bot writes them: text and HTML with a picture, and a line of dots."""
    it = EmailMessage()
    it["From"], it["To"], it["Subject"] = "Bot <bot@sandbox.example>", to, subject
    it["List-Unsubscribe"] = "<http://127.0.0.1:9/stop>"
    it.set_content("Grüße!\n.\n..\nhttp://127.0.0.1:9/enter/7.x_-y.\n")
    html = '<a href="http://127.0.0.1:9/">Open</a><img alt="A board" src="cid:one@x">'
    it.add_alternative(f"{html}<script>parent.hit = hit = 1</script>", subtype="html")
    page = it.get_body(("html",))
    assert page is not None
    page.add_related(PICTURE, "image", "png", cid="<one@x>")
    return it


async def send(world: World, message: EmailMessage) -> None:
    """By the standard library's client."""

    def work() -> None:
        with smtplib.SMTP(world.smtp) as client:
            client.send_message(message)

    await asyncio.to_thread(work)


async def ask(address: str, path: str, body: str = "", how: str = "GET", **more: str) -> str:
    """The answer's text, or its status if that isn't 200."""
    async with (
        aiohttp.ClientSession() as http,
        http.request(how, address + path, data=body.encode(), headers=more) as answer,
    ):
        return await answer.text() if answer.status == 200 else str(answer.status)


async def test_a_mail_arrives_whole_and_only_at_its_person(world: World, ann: Guest) -> None:
    """An unknown address bounces, so people can try that, too."""
    await send(world, mail())
    await ann.event("inbox")
    html = await ask(world.address, "/inbox/ann")
    assert "Grüße!\n.\n..\n" in html.replace("\r", "")
    assert '<a href="http://127.0.0.1:9/enter/7.x_-y" target="_blank" rel="noopener">' in html
    assert '<a href="http://127.0.0.1:9/stop" target' in html
    assert "data:image/png;base64,iVBOR" in unescape(html.partition("srcdoc=")[2])
    assert "Your turn" not in await ask(world.address, "/inbox/ben")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        await send(world, mail("nobody@sandbox.example"))


async def test_a_webhook_arrives_with_its_headers(world: World) -> None:
    assert (
        await ask(world.address, "/inbox/ann", '{"text":"<b>é</b>"}', "POST", Signed="sha256=0")
        == "{}"
    )
    assert await ask(world.address, "/inbox/ann/topic?x=1", "not JSON", "PUT") == "{}"
    html = await ask(world.address, "/inbox/ann")
    assert html.index("PUT /inbox/ann/topic?x=1") < html.index("POST /inbox/ann<")
    assert "{\n  &quot;text&quot;: &quot;&lt;b&gt;é&lt;/b&gt;&quot;\n}" in html
    assert "Signed: sha256=0" in html
    assert await ask(world.address, "/inbox/nobody", "", "POST") == "404"


async def test_no_page_of_another_site_reads_or_writes_items(world: World) -> None:
    """Not by a name that points here, and not by a request to the mailbox's port."""
    for origin in ("http://evil.example", world.address, "null"):
        assert await ask(world.address, "/inbox/ann", "x", "POST", Origin=origin) == "403"
    for how in ("GET", "POST"):
        assert await ask(world.address, "/inbox/ann", "", how, Host="evil.example") == "403"
    reader, writer = await asyncio.open_connection(*world.smtp.split(":"))
    writer.write(b"POST / HTTP/1.1\r\n\r\nRCPT TO:<ann@x>\r\nDATA\r\nSubject: x\r\n\r\n.\r\n")
    assert b"354" not in await reader.read()
    writer.close()
    assert "<article" not in await ask(world.address, "/inbox/ann")


async def test_items_outlive_a_restart_and_the_oldest_make_room(tmp_path: Path) -> None:
    """The second person of a name has their id for an address."""
    async with sandbox.running(tmp_path) as world:
        world.add(Person(ID, "ann", "Ann", "", []))
        for n in range(MOST + 1):
            await ask(world.address, f"/inbox/{ID}", f"item {n}.", "POST")
    async with sandbox.running(tmp_path) as world:
        html = await ask(world.address, f"/inbox/{ID}")
        assert html.count("<article") == MOST
        assert "item 0." not in html
        assert f"{ID}@sandbox.example" in html
        assert "<article" not in await ask(world.address, "/inbox/ann")


@pytest.mark.slow
@SHARED
async def test_the_page_shows_what_arrives_to_everybody(browser: Browser, tmp_path: Path) -> None:
    """On a small screen and by the keyboard; an item's script doesn't run, and axe finds no
    fault."""
    async with sandbox.running(tmp_path) as world:
        tab = await new_page(browser, viewport={"width": 360, "height": 740})
        await tab.goto(f"{world.address}/#as=Ann&channel=games")
        await tab.locator("#open-drawer").press("Enter")
        async with tab.expect_popup() as popup:
            await tab.locator("[data-id=inbox]").press("Enter")
        inbox = await popup.value
        await expect(inbox.locator("h1")).to_have_text("Inbox of Ann")
        await send(world, mail(subject="<img src=x onerror=hit=1>" + "long" * 40))
        await ask(
            world.address, "/inbox/ann", '{"link":"http://127.0.0.1:9/' + "x" * 200 + '"}', "POST"
        )
        await expect(inbox.locator("article")).to_have_count(2)
        picture = inbox.frame_locator("iframe").get_by_alt_text("A board")
        await expect(picture).to_have_js_property("naturalWidth", SIZE)
        assert await inbox.evaluate("document.documentElement.scrollWidth") == 360
        assert await inbox.evaluate("window.hit") is None
        await judge(inbox)


@pytest.mark.slow
async def test_the_bot_of_a_sandbox_reaches_its_inbox(tmp_path: Path) -> None:
    """Without any setting, by both ways."""
    async with playing(tmp_path, 0) as (_, address), guests(address) as people:
        ann = people["Ann"]
        ways = ("tojson", f"{address}/inbox/ann"), ("tomail", "ann@sandbox.example")
        for way, to in ways:
            panel = await ann.answer(await ann.slash("games", "games settings"))
            panel = await ann.answer(await ann.press(panel, "lc:choose:pings", "elsewhere:on"))
            await ann.answer(await ann.fill_in(await ann.press(panel, f"lc:{way}"), words=to))
            await ann.event("inbox")
            ann.events.clear()
        html = await ask(address, "/inbox/ann")
        assert html.count("<article") == 2
        assert html.count("Your Lumbercamp code is") > 2
