"""How texts are said on a page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.web.markup import Markup, el
from rules.voice import Argument, Html, MomentStyle, Voice


class Page(Html):
    """As in the page of a replay; and a time stands as one, so that a script can say it in the
    reader's own zone, and count down to it (static/clock.js)."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        if style == "R":  # which nothing here keeps telling without a script
            return None
        then = datetime.fromtimestamp(at, UTC)
        shown = then.strftime("%H:%M UTC" if style in "tT" else "%Y-%m-%d %H:%M UTC")
        return el("time", shown, datetime=then.isoformat(timespec="seconds"), data_style=style)


PAGE: Final = Page()


def say(voice: Voice, said: Argument) -> Markup:
    """What a voice says in this medium: its words are escaped by that."""
    assert isinstance(voice.medium, Page)
    return Markup(voice.say(said))
