"""Typed lines: a reply to a post, a mention, or, if the host allows it, a plain line of the player
to move. Later edits and deletions have no effect. An answer is public, so it pings nobody.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import discord
from discord.utils import time_snowflake

from bot.discord.base import UNHEARD, Base, attachment, log_fields, view
from bot.features.turns import TALK
from bot.messages import answers
from bot.messages.boundary import Broken, answer_to, guard
from bot.messages.fitting import fit
from bot.messages.layout import Layout, Message
from bot.table.game import Game, is_private, private
from bot.table.intent import Contribution, Intent, Session, Target, typed_key
from rules.errors import Unavailable
from rules.input import tidy_line
from rules.text import ChannelName, Text
from rules.voice import Voice
from storage import BOARD, every_open_game

log = logging.getLogger(__name__)

REMEMBERED = 1000  # messages
OLDEST: Final = timedelta(days=3)  # of missed lines


class Lines:
    """Listens. plain: message content is delivered, so plain lines count too."""

    def __init__(self, client: Base, *, plain: bool) -> None:
        self._client, self._plain = client, plain
        self._told: set[int] = set()  # other bots that already had an answer
        self._heard = deque[int](maxlen=REMEMBERED)  # the latest messages
        self._late = dict[int, asyncio.Future[bool]]()  # messages found late: were they answered?

    async def hear(self, message: discord.Message) -> None:
        """Answer a message if it is for us."""
        if message.id in self._late and await self._answered_late(message):
            return
        self._heard.append(message.id)
        if message.author == self._client.user or message.is_system():
            return  # Discord's own notices, of a pin or a new thread, have authors too
        called = self._mentioned(message)
        if message.author.bot:
            if called and message.author.id not in self._told:
                self._told.add(message.author.id)
                usual = self._client.voices.usual
                await self._answer(message, Layout(answers.NO_ROBOTS).say_in(usual))
        elif message.guild is None and not await self._practises(message):
            voice = await self._client.voice_in_direct(message.author.id)
            await self._answer(message, Layout(answers.NO_DIRECT).say_in(voice))
        elif called and not message.content and self._client.user not in message.mentions:
            await self._said(message, _by_role)
        elif called or message.guild is None or (self._plain and message.content):
            await self._said(message, partial(self._work, called=called or message.guild is None))
        elif not self._plain:
            with suppress(Broken):
                tidy = self._client.services.tidy
                await guard(tidy.unread(message.channel.id, message.author.id))

    def _mentioned(self, message: discord.Message) -> bool:
        """Whether a message mentions the bot: as a user, or by the role that Discord gives it."""
        return self._client.user in message.mentions or bool(_own_roles(self._client, message))

    async def _practises(self, message: discord.Message) -> bool:
        """Whether these direct messages belong to a game, open or finished."""
        with suppress(Broken):
            return (
                await guard(self._client.services.store.game_in_channel(message.channel.id))
                is not None
            )
        return False

    async def late(self, message: discord.Message, game: int) -> None:
        """Hear a message found later in the channel of a game. It counts if it's the mover's line;
        possible talk gets no answer after so long."""
        if message.id in (*self._heard, *self._late) or message.is_system():
            return
        found = self._late[message.id] = asyncio.get_running_loop().create_future()
        if len(self._late) > REMEMBERED:
            del self._late[next(iter(self._late))]
        turns = self._client.services.turns

        async def work(wish: Intent) -> Layout:
            if wish.target.game == game:  # a reply isn't talk
                return await turns.say(wish)
            if isinstance(wish, Session) and wish.found.id == game:
                return await turns.overhear(wish)
            return TALK

        try:
            now = await self._client.services.tables.game(game)
            movers = now.on_turn is not None and now.sitters[now.on_turn].user == message.author.id
            called = self._client.user in message.mentions
            read = called or (message.content and (self._plain or self._mentioned(message)))
            found.set_result(bool(movers and read) and await self._said(message, work))
        finally:
            found.cancel()

    async def _answered_late(self, message: discord.Message) -> bool:
        """Whether `late` answered this message before it was delivered: a line said while the bot
        looks arrives both ways. A further delivery counts as a repeat."""
        found = self._late.pop(message.id)
        await asyncio.wait((found,))
        return not found.cancelled() and found.result()

    async def _said(
        self, message: discord.Message, work: Callable[[Intent], Awaitable[Layout]]
    ) -> bool:
        """Do what a message asks for, and answer it; False: it needs no answer."""
        wish: Intent | None = None

        async def done() -> Layout:
            nonlocal wish
            wish = await line_intent(self._client, message)
            with suppress(Unavailable):
                wish = await self._client.services.turns.find(wish)
            return await work(wish)

        async def voice() -> Voice:
            """Of the game, as everybody reads the answer, or of the reader in direct messages."""
            game = wish.found if isinstance(wish, Session) else None
            if game is None and message.guild is None:
                return await self._client.voice_in_direct(message.author.id)
            return self._client.voices.voice_of(game.language if game else "")

        panel = await answer_to(done(), voice)
        if not panel.quiet:
            await self._answer(message, panel, wish)
        return not panel.quiet

    async def _work(self, wish: Intent, *, called: bool) -> Layout:
        turns = self._client.services.turns
        alone = partial(self._client.verbs.say, say=turns.say)
        command = self._client.verbs.typed_command(wish.words)
        if called or (command and command.slash):  # it's addressed to us
            return await alone(wish)
        return await turns.overhear(wish, alone) if isinstance(wish, Session) else TALK

    async def _answer(
        self, message: discord.Message, panel: Message, wish: Intent | None = None
    ) -> None:
        """Answer under the message; after it if history can't be read; or to its author alone."""
        try:
            sent = await self._sent(message, panel)
        except UNHEARD as refused:
            log.info("not answered", extra=log_fields(refused))
            return
        if sent and panel.fleeting and wish is not None and wish.public:
            # to delete it once it's no longer useful
            with suppress(Broken):
                where, tidy = (sent.channel.id, sent.id), self._client.services.tidy
                await guard(tidy.note(wish, *where, refusal=panel.refusal))

    async def _sent(self, message: discord.Message, panel: Message) -> discord.Message | None:
        """The answer in the channel; None: it went to the author."""
        text = fit(panel.text)
        with suppress(discord.Forbidden):
            return await message.reply(text, mention_author=False, **_shown(message, panel))
        with suppress(discord.Forbidden):
            return await message.channel.send(text, **_shown(message, panel))
        mute = self._client.voices.usual.say(
            Text(
                "I can't write in {place}: the Send Messages permission is missing (in a "
                "thread: Send Messages in Threads). A channel manager can grant it. Here's "
                "my answer:",
                place=ChannelName(message.channel.id),
            )
        )
        await message.author.send(fit(f"{mute}\n{panel.text}"))
        return None

    async def look(self, shard: int) -> None:
        """Read the lines that the bot missed on a shard since each turn began, three days at most:
        a few channels at once, so new lines needn't wait. An error in one game affects no other."""
        room, of = asyncio.Semaphore(4), self._client.shard_count or 1
        games = self._client.services.games

        async def listen(game: Game) -> None:
            with suppress(Broken):
                await guard(self._listen(game))
            room.release()

        async def listen_everywhere() -> None:
            try:
                async with asyncio.TaskGroup() as channels:
                    async for row in every_open_game(self._client.services.store):
                        # Direct messages come over the first connection.
                        its = 0 if is_private(row) else (row.guild >> 22) % of
                        if row.kind in games and row.on_turn is not None and its == shard:
                            await room.acquire()
                            channels.create_task(listen(games.from_row(row)))
            except ExceptionGroup as failed:  # from the query: listening raises none
                raise failed.exceptions[0] from None

        with suppress(Broken):
            await guard(listen_everywhere())

    async def _listen(self, game: Game) -> None:
        """Hear the messages in the game's channel since the turn began that nobody has answered."""
        client, guild = self._client, None if is_private(game) else game.guild
        place = client.get_partial_messageable(game.place, guild_id=guild)
        after = discord.Object(await self._since(game))
        try:
            said = [message async for message in place.history(limit=200, after=after)]
        except UNHEARD as refused:
            log.info("not looked", extra={"game": game.id, **log_fields(refused)})
            return
        answers = [message.reference for message in said if message.author == client.user]
        answered = {answer.message_id for answer in answers if answer is not None}
        for message in said:
            if message.author != client.user and message.id not in answered:
                await self.late(message, game.id)

    async def _since(self, game: Game) -> int:
        """The message id after which a line can belong to this turn."""
        board = await self._client.services.store.latest(game.id, BOARD)
        called = board.message or 0 if board is not None and not game.past(board.n) else 0
        turned = datetime.fromtimestamp(game.changed, UTC)
        clocks = timedelta(minutes=1)  # largest difference between Discord's clock and ours
        first = max(turned - clocks, discord.utils.utcnow() - OLDEST)
        # A turn counts before its board is posted, so a line in between counts too.
        return max(time_snowflake(first), min(called, time_snowflake(turned)))


async def line_intent(client: Base, message: discord.Message) -> Intent:
    """The wish in a message: about the post that it replies to, a named game, or the channel's."""
    place = message.channel.id
    assert client.user is not None
    own = "|".join((rf"!?{client.user.id}", *_own_roles(client, message)))
    reply = message.reference and message.reference.message_id
    post = await client.services.store.post_by_message(reply) if reply else None
    text = tidy_line(re.sub(rf"<@(?:{own})>", " ", message.content))
    wish = Intent(
        key=typed_key(place, message.id),
        user=message.author.id,
        called=message.author.display_name,
        guild=private(place) if message.guild is None else message.guild.id,
        channel=place,
        target=Target(game=post.game if post else None),
        words=text,
        public=message.guild is not None,
        given=Contribution.parse(message.id),
    )
    named = client.services.games.name.match(text.lstrip())
    unnamed = text.lstrip()[named.end() :] if named else ""
    if named is None or (unnamed and not unnamed[0].isspace()):
        return wish
    return await client.services.turns.resolve_name(wish, named[0].upper(), unnamed.lstrip())


def _own_roles(client: Base, message: discord.Message) -> list[str]:
    """The mentions of the role that Discord made for the bot, which its lists offer too."""
    assert client.user is not None
    me, roles = client.user.id, message.role_mentions
    return [f"&{role.id}" for role in roles if role.tags and role.tags.bot_id == me]


async def _by_role(_: Intent) -> Layout:
    """Discord delivers the content of a message if it mentions the bot, but not its role."""
    return Layout(
        Text(
            "Discord doesn't show me messages that only mention my role. Type @ and pick me from "
            "the members instead, or reply to my newest message."
        ),
        fleeting=True,
    )


def _shown(message: discord.Message, panel: Message) -> dict[str, Any]:
    """The picture, if it may be attached, and the buttons. No hand has a picture in public."""
    there, place, shown = message.guild, message.channel, dict[str, Any]()
    # If the channel's rights are unknown, send no picture: a refusal would lose the words too.
    known = isinstance(place, discord.TextChannel | discord.Thread)
    if panel.picture and (
        there is None or (known and place.permissions_for(there.me).attach_files)
    ):
        shown["file"] = attachment(panel)
    if (pressed := view(panel)) is not None:
        shown["view"] = pressed
    return shown
