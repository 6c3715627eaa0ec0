"""No page is cut: a message holds 2,000 characters, and a language may take a
third more than English.

Source: issue 30, item 5 ("nothing cut without need").
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.app import HOSTED
from bot.features import privacy
from bot.features.help import help_page
from bot.features.rules_pages import RulesPages
from bot.messages import page_texts as pages
from bot.messages.fitting import MESSAGE_LENGTH
from bot.messages.languages import languages
from bot.messages.layout import Layout
from bot.messages.medium import MARKDOWN
from bot.messages.pages import page as page_of
from rules import GAMES
from rules.voice import Voice
from tests.bot.core import DECLARED

LANGUAGES = languages()
ROWS = 5  # of buttons, under one message


async def every_page() -> AsyncIterator[tuple[str, Layout]]:
    rules = RulesPages(HOSTED)
    for kind in GAMES:
        for topic in pages.topics(kind):
            yield f"{kind} {topic.key}", await rules.topic(kind, topic.key)
    games = [HOSTED[kind].game for kind in HOSTED]
    for key in ("", "commands", "more-commands", *(t.key for t in pages.help_topics(games))):
        yield f"help {key}", help_page(DECLARED, HOSTED, key)
    for page, title in (("privacy", privacy.PRIVACY), ("terms", privacy.TERMS)):
        topics = pages.topics(page)
        for topic in topics:
            yield f"{page} {topic.key}", page_of(title, f"lc:{page}:", topics, topic, ())


@pytest.mark.parametrize("language", [*LANGUAGES.names])
async def test_a_page_is_one_whole_message_in_every_language(language: str) -> None:
    voice: Voice = LANGUAGES.voice(language, MARKDOWN)
    long = dict[str, int]()
    async for name, layout in every_page():
        said = layout.said(voice)
        if len(said.text) > MESSAGE_LENGTH:
            long[name] = len(said.text)
        assert len(said.rows) <= ROWS, name
        assert not said.text.endswith("…"), name
    assert long == {}
