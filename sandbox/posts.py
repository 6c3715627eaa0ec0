"""Writing, changing and removing messages of any author, and their pings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from sandbox import model, views
from sandbox.files import Upload, describe
from sandbox.gateway import GatewayIntents
from sandbox.limits import MENTIONED, check_message
from sandbox.model import Channel, Json, Message, Person, complete
from sandbox.permissions import Permission, may_see, person_permissions
from sandbox.refusals import Refusal
from sandbox.world import World


@dataclass(slots=True)
class MessageForm:
    """The form of a message and its files."""

    form: Json
    files: list[Upload] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.form.get("content") or ""

    def check_new(self, kind: str) -> None:
        """Refuse a new message that breaks a limit or is empty."""
        check_message(self.form, self.files, kind)
        if not (self.text.strip() or self.form.get("components") or self.files):
            raise Refusal(400, 50006, "Cannot send an empty message")


def post(
    world: World,
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
) -> Message:
    """Write a message, announce and store it. ping: whether a reply may ping; only: the one person
    who sees it; interaction: of an answer, the facts about its interaction."""
    form, reference = draft.form, None
    if reply_to is not None:
        type, reference = model.REPLY, {"channel_id": channel.id, "message_id": reply_to.id}
    message = Message(
        id=world.new_id(),
        channel=channel.id,
        author=author.id,
        content=(form.get("content") or "").strip(),
        at=world.clock.stamp(),
        type=type,
        flags=(form.get("flags") or 0) & model.SILENT | flags | (model.EPHEMERAL if only else 0),
        components=complete(form.get("components") or []),
        reference=reference,
        only=only,
        nonce=None if form.get("nonce") is None else str(form["nonce"]),
        interaction=interaction,
    )
    message.attachments = _attach(world, message, draft)
    _mention(world, channel, message, draft, reply_to if ping else None)
    world.add(message)
    if message.only is None:
        if channel.archived:  # a message in an archived thread reopens it
            channel.archived, channel.archived_at = False, world.clock.stamp()
            world.announce_channel(channel)
        channel.last_message = message.id
        channel.message_count += 1
        if channel.is_thread and message.author not in channel.members:
            channel.members.append(message.author)
        world.store.keep(channel)
    world.announce(message)
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
    world.store.keep(message)
    world.announce(message, edited=True)


def change(world: World, message: Message, draft: MessageForm, kind: str) -> None:
    """Edit within the limits. Refuse an edit that would empty the message."""
    check_message(draft.form, draft.files, kind)
    texts = [draft.form.get(n, getattr(message, n)) for n in ("content", "components")]
    if not (any(texts) or _keep_attachments(message, draft.form) or draft.files):
        raise Refusal(400, 50006, "Cannot send an empty message")
    edit(world, message, draft)


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
    rule: Json | None = draft.form.get("allowed_mentions")
    if rule is None:
        rule = {"parse": MENTIONED, "replied_user": True}

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
