"""The parts that features are made with: the store, the games, and code that several share."""

from collections.abc import Callable, Collection, Iterable
from itertools import chain

from bot.features.block_check import BlockCheck
from bot.features.clocks import Clocks, Uptime
from bot.features.computers import Computers
from bot.features.consent import Consent
from bot.features.elsewhere import Elsewhere
from bot.features.feature import Feature
from bot.features.outgoing import Outgoing
from bot.features.reminders import Reminders
from bot.features.servers import Servers
from bot.features.tidy import Tidy
from bot.features.turns import Turns
from bot.features.whole_turns import Suggestions, WholeTurns
from bot.messages.courier import Direct
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.table import browsers
from bot.table.commit import Commits, Policy
from bot.table.computers import Mind
from bot.table.game import DAY
from bot.table.servers import Guilds
from bot.table.settings import UNKNOWN, Hosting
from bot.table.table import Tables
from storage import BrowserLink, GameRow, Limits, Store


class Services:
    """Made once for a store."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        now: Callable[[], float],  # seconds since 1970
        wake: Callable[[GameRow | None, Collection[str]], None],  # called when posts are written
        limits: Limits,  # of open games
        direct: Direct,  # asks Discord at once
        mind: Mind,  # finds good turns
        reviewer: Mind,  # of games that are over
        there: Callable[[], bool],  # whether the bot can hear and speak
        guilds: Guilds,  # Discord's data about servers
        hosting: Hosting = UNKNOWN,  # who runs this bot, and how
        languages: Languages = ENGLISH_ALONE,  # that the bot can speak
    ) -> None:
        self.store, self.tables, self.games, self.now = store, tables, tables.games, now
        self.wake = wake
        self.limits, self.direct, self.guilds = limits, direct, guilds
        self.mind, self.reviewer = mind, reviewer
        self.servers = Servers(store, guilds, wake, languages)
        self.block_check = BlockCheck(store, now)
        self.hosting, self.languages = hosting, languages
        self.uptime = Uptime(store, now, there, wake)
        self.policies = list[Policy]()  # of the features, once they are made
        self.commits = Commits(store, tables, self.policies, self.uptime.look, now, self._wake_all)
        self.clocks = Clocks(self.commits, self.uptime)
        self.consent = Consent(self.commits, self.uptime, self.clocks)
        self.turns = Turns(self.commits, self.block_check)
        self.whole_turns, self.suggestions = WholeTurns(), Suggestions(mind)
        self.reminders = Reminders(self.commits, self.uptime)
        self.computers = Computers(self.commits)
        self.tidy = Tidy(self.commits, self.turns)
        self.outgoing = Outgoing(hosting.reachable)
        self.elsewhere = Elsewhere(self.commits, languages, self.day_link)
        self.departed = list[Callable[[int, int], None]]()  # called with a person and a server
        self._features = list[Feature]()
        self._hear = list[Callable[[GameRow], None]]()

    def _wake_all(self, game: GameRow | None, timers: Collection[str]) -> None:
        self.wake(game, timers)
        if game:
            for hear in self._hear:
                hear(game)

    def hear(self, features: Iterable[Feature]) -> None:
        """Register all features with commits and departures."""
        features = [*features]
        self._features += features
        self._hear += [each.hear for each in features if each.hear]
        self.policies += in_order(chain.from_iterable(each.policies for each in features))

    async def on_departure(self, user: int, guild: int, *, banned: bool = False) -> None:
        """Act on a departure or ban, which also voids their links and ends their streams."""
        for hear in self.departed:
            hear(user, guild)
        await self.store.note_absence(guild, user, self.now())
        for feature in self._features:
            if feature.gone:
                await feature.gone(user, guild, banned)
        await self.withdraw(user, guild)

    async def day_link(self, user: int, game: int, notice: str) -> str | None:
        """Make a link that signs a player's browser in to this game only, once, within a day. None:
        no board opens in a browser. notice: another try of it makes the same link, valid again."""
        if not self.hosting.boards_at:
            return None
        word = browsers.new_word([game], notice)
        await self.store.add_link(browsers.hash_word(word), BrowserLink(user, game), DAY)
        return f"{self.hosting.boards_at}/enter/{word}"

    async def meetings(self, user: int, other: int) -> list[int]:
        """The servers where two people have to meet."""
        asked = (each.meetings for each in self._features if each.meetings)
        return [guild for ask in asked for guild in await ask(user, other)]

    async def withdraw(self, user: int, guild: int) -> None:
        """Withdraw a person from everything on a server in which they have to meet others."""
        for feature in self._features:
            if feature.withdraw:
                await feature.withdraw(user, guild)


def in_order(policies: Iterable[Policy]) -> list[Policy]:
    """Put each policy after those it names, and otherwise keep the order. Raises ValueError where
    they name each other, or one that isn't there."""
    waiting, done = [*policies], list[Policy]()
    while waiting:
        names = {policy.add.__name__ for policy in done}
        ready = next((policy for policy in waiting if names.issuperset(policy.after)), None)
        if ready is None:
            raise ValueError(f"these policies wait for others: {waiting}")
        waiting.remove(ready)
        done.append(ready)
    return done
