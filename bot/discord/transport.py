"""Discord as the outbox's transport (sends, finds and edits messages, and explains failures), and
its servers: channels, roles, missing rights.

Messages are built here in Discord's form: discord.py would build a view with items, a file and a
form, which takes as long as sending. Its client still sends, with its rate limits and retries.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
from aiohttp.payload import BytesPayload
from discord.http import Route
from discord.utils import _to_json

from bot.messages import courier
from bot.messages.fitting import fit
from bot.messages.languages import Languages
from bot.messages.layout import Message, SaidButton, SaidMenu
from bot.table.browsers import Member
from bot.table.servers import ChannelInfo, NoThreads, Role
from renderer import Picture
from rules.text import Text

log = logging.getLogger(__name__)

MOMENTS = 60  # seconds that a message may seem older than its row
THREAD_EXISTS = 160004
MOST_TAGS = 5  # of a post
_MISSING_PERMISSION = 50013
_FILTERED = Text("a filter on the server blocked it")
# Why Discord refused a request, by its code, in our own words: Discord's may repeat content.
REASONS = {
    10003: Text("the channel is gone"),
    10004: Text("I'm not on that server"),
    10008: Text("the message is gone"),
    10013: Text("that person's account is gone"),
    20009: _FILTERED,
    30046: Text("the message is too old to edit again"),
    50001: Text("I can't see the channel (missing permission: View Channel)"),
    50005: Text("the message isn't mine"),
    50007: Text("they don't accept direct messages"),
    50008: Text("this kind of channel doesn't allow messages"),
    50013: Text("the Send Messages permission is missing (in a thread: Send Messages in Threads)"),
    50024: Text("this kind of channel doesn't allow that"),
    50035: Text("Discord rejected the request as invalid"),
    50083: Text("the thread is archived or locked"),
    50278: Text("they don't accept direct messages"),
    160004: Text("the message already has a thread"),
    160005: Text("the thread is locked"),
    160006: Text("this server has reached its limit of open threads"),
    200000: _FILTERED,
    200001: _FILTERED,
    240000: _FILTERED,
}

_TAG_REQUIRED = Text("posts there need a tag, and I can't set any")
_OF_THREADS = {  # that was to open a thread
    50013: Text("the Create Public Threads permission is missing; a channel manager can grant it"),
    50024: Text("this kind of channel can't have threads"),
}
_OF_POSTS = {  # that was to open a post
    40067: _TAG_REQUIRED,
    50013: Text(
        "I need the permissions Create Posts and Send Messages in Posts there; a channel manager "
        "can grant them"
    ),
}
_OF_VERBS = {"thread": _OF_THREADS, "open_post": _OF_POSTS}
Verb = TypeVar("Verb", bound=Callable[..., Coroutine[Any, Any, Any]])


def told_apart(verb: Verb) -> Verb:
    """Raise PermanentError for failures that a person must fix, and TransientError for others."""

    @wraps(verb)
    async def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return await verb(*args, **kwargs)
        except discord.HTTPException as refused:
            status, code = refused.status, refused.code
            noted = {"status": status, "code": code, "verb": verb.__name__}
            log.info("refused by Discord", extra=noted)
            # Some refusals pass: a token under replacement, a limit. Any other 4xx with an error
            # code from Discord lasts until a person acts; one without a code comes from a proxy.
            if code and 400 <= status < 500 and status not in (401, 408, 429):
                why = REASONS.get(code, Text("Discord rejected it"))
                why = _OF_VERBS.get(verb.__name__, {}).get(code, why)
                raise courier.PermanentError(why) from refused
            why = Text("Discord won't let me do that right now")
            if status == 429:
                why = Text("Discord is asking me to wait")
            elif status >= 500:
                why = Text("Discord is having problems")
            counted, after = status in (401, 403, 429), None
            with suppress(KeyError, ValueError):
                after = float(refused.response.headers["Retry-After"])
            raise courier.TransientError(why, counted=counted, after=after) from refused
        except (TimeoutError, OSError, aiohttp.ClientError, json.JSONDecodeError) as lost:
            log.info("Discord not reached", extra={"why": type(lost).__name__})
            raise courier.TransientError(Text("Discord can't be reached")) from lost

    return cast("Verb", told)


class DiscordTransport:
    """See bot.messages.courier.Transport. client: set before the first message."""

    client: discord.Client

    @told_apart
    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        """Send a message. Only its id is read: a Message costs more than the request itself."""
        mentions = {"parse": [], "users": list(panel.pings)}
        message: Json = {**public_body(panel), "nonce": nonce, "enforce_nonce": True}
        message["allowed_mentions"] = mentions
        if panel.silent:
            message["flags"] = discord.MessageFlags(suppress_notifications=True).value
        if reply is not None:
            # The post appears even if that message is gone.
            answered = {"type": 0, "message_id": reply, "channel_id": channel}
            message["message_reference"] = {**answered, "fail_if_not_exists": False}
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        try:
            sent = await self.client.http.request(route, **body(message, panel.picture))
            return int(sent["id"])
        except discord.HTTPException as refused:
            if panel.picture is not None and refused.code == _MISSING_PERMISSION:
                return await self.post(channel, _in_words(panel), nonce, reply)
            # History isn't readable, or the message takes no replies.
            if reply is not None and refused.code in (160002, 50035):
                return await self.post(channel, panel, nonce)
            raise

    @told_apart
    async def find_copy(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None:
        place = self.client.get_partial_messageable(channel)
        begin = discord.utils.time_snowflake(datetime.fromtimestamp(since - MOMENTS, UTC))
        first = place.history(limit=100, after=discord.Object(begin))
        # It was sent at once, or after a long failure: people may have written much since or
        # before.
        for part in (first, place.history(limit=100)):
            async for message in part:
                mine = message.author == self.client.user and message.id > begin
                if mine and message.id not in but and _same(message, panel):
                    return message.id
        return None

    def posting_time(self, message: int) -> float:
        return discord.utils.snowflake_time(message).timestamp()

    @told_apart
    async def edit(self, channel: int, message: int, panel: Message) -> None:
        try:
            await self._edit(channel, message, public_body(panel), panel.picture)
        except discord.Forbidden as refused:
            if panel.picture is None or refused.code != _MISSING_PERMISSION:
                raise
            await self._edit(channel, message, public_body(_in_words(panel)))

    async def _edit(
        self, channel: int, message: int, changed: Json, picture: Picture | None = None
    ) -> None:
        """Edit a message; an edit pings nobody."""
        path = "/channels/{channel_id}/messages/{message_id}"
        route = Route("PATCH", path, channel_id=channel, message_id=message)
        changed = {**changed, "allowed_mentions": {"parse": []}}
        await self.client.http.request(route, **body(changed, picture))

    @told_apart
    async def strip(self, channel: int, message: int, line: str = "") -> None:
        left: Json = {"content": fit(line), "attachments": []} if line else {}
        await self._edit(channel, message, {**left, "components": []})

    @told_apart
    async def delete(self, channel: int, message: int) -> None:
        await self.client.get_partial_messageable(channel).get_partial_message(message).delete()

    @told_apart
    async def is_buried(self, channel: int, message: int, under: int) -> bool:
        place = self.client.get_partial_messageable(channel)
        later = place.history(limit=under, after=discord.Object(message))
        return len([each async for each in later]) >= under

    @told_apart
    async def thread(self, channel: int, message: int, name: str) -> int:
        # PartialMessage.create_thread needs the server in its cache, which may not be there yet.
        start = self.client.http.start_thread_with_message
        try:
            await start(channel, message, name=name, auto_archive_duration=10080)  # a week
        except discord.HTTPException as refused:
            if refused.code != THREAD_EXISTS:
                raise
        return message  # a message's thread has the message's own id

    @told_apart
    async def open_post(
        self, forum: int, name: str, panel: Message, tags: courier.ForumTags
    ) -> int:
        there: Any = await self.client.http.get_channel(forum)
        required = there.get("flags", 0) & discord.ChannelFlags(require_tag=True).value
        free = [tag for tag in there.get("available_tags", ()) if not tag["moderated"]]
        chosen = [tag["id"] for tag in free if tag["name"].casefold() in tags.on]
        if required and not chosen and not (chosen := [tag["id"] for tag in free[:1]]):
            raise courier.PermanentError(_TAG_REQUIRED)
        mentions = {"parse": [], "users": list(panel.pings)}
        message = {**public_body(panel), "allowed_mentions": mentions}
        post = {"name": name, "auto_archive_duration": 10080, "applied_tags": chosen[:MOST_TAGS]}
        route = Route("POST", "/channels/{channel_id}/threads", channel_id=forum)
        sending: Any = {**body(message, panel.picture, post), "files": [_Once()]}
        try:
            return int((await self.client.http.request(route, **sending))["id"])
        except discord.HTTPException as refused:
            if panel.picture is None or refused.code != _MISSING_PERMISSION:
                raise
        return await self.open_post(forum, name, _in_words(panel), tags)

    @told_apart
    async def find_post(
        self, guild: int, name: str, forum: int, panel: Message, since: float, but: Collection[int]
    ) -> int | None:
        http, me = self.client.http, str(self.client.user and self.client.user.id)
        begin = discord.utils.time_snowflake(datetime.fromtimestamp(since - MOMENTS, UTC))
        active, archived = http.get_active_threads, http.get_public_archived_threads
        for look, place in ((active, guild), (archived, forum)):
            for thread in (await look(place))["threads"]:
                number, mine = int(thread["id"]), thread["owner_id"] == me
                there = int(thread["parent_id"]) == forum and number > begin
                if not (mine and there and number not in but):
                    continue
                try:
                    first = self.client.get_partial_messageable(number).fetch_message(number)
                    same = _same(await first, panel)
                except discord.NotFound:  # somebody deleted the post's first message
                    same = thread["name"] == name
                if same:
                    return number
        return None

    @told_apart
    async def tag_post(self, post: int, tags: courier.ForumTags) -> None:
        # An archived post isn't in the cache.
        thread = self.client.get_channel(post) or await self.client.fetch_channel(post)
        if not isinstance(thread, discord.Thread) or thread.owner != thread.guild.me:
            return
        forum = thread.parent
        if not isinstance(forum, discord.ForumChannel):
            return
        free = {tag: tag.name.casefold() for tag in forum.available_tags if not tag.moderated}
        now = thread.applied_tags
        chosen = [tag for tag, name in free.items() if name in tags.on]
        chosen += [tag for tag in now if tag not in chosen and free.get(tag) not in tags.off]
        if not chosen and forum.flags.require_tag:
            chosen = [*free][:1] or now
        ids = [tag.id for tag in chosen[:MOST_TAGS]]
        if {*ids} != {tag.id for tag in now}:
            await self.client.http.edit_channel(post, applied_tags=ids)

    @told_apart
    async def is_member(self, guild: int, user: int) -> bool:
        return await self._member(guild, user) is not None

    async def _member(self, guild: int, user: int) -> Any:
        try:
            return await self.client.http.get_member(guild, user)
        except discord.NotFound as refused:
            if refused.code not in (10007, 10013):  # not on the server, or no such person
                raise
            return None

    @told_apart
    async def member(self, guild: int, user: int) -> Member:
        found = await self._member(guild, user)
        if found is None:
            return Member()
        roles, there = tuple(map(int, found["roles"])), self.client.get_guild(guild)
        if there is None:
            return Member(roles)
        held = [there.default_role, *filter(None, map(there.get_role, roles))]
        rights = [each.permissions for each in held]
        may = any(right.manage_guild or right.administrator for right in rights)
        return Member(roles, may or there.owner_id == user)

    @told_apart
    async def readable(self, guild: int, user: int, of: Collection[int]) -> set[int] | None:
        found, there = await self._member(guild, user), self.client.get_guild(guild)
        if found is None or there is None:
            return set() if found else None
        member = discord.Member(data=found, guild=there, state=self.client._connection)
        places = map(there.get_channel_or_thread, of)
        return {each.id for each in places if each and _may_read(each, member)}

    @told_apart
    async def serves(self, guild: int) -> bool:
        # This includes servers that are down for the moment; Discord explains the others.
        if self.client.get_guild(guild) is not None:
            return True
        try:
            await self.client.http.get_guild(guild)
        except discord.HTTPException as refused:
            if refused.code not in (10004, 50001):  # no such server, or the bot can't see it
                raise
            return False
        return True

    @told_apart
    async def direct(self, user: int) -> int:
        return (await self.client.create_dm(discord.Object(user))).id

    @told_apart
    async def tell(self, user: int, text: str) -> None:
        channel = await self.client.create_dm(discord.Object(user))
        await channel.send(text)


def _same(message: discord.Message, panel: Message) -> bool:
    """Whether the message was made from this panel, as far as its visible parts show."""
    if panel.file and panel.file in {file.filename for file in message.attachments}:
        return True
    ids = {button.id for button in panel.buttons}
    rows = [c for c in message.components if isinstance(c, discord.ActionRow)]
    there = {child.custom_id for row in rows for child in row.children}
    # All ids must match: an answer under a typed line may share a button with a board. Words in
    # place of a picture, or a note about the thread, may follow the text.
    return ids <= there if ids else message.content.startswith(fit(panel.text))


def _in_words(panel: Message) -> Message:
    """The panel with words in place of its picture, unless its text is complete."""
    text = f"{panel.text}\n{panel.plain}" if panel.plain else panel.text
    return replace(panel, text=text, picture=None, file="")


Json = dict[str, Any]
# A message with a file: the beginnings of the file's header and of the form's.
_FILE = 'Content-Disposition: form-data; name="files[0]"; filename="'
_FORM = "multipart/form-data; boundary="
NO_CHOICE = "–"  # the choice of a disabled menu, as Discord refuses menus without choices


def public_body(panel: Message) -> Json:
    """The public part of a panel; the picture's bytes are sent beside it."""
    picture = panel.picture
    described = picture and {"id": 0, "filename": panel.file, "description": picture.alt}
    return {
        "content": fit(panel.text),
        "attachments": [described] if described else [],
        "components": components(panel),
    }


def components(panel: Message) -> list[Json]:
    """The panel's rows of buttons, its menus and its last buttons, five in a row."""
    last = [panel.buttons[i : i + 5] for i in range(0, len(panel.buttons), 5)]
    rows = [
        *(list(map(_button, row)) for row in panel.rows),
        *([_menu(menu)] for menu in panel.menus),
        *(list(map(_button, row)) for row in last),
    ]
    kind = discord.ComponentType.action_row.value
    return [{"type": kind, "components": row} for row in rows if row]


def _button(button: SaidButton) -> Json:
    return {
        "type": discord.ComponentType.button.value,
        "style": discord.ButtonStyle[button.style].value,
        "label": button.label[:80],
        "custom_id": button.id,
        "disabled": button.off,
    }


def _menu(menu: SaidMenu) -> Json:
    """A menu; an empty one is disabled, and its title says why."""
    options = [
        {"label": choice.label[:100], "value": choice.value}
        | ({"description": choice.hint[:100]} if choice.hint else {})
        | ({"default": True} if choice.chosen else {})
        for choice in menu.choices
    ]
    return {
        "type": discord.ComponentType.string_select.value,
        "custom_id": menu.id,
        "placeholder": menu.title[:150],
        "options": options or [{"label": NO_CHOICE, "value": NO_CHOICE}],
        "disabled": not options,
        **({"min_values": 0, "max_values": len(options)} if menu.several and options else {}),
    }


class _Once:
    """Among a request's files, stops discord.py from sending it again after an error, without a
    part in it: a repeated one would open a second post."""

    def reset(self, *, seek: int) -> None:
        if seek:
            raise courier.TransientError(Text("Discord is having problems"))


def body(message: Json, picture: Picture | None = None, post: Json | None = None) -> dict[str, Any]:
    """A request's arguments for HTTPClient.request(): a message, and its picture. post: the fields
    of the post that it begins."""
    said = message if post is None else {**post, "message": message}
    if picture is None:
        return {"json": said}
    mark = f"--{secrets.token_hex(16)}"
    (file,) = message["attachments"]
    parts = (
        *(mark, 'Content-Disposition: form-data; name="payload_json"'),
        *("Content-Type: application/json", "", _to_json(said)),
        *(mark, _FILE + file["filename"] + '"'),
        *("Content-Type: application/octet-stream", "", ""),
    )
    whole = b"".join(("\r\n".join(parts).encode(), picture.png, f"\r\n{mark}--\r\n".encode()))
    return {"data": BytesPayload(whole, content_type=_FORM + mark.removeprefix("--"))}


RIGHTS: Final = discord.Permissions(309237763072)  # the rights in the link in README.md
FILES: Final = frozenset({"Embed Links", "Attach Files"})
_IN_THREADS: Final = frozenset({"Send Messages In Threads", "Create Public Threads"})
_IN_FORUMS: Final = {  # Discord's names there, of those that they need
    **{each: each for each in ("View Channels", "Read Message History", *FILES)},
    "Send Messages": "Create Posts",
    "Send Messages In Threads": "Send Messages in Posts",
}
# A right, and the rights that a channel lacks without it, whatever else is set there.
WITH: Final = {
    "View Channels": {*_IN_FORUMS, *_IN_FORUMS.values(), *_IN_THREADS} - {"View Channels"},
    "Send Messages": FILES,
    "Create Posts": FILES,
}


class DiscordGuilds:
    """See bot.table.servers.Guilds. client: set before the first question."""

    client: discord.Client

    def __init__(self, transport: courier.Transport, voices: Languages) -> None:
        self._transport, self._voices = transport, voices

    def channels(self, guild: int) -> list[ChannelInfo]:
        there = self.client.get_guild(guild)
        return [_channel(each, there.me) for each in there.text_channels] if there else []

    def forums(self, guild: int) -> list[ChannelInfo]:
        there = self.client.get_guild(guild)
        found = [each for each in there.forums if not each.is_media()] if there else []
        return [_channel(each, each.guild.me) for each in found]

    def channel(self, guild: int, channel: int) -> ChannelInfo | None:
        found = self._found(guild, channel)
        if not isinstance(found, discord.TextChannel | discord.Thread):
            return None
        return _channel(found, found.guild.me)

    def public(self, guild: int, channel: int) -> bool:
        found, there = self._found(guild, channel), self.client.get_guild(guild)
        return there is not None and _may_read(found, there.default_role)

    def _found(self, guild: int, channel: int) -> object:
        there = self.client.get_guild(guild)
        return there and there.get_channel_or_thread(channel)

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        there = self.client.get_guild(guild)
        found = there and there.get_channel_or_thread(channel)
        if there is None or found is None:
            return None
        if isinstance(found, discord.Thread):
            return NoThreads.THREAD
        if not isinstance(found, discord.TextChannel):
            return NoThreads.KIND
        if _IN_THREADS & {*lacking(found.permissions_for(there.me))}:
            return NoThreads.RIGHT
        return None

    def roles(self, guild: int) -> list[Role]:
        there = self.client.get_guild(guild)
        given = [r for r in there.roles if not (r.is_default() or r.managed)] if there else []
        return [Role(role.id, role.name) for role in reversed(given)]

    def language(self, guild: int) -> str:
        there = self.client.get_guild(guild)
        return there.preferred_locale.value if there else ""

    async def try_posting(self, channel: int, said: Text, language: str) -> Text | None:
        test = Message(self._voices.voice_of(language).say(said), silent=True)
        try:
            message = await self._transport.post(channel, test, secrets.token_hex(12))
            await self._transport.delete(channel, message)
        except courier.TransportError as refused:
            return refused.why
        return None


def _may_read(place: object, reader: discord.Member | discord.Role) -> bool:
    """Whether they may read a channel or a public thread, without an age limit."""
    if not isinstance(place, discord.TextChannel | discord.Thread) or place.is_nsfw():
        return False
    if isinstance(place, discord.Thread) and (place.is_private() or place.parent is None):
        return False
    may = place.permissions_for(reader)
    return may.view_channel and may.read_message_history


def _channel(
    channel: discord.TextChannel | discord.ForumChannel | discord.Thread, me: discord.Member
) -> ChannelInfo:
    """A channel with its missing rights, without those that another missing right would restore."""
    missing = [*lacking(channel.permissions_for(me))]
    if isinstance(channel, discord.ForumChannel):
        missing = [_IN_FORUMS[each] for each in missing if each in _IN_FORUMS]
    with_it = next((WITH[each] for each in WITH if each in missing), frozenset())
    return ChannelInfo(
        channel.id, channel.name, tuple(each for each in missing if each not in with_it)
    )


def lacking(has: discord.Permissions) -> Iterator[str]:
    """The missing rights, by Discord's names."""
    for name, wanted in RIGHTS:
        if wanted and not (has.administrator or getattr(has, name)):
            yield "View Channels" if name == "read_messages" else name.replace("_", " ").title()
