"""The sandbox as a whole: its state, the events about each change, and faults: answers that a test
wants the bot to get instead of the real ones."""

import asyncio
import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sandbox import model, shapes, views
from sandbox.activities import Activities
from sandbox.files import describe
from sandbox.gateway import Gateway, GatewayIntents
from sandbox.limits import MENTIONED, MessageForm, check_message
from sandbox.model import Channel, Json, Message, Person, complete
from sandbox.permissions import Permission, bot_permissions, may_see, person_permissions
from sandbox.refusals import Refusal
from sandbox.state import SandboxState
from sandbox.stream import Stream

_REFUSALS = {
    "10003": (404, "Unknown Channel"),
    "10008": (404, "Unknown Message"),
    "10062": (404, "Unknown interaction"),
    "30046": (400, "Maximum number of edits to messages older than 1 hour reached."),
    "40060": (400, "Interaction has already been acknowledged."),
    "50001": (403, "Missing Access"),
    "50007": (403, "Cannot send messages to this user"),
    "50013": (403, "Missing Permissions"),
    "50027": (401, "Invalid Webhook Token"),
    "50083": (400, "Thread is archived"),
    "160004": (400, "A thread has already been created for this message"),
    "160006": (400, "Maximum number of active threads reached"),
}
_OUTAGES = {"500": "500: Internal Server Error", "503": "503: Service Unavailable"}
# 429 asks to wait some seconds; slow is the real answer, some seconds late.
KINDS = ("429", "429 global", *_OUTAGES, "slow", *_REFUSALS)


@dataclass(slots=True)
class PlannedFault:
    """The answer to the next `times` requests of `method` whose path matches the regex `path`."""

    method: str
    path: str
    status: int  # 0: the real answer
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    done: bool = False  # the request still takes effect, only its answer is lost
    delay: float = 0.0  # seconds before the request is handled


def accident(kind: str, method: str, path: str, *, seconds: float = 0.0) -> PlannedFault:
    """A fault of one of the KINDS, once. Raises KeyError for another."""
    if kind == "slow":
        return PlannedFault(method, path, 0, delay=seconds)
    if kind in _OUTAGES:
        return PlannedFault(method, path, int(kind), {"message": _OUTAGES[kind], "code": 0})
    if kind in _REFUSALS:
        status, message = _REFUSALS[kind]
        return PlannedFault(method, path, status, {"message": message, "code": int(kind)})
    everywhere = {"429": False, "429 global": True}[kind]
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    # A client believes that Discord sent a limit only if a proxy is named (Via).
    headers = {"Via": "1.1 sandbox", "Retry-After": f"{seconds:.3f}"}
    if everywhere:
        headers |= {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    else:
        bucket = {"Limit": "5", "Remaining": "0", "Reset-After": f"{seconds:.3f}"}
        bucket |= {"Bucket": "sandbox", "Scope": "user"}
        headers |= {f"X-RateLimit-{name}": value for name, value in bucket.items()}
    return PlannedFault(method, path, 429, body, headers)


class World(SandboxState):
    """The whole sandbox."""

    def __init__(self, folder: Path, *, message_content: bool = True, activity: str = "") -> None:
        super().__init__(folder, message_content=message_content)
        self.activities = Activities(self, activity)
        self.commands = [*self.activities.with_entry_point(self.commands)]
        self.stream = Stream(self)
        self.gateway = Gateway(self, self.stream)
        self.locale = "en-US"  # of all people's clients
        self.faults: list[PlannedFault] = []
        # Method, path, body, status and answer of each request, if a test asks for them.
        self.exchanges: list[tuple[str, str, Any, int, Any]] | None = None
        self.waiting: dict[str, asyncio.Future[list[Json]]] = {}  # autocompletions

    def announce(self, it: Message, *, edited: bool = False) -> None:
        """Tell the bot and the page of a written or edited message."""
        self.tell_bot("MESSAGE_UPDATE" if edited else "MESSAGE_CREATE", it)
        self.stream.message("message_edit" if edited else "message", it)

    def tell_bot(self, name: str, it: Message) -> None:
        """Tell the bot of a message, if it sees it."""
        channel = self.channels[it.channel]
        private = channel.is_private
        if it.only is not None or not bot_permissions(self, channel) & Permission.VIEW_CHANNEL:
            return
        intent = GatewayIntents.DIRECT_MESSAGES if private else GatewayIntents.GUILD_MESSAGES
        for session in self.gateway.listeners(intent):
            granted = session.wants(GatewayIntents.MESSAGE_CONTENT)
            session.tell(name, views.event(self, it, granted=granted))

    def announce_channel(self, it: Channel, *, new: bool = False) -> None:
        """Tell the bot and the page of a new or changed channel of the server."""
        kind, what = "THREAD" if it.is_thread else "CHANNEL", "CREATE" if new else "UPDATE"
        shown = shapes.channel(self, it)
        if new and it.is_thread:
            shown["newly_created"] = True
        self.gateway.tell(f"{kind}_{what}", shown, GatewayIntents.GUILDS)
        self.stream.channel(it)

    def remove(self, channel: Channel) -> None:
        """Delete a channel of the server and its threads."""
        for thread in [each for each in self.channels.values() if each.parent == channel.id]:
            self.remove(thread)
        shown = shapes.channel(self, channel)
        if channel.is_thread:
            gone = {name: shown[name] for name in ("id", "type", "guild_id", "parent_id")}
            self.gateway.tell("THREAD_DELETE", gone, GatewayIntents.GUILDS)
        else:
            self.gateway.tell("CHANNEL_DELETE", shown, GatewayIntents.GUILDS)
        self.stream.tell("channel_delete", {"channel": channel.id}, partial(may_see, channel))
        for message in list(self.messages[channel.id].values()):
            self.forget_message(message)
        del self.messages[channel.id], self.channels[channel.id]
        self.store.forget(channel)

    def launch(self, person: Person, channel: Channel) -> str:
        """Open the Activity for a person; return the instance that they are in now."""
        it = self.activities.join(person, channel)
        about = {"instance_id": it.id, "location_id": it.location["id"], "launch_id": it.launch}
        about |= {key: it.location[key] for key in ("channel_id", "guild_id") if key in it.location}
        frame = {"instance": it.id, "origin": self.activities.origin, "query": urlencode(about)}
        self.stream.tell("activity", frame, person.id.__eq__)
        return it.id

    def open_post(
        self,
        forum: Channel,
        author: Person,
        name: str,
        draft: MessageForm,
        tags: list[str],
        archive_after: int = 1440,  # minutes
    ) -> Channel:
        """Open a post in a forum with its first message, which has the post's id."""
        id_, made = self.new_id(), self.clock.stamp()
        post = Channel(id_, model.PUBLIC_THREAD, name.strip(), made, forum.id, owner=author.id)
        post.applied, post.members, post.archive_after = tags, [author.id], archive_after
        self.add(post)
        self.announce_channel(post, new=True)
        self.post(post, author, draft, id_=id_)
        return post

    def post(
        self,
        channel: Channel,
        author: Person,
        draft: MessageForm,
        *,
        type: int = model.DEFAULT,
        reply_to: Message | None = None,
        ping: bool = True,
        only: str | None = None,
        interaction: Json | None = None,
        flags: int = 0,
        id_: str = "",
    ) -> Message:
        """Write a message, announce and store it. ping: whether a reply may ping; only: the one
        person who sees it; interaction: of an answer, the facts about its interaction."""
        form, reference = draft.form, None
        flags |= (form.get("flags") or 0) & model.SILENT | (model.EPHEMERAL if only else 0)
        if reply_to is not None:
            type, reference = model.REPLY, {"channel_id": channel.id, "message_id": reply_to.id}
        message = Message(
            id=id_ or self.new_id(),
            channel=channel.id,
            author=author.id,
            content=(form.get("content") or "").strip(),
            at=self.clock.stamp(),
            type=type,
            flags=flags,
            components=complete(form.get("components") or []),
            reference=reference,
            only=only,
            nonce=None if form.get("nonce") is None else str(form["nonce"]),
            interaction=interaction,
        )
        message.attachments = self._attach(message, draft)
        self._mention(channel, message, draft, reply_to if ping else None)
        self.add(message)
        if message.only is None:
            if channel.archived:  # a message in an archived thread reopens it
                channel.archived, channel.archived_at = False, self.clock.stamp()
                self.announce_channel(channel)
            channel.last_message = message.id
            channel.message_count += 1
            if channel.is_thread and message.author not in channel.members:
                channel.members.append(message.author)
            self.store.keep(channel)
        self.announce(message)
        return message

    def _mention(
        self, channel: Channel, message: Message, draft: MessageForm, replied: Message | None
    ) -> None:
        """Note a message's mentions, and notify those people; never the author."""
        self._find_mentions(message, draft, replied)
        people = (p.id for p in self.people.values() if not p.bot and may_see(channel, p.id))
        here = [each for each in people if message.only in (None, each)]
        named = here if message.everyone else [each for each in message.mentions if each in here]
        message.pings = [each for each in named if each != message.author]

    def _attach(self, message: Message, draft: MessageForm) -> list[Json]:
        """The attachments of a new message, or the new ones of an edited message."""
        wanted = {str(each.get("id")): each for each in draft.form.get("attachments") or ()}
        made = list[Json]()
        for file in draft.files:
            made.append(describe(self.new_id(), file, wanted.get(str(file.index), {})))
            (self.store.files / made[-1]["id"]).write_bytes(file.content)
        return made

    def edit(self, message: Message, draft: MessageForm) -> None:
        """Change a message. An edit pings nobody, except the first text of a waiting answer."""
        message.attachments = _keep_attachments(message, draft.form) + self._attach(message, draft)
        form = draft.form
        if "components" in form:
            message.components = complete(form["components"] or [])
        if "content" in form:
            message.content = (form["content"] or "").strip()
            replied_to = (message.reference or {}).get("message_id", "")
            source = self.messages[message.channel].get(replied_to)
            still = source if source and source.author in message.mentions else None
            self._find_mentions(message, draft, still)
        if message.thinking:
            message.flags &= ~model.LOADING
            self._mention(self.channels[message.channel], message, draft, None)
        else:
            message.edited = self.clock.stamp()
        self.store.keep(message)
        self.announce(message, edited=True)

    def change(self, message: Message, draft: MessageForm, kind: str) -> None:
        """Edit within the limits. Refuse an edit that would empty the message."""
        check_message(draft.form, draft.files, kind)
        texts = [draft.form.get(n, getattr(message, n)) for n in ("content", "components")]
        if not (any(texts) or _keep_attachments(message, draft.form) or draft.files):
            raise Refusal(400, 50006, "Cannot send an empty message")
        self.edit(message, draft)

    def delete(self, message: Message) -> None:
        """Announce a deletion, and delete the message."""
        private = self.channels[message.channel].is_private
        gone: Json = {"id": message.id, "channel_id": message.channel}
        if message.only is None and private:
            self.gateway.tell("MESSAGE_DELETE", gone, GatewayIntents.DIRECT_MESSAGES)
        elif message.only is None:
            gone["guild_id"] = self.guild_id
            self.gateway.tell("MESSAGE_DELETE", gone, GatewayIntents.GUILD_MESSAGES)
        shown = {"channel": message.channel, "message": message.id}
        self.stream.tell("message_delete", shown, partial(views.shows, self, message))
        self.forget_message(message)

    def _find_mentions(self, message: Message, draft: MessageForm, replied: Message | None) -> None:
        """Note the users and roles that may be pinged. Without `allowed_mentions` every mention in
        the text counts, otherwise only the listed ones; @everyone needs a permission that neither
        the bot nor plain people have."""
        rule: Json | None = draft.form.get("allowed_mentions")
        if rule is None:
            rule = {"parse": MENTIONED, "replied_user": True}

        def allowed(kind: str, pattern: str) -> list[str]:
            parsed, listed = kind in rule.get("parse", ()), [str(x) for x in rule.get(kind) or ()]
            found = dict.fromkeys(re.findall(pattern, draft.text))
            return [each for each in found if parsed or each in listed]

        message.mentions = [u for u in allowed("users", r"<@!?(\d+)>") if u in self.people]
        author = replied.author if replied is not None and rule.get("replied_user") else None
        if author is not None and author not in message.mentions:
            message.mentions.append(author)
        message.mention_roles = allowed("roles", r"<@&(\d+)>")
        may = person_permissions(self, self.people[message.author]) & Permission.MENTION_EVERYONE
        called = re.search("@everyone|@here", draft.text) and "everyone" in rule.get("parse", ())
        message.everyone = bool(called and may)


def _keep_attachments(message: Message, form: Json) -> list[Json]:
    """The old attachments that an edit keeps, with their new alt texts."""
    wanted = form.get("attachments")
    if wanted is None:
        return message.attachments
    alts = {str(each.get("id")): each.get("description") for each in wanted}
    kept = [old for old in message.attachments if old["id"] in alts]
    return [{**old, "description": alt} if (alt := alts[old["id"]]) else old for old in kept]
