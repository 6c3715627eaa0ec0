"""A page may play at its table and teach."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.features.feature import Verb
from bot.messages.layout import Layout
from bot.table.settings import Hosting
from rules.errors import NotYou
from tests.acting import ANN, BEN
from tests.attacks.test_forged_ids import forge
from tests.bot.core import Core, all_verbs
from tests.bot.web.house import House, Surfer, opened
from tests.bot.web.test_controls import over
from tests.stores import STORES

ALLOWED = {
    *("take", "turn", "hand", "confirm", "back", "over", "press", "plan", "look", "say"),
    *("options", "possible", "pass", "hint", "undo", "undo_typed", "go"),
    *("order", "drop", "premove", "setpremove"),
    *("join", "leave", "start", "again", "computers", "seat", "unseat", "here"),
    *("quit", "resign", "substitute", "offerseat", "takeover", "letplay", "return"),
    *("asktime", "askend", "askundo", "resume", "accept", "decline", "withdraw", "nudge"),
    *("text", "replay", "first", "earlier", "later", "last", "at", "share", "film", "record"),
    *("playon", "playfrom"),
    *("details", "fairness", "more", "language", "tongue", "standings", "ranks"),
    *("turned", "point", "played", "better", "line"),
    *("help", "learn", "rules", "lesson", "learn_typed"),
}

VERBS = all_verbs(hosting=Hosting(boards_at="https://boards.example", activity=True))

WORDS: tuple[dict[str, str], ...] = ({}, {"words": "12"})

REFUSED = tuple(verb for verb in VERBS if not verb.on_page)

WAY_OUT = re.compile(r"You can't do that on this page\. Use (<code>/[\w -]+</code> in )?Discord")


def test_a_page_may_use_the_verbs_of_this_list_and_no_others() -> None:
    """A new verb is refused on pages until somebody adds it here and says why."""
    on_page = {verb.name for verb in VERBS if verb.on_page}
    new, gone = sorted(on_page - ALLOWED), sorted(ALLOWED - on_page)
    how = "Drop `on_page`, or add the verb to ALLOWED and say in the commit why a page may use it"
    assert not new, f"{how}: {new}"
    assert not gone, f"No page may use these any more. Remove them from ALLOWED: {gone}"


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A game of Logger before its first turn, stored in a file that can be compared."""
    core = await Core.build(tmp_path / "games.db")
    await core.begin(ANN, BEN)
    async with opened(core) as it:
        yield it
    await core.store.close()


def stored(house: House) -> object:
    return STORES.rows(house.core.path)


async def test_a_page_is_refused_what_is_only_done_in_discord(house: House) -> None:
    """Every verb that is not on the list, by a forged form: in turn as a button and as a form with
    words. The answer names the way out and has no button."""
    async with house.of(await house.core.mover()) as surfer:
        before, form = stored(house), surfer.page.button("Play").fields
        for n, verb in enumerate(verb for verb in REFUSED if verb.id is not None):
            forged = form | {"id": forge(verb, 1), "key": verb.name} | WORDS[n % 2]
            html = (await surfer.post("/t/1", forged)).body.decode()
            answer = unescape(html.partition('<div id="answer">')[2].partition("</section>")[0])
            assert 'class="answer refused"' in answer, (verb.name, answer)
            assert WAY_OUT.search(answer), (verb.name, answer)
            assert "<form" not in answer
        assert stored(house) == before


async def test_no_line_that_is_typed_on_a_page_does_more_than_its_buttons(house: House) -> None:
    """A line that names a command gets the command's name, without its button."""
    async with house.of(ANN) as ann:
        before, form = stored(house), ann.page.button("Play").fields
        for verb in REFUSED:
            lines = [*verb.typed][:1]
            if verb.slash is not None:
                under = "logger" if verb.slash.where == "each game" else verb.slash.where
                lines.append(f"/{under} {verb.slash.called}".replace("/ ", "/"))
            for line in lines:
                await ann.post("/t/1", form | {"key": line, "words": line})
                assert forbidden(ann) == [], line
        assert stored(house) == before


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("declared", [{"typed": ("wipe",)}, {"opens": "wipe".__eq__}])
async def test_no_line_of_a_page_does_what_is_only_done_in_discord(
    core: Core, declared: dict[str, Any], begun: bool
) -> None:
    """No verb has such a line today."""

    async def wipe(_: Any) -> Layout:
        raise AssertionError("a page may not do this")

    if begun:
        await core.begin(ANN, BEN)
    core.verbs._verbs["wipe"] = Verb("wipe", wipe, game=None, **declared)
    with pytest.raises(NotYou, match="You can't do that on this page"):
        await core.verbs.do("turn", replace(core.wish(ANN, "wipe"), page=True))


async def test_a_page_shows_no_button_that_it_may_not_press(core: Core) -> None:
    await core.begin(ANN, BEN)
    async with opened(core) as house, house.of(ANN) as ann:
        await shows(ann, "", "help")
        await shows(ann, "", "/games bot data")
        await shows(ann, "", "/games settings")
        for label in ("More", "How to Play"):
            await ann.get("/t/1")
            await shows(ann, ann.page.button(label).fields["id"], None)
        await shows(ann, "lc:help:", None)
        await over(core)
        await ann.get("/t/1")
        again = [each.fields["id"] for each in ann.page.buttons if "id" in each.fields]
        for id_ in again:
            await ann.get("/t/1")
            await shows(ann, id_, None)


async def shows(surfer: Surfer, id_: str, words: str | None) -> None:
    """Check that every button after this may be pressed."""
    form = next(each.fields for each in surfer.page.buttons if "form" in each.fields)
    fields = form | {"id": id_, "key": f"{id_} {words}"}
    await surfer.post("/t/1", fields if words is None else fields | {"words": words})
    assert forbidden(surfer) == []


def forbidden(surfer: Surfer) -> list[str]:
    shown = re.findall(r'value="(lc:[^"]+)"', surfer.last.body.decode())
    return [id_ for id_ in shown if not VERBS.read(id_).verb.on_page]
