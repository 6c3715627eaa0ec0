"""E-mails and webhooks of the sandbox: each person has an address for both, and a page that shows
them, whose text is only text."""

import asyncio
import re
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
from tests.browser.axe import judge
from tests.chromium import SHARED, new_page
from tests.guest import Guest

PICTURE = Path("docs/board.png").read_bytes()
SIZE = int.from_bytes(PICTURE[16:20], "big")  # its width


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
        host, port = world.smtp.split(":")
        with smtplib.SMTP(host, int(port)) as client:
            client.send_message(message)

    await asyncio.to_thread(work)


async def page(world: World, name: str = "ann") -> str:
    async with aiohttp.ClientSession() as http, http.get(f"{world.address}/inbox/{name}") as answer:
        assert answer.status == 200
        return await answer.text()


async def hook(world: World, path: str, body: str = "", method: str = "POST", **more: str) -> int:
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, world.address + path, data=body.encode(), headers=more) as answer,
    ):
        return answer.status


async def test_a_mail_arrives_whole_and_only_at_its_person(world: World, ann: Guest) -> None:
    await send(world, mail())
    await ann.event("inbox")
    html = await page(world)
    assert "Grüße!\n.\n..\n" in html.replace("\r", "")
    assert '<a href="http://127.0.0.1:9/enter/7.x_-y" target="_blank" rel="noopener">' in html
    assert '<a href="http://127.0.0.1:9/stop" target' in html
    source = unescape(re.findall('srcdoc="([^"]*)"', html)[0])
    assert "data:image/png;base64,iVBOR" in source
    assert "Your turn" not in await page(world, "ben")


async def test_a_webhook_arrives_with_its_headers(world: World) -> None:
    assert await hook(world, "/inbox/ann", '{"text":"<b>é</b>"}', Signature="sha256=0") == 200
    assert await hook(world, "/inbox/ann/topic?x=1", "not JSON", "PUT") == 200
    html = await page(world)
    assert html.index("PUT /inbox/ann/topic?x=1") < html.index("POST /inbox/ann<")
    assert "{\n  &quot;text&quot;: &quot;&lt;b&gt;é&lt;/b&gt;&quot;\n}" in html
    assert "Signature: sha256=0" in html


async def test_what_comes_to_nobody_is_refused(world: World) -> None:
    """An address can bounce, so people can try that, too."""
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        await send(world, mail("nobody@sandbox.example"))
    assert await hook(world, "/inbox/nobody") == await hook(world, "/inbox/lumbercamp") == 404


async def test_no_page_of_another_site_reads_or_writes_items(world: World) -> None:
    """Not by a name that points here, and not by a request to the mailbox's port."""
    for origin in ("http://evil.example", world.address, "null"):
        assert await hook(world, "/inbox/ann", "x", Origin=origin) == 403
    for method in ("GET", "POST"):
        assert await hook(world, "/inbox/ann", "", method, Host="evil.example") == 403
    reader, writer = await asyncio.open_connection(*world.smtp.split(":"))
    writer.write(b"POST / HTTP/1.1\r\n\r\nRCPT TO:<ann@x>\r\nDATA\r\nSubject: x\r\n\r\n.\r\n")
    assert b"354" not in await reader.read()
    writer.close()
    assert "<article" not in await page(world)


async def test_people_of_the_same_name_have_addresses_of_their_own(world: World) -> None:
    for n in ("201", "202"):
        world.add(Person(n, "zo", f"Zo{n}", "", []))
    first, second = world.people["201"], world.people["202"]
    await hook(world, "/inbox/zo", "one")
    await hook(world, f"/inbox/{second.id}", "two")
    assert f"{second.id}@sandbox.example" in await page(world, second.id)
    assert "zo@sandbox.example" in (html := await page(world, first.id))
    assert "one" in html
    assert ">two<" not in html


async def test_items_outlive_a_restart_and_the_oldest_make_room(tmp_path: Path) -> None:
    async with sandbox.running(tmp_path) as world:
        for n in range(MOST + 1):
            await hook(world, "/inbox/ann", f"item {n}.")
    async with sandbox.running(tmp_path) as world:
        html = await page(world)
        assert html.count("<article") == MOST
        assert "item 0." not in html


@pytest.mark.slow
@SHARED
async def test_the_page_shows_what_arrives_to_everybody(browser: Browser, tmp_path: Path) -> None:
    """On a small screen and by the keyboard; a item's script doesn't run, and axe finds no
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
        await hook(world, "/inbox/ann", '{"link":"http://127.0.0.1:9/' + "x" * 200 + '"}')
        await expect(inbox.locator("article")).to_have_count(2)
        picture = inbox.frame_locator("iframe").get_by_alt_text("A board")
        await expect(picture).to_have_js_property("naturalWidth", SIZE)
        assert await inbox.evaluate("document.documentElement.scrollWidth") == 360
        assert await inbox.evaluate("window.hit") is None
        await inbox.locator("summary").first.press("Enter")
        await judge(inbox)
