"""A transport without Discord: it stores posts, and fails or dies on demand.

post ──> before(verb) ──> the message is there ──> after(verb) ──> its id
             │                                            └ Killed: there, and nobody knows
             └ TransientError, PermanentError, Killed: not there
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from itertools import chain, count

from bot.discord.transport import MOMENTS
from bot.messages.courier import ForumTags, PermanentError
from bot.messages.fitting import fit
from bot.messages.layout import Message, SaidButton
from bot.table.browsers import Member
from bot.table.servers import ChannelInfo, NoThreads, Role
from rules.text import Text

FIRST, NEXT = 1_400_000_000_000_000_000, 1 << 22  # ids as Discord's, a millisecond apart
DIRECT = 10_000  # and the id of a person: the channel of direct messages with them


class Killed(BaseException):
    """The process is dead: nothing catches this."""


@dataclass
class Posted:
    """A message in a channel."""

    id: int
    channel: int
    text: str
    file: str
    buttons: tuple[SaidButton, ...]
    pings: tuple[int, ...]
    nonce: str
    at: float
    alt: str = ""  # the picture's description, in words
    posted: str = ""  # the file that a board was posted with
    reply: int | None = None
    silent: bool = False


@dataclass
class ForumPost:
    """A post in a forum."""

    forum: int
    name: str
    tags: frozenset[str]
    ours: bool = True


class PaperTransport:
    """A transport without Discord.

    calls: every verb with its channel or user
    look: awaited at each call, before its effect
    """

    def __init__(self) -> None:
        self.messages: list[Posted] = []
        self.calls: list[tuple[str, int]] = []
        self.told: list[tuple[int, str]] = []
        self.members: dict[int, Member] = {}  # their rights on it
        self.departed: set[int] = set()  # people who left the server
        self.hidden: set[int] = set()  # channels that few people may read
        self.left: set[int] = set()  # servers that have removed the bot
        self.threads: dict[int, str] = {}  # the name of each, by the message that it is under
        self.posts: dict[int, ForumPost] = {}  # by their first message
        self.look: Callable[[str, int], Awaitable[None]] | None = None
        self.killed = False  # it has raised Killed
        self.now: Callable[[], float] = time.time
        # Discord gives no id twice, even if a message was deleted; presses have ids too.
        self.ids = count(FIRST, NEXT)
        self._before: dict[str, list[BaseException]] = defaultdict(list)
        self._there: dict[int, list[BaseException]] = defaultdict(list)
        self._after: dict[str, list[BaseException]] = defaultdict(list)

    def fail(self, verb: str, *troubles: BaseException) -> None:
        """Let the next calls of a verb raise these, without an effect."""
        self._before[verb] += troubles

    def fail_in(self, channel: int, *troubles: BaseException) -> None:
        """The next posts in a channel raise these, and nothing has happened."""
        self._there[channel] += troubles

    def fail_after(self, verb: str, *troubles: BaseException) -> None:
        """Let the next calls of a verb take effect and raise these."""
        self._after[verb] += troubles

    def forget_nonces(self) -> None:
        """Some minutes pass."""
        for message in self.messages:
            message.nonce = ""

    def in_channel(self, channel: int) -> list[Posted]:
        return [message for message in self.messages if message.channel == channel]

    async def _enter(self, verb: str, where: int) -> None:
        self.calls.append((verb, where))
        if self.look is not None:
            await self.look(verb, where)
        if self._before[verb]:
            raise self._trouble(self._before[verb])

    def _leave(self, verb: str) -> None:
        if self._after[verb]:
            raise self._trouble(self._after[verb])

    def _trouble(self, troubles: list[BaseException]) -> BaseException:
        trouble = troubles.pop(0)
        self.killed |= isinstance(trouble, Killed)
        return trouble

    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        await self._enter("post", channel)
        if self._there[channel]:
            raise self._trouble(self._there[channel])
        message = next((m for m in self.in_channel(channel) if m.nonce == nonce), None)
        if message is None:
            number, text = next(self.ids), fit(panel.text)
            seen, at = panel.picture.alt if panel.picture else "", self.now()
            rows = (*panel.rows, panel.buttons)
            look = text, panel.file, tuple(chain.from_iterable(rows)), panel.pings
            board = "" if "-lobby" in panel.file else panel.file
            message = Posted(number, channel, *look, nonce, at, seen, board, reply)
            message.silent = panel.silent
            self.messages.append(message)
        self._leave("post")
        return message.id

    async def find_copy(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None:
        await self._enter("find_copy", channel)
        there = [m for m in self.in_channel(channel) if m.at >= since - MOMENTS]
        return next((m.id for m in there if m.id not in but and _same(m, panel)), None)

    def posting_time(self, message: int) -> float:
        return next((m.at for m in self.messages if m.id == message), 0.0)

    async def edit(self, channel: int, message: int, panel: Message) -> None:
        await self._enter("edit", channel)
        there = self.message(message)
        there.text, there.file, there.buttons = fit(panel.text), panel.file, panel.buttons

    async def strip(self, channel: int, message: int, line: str = "") -> None:
        await self._enter("strip", channel)
        there = self.message(message)
        there.buttons = ()
        if line:
            there.text, there.file = fit(line), ""

    async def delete(self, channel: int, message: int) -> None:
        await self._enter("delete", channel)
        self.messages.remove(self.message(message))

    async def is_buried(self, channel: int, message: int, under: int) -> bool:
        await self._enter("is_buried", channel)
        return len([m for m in self.in_channel(channel) if m.id > message]) >= under

    async def thread(self, channel: int, message: int, name: str) -> int:
        await self._enter("thread", channel)
        self.threads.setdefault(message, name)
        self._leave("thread")
        return message

    async def open_post(self, forum: int, name: str, panel: Message, tags: ForumTags) -> int:
        await self._enter("open_post", forum)
        number = next(self.ids)
        self.posts[number] = ForumPost(forum, name, tags.on)
        said = fit(panel.text), panel.file, panel.buttons, panel.pings
        self.messages.append(Posted(number, number, *said, "", self.now()))
        self._leave("open_post")
        return number

    async def find_post(
        self, guild: int, name: str, forum: int, panel: Message, since: float, but: Collection[int]
    ) -> int | None:
        await self._enter("find_post", forum)
        for number, post in self.posts.items():
            first = [m for m in self.messages if m.id == number]
            same = _same(first[0], panel) if first else post.name == name
            if post.forum == forum and post.ours and same:
                return number
        return None

    async def tag_post(self, post: int, tags: ForumTags) -> None:
        await self._enter("tag_post", post)
        if post in self.posts:
            self.posts[post].tags = self.posts[post].tags - tags.off | tags.on

    async def is_member(self, guild: int, user: int) -> bool:
        await self._enter("is_member", user)
        return user not in self.departed

    async def member(self, guild: int, user: int) -> Member:
        await self._enter("member", user)
        return Member() if user in self.departed else self.members.get(user, Member())

    async def readable(self, guild: int, user: int, of: Collection[int]) -> set[int] | None:
        await self._enter("readable", user)
        return None if user in self.departed else {each for each in of if each not in self.hidden}

    async def serves(self, guild: int) -> bool:
        await self._enter("serves", guild)
        return guild not in self.left

    async def direct(self, user: int) -> int:
        await self._enter("direct", user)
        return DIRECT + user

    async def tell(self, user: int, text: str) -> None:
        await self._enter("tell", user)
        self.told.append((user, text))

    def message(self, number: int) -> Posted:
        for message in self.messages:
            if message.id == number:
                return message
        raise PermanentError(Text("the message is gone"))


def _same(message: Posted, panel: Message) -> bool:
    """Whether two are the same, as bot/discord/transport.py decides: by the file, by a button, or
    by the text."""
    if panel.file and panel.file == message.file:
        return True
    ids = {button.id for button in panel.buttons}
    there = {button.id for button in message.buttons}
    return ids <= there if ids else message.text == fit(panel.text)


# -- Servers, with Discord's answers about them.


@dataclass
class PaperGuilds:
    """Servers without Discord.

    there: the channels
    refusing: why some of them take no post
    posted: the channels where one was tried
    spoken: the language of each
    closed: the ones that not everyone may read
    threadless: the ones that can't hold threads
    """

    there: list[ChannelInfo] = field(
        default_factory=lambda: [
            ChannelInfo(500, "games"),
            ChannelInfo(501, "more"),
            ChannelInfo(502, "log"),
        ]
    )
    known_forums: list[ChannelInfo] = field(default_factory=list)
    called: list[Role] = field(default_factory=lambda: [Role(70, "Loggers"), Role(71, "*Elders*")])
    refusing: dict[int, Text] = field(default_factory=dict)
    posted: list[int] = field(default_factory=list)
    spoken: str = "en-US"
    closed: set[int] = field(default_factory=set)
    threadless: dict[int, NoThreads] = field(default_factory=dict)

    def channels(self, guild: int) -> list[ChannelInfo]:
        return self.there

    def forums(self, guild: int) -> list[ChannelInfo]:
        return self.known_forums

    def channel(self, guild: int, channel: int) -> ChannelInfo | None:
        return next((each for each in self.there if each.id == channel), None)

    def public(self, guild: int, channel: int) -> bool:
        return channel not in self.closed

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        return self.threadless.get(channel)

    def roles(self, guild: int) -> list[Role]:
        return self.called

    def language(self, guild: int) -> str:
        return self.spoken

    async def try_posting(self, channel: int, said: Text, language: str) -> Text | None:
        self.posted.append(channel)
        return self.refusing.get(channel)
