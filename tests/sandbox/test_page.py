"""The page in a real Chromium, before a small bot by discord.py: a chat, whose text is only text,
and commands, buttons and menus, most of them by the keyboard only. axe-core finds no fault."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import discord
import discord.http
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from sandbox import running
from sandbox.limits import MessageForm
from sandbox.model import FORUM_ID
from sandbox.world import World
from tests.browser.axe import judge
from tests.chromium import SHARED, new_page
from tests.patience import PATIENCE
from tests.sandbox.client import ALT_TEXT, Bot, connected, point

pytestmark = [pytest.mark.slow, SHARED]


class Replying(Bot):
    """Answers mentions and replies with the text it read; greets nobody."""

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot and self.user in message.mentions:
            await message.reply("I read you", allowed_mentions=discord.AllowedMentions.all())


@dataclass(slots=True)
class PageTest:
    world: World
    bot: Bot
    browser: Browser
    troubles: list[str] = field(default_factory=list)

    async def tab(self, who: str = "Ann") -> Page:
        """A page in a context of its own, shown to `who`, ready for the first key."""
        page = await new_page(self.browser)
        page.on("console", lambda said: self._note(said.type, said.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", lambda box: self.troubles.append(f"dialog: {box.message}"))
        await page.goto(f"{self.world.address}/#as={who}&channel=games")
        await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
        return page

    def _note(self, kind: str, text: str) -> None:
        # A refusal of the sandbox (400) is also written into the console, which is fine.
        if kind in ("error", "warning") and "status of 40" not in text:
            self.troubles.append(text)


@pytest_asyncio.fixture(loop_scope="session")
async def here(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[PageTest]:
    """Three people on pages; a fault in the browser fails the test at the end."""
    async with running(tmp_path) as world:
        point(monkeypatch, world.address)
        async with connected(world, kind=Replying) as bot:
            it = PageTest(world, bot, browser)
            yield it
            for context in browser.contexts:
                await context.close()
    assert it.troubles == []


def messages(page: Page, text: str = "") -> Locator:
    found = page.get_by_test_id("message")
    return found.filter(has=page.locator(".content", has_text=text)) if text else found


async def send(page: Page, text: str) -> None:
    box = page.get_by_test_id("composer")
    await box.fill(text)
    await box.press("Enter")


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


async def test_text_reads_as_on_discord_and_stays_text(here: PageTest) -> None:
    """One line of text after the other, each with its rendering; no typed text becomes markup or a
    script: no injection."""
    page = await here.tab()
    for text, expected in MARKDOWN.items():
        assert (await rendered(page, text)).startswith(expected), text
    await send(page, NASTY)
    message = messages(page, "not bold")
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message.locator(".content code")).to_have_text("<i>code</i>")
    await expect(message.locator("blockquote")).to_contain_text("<svg onload=alert(4)>")
    await expect(message).to_contain_text("*plain*")
    assert await message.locator("img, script, b, i, a, .content svg").count() == 0


async def test_what_is_private_is_seen_by_one_person_only(here: PageTest) -> None:
    ann, ben = await here.tab("Ann"), await here.tab("Ben")
    await expect(ann.get_by_test_id("channel")).to_have_text(
        [
            re.compile(name)
            for name in ("games", "more-games", "lounge", "forum", "lumbercamp.*online")
        ]
    )
    await expect(ann.get_by_test_id("person-switch").get_by_label("Ann")).to_be_checked()
    await expect(ann.get_by_test_id("banner")).to_be_hidden()
    await send(ann, "/logger turn a3; plant n")
    private = messages(ann, "Line: a3; plant n")
    await expect(private).to_have_attribute("data-ephemeral", "true")
    await expect(private).to_contain_text("Only you can see this")
    await send(ann, "done")
    await expect(messages(ben)).to_have_count(1)
    await ann.reload()
    await private.get_by_role("button", name="Dismiss").click()
    await expect(messages(ann)).to_have_count(1)
    await ann.get_by_test_id("channel").filter(has_text="lumbercamp").click()
    await expect(ann.get_by_role("heading", level=1)).to_have_text("lumbercamp")
    await send(ann, "a secret")
    await expect(messages(ann, "a secret")).to_be_visible()
    await ann.get_by_test_id("person-switch").get_by_label("Ben").check()
    await expect(messages(ann)).to_have_count(0)


async def test_a_forum_lists_its_posts(here: PageTest) -> None:
    """With their tags as they are now; one opens like a thread. Nobody writes in the forum."""
    ann = await here.tab("Ann")
    await ann.get_by_test_id("channel").filter(has_text="forum").click()
    await expect(ann.get_by_test_id("composer")).to_be_hidden()
    forum = here.world.channels[FORUM_ID]
    open_ = [tag["id"] for tag in forum.tags if tag["name"] == "open"]
    draft = MessageForm({"content": "The card."})
    here.world.open_post(forum, here.world.bot, "L1 · Logger · Ann", draft, open_)
    post = ann.get_by_test_id("post")
    await expect(post).to_have_text("L1 · Logger · Annopen")
    await post.click()
    await expect(ann.get_by_role("heading", level=1)).to_have_text("L1 · Logger · Ann")
    await expect(messages(ann, "The card.")).to_be_visible()
    await expect(ann.get_by_test_id("composer")).to_be_visible()


async def test_a_reply_and_the_board_on_a_phone(here: PageTest) -> None:
    """A reply to the bot quotes what it answers and reaches it without a mention. Every picture has
    its alt text, readable at 360 px without sideways scrolling."""
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
    await page.set_viewport_size({"width": 360, "height": 740})
    await send(page, "w" * 300 + " https://example.com/" + "a" * 200)
    await send(page, "/logger board")
    picture = messages(page, "The board").get_by_role("img", name=ALT_TEXT.split("\n")[0])
    await expect(picture).to_have_attribute("alt", ALT_TEXT)
    await messages(page, "The board").locator("summary").click()
    await expect(messages(page).get_by_text("Loggers: Ann a1, Ben e5.")).to_be_visible()
    await messages(page, "The board").get_by_role("button", name="Enlarge").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await judge(page)
    await page.keyboard.press("Escape")
    await page.set_viewport_size({"width": 360, "height": 740})
    width = "[document.documentElement, document.querySelector('#log')].map((e) => e.scrollWidth)"
    assert await page.evaluate(width) == [360, 360]
    await page.get_by_role("button", name="Channels").click()
    await page.get_by_test_id("channel").filter(has_text="lounge").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#lounge")


REFUSALS = {
    "/nonsense a3": "There's no command “/nonsense”",
    "/logger fly": "Did you mean /logger start, /logger turn",
    "/logger start players:two": "“two” doesn't work for players. Enter a whole number",
    "/logger start 3 of us": "“3 of us” doesn't name its option",
    "/logger board now": "/logger board takes no options",
}


async def test_a_command_is_found_filled_in_and_sent_by_keys_alone(here: PageTest) -> None:
    page = await here.tab()
    keys = page.keyboard
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(page.get_by_test_id("composer")).to_be_focused()
    await keys.type("/lo")
    chosen = page.locator('[data-testid="completion"] [aria-selected="true"]')
    await expect(chosen).to_contain_text("/logger start")
    await judge(page)
    await keys.press("ArrowDown")
    await expect(chosen).to_contain_text("Take your turn")
    await keys.press("Tab")
    field = page.get_by_test_id("option-line")
    await expect(field).to_be_focused()
    await keys.type("a3")
    await expect(page.get_by_role("option", name="a3; plant south")).to_be_visible()
    await judge(page)
    await keys.press("ArrowUp")
    await keys.press("Enter")
    await expect(field).to_have_value("a3; plant south")
    await keys.press("Enter")
    await expect(messages(page, "Line: a3; plant south")).to_be_visible()
    await expect(page.get_by_test_id("composer")).to_be_focused()


async def test_what_comes_to_nothing_is_explained(here: PageTest) -> None:
    """A sentence explains a line that can't be sent, and nothing is lost from the box. Discord:
    without an acknowledgement within 3 seconds the interaction has failed."""
    page = await here.tab()
    for line, sentence in REFUSALS.items():
        await send(page, line)
        await expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        await expect(page.get_by_test_id("composer")).to_have_value(line)
    await send(page, "/logger slow")
    await expect(page.get_by_test_id("status")).to_contain_text("Waiting for lumbercamp")
    await page.request.post(f"{here.world.address}/people/clock", data={"add": PATIENCE + 1})
    await expect(page.get_by_test_id("local-note")).to_contain_text("This interaction failed")
    await expect(page.get_by_test_id("status")).to_be_empty()


async def test_buttons_and_menus_are_used_by_keys(here: PageTest) -> None:
    ann, ben = await here.tab("Ann"), await here.tab("Ben")
    await send(ann, "/logger start")
    join = ben.get_by_role("button", name="Join")
    await join.focus()
    await ben.keyboard.press("Enter")
    await expect(messages(ben, "Seats: Ann, Ben")).to_contain_text("(edited)")
    await expect(join).to_be_focused()
    await expect(messages(ann, "Seats: Ann, Ben")).to_be_visible()
    menu = ann.get_by_role("button", name="Choose a square")
    await menu.press("Enter")
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("Escape")
    await expect(menu).to_be_focused()
    await menu.press("Enter")
    await ann.keyboard.press("c")
    await judge(ann)
    await ann.keyboard.press("Enter")
    await expect(messages(ann, "Square: c3")).to_have_attribute("data-ephemeral", "true")
