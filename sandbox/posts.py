"""Writing, changing and removing messages of any author, and their pings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from sandbox import model, news, views
from sandbox.files import Upload, describe
from sandbox.gateway import GatewayIntents
from sandbox.limits import MENTIONED
from sandbox.model import Channel, Json, Message, Person, complete
from sandbox.permissions import Permission, may_see, person_permissions
from sandbox.world import World


@dataclass(slots=True)
class Origin:
    """A message's origin apart from its author: a reply, an interaction, a thread."""

    type: int = model.DEFAULT
    replied: Message | None = None
    reference: Json | None = None
    only: str | None = None
    interaction: Json | None = None
    flags: int = 0


@dataclass(slots=True)
class MessageForm:
    """The form of a message and its files."""

    form: Json
    files: list[Upload] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.form.get("content") or ""

    @property
    def is_empty(self) -> bool:
        return not (self.text.strip() or self.form.get("components") or self.files)


def post(
    world: World, channel: Channel, author: Person, draft: MessageForm, origin: Origin | None = None
) -> Message:
    """Write a message, announce and store it."""
    origin, form = origin or Origin(), draft.form
    hidden = model.EPHEMERAL if origin.only else 0
    message = Message(
        id=world.new_id(),
        channel=channel.id,
        author=author.id,
        content=(form.get("content") or "").strip(),
        at=world.clock.stamp(),
        type=origin.type,
        flags=(form.get("flags") or 0) & model.SILENT | origin.flags | hidden,
        components=complete(form.get("components") or []),
        reference=origin.reference,
        only=origin.only,
        nonce=None if form.get("nonce") is None else str(form["nonce"]),
        interaction=origin.interaction,
    )
    message.attachments = _attach(world, message, draft)
    _mention(world, channel, message, draft, origin.replied)
    world.add(message)
    if message.only is None:
        if channel.archived:  # a message in an archived thread reopens it
            channel.archived, channel.archived_at = False, world.clock.stamp()
            news.channel_changed(world, channel)
        channel.last_message = message.id
        channel.message_count += 1
        if channel.is_thread and message.author not in channel.members:
            channel.members.append(message.author)
        world.keep(channel)
    news.message_written(world, message)
    return message


def _mention(
    world: World, channel: Channel, message: Message, draft: MessageForm, replied: Message | None
) -> None:
    """Note a message's mentions, and notify those people; never the author."""
    _find_mentions(world, message, draft, replied)
    people = (p.id for p in world.people.values() if not p.bot and may_see(channel, p.id))
    here = [each for each in people if message.only in (None, each)]
    named = here if message.everyone else [each for each in message.mentions if each in here]
    message.pings = [each for each in named if each != message.author]


def _attach(world: World, message: Message, draft: MessageForm) -> list[Json]:
    """The attachments of a new message, or the new ones of an edited message."""
    wanted, made = {str(e.get("id")): e for e in draft.form.get("attachments") or ()}, list[Json]()
    for file in draft.files:
        made.append(describe(world.new_id(), file, wanted.get(str(file.index), {})))
        (world.store.files / made[-1]["id"]).write_bytes(file.content)
    return made


def _keep_attachments(message: Message, form: Json) -> list[Json]:
    """The old attachments that an edit keeps, with their new alt texts."""
    wanted = form.get("attachments")
    if wanted is None:
        return message.attachments
    alts = {str(each.get("id")): each.get("description") for each in wanted}
    kept = [old for old in message.attachments if old["id"] in alts]
    return [{**old, "description": alt} if (alt := alts[old["id"]]) else old for old in kept]


def edit(world: World, message: Message, draft: MessageForm) -> None:
    """Change a message. An edit pings nobody, unless it's the first text of a waiting answer."""
    message.attachments = _keep_attachments(message, draft.form) + _attach(world, message, draft)
    form = draft.form
    if "components" in form:
        message.components = complete(form["components"] or [])
    if "content" in form:
        message.content = (form["content"] or "").strip()
        replied_to = (message.reference or {}).get("message_id", "")
        source = world.messages[message.channel].get(replied_to)
        still = source if source and source.author in message.mentions else None
        _find_mentions(world, message, draft, still)
    if message.thinking:
        message.flags &= ~model.LOADING
        channel = world.channels[message.channel]
        _mention(world, channel, message, draft, None)
    else:
        message.edited = world.clock.stamp()
    world.keep(message)
    news.message_written(world, message, edited=True)


def leaves_nothing(message: Message, draft: MessageForm) -> bool:
    """Whether this edit would empty the message."""
    form = draft.form
    texts = [form.get(n, getattr(message, n)) for n in ("content", "components")]
    kept = _keep_attachments(message, form)
    return not (any(texts) or kept or draft.files)


def delete(world: World, message: Message) -> None:
    """Announce a deletion, and delete the message."""
    private = world.channels[message.channel].is_private
    gone: Json = {"id": message.id, "channel_id": message.channel}
    if message.only is None and private:
        world.gateway.tell("MESSAGE_DELETE", gone, GatewayIntents.DIRECT_MESSAGES)
    elif message.only is None:
        gone["guild_id"] = world.guild_id
        world.gateway.tell("MESSAGE_DELETE", gone, GatewayIntents.GUILD_MESSAGES)
    shown = {"channel": message.channel, "message": message.id}
    world.stream.tell("message_delete", shown, partial(views.shows, world, message))
    world.forget_message(message)


def _find_mentions(
    world: World, message: Message, draft: MessageForm, replied: Message | None
) -> None:
    """Note the users and roles that may be pinged. Without `allowed_mentions` every mention in the
    text counts, otherwise only the listed ones; @everyone needs a permission that neither the bot
    nor plain people have."""
    given, everything = (
        draft.form.get("allowed_mentions"),
        {"parse": MENTIONED, "replied_user": True},
    )
    rule: Json = everything if given is None else given

    def allowed(kind: str, pattern: str) -> list[str]:
        parsed, listed = kind in rule.get("parse", ()), [str(x) for x in rule.get(kind) or ()]
        found = dict.fromkeys(re.findall(pattern, draft.text))
        return [each for each in found if parsed or each in listed]

    message.mentions = [u for u in allowed("users", r"<@!?(\d+)>") if u in world.people]
    if replied is not None and rule.get("replied_user") and replied.author not in message.mentions:
        message.mentions.append(replied.author)
    message.mention_roles = allowed("roles", r"<@&(\d+)>")
    may = person_permissions(world, world.people[message.author]) & Permission.MENTION_EVERYONE
    called = re.search("@everyone|@here", draft.text) and "everyone" in rule.get("parse", ())
    message.everyone = bool(called and may)
