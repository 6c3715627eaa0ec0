"""The page as a chat: who sees which messages, and that text is always only text."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.sandbox.client import ALT_TEXT
from tests.sandbox.test_page import PageTest, messages, page_test, send

pytestmark = pytest.mark.slow

NASTY = """<img src=x onerror="alert(1)"><script>alert(2)</script> <b>not bold</b>
**bold** [link](javascript:alert(3)) `<i>code</i>` ||hidden|| \\*plain\\*
> quoted <svg onload=alert(4)>"""

# Discord's own rendering of each line.
MARKDOWN = {
    "**a** *b* _c_": "<p><strong>a</strong> <em>b</em> <em>c</em></p>",
    "__d__ ~~e~~": "<p><u>d</u> <s>e</s></p>",
    "***both***": "<p><strong><em>both</em></strong></p>",
    "snake_case_name 2 * 3 * 4": "<p>snake_case_name 2 * 3 * 4</p>",
    r"\*a\* \_b\_ \\": r"<p>*a* _b_ \</p>",
    "`**a**` ``b`c``": "<p><code>**a**</code> <code>b`c</code></p>",
    "# a\n-# b": '<h3 class="heading">a</h3><small class="subtext">b</small>',
    "- a\n  - b\n- c\n2. d": (
        '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="2"><li>d</li></ol>'
    ),
    "1\\. a\n1\\. b": "<p>1. a\n1. b</p>",
    "> a\n> b\nc": "<blockquote><p>a\nb</p></blockquote><p>c</p>",
    ">>> a\nb": "<blockquote><p>a\nb</p></blockquote>",
    "**a\nb**": "<p><strong>a\nb</strong></p>",
    "a ** b": "<p>a ** b</p>",
    "<@1200000000000000202> <@999999>": (
        '<p><span class="mention">@Ben</span> <span class="mention">@someone</span></p>'
    ),
    "<t:99999999999999:F>": "<p>&lt;t:99999999999999:F&gt;</p>",
    "[a](javascript:x)": "<p>[a](javascript:x)</p>",
    "<https://a.example/?b=<c>": "<p>&lt;",
}


@pytest_asyncio.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PageTest]:
    async with page_test(tmp_path, monkeypatch) as it:
        yield it


async def rendered(page: Page, text: str) -> str:
    made: str = await page.evaluate(
        """async (text) => {
            const { markdown } = await import("/page/markdown.js");
            const box = document.createElement("div");
            box.append(markdown(text));
            return box.innerHTML;
        }""",
        text,
    )
    return made


async def test_markdown_reads_as_on_discord(here: PageTest) -> None:
    """One line of text after the other, each with its rendering."""
    page = await here.tab()
    for text, expected in MARKDOWN.items():
        assert (await rendered(page, text)).startswith(expected), text


async def test_nasty_content_stays_text(here: PageTest) -> None:
    """No typed text becomes markup or a script: no injection."""
    page = await here.tab()
    box = page.get_by_test_id("composer")
    await box.fill(NASTY)
    await box.press("Enter")
    message = messages(page, "not bold")
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message.locator(".content code")).to_have_text("<i>code</i>")
    await expect(message.locator("blockquote")).to_contain_text("<svg onload=alert(4)>")
    await expect(message).to_contain_text("*plain*")
    assert await message.locator("img, script, b, i, a, .content svg").count() == 0


async def test_a_reply_quotes_what_it_answers_and_pings_its_author(here: PageTest) -> None:
    """A reply to the bot reaches it without a mention."""
    page = await here.tab()
    await send(page, "/logger start")
    lobby = messages(page, "Lobby for 2")
    await lobby.hover()
    await lobby.get_by_role("button", name="Reply").click()
    await page.keyboard.type("a3; plant n")
    await page.keyboard.press("Enter")
    await expect(messages(page, "I read you")).to_be_visible()
    mine = messages(page, "a3; plant n").first
    await mine.get_by_role("button", name=re.compile("Replies to.*Lobby for 2")).click()
    await expect(lobby).to_be_focused()


async def test_an_ephemeral_answer_is_seen_by_one_person_only(here: PageTest) -> None:
    """It stays over a reload, says that it is private, and goes when it is dismissed."""
    ann, ben = await here.tab("Ann"), await here.tab("Ben")
    await send(ann, "/logger turn a3; plant n")
    private = messages(ann, "Line: a3; plant n")
    await expect(private).to_have_attribute("data-ephemeral", "true")
    await expect(private).to_contain_text("Only you can see this")
    await send(ann, "done")
    await expect(messages(ben)).to_have_count(1)
    await ann.reload()
    await private.get_by_role("button", name="Dismiss").click()
    await expect(messages(ann)).to_have_count(1)


async def test_the_board_has_its_alt_text_and_fits_a_phone(here: PageTest) -> None:
    """Alt text on every picture; readable at 360 px without sideways scrolling."""
    page = await here.tab(viewport={"width": 360, "height": 740})
    await send(page, "/logger start")
    await send(page, "w" * 300 + " https://example.com/" + "a" * 200)
    await send(page, "/logger board")
    picture = messages(page, "The board").get_by_role("img", name=ALT_TEXT.split("\n")[0])
    await expect(picture).to_have_attribute("alt", ALT_TEXT)
    await messages(page, "The board").locator("summary").click()
    await expect(messages(page).get_by_text("Loggers: Ann a1, Ben e5.")).to_be_visible()
    width = "[document.documentElement, document.querySelector('#log')].map((e) => e.scrollWidth)"
    assert await page.evaluate(width) == [360, 360]
    await page.get_by_role("button", name="Channels").click()
    await page.get_by_test_id("channel").filter(has_text="lounge").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#lounge")


async def test_the_private_chat_is_only_mine(here: PageTest) -> None:
    """The DM with the bot opens from the side, and each person has another one."""
    page = await here.tab("Ann")
    await page.get_by_test_id("channel").filter(has_text="lumbercamp").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("lumbercamp")
    await send(page, "a secret")
    await expect(messages(page, "a secret")).to_be_visible()
    await page.get_by_test_id("person-switch").get_by_label("Ben").check()
    await expect(messages(page)).to_have_count(0)
