"""What features are made with: the store, the games, and what several features share.

A feature is handed all of it and takes what it needs; it knows no other feature.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.features.apart import Apart
from bot.features.audience import Audience
from bot.features.clocks import Clocks
from bot.features.consent import Consent
from bot.features.mentions import Mentions
from bot.features.reminders import Reminders
from bot.features.seats import Departure
from bot.features.servers import Servers
from bot.features.suggestions import Suggestions
from bot.features.turns import Turns
from bot.features.uptime import Uptime
from bot.features.whole_turns import WholeTurns
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.table.commit import Commits
from bot.table.direct import Direct
from bot.table.guilds import Guilds
from bot.table.hosting import UNKNOWN, Hosting
from bot.table.minds import Minds
from bot.table.policies import Policy
from bot.table.table import Tables
from storage import GameRow, Limits, Store


class Services:
    """Made once for a store. now: seconds since 1970; wake: called after each commit that leaves
    something to tell; limits: of open games; direct: writes to one person; minds: what thinks of
    good turns, and looks back at games; there: whether the bot can hear and speak; guilds: what
    Discord says of servers; hosting: who runs this bot, and how; languages: what it can speak;
    uptime: how it is known when the bot was there."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        now: Callable[[], float],
        wake: Callable[[GameRow | None, Collection[str]], None],
        limits: Limits,
        direct: Direct,
        minds: Minds,
        there: Callable[[], bool],
        guilds: Guilds,
        hosting: Hosting = UNKNOWN,
        languages: Languages = ENGLISH_ALONE,
        uptime: Callable[..., Uptime] = Uptime,
    ) -> None:
        self.store, self.tables, self.games, self.now = store, tables, tables.games, now
        self.limits, self.direct, self.minds, self.guilds = limits, direct, minds, guilds
        self.servers, self.apart = Servers(store, guilds, wake, languages), Apart(store)
        self.audience, self.mentions = Audience(store, guilds), Mentions(store, now)
        self.hosting, self.languages = hosting, languages
        self.boards_at = ""  # the address at which boards are opened in a browser, if they are
        self.policies = list[Policy]()  # those of features, once they are made
        self.uptime = uptime(store, now, there, wake)
        self.commits = Commits(store, tables, self.policies, self.uptime.look, now, wake)
        self.clocks = Clocks(store, tables, self.commits, self.uptime, now)
        self.consent = Consent(store, tables.games, self.commits, now)
        self.turns = Turns(store, tables, self.commits, now)
        self.whole_turns, self.suggestions = WholeTurns(), Suggestions(minds.player)
        self.departure = Departure(store, tables, self.commits, now)
        self.reminders = Reminders(store, tables, self.commits, self.uptime, now)
